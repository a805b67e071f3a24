/* B is linear in M, so it adds like an inertia: every subtree has one. Of freedom j, with Ṡ = V × S:
   f1 = M Ṡ_j + B S_j, f2 = M S_j, f3 = Bᵀ S_j;  C_ij = S_iᵀ f1,  C_ji = Ṡ_iᵀ f2 + S_iᵀ f3 for every ancestor i. */
#include "coriolis.h"
#include "world.h"

#include <string.h>

/* Ṡ = V × S + S' of a joint whose S goes with q. */
RIGID_APART void add_rates(const rigid_turns *t, const rigid_body *b, const rigid_world_pose *X, const double *v,
                           rigid_column *at) {
    w6 rate[RIGID_JOINT_NV_MAX];
    rigid_world_rates(t, b, X, v, rate);
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        at[k].S1 = w6_add(at[k].S1, rate[k]);
}

/* Root to leaves; Ṡ stands in S1. */
static inline void outward(const rigid_model *model, const rigid_coriolis_scratch *ws, const double *q, const double *v) {
    rigid_world_begin(model, &ws->turns, ws->place, q);
    ws->motion[0] = rigid_world_at_rest();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        rigid_column *at = ws->column + b->dof;
        rigid_world_pose X = rigid_world_pose_of(&ws->turns, ws->place, b, i, q);
        rigid_see_from_stem(b, i, &X);
        ws->place[i] = X;
        w6 V = ws->motion[b->parent].V;
        rigid_world_freedoms(&ws->turns, b, &X, at);
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
            V = w6_add_scaled(V, v[b->v + k], at[k].S);
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
            at[k].S1 = w6_cross(V, at[k].S);
        if (rigid_varies(b))
            add_rates(&ws->turns, b, &X, v + b->v, at);
        ws->motion[i].V = V;
        rigid_composite_of(b, &X, V, &ws->composite[i]);
    }
}

typedef struct {
    w6 f1, f2;
    w3 f3; /* a moment */
} terms;

static inline terms terms_of(const rigid_composite *c, const rigid_column *at) {
    const w6 half = w6_scale(0.5, at->S);
    return (terms){rigid_composite_factor(c, half, at->S1), rigid_composite_mul(c, at->S),
                     rigid_composite_factor_transposed(c, half)};
}

/* ws->product: C_ij and C_ji of groups of four freedoms i. */
static inline void project(const rigid_coriolis_scratch *ws, const terms *e, int groups) {
    double *const *rows = ws->jacobian;
    double *ij = ws->product[0], *ji = ws->product[1];
    const rigid_force f1 = rigid_force_of_wide(e->f1), f2 = rigid_force_of_wide(e->f2);
    const v3 f3 = w3_to_v3(e->f3);
    RIGID_INDEPENDENT
    for (int k = 0; k < 4 * groups; k++) {
        rigid_motion S = rigid_jacobian_at(rows, k), dS = rigid_jacobian_at(rows + 6, k);
        ij[k] = rigid_motion_dot(S, f1);
        ji[k] = rigid_motion_dot(dS, f2) + v3_dot(S.angular, f3);
    }
}

/* The pairs of v number e with freedoms above its body, and with those of its body, from number `above` on. Where joints
   mimic others, several pairs share a place. */
static inline void put_entries(const rigid_coriolis_scratch *ws, int n, int e, int above, int end, double *C) {
    for (int d = 0; d < end; d++) {
        const int f = ws->jacobian_v[d];
        C[f * n + e] += ws->product[0][d];
        if (d < above)
            C[e * n + f] += ws->product[1][d];
    }
}

static inline void add_columns(const rigid_model *model, const rigid_coriolis_scratch *ws, int i, double *C) {
    const rigid_body *b = &model->body[i];
    const rigid_column *at = ws->column + b->dof;
    const int count = rigid_joint_nv[b->kind], end = b->above + count;
    for (int k = 0; k < count; k++) { /* join those above */
        rigid_put_jacobian(ws->jacobian, b->above + k, at[k].S);
        rigid_put_jacobian(ws->jacobian + 6, b->above + k, at[k].S1);
        ws->jacobian_v[b->above + k] = b->v + k;
    }
    for (int k = 0; k < count; k++) {
        const terms e = terms_of(&ws->composite[i], &at[k]);
        project(ws, &e, ((count > 1 ? end : b->above) + 3) / 4);
        if (count == 1) /* alone, it need not wait for its row */
            ws->product[0][b->above] = w6_dot(at->S, e.f1);
        put_entries(ws, model->nv, b->v + k, b->above, end, C);
    }
}

RIGID_KERNEL(void, rigid_coriolis_matrix,
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v, double *C),
             (model, all, q, v, C)) {
    const rigid_coriolis_scratch *ws = &all->coriolis;
    RIGID_ASSERT(rigid_apart(C, (size_t)model->nv * (size_t)model->nv, q, (size_t)model->nq));
    RIGID_ASSERT(rigid_apart(C, (size_t)model->nv * (size_t)model->nv, v, (size_t)model->nv));
    rigid_scratch_begin(all, RIGID_SCRATCH_coriolis);
    memset(C, 0, (size_t)model->nv * (size_t)model->nv * sizeof *C);
    outward(model, ws, q, v);
    for (int i = model->count; i >= 1; i--)
        if (model->body[i].parent > 0)
            rigid_composite_add(&ws->composite[model->body[i].parent], &ws->composite[i]);
    for (int i = 1; i <= model->count; i++)
        add_columns(model, ws, i, C);
    rigid_scratch_end(all, RIGID_SCRATCH_coriolis);
}

/* ---- other factors, column by column --------------------------------------------------------------------------------- */

/* B(M, V) w, of the two factors that are no Christoffel's. */
static inline w6 factor_force(const rigid_composite *c, w6 V, w6 w, rigid_factor factor) {
    const w6 body = w6_cross_force(V, rigid_composite_mul(c, w));
    return factor == RIGID_FACTOR_REFERENCE ? w6_add_scaled(body, -1, rigid_composite_mul(c, w6_cross(V, w))) : body;
}

/* Column e takes what the joint of a body bears of a force. */
static inline void put_torques(const rigid_coriolis_scratch *ws, const rigid_body *b, int n, int e, w6 f, double *C) {
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        C[(b->v + k) * n + e] += w6_dot(ws->column[b->dof + k].S, f);
}

/* Column e, of freedom number k of body i: when it alone has reference velocity one, M Ṡ + B S on each body from i to the
   last that it carries, which the joints from there to the root bear. */
static void add_column_by(const rigid_model *model, const rigid_coriolis_scratch *ws, int i, int k, rigid_factor factor, double *C) {
    const int n = model->nv, e = model->body[i].v + k, last = model->body[i].last;
    const rigid_column *at = &ws->column[model->body[i].dof + k];
    for (int j = i; j <= last; j++) {
        rigid_composite *c = &ws->composite[j];
        c->f = w6_add(rigid_composite_mul(c, at->S1), factor_force(c, ws->motion[j].V, at->S, factor));
    }
    for (int j = last; j > i; j--) {
        const rigid_body *b = &model->body[j];
        put_torques(ws, b, n, e, ws->composite[j].f, C);
        ws->composite[b->parent].f = w6_add(ws->composite[b->parent].f, ws->composite[j].f);
    }
    for (int j = i; j > 0; j = model->body[j].parent)
        put_torques(ws, &model->body[j], n, e, ws->composite[i].f, C);
}

RIGID_KERNEL(void, rigid_coriolis_matrix_by,
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v, rigid_factor factor,
              double *C), (model, all, q, v, factor, C)) {
    const rigid_coriolis_scratch *ws = &all->coriolis;
    if (factor == RIGID_FACTOR_CHRISTOFFEL) {
        rigid_coriolis_matrix(model, all, q, v, C);
        return;
    }
    RIGID_ASSERT(rigid_apart(C, (size_t)model->nv * (size_t)model->nv, q, (size_t)model->nq));
    RIGID_ASSERT(rigid_apart(C, (size_t)model->nv * (size_t)model->nv, v, (size_t)model->nv));
    rigid_scratch_begin(all, RIGID_SCRATCH_coriolis);
    memset(C, 0, (size_t)model->nv * (size_t)model->nv * sizeof *C);
    outward(model, ws, q, v);
    for (int i = 1; i <= model->count; i++)
        for (int k = 0; k < rigid_joint_nv[model->body[i].kind]; k++)
            add_column_by(model, ws, i, k, factor, C);
    rigid_scratch_end(all, RIGID_SCRATCH_coriolis);
}
