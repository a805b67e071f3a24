/* Pseudo-inertias: coordinates, distances, and differences. Everything is done about a centre of mass, where J is
   block-diagonal and a body far from its frame loses no digits. */
#include "pseudo.h"

#include "../numbers/eigen.h"

#include <float.h>

/* A S Aᵀ for any A, symmetric to the last bit. */
static sym3 congruent(sym3 S, m3 A) { return sym3_re_express(S, A); }

/* ---- coordinates -------------------------------------------------------------------------------------------------- */

/* U with S = U Uᵀ, upper triangular, from the last row up; S positive definite. */
static rigid_status reverse_cholesky(sym3 S, m3 *U) {
    double u33 = sqrt(S.zz), u13 = S.xz / u33, u23 = S.yz / u33;
    double u22 = sqrt(S.yy - u23 * u23), u12 = (S.xy - u13 * u23) / u22;
    double u11 = sqrt(S.xx - u12 * u12 - u13 * u13);
    *U = (m3){{u11, u12, u13}, {0, u22, u23}, {0, 0, u33}};
    return u11 > 0 && u22 > 0 && u33 > 0 && m3_is_finite(*U) ? RIGID_OK : RIGID_SINGULAR;
}

/* The factor of Σ_c / m. A body that is flat but for rounding is singular. */
static rigid_status factor(const rigid_inertia *M, m3 *U) {
    rigid_verdict verdict = rigid_inertia_judge(M);
    if (verdict.flaw == RIGID_FLAW_NOT_FINITE)
        return RIGID_NOT_FINITE;
    if (verdict.flaw != RIGID_SOUND || M->m == 0 || verdict.spread.x <= verdict.tolerance)
        return RIGID_SINGULAR;
    return reverse_cholesky(sym3_div(sym3_second_moment(rigid_inertia_central(M)), M->m), U);
}

rigid_status rigid_log_cholesky(const rigid_inertia *M, double theta[10]) {
    m3 U;
    rigid_status status = factor(M, &U);
    if (status != RIGID_OK)
        return status;
    v3 c = rigid_inertia_com(M);
    double coordinates[10] = {0.5 * log(M->m), log(U.x.x), log(U.y.y), log(U.z.z), U.x.y, U.y.z, U.x.z, c.x, c.y, c.z};
    for (int i = 0; i < 10; i++)
        theta[i] = coordinates[i];
    return RIGID_OK;
}

rigid_inertia rigid_inertia_from_log_cholesky(const double theta[10]) {
    double m = exp(2 * theta[0]);
    m3 U = {{exp(theta[1]), theta[4], theta[6]}, {0, exp(theta[2]), theta[5]}, {0, 0, exp(theta[3])}};
    sym3 I = sym3_complement(sym3_scale(m, congruent((sym3){1, 0, 0, 1, 0, 1}, U)));
    return rigid_inertia_from_central(m, (v3){theta[7], theta[8], theta[9]}, I);
}

/* ---- distances ---------------------------------------------------------------------------------------------------- */

/* The inverse of an upper triangular matrix. */
static m3 inverse_upper(m3 U) {
    double a = 1 / U.x.x, b = 1 / U.y.y, c = 1 / U.z.z, d = -a * U.x.y * b, e = -b * U.y.z * c;
    return (m3){{a, d, -(a * U.x.z * c + d * U.y.z * c)}, {0, b, e}, {0, 0, c}};
}

/* P as seen in coordinates in which Q is the 4x4 identity: its spread S about its com, its com d, its mass r. */
typedef struct {
    sym3 S;
    v3 d;
    double r;
} relative;

static rigid_status relative_to(const rigid_inertia *P, const rigid_inertia *Q, relative *out) {
    m3 U, V;
    rigid_status status = factor(P, &V);
    status = status == RIGID_OK ? factor(Q, &U) : status;
    if (status != RIGID_OK)
        return status;
    m3 A = inverse_upper(U);
    double r = P->m / Q->m;
    *out = (relative){sym3_scale(r, congruent((sym3){1, 0, 0, 1, 0, 1}, m3_mul(A, V))),
                      m3_mul_v3(A, v3_sub(rigid_inertia_com(P), rigid_inertia_com(Q))), r};
    return RIGID_OK;
}

/* x - 1 - ln x, which is ½ (x - 1)² near one. */
static double excess(double x) {
    double d = x - 1;
    return fabs(d) < 1e-4 ? d * d * (0.5 - d / 3 + 0.25 * d * d) : d - log(x);
}

/* Σ (λ - 1 - ln λ) over the spreads, the same of the mass, and the offset of the com: each of them not negative. */
rigid_status rigid_inertia_entropic(const rigid_inertia *M, const rigid_inertia *N, double *out) {
    relative P;
    v3 lambda;
    m3 R;
    rigid_status status = relative_to(M, N, &P);
    if (status == RIGID_OK)
        status = rigid_eigen_sym3(P.S, &lambda, &R);
    if (status == RIGID_OK)
        *out = excess(lambda.x) + excess(lambda.y) + excess(lambda.z) + excess(P.r) + P.r * v3_dot(P.d, P.d);
    return status;
}

rigid_status rigid_inertia_affine_distance(const rigid_inertia *M, const rigid_inertia *N, double *out) {
    relative P;
    rigid_status status = relative_to(M, N, &P);
    if (status != RIGID_OK)
        return status;
    sym3 S = sym3_add(P.S, sym3_outer(P.r, P.d));
    v3 h = v3_scale(P.r, P.d);
    double J[16] = {S.xx, S.xy, S.xz, h.x, S.xy, S.yy, S.yz, h.y, S.xz, S.yz, S.zz, h.z, h.x, h.y, h.z, P.r};
    double lambda[4], axes[16], sum = 0;
    status = rigid_eigen_symmetric(4, J, lambda, axes);
    for (int i = 0; i < 4; i++)
        sum += log(lambda[i]) * log(lambda[i]);
    if (status == RIGID_OK)
        *out = sqrt(sum);
    return status;
}

/* ---- differences -------------------------------------------------------------------------------------------------- */

static double magnitude(sym3 I) { return fabs(I.xx) + fabs(I.yy) + fabs(I.zz); }

/* What rounding of A and B may have left in I of the rest about its com: in I itself, and through m and h. */
static double rest_tolerance(const rigid_inertia *A, const rigid_inertia *B, v3 com) {
    double mass = fabs(A->m) + fabs(B->m), moment = v3_norm(A->h) + v3_norm(B->h), c = v3_norm(com);
    return rigid_inertia_spread_tolerance(A) + rigid_inertia_spread_tolerance(B) +
           8 * DBL_EPSILON * (magnitude(A->I) + magnitude(B->I) + moment * c + mass * c * c);
}

/* Is nothing but rounding left? */
static bool is_nothing(const rigid_inertia *A, const rigid_inertia *B, const rigid_inertia *rest) {
    double eps = 8 * DBL_EPSILON, spread = magnitude(A->I) + magnitude(B->I), mass = fabs(A->m) + fabs(B->m);
    return fabs(rest->m) <= eps * mass && v3_norm(rest->h) <= eps * (v3_norm(A->h) + v3_norm(B->h) + sqrt(mass * spread)) &&
           sym3_max_abs(rest->I) <= eps * spread;
}

rigid_verdict rigid_inertia_subtract(const rigid_inertia *A, const rigid_inertia *B, rigid_inertia *rest) {
    *rest = (rigid_inertia){A->m - B->m, v3_sub(A->h, B->h), sym3_sub(A->I, B->I)};
    if (is_nothing(A, B, rest))
        *rest = rigid_inertia_zero();
    rigid_verdict verdict = rigid_inertia_judge(rest);
    v3 com = rigid_inertia_com(rest);
    if (verdict.flaw == RIGID_FLAW_NEGATIVE_SPREAD && verdict.spread.x >= -rest_tolerance(A, B, com)) {
        rest->I = sym3_add(verdict.nearest, sym3_complement(sym3_outer_pair(rest->h, v3_scale(0.5, com))));
        verdict = rigid_inertia_judge(rest);
    }
    return verdict;
}
