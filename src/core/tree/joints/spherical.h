/* Any turn.   q: quaternion, w first   v: angular velocity, in the moving frame   X(q) = R(q)   S = (0, 1) */
#ifndef RIGID_JOINT_SPHERICAL_H
#define RIGID_JOINT_SPHERICAL_H

#include "shared.h"

static inline rigid_transform rigid_spherical_pose(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)at, (void)turn;
    return (rigid_transform){rigid_turn_quaternion(b->tree.R, q), b->tree.p};
}
static inline v3 rigid_spherical_slide(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)b, (void)q, (void)at, (void)turn;
    return v3_zero();
}
static inline rigid_motion rigid_spherical_motion(const rigid_body *b, const double *x) {
    (void)b;
    return (rigid_motion){{0, 0, 0}, {x[0], x[1], x[2]}};
}
static inline rigid_motion rigid_spherical_freedom(const rigid_body *b, int k, double x) {
    (void)b;
    return (rigid_motion){{0, 0, 0}, {k == 0 ? x : 0, k == 1 ? x : 0, k == 2 ? x : 0}};
}
static inline void rigid_spherical_force(const rigid_body *b, rigid_force f, double *tau) {
    (void)b;
    tau[0] += f.angular.x, tau[1] += f.angular.y, tau[2] += f.angular.z;
}
static inline w6 rigid_spherical_axis(const rigid_body *b, const w33 *R, int k) {
    (void)b;
    return (w6){w3_zero(), k == 0 ? R->x : k == 1 ? R->y : R->z};
}

#endif
