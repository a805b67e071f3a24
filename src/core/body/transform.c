/* The exponential of SE(3) and its inverse. [Murray, Li, Sastry 1994 §2.3] */
#include "../numbers/rotation.h"
#include "transform.h"

rigid_transform rigid_motion_exp(rigid_motion v) {
    rigid_exp_terms e = rigid_exp_terms_of(v.angular);
    /* p = V u = u + v1 w x u + v2 w x (w x u) */
    v3 wu = v3_cross(e.w, v.linear);
    v3 p = v3_add_scaled(v3_add_scaled(v.linear, e.v1, wu), e.v2, v3_cross(e.w, wu));
    return (rigid_transform){rigid_rotation_exp(v.angular), p};
}

/* (1 - x cot x) / θ² with x = θ/2, for θ in [0, π]: 1/12 at zero. */
static double inverse_v_coefficient(double angle) {
    double x = 0.5 * angle, t = x * x;
    if (angle >= 0.5)
        return (1 - x * cos(x) / sin(x)) / (angle * angle);
    return 1.0 / 12 +
           t * (1.0 / 180 +
                t * (1.0 / 1890 + t * (1.0 / 18900 + t * (1.0 / 187110 + t * (1382.0 / 2554051500.0 + t / 18243225)))));
}

rigid_motion rigid_transform_log(rigid_transform X) {
    v3 omega = rigid_rotation_log(X.R);
    /* u = V⁻¹ p = p - ½ ω x p + d ω x (ω x p) */
    v3 wp = v3_cross(omega, X.p);
    double d = inverse_v_coefficient(v3_norm(omega));
    return (rigid_motion){v3_add_scaled(v3_add_scaled(X.p, -0.5, wp), d, v3_cross(omega, wp)), omega};
}
