/* Each link's own regressor in its own axes, where most of its entries are zero; the freedoms above it are brought there,
   and each takes its component. */
#include "tree_regressor.h"

#include "order.h"
#include "tree.h"

#include <string.h>

/* ---- one link: the columns that matter -------------------------------------------------------------------------------

   For a net wrench M a_ref + B v_ref the blocks are (d, A, 0) and (0, -d×, G): d = l + ω_r x u, A = α× + ω_r× ω×, and
   G from the factor. */
typedef struct {
    v3 d;    /* mass column, linear half; and the first moment's angular half */
    m3 A;    /* first moment, linear half: columns */
    v3 G[6]; /* inertia columns, angular half */
} link_regressor;

/* L(w)'s columns: w as it multiplies xx xy xz yy yz zz. */
static void inertia_columns(v3 w, v3 L[6]) {
    L[0] = (v3){w.x, 0, 0}, L[1] = (v3){w.y, w.x, 0}, L[2] = (v3){w.z, 0, w.x};
    L[3] = (v3){0, w.y, 0}, L[4] = (v3){0, w.z, w.y}, L[5] = (v3){0, 0, w.z};
}

/* a x (b x c) = b (a·c) - c (a·b):  a× b× = b aᵀ - (a·b) 1 */
static m3 cross_cross(v3 a, v3 b) {
    double ab = v3_dot(a, b);
    m3 m = {v3_scale(b.x, a), v3_scale(b.y, a), v3_scale(b.z, a)};
    m.x.x -= ab, m.y.y -= ab, m.z.z -= ab;
    return m;
}

/* The Christoffel factor: G = L(α) + ω× L(ω_r) - ½ (ω x ω_r) t, t = 1 at xx, yy, zz. With ω_r = ω it is the net wrench. */
static link_regressor christoffel_link(rigid_motion v, v3 w_ref, rigid_motion a_ref) {
    link_regressor Y;
    v3 w = v.angular, La[6], Lr[6], half = v3_scale(-0.5, v3_cross(w, w_ref));
    Y.d = v3_add(a_ref.linear, v3_cross(w_ref, v.linear));
    Y.A = m3_add(m3_skew(a_ref.angular), cross_cross(w_ref, w));
    inertia_columns(a_ref.angular, La);
    inertia_columns(w_ref, Lr);
    for (int j = 0; j < 6; j++)
        Y.G[j] = v3_add(La[j], v3_cross(w, Lr[j]));
    Y.G[0] = v3_add(Y.G[0], half), Y.G[3] = v3_add(Y.G[3], half), Y.G[5] = v3_add(Y.G[5], half);
    return Y;
}

/* The pose in the world of a frame at the body's origin with the link's axes. */
static rigid_transform link_pose(const rigid_workspace *ws, const rigid_body *b, int i) {
    rigid_transform X = ws->Xw[i];
    if (b->link_turned)
        X.R = m3_mul(X.R, b->link);
    return X;
}

/* What the freedoms of a body move, world, which counts the ratio, joins those above it. */
static inline void push_columns(const rigid_workspace *ws, const rigid_body *b, const rigid_transform *X) {
    rigid_motion S[RIGID_JOINT_NV_MAX];
    rigid_world_columns(b, X, S);
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
        rigid_put_carrier(ws->carrier, b->above + k, S[k]);
        ws->carrier_v[b->above + k] = b->v + k;
    }
}

/* ws->product: Sᵀ times the ten columns of Y, for groups of four freedoms; X is the pose of the link. */
static inline void project(const rigid_workspace *ws, const rigid_transform X, const link_regressor *Y, int groups) {
    double *const *out = ws->product;
    double *m = out[0], *hx = out[1], *hy = out[2], *hz = out[3];
    double *xx = out[4], *xy = out[5], *xz = out[6], *yy = out[7], *yz = out[8], *zz = out[9];
    RIGID_INDEPENDENT
    for (int k = 0; k < 4 * groups; k++) {
        rigid_motion S = rigid_into_body(X, rigid_carrier(ws->carrier, k));
        v3 l = S.linear, w = S.angular;
        v3 h = v3_add(m3_tmul_v3(Y->A, l), v3_cross(Y->d, w)); /* wᵀ(-d×) = (d x w)ᵀ */
        m[k] = v3_dot(l, Y->d);
        hx[k] = h.x, hy[k] = h.y, hz[k] = h.z;
        xx[k] = v3_dot(w, Y->G[0]), xy[k] = v3_dot(w, Y->G[1]), xz[k] = v3_dot(w, Y->G[2]);
        yy[k] = v3_dot(w, Y->G[3]), yz[k] = v3_dot(w, Y->G[4]), zz[k] = v3_dot(w, Y->G[5]);
    }
}

/* Row by row: every freedom above the link takes its component. */
static inline void scatter(const rigid_workspace *ws, const rigid_body *b, const rigid_transform X,
                           const link_regressor *Y, size_t columns, double *out) {
    const int count = b->above + rigid_joint_nv[b->kind];
    project(ws, X, Y, (count + 3) / 4);
    for (int k = 0; k < count; k++) {
        double *row = out + (size_t)ws->carrier_v[k] * columns + 10 * (size_t)b->column;
        for (int c = 0; c < 10; c++)
            row[c] += ws->product[c][k];
    }
}

static rigid_motion in_link_axes(const rigid_body *b, rigid_motion v) {
    return b->link_turned ? (rigid_motion){m3_tmul_v3(b->link, v.linear), m3_tmul_v3(b->link, v.angular)} : v;
}

/* ---- the tree -------------------------------------------------------------------------------------------------------- */

/* v = X⁻¹ v_p + S q̇,  w = X⁻¹ w_p + S q̇_r,  a = X⁻¹ a_p + S q̈_r + v × (S q̇_r), a_root = -g */
static inline void carry(const rigid_model *model, rigid_workspace *ws, int i, const double *v, const double *v_ref,
                         const double *a_ref) {
    const rigid_body *b = &model->body[i];
    const rigid_transform X = ws->X[i];
    rigid_motion r = rigid_joint_motion(b, v_ref);
    ws->Xw[i] = rigid_transform_mul(ws->Xw[b->parent], X);
    push_columns(ws, b, &ws->Xw[i]);
    ws->v[i] = rigid_motion_add(rigid_into_body(X, ws->v[b->parent]), rigid_joint_motion(b, v));
    ws->V[i] = v_ref == v ? ws->v[i] : rigid_motion_add(rigid_into_body(X, ws->V[b->parent]), r); /* w, body axes */
    rigid_motion step = rigid_motion_add(rigid_joint_motion(b, a_ref), rigid_motion_cross(ws->v[i], r));
    ws->a[i] = rigid_motion_add(rigid_into_body(X, ws->a[b->parent]), step);
}

/* The factors other than Christoffel's, through the one-body regressor. */
static void scatter_dense(const rigid_workspace *ws, const rigid_body *b, const rigid_transform X,
                          const rigid_regressor *Y, size_t columns, double *out) {
    for (int k = 0; k < b->above + rigid_joint_nv[b->kind]; k++) {
        rigid_motion S = rigid_into_body(X, rigid_carrier(ws->carrier, k));
        double *row = out + (size_t)ws->carrier_v[k] * columns + 10 * (size_t)b->column;
        for (int c = 0; c < 10; c++)
            row[c] += rigid_motion_dot(S, Y->column[c]);
    }
}

/* One diagonal block of nv columns for each set bit. */
static void add_joint_columns(const rigid_model *model, const double *v, const double *v_ref, const double *a_ref,
                              unsigned joint_columns, size_t columns, double *Y) {
    size_t at = 10 * (size_t)model->links, n = (size_t)model->nv;
    for (unsigned bit = RIGID_DAMPING_COLUMNS; bit <= RIGID_ARMATURE_COLUMNS; bit <<= 1) {
        if (!(joint_columns & bit))
            continue;
        for (size_t i = 0; i < n; i++) {
            double sign = (v[i] > 0) - (v[i] < 0);
            Y[i * columns + at + i] = bit == RIGID_DAMPING_COLUMNS    ? v_ref[i]
                                      : bit == RIGID_FRICTION_COLUMNS ? sign
                                                                      : a_ref[i];
        }
        at += n;
    }
}

RIGID_KERNEL(void, rigid_tree_slotine_li_regressor,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *v_ref,
              const double *a_ref, rigid_factor factor, unsigned joint_columns, double *Y)) {
    size_t columns = (size_t)rigid_regressor_columns(model, joint_columns);
    memset(Y, 0, (size_t)model->nv * columns * sizeof *Y);
    add_joint_columns(model, v, v_ref, a_ref, joint_columns, columns, Y);
    ws->v[0] = ws->V[0] = rigid_motion_zero();
    ws->a[0] = (rigid_motion){v3_neg(model->gravity), {0, 0, 0}};
    rigid_joint_poses(model, ws, q);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        carry(model, ws, i, v, v_ref, a_ref);
        if (b->column < 0)
            continue;
        const rigid_transform X = link_pose(ws, b, i);
        rigid_motion vl = in_link_axes(b, ws->v[i]), wl = in_link_axes(b, ws->V[i]), al = in_link_axes(b, ws->a[i]);
        if (factor == RIGID_FACTOR_CHRISTOFFEL) {
            link_regressor link = christoffel_link(vl, wl.angular, al);
            scatter(ws, b, X, &link, columns, Y);
        } else {
            rigid_regressor link = rigid_slotine_li_regressor(vl, wl, al, factor);
            scatter_dense(ws, b, X, &link, columns, Y);
        }
    }
}

RIGID_KERNEL(void, rigid_tree_momentum_regressor,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *Y)) {
    size_t columns = 10 * (size_t)model->links;
    rigid_world_twists(model, ws, q, v);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->column < 0)
            continue;
        rigid_transform X = link_pose(ws, b, i);
        rigid_regressor link = rigid_momentum_regressor(rigid_into_body(X, ws->V[i]));
        for (int c = 0; c < 10; c++) {
            double column[6];
            rigid_force_to_array(rigid_transform_force(X, link.column[c]), RIGID_LINEAR_FIRST, column);
            for (int r = 0; r < 6; r++)
                Y[(size_t)r * columns + 10 * (size_t)b->column + (size_t)c] = column[r];
        }
    }
}

/* T = ½ m u·u + h·(u x ω) + ½ ωᵀ I ω */
RIGID_KERNEL(void, rigid_kinetic_energy_regressor,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *y)) {
    rigid_world_twists(model, ws, q, v);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->column < 0)
            continue;
        rigid_transform X = link_pose(ws, b, i);
        rigid_motion t = rigid_into_body(X, ws->V[i]);
        v3 w = t.angular, h = v3_cross(t.linear, w);
        double *at = y + 10 * b->column;
        at[0] = 0.5 * v3_dot(t.linear, t.linear);
        at[1] = h.x, at[2] = h.y, at[3] = h.z;
        at[4] = 0.5 * w.x * w.x, at[5] = w.x * w.y, at[6] = w.x * w.z;
        at[7] = 0.5 * w.y * w.y, at[8] = w.y * w.z, at[9] = 0.5 * w.z * w.z;
    }
}

/* U = -gᵀ (m p + R h) */
RIGID_KERNEL(void, rigid_potential_energy_regressor,
             (const rigid_model *model, rigid_workspace *ws, const double *q, double *y)) {
    rigid_poses(model, ws, q);
    memset(y, 0, 10 * (size_t)model->links * sizeof *y);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->column < 0)
            continue;
        v3 h = m3_tmul_v3(link_pose(ws, b, i).R, model->gravity);
        double *at = y + 10 * b->column;
        at[0] = -v3_dot(model->gravity, ws->Xw[i].p);
        at[1] = -h.x, at[2] = -h.y, at[3] = -h.z;
    }
}
