/* Where frames are and how they move: poses, twists, accelerations, Jacobians. A frame is fixed to a body at X_bf. */
#ifndef RIGID_KINEMATICS_H
#define RIGID_KINEMATICS_H

#include "workspace.h"

/* In which frame a Jacobian, twist or acceleration of a frame F is given.
   LOCAL: at F's origin, in F's axes. WORLD: at the world's origin, in the world's axes. ALIGNED: at F's origin, in the
   world's axes. */
typedef enum { RIGID_LOCAL, RIGID_WORLD, RIGID_ALIGNED } rigid_view;

/* These walk only from the frame to the root. They write angle, sine and cosine. */
rigid_transform rigid_frame_pose(const rigid_model *model, rigid_workspace *ws, const double *q, rigid_frame F);
rigid_motion rigid_frame_twist(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                               rigid_frame F, rigid_view view);
/* The spatial acceleration, the rate of the twist's components as seen by the frame itself (local) or the world; with
   `classical` the linear half is that of the point at F's origin. Gravity does not enter. */
rigid_motion rigid_frame_acceleration(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                                      const double *a, rigid_frame F, rigid_view view, bool classical);
/* twist = J v: 6 x nv, row after row, linear first. */
void rigid_jacobian(const rigid_model *model, rigid_workspace *ws, const double *q, rigid_frame F, rigid_view view,
                    double *J);
/* dJ/dt, the time derivative of the same matrix. */
void rigid_jacobian_derivative(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                               rigid_frame F, rigid_view view, double *dJ);

#endif
