/* The inertias of all subtrees. Each tree that hangs from the world is seen in the axes of one frame, so that adding a
   subtree to its parent takes a shift and no turn; about the origin of its own body, so that what is far from the frame
   loses no digits. */
#ifndef RIGID_SUBTREE_H
#define RIGID_SUBTREE_H

#include "world.h"

/* R I Rᵀ about the same point. */
static inline void rigid_turn_inertia(const rigid_inertia *body, w33 R, rigid_wide_inertia *M) {
    M->I = wsym_re_expressed(w33_mul_m3(R, m3_from_sym3(body->I)), R);
    M->h = w33_mul_v3(R, body->h);
    M->m = body->m;
}

/* The same where R is 1. */
static inline void rigid_put_inertia(const rigid_inertia *body, rigid_wide_inertia *M) {
    const sym3 I = body->I;
    M->I = (wsym){w3_make(I.xx, I.yy, I.zz), w3_make(I.xy, I.yz, I.xz)};
    M->h = w3_of(body->h);
    M->m = body->m;
}

/* A + B, which is given about a point that lies d from that of A:  h' = h + m d,
   I' = I + tr(E) 1 - E  with  E = h dᵀ + d h'ᵀ */
static inline rigid_wide_inertia rigid_with_subtree(const rigid_wide_inertia *A, const rigid_wide_inertia *B, w3 d) {
    const w3 moved = w3_add_scaled(B->h, B->m, d), e = w3_times(w3_add(B->h, moved), d);
    const w3 spread = w3_add(w3_times(B->h, w3_yzx(d)), w3_times(d, w3_yzx(moved)));
    rigid_wide_inertia sum;
    sum.I.diagonal = w3_add(A->I.diagonal, w3_add(B->I.diagonal, w3_others(e)));
    sum.I.off = w3_add(A->I.off, w3_sub(B->I.off, spread));
    sum.h = w3_add(A->h, moved);
    sum.m = A->m + B->m;
    return sum;
}
static inline void rigid_add_subtree(rigid_wide_inertia *A, const rigid_wide_inertia *B, w3 d) {
    *A = rigid_with_subtree(A, B, d);
}

/* The same as rigid_world_pose_of; R is that of the parent, and then that of the body, so that along a chain of turning joints
   none waits for memory. */
RIGID_APART void rigid_put_place_of_any(const rigid_subtrees_scratch *ws, const rigid_body *b, int i, const double *q) {
    ws->place[i] = rigid_world_pose_of(&ws->turns, ws->place, b, i, q);
}
static inline w33 rigid_put_place(const rigid_subtrees_scratch *ws, const rigid_body *b, int i, const double *q, w33 R) {
    if (b->kind != RIGID_REVOLUTE) {
        rigid_put_place_of_any(ws, b, i, q);
        return ws->place[i].R;
    }
    rigid_world_pose *X = &ws->place[i];
    X->p = w3_add(ws->place[b->parent].p, w33_mul_v3(R, b->tree.p));
    return X->R = rigid_turned_columns(w33_mul_m3(R, b->tree.R), rigid_turn_of(&ws->turns, i));
}

/* Writes place, and into subtree the inertia of each body: in the axes of the world, or else in those of each body that
   hangs from it, which then is at rest whatever its joint does; from the origin of its stem. */
static inline void rigid_put_places(const rigid_model *model, const rigid_subtrees_scratch *ws, const double *q,
                                    bool in_world) {
    rigid_world_begin(model, &ws->turns, ws->place, q);
    w33 R = ws->place[0].R;
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (!in_world && b->parent == 0) {
            R = (ws->place[i] = rigid_world_itself()).R;
            rigid_put_inertia(&b->inertia, &ws->subtree[i]);
            continue;
        }
        if (b->parent != i - 1)
            R = ws->place[b->parent].R;
        R = rigid_put_place(ws, b, i, q, R);
        rigid_see_from_stem(b, i, &ws->place[i]);
        rigid_turn_inertia(&b->inertia, R, &ws->subtree[i]);
    }
}

/* M v = (m u + ω x h, h x u + I ω) */
static inline w6 rigid_subtree_momentum(const rigid_wide_inertia *M, w6 v) {
    return (w6){w3_add_scaled(w3_cross(v.angular, M->h), M->m, v.linear),
                w3_add(wsym_mul(M->I, v.angular), w3_cross(M->h, v.linear))};
}

/* The motion of freedom k of a body about its origin: a turn about w, a step along u. */
static inline w6 rigid_own_motion(const rigid_turns *t, const rigid_body *b, const rigid_world_pose *X, int k) {
    return w6_scale(b->ratio, rigid_joint_axis(t, b, &X->R, k));
}

/* M S of a body that turns, about its origin: for a turn about w (w x h, I w), of which the linear half is in the order z, x, y. Of one
   that carries no other it comes of its constants, since I z of what is slender along z is far below the rounding of I. */
static inline w6 rigid_turning_force(const rigid_body *b, int i, const w33 *R, const rigid_wide_inertia *M) {
    if (b->last == i) {
        const v3 h = b->inertia.h, Iz = {b->inertia.I.xz, b->inertia.I.yz, b->inertia.I.zz};
        const w3 linear = w3_sub(w3_scale(h.x, R->y), w3_scale(h.y, R->x));
        return (w6){w3_scale(b->ratio, w3_zxy(linear)), w3_scale(b->ratio, w33_mul_v3(*R, Iz))};
    }
    const w3 w = w3_scale(b->ratio, R->z);
    return (w6){w3_cross_zxy(w, M->h), wsym_mul(M->I, w)};
}

/* Writes F of the freedoms of a body: M S about its origin. */
RIGID_APART void rigid_put_forces_of_any(const rigid_subtrees_scratch *ws, const rigid_body *b, int i) {
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        ws->F[b->dof + k] = rigid_subtree_momentum(&ws->subtree[i], rigid_own_motion(&ws->turns, b, &ws->place[i], k));
}
static inline void rigid_put_forces(const rigid_subtrees_scratch *ws, const rigid_body *b, int i) {
    if (b->kind != RIGID_REVOLUTE) {
        rigid_put_forces_of_any(ws, b, i);
        return;
    }
    const w6 F = rigid_turning_force(b, i, &ws->place[i].R, &ws->subtree[i]);
    ws->F[b->dof] = (w6){w3_yzx(F.linear), F.angular};
}

#endif
