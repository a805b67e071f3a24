/* B is linear in M, so it adds like an inertia: every subtree has one. Of freedom j, with Ṡ = V × S:
   f1 = M Ṡ_j + B S_j, f2 = M S_j, f3 = Bᵀ S_j;  C_ij = S_iᵀ f1,  C_ji = Ṡ_iᵀ f2 + S_iᵀ f3 for every ancestor i. */
#include "coriolis.h"
#include "tree.h"

#include <string.h>

/* The pairs of freedom e (number k of body i) with those of its own body and of its ancestors. */
static void add_column(const rigid_model *model, const rigid_workspace *ws, int i, int k, double *C) {
    const rigid_body *b = &model->body[i];
    int n = model->nv, e = b->v + k;
    rigid_motion S = ws->S[b->dof + k], dS = ws->S1[b->dof + k];
    rigid_force f1 = rigid_force_add(rigid_inertia_mul(ws->M[i], dS), rigid_coriolis_factor_mul(&ws->B[i], S));
    rigid_force f2 = rigid_inertia_mul(ws->M[i], S), f3 = rigid_coriolis_factor_tmul(&ws->B[i], S);
    for (int d = 0; d < rigid_joint_nv[b->kind]; d++)
        C[(b->v + d) * n + e] += rigid_motion_dot(ws->S[b->dof + d], f1);
    for (int j = b->parent; j > 0; j = model->body[j].parent) {
        const rigid_body *above = &model->body[j];
        for (int d = 0; d < rigid_joint_nv[above->kind]; d++) {
            rigid_motion Sd = ws->S[above->dof + d], dSd = ws->S1[above->dof + d];
            C[(above->v + d) * n + e] += rigid_motion_dot(Sd, f1);
            C[e * n + above->v + d] += rigid_motion_dot(dSd, f2) + rigid_motion_dot(Sd, f3);
        }
    }
}

RIGID_KERNEL(void, rigid_coriolis_matrix,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *C)) {
    memset(C, 0, (size_t)model->nv * (size_t)model->nv * sizeof *C);
    rigid_world_twists(model, ws, q, v);
    rigid_world_inertias(model, ws);
    ws->B[0] = (rigid_coriolis_factor){v3_zero(), m3_zero()};
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        ws->B[i] = rigid_christoffel_factor(&ws->M[i], ws->V[i]);
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
            ws->S1[b->dof + k] = rigid_motion_cross(ws->V[i], ws->S[b->dof + k]);
    }
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
            add_column(model, ws, i, k, C);
        ws->M[b->parent] = rigid_inertia_add(ws->M[b->parent], ws->M[i]);
        ws->B[b->parent] = rigid_coriolis_factor_add(ws->B[b->parent], ws->B[i]);
    }
}

/* ---- other factors, column by column --------------------------------------------------------------------------------- */

/* B(M, v) w */
static rigid_force factor_force(rigid_inertia M, rigid_motion v, rigid_motion w, rigid_factor factor) {
    rigid_force body = rigid_motion_cross_force(v, rigid_inertia_mul(M, w));
    rigid_force rate = rigid_inertia_mul(M, rigid_motion_cross(v, w));
    switch (factor) {
    case RIGID_FACTOR_REFERENCE:
        return rigid_force_sub(body, rate);
    case RIGID_FACTOR_CHRISTOFFEL: {
        rigid_force turned = rigid_motion_cross_force(w, rigid_inertia_mul(M, v));
        return rigid_force_scale(0.5, rigid_force_add(rigid_force_sub(body, rate), turned));
    }
    case RIGID_FACTOR_BODY:
    default:
        return body;
    }
}

/* The forces on the bodies that freedom d of body i carries, when it alone has reference velocity one. */
static void column_forces(const rigid_model *model, rigid_workspace *ws, int i, int d, rigid_factor factor) {
    rigid_motion w = ws->S[d], a = rigid_motion_cross(ws->V[i], w);
    for (int j = 0; j <= model->count; j++) {
        bool carried = j == i || (j > i && ws->D[model->body[j].parent] != 0);
        ws->D[j] = carried;
        ws->F[j] = !carried
                       ? rigid_force_zero()
                       : rigid_force_add(rigid_inertia_mul(ws->M[j], a), factor_force(ws->M[j], ws->V[j], w, factor));
    }
}

RIGID_KERNEL(void, rigid_coriolis_matrix_by,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, rigid_factor factor,
              double *C)) {
    int n = model->nv;
    memset(C, 0, (size_t)n * (size_t)n * sizeof *C);
    rigid_world_twists(model, ws, q, v);
    rigid_world_inertias(model, ws);
    for (int i = 1; i <= model->count; i++)
        for (int k = 0; k < rigid_joint_nv[model->body[i].kind]; k++) {
            column_forces(model, ws, i, model->body[i].dof + k, factor);
            for (int j = model->count; j >= 1; j--) {
                const rigid_body *b = &model->body[j];
                for (int d = 0; d < rigid_joint_nv[b->kind]; d++)
                    C[(b->v + d) * n + model->body[i].v + k] += rigid_motion_dot(ws->S[b->dof + d], ws->F[j]);
                ws->F[b->parent] = rigid_force_add(ws->F[b->parent], ws->F[j]);
            }
        }
}
