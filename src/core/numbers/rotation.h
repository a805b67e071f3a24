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

/* (1 - x cot x) / θ² with x = θ/2, for θ in [0, π]: of ω×ω× in V(ω)⁻¹. */
double rigid_inverse_v_term(double angle);

/* The tails of sine and cosine with their leading power taken out, Σ (-θ²)^k / (2k + n)!, n from 1 to 5:
   sin θ/θ, (1 - cos θ)/θ², (θ - sin θ)/θ³, (θ²/2 - 1 + cos θ)/θ⁴, (θ³/6 - θ + sin θ)/θ⁵. */
double rigid_tail(double angle, int n);

#endif
