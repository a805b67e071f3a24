/* The inertia of a rigid body about the origin of a frame, by its ten parameters: mass m, first moment h = m c, and
   rotational inertia I about the origin. It *is* its parameters: adding bodies is adding numbers, a massless body needs
   no branch, and nothing is lost when mass is zero.   M = [ m 1   -h× ; h×   I ]   [iDynTree; RBDA 2.63] */
#ifndef RIGID_INERTIA_H
#define RIGID_INERTIA_H

#include "../numbers/status.h"
#include "transform.h"

RIGID_INLINE rigid_inertia rigid_inertia_zero(void) { return (rigid_inertia){0, {0, 0, 0}, {0, 0, 0, 0, 0, 0}}; }
RIGID_INLINE rigid_inertia rigid_inertia_add(rigid_inertia A, rigid_inertia B) {
    return (rigid_inertia){A.m + B.m, v3_add(A.h, B.h), sym3_add(A.I, B.I)};
}

/* The rotational inertia of mass m spread with first moment h about a point, as seen when the point moves by p:
   adds  -(p hᵀ + h pᵀ)'s and m p pᵀ's complements. [parallel axis theorem; Jain 2010 §2.1.2] */
static inline sym3 rigid_parallel_axis(double m, v3 h, v3 p) {
    /* Σ' - Σ = m p pᵀ - h pᵀ - p hᵀ = g pᵀ + p gᵀ with g = ½ m p - h */
    return sym3_complement(sym3_outer_pair(v3_add_scaled(v3_neg(h), 0.5 * m, p), p));
}
/* About the point Q, p_PQ from the old point P, same axes. */
RIGID_INLINE rigid_inertia rigid_inertia_shift(rigid_inertia M, v3 p_PQ) {
    return (rigid_inertia){M.m, v3_add_scaled(M.h, -M.m, p_PQ), sym3_add(M.I, rigid_parallel_axis(M.m, M.h, p_PQ))};
}
/* In the axes of A, R_AE from the old axes E, same point. */
RIGID_INLINE rigid_inertia rigid_inertia_re_express(rigid_inertia M, m3 R_AE) {
    return (rigid_inertia){M.m, m3_mul_v3(R_AE, M.h), sym3_re_express(M.I, R_AE)};
}
/* X_AB M_B: both, to the frame A. */
RIGID_INLINE rigid_inertia rigid_transform_inertia(rigid_transform X, rigid_inertia M) {
    return rigid_inertia_shift(rigid_inertia_re_express(M, X.R), v3_neg(X.p));
}

/* f = M v = (m u - h x ω, h x u + I ω) */
RIGID_INLINE rigid_force rigid_inertia_mul(rigid_inertia M, rigid_motion v) {
    return (rigid_force){v3_sub(v3_scale(M.m, v.linear), v3_cross(M.h, v.angular)),
                         v3_add(v3_cross(M.h, v.linear), sym3_mul_v3(M.I, v.angular))};
}
/* v ×̄* M v: the wrench that keeps a body turning as it turns. */
RIGID_INLINE rigid_force rigid_inertia_bias(rigid_inertia M, rigid_motion v) {
    return rigid_motion_cross_force(v, rigid_inertia_mul(M, v));
}

#endif
