/* A turn about any axis, with `pitch` metres along it per radian, or a slide along it: S is any constant motion.
   q: angle (or distance, where S does not turn)   v: rate   X(q) = exp(q S)   S = b->screw, turning at rate 1 or not at all

   With S = (u, w), w of length 1:  R = 1 + s w× + (1 - c) w×w×,  p = q u + (1 - c) w x u + (q - s) w x (w x u). */
#ifndef RIGID_JOINT_SCREW_H
#define RIGID_JOINT_SCREW_H

#include "shared.h"

static inline rigid_transform rigid_screw_pose(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)q;
    const v3 u = b->screw.linear, w = b->screw.angular;
    const double less = turn.c > 0 ? turn.s * turn.s / (1 + turn.c) : 1 - turn.c; /* 1 - c, to its last digit */
    const v3 wu = v3_cross(w, u), wwu = v3_cross(w, wu);
    const m3 W = m3_skew(w), R = m3_add(m3_add(m3_identity(), m3_scale(turn.s, W)), m3_scale(less, m3_mul(W, W)));
    const v3 p = v3_add_scaled(v3_add_scaled(v3_scale(at, u), less, wu), at - turn.s, wwu);
    return rigid_transform_mul(b->tree, (rigid_transform){R, p});
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
    return (w6){w33_mix_of(*R, b->screw.linear), w33_mix_of(*R, b->screw.angular)};
}

#endif
