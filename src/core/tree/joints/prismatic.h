/* A slide along z.   q: distance   v: rate   X(q) = q z   S = (z, 0) */
#ifndef RIGID_JOINT_PRISMATIC_H
#define RIGID_JOINT_PRISMATIC_H

#include "shared.h"

static inline rigid_transform rigid_prismatic_pose(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)q, (void)turn;
    return (rigid_transform){b->tree.R, v3_add_scaled(b->tree.p, at, m3_column_z(b->tree.R))};
}
static inline v3 rigid_prismatic_slide(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    (void)q, (void)turn;
    return v3_scale(at, m3_column_z(b->tree.R));
}
static inline rigid_motion rigid_prismatic_motion(const rigid_body *b, const double *x) {
    return (rigid_motion){{0, 0, b->ratio * x[0]}, {0, 0, 0}};
}
static inline rigid_motion rigid_prismatic_freedom(const rigid_body *b, int k, double x) {
    (void)b, (void)k;
    return (rigid_motion){{0, 0, x}, {0, 0, 0}};
}
static inline void rigid_prismatic_force(const rigid_body *b, rigid_force f, double *tau) {
    tau[0] += b->ratio * f.linear.z;
}
static inline w6 rigid_prismatic_axis(const rigid_body *b, const w33 *R, int k) {
    (void)b, (void)k;
    return (w6){R->z, w3_zero()};
}

#endif
