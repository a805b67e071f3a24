/* Leaves to root each subtree becomes one rigid body; a unit acceleration of a freedom needs the momentum rate F = M S of
   its subtree, of which every ancestor's joint carries Sᵀ F. What hangs from the world is seen in the frame of its root,
   which H does not depend on: there nothing is left to do to F from one ancestor to the next, and of a root that is free
   S is 1, and F itself stands in H. */
#include "crba.h"
#include "../numbers/lanes.h"
#include "ltdl.h"
#include "subtree.h"

#include <string.h>

/* Where entries go. */
typedef struct {
    double *H;
    size_t n;
    bool in_order; /* the numbers of v are those of the freedoms */
    bool mimics;   /* joints share numbers: entries are sums, and a pair of joints of one number counts both ways */
    int root;      /* the first number of the root of the tree at hand, where that is free, else -1 */
} matrix;

static inline void put(const matrix *to, int e, int f, double h) {
    rigid_put(to->mimics, to->H + (size_t)e * to->n + f, h);
    rigid_put(to->mimics, to->H + (size_t)f * to->n + e, h);
}

/* Linear halves are in the order z, x, y, those of F and u: so they come of products of vectors, and so they are needed in the next, while
   their own product is the same in any order. */
static inline w3 products(const w6 *F, w3 u, w3 w) { return w3_add(w3_times(u, F->linear), w3_times(w, F->angular)); }

/* Sᵀ F of four freedoms, where at the origin of the frame S is (u, w). */
static inline w4 entries(const w6 *F, w3 u, w3 w) {
    return w4_sums(products(F, u, w), products(F + 1, u, w), products(F + 2, u, w), products(F + 3, u, w));
}

/* Those of freedom number e and of `count` - 1 others that follow it, whose numbers are in v. */
static inline void put_sums(const matrix *to, int e, int count, const int *v, const double *h) {
    to->H[(size_t)e * (to->n + 1)] += h[0];
    for (int k = 1; k < count; k++)
        put(to, e, v[k], h[k]);
}
static inline void put_each(double *H, size_t n, size_t e, int count, const int *v, const double *h) {
    double *row = H + e * n, *column = H + e;
    row[e] = h[0];
    for (int k = 1; k < count; k++)
        row[v[k]] = column[(size_t)v[k] * n] = h[k];
}

/* The entries of freedom d, number e, and of those that follow it. */
static inline void put_row_of_any(const rigid_subtrees_scratch *ws, const matrix *to, int d, int e, int count, w3 u, w3 w,
                                  double armature) {
    const w6 *F = ws->F + d;
    double *row = ws->row;
    for (int k = 0; k < count; k += 4)
        w4_put(row + k, entries(F + k, u, w));
    row[0] += armature;
    if (to->mimics)
        put_sums(to, e, count, ws->v_of + d, row);
    else
        put_each(to->H, to->n, (size_t)e, count, ws->v_of + d, row);
}

/* Numbers of a row, which stand side by side, and of a column, n apart: fewer than four; and four. */
static inline void put_some(double *row, double *column, size_t n, size_t some, w4 h) {
    row[0] = column[0] = w4_number(h, 0);
    if (some > 1)
        row[1] = column[n] = w4_number(h, 1);
    if (some > 2)
        row[2] = column[2 * n] = w4_number(h, 2);
}
static inline void put_four(double *row, double *column, size_t n, w4 h) {
    column[0] = w4_number(h, 0), column[n] = w4_number(h, 1);
    column[2 * n] = w4_number(h, 2), column[3 * n] = w4_number(h, 3);
    w4_put(row, h);
}

/* The same where numbers are in order. What is left of fours comes first, so that nothing is needed after the loop. */
static inline void put_row_in_order(const rigid_subtrees_scratch *ws, const matrix *to, int d, int count, w3 u, w3 w,
                                    double armature) {
    const w6 *F = ws->F + d, *const end = F + count;
    const size_t n = to->n, some = (size_t)count % 4;
    double *const first = to->H + (size_t)d * (n + 1), *row = first, *column = first;
    if (some == 1)
        row[0] = w3_sum(products(F, u, w));
    else if (some > 1)
        put_some(row, column, n, some, entries(F, u, w));
    F += some, row += some, column += some * n;
    for (; F < end; F += 4, row += 4, column += 4 * n)
        put_four(row, column, n, entries(F, u, w));
    *first += armature;
}

/* Those with a free root, whose S is 1: F itself. */
static inline void put_with_root(const matrix *to, int e, const w6 *F) {
    const w3 linear = w3_yzx(F->linear);
    const double f[6] = {w3_x(linear),     w3_y(linear),     w3_z(linear),
                         w3_x(F->angular), w3_y(F->angular), w3_z(F->angular)};
    const size_t n = to->n;
    double *row = to->H + (size_t)e * n + to->root, *column = to->H + (size_t)to->root * n + e;
    if (to->mimics) {
        for (int k = 0; k < 6; k++)
            put(to, e, to->root + k, f[k]);
        return;
    }
    w4_put(row, w4_of(linear)), row[3] = f[3], row[4] = f[4], row[5] = f[5];
    for (int k = 0; k < 6; k++, column += n)
        *column = f[k];
}

static inline void put_row(const rigid_subtrees_scratch *ws, const matrix *to, int d, int e, int count, w3 u, w3 w,
                           double armature) {
    if (to->in_order)
        put_row_in_order(ws, to, d, count, u, w, armature);
    else
        put_row_of_any(ws, to, d, e, count, u, w, armature);
    if (to->root >= 0)
        put_with_root(to, e, ws->F + d);
}

/* The same for all freedoms of a body that does not turn about one axis. */
RIGID_APART void put_rows_of_any(const rigid_subtrees_scratch *ws, const matrix *to, const rigid_body *b, int i,
                                 const rigid_wide_inertia *M) {
    const rigid_world_pose *X = &ws->place[i];
    const double armature = b->ratio * b->ratio * b->armature;
    for (int k = rigid_joint_nv[b->kind] - 1; k >= 0; k--) {
        const w6 S = rigid_own_motion(&ws->turns, b, X, k), F = rigid_subtree_momentum(M, S);
        const w3 u = w3_add(S.linear, w3_cross(X->p, S.angular));
        ws->F[b->dof + k] = (w6){w3_zxy(F.linear), w3_add(F.angular, w3_cross(X->p, F.linear))};
        put_row(ws, to, b->dof + k, b->v + k, b->span - k, w3_zxy(u), S.angular, armature);
    }
}

/* The 6x6 block of a free root: M itself. Each number goes where it stays: a row put together in memory first, and read again
   at once, has to wait until all that was written before has arrived. */
static inline void put_six(double *row, double a, double b, double c, double d, double e, double f) {
    row[0] = a, row[1] = b, row[2] = c, row[3] = d, row[4] = e, row[5] = f;
}
RIGID_APART void put_free_root(const matrix *to, const rigid_body *b, const rigid_wide_inertia *M) {
    const v3 h = w3_to_v3(M->h), d = w3_to_v3(M->I.diagonal), p = w3_to_v3(M->I.off);
    const double r = b->armature, m = M->m;
    const size_t n = to->n;
    double *at = to->H + (size_t)b->v * (n + 1);
    put_six(at, m + r, 0, 0, 0, h.z, -h.y);
    put_six(at + n, 0, m + r, 0, -h.z, 0, h.x);
    put_six(at + 2 * n, 0, 0, m + r, h.y, -h.x, 0);
    put_six(at + 3 * n, 0, -h.z, h.y, d.x + r, p.x, p.z);
    put_six(at + 4 * n, h.z, 0, -h.x, p.x, d.y + r, p.y);
    put_six(at + 5 * n, -h.y, h.x, 0, p.z, p.y, d.z + r);
}

/* That of a body that turns and hangs from the world: in its own axes S is (0, z), and what is along z is left of each F. */
static inline w4 entries_of_stem(const w6 *F, double ratio) {
    const w4 along = w4_make(w3_z(F[0].angular), w3_z(F[1].angular), w3_z(F[2].angular), w3_z(F[3].angular));
    return w4_add(w4_scale(ratio, along), w4_all(0)); /* no -0 */
}
static inline void put_row_of_stem(const rigid_subtrees_scratch *ws, const matrix *to, const rigid_body *b,
                                   const rigid_wide_inertia *M) {
    const w6 *F = ws->F + b->dof + 1, *const end = F + b->span - 1;
    const size_t n = to->n, some = ((size_t)b->span - 1) % 4;
    const double ratio = b->ratio;
    double *const first = to->H + (size_t)b->dof * (n + 1), *row = first + 1, *column = first + n;
    *first = ratio * (ratio * w3_z(M->I.diagonal)) + ratio * ratio * b->armature;
    if (some > 0) {
        put_some(row, column, n, some, entries_of_stem(F, ratio));
        F += some, row += some, column += some * n;
    }
    for (; F < end; F += 4, row += 4, column += 4 * n)
        put_four(row, column, n, entries_of_stem(F, ratio));
}

/* That of any other that turns. */
static inline void put_row_of_turn(const rigid_subtrees_scratch *ws, const matrix *to, const rigid_body *b, int i,
                                   const rigid_wide_inertia *M) {
    const w33 *R = &ws->place[i].R;
    const w3 p = ws->place[i].p, w = w3_scale(b->ratio, R->z);
    const w6 F = rigid_turning_force(b, i, R, M);
    ws->F[b->dof].linear = F.linear, ws->F[b->dof].angular = w3_add(F.angular, w3_cross_of_zxy(p, F.linear));
    put_row(ws, to, b->dof, b->v, b->span, w3_cross_zxy(p, w), w, b->ratio * b->ratio * b->armature);
}

/* The rows of all freedoms of body i, with M of its subtree. */
static inline void put_rows(const rigid_subtrees_scratch *ws, const matrix *to, const rigid_body *b, int i,
                            const rigid_wide_inertia *M) {
    if (b->kind != RIGID_REVOLUTE) {
        const rigid_wide_inertia subtree = *M;
        put_rows_of_any(ws, to, b, i, &subtree);
        return;
    }
    if (b->parent == 0 && to->in_order) {
        put_row_of_stem(ws, to, b, M);
        return;
    }
    put_row_of_turn(ws, to, b, i, M);
}

/* Those of the bodies from `last` down to `first`, each subtree being added to that of its parent; along a branch it stays in
   registers. */
static inline void put_all_rows(const rigid_model *model, const rigid_subtrees_scratch *ws, const matrix *to, int first,
                                int last) {
    rigid_wide_inertia M = ws->subtree[last];
    for (int i = last; i >= first; i--) {
        const rigid_body *b = &model->body[i];
        put_rows(ws, to, b, i, &M);
        if (b->parent > 0) {
            const w3 d = w3_sub(ws->place[i].p, ws->place[b->parent].p);
            const rigid_wide_inertia sum = rigid_with_subtree(&ws->subtree[b->parent], &M, d);
            if (b->parent == i - 1) {
                M = sum;
                continue;
            }
            ws->subtree[b->parent] = sum;
        }
        M = ws->subtree[i - 1];
    }
    ws->subtree[first - 1] = M;
}

/* Whether the last body is carried by all others. */
static inline bool is_chain(const rigid_model *model) {
    const rigid_body *last = &model->body[model->count];
    return last->above + rigid_joint_nv[last->kind] == model->dofs;
}

/* All of an arm, of which nothing needs to be asked body by body. Then what waits for what takes the time: so each body is turned in its
   parent first, and from R to R there is one product. */
RIGID_APART void compute_arm(const rigid_model *model, const rigid_subtrees_scratch *ws, const double *q, double *H) {
    const matrix to = {H, (size_t)model->nv, true, false, -1};
    const rigid_body *body = model->body;
    rigid_world_pose *X = ws->place;
    rigid_world_begin(model, &ws->turns, X, q);
    X[1] = rigid_world_itself();
    rigid_put_inertia(&body[1].inertia, &ws->subtree[1]);
    w33 R = X[1].R;
    for (int i = 2; i <= model->count; i++) {
        const w33 own = rigid_turned_columns(body[i].wide.columns, rigid_turn_of(&ws->turns, i));
        X[i].p = w3_add(X[i - 1].p, w33_mul_at(R, &body[i].wide.p));
        X[i].R = R = w33_mul_w33(R, &own);
        rigid_turn_inertia(&body[i].inertia, R, &ws->subtree[i]);
    }
    rigid_wide_inertia M = ws->subtree[model->count];
    for (int i = model->count; i > 1; i--) {
        put_row_of_turn(ws, &to, &body[i], i, &M);
        M = rigid_with_subtree(&ws->subtree[i - 1], &M, w3_sub(X[i].p, X[i - 1].p));
    }
    put_row_of_stem(ws, &to, &body[1], &M);
}

static inline void compute_trees(const rigid_model *model, const rigid_subtrees_scratch *ws, const double *q, bool zeros, double *H) {
    matrix to = {H, (size_t)model->nv, model->in_order, model->mimics, -1};
    if (model->mimics || !(zeros || is_chain(model))) /* else every other entry is written */
        memset(H, 0, to.n * to.n * sizeof *H);
    rigid_put_places(model, ws, q, false);
    for (int r = 1; r <= model->count; r = model->body[r].last + 1) {
        const rigid_body *root = &model->body[r];
        const bool is_free = root->kind == RIGID_FREE;
        to.root = is_free ? root->v : -1;
        put_all_rows(model, ws, &to, r + is_free, root->last);
        if (is_free)
            put_free_root(&to, root, &ws->subtree[r]);
    }
}

static inline void compute(const rigid_model *model, rigid_workspace *all, const double *q, bool zeros, double *H) {
    const rigid_subtrees_scratch own = all->subtrees, *ws = &own; /* where its arrays are stands at hand, one step nearer */
    RIGID_ASSERT(rigid_apart(H, (size_t)model->nv * (size_t)model->nv, q, (size_t)model->nq));
    rigid_scratch_begin(all, RIGID_SCRATCH_subtrees);
    if (model->is_arm) {
        compute_arm(model, ws, q, H);
        rigid_scratch_end(all, RIGID_SCRATCH_subtrees);
        return;
    }
    compute_trees(model, ws, q, zeros, H);
    rigid_scratch_end(all, RIGID_SCRATCH_subtrees);
}

RIGID_KERNEL(void, rigid_crba,
             (const rigid_model *model, rigid_workspace *all, const double *q, double *H), (model, all, q, H)) {
    compute(model, all, q, false, H);
}

RIGID_KERNEL(void, rigid_crba_again,
             (const rigid_model *model, rigid_workspace *all, const double *q, double *H), (model, all, q, H)) {
    compute(model, all, q, true, H);
}

RIGID_KERNEL(rigid_status, rigid_inverse_mass_matrix_apart,
             (const rigid_model *model, rigid_workspace *ws, const double *q, double *H, double *Hinv, int *v),
             (model, ws, q, H, Hinv, v)) {
    rigid_scratch_begin(ws, RIGID_SCRATCH_ltdl);
    rigid_crba(model, ws, q, H);
    rigid_status status = rigid_ltdl(model, H, ws, v);
    if (status == RIGID_OK)
        rigid_ltdl_invert(model->nv, H, ws->ltdl.inverse, ws, Hinv);
    rigid_scratch_end(ws, RIGID_SCRATCH_ltdl);
    return status;
}

RIGID_KERNEL(rigid_status, rigid_inverse_mass_matrix,
             (const rigid_model *model, rigid_workspace *ws, const double *q, double *Hinv, int *v),
             (model, ws, q, Hinv, v)) {
    return rigid_inverse_mass_matrix_apart(model, ws, q, Hinv, Hinv, v);
}
