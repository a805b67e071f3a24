/* Of each freedom, with p its body's parent:  S1 = V_p × S,  S2 = A_p × S + V_p × S1,  S3 = S1 + V × S, which is 2 S1 for
   the only freedom of a joint. V = V_p + S q̇,  A = A_p + S q̈ + S1 q̇.
   Of freedom j with the inertia M, factor B and force f of its subtree:
   t1 = M S,  t2 = 2B S + M S3,  t3 = 2B S1 + M S2 + (f)×̄ S,  t4 = 2Bᵀ S;  for every ancestor i:
   ∂τ_i/∂q_j = S_iᵀ t3,  ∂τ_i/∂v_j = S_iᵀ t2,  ∂τ_j/∂q_i = t1ᵀ S2_i + t4ᵀ S1_i,  ∂τ_j/∂v_i = t1ᵀ S3_i + t4ᵀ S_i. */
#include "derivatives.h"

#include "aba.h"
#include "../numbers/lanes.h"
#include "ltdl.h"
#include "product.h"
#include "world.h"

#include <string.h>

/* The freedoms of body i, and how it moves. */
static inline rigid_world_motion move(const rigid_body *b, rigid_column *at, rigid_world_motion parent,
                                      const double *v, const double *a) {
    const int count = rigid_joint_nv[b->kind];
    rigid_world_motion m = parent;
    for (int k = 0; k < count; k++) {
        at[k].S1 = w6_cross(parent.V, at[k].S);
        at[k].S2 = w6_add(w6_cross(parent.A, at[k].S), w6_cross(parent.V, at[k].S1));
        m.V = w6_add_scaled(m.V, v[k], at[k].S);
        m.A = w6_add_scaled(w6_add_scaled(m.A, a[k], at[k].S), v[k], at[k].S1);
    }
    for (int k = 0; k < count; k++)
        at[k].S3 = w6_add(at[k].S1, count == 1 ? at[k].S1 : w6_cross(m.V, at[k].S));
    return m;
}

/* The same where S goes with q, and changes by S' in the moving frame, that by S''. There v are the rates of q, and how V
   changes with q_j, beside turning with it, is how S_j changes with time:
   S1 = Ṡ = V × S + S',  S2 = A × S + V × (S1 + S') + S'',  S3 = 2 S1 */
RIGID_APART rigid_world_motion move_varying(const rigid_derivatives_scratch *ws, const rigid_body *b, int i, rigid_column *at,
                                            const double *v, const double *a) {
    const int count = rigid_joint_nv[b->kind];
    w6 rate[RIGID_JOINT_NV_MAX], second[RIGID_JOINT_NV_MAX];
    rigid_world_motion m = ws->motion[b->parent];
    rigid_world_rates(&ws->turns, b, &ws->place[i], v, rate);
    rigid_world_seconds(&ws->turns, b, &ws->place[i], v, a, second);
    for (int k = 0; k < count; k++)
        m.V = w6_add_scaled(m.V, v[k], at[k].S);
    for (int k = 0; k < count; k++) {
        at[k].S1 = w6_add(w6_cross(m.V, at[k].S), rate[k]);
        at[k].S3 = w6_add(at[k].S1, at[k].S1);
        m.A = w6_add_scaled(w6_add_scaled(m.A, a[k], at[k].S), v[k], at[k].S1);
    }
    for (int k = 0; k < count; k++) {
        const w6 turned = w6_add(w6_cross(m.A, at[k].S), w6_cross(m.V, w6_add(at[k].S1, rate[k])));
        at[k].S2 = w6_add(turned, second[k]);
    }
    return m;
}

/* The pose of a body that forward dynamics has placed beside its parent already. */
static inline rigid_world_pose placed(const rigid_derivatives_scratch *ws, const rigid_aba_scratch *folded,
                                      const rigid_body *b, int i) {
    return (rigid_world_pose){folded->place[i].R, w3_add(ws->place[b->parent].p, folded->place[i].p)};
}

/* Root to leaves, all of each body; f = M a + v ×̄* p. */
static inline void outward(const rigid_model *model, const rigid_derivatives_scratch *ws, const double *q, const double *v,
                           const double *a, const rigid_aba_scratch *folded) {
    if (folded)
        ws->place[0] = rigid_world_itself();
    else
        rigid_world_begin(model, &ws->turns, ws->place, q);
    ws->motion[0] = rigid_world_at_rest();
    ws->motion[0].A.linear = w3_of(v3_neg(model->gravity));
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        rigid_column *at = ws->column + b->dof;
        rigid_world_pose X = folded ? placed(ws, folded, b, i) : rigid_world_pose_of(&ws->turns, ws->place, b, i, q);
        rigid_see_from_stem(b, i, &X);
        ws->place[i] = X;
        rigid_world_freedoms(&ws->turns, b, &X, at);
        const rigid_world_motion m = rigid_varies(b) ? move_varying(ws, b, i, at, v + b->v, a + b->v)
                                                     : move(b, at, ws->motion[b->parent], v + b->v, a + b->v);
        ws->motion[i] = m;
        rigid_composite *composite = &ws->composite[i];
        rigid_composite_of(b, &X, m.V, composite);
        composite->f = w6_add(rigid_composite_mul(composite, m.A), w6_cross_force(m.V, composite->p));
    }
}

/* What freedom j of a body makes of those above it, and t3 without the turning of the force, for those of its own body,
   with which the force turns. */
typedef struct {
    w6 t1, t2, t3, own;
    w3 t4;
} terms;

static inline terms terms_of(const rigid_composite *c, const rigid_column *at) {
    const w6 own = rigid_composite_factor(c, at->S1, at->S2);
    return (terms){rigid_composite_mul(c, at->S), rigid_composite_factor(c, at->S, at->S3),
                     w6_add(own, w6_cross_force(at->S, c->f)), /* (f)×̄ S = S ×̄* f */
                     own, rigid_composite_factor_transposed(c, at->S)};
}

/* As many columns as are taken at once: their numbers from linear x to angular z, side by side. */
typedef struct {
    double S[6][RIGID_WN], S1[6][RIGID_WN], S2[6][RIGID_WN], S3[6][RIGID_WN];
} columns;

static inline columns *columns_of(const rigid_derivatives_scratch *ws, int k) {
    return (columns *)(void *)ws->jacobian + k / RIGID_WN;
}
/* A column among those where it stands; and S. */
static inline void put_column(double (*to)[RIGID_WN], int at, w6 S) {
    to[0][at] = w3_x(S.linear), to[1][at] = w3_y(S.linear), to[2][at] = w3_z(S.linear);
    to[3][at] = w3_x(S.angular), to[4][at] = w3_y(S.angular), to[5][at] = w3_z(S.angular);
}
static inline rigid_motion S_of(const rigid_derivatives_scratch *ws, int k) {
    double (*S)[RIGID_WN] = columns_of(ws, k)->S;
    const int at = k % RIGID_WN;
    return (rigid_motion){{S[0][at], S[1][at], S[2][at]}, {S[3][at], S[4][at], S[5][at]}};
}

/* vᵀ f of three numbers each, and Sᵀ f, of each column. */
static inline wn dots(double (*v)[RIGID_WN], v3 f) {
    return wn_add(wn_add(wn_scale(f.x, wn_at(v[0])), wn_scale(f.y, wn_at(v[1]))), wn_scale(f.z, wn_at(v[2])));
}
static inline wn products(double (*S)[RIGID_WN], rigid_force f) { return wn_add(dots(S, f.linear), dots(S + 3, f.angular)); }

/* ws->product: ∂τ_i/∂q_j, ∂τ_i/∂v_j, ∂τ_j/∂q_i, ∂τ_j/∂v_i and S_iᵀ of one force more, of the first so many freedoms i, and a few behind. */
static inline void project(const rigid_derivatives_scratch *ws, const terms *e, w6 one_more, int count) {
    double *qi = ws->product[0], *vi = ws->product[1], *qj = ws->product[2], *vj = ws->product[3], *h = ws->product[4];
    const rigid_force t1 = rigid_force_of_wide(e->t1), t2 = rigid_force_of_wide(e->t2), t3 = rigid_force_of_wide(e->t3);
    const rigid_force more = rigid_force_of_wide(one_more);
    const v3 t4 = w3_to_v3(e->t4);
    for (int k = 0; k < count; k += RIGID_WN) {
        columns *at = columns_of(ws, k);
        wn_put(qi + k, products(at->S, t3));
        wn_put(vi + k, products(at->S, t2));
        wn_put(qj + k, wn_add(products(at->S2, t1), dots(at->S1 + 3, t4)));
        wn_put(vj + k, wn_add(products(at->S3, t1), dots(at->S + 3, t4)));
        wn_put(h + k, products(at->S, more));
    }
}

/* Of the freedoms of its own body, where there are several, ∂τ/∂q anew. */
static inline void project_own(const rigid_derivatives_scratch *ws, const rigid_body *b, const terms *e) {
    const rigid_force own = rigid_force_of_wide(e->own);
    for (int k = b->above; k < b->above + rigid_joint_nv[b->kind]; k++)
        ws->product[0][k] = rigid_motion_dot(S_of(ws, k), own);
}

/* What its own freedom k adds to that where S goes with q: (∂S_l/∂q_k)ᵀ f, l any of them. */
RIGID_APART void project_varying(const rigid_derivatives_scratch *ws, const rigid_body *b, int i, int k) {
    double along[RIGID_JOINT_NV_MAX] = {0}, *qi = ws->product[0] + b->above;
    w6 bent[RIGID_JOINT_NV_MAX];
    along[k] = 1;
    rigid_world_rates(&ws->turns, b, &ws->place[i], along, bent);
    for (int l = 0; l < rigid_joint_nv[b->kind]; l++)
        qi[l] += w6_dot(bent[l], ws->composite[i].f);
}

/* Of the only freedom of its body, whose column may not yet be read in the rows. */
static inline void project_self(const rigid_derivatives_scratch *ws, int at, const terms *e, w6 one_more, w6 S) {
    ws->product[0][at] = w6_dot(S, e->own), ws->product[1][at] = w6_dot(S, e->t2),
    ws->product[4][at] = w6_dot(S, one_more);
}

typedef struct {
    double *q, *v, *H;
} outputs;

/* Where joints mimic others, several pairs of freedoms share a place. */
static inline void put(double *at, double x, bool shared) { *at = shared ? *at + x : x; }

/* Row and column of v number e from the products, of which those from number `above` on are of its own body. H may be null. Of the six
   of a body that is carried along only the row is wanted, and the column where it turns. */
static inline void put_entries(const rigid_derivatives_scratch *ws, int n, int e, bool carried, int above, int end, outputs out, bool shared) {
    const double *qi = ws->product[0], *vi = ws->product[1], *qj = ws->product[2], *vj = ws->product[3],
                 *h = ws->product[4];
    for (int d = 0; carried && d < 6; d++) {
        const int f = ws->jacobian_v[d];
        out.q[f * n + e] = qi[d], out.v[f * n + e] = vi[d];
        if (d >= 3)
            out.v[e * n + f] = vj[d];
    }
    for (int d = carried ? 6 : 0; d < above; d++) {
        const int f = ws->jacobian_v[d], row = f * n + e, column = e * n + f;
        put(&out.q[row], qi[d], shared), put(&out.v[row], vi[d], shared);
        put(&out.q[column], qj[d], shared), put(&out.v[column], vj[d], shared);
        if (out.H)
            put(&out.H[row], h[d], shared), put(&out.H[column], h[d], shared);
    }
    for (int d = above; d < end; d++) {
        const int row = ws->jacobian_v[d] * n + e;
        put(&out.q[row], qi[d], shared), put(&out.v[row], vi[d], shared);
        if (out.H)
            put(&out.H[row], h[d], shared);
    }
}

static inline void number_freedoms(const rigid_derivatives_scratch *ws, const rigid_body *b) {
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        ws->jacobian_v[b->above + k] = b->v + k;
}

/* The freedoms of a body join those above it. */
static inline void push_columns(const rigid_derivatives_scratch *ws, const rigid_body *b) {
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
        const int at = b->above + k;
        const rigid_column *d = &ws->column[b->dof + k];
        const int place = at % RIGID_WN;
        columns *to = columns_of(ws, at);
        put_column(to->S, place, d->S), put_column(to->S1, place, d->S1);
        put_column(to->S2, place, d->S2), put_column(to->S3, place, d->S3);
    }
}

/* K of freedom k as forward dynamics leaves it, about the world's origin; of a body that floats, P S, since the six are not
   taken out yet. */
static inline w6 gain(const rigid_derivatives_scratch *ws, const rigid_aba_scratch *folded, const rigid_body *b, int i,
                      int k) {
    const w33 R = ws->place[i].R;
    const w3 axis[3] = {R.x, R.y, R.z}, zero = w3_zero();
    const bool whole = rigid_floats(b);
    const w6 K = !whole ? folded->K[b->dof + k]
                        : rigid_wide_abi_mul(&folded->articulated[i].P, k < 3 ? (w6){axis[k], zero} : (w6){zero, axis[k - 3]});
    const w3 p = ws->place[b->kind == RIGID_REVOLUTE ? b->parent : i].p;
    return (w6){K.linear, w3_add(K.angular, w3_cross(p, K.linear))};
}

/* Takes the six freedoms of a body that floats out of each other: their rows are those of SᵀP S so far. */
static inline void factor_own(int n, const rigid_body *b, double *H, double *D) {
    double *own = H + b->v * n;
    for (int k = 0; k < 6; k++)
        own[k * n + k] += b->armature;
    for (int k = 5; k >= 0; k--) {
        double *row = own + k * n;
        const double inverse = D[b->v + k] = 1 / row[k];
        for (int i = k - 1; i >= 0; i--) {
            const double l = row[i] * inverse;
            for (int j = 0; j <= i; j++)
                own[i * n + j] -= l * row[j];
            row[i] = l;
        }
    }
}

/* s a× by three rows and columns of n; no zero has a sign. */
static inline void put_cross(int n, double *at, double s, w3 a) {
    const double x = s * w3_x(a), y = s * w3_y(a), z = s * w3_z(a);
    at[1] = 0 - z, at[2] = 0 + y, at[n] = 0 + z, at[n + 2] = 0 - x, at[2 * n] = 0 - y, at[2 * n + 1] = 0 + x;
}

/* S_iᵀ f of the first six freedoms. */
static inline void meet(const rigid_derivatives_scratch *ws, w6 f, double *out) {
    const rigid_force force = rigid_force_of_wide(f);
    for (int k = 0; k < 6; k += RIGID_WN)
        wn_put(out + k, products(columns_of(ws, k)->S, force));
}

/* A body that is carried along: what its six rates of q and three of v change about accelerations, and what is left to be found, the
   column of ∂τ/∂v of each of its turns. */
static inline void put_carried(const rigid_model *model, const rigid_derivatives_scratch *ws, int i, outputs out,
                               const rigid_aba_scratch *folded) {
    const rigid_body *b = &model->body[i];
    const int n = model->nv, row = b->v * n;
    const w33 R = ws->place[i].R;
    const w3 g = w3_of(model->gravity), w = ws->motion[i].V.angular;
    push_columns(ws, b);
    number_freedoms(ws, b);
    put_cross(n, out.q + row + b->v + 3, 1, w3_make(w3_dot(R.x, g), w3_dot(R.y, g), w3_dot(R.z, g)));
    put_cross(n, out.v + row + b->v, -1, w3_make(w3_dot(R.x, w), w3_dot(R.y, w), w3_dot(R.z, w)));
    for (int k = 0; k < 6; k++) {
        const rigid_column *at = &ws->column[b->dof + k];
        const int e = b->v + k;
        meet(ws, gain(ws, folded, b, i, k), ws->product[4]);
        for (int d = 0; d <= k; d++)
            out.H[e * n + d] = ws->product[4][d];
        if (k < 3)
            continue;
        meet(ws, rigid_composite_factor(&ws->composite[i], at->S, at->S3), ws->product[1]);
        for (int d = 0; d < 6; d++)
            out.v[row + d * n + e] = ws->product[1][d];
    }
    factor_own(n, b, out.H, folded->D);
}

/* With the factors at hand, row e of L, packed, takes the place of that of H. `carried`: the tree hangs from a body that is carried
   along. */
static inline void add_columns(const rigid_model *model, const rigid_derivatives_scratch *ws, int i, outputs out,
                               const rigid_aba_scratch *folded, bool carried) {
    const rigid_body *b = &model->body[i];
    const int n = model->nv, count = rigid_joint_nv[b->kind], end = b->above + count;
    if (count > 1)
        push_columns(ws, b);
    number_freedoms(ws, b);
    for (int k = 0; k < count; k++) {
        const terms t = terms_of(&ws->composite[i], &ws->column[b->dof + k]);
        const int e = b->v + k;
        const w6 more = folded ? gain(ws, folded, b, i, k) : t.t1;
        project(ws, &t, more, count > 1 ? end : b->above);
        if (count > 1)
            project_own(ws, b, &t);
        else
            project_self(ws, b->above, &t, more, ws->column[b->dof].S);
        if (rigid_varies(b))
            project_varying(ws, b, i, k);
        if (folded) {
            put_entries(ws, n, e, carried, b->above, end, (outputs){out.q, out.v, NULL}, false);
            for (int d = 0; d <= b->above + k; d++)
                out.H[e * n + d] = ws->product[4][d];
            continue;
        }
        if (model->mimics)
            put_entries(ws, n, e, false, b->above, end, out, true);
        else
            put_entries(ws, n, e, false, b->above, end, out, false);
        out.H[e * (n + 1)] += b->ratio * b->ratio * b->armature;
    }
    if (count == 1) /* none has asked for it yet, and what is read soon after it is written waits */
        push_columns(ws, b);
    if (folded && rigid_floats(b))
        factor_own(n, b, out.H, folded->D);
}

/* `folded`, where it is not null: what forward dynamics left of the same q, and H is wanted as L of its factors. */
static inline void differentiate(const rigid_model *model, const rigid_derivatives_scratch *ws, const double *q, const double *v,
                                 const double *a, outputs out, const rigid_aba_scratch *folded) {
    const size_t count = (size_t)model->nv * (size_t)model->nv, bytes = count * sizeof(double);
    RIGID_ASSERT(rigid_apart(out.q, count, out.v, count) && rigid_apart(out.q, count, out.H, count));
    RIGID_ASSERT(rigid_apart(out.v, count, out.H, count));
    memset(out.q, 0, bytes), memset(out.v, 0, bytes);
    if (!folded)
        memset(out.H, 0, bytes);
    outward(model, ws, q, v, a, folded);
    for (int i = model->count; i >= 1; i--) {
        rigid_composite *child = &ws->composite[i], *parent = &ws->composite[model->body[i].parent];
        if (model->body[i].parent > 0)
            rigid_composite_add(parent, child), parent->f = w6_add(parent->f, child->f);
    }
    bool carried = false; /* of the tree in hand */
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->parent == 0)
            carried = folded && rigid_is_carried(b);
        if (carried && b->parent == 0)
            put_carried(model, ws, i, out, folded);
        else
            add_columns(model, ws, i, out, folded, carried);
    }
}

RIGID_KERNEL(void, rigid_rnea_derivatives,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *a,
              double *dtau_dq, double *dtau_dv, double *H), (model, ws, q, v, a, dtau_dq, dtau_dv, H)) {
    rigid_scratch_begin(ws, RIGID_SCRATCH_derivatives);
    differentiate(model, &ws->derivatives, q, v, a, (outputs){dtau_dq, dtau_dv, H}, NULL);
    rigid_scratch_end(ws, RIGID_SCRATCH_derivatives);
}

/* ---- forward dynamics ------------------------------------------------------------------------------------------------ */

/* ABA first: where it finds a joint that moves nothing, the three have not been written. And it finds the factors of H = LᵀDL on
   the way: D, and L_ki = S_iᵀ K_k of the ancestors i of k. Where joints mimic others, or freedoms are not numbered from the
   root on, H itself is factored, in its place among the results, which mean nothing where that fails. */
RIGID_KERNEL(rigid_status, rigid_aba_derivatives,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *tau,
              double *a, double *da_dq, double *da_dv, double *Hinv, int *freedom),
             (model, ws, q, v, tau, a, da_dq, da_dv, Hinv, freedom)) {
    const int n = model->nv;
    const double *inverse = ws->aba.D;
    rigid_status status = rigid_aba(model, ws, q, v, tau, NULL, a, freedom);
    if (status != RIGID_OK)
        return status;
    if (!ws->paths.branches) {
        rigid_rnea_derivatives(model, ws, q, v, a, da_dq, da_dv, Hinv);
        rigid_scratch_begin(ws, RIGID_SCRATCH_ltdl);
        inverse = ws->ltdl.inverse;
        status = rigid_ltdl(model, Hinv, ws, freedom);
    } else {
        rigid_scratch_take_over(ws, RIGID_SCRATCH_aba), rigid_scratch_begin(ws, RIGID_SCRATCH_derivatives);
        differentiate(model, &ws->derivatives, q, v, a, (outputs){da_dq, da_dv, Hinv}, &ws->aba);
        rigid_scratch_end(ws, RIGID_SCRATCH_derivatives), rigid_scratch_begin(ws, RIGID_SCRATCH_ltdl);
    }
    if (status == RIGID_OK)
        rigid_ltdl_invert(n, Hinv, inverse, ws, Hinv);
    rigid_scratch_end(ws, RIGID_SCRATCH_ltdl);
    if (ws->paths.branches)
        rigid_scratch_end(ws, RIGID_SCRATCH_aba);
    if (status != RIGID_OK)
        return status;
    rigid_less_product(model, Hinv, ws, da_dq, da_dv);
    return RIGID_OK;
}
