/* A turn about z that goes along it by `pitch` metres per radian.   q: angle   v: rate   X(q) = Rz(q), pitch q z
   S = (pitch z, z) */
#ifndef RIGID_JOINT_HELICAL_H
#define RIGID_JOINT_HELICAL_H

#include "shared.h"

static inline rigid_transform rigid_helical_pose(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)q;
    const rigid_transform X = b->tree;
    return (rigid_transform){rigid_turn_z(X.R, turn), v3_add_scaled(X.p, b->pitch * at, m3_column_z(X.R))};
}
static inline v3 rigid_helical_slide(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)q, (void)turn;
    return v3_scale(b->pitch * at, m3_column_z(b->tree.R));
}
static inline rigid_motion rigid_helical_motion(const rigid_body *b, const double *x) {
    const double rate = b->ratio * x[0];
    return (rigid_motion){{0, 0, b->pitch * rate}, {0, 0, rate}};
}
static inline rigid_motion rigid_helical_freedom(const rigid_body *b, int k, double x) {
    (void)k;
    return (rigid_motion){{0, 0, b->pitch * x}, {0, 0, x}};
}
static inline void rigid_helical_force(const rigid_body *b, rigid_force f, double *tau) {
    tau[0] += b->ratio * (f.angular.z + b->pitch * f.linear.z);
}
static inline w6 rigid_helical_axis(const rigid_body *b, const w33 *R, int k) {
    (void)k;
    return (w6){w3_scale(b->pitch, R->z), R->z};
}

#endif
