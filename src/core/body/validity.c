/* The one test of existence, and what it found. */
#include "validity.h"

#include "../numbers/eigen.h"

#include <float.h>

bool rigid_inertia_is_nan(const rigid_inertia *M) { return isnan(M->m) || v3_is_nan(M->h) || sym3_is_nan(M->I); }
bool rigid_inertia_is_zero(const rigid_inertia *M) { return M->m == 0 && v3_is_zero(M->h) && sym3_is_zero(M->I); }
bool rigid_inertia_is_finite(const rigid_inertia *M) {
    return isfinite(M->m) && v3_is_finite(M->h) && sym3_is_finite(M->I);
}

/* Rounding of ten stored numbers: 8 eps of half the trace about the origin, which is what 16 eps of the triangle
   inequality's slack amounts to; and, for a com off the origin, what a few shifts, turns and sums leave behind in I, of
   which going to the com takes the greater part away. */
double rigid_inertia_spread_tolerance(const rigid_inertia *M) {
    double half_trace = 0.5 * (fabs(M->I.xx) + fabs(M->I.yy) + fabs(M->I.zz));
    double offset = fabs(v3_dot(M->h, rigid_inertia_com(M)));
    double grain = 32 * DBL_TRUE_MIN; /* of numbers so small that they round to whole steps of 5e-324 */
    return DBL_EPSILON * (8 * half_trace + 120 * sqrt(half_trace) * sqrt(offset)) + grain;
}

/* Σ = ½ tr(I) 1 - I has the axes of I; the order turns round. */
static v3 spread_of_moments(v3 moments) {
    return (v3){0.5 * (moments.x + moments.y - moments.z), 0.5 * (moments.x + moments.z - moments.y),
                0.5 * (moments.y + moments.z - moments.x)};
}

static double frobenius(sym3 a) {
    v3 d = sym3_moments(a), o = sym3_products(a);
    return hypot(v3_norm(d), sqrt(2) * v3_norm(o));
}

/* A diag(max(σ, 0)) Aᵀ, back to a rotational inertia. */
static sym3 clipped(v3 spread, m3 axes) {
    sym3 sigma = sym3_diagonal(fmax(spread.x, 0), fmax(spread.y, 0), fmax(spread.z, 0));
    return sym3_complement(sym3_re_express(sigma, axes));
}

static rigid_verdict judge_central(sym3 central, double tolerance) {
    rigid_verdict verdict = {.flaw = RIGID_SOUND, .tolerance = tolerance};
    m3 R;
    if (rigid_eigen_sym3(central, &verdict.moments, &R) != RIGID_OK) {
        verdict.flaw = RIGID_FLAW_NOT_FINITE;
        return verdict;
    }
    verdict.spread = spread_of_moments(verdict.moments);
    /* the least spread lies along the axis of the greatest moment; -y keeps the frame right-handed */
    verdict.axes = m3_from_columns(m3_column_z(R), v3_neg(m3_column_y(R)), m3_column_x(R));
    verdict.nearest = central;
    if (verdict.spread.x < -tolerance) {
        verdict.flaw = RIGID_FLAW_NEGATIVE_SPREAD;
        verdict.nearest = clipped(verdict.spread, verdict.axes);
        verdict.change = frobenius(sym3_sub(verdict.nearest, central)) / frobenius(central);
    }
    return verdict;
}

rigid_verdict rigid_inertia_judge(const rigid_inertia *M) {
    if (!rigid_inertia_is_finite(M))
        return (rigid_verdict){.flaw = RIGID_FLAW_NOT_FINITE};
    rigid_verdict verdict = judge_central(rigid_inertia_central(M), rigid_inertia_spread_tolerance(M));
    if (M->m < 0)
        verdict.flaw = RIGID_FLAW_NEGATIVE_MASS;
    else if (M->m == 0)
        verdict.flaw = rigid_inertia_is_zero(M) ? RIGID_SOUND : RIGID_FLAW_MASSLESS;
    return verdict;
}

rigid_verdict rigid_rotational_inertia_judge(sym3 I) {
    rigid_inertia M = {1, {0, 0, 0}, I};
    return rigid_inertia_judge(&M);
}

bool rigid_inertia_is_valid(const rigid_inertia *M) { return rigid_inertia_judge(M).flaw == RIGID_SOUND; }
bool rigid_inertia_is_consistent(const rigid_inertia *M) { return M->m > 0 && rigid_inertia_is_valid(M); }
