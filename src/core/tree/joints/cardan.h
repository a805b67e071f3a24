/* A universal joint as one body: two turns, one after the other, about axes that meet: about u = b->screw.angular, and then
   about z, which the first turns.
   q: two angles   v: their rates   X(q) = R(u, q1) Rz(q2)   S = (0, Rz(-q2) u), (0, z)

   The first axis stays where it is in the parent, so that S goes with q2 in the moving frame. */
#ifndef RIGID_JOINT_CARDAN_H
#define RIGID_JOINT_CARDAN_H

#include "shared.h"

static inline rigid_transform rigid_cardan_pose(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)at;
    const v3 u = b->screw.angular, less = v3_scale(1 - turn.c, u), s = v3_scale(turn.s, u);
    const m3 R = {{turn.c + less.x * u.x, less.x * u.y - s.z, less.x * u.z + s.y},
                  {less.y * u.x + s.z, turn.c + less.y * u.y, less.y * u.z - s.x},
                  {less.z * u.x - s.y, less.z * u.y + s.x, turn.c + less.z * u.z}};
    return (rigid_transform){rigid_turn_z(m3_mul(b->tree.R, R), rigid_sincos(q[1])), b->tree.p};
}
static inline v3 rigid_cardan_slide(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)b, (void)q, (void)at, (void)turn;
    return v3_zero();
}
static inline rigid_motion rigid_cardan_freedom(const rigid_body *b, int k, double x) {
    return (rigid_motion){{0, 0, 0}, k == 0 ? v3_scale(x, b->screw.angular) : (v3){0, 0, x}};
}
static inline void rigid_cardan_columns(const rigid_body *b, const double *q, rigid_motion *S) {
    const v3 u = b->screw.angular;
    const rigid_sine_cosine turn = rigid_sincos(q[1]);
    S[0] = (rigid_motion){{0, 0, 0}, {turn.c * u.x + turn.s * u.y, turn.c * u.y - turn.s * u.x, u.z}};
    S[1] = (rigid_motion){{0, 0, 0}, {0, 0, 1}};
}
static inline void rigid_cardan_rates(const rigid_body *b, const rigid_motion *S, const double *v, rigid_motion *dS) {
    (void)b;
    rigid_chain_rates(2, S, v, dS);
}
static inline void rigid_cardan_seconds(const rigid_body *b, const rigid_motion *S, const rigid_motion *dS,
                                           const double *v, const double *a, rigid_motion *ddS) {
    (void)b;
    rigid_chain_seconds(2, S, dS, v, a, ddS);
}

#endif
