/* Poses and Jacobians are gathered from the frame down to the root. What depends on velocities is computed at the world's
   origin, then seen from where it is asked for. Bodies off the way between the root and the frame are not touched. */
#include "kinematics.h"
#include "tree.h"

#include <string.h>

/* Mark the way in u (by body, 1 where on it): parents come before children, so one loop upward suffices afterwards. */
static void mark_way(const rigid_model *model, rigid_workspace *ws, int body) {
    for (int i = 1; i <= model->count; i++)
        ws->D[i] = 0;
    for (int i = body; i > 0; i = model->body[i].parent)
        ws->D[i] = 1;
}

static void poses_on_way(const rigid_model *model, rigid_workspace *ws, const double *q, int body) {
    mark_way(model, ws, body);
    for (int i = 1; i <= body; i++)
        if (ws->D[i] != 0) {
            const rigid_body *b = &model->body[i];
            ws->X[i] = rigid_body_pose(b, q);
            ws->Xw[i] = rigid_transform_mul(ws->Xw[b->parent], ws->X[i]);
            rigid_world_columns(b, &ws->Xw[i], ws->S + b->dof);
        }
}

static rigid_motion across(const rigid_body *b, const rigid_motion *S, const double *x) {
    rigid_motion sum = rigid_motion_zero();
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        sum = rigid_motion_add(sum, rigid_motion_scale(x[b->v + k], S[b->dof + k]));
    return sum;
}

/* V = V_p + S q̇,  A = A_p + S q̈ + V × S q̇ */
static void moves_on_way(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                         const double *a, int body) {
    poses_on_way(model, ws, q, body);
    ws->V[0] = ws->A[0] = rigid_motion_zero();
    for (int i = 1; i <= body; i++)
        if (ws->D[i] != 0) {
            const rigid_body *b = &model->body[i];
            rigid_motion vJ = across(b, ws->S, v);
            ws->V[i] = rigid_motion_add(ws->V[b->parent], vJ);
            rigid_motion aJ = rigid_motion_add(across(b, ws->S, a), rigid_motion_cross(ws->V[i], vJ));
            ws->A[i] = rigid_motion_add(ws->A[b->parent], aJ);
        }
}

/* A motion at the world's origin, seen in the view asked for. */
static inline rigid_motion view_motion(rigid_transform X, rigid_view view, rigid_motion v) {
    if (view == RIGID_WORLD)
        return v;
    return view == RIGID_LOCAL ? rigid_into_body(X, v) : rigid_motion_shift(v, X.p);
}

/* X of the bodies on the way, but for those not above `root`: none waits for another, and their sines and cosines are
   taken together. */
static inline void joint_poses_on_way(const rigid_model *model, rigid_workspace *ws, const double *q, int body,
                                      int root) {
    int count = 0;
    for (int i = body; i > root; i = model->body[i].parent)
        ws->angle[count++] = rigid_joint_at(&model->body[i], q);
    rigid_sincos_all((count + 3) / 4, ws->angle, ws->sine, ws->cosine);
    count = 0;
    for (int i = body; i > root; i = model->body[i].parent, count++)
        ws->X[i] = rigid_body_pose_at(&model->body[i], q, ws->angle[count], rigid_turn_of(ws, count));
}

/* The pose of F, those of the joints being known. */
static inline rigid_transform pose_on_way(const rigid_model *model, const rigid_workspace *ws, rigid_frame F) {
    rigid_transform X = F.X;
    for (int i = F.body; i > 0; i = model->body[i].parent)
        X = rigid_transform_mul(ws->X[i], X);
    return X;
}

RIGID_KERNEL(rigid_transform, rigid_frame_pose,
             (const rigid_model *model, rigid_workspace *ws, const double *q, rigid_frame F)) {
    joint_poses_on_way(model, ws, q, F.body, 0);
    return pose_on_way(model, ws, F);
}

RIGID_KERNEL(rigid_motion, rigid_frame_twist,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, rigid_frame F,
              rigid_view view)) {
    moves_on_way(model, ws, q, v, ws->zero, F.body);
    return view_motion(rigid_transform_mul(ws->Xw[F.body], F.X), view, ws->V[F.body]);
}

RIGID_KERNEL(rigid_motion, rigid_frame_acceleration,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *a,
              rigid_frame F, rigid_view view, bool classical)) {
    moves_on_way(model, ws, q, v, a, F.body);
    rigid_transform X = rigid_transform_mul(ws->Xw[F.body], F.X);
    rigid_motion V = view_motion(X, view, ws->V[F.body]), A = view_motion(X, view, ws->A[F.body]);
    if (classical) /* of the point: a + ω x v */
        A.linear = v3_add(A.linear, v3_cross(V.angular, V.linear));
    return A;
}

static void put_column(double *J, int n, int e, rigid_motion v) {
    J[e] += v.linear.x, J[n + e] += v.linear.y, J[2 * n + e] += v.linear.z;
    J[3 * n + e] += v.angular.x, J[4 * n + e] += v.angular.y, J[5 * n + e] += v.angular.z;
}

/* What a frame at X in a body does with each freedom of its joint, at the frame, in its axes: (Rᵀ (s x p), Rᵀ s) for a
   turn about s, (Rᵀ s, 0) for a step along it. */
static inline void local_columns(const rigid_body *b, const rigid_transform *X, rigid_motion S[RIGID_JOINT_NV_MAX]) {
    const m3 R = X->R; /* its rows are Rᵀ of the axes */
    const v3 p = X->p;
    const v3 turn_z = v3_add_scaled(v3_scale(p.x, R.y), -p.y, R.x);
    if (b->kind == RIGID_REVOLUTE)
        S[0] = rigid_motion_scale(b->ratio, (rigid_motion){turn_z, R.z});
    else if (b->kind == RIGID_FREE) {
        v3 turn_x = v3_add_scaled(v3_scale(p.y, R.z), -p.z, R.y), turn_y = v3_add_scaled(v3_scale(p.z, R.x), -p.x, R.z);
        S[0] = (rigid_motion){R.x, v3_zero()}, S[1] = (rigid_motion){R.y, v3_zero()},
        S[2] = (rigid_motion){R.z, v3_zero()};
        S[3] = (rigid_motion){turn_x, R.x}, S[4] = (rigid_motion){turn_y, R.y}, S[5] = (rigid_motion){turn_z, R.z};
    } else
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
            S[k] = rigid_into_body(*X, rigid_freedom_motion(b, k, b->ratio));
}

/* A motion at F, in its axes, in the view asked for; X is the pose of F. */
static inline rigid_motion view_local(rigid_transform X, rigid_view view, rigid_motion v) {
    if (view == RIGID_LOCAL)
        return v;
    return view == RIGID_WORLD ? rigid_transform_motion(X, v) : rigid_motion_re_express(v, X.R);
}

/* The body on the way that hangs from the world; 0 for the world itself. */
static inline int root_of(const rigid_model *model, int body) {
    while (model->body[body].parent > 0)
        body = model->body[body].parent;
    return body;
}

RIGID_KERNEL(void, rigid_jacobian,
             (const rigid_model *model, rigid_workspace *ws, const double *q, rigid_frame F, rigid_view view,
              double *J)) {
    /* seen from the frame itself, where the root stands does not matter */
    const int root = view == RIGID_LOCAL ? root_of(model, F.body) : 0;
    memset(J, 0, 6 * (size_t)model->nv * sizeof *J);
    joint_poses_on_way(model, ws, q, F.body, root);
    rigid_transform pose = view == RIGID_LOCAL ? F.X : pose_on_way(model, ws, F), X = F.X;
    for (int i = F.body; i > 0; i = model->body[i].parent) {
        const rigid_body *b = &model->body[i];
        rigid_motion S[RIGID_JOINT_NV_MAX];
        local_columns(b, &X, S);
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
            put_column(J, model->nv, b->v + k, view_local(pose, view, S[k]));
        if (b->parent > 0)
            X = rigid_transform_mul(ws->X[i], X);
    }
}

/* World: Ṡ = V × S. Local: X⁻¹ (Ṡ - V_F × S). Aligned: Ṡ shifted, and the point itself moves, ω_S x ṗ. */
static rigid_motion view_rate(rigid_transform X, rigid_view view, rigid_motion VF, rigid_motion S, rigid_motion dS) {
    if (view == RIGID_LOCAL)
        return rigid_into_body(X, rigid_motion_sub(dS, rigid_motion_cross(VF, S)));
    if (view == RIGID_WORLD)
        return dS;
    rigid_motion shifted = rigid_motion_shift(dS, X.p);
    v3 velocity = v3_add(VF.linear, v3_cross(VF.angular, X.p));
    shifted.linear = v3_add(shifted.linear, v3_cross(S.angular, velocity));
    return shifted;
}

RIGID_KERNEL(void, rigid_jacobian_derivative,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, rigid_frame F,
              rigid_view view, double *dJ)) {
    memset(dJ, 0, 6 * (size_t)model->nv * sizeof *dJ);
    moves_on_way(model, ws, q, v, ws->zero, F.body);
    rigid_transform X = rigid_transform_mul(ws->Xw[F.body], F.X);
    for (int i = F.body; i > 0; i = model->body[i].parent) {
        const rigid_body *b = &model->body[i];
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
            rigid_motion S = ws->S[b->dof + k], dS = rigid_motion_cross(ws->V[i], S);
            put_column(dJ, model->nv, b->v + k, view_rate(X, view, ws->V[F.body], S, dS));
        }
    }
}
