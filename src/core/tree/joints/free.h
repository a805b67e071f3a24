/* No joint at all.   q: position, quaternion   v: twist, in the moving frame, linear first   X(q) = R, p   S = 1 */
#ifndef RIGID_JOINT_FREE_H
#define RIGID_JOINT_FREE_H

#include "shared.h"

static inline rigid_transform rigid_free_pose(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)at, (void)turn;
    return (rigid_transform){rigid_turn_quaternion(b->tree.R, q + 3),
                             rigid_transform_point(b->tree, (v3){q[0], q[1], q[2]})};
}
static inline v3 rigid_free_slide(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)at, (void)turn;
    return m3_mul_v3(b->tree.R, (v3){q[0], q[1], q[2]});
}
static inline rigid_motion rigid_free_motion(const rigid_body *b, const double *x) {
    (void)b;
    return (rigid_motion){{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}
static inline rigid_motion rigid_free_freedom(const rigid_body *b, int k, double x) {
    (void)b;
    return (rigid_motion){{k == 0 ? x : 0, k == 1 ? x : 0, k == 2 ? x : 0}, {k == 3 ? x : 0, k == 4 ? x : 0, k == 5 ? x : 0}};
}
static inline void rigid_free_force(const rigid_body *b, rigid_force f, double *tau) {
    (void)b;
    tau[0] += f.linear.x, tau[1] += f.linear.y, tau[2] += f.linear.z;
    tau[3] += f.angular.x, tau[4] += f.angular.y, tau[5] += f.angular.z;
}
static inline w6 rigid_free_axis(const rigid_body *b, const w33 *R, int k) {
    (void)b;
    const w3 axis = k % 3 == 0 ? R->x : k % 3 == 1 ? R->y : R->z;
    return k < 3 ? (w6){axis, w3_zero()} : (w6){w3_zero(), axis};
}

#endif
