/* Passes from the root to the leaves. */
#include "tree.h"

RIGID_KERNEL(void, rigid_world_columns,
             (const rigid_turns *t, const rigid_body *b, const rigid_transform *X, rigid_motion S[RIGID_JOINT_NV_MAX]),
             (t, b, X, S)) {
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        S[k] = rigid_transform_motion(*X, rigid_motion_scale(b->ratio, rigid_joint_column(t, b, k)));
}

static inline void put_poses(const rigid_model *model, const rigid_poses_scratch *ws, const double *q) {
    rigid_joint_poses(model, ws, q);
    ws->Xw[0] = rigid_transform_identity();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        ws->Xw[i] = rigid_transform_mul(ws->Xw[b->parent], ws->X[i]);
    }
}

RIGID_KERNEL(void, rigid_poses, (const rigid_model *model, rigid_workspace *ws, const double *q), (model, ws, q)) {
    RIGID_SCRATCH_IN_USE(ws, poses);
    put_poses(model, &ws->poses, q);
}

/* u = u_p + ω_p x r + u_J,  ω = ω_p + ω_J  with r from the parent's origin */
RIGID_KERNEL(void, rigid_origin_motions,
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v), (model, all, q, v)) {
    const rigid_poses_scratch *ws = &all->poses;
    RIGID_SCRATCH_IN_USE(all, poses);
    put_poses(model, ws, q);
    ws->V[0] = rigid_motion_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const rigid_motion V = ws->V[b->parent], joint = rigid_joint_motion(&ws->turns, b, v);
        const v3 r = m3_mul_v3(ws->Xw[b->parent].R, ws->X[i].p);
        ws->V[i].linear = v3_add(v3_add(V.linear, v3_cross(V.angular, r)), m3_mul_v3(ws->Xw[i].R, joint.linear));
        ws->V[i].angular = v3_add(V.angular, m3_mul_v3(ws->Xw[i].R, joint.angular));
    }
}
