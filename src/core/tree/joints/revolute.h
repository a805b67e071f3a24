/* A turn about z.   q: angle   v: rate   X(q) = Rz(q)   S = (0, z) */
#ifndef RIGID_JOINT_REVOLUTE_H
#define RIGID_JOINT_REVOLUTE_H

#include "shared.h"

static inline rigid_transform rigid_revolute_pose(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)q, (void)at;
    return (rigid_transform){rigid_turn_z(b->tree.R, turn), b->tree.p};
}
static inline v3 rigid_revolute_slide(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)b, (void)q, (void)at, (void)turn;
    return v3_zero();
}
static inline rigid_motion rigid_revolute_motion(const rigid_body *b, const double *x) {
    return (rigid_motion){{0, 0, 0}, {0, 0, b->ratio * x[0]}};
}
static inline rigid_motion rigid_revolute_freedom(const rigid_body *b, int k, double x) {
    (void)b, (void)k;
    return (rigid_motion){{0, 0, 0}, {0, 0, x}};
}
static inline void rigid_revolute_force(const rigid_body *b, rigid_force f, double *tau) {
    tau[0] += b->ratio * f.angular.z;
}
static inline w6 rigid_revolute_axis(const rigid_body *b, const w33 *R, int k) {
    (void)b, (void)k;
    return (w6){w3_zero(), R->z};
}

#endif
