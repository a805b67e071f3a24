/* Every regressor here is made of two: Y(x), with M x = Y(x) π, and its cross product with a motion. */
#include "regressor.h"

/* M x = (m u - h x ω, h x u + I ω), column by column:
   m: (u, 0);  h: (ω x e, e x u);  I: (0, L(ω)) with I ω = L(ω) vech I. */
rigid_regressor rigid_momentum_regressor(rigid_motion x) {
    const v3 zero = {0, 0, 0}, ex = {1, 0, 0}, ey = {0, 1, 0}, ez = {0, 0, 1};
    v3 u = x.linear, w = x.angular;
    return (rigid_regressor){{
        {u, zero},
        {v3_cross(w, ex), v3_cross(ex, u)},
        {v3_cross(w, ey), v3_cross(ey, u)},
        {v3_cross(w, ez), v3_cross(ez, u)},
        {zero, {w.x, 0, 0}},
        {zero, {w.y, w.x, 0}},
        {zero, {w.z, 0, w.x}},
        {zero, {0, w.y, 0}},
        {zero, {0, w.z, w.y}},
        {zero, {0, 0, w.z}},
    }};
}

/* Y += s v ×̄* Y(x) */
static void add_cross(rigid_regressor *Y, double s, rigid_motion v, rigid_motion x) {
    rigid_regressor Yx = rigid_momentum_regressor(x);
    for (int j = 0; j < 10; j++) {
        rigid_force c = rigid_motion_cross_force(v, Yx.column[j]);
        Y->column[j] = rigid_force_add(Y->column[j], rigid_force_scale(s, c));
    }
}

/* M a + v ×̄* M v */
rigid_regressor rigid_momentum_derivative_regressor(rigid_motion v, rigid_motion a) {
    rigid_regressor Y = rigid_momentum_regressor(a);
    add_cross(&Y, 1, v, v);
    return Y;
}

/* M (a_r - v × v_r) + v ×̄* M v_r */
static rigid_regressor reference_form(rigid_motion v, rigid_motion v_ref, rigid_motion a_ref) {
    rigid_regressor Y = rigid_momentum_regressor(rigid_motion_sub(a_ref, rigid_motion_cross(v, v_ref)));
    add_cross(&Y, 1, v, v_ref);
    return Y;
}

/* M (a_r - ½ v × v_r) + ½ v ×̄* M v_r + ½ v_r ×̄* M v */
static rigid_regressor christoffel_form(rigid_motion v, rigid_motion v_ref, rigid_motion a_ref) {
    rigid_motion half_cross = rigid_motion_scale(0.5, rigid_motion_cross(v, v_ref));
    rigid_regressor Y = rigid_momentum_regressor(rigid_motion_sub(a_ref, half_cross));
    add_cross(&Y, 0.5, v, v_ref);
    add_cross(&Y, 0.5, v_ref, v);
    return Y;
}

/* M a_r + v ×̄* M v_r */
static rigid_regressor body_form(rigid_motion v, rigid_motion v_ref, rigid_motion a_ref) {
    rigid_regressor Y = rigid_momentum_regressor(a_ref);
    add_cross(&Y, 1, v, v_ref);
    return Y;
}

rigid_regressor rigid_slotine_li_regressor(rigid_motion v, rigid_motion v_ref, rigid_motion a_ref,
                                           rigid_factor factor) {
    switch (factor) {
    case RIGID_FACTOR_CHRISTOFFEL:
        return christoffel_form(v, v_ref, a_ref);
    case RIGID_FACTOR_BODY:
        return body_form(v, v_ref, a_ref);
    case RIGID_FACTOR_REFERENCE:
    default:
        return reference_form(v, v_ref, a_ref);
    }
}

rigid_force rigid_regressor_mul(const rigid_regressor *Y, const rigid_inertia *M) {
    const double pi[10] = {M->m,    M->h.x,  M->h.y,  M->h.z,  M->I.xx,
                           M->I.xy, M->I.xz, M->I.yy, M->I.yz, M->I.zz};
    rigid_force sum = rigid_force_zero();
    for (int j = 0; j < 10; j++)
        sum = rigid_force_add(sum, rigid_force_scale(pi[j], Y->column[j]));
    return sum;
}
