/* The exponential of SE(3) and its inverse. [Murray, Li, Sastry 1994 §2.3] */
#include "../numbers/rotation.h"
#include "transform.h"

v3 rigid_motion_exp_position(rigid_motion v) {
    const rigid_exp_terms e = rigid_exp_terms_of(v.angular);
    /* p = V u = u + v1 w x u + v2 w x (w x u) */
    v3 wu = v3_cross(e.w, v.linear);
    return v3_add_scaled(v3_add_scaled(v.linear, e.v1, wu), e.v2, v3_cross(e.w, wu));
}

rigid_transform rigid_motion_exp(rigid_motion v) {
    return (rigid_transform){rigid_rotation_exp(v.angular), rigid_motion_exp_position(v)};
}

rigid_motion rigid_transform_log(rigid_transform X) {
    v3 omega = rigid_rotation_log(X.R);
    /* u = V⁻¹ p = p - ½ ω x p + d ω x (ω x p) */
    v3 wp = v3_cross(omega, X.p);
    double d = rigid_inverse_v_term(v3_norm(omega));
    return (rigid_motion){v3_add_scaled(v3_add_scaled(X.p, -0.5, wp), d, v3_cross(omega, wp)), omega};
}

/* The block beside the diagonal of the right Jacobian of exp at (u, ω), U = u×, W = ω×:
   -½ U + t₃ (WU + UW - WUW) - t₄ (WWU + UWW - 3 WUW) + ½ (t₄ - 3 t₅) (WUWW + WWUW),
   the left one's [Barfoot 2017, 7.86] at (-u, -ω). */
static m3 jacobian_block(rigid_motion v) {
    m3 U = m3_skew(v.linear), W = m3_skew(v.angular), WU = m3_mul(W, U), UW = m3_mul(U, W), WUW = m3_mul(WU, W);
    double angle = v3_norm(v.angular), t3 = rigid_tail(angle, 3), t4 = rigid_tail(angle, 4), t5 = rigid_tail(angle, 5);
    m3 second = m3_sub(m3_add(WU, UW), WUW);
    m3 third = m3_sub(m3_add(m3_mul(W, WU), m3_mul(UW, W)), m3_scale(3, WUW));
    m3 fourth = m3_add(m3_mul(WUW, W), m3_mul(W, WUW));
    m3 Q = m3_add(m3_scale(-0.5, U), m3_scale(t3, second));
    return m3_add(Q, m3_add(m3_scale(-t4, third), m3_scale(0.5 * (t4 - 3 * t5), fourth)));
}

/* [ J Q ; 0 J ], row after row */
static void put_blocks(double out[36], m3 J, m3 Q) {
    const v3 rows[12] = {J.x, Q.x, J.y, Q.y, J.z, Q.z, v3_zero(), J.x, v3_zero(), J.y, v3_zero(), J.z};
    for (int k = 0; k < 12; k++)
        out[3 * k] = rows[k].x, out[3 * k + 1] = rows[k].y, out[3 * k + 2] = rows[k].z;
}

void rigid_motion_exp_jacobian(rigid_motion v, double out[36]) {
    put_blocks(out, rigid_rotation_exp_jacobian(v.angular), jacobian_block(v));
}

/* [ J Q ; 0 J ]⁻¹ = [ J⁻¹ -J⁻¹QJ⁻¹ ; 0 J⁻¹ ] */
void rigid_transform_log_jacobian(rigid_transform X, double out[36]) {
    m3 inverse = rigid_rotation_log_jacobian(X.R), Q = jacobian_block(rigid_transform_log(X));
    put_blocks(out, inverse, m3_scale(-1, m3_mul(inverse, m3_mul(Q, inverse))));
}
