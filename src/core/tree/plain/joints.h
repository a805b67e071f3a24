/* What the plain algorithms ask of a joint: how many freedoms, where it puts its body, and the columns of S in the body's
   axes, with how they change there (jcalc of the book). [RBDA §4.4]

   Where S goes with q, freedoms follow each other: X_J = exp(q1 s1) exp(q2 s2) ..., and what comes after moves what was before. */
#ifndef RIGID_PLAIN_JOINTS_H
#define RIGID_PLAIN_JOINTS_H

#include "algebra.h"
#include "../joint_kinds.h"

static inline int freedoms(const rigid_body *b) { return rigid_joint_nv[b->kind]; }

static inline mat turn_of_quaternion(const real *q) {
    const real n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], s = 2.0 / n;
    const real w = q[0], x = q[1], y = q[2], z = q[3];
    return (mat){{1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                 {s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)},
                 {s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)}};
}

/* exp(x S) of a constant motion S = (u, w) that turns at rate 1 or not at all:
   R = 1 + s w× + (1 - c) w×w×,  p = x u + (1 - c) w × u + (x - s) w × (w × u) */
static inline pose pose_of_screw(rigid_motion S, real x) {
    real s, c;
    real_sincos(x, &s, &c);
    const v3 u = S.linear, w = S.angular, wu = v3_cross(w, u);
    const mat W = mat_of(m3_skew(w)), WW = mat_of(m3_mul(m3_skew(w), m3_skew(w)));
    pose X = pose_of(rigid_transform_identity());
    X.R = mat_add(X.R, mat_add(mat_scale(s, W), mat_scale(1.0 - c, WW)));
    X.p = vec_add(vec_scale(x, vec_of(u)), vec_add(vec_scale(1.0 - c, vec_of(wu)), vec_scale(x - s, vec_of(v3_cross(w, wu)))));
    return X;
}

/* Column k of S, which a joint that follows another at `ratio` has that many times. */
static inline motion column(const rigid_body *b, const real *q, int k) {
    motion S = motion_of(rigid_freedom_motion(b, k, b->ratio));
    for (int l = k + 1; rigid_varies(b) && l < freedoms(b); l++)
        S = to_body(pose_of_screw(rigid_freedom_motion(b, l, 1), q[b->q + l]), S);
    return S;
}
/* ∂S_k/∂q_l = -S_l × S_k for l > k, in the body's axes; and that by q_m. */
static inline motion column_by(const rigid_body *b, const real *q, int k, int l) {
    return rigid_varies(b) && l > k ? motion_cross(column(b, q, k), column(b, q, l)) : motion_zero();
}
static inline motion column_by_both(const rigid_body *b, const real *q, int k, int l, int m) {
    if (!rigid_varies(b) || l <= k)
        return motion_zero();
    return motion_add(motion_cross(column_by(b, q, k, m), column(b, q, l)), motion_cross(column(b, q, k), column_by(b, q, l, m)));
}

/* S x, for the numbers of this joint among those of all. */
static inline motion across(const rigid_body *b, const real *q, const real *x) {
    motion sum = motion_zero();
    for (int k = 0; k < freedoms(b); k++)
        sum = motion_add(sum, motion_scale(x[b->v + k], column(b, q, k)));
    return sum;
}
/* Ṡ_k, as the body sees it. */
static inline motion column_rate(const rigid_body *b, const real *q, const real *qd, int k) {
    motion sum = motion_zero();
    for (int l = 0; l < freedoms(b); l++)
        sum = motion_add(sum, motion_scale(qd[b->v + l], column_by(b, q, k, l)));
    return sum;
}
/* c_J = Ṡ q̇, as the body sees it. */
static inline motion drift(const rigid_body *b, const real *q, const real *qd) {
    motion sum = motion_zero();
    for (int k = 0; k < freedoms(b); k++)
        sum = motion_add(sum, motion_scale(qd[b->v + k], column_rate(b, q, qd, k)));
    return sum;
}

/* X_J of where the joint stands. */
static inline pose pose_across(const rigid_body *b, const real *q) {
    const real *at = q + b->q;
    switch (b->kind) {
    case RIGID_FREE:
        return (pose){turn_of_quaternion(at + 3), {at[0], at[1], at[2]}};
    case RIGID_SPHERICAL:
        return (pose){turn_of_quaternion(at), vec_zero()};
    default: /* one freedom after the other, mostly one */
        break;
    }
    pose X = pose_of_screw(rigid_freedom_motion(b, 0, 1), b->ratio * at[0] + b->offset);
    for (int k = 1; k < freedoms(b); k++)
        X = pose_mul(X, pose_of_screw(rigid_freedom_motion(b, k, 1), at[k]));
    return X;
}

/* X_T X_J: the pose of a body in its parent. */
static inline pose pose_in_parent(const rigid_body *b, const real *q) { return pose_mul(pose_of(b->tree), pose_across(b, q)); }

#endif
