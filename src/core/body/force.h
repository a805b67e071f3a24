/* Spatial force vectors, linear half first: a wrench (force, moment about the origin), a spatial momentum. They are the
   duals of motions: their product with a motion is a power. [RBDA ch. 2] */
#ifndef RIGID_FORCE_H
#define RIGID_FORCE_H

#include "motion.h"

RIGID_INLINE rigid_force rigid_force_zero(void) { return (rigid_force){{0, 0, 0}, {0, 0, 0}}; }
RIGID_INLINE rigid_force rigid_force_add(rigid_force a, rigid_force b) {
    return (rigid_force){v3_add(a.linear, b.linear), v3_add(a.angular, b.angular)};
}
RIGID_INLINE rigid_force rigid_force_sub(rigid_force a, rigid_force b) {
    return (rigid_force){v3_sub(a.linear, b.linear), v3_sub(a.angular, b.angular)};
}
RIGID_INLINE rigid_force rigid_force_scale(double s, rigid_force a) {
    return (rigid_force){v3_scale(s, a.linear), v3_scale(s, a.angular)};
}

/* Power: vᵀ f */
RIGID_INLINE double rigid_motion_dot(rigid_motion v, rigid_force f) {
    return v3_dot(v.linear, f.linear) + v3_dot(v.angular, f.angular);
}

/* v ×̄* f = (ω x f_l, v_l x f_l + ω x f_ω) = -(v×)ᵀ f */
RIGID_INLINE rigid_force rigid_motion_cross_force(rigid_motion v, rigid_force f) {
    return (rigid_force){v3_cross(v.angular, f.linear),
                         v3_add(v3_cross(v.linear, f.linear), v3_cross(v.angular, f.angular))};
}

/* The same force about the point Q, p_PQ from the old point P: τ_Q = τ_P - p_PQ x f */
RIGID_INLINE rigid_force rigid_force_shift(rigid_force f, v3 p_PQ) {
    return (rigid_force){f.linear, v3_sub(f.angular, v3_cross(p_PQ, f.linear))};
}
RIGID_INLINE rigid_force rigid_force_re_express(rigid_force f, m3 R) {
    return (rigid_force){m3_mul_v3(R, f.linear), m3_mul_v3(R, f.angular)};
}

#endif
