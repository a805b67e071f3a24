/* B is linear in M, so it adds like an inertia: every subtree has one. Of freedom j, with Ṡ = V × S:
   f1 = M Ṡ_j + B S_j, f2 = M S_j, f3 = Bᵀ S_j;  C_ij = S_iᵀ f1,  C_ji = Ṡ_iᵀ f2 + S_iᵀ f3 for every ancestor i. */
#include "coriolis.h"
#include "world.h"

#include <string.h>

/* Root to leaves; Ṡ stands in S1. */
static inline void outward(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v) {
    rigid_world_begin(model, ws, q);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        rigid_directions *at = ws->directions + b->dof;
        const rigid_world_pose X = ws->place[i] = rigid_world_pose_of(ws, b, i, q);
        w6 V = ws->motion[b->parent].V;
        rigid_world_freedoms(b, &X, at);
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
            V = w6_add_scaled(V, v[b->v + k], at[k].S);
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
            at[k].S1 = w6_cross(V, at[k].S);
        ws->motion[i].V = V;
        rigid_burden_of(b, &X, V, &ws->burden[i]);
    }
}

typedef struct {
    w6 f1, f2;
    w3 f3; /* a moment */
} effects;

static inline effects effects_of(const rigid_burden *c, const rigid_directions *at) {
    const w6 half = w6_scale(0.5, at->S);
    return (effects){rigid_burden_factor(c, half, at->S1), rigid_burden_inertia(c, at->S),
                     rigid_burden_factor_transposed(c, half)};
}

/* ws->product: C_ij and C_ji of groups of four freedoms i. */
static inline void project(const rigid_workspace *ws, const effects *e, int groups) {
    double *const *rows = ws->carrier;
    double *ij = ws->product[0], *ji = ws->product[1];
    const rigid_force f1 = rigid_force_of_wide(e->f1), f2 = rigid_force_of_wide(e->f2);
    const v3 f3 = w3_to_v3(e->f3);
    RIGID_INDEPENDENT
    for (int k = 0; k < 4 * groups; k++) {
        rigid_motion S = rigid_carrier(rows, k), dS = rigid_carrier(rows + 6, k);
        ij[k] = rigid_motion_dot(S, f1);
        ji[k] = rigid_motion_dot(dS, f2) + v3_dot(S.angular, f3);
    }
}

/* The pairs of v number e with freedoms above its body, and with those of its body, from number `above` on. Where joints
   mimic others, several pairs share a place. */
static inline void put_entries(const rigid_workspace *ws, int n, int e, int above, int end, double *C) {
    for (int d = 0; d < end; d++) {
        const int f = ws->carrier_v[d];
        C[f * n + e] += ws->product[0][d];
        if (d < above)
            C[e * n + f] += ws->product[1][d];
    }
}

static inline void add_columns(const rigid_model *model, const rigid_workspace *ws, int i, double *C) {
    const rigid_body *b = &model->body[i];
    const rigid_directions *at = ws->directions + b->dof;
    const int count = rigid_joint_nv[b->kind], end = b->above + count;
    for (int k = 0; k < count; k++) { /* join those above */
        rigid_put_wide_carrier(ws->carrier, b->above + k, at[k].S);
        rigid_put_wide_carrier(ws->carrier + 6, b->above + k, at[k].S1);
        ws->carrier_v[b->above + k] = b->v + k;
    }
    for (int k = 0; k < count; k++) {
        const effects e = effects_of(&ws->burden[i], &at[k]);
        project(ws, &e, ((count > 1 ? end : b->above) + 3) / 4);
        if (count == 1) /* alone, it need not wait for its row */
            ws->product[0][b->above] = w6_dot(at->S, e.f1);
        put_entries(ws, model->nv, b->v + k, b->above, end, C);
    }
}

RIGID_KERNEL(void, rigid_coriolis_matrix,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *C)) {
    memset(C, 0, (size_t)model->nv * (size_t)model->nv * sizeof *C);
    outward(model, ws, q, v);
    for (int i = model->count; i >= 1; i--)
        if (model->body[i].parent > 0)
            rigid_burden_add(&ws->burden[model->body[i].parent], &ws->burden[i]);
    for (int i = 1; i <= model->count; i++)
        add_columns(model, ws, i, C);
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
