/* What the plain algorithms ask of a joint: how many freedoms, where it puts its body (jcalc of the book), and the columns
   of S, constant in the body's axes. [RBDA §4.4] */
#ifndef RIGID_PLAIN_JOINTS_H
#define RIGID_PLAIN_JOINTS_H

#include "algebra.h"
#include "../joint.h"

static inline int freedoms(const rigid_body *b) { return rigid_joint_nv[b->kind]; }

/* Column k of S, which a joint that follows another at `ratio` has that many times. */
static inline motion column(const rigid_body *b, int k) {
    const double r = b->ratio;
    rigid_motion S = rigid_motion_zero();
    double *const along[6] = {&S.linear.x, &S.linear.y, &S.linear.z, &S.angular.x, &S.angular.y, &S.angular.z};
    switch (b->kind) {
    case RIGID_REVOLUTE:
        S.angular.z = r;
        break;
    case RIGID_PRISMATIC:
        S.linear.z = r;
        break;
    case RIGID_HELICAL:
        S.angular.z = r, S.linear.z = b->pitch * r;
        break;
    case RIGID_SPHERICAL:
        *along[k + 3] = 1;
        break;
    case RIGID_FREE:
        *along[k] = 1;
        break;
    case RIGID_JOINT_KINDS:
    default:
        break;
    }
    return motion_of(S);
}

/* S x, for the numbers of this joint among those of all. */
static inline motion across(const rigid_body *b, const real *x) {
    motion sum = motion_zero();
    for (int k = 0; k < freedoms(b); k++)
        sum = motion_add(sum, motion_scale(x[b->v + k], column(b, k)));
    return sum;
}

static inline mat turn_of_quaternion(const real *q) {
    const real n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], s = 2.0 / n;
    const real w = q[0], x = q[1], y = q[2], z = q[3];
    return (mat){{1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                 {s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)},
                 {s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)}};
}

/* X_J of where the joint stands. */
static inline pose pose_across(const rigid_body *b, const real *q) {
    pose X = pose_of(rigid_transform_identity());
    const real *at = q + b->q, o = real_of(0), one = real_of(1);
    if (b->kind == RIGID_SPHERICAL || b->kind == RIGID_FREE) {
        const bool is_free = b->kind == RIGID_FREE;
        if (is_free)
            X.p = (vec){at[0], at[1], at[2]};
        X.R = turn_of_quaternion(at + (is_free ? 3 : 0));
        return X;
    }
    const real x = b->ratio * at[0] + b->offset;
    if (b->kind != RIGID_REVOLUTE)
        X.p.z = b->kind == RIGID_HELICAL ? b->pitch * x : x;
    if (b->kind != RIGID_PRISMATIC) {
        real s, c;
        real_sincos(x, &s, &c);
        X.R = (mat){{c, o - s, o}, {s, c, o}, {o, o, one}};
    }
    return X;
}

/* X_T X_J: the pose of a body in its parent. */
static inline pose pose_in_parent(const rigid_body *b, const real *q) { return pose_mul(pose_of(b->tree), pose_across(b, q)); }

#endif
