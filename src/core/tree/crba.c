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

/* The same where numbers are in order: those of the row stand side by side, those of the column n apart. What is left of fours comes
   first, so that nothing is needed after the loop. */
static inline void put_row_in_order(const rigid_subtrees_scratch *ws, const matrix *to, int d, int count, w3 u, w3 w,
                                    double armature) {
    const w6 *F = ws->F + d, *const end = F + count;
    const size_t n = to->n;
    double *const first = to->H + (size_t)d * (n + 1), *row = first, *column = first;
    const int some = count % 4;
    if (some == 1)
        row[0] = w3_sum(products(F, u, w)), F++, row++, column += n;
    else if (some > 1) {
        const w4 h = entries(F, u, w);
        row[0] = w4_number(h, 0), row[1] = column[n] = w4_number(h, 1);
        if (some > 2)
            row[2] = column[2 * n] = w4_number(h, 2);
        F += some, row += some, column += (size_t)some * n;
    }
    for (; F < end; F += 4, row += 4, column += 4 * n) {
        const w4 h = entries(F, u, w);
        column[0] = w4_number(h, 0), column[n] = w4_number(h, 1);
        column[2 * n] = w4_number(h, 2), column[3 * n] = w4_number(h, 3);
        w4_put(row, h);
    }
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
static inline void put_row_of_stem(const rigid_subtrees_scratch *ws, const matrix *to, const rigid_body *b,
                                   const rigid_wide_inertia *M) {
    const w6 *F = ws->F + b->dof;
    const size_t n = to->n;
    const double ratio = b->ratio;
    double *row = to->H + (size_t)b->dof * (n + 1), *column = row;
    row[0] = ratio * (ratio * w3_z(M->I.diagonal)) + ratio * ratio * b->armature;
    for (int k = 1; k < b->span; k++)
        column += n, row[k] = *column = ratio * w3_z(F[k].angular) + 0; /* no -0 */
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
    const w33 *R = &ws->place[i].R;
    const w3 p = ws->place[i].p, w = w3_scale(b->ratio, R->z);
    const w6 F = rigid_turning_force(b, i, R, M);
    ws->F[b->dof].linear = F.linear, ws->F[b->dof].angular = w3_add(F.angular, w3_cross_of_zxy(p, F.linear));
    put_row(ws, to, b->dof, b->v, b->span, w3_cross_zxy(p, w), w, b->ratio * b->ratio * b->armature);
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

static inline void compute(const rigid_model *model, rigid_workspace *all, const double *q, bool zeros, double *H) {
    const rigid_subtrees_scratch own = all->subtrees, *ws = &own; /* where its arrays are stands at hand, one step nearer */
    RIGID_ASSERT(rigid_apart(H, (size_t)model->nv * (size_t)model->nv, q, (size_t)model->nq));
    rigid_scratch_begin(all, RIGID_SCRATCH_subtrees);
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
