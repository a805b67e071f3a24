/* What an inertia is made from, what it says of its body, and its inverse. */
#include "inertia.h"

#include "../numbers/eigen.h"
#include "validity.h"

/* I = I_c + m (c·c 1 - c cᵀ) */
rigid_inertia rigid_inertia_from_central(double mass, v3 com, sym3 I_central) {
    return (rigid_inertia){mass, v3_scale(mass, com), sym3_add(I_central, sym3_complement(sym3_outer(mass, com)))};
}

rigid_inertia rigid_inertia_from_origin(double mass, v3 com, sym3 I_origin) {
    return (rigid_inertia){mass, v3_scale(mass, com), I_origin};
}

v3 rigid_inertia_com(const rigid_inertia *M) { return M->m == 0 ? v3_zero() : v3_div(M->h, M->m); }

/* m c cᵀ = h cᵀ */
sym3 rigid_inertia_central(const rigid_inertia *M) {
    v3 h = M->h, c = rigid_inertia_com(M);
    sym3 moved = {h.x * c.x, h.x * c.y, h.x * c.z, h.y * c.y, h.y * c.z, h.z * c.z};
    return sym3_sub(M->I, sym3_complement(moved));
}

/* A massless body moves freely along its first moment, or along anything. */
static rigid_motion massless_slack(v3 h) {
    double n = v3_norm(h);
    return (rigid_motion){n > 0 ? v3_div(h, n) : (v3){1, 0, 0}, v3_zero()};
}

rigid_status rigid_inertia_solve(const rigid_inertia *M, rigid_force f, rigid_motion *v, rigid_motion *slack) {
    rigid_motion unused;
    slack = slack ? slack : &unused;
    if (!rigid_inertia_is_finite(M))
        return RIGID_NOT_FINITE;
    if (M->m == 0) {
        *slack = massless_slack(M->h);
        return RIGID_SINGULAR;
    }
    v3 c = rigid_inertia_com(M), lambda;
    m3 R;
    rigid_status status = rigid_eigen_sym3(rigid_inertia_central(M), &lambda, &R);
    if (status != RIGID_OK)
        return status;
    double tolerance = 2 * rigid_inertia_spread_tolerance(M);
    if (fmin(fabs(lambda.x), fmin(fabs(lambda.y), fabs(lambda.z))) <= tolerance) {
        m3 axes = m3_transpose(R);
        v3 e = fabs(lambda.x) <= tolerance ? axes.x : fabs(lambda.y) <= tolerance ? axes.y : axes.z;
        *slack = (rigid_motion){v3_cross(c, e), e};
        return RIGID_SINGULAR;
    }
    /* ω = I_c⁻¹ (n - c x f),  u = f / m + c x ω */
    v3 n_c = m3_tmul_v3(R, v3_sub(f.angular, v3_cross(c, f.linear)));
    v3 omega = m3_mul_v3(R, (v3){n_c.x / lambda.x, n_c.y / lambda.y, n_c.z / lambda.z});
    *v = (rigid_motion){v3_add(v3_div(f.linear, M->m), v3_cross(c, omega)), omega};
    return RIGID_OK;
}

static double half_length(int factor, double spread_over_mass, double floor) {
    return spread_over_mass > floor ? sqrt(factor * spread_over_mass) : 0;
}

/* Along the axis of the least moment lies the greatest spread: σ_1 = ½ (g_2 + g_3 - g_1), G = I_c / m. */
rigid_status rigid_inertia_equivalent(const rigid_inertia *M, int factor, v3 *half_lengths, rigid_transform *X) {
    *half_lengths = (v3){NAN, NAN, NAN};
    *X = (rigid_transform){m3_identity(), rigid_inertia_com(M)};
    if (!rigid_inertia_is_finite(M))
        return RIGID_NOT_FINITE;
    sym3 central = rigid_inertia_central(M);
    if (M->m == 0 && !sym3_is_zero(central))
        return RIGID_SINGULAR;
    v3 g;
    double mass = M->m == 0 ? 1 : M->m;
    rigid_status status = rigid_eigen_sym3(sym3_div(central, mass), &g, &X->R);
    double floor = rigid_inertia_spread_tolerance(M) / fabs(mass);
    *half_lengths = (v3){half_length(factor, 0.5 * (g.y + g.z - g.x), floor),
                         half_length(factor, 0.5 * (g.x + g.z - g.y), floor),
                         half_length(factor, 0.5 * (g.x + g.y - g.z), floor)};
    return status;
}
