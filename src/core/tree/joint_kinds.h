/* What the algorithms ask of a joint, each kind's answer in a file of its own in joints/, found by the one list of kinds
   (joint.h). A file says, for a body b on such a joint, with S constant in the moving frame:

       pose(b, q, at, turn)   X_pi(q), from its numbers q; one of a single freedom stands at `at`, whose sine and cosine are
                              at hand
       slide(b, q, at, turn)  how far that has moved the body's origin, in the parent's axes
       motion(b, x)           S x, in the moving frame
       freedom(b, k, x)       S_k x of freedom k alone, the ratio of one that follows not counted
       force(b, f, tau)       tau += Sᵀ f
       axis(b, R, k)          S_k in the axes that R leads to, the ratio not counted

   The kernels write the turn about z out, since nearly all joints are that. */
#ifndef RIGID_JOINT_KINDS_H
#define RIGID_JOINT_KINDS_H

#include "joints/free.h"
#include "joints/helical.h"
#include "joints/prismatic.h"
#include "joints/revolute.h"
#include "joints/screw.h"
#include "joints/spherical.h"

/* Of `kind`, the answer: `case RIGID_KIND: return rigid_kind_what(arguments)` for each. */
#define RIGID_JOINT_POSE(KIND, kind, nq, nv)                                                                           \
    case RIGID_##KIND:                                                                                                 \
        return rigid_##kind##_pose(b, q + b->q, at, turn);
#define RIGID_JOINT_SLIDE(KIND, kind, nq, nv)                                                                          \
    case RIGID_##KIND:                                                                                                 \
        return rigid_##kind##_slide(b, q + b->q, at, turn);
#define RIGID_JOINT_MOTION(KIND, kind, nq, nv)                                                                         \
    case RIGID_##KIND:                                                                                                 \
        return rigid_##kind##_motion(b, x + b->v);
#define RIGID_JOINT_FREEDOM(KIND, kind, nq, nv)                                                                        \
    case RIGID_##KIND:                                                                                                 \
        return rigid_##kind##_freedom(b, k, x);
#define RIGID_JOINT_FORCE(KIND, kind, nq, nv)                                                                          \
    case RIGID_##KIND:                                                                                                 \
        rigid_##kind##_force(b, f, tau + b->v);                                                                        \
        break;
#define RIGID_JOINT_AXIS(KIND, kind, nq, nv)                                                                           \
    case RIGID_##KIND:                                                                                                 \
        return rigid_##kind##_axis(b, R, k);

/* X_pi(q), the body's pose in its parent, given the sine and cosine of where its joint stands. */
static inline rigid_transform rigid_body_pose_at(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    switch (b->kind) {
        RIGID_JOINT_KIND_LIST(RIGID_JOINT_POSE)
    case RIGID_JOINT_KINDS:
    default:
        return b->tree;
    }
}

/* How far the joint has moved the body's origin, in the parent's axes. */
static inline v3 rigid_joint_slide(const rigid_body *b, const double *q, double at, rigid_sine_cosine turn) {
    switch (b->kind) {
        RIGID_JOINT_KIND_LIST(RIGID_JOINT_SLIDE)
    case RIGID_JOINT_KINDS:
    default:
        return v3_zero();
    }
}

/* S x for numbers x of all joints: the motion across this one, in the moving frame. */
static inline rigid_motion rigid_joint_motion(const rigid_body *b, const double *x) {
    switch (b->kind) {
        RIGID_JOINT_KIND_LIST(RIGID_JOINT_MOTION)
    case RIGID_JOINT_KINDS:
    default:
        return rigid_motion_zero();
    }
}

/* S_k x for freedom k alone, ratio not counted, in the moving frame. */
static inline rigid_motion rigid_freedom_motion(const rigid_body *b, int k, double x) {
    switch (b->kind) {
        RIGID_JOINT_KIND_LIST(RIGID_JOINT_FREEDOM)
    case RIGID_JOINT_KINDS:
    default:
        return rigid_motion_zero();
    }
}

/* tau += Sᵀ f, in the moving frame. */
static inline void rigid_joint_add_force(const rigid_body *b, rigid_force f, double *tau) {
    switch (b->kind) {
        RIGID_JOINT_KIND_LIST(RIGID_JOINT_FORCE)
    case RIGID_JOINT_KINDS:
    default:
        break;
    }
}

/* S_k in the axes that R leads to, ratio not counted. */
static inline w6 rigid_joint_axis(const rigid_body *b, const w33 *R, int k) {
    switch (b->kind) {
        RIGID_JOINT_KIND_LIST(RIGID_JOINT_AXIS)
    case RIGID_JOINT_KINDS:
    default:
        return (w6){w3_zero(), w3_zero()};
    }
}

/* Up to there freedom k of a body's joint moves no inertia. */
static inline double rigid_freedom_least(const rigid_body *b, int k) {
    const rigid_motion S = rigid_freedom_motion(b, k, 1);
    return v3_dot(S.linear, S.linear) * b->least.linear + v3_dot(S.angular, S.angular) * b->least.angular;
}

#undef RIGID_JOINT_POSE
#undef RIGID_JOINT_SLIDE
#undef RIGID_JOINT_MOTION
#undef RIGID_JOINT_FREEDOM
#undef RIGID_JOINT_FORCE
#undef RIGID_JOINT_AXIS

#endif
