/* What every tree algorithm begins with: where a joint puts its body, and the passes that carry poses and twists from
   the root to the leaves. [RBDA ch. 4-5] */
#ifndef RIGID_TREE_H
#define RIGID_TREE_H

#include "kernel.h"
#include "sincos.h"

/* R Rz of an angle by its sine and cosine, rows of R turned one by one. */
static inline m3 rigid_turn_z(m3 R, rigid_sine_cosine turn) {
    double c = turn.c, s = turn.s;
    return (m3){{c * R.x.x + s * R.x.y, c * R.x.y - s * R.x.x, R.x.z},
                {c * R.y.x + s * R.y.y, c * R.y.y - s * R.y.x, R.y.z},
                {c * R.z.x + s * R.z.y, c * R.z.y - s * R.z.x, R.z.z}};
}

static inline rigid_transform rigid_pose_spherical(rigid_transform tree, const double *q) {
    rigid_quaternion r = {q[0], q[1], q[2], q[3]};
    return (rigid_transform){m3_mul(tree.R, rigid_rotation_quaternion(r)), tree.p};
}

/* Where a joint of one freedom stands: an angle or a distance. */
static inline double rigid_joint_at(const rigid_body *b, const double *q) { return b->ratio * q[b->q] + b->offset; }

/* X_pi(q), the body's pose in its parent, given the sine and cosine of where its joint stands. */
static inline rigid_transform rigid_body_pose_at(const rigid_body *b, const double *q, double angle,
                                                 rigid_sine_cosine turn) {
    rigid_transform X = b->tree;
    switch (b->kind) {
    case RIGID_REVOLUTE:
        X.R = rigid_turn_z(X.R, turn);
        return X;
    case RIGID_PRISMATIC:
        X.p = v3_add_scaled(X.p, angle, m3_column_z(X.R));
        return X;
    case RIGID_HELICAL:
        X.p = v3_add_scaled(X.p, b->pitch * angle, m3_column_z(X.R));
        X.R = rigid_turn_z(X.R, turn);
        return X;
    case RIGID_SPHERICAL:
        return rigid_pose_spherical(X, q + b->q);
    case RIGID_FREE:
        X.p = rigid_transform_point(X, (v3){q[b->q], q[b->q + 1], q[b->q + 2]});
        return rigid_pose_spherical(X, q + b->q + 3);
    case RIGID_JOINT_KINDS:
    default:
        return X;
    }
}

/* How far the joint has moved the body's origin, in the parent's axes. */
static inline v3 rigid_joint_slide(const rigid_body *b, const double *q, double angle) {
    switch (b->kind) {
    case RIGID_PRISMATIC:
        return v3_scale(angle, m3_column_z(b->tree.R));
    case RIGID_HELICAL:
        return v3_scale(b->pitch * angle, m3_column_z(b->tree.R));
    case RIGID_FREE:
        return m3_mul_v3(b->tree.R, (v3){q[b->q], q[b->q + 1], q[b->q + 2]});
    case RIGID_REVOLUTE:
    case RIGID_SPHERICAL:
    case RIGID_JOINT_KINDS:
    default:
        return v3_zero();
    }
}

/* S x for numbers x of a joint: the motion across it, in the moving frame. */
static inline rigid_motion rigid_joint_motion(const rigid_body *b, const double *x) {
    rigid_motion m = rigid_motion_zero();
    const double *at = x + b->v;
    switch (b->kind) {
    case RIGID_REVOLUTE:
        m.angular.z = b->ratio * at[0];
        break;
    case RIGID_PRISMATIC:
        m.linear.z = b->ratio * at[0];
        break;
    case RIGID_HELICAL:
        m.angular.z = b->ratio * at[0];
        m.linear.z = b->pitch * m.angular.z;
        break;
    case RIGID_SPHERICAL:
        m.angular = (v3){at[0], at[1], at[2]};
        break;
    case RIGID_FREE:
        m.linear = (v3){at[0], at[1], at[2]};
        m.angular = (v3){at[3], at[4], at[5]};
        break;
    case RIGID_JOINT_KINDS:
    default:
        break;
    }
    return m;
}

/* S_k x for freedom k alone, ratio not counted, in the moving frame. */
static inline rigid_motion rigid_freedom_motion(const rigid_body *b, int k, double x) {
    const double l[3] = {k == 0 ? x : 0, k == 1 ? x : 0, k == 2 ? x : 0};
    const double a[3] = {k == 3 ? x : 0, k == 4 ? x : 0, k == 5 ? x : 0};
    switch (b->kind) {
    case RIGID_REVOLUTE:
        return (rigid_motion){{0, 0, 0}, {0, 0, x}};
    case RIGID_PRISMATIC:
        return (rigid_motion){{0, 0, x}, {0, 0, 0}};
    case RIGID_HELICAL:
        return (rigid_motion){{0, 0, b->pitch * x}, {0, 0, x}};
    case RIGID_SPHERICAL:
        return (rigid_motion){{0, 0, 0}, {l[0], l[1], l[2]}};
    case RIGID_FREE:
        return (rigid_motion){{l[0], l[1], l[2]}, {a[0], a[1], a[2]}};
    case RIGID_JOINT_KINDS:
    default:
        return rigid_motion_zero();
    }
}

/* tau += Sᵀ f, in the moving frame. */
static inline void rigid_joint_add_force(const rigid_body *b, rigid_force f, double *tau) {
    double *at = tau + b->v;
    switch (b->kind) {
    case RIGID_REVOLUTE:
        at[0] += b->ratio * f.angular.z;
        break;
    case RIGID_PRISMATIC:
        at[0] += b->ratio * f.linear.z;
        break;
    case RIGID_HELICAL:
        at[0] += b->ratio * (f.angular.z + b->pitch * f.linear.z);
        break;
    case RIGID_SPHERICAL:
        at[0] += f.angular.x, at[1] += f.angular.y, at[2] += f.angular.z;
        break;
    case RIGID_FREE:
        at[0] += f.linear.x, at[1] += f.linear.y, at[2] += f.linear.z;
        at[3] += f.angular.x, at[4] += f.angular.y, at[5] += f.angular.z;
        break;
    case RIGID_JOINT_KINDS:
    default:
        break;
    }
}

/* The same motion seen from the body whose pose is X: X⁻¹ v. */
static inline rigid_motion rigid_into_body(rigid_transform X, rigid_motion v) {
    return (rigid_motion){m3_tmul_v3(X.R, v3_add(v.linear, v3_cross(v.angular, X.p))), m3_tmul_v3(X.R, v.angular)};
}

/* The columns of S of a body at the world pose X, ratio included. */
void rigid_world_columns(const rigid_body *b, const rigid_transform *X, rigid_motion S[RIGID_JOINT_NV_MAX]);

/* Six rows of ws->carrier: a motion of each freedom that carries a body, from the root on. */
static inline void rigid_put_carrier(double *const *rows, int at, w6 S) {
    rows[0][at] = w3_x(S.linear), rows[1][at] = w3_y(S.linear), rows[2][at] = w3_z(S.linear);
    rows[3][at] = w3_x(S.angular), rows[4][at] = w3_y(S.angular), rows[5][at] = w3_z(S.angular);
}
static inline rigid_motion rigid_carrier(double *const *rows, int at) {
    return (rigid_motion){{rows[0][at], rows[1][at], rows[2][at]}, {rows[3][at], rows[4][at], rows[5][at]}};
}

/* The sine and cosine of ws->angle[i], once those of all that are near stand beside it. */
static inline rigid_sine_cosine rigid_turn_of(const rigid_workspace *ws, int i) {
    return rigid_is_near(ws->angle[i]) ? (rigid_sine_cosine){ws->sine[i], ws->cosine[i]} : rigid_sincos(ws->angle[i]);
}

/* Writes angle, sine and cosine of every body: apart from all that waits for its parent, and several at a time. */
static inline void rigid_put_turns(const rigid_model *model, rigid_workspace *ws, const double *q) {
    for (int i = 1; i <= model->count; i++)
        ws->angle[i] = rigid_joint_at(&model->body[i], q);
    rigid_sincos_all(model->count / 4 + 1, ws->angle, ws->sine, ws->cosine);
}

/* R Rz, both by columns. */
static inline w33 rigid_turned_columns(w33 R, rigid_sine_cosine turn) {
    return (w33){w3_add(w3_scale(turn.c, R.x), w3_scale(turn.s, R.y)),
                 w3_sub(w3_scale(turn.c, R.y), w3_scale(turn.s, R.x)), R.z};
}

/* Writes X of every body. */
static inline void rigid_joint_poses(const rigid_model *model, rigid_workspace *ws, const double *q) {
    rigid_put_turns(model, ws, q);
    for (int i = 1; i <= model->count; i++)
        ws->X[i] = rigid_body_pose_at(&model->body[i], q, ws->angle[i], rigid_turn_of(ws, i));
}
/* What the point at r of a body that turns so accelerates more than its origin: α x r + ω x (ω x r) */
static inline w3 rigid_turning(w3 w, w3 alpha, w3 r) { return w3_cross_pair(alpha, r, w, w3_cross(w, r)); }

/* Where a turn about z by that much puts what a body with these constants carries:
   (c r.x + s r.y, c r.y - s r.x, r.z) of each row r. */
static inline w3 rigid_turn_row(w3 r, w3 c, w3 s) { return w3_add(w3_times(r, c), w3_times(w3_yxz(r), s)); }
static inline rigid_wide_pose rigid_turned_pose(const rigid_wide_body *b, rigid_sine_cosine turn) {
    const w3 c = w3_make(turn.c, turn.c, 1), s = w3_make(turn.s, -turn.s, 0);
    const w33 rows = {rigid_turn_row(b->rows.x, c, s), rigid_turn_row(b->rows.y, c, s),
                      rigid_turn_row(b->rows.z, c, s)};
    return (rigid_wide_pose){rows, rigid_turned_columns(b->columns, turn), b->p};
}
static inline rigid_wide_pose rigid_wide_pose_of(rigid_transform X) {
    return (rigid_wide_pose){w33_rows(X.R), w33_columns(X.R), w3_of(X.p)};
}
/* Writes `pose` of every body. */
static inline void rigid_wide_poses(const rigid_model *model, rigid_workspace *ws, const double *q) {
    rigid_put_turns(model, ws, q);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const rigid_sine_cosine turn = rigid_turn_of(ws, i);
        ws->pose[i] = b->kind == RIGID_REVOLUTE ? rigid_turned_pose(&b->wide, turn)
                                                : rigid_wide_pose_of(rigid_body_pose_at(b, q, ws->angle[i], turn));
    }
}
/* Writes X and Xw of every body. */
void rigid_poses(const rigid_model *model, rigid_workspace *ws, const double *q);
/* Writes X, Xw and V. */
void rigid_origin_motions(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v);

#endif
