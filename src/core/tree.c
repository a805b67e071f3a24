/* Passes from the root to the leaves. */
#include "tree.h"

RIGID_KERNEL(void, rigid_world_columns,
             (const rigid_body *b, const rigid_transform *X, rigid_motion S[RIGID_JOINT_NV_MAX])) {
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

RIGID_KERNEL(void, rigid_poses, (const rigid_model *model, rigid_workspace *ws, const double *q)) {
    rigid_joint_poses(model, ws, q);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        ws->Xw[i] = rigid_transform_mul(ws->Xw[b->parent], ws->X[i]);
    }
}

/* u = u_p + ω_p x r + u_J,  ω = ω_p + ω_J  with r from the parent's origin */
RIGID_KERNEL(void, rigid_origin_motions,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v)) {
    rigid_poses(model, ws, q);
    ws->V[0] = rigid_motion_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const rigid_motion V = ws->V[b->parent], joint = rigid_joint_motion(b, v);
        const v3 r = m3_mul_v3(ws->Xw[b->parent].R, ws->X[i].p);
        ws->V[i].linear = v3_add(v3_add(V.linear, v3_cross(V.angular, r)), m3_mul_v3(ws->Xw[i].R, joint.linear));
        ws->V[i].angular = v3_add(V.angular, m3_mul_v3(ws->Xw[i].R, joint.angular));
    }
}
