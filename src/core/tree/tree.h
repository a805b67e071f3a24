/* What every tree algorithm begins with: where a joint puts its body, and the passes that carry poses and twists from
   the root to the leaves. [RBDA ch. 4-5] */
#ifndef RIGID_TREE_H
#define RIGID_TREE_H

#include "joint_kinds.h"
#include "turns.h"

/* The same motion seen from the body whose pose is X: X⁻¹ v. */
static inline rigid_motion rigid_into_body(rigid_transform X, rigid_motion v) {
    return (rigid_motion){m3_tmul_v3(X.R, v3_add(v.linear, v3_cross(v.angular, X.p))), m3_tmul_v3(X.R, v.angular)};
}

/* The columns of S of a body at the world pose X, ratio included. */
void rigid_world_columns(const rigid_turns *t, const rigid_body *b, const rigid_transform *X,
                         rigid_motion S[RIGID_JOINT_NV_MAX]);

/* Six rows of a Jacobian: a motion of each freedom that carries a body, from the root on. */
static inline void rigid_put_jacobian(double *const *rows, int at, w6 S) {
    rows[0][at] = w3_x(S.linear), rows[1][at] = w3_y(S.linear), rows[2][at] = w3_z(S.linear);
    rows[3][at] = w3_x(S.angular), rows[4][at] = w3_y(S.angular), rows[5][at] = w3_z(S.angular);
}
static inline rigid_motion rigid_jacobian_at(double *const *rows, int at) {
    return (rigid_motion){{rows[0][at], rows[1][at], rows[2][at]}, {rows[3][at], rows[4][at], rows[5][at]}};
}

/* R Rz, both by columns. */
static inline w33 rigid_turned_columns(w33 R, rigid_sine_cosine turn) {
    return (w33){w3_add(w3_scale(turn.c, R.x), w3_scale(turn.s, R.y)),
                 w3_sub(w3_scale(turn.c, R.y), w3_scale(turn.s, R.x)), R.z};
}

/* Writes X of every body. */
static inline void rigid_joint_poses(const rigid_model *model, const rigid_poses_scratch *ws, const double *q) {
    rigid_put_turns(model, &ws->turns, q);
    for (int i = 1; i <= model->count; i++)
        ws->X[i] = rigid_body_pose_at(&model->body[i], q, ws->turns.angle[i], rigid_turn_of(&ws->turns, i));
}
/* What the point at r of a body that turns so accelerates more than its origin: α x r + ω x (ω x r) */
static inline w3 rigid_turning(w3 w, w3 alpha, w3 r) { return w3_cross_pair(alpha, r, w, w3_cross(w, r)); }

/* Where a turn about z by that much puts what a body with these constants carries:
   (c r.x + s r.y, c r.y - s r.x, r.z) of each row r. */
static inline w3 rigid_turn_row(w3 r, w3 c, w3 s) { return w3_add(w3_times(r, c), w3_times(w3_yxz(r), s)); }
static inline rigid_wide_pose rigid_turned_pose(const rigid_wide_body *b, rigid_sine_cosine turn) {
    const w3 c = w3_make(turn.c, turn.c, 1), s = w3_make(turn.s, -turn.s, 0);
    const w33r rows = {rigid_turn_row(b->rows.x, c, s), rigid_turn_row(b->rows.y, c, s),
                      rigid_turn_row(b->rows.z, c, s)};
    return (rigid_wide_pose){rows, rigid_turned_columns(b->columns, turn), b->p};
}
static inline rigid_wide_pose rigid_wide_pose_of(rigid_transform X) {
    return (rigid_wide_pose){w33_rows(X.R), w33_columns(X.R), w3_of(X.p)};
}
/* Writes `pose` of every body. */
static inline void rigid_wide_poses(const rigid_model *model, const rigid_rnea_scratch *ws, const double *q) {
    rigid_put_turns(model, &ws->turns, q);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const rigid_sine_cosine turn = rigid_turn_of(&ws->turns, i);
        ws->pose[i] = b->kind == RIGID_REVOLUTE ? rigid_turned_pose(&b->wide, turn)
                                                : rigid_wide_pose_of(rigid_body_pose_at(b, q, ws->turns.angle[i], turn));
    }
}
/* Writes X and Xw of every body, into the scratch of poses. */
void rigid_poses(const rigid_model *model, rigid_workspace *ws, const double *q);
/* Writes X, Xw and V. */
void rigid_origin_motions(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v);

#endif
