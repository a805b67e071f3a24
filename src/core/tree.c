/* Passes from the root to the leaves. */
#include "tree.h"

RIGID_KERNEL(void, rigid_world_columns,
             (const rigid_body *b, const rigid_transform *X, rigid_motion S[RIGID_JOINT_NV_MAX]), (b, X, S)) {
    m3 axes = m3_transpose(X->R);
    const v3 axis[3] = {axes.x, axes.y, axes.z}, zero = {0, 0, 0}, p = X->p;
    v3 z = v3_scale(b->ratio, axes.z);
    switch (b->kind) {
    case RIGID_REVOLUTE:
        S[0] = (rigid_motion){v3_cross(p, z), z};
        break;
    case RIGID_PRISMATIC:
        S[0] = (rigid_motion){z, zero};
        break;
    case RIGID_HELICAL:
        S[0] = (rigid_motion){v3_add_scaled(v3_cross(p, z), b->pitch, z), z};
        break;
    case RIGID_SPHERICAL:
        for (int k = 0; k < 3; k++)
            S[k] = (rigid_motion){v3_cross(p, axis[k]), axis[k]};
        break;
    case RIGID_FREE:
        for (int k = 0; k < 3; k++) {
            S[k] = (rigid_motion){axis[k], zero};
            S[k + 3] = (rigid_motion){v3_cross(p, axis[k]), axis[k]};
        }
        break;
    case RIGID_JOINT_KINDS:
    default:
        break;
    }
}

RIGID_KERNEL(void, rigid_poses, (const rigid_model *model, rigid_workspace *ws, const double *q), (model, ws, q)) {
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
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v), (model, ws, q, v)) {
    rigid_poses(model, ws, q);
    ws->V[0] = rigid_motion_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        rigid_world_columns(b, &ws->Xw[i], ws->S + b->dof);
        ws->V[i] = rigid_motion_add(ws->V[b->parent], across(b, ws->S, v));
    }
}
