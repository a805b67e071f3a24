/* Articulated-body inertias: the algebra of symmetric 6x6 matrices in three blocks, folding across joints, solving. */
#include "abi.h"

#include "../numbers/eigen.h"
#include "order.h"

#include <float.h>

rigid_abi rigid_abi_from_inertia(const rigid_inertia *M) {
    return (rigid_abi){sym3_diagonal(M->m, M->m, M->m), m3_skew(v3_neg(M->h)), M->I};
}
rigid_abi rigid_abi_add(const rigid_abi *P, const rigid_abi *Q) {
    return (rigid_abi){sym3_add(P->M, Q->M), m3_add(P->H, Q->H), sym3_add(P->I, Q->I)};
}
rigid_abi rigid_abi_sub(const rigid_abi *P, const rigid_abi *Q) {
    return (rigid_abi){sym3_sub(P->M, Q->M), m3_sub(P->H, Q->H), sym3_sub(P->I, Q->I)};
}

/* H' = H + M p×,  I' = I + Hᵀ p× + (Hᵀ p×)ᵀ - p× M p× */
rigid_abi rigid_abi_shift(const rigid_abi *P, v3 p_PQ) {
    m3 px = m3_skew(p_PQ);
    m3 Mp = m3_mul(m3_from_sym3(P->M), px);
    m3 Hp = m3_mul(m3_transpose(P->H), px);
    sym3 pMp = m3_symmetric(m3_mul(px, Mp));
    return (rigid_abi){P->M, m3_add(P->H, Mp), sym3_add(P->I, sym3_sub(sym3_scale(2, m3_symmetric(Hp)), pMp))};
}
rigid_abi rigid_abi_re_express(const rigid_abi *P, m3 R) {
    return (rigid_abi){sym3_re_express(P->M, R), m3_mul(m3_mul(R, P->H), m3_transpose(R)), sym3_re_express(P->I, R)};
}
rigid_abi rigid_transform_abi(rigid_transform X, const rigid_abi *P) {
    rigid_abi turned = rigid_abi_re_express(P, X.R);
    return rigid_abi_shift(&turned, v3_neg(X.p));
}

/* P - g gᵀ / d */
static rigid_abi take_away(const rigid_abi *P, rigid_force g, double d) {
    m3 H = {v3_scale(g.linear.x / d, g.angular), v3_scale(g.linear.y / d, g.angular),
            v3_scale(g.linear.z / d, g.angular)};
    return (rigid_abi){sym3_sub(P->M, sym3_div(sym3_outer(1, g.linear), d)), m3_sub(P->H, H),
                       sym3_sub(P->I, sym3_div(sym3_outer(1, g.angular), d))};
}

/* The sum of the magnitudes of the terms of Sᵀf: what rounding of the product is measured against. */
static double dot_of_magnitudes(rigid_motion S, rigid_force f) {
    v3 l = {fabs(S.linear.x * f.linear.x), fabs(S.linear.y * f.linear.y), fabs(S.linear.z * f.linear.z)};
    v3 a = {fabs(S.angular.x * f.angular.x), fabs(S.angular.y * f.angular.y), fabs(S.angular.z * f.angular.z)};
    return l.x + l.y + l.z + a.x + a.y + a.z;
}

/* With U = P S and D = SᵀU = d V Λ Vᵀ d (d² its diagonal), P - U D⁻¹ Uᵀ takes away one g gᵀ / λ for each eigenvalue,
   g = U d⁻¹ V's column: symmetric to the last bit, and each small λ is seen. */
rigid_status rigid_abi_across_joint(const rigid_abi *P, const rigid_motion *S, int k, rigid_abi *out) {
    rigid_force U[RIGID_EIGEN_MAX];
    double d[RIGID_EIGEN_MAX], D[36], lambda[RIGID_EIGEN_MAX], V[36];
    for (int j = 0; j < k; j++) {
        U[j] = rigid_abi_mul(P, S[j]);
        double Djj = rigid_motion_dot(S[j], U[j]);
        if (!isfinite(Djj))
            return RIGID_NOT_FINITE;
        if (Djj <= 16 * DBL_EPSILON * dot_of_magnitudes(S[j], U[j]))
            return RIGID_SINGULAR;
        d[j] = sqrt(Djj);
    }
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            D[i * k + j] = rigid_motion_dot(S[i], U[j]) / (d[i] * d[j]);
    rigid_status status = rigid_eigen_symmetric(k, D, lambda, V);
    if (status != RIGID_OK)
        return status;
    if (lambda[0] <= 64 * DBL_EPSILON)
        return RIGID_SINGULAR;
    *out = *P;
    for (int e = 0; e < k; e++) {
        rigid_force g = rigid_force_zero();
        for (int j = 0; j < k; j++)
            g = rigid_force_add(g, rigid_force_scale(V[j * k + e] / d[j], U[j]));
        *out = take_away(out, g, lambda[e]);
    }
    return RIGID_OK;
}

/* Lengths measured in units of L make moments of inertia comparable with masses: L² = tr I / tr M. */
static double length_scale(const rigid_abi *P) {
    double L = sqrt(sym3_trace(P->I) / sym3_trace(P->M));
    return isfinite(L) && L > 0 ? L : 1;
}

/* Eigenvalues and vectors of P with lengths in units of L. */
static rigid_status eigen_scaled(const rigid_abi *P, double L, double w[6], double V[36]) {
    rigid_abi scaled = {P->M, m3_scale(1 / L, P->H), sym3_div(sym3_div(P->I, L), L)};
    double a[36];
    rigid_abi_to_matrix(&scaled, RIGID_LINEAR_FIRST, a);
    return rigid_eigen_symmetric(6, a, w, V);
}

static rigid_motion eigen_motion(const double V[36], int e, double L) {
    double column[6];
    for (int i = 0; i < 6; i++)
        column[i] = V[6 * i + e];
    rigid_motion v = rigid_motion_from_array(column, RIGID_LINEAR_FIRST);
    return (rigid_motion){v.linear, v3_div(v.angular, L)};
}

/* Of length one in its angular half, or in its linear half where it does not turn. */
static rigid_motion unit_length(rigid_motion v) {
    double turning = v3_norm(v.angular), moving = v3_norm(v.linear);
    return rigid_motion_scale(1 / (turning > 1e-9 * moving ? turning : moving), v);
}

rigid_status rigid_abi_solve(const rigid_abi *P, rigid_force f, rigid_motion *a, rigid_motion *slack) {
    double w[6], V[36], L = length_scale(P);
    rigid_status status = eigen_scaled(P, L, w, V);
    if (status != RIGID_OK)
        return status;
    double scale = fmax(fabs(w[0]), fabs(w[5]));
    rigid_motion sum = rigid_motion_zero();
    for (int e = 0; e < 6; e++) {
        rigid_motion v = eigen_motion(V, e, L);
        if (fabs(w[e]) <= 20 * DBL_EPSILON * scale) {
            if (slack)
                *slack = unit_length(v);
            return RIGID_SINGULAR;
        }
        /* a = Σ v vᵀ f / λ */
        sum = rigid_motion_add(sum, rigid_motion_scale(rigid_motion_dot(v, f) / w[e], v));
    }
    *a = sum;
    return RIGID_OK;
}

rigid_status rigid_abi_least(const rigid_abi *P, double *least, double *scale, rigid_motion *direction) {
    double w[6], V[36], L = length_scale(P);
    rigid_status status = eigen_scaled(P, L, w, V);
    *least = w[0];
    *scale = fmax(fabs(w[0]), fabs(w[5]));
    *direction = eigen_motion(V, 0, L);
    return status;
}

bool rigid_abi_is_valid(const rigid_abi *P) {
    double least, scale;
    rigid_motion direction;
    return rigid_abi_least(P, &least, &scale, &direction) == RIGID_OK && least >= -20 * DBL_EPSILON * scale;
}
