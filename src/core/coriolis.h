/* The Coriolis matrix C(q, v) of Christoffel symbols: C v is the velocity product force and dH/dt - 2C is skew, so that a
   controller built on it is passive. O(n depth), world axes.
   [Echeandia & Wensing 2021] */
#ifndef RIGID_CORIOLIS_H
#define RIGID_CORIOLIS_H

#include "regressor.h"
#include "workspace.h"

/* C: nv x nv, row after row. Writes X, Xw, S, S1 (dS/dt), V, M, B (of subtrees). */
void rigid_coriolis_matrix(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *C);

/* The matrix that another body-level factor gives (see regressor.h): C v is the same, passivity is not. O(n²).
   Writes X, Xw, S, V, M, F, D. */
void rigid_coriolis_matrix_by(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                              rigid_factor factor, double *C);

/* B(M, v) of one body: linear half w x φ, angular half N w for the angular half w of the motion it acts on.
   φ = m u + ω x h;  N w = -ω x (Σ w) - h x (u x w), Σ = ½ tr(I) 1 - I */
static inline rigid_coriolis_factor rigid_christoffel_factor(const rigid_inertia *M, rigid_motion v) {
    v3 u = v.linear, w = v.angular, h = M->h;
    double half_trace = 0.5 * sym3_trace(M->I);
    sym3 sigma = sym3_sub(sym3_diagonal(half_trace, half_trace, half_trace), M->I);
    m3 w_sigma = m3_mul(m3_skew(w), m3_from_sym3(sigma));
    /* h x (u x w) = u (h·w) - w (h·u):  h× u× = u hᵀ - (h·u) 1 */
    double hu = v3_dot(h, u);
    m3 hu_cross = {v3_scale(u.x, h), v3_scale(u.y, h), v3_scale(u.z, h)};
    hu_cross.x.x -= hu, hu_cross.y.y -= hu, hu_cross.z.z -= hu;
    rigid_coriolis_factor B;
    B.phi = v3_add_scaled(v3_cross(w, h), M->m, u);
    B.N = m3_scale(-1, m3_add(w_sigma, hu_cross));
    return B;
}
static inline rigid_coriolis_factor rigid_coriolis_factor_add(rigid_coriolis_factor A, rigid_coriolis_factor B) {
    return (rigid_coriolis_factor){v3_add(A.phi, B.phi), m3_add(A.N, B.N)};
}
/* B w */
static inline rigid_force rigid_coriolis_factor_mul(const rigid_coriolis_factor *B, rigid_motion w) {
    return (rigid_force){v3_cross(w.angular, B->phi), m3_mul_v3(B->N, w.angular)};
}
/* Bᵀ w: (0, φ x w_l + Nᵀ w_ω) */
static inline rigid_force rigid_coriolis_factor_tmul(const rigid_coriolis_factor *B, rigid_motion w) {
    return (rigid_force){v3_zero(), v3_add(v3_cross(B->phi, w.linear), m3_tmul_v3(B->N, w.angular))};
}

#endif
