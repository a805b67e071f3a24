/* What the algorithms ask of a joint, each kind's answer in a file of its own in joints/, found by the one list of kinds
   (joint_list.h). A file says, for a body b on such a joint:

       pose(b, q, at, turn)   X_pi(q), from its numbers q; one of a single freedom stands at `at`, whose sine and cosine are
                              at hand
       slide(b, q, at, turn)  how far that has moved the body's origin, in the parent's axes
       freedom(b, k, x)       S_k x of freedom k alone, the ratio of one that follows not counted; at rest, if S goes with q

   With S constant in the moving frame:
       motion(b, x)           S x, in the moving frame
       force(b, f, tau)       tau += Sᵀ f
       axis(b, R, k)          S_k in the axes that R leads to, the ratio not counted

   With an S that goes with q, for several freedoms whose q̇ is v, all as the moving frame sees it:
       columns(b, q, S)       S itself
       rates(b, S, v, dS)     S', how it changes when the joint moves at v: Σ ∂S/∂q_l v_l
       seconds(b, S, dS, v, a, ddS)   S'', how that does when v changes at a
   Then S stands in `varying` of rigid_turns once rigid_put_turns has been there, and ∂S/∂q_l is S' where v is one at l alone.

   The kernels write the turn about z out, since nearly all joints are that. */
#ifndef RIGID_JOINT_KINDS_H
#define RIGID_JOINT_KINDS_H

#include "kernel.h"
#include "workspace.h"

#define RIGID_JOINT_FILES
#include "joint_list.h"
#undef RIGID_JOINT_FILES

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

#define RIGID_JOINT_COLUMNS(KIND, kind, nq, nv)                                                                        \
    case RIGID_##KIND:                                                                                                 \
        rigid_##kind##_columns(b, q + b->q, t->varying + b->dof);                                                      \
        break;
#define RIGID_JOINT_RATES(KIND, kind, nq, nv)                                                                          \
    case RIGID_##KIND:                                                                                                 \
        rigid_##kind##_rates(b, t->varying + b->dof, v, dS);                                                           \
        break;
#define RIGID_JOINT_SECONDS(KIND, kind, nq, nv)                                                                        \
    case RIGID_##KIND:                                                                                                 \
        rigid_##kind##_seconds(b, t->varying + b->dof, dS, v, a, ddS);                                                 \
        break;

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

/* S_k x for freedom k alone, ratio not counted, in the moving frame; at rest, where S goes with q. */
static inline rigid_motion rigid_freedom_motion(const rigid_body *b, int k, double x) {
    switch (b->kind) {
        RIGID_JOINT_KIND_LIST(RIGID_JOINT_FREEDOM)
    case RIGID_JOINT_KINDS:
    default:
        return rigid_motion_zero();
    }
}

/* ---- by S as it is, for a joint of those that vary -------------------------------------------------------------------- */

static inline bool rigid_varies(const rigid_body *b) { return rigid_kind_varies(b->kind); }

RIGID_APART rigid_motion rigid_varying_motion(const rigid_turns *t, const rigid_body *b, const double *x) {
    rigid_motion sum = rigid_motion_zero();
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        sum = rigid_motion_add(sum, rigid_motion_scale(x[b->v + k], t->varying[b->dof + k]));
    return sum;
}
RIGID_APART void rigid_varying_force(const rigid_turns *t, const rigid_body *b, rigid_force f, double *tau) {
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        tau[b->v + k] += rigid_motion_dot(t->varying[b->dof + k], f);
}
RIGID_APART w6 rigid_varying_axis(const rigid_turns *t, const rigid_body *b, const w33 *R, int k) {
    const rigid_motion S = t->varying[b->dof + k];
    return (w6){w33_mul_v3(*R, S.linear), w33_mul_v3(*R, S.angular)};
}

/* Writes varying. */
static inline void rigid_put_columns(const rigid_turns *t, const rigid_body *b, const double *q) {
    switch ((int)b->kind) {
        RIGID_VARYING_KIND_LIST(RIGID_JOINT_COLUMNS)
    default:
        break;
    }
}
/* S', when the joint's own numbers are v; and S'', when they change at a. */
static inline void rigid_varying_rates(const rigid_turns *t, const rigid_body *b, const double *v, rigid_motion *dS) {
    switch ((int)b->kind) {
        RIGID_VARYING_KIND_LIST(RIGID_JOINT_RATES)
    default:
        break;
    }
}
static inline void rigid_varying_seconds(const rigid_turns *t, const rigid_body *b, const rigid_motion *dS, const double *v,
                                         const double *a, rigid_motion *ddS) {
    switch ((int)b->kind) {
        RIGID_VARYING_KIND_LIST(RIGID_JOINT_SECONDS)
    default:
        break;
    }
}
/* S' x when the joint moves at v, for numbers of all joints: what is added to S ẋ in the rate of S x. */
RIGID_APART rigid_motion rigid_varying_drift(const rigid_turns *t, const rigid_body *b, const double *v, const double *x) {
    rigid_motion dS[RIGID_JOINT_NV_MAX], sum = rigid_motion_zero();
    rigid_varying_rates(t, b, v + b->v, dS);
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        sum = rigid_motion_add(sum, rigid_motion_scale(x[b->v + k], dS[k]));
    return sum;
}

/* ---- by the kind ------------------------------------------------------------------------------------------------------ */

/* S x for numbers x of all joints: the motion across this one, in the moving frame. */
static inline rigid_motion rigid_joint_motion(const rigid_turns *t, const rigid_body *b, const double *x) {
    switch ((int)b->kind) {
        RIGID_CONSTANT_KIND_LIST(RIGID_JOINT_MOTION)
    default:
        return rigid_varying_motion(t, b, x);
    }
}

/* tau += Sᵀ f, in the moving frame. */
static inline void rigid_joint_add_force(const rigid_turns *t, const rigid_body *b, rigid_force f, double *tau) {
    switch ((int)b->kind) {
        RIGID_CONSTANT_KIND_LIST(RIGID_JOINT_FORCE)
    default:
        rigid_varying_force(t, b, f, tau);
    }
}

/* S_k, ratio not counted, in the moving frame. */
static inline rigid_motion rigid_joint_column(const rigid_turns *t, const rigid_body *b, int k) {
    return rigid_varies(b) ? t->varying[b->dof + k] : rigid_freedom_motion(b, k, 1);
}

/* The same in the axes that R leads to. */
static inline w6 rigid_joint_axis(const rigid_turns *t, const rigid_body *b, const w33 *R, int k) {
    switch ((int)b->kind) {
        RIGID_CONSTANT_KIND_LIST(RIGID_JOINT_AXIS)
    default:
        return rigid_varying_axis(t, b, R, k);
    }
}

/* RIGID_AT_AXIS(k, S_k in the axes that R leads to) for each freedom of a body, which whoever asks defines before: written out
   kind by kind. */
#define RIGID_EACH_AXIS_OF(KIND, kind, nq, nv)                                                                         \
    case RIGID_##KIND:                                                                                                 \
        RIGID_WRITTEN_OUT                                                                                              \
        for (int k = 0; k < nv; k++)                                                                                   \
            RIGID_AT_AXIS(k, rigid_##kind##_axis(b, axes_, k));                                                        \
        break;
#define RIGID_EACH_AXIS(t, b, R)                                                                                       \
    {                                                                                                                  \
        const w33 *axes_ = R;                                                                                          \
        switch ((int)b->kind) {                                                                                        \
            RIGID_CONSTANT_KIND_LIST(RIGID_EACH_AXIS_OF)                                                               \
        default:                                                                                                       \
            for (int k = 0; k < rigid_joint_nv[b->kind]; k++)                                                          \
                RIGID_AT_AXIS(k, rigid_varying_axis(t, b, axes_, k));                                                  \
            break;                                                                                                     \
        }                                                                                                              \
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
#undef RIGID_JOINT_COLUMNS
#undef RIGID_JOINT_RATES
#undef RIGID_JOINT_SECONDS

#endif
