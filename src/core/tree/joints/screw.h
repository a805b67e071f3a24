/* A turn about any axis, with `pitch` metres along it per radian, or a slide along it: S is any constant motion.
   q: angle (or distance, where S does not turn)   v: rate   X(q) = exp(q S)   S = b->screw, turning at rate 1 or not at all

   With S = (u, w), w of length 1:  R = 1 + s w× + (1 - c) w×w×,  p = q u + (1 - c) w x u + (q - s) w x (w x u). */
#ifndef RIGID_JOINT_SCREW_H
#define RIGID_JOINT_SCREW_H

#include "shared.h"

/* 1 - c, to its last digit. */
static inline double rigid_screw_less(rigid_sine_cosine turn) {
    return turn.c > 0 ? turn.s * turn.s / (1 + turn.c) : 1 - turn.c;
}
static inline v3 rigid_screw_slide(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)q;
    const v3 u = b->screw.linear, wu = v3_cross(b->screw.angular, u), wwu = v3_cross(b->screw.angular, wu);
    return m3_mul_v3(b->tree.R, v3_add_scaled(v3_add_scaled(v3_scale(at, u), rigid_screw_less(turn), wu), at - turn.s, wwu));
}
static inline rigid_transform rigid_screw_pose(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    const m3 W = m3_skew(b->screw.angular);
    const m3 R = m3_add(m3_add(m3_identity(), m3_scale(turn.s, W)), m3_scale(rigid_screw_less(turn), m3_mul(W, W)));
    return (rigid_transform){m3_mul(b->tree.R, R), v3_add(b->tree.p, rigid_screw_slide(b, q, at, turn))};
}
static inline rigid_motion rigid_screw_motion(const rigid_body *b, const double *x) {
    return rigid_motion_scale(b->ratio * x[0], b->screw);
}
static inline rigid_motion rigid_screw_freedom(const rigid_body *b, int k, double x) {
    (void)k;
    return rigid_motion_scale(x, b->screw);
}
static inline void rigid_screw_force(const rigid_body *b, rigid_force f, double *tau) {
    tau[0] += b->ratio * rigid_motion_dot(b->screw, f);
}
static inline w6 rigid_screw_axis(const rigid_body *b, const w33 *R, int k) {
    (void)k;
    return (w6){w33_mul_v3(*R, b->screw.linear), w33_mul_v3(*R, b->screw.angular)};
}

#endif
