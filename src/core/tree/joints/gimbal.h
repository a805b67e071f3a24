/* A ball joint by three angles: turns one after the other about x, y and z, each about the axis as those before have left it.
   q: three angles   v: their rates   X(q) = Rx(q1) Ry(q2) Rz(q3)   S = (0, Rz(-q3) Ry(-q2) x), (0, Rz(-q3) y), (0, z)

   Where q2 is a quarter turn the first axis and the last are one, and S has lost a freedom. */
#ifndef RIGID_JOINT_GIMBAL_H
#define RIGID_JOINT_GIMBAL_H

#include "shared.h"

static inline rigid_transform rigid_gimbal_pose(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)at;
    const rigid_sine_cosine x = turn, y = rigid_sincos(q[1]);
    const m3 R = {{y.c, 0, y.s}, {x.s * y.s, x.c, -x.s * y.c}, {-x.c * y.s, x.s, x.c * y.c}}; /* Rx Ry */
    return (rigid_transform){rigid_turn_z(m3_mul(b->tree.R, R), rigid_sincos(q[2])), b->tree.p};
}
static inline v3 rigid_gimbal_slide(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)b, (void)q, (void)at, (void)turn;
    return v3_zero();
}
static inline rigid_motion rigid_gimbal_freedom(const rigid_body *b, int k, double x) {
    (void)b;
    return (rigid_motion){{0, 0, 0}, {k == 0 ? x : 0, k == 1 ? x : 0, k == 2 ? x : 0}};
}
static inline void rigid_gimbal_columns(const rigid_body *b, const double *q, rigid_motion *S) {
    (void)b;
    const rigid_sine_cosine y = rigid_sincos(q[1]), z = rigid_sincos(q[2]);
    S[0] = (rigid_motion){{0, 0, 0}, {y.c * z.c, -y.c * z.s, y.s}};
    S[1] = (rigid_motion){{0, 0, 0}, {z.s, z.c, 0}};
    S[2] = (rigid_motion){{0, 0, 0}, {0, 0, 1}};
}
static inline void rigid_gimbal_rates(const rigid_body *b, const rigid_motion *S, const double *v, rigid_motion *dS) {
    (void)b;
    rigid_chain_rates(3, S, v, dS);
}
static inline void rigid_gimbal_seconds(const rigid_body *b, const rigid_motion *S, const rigid_motion *dS, const double *v,
                                        const double *a, rigid_motion *ddS) {
    (void)b;
    rigid_chain_seconds(3, S, dS, v, a, ddS);
}

#endif
