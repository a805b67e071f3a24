/* The inertia of a rigid body about the origin of a frame, by its ten parameters: mass m, first moment h = m c, and
   rotational inertia I about the origin. It *is* its parameters: adding bodies is adding numbers, a massless body needs
   no branch, and nothing is lost when mass is zero.   M = [ m 1   -h× ; h×   I ]   [iDynTree; RBDA 2.63] */
#ifndef RIGID_INERTIA_H
#define RIGID_INERTIA_H

#include "../numbers/status.h"
#include "transform.h"

typedef struct {
    double m; /* mass, kg */
    v3 h;     /* first moment of mass about the origin, kg m */
    sym3 I;   /* rotational inertia about the origin, kg m² */
} rigid_inertia;

static inline rigid_inertia rigid_inertia_zero(void) { return (rigid_inertia){0, {0, 0, 0}, {0, 0, 0, 0, 0, 0}}; }
static inline rigid_inertia rigid_inertia_add(rigid_inertia A, rigid_inertia B) {
    return (rigid_inertia){A.m + B.m, v3_add(A.h, B.h), sym3_add(A.I, B.I)};
}

/* The rotational inertia of mass m spread with first moment h about a point, as seen when the point moves by p:
   adds  -(p hᵀ + h pᵀ)'s and m p pᵀ's complements. [parallel axis theorem; Jain 2010 §2.1.2] */
static inline sym3 rigid_parallel_axis(double m, v3 h, v3 p) {
    /* Σ' - Σ = m p pᵀ - h pᵀ - p hᵀ = g pᵀ + p gᵀ with g = ½ m p - h */
    return sym3_complement(sym3_outer_pair(v3_add_scaled(v3_neg(h), 0.5 * m, p), p));
}
/* About the point Q, p_PQ from the old point P, same axes. */
static inline rigid_inertia rigid_inertia_shift(rigid_inertia M, v3 p_PQ) {
    return (rigid_inertia){M.m, v3_add_scaled(M.h, -M.m, p_PQ), sym3_add(M.I, rigid_parallel_axis(M.m, M.h, p_PQ))};
}
/* In the axes of A, R_AE from the old axes E, same point. */
static inline rigid_inertia rigid_inertia_re_express(rigid_inertia M, m3 R_AE) {
    return (rigid_inertia){M.m, m3_mul_v3(R_AE, M.h), sym3_re_express(M.I, R_AE)};
}
/* X_AB M_B: both, to the frame A. */
static inline rigid_inertia rigid_transform_inertia(rigid_transform X, rigid_inertia M) {
    return rigid_inertia_shift(rigid_inertia_re_express(M, X.R), v3_neg(X.p));
}

/* f = M v = (m u - h x ω, h x u + I ω) */
static inline rigid_force rigid_inertia_mul(rigid_inertia M, rigid_motion v) {
    return (rigid_force){v3_sub(v3_scale(M.m, v.linear), v3_cross(M.h, v.angular)),
                         v3_add(v3_cross(M.h, v.linear), sym3_mul_v3(M.I, v.angular))};
}
/* v ×̄* M v: the wrench that keeps a body turning as it turns. */
static inline rigid_force rigid_inertia_bias(rigid_inertia M, rigid_motion v) {
    return rigid_motion_cross_force(v, rigid_inertia_mul(M, v));
}

/* From mass, centre of mass and rotational inertia about the centre of mass (central) or about the origin. */
rigid_inertia rigid_inertia_from_central(double mass, v3 com, sym3 I_central);
rigid_inertia rigid_inertia_from_origin(double mass, v3 com, sym3 I_origin);
/* c = h / m; zero for a massless body. */
v3 rigid_inertia_com(const rigid_inertia *M);
/* I_c = I - m (c·c 1 - c cᵀ) */
sym3 rigid_inertia_central(const rigid_inertia *M);

/* The motion v with M v = f. RIGID_SINGULAR where M moves some direction without effort; that direction (the motion of
   least inertia) is then in *slack when it is not null, and *v is not written. */
rigid_status rigid_inertia_solve(const rigid_inertia *M, rigid_force f, rigid_motion *v, rigid_motion *slack);

/* Half-lengths, longest first, and pose (of the shape's centre and axes in the frame of M) of a shape of the same
   inertia. The square of each half-length is `factor` times the spread of mass along that axis over the mass: 5 for a
   solid ellipsoid, 3 for a solid box, 1 for eight equal particles at the corners of a box. NaN where M has no shape. */
enum { RIGID_ELLIPSOID = 5, RIGID_BOX = 3, RIGID_CORNERS = 1 };
rigid_status rigid_inertia_equivalent(const rigid_inertia *M, int factor, v3 *half_lengths, rigid_transform *X);

#endif
