/* Where frames are and how they move: poses, twists, accelerations, Jacobians. A frame is fixed to a body at X_bf. */
#ifndef RIGID_KINEMATICS_H
#define RIGID_KINEMATICS_H

#include "../../../include/rigid/dynamics.h"
#include "workspace.h"

/* What walks from a frame to the root needs no scratch but ws->turns: those of the joints on the way, from the frame on. */

/* All of it in one climb, as seen from a body that carries F, or from the world, 0: the pose of F; with v not null its twist, and its
   acceleration without q̈; with J not null its Jacobian, 6 x nv. Motions are those of F in its own axes. */
typedef struct rigid_frame_state {
    rigid_transform X;
    rigid_motion v, a;
} rigid_frame_state;
void rigid_frame_climb(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const rigid_frame *F, int from,
                       rigid_frame_state *out, double *J);

/* pose[i] = the pose of each body i > 0 that is wanted, as all bodies that carry it are; pose[0] is that of the world. With S not null, of a
   model in which no joint follows another, how each freedom of those bodies moves at the world's origin, in its axes: 6 x nv. */
void rigid_world_frames(const rigid_model *model, rigid_workspace *ws, const double *q, const bool *wanted, rigid_transform *pose, double *S);

#endif
