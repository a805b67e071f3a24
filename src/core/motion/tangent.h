/* The tangent space at a configuration q0: q = q0 moved by theta (rigid_model_integrate), and how theta moves when the model
   moves with v. For joints whose numbers simply add, theta' = v. For a spherical or free joint q0 is turned (and shifted) by
   exp(theta), and v is the velocity in moving axes:

       v = dexp(-theta) theta',   theta' = dexp⁻¹(-theta) v

   [Iserles, Munthe-Kaas, Nørsett & Zanna, Lie-group methods, 2000; Selig, Geometric fundamentals of robotics, 2005] */
#ifndef RIGID_TANGENT_H
#define RIGID_TANGENT_H

#include "../body/motion.h"
#include "../tree/model.h"

/* theta' where the frame moves with w or v, in its own axes; angles below 2π. */
v3 rigid_rotation_rate(v3 theta, v3 w);
rigid_motion rigid_motion_rate(rigid_motion theta, rigid_motion v);
/* w or v where theta changes by that rate. */
v3 rigid_rotation_velocity(v3 theta, v3 rate);
rigid_motion rigid_motion_velocity(rigid_motion theta, rigid_motion rate);
/* The theta that a step of v by Cayley's map is, (1 - v/2)⁻¹ (1 + v/2) of the 3x3 or 6x6 matrices of a cross product: the turn is by
   2 atan(|w| / 2). */
v3 rigid_rotation_cayley(v3 w);
rigid_motion rigid_motion_cayley(rigid_motion v);

/* The same for all numbers of a model: nv each. out may be v, or the rate. */
void rigid_tangent_rate(const rigid_model *model, const double *theta, const double *v, double *out);
void rigid_tangent_velocity(const rigid_model *model, const double *theta, const double *rate, double *out);
void rigid_tangent_cayley(const rigid_model *model, const double *v, double *out);

#endif
