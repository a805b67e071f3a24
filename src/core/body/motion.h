/* Spatial motion vectors, linear half first: a twist (velocity of the point at the origin, angular velocity), a spatial
   acceleration, a motion subspace, the logarithm of a transform. [RBDA ch. 2; Traversaro & Saccon 2019] */
#ifndef RIGID_BODY_MOTION_H
#define RIGID_BODY_MOTION_H

#include "../../../include/rigid/body.h"
#include "../numbers/mat3.h"

/* Functions of values are inline in the core; algebra.c has them as functions for whoever links with it. */
#ifndef RIGID_INLINE
#define RIGID_INLINE static inline
#endif

RIGID_INLINE rigid_motion rigid_motion_zero(void) { return (rigid_motion){{0, 0, 0}, {0, 0, 0}}; }
RIGID_INLINE rigid_motion rigid_motion_add(rigid_motion a, rigid_motion b) {
    return (rigid_motion){v3_add(a.linear, b.linear), v3_add(a.angular, b.angular)};
}
RIGID_INLINE rigid_motion rigid_motion_sub(rigid_motion a, rigid_motion b) {
    return (rigid_motion){v3_sub(a.linear, b.linear), v3_sub(a.angular, b.angular)};
}
RIGID_INLINE rigid_motion rigid_motion_scale(double s, rigid_motion a) {
    return (rigid_motion){v3_scale(s, a.linear), v3_scale(s, a.angular)};
}

/* v × u = (ω x u_l + v_l x u_ω, ω x u_ω) */
RIGID_INLINE rigid_motion rigid_motion_cross(rigid_motion v, rigid_motion u) {
    return (rigid_motion){v3_add(v3_cross(v.angular, u.linear), v3_cross(v.linear, u.angular)),
                          v3_cross(v.angular, u.angular)};
}

/* The same motion at the point Q, p_PQ from the old point P: v_Q = v_P + ω x p_PQ */
RIGID_INLINE rigid_motion rigid_motion_shift(rigid_motion v, v3 p_PQ) {
    return (rigid_motion){v3_add(v.linear, v3_cross(v.angular, p_PQ)), v.angular};
}
/* The acceleration of point Q of a body that turns with ω: a_Q = a_P + α x p + ω x (ω x p). With ω = 0 it is the
   shift of a spatial acceleration. */
RIGID_INLINE rigid_motion rigid_acceleration_shift(rigid_motion a, v3 p_PQ, v3 omega) {
    rigid_motion shifted = rigid_motion_shift(a, p_PQ);
    shifted.linear = v3_add(shifted.linear, v3_cross(omega, v3_cross(omega, p_PQ)));
    return shifted;
}
RIGID_INLINE rigid_motion rigid_motion_re_express(rigid_motion v, m3 R) {
    return (rigid_motion){m3_mul_v3(R, v.linear), m3_mul_v3(R, v.angular)};
}

#endif
