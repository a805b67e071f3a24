/* Rotations R_AB as matrices, and their charts: quaternion (w first), roll-pitch-yaw, axis and angle, exponential. */
#ifndef RIGID_ROTATION_H
#define RIGID_ROTATION_H

#include "mat3.h"

/* What both exponentials are made of: with the vector w (ω itself where the angle is small, else its direction)
   exp(ω×) = 1 + r1 w× + r2 w×w×  and  V(ω) = 1 + v1 w× + v2 w×w×. */
typedef struct {
    v3 w;
    double r1, r2, v1, v2;
} rigid_exp_terms;
rigid_exp_terms rigid_exp_terms_of(v3 omega);

#endif
