/* Passes from the root to the leaves. */
#include "tree.h"

RIGID_KERNEL(void, rigid_world_columns,
             (const rigid_body *b, const rigid_transform *X, rigid_motion S[RIGID_JOINT_NV_MAX])) {
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        S[k] = rigid_transform_motion(*X, rigid_freedom_motion(b, k, b->ratio));
}

RIGID_KERNEL(void, rigid_poses, (const rigid_model *model, rigid_workspace *ws, const double *q)) {
    rigid_joint_poses(model, ws, q);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        ws->Xw[i] = rigid_transform_mul(ws->Xw[b->parent], ws->X[i]);
    }
}

/* Σ S_k x_k over the freedoms of a body. */
static rigid_motion across(const rigid_body *b, const rigid_motion *S, const double *x) {
    rigid_motion sum = rigid_motion_scale(x[b->v], S[b->dof]);
    for (int k = 1; k < rigid_joint_nv[b->kind]; k++)
        sum = rigid_motion_add(sum, rigid_motion_scale(x[b->v + k], S[b->dof + k]));
    return sum;
}

/* V = V_p + S q̇ */
RIGID_KERNEL(void, rigid_world_twists,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v)) {
    rigid_poses(model, ws, q);
    ws->V[0] = rigid_motion_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        rigid_world_columns(b, &ws->Xw[i], ws->S + b->dof);
        ws->V[i] = rigid_motion_add(ws->V[b->parent], across(b, ws->S, v));
    }
}
