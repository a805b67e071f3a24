/* Of each freedom, with p its body's parent:  S1 = V_p × S,  S2 = A_p × S + V_p × S1,  S3 = S1 + V × S.
   Of freedom j with the inertia M, factor B and force f of its subtree:
   t1 = M S,  t2 = 2B S + M S3,  t3 = 2B S1 + M S2 + (f)×̄ S,  t4 = 2Bᵀ S;  for every ancestor i:
   ∂τ_i/∂q_j = S_iᵀ t3,  ∂τ_i/∂v_j = S_iᵀ t2,  ∂τ_j/∂q_i = t1ᵀ S2_i + t4ᵀ S1_i,  ∂τ_j/∂v_i = t1ᵀ S3_i + t4ᵀ S_i. */
#include "derivatives.h"

#include "aba.h"
#include "coriolis.h"
#include "ltdl.h"
#include "tree.h"

#include <string.h>

static void directions(const rigid_model *model, rigid_workspace *ws) {
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        rigid_motion Vp = ws->V[b->parent], Ap = ws->A[b->parent];
        for (int d = b->dof; d < b->dof + rigid_joint_nv[b->kind]; d++) {
            rigid_motion S = ws->S[d];
            ws->S1[d] = rigid_motion_cross(Vp, S);
            ws->S2[d] = rigid_motion_add(rigid_motion_cross(Ap, S), rigid_motion_cross(Vp, ws->S1[d]));
            ws->S3[d] = rigid_motion_add(ws->S1[d], rigid_motion_cross(ws->V[i], S));
        }
    }
}

/* M, 2B and f = M a + v ×̄* M v of each body at the world's origin. */
static void bodies(const rigid_model *model, rigid_workspace *ws) {
    rigid_world_inertias(model, ws);
    ws->B[0] = (rigid_coriolis_factor){v3_zero(), m3_zero()};
    ws->F[0] = rigid_force_zero();
    for (int i = 1; i <= model->count; i++) {
        rigid_coriolis_factor B = rigid_christoffel_factor(&ws->M[i], ws->V[i]);
        ws->B[i] = rigid_coriolis_factor_add(B, B);
        ws->F[i] = rigid_force_add(rigid_inertia_mul(ws->M[i], ws->A[i]), rigid_inertia_bias(ws->M[i], ws->V[i]));
    }
}

typedef struct {
    double *q, *v, *H;
} outputs;

/* What freedom j of a body makes of those above it. */
typedef struct {
    rigid_force t1, t2, t3, t4;
} effects;

/* ws->product: ∂τ_i/∂q_j, ∂τ_i/∂v_j, ∂τ_j/∂q_i, ∂τ_j/∂v_i and the inertia between, of groups of four freedoms i. */
static inline void project(const rigid_workspace *ws, const effects t, int groups) {
    double *const *rows = ws->carrier;
    double *qi = ws->product[0], *vi = ws->product[1], *qj = ws->product[2], *vj = ws->product[3], *h = ws->product[4];
    RIGID_INDEPENDENT
    for (int k = 0; k < 4 * groups; k++) {
        rigid_motion S = rigid_carrier(rows, k), S1 = rigid_carrier(rows + 6, k), S2 = rigid_carrier(rows + 12, k);
        qi[k] = rigid_motion_dot(S, t.t3);
        vi[k] = rigid_motion_dot(S, t.t2);
        qj[k] = rigid_motion_dot(S2, t.t1) + rigid_motion_dot(S1, t.t4);
        vj[k] = rigid_motion_dot(rigid_carrier(rows + 18, k), t.t1) + rigid_motion_dot(S, t.t4);
        h[k] = rigid_motion_dot(S, t.t1);
    }
}

/* Of freedom number k of body i. */
static inline void add_column(const rigid_model *model, const rigid_workspace *ws, int i, int k, outputs out) {
    const rigid_body *b = &model->body[i];
    int n = model->nv, e = b->v + k, j = b->dof + k;
    const rigid_inertia M = ws->M[i];
    const rigid_coriolis_factor *B = &ws->B[i];
    rigid_motion S = ws->S[j];
    rigid_force own = rigid_force_add(rigid_coriolis_factor_mul(B, ws->S1[j]), rigid_inertia_mul(M, ws->S2[j]));
    effects t;
    t.t1 = rigid_inertia_mul(M, S);
    t.t2 = rigid_force_add(rigid_coriolis_factor_mul(B, S), rigid_inertia_mul(M, ws->S3[j]));
    t.t3 = rigid_force_add(own, rigid_motion_cross_force(S, ws->F[i])); /* (f)×̄ S = S ×̄* f */
    t.t4 = rigid_coriolis_factor_tmul(B, S);
    for (int d = 0; d < rigid_joint_nv[b->kind]; d++) { /* its own body: the force turns with it */
        int row = (b->v + d) * n + e;
        rigid_motion Sd = ws->S[b->dof + d];
        out.q[row] += rigid_motion_dot(Sd, own);
        out.v[row] += rigid_motion_dot(Sd, t.t2);
        out.H[row] += rigid_motion_dot(Sd, t.t1);
    }
    out.H[e * (n + 1)] += b->ratio * b->ratio * b->armature;
    project(ws, t, (b->above + 3) / 4);
    for (int d = 0; d < b->above; d++) {
        int f = ws->carrier_v[d], row = f * n + e, column = e * n + f;
        out.q[row] += ws->product[0][d];
        out.v[row] += ws->product[1][d];
        out.q[column] += ws->product[2][d];
        out.v[column] += ws->product[3][d];
        out.H[row] += ws->product[4][d];
        out.H[column] += ws->product[4][d];
    }
}

/* The freedoms of a body join those above it. */
static inline void push_columns(const rigid_workspace *ws, const rigid_body *b) {
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
        const int at = b->above + k, d = b->dof + k;
        rigid_put_carrier(ws->carrier, at, ws->S[d]), rigid_put_carrier(ws->carrier + 6, at, ws->S1[d]);
        rigid_put_carrier(ws->carrier + 12, at, ws->S2[d]), rigid_put_carrier(ws->carrier + 18, at, ws->S3[d]);
        ws->carrier_v[at] = b->v + k;
    }
}

RIGID_KERNEL(void, rigid_rnea_derivatives,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *a,
              double *dtau_dq, double *dtau_dv, double *H)) {
    size_t bytes = (size_t)model->nv * (size_t)model->nv * sizeof(double);
    memset(dtau_dq, 0, bytes), memset(dtau_dv, 0, bytes), memset(H, 0, bytes);
    rigid_world_accelerations(model, ws, q, v, a, true);
    directions(model, ws);
    bodies(model, ws);
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        ws->M[b->parent] = rigid_inertia_add(ws->M[b->parent], ws->M[i]);
        ws->B[b->parent] = rigid_coriolis_factor_add(ws->B[b->parent], ws->B[i]);
        ws->F[b->parent] = rigid_force_add(ws->F[b->parent], ws->F[i]);
    }
    for (int i = 1; i <= model->count; i++) {
        for (int k = 0; k < rigid_joint_nv[model->body[i].kind]; k++)
            add_column(model, ws, i, k, (outputs){dtau_dq, dtau_dv, H});
        push_columns(ws, &model->body[i]);
    }
}

/* ∂a/∂x = -H⁻¹ ∂τ/∂x. ABA first: where it finds a joint that moves nothing, nothing has been written. */
RIGID_KERNEL(rigid_status, rigid_aba_derivatives,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *tau,
              double *a, double *da_dq, double *da_dv, double *Hinv, int *freedom)) {
    rigid_status status = rigid_aba(model, ws, q, v, tau, NULL, a, freedom);
    if (status != RIGID_OK)
        return status;
    rigid_rnea_derivatives(model, ws, q, v, a, da_dq, da_dv, Hinv);
    const int n = model->nv;
    status = rigid_ltdl(n, Hinv, ws, freedom);
    if (status != RIGID_OK)
        return status;
    rigid_ltdl_solve(n, Hinv, ws, -1, da_dq, n);
    rigid_ltdl_solve(n, Hinv, ws, -1, da_dv, n);
    rigid_ltdl_invert(n, Hinv, ws);
    return RIGID_OK;
}
