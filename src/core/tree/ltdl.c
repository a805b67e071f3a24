/* Rows are made in registers, several numbers at a time, of the rows below them (what a freedom carries) or of those above,
   and written once. */
#include "ltdl.h"
#include "../numbers/lanes.h"
#include "tree.h"

#include <string.h>

/* The ancestors of k, from the root on. */
typedef struct {
    int count, *at;
} path;

static const path nowhere = {-1, NULL};

/* The way to k, of that to another: what both have in common stays. */
static inline path path_to(const rigid_paths *paths, int *way, path before, int k) {
    const int *above = paths->above;
    path p = {paths->depth[k], way};
    for (int d = p.count - 1, i = above[k]; d >= 0 && !(d <= before.count && p.at[d] == i); d--, i = above[i])
        p.at[d] = i;
    RIGID_ASSERT(above[k] < k && p.count <= k);
    p.at[p.count] = k;
    return p;
}

/* Of each ancestor, l_d times that less. */
static inline void spread_up(path p, const double *l, double own, double *x) {
    for (int d = 0; d < p.count; d++)
        x[p.at[d]] -= l[d] * own;
}
/* Σ l_d x of the ancestors: in four sums, so that few wait for the one before. */
static inline double along(path p, const double *l, const double *x) {
    double a = 0, b = 0, c = 0, e = 0;
    int d = 0;
    for (; d + 3 < p.count; d += 4) {
        a += l[d] * x[p.at[d]], b += l[d + 1] * x[p.at[d + 1]];
        c += l[d + 2] * x[p.at[d + 2]], e += l[d + 3] * x[p.at[d + 3]];
    }
    for (; d < p.count; d++)
        a += l[d] * x[p.at[d]];
    return (a + b) + (c + e);
}

/* ---- factors --------------------------------------------------------------------------------------------------------- */

/* The freedoms that one carries: those in `order` from there to `end`; and where in their rows it stands. */
typedef struct {
    const int *from, *end;
    int depth;
} subtree;

/* row[j..j+8) -= L_kd D_k L_k of all in the subtree, for eight, four or one j; every second one apart, so that no difference waits for
   the one before. */
static inline void gather8(subtree t, int n, const double *H, const double *D, double *row, int j) {
    w8 sum = w8_at(row + j), other_sum = w8_all(0);
    const int *k = t.from;
    for (; k + 1 < t.end; k += 2) {
        const double *one = H + k[0] * n, *other = H + k[1] * n;
        sum = w8_less(sum, one[t.depth] * D[k[0]], w8_at(one + j));
        other_sum = w8_less(other_sum, other[t.depth] * D[k[1]], w8_at(other + j));
    }
    if (k < t.end)
        sum = w8_less(sum, H[*k * n + t.depth] * D[*k], w8_at(H + *k * n + j));
    w8_put(row + j, w8_less(sum, -1, other_sum));
}
static inline void gather4(subtree t, int n, const double *H, const double *D, double *row, int j) {
    w4 sum = w4_at(row + j), other_sum = w4_all(0);
    const int *k = t.from;
    for (; k + 1 < t.end; k += 2) {
        const double *one = H + k[0] * n, *other = H + k[1] * n;
        sum = w4_less(sum, one[t.depth] * D[k[0]], w4_at(one + j));
        other_sum = w4_less(other_sum, other[t.depth] * D[k[1]], w4_at(other + j));
    }
    if (k < t.end)
        sum = w4_less(sum, H[*k * n + t.depth] * D[*k], w4_at(H + *k * n + j));
    w4_put(row + j, w4_less(sum, -1, other_sum));
}
static inline void gather1(subtree t, int n, const double *H, const double *D, double *row, int j) {
    double sum = row[j];
    for (const int *k = t.from; k < t.end; k++)
        sum -= H[*k * n + t.depth] * D[*k] * H[*k * n + j];
    row[j] = sum;
}

/* Takes all that freedom i carries out of its row, of which numbers 0..depth mean something. */
static inline void gather(subtree t, int n, const double *H, const double *D, double *row) {
    int j = 0;
    for (; j <= t.depth && j + 8 <= n; j += 8)
        gather8(t, n, H, D, row, j);
    for (; j <= t.depth && j + 4 <= n; j += 4)
        gather4(t, n, H, D, row, j);
    for (; j <= t.depth; j++)
        gather1(t, n, H, D, row, j);
}

/* The lower triangle of H, packed. */
static inline void pack(int n, double *H, const rigid_workspace *all) {
    path p = nowhere;
    for (int k = 0; k < n; k++) {
        p = path_to(&all->paths, all->ltdl.path, p, k);
        for (int d = 0; d <= p.count; d++)
            H[k * n + d] = H[k * n + p.at[d]];
    }
}

/* Up to there a freedom, with all joints that follow it, moves no inertia. */
static inline void find_least(const rigid_model *model, double *least) {
    memset(least, 0, (size_t)model->nv * sizeof *least);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->kind == RIGID_REVOLUTE)
            least[b->v] += b->ratio * b->ratio * b->least.angular;
        else
            for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
                least[b->v + k] += b->ratio * b->ratio * rigid_freedom_least(b, k);
    }
}

/* What carries nothing comes first: D_i = H_ii - Σ L_ki² D_k and L_ij = (H_ij - Σ L_ki D_k L_kj) / D_i over what i carries. */
RIGID_KERNEL(rigid_status, rigid_ltdl, (const rigid_model *model, double *H, rigid_workspace *all, int *pivot),
             (model, H, all, pivot)) {
    const rigid_ltdl_scratch *ws = &all->ltdl;
    const rigid_paths *p = &all->paths;
    const int n = model->nv;
    double *D = ws->D;
    RIGID_SCRATCH_IN_USE(all, ltdl);
    pack(n, H, all);
    find_least(model, ws->least);
    for (int i = n - 1; i >= 0; i--) {
        double *row = H + i * n;
        const subtree t = {p->order + p->rank[i] + 1, p->order + p->until[i], p->depth[i]};
        gather(t, n, H, D, row);
        D[i] = row[t.depth];
        if (!(D[i] > ws->least[i])) {
            *pivot = i;
            return RIGID_SINGULAR;
        }
        ws->inverse[i] = 1 / D[i];
        for (int d = 0; d < t.depth; d++)
            row[d] *= ws->inverse[i];
    }
    return RIGID_OK;
}

RIGID_KERNEL(void, rigid_ltdl_solve,
             (int n, const double *L, rigid_workspace *all, double s, double *x), (n, L, all, s, x)) {
    RIGID_SCRATCH_IN_USE(all, ltdl);
    path p = nowhere;
    for (int k = n - 1; k >= 0; k--) {
        p = path_to(&all->paths, all->ltdl.path, p, k);
        spread_up(p, L + k * n, x[k], x);
    }
    p = nowhere;
    for (int k = 0; k < n; k++) {
        p = path_to(&all->paths, all->ltdl.path, p, k);
        x[k] = s * all->ltdl.inverse[k] * x[k] - along(p, L + k * n, x);
    }
}

/* x = D^(-1/2) L⁻ᵀ x */
RIGID_KERNEL(void, rigid_ltdl_halve, (int n, const double *L, rigid_workspace *all, double *x), (n, L, all, x)) {
    RIGID_SCRATCH_IN_USE(all, ltdl);
    path p = nowhere;
    for (int k = n - 1; k >= 0; k--) {
        if (x[k] == 0) /* a row of a single body is zero outside of its branch */
            continue;
        p = path_to(&all->paths, all->ltdl.path, p, k);
        spread_up(p, L + k * n, x[k], x);
    }
    for (int k = 0; k < n; k++)
        x[k] *= sqrt(all->ltdl.inverse[k]);
}

/* Numbers j..j+4 blocks) of the rows of the ancestors less those of row x, each times its number in l. */
static inline void spread(path p, const double *l, const double *x, int m, int j, int blocks, double *X) {
    w4 own[4];
    for (int b = 0; b < blocks; b++)
        own[b] = w4_at(x + j + 4 * b);
    for (int d = 0; d < p.count; d++) {
        double *above = X + p.at[d] * m + j;
        for (int b = 0; b < blocks; b++)
            w4_put(above + 4 * b, w4_less(w4_at(above + 4 * b), l[d], own[b]));
    }
}

/* The same of those from j to end that a row has: loops of other branches have none in it. */
static inline void spread_row(path p, const double *l, const double *x, int m, int j, int end, double *X) {
    for (; j + 16 <= end; j += 16)
        spread(p, l, x, m, j, 4, X);
    if (end - j == 12)
        spread(p, l, x, m, j, 3, X);
    else if (end - j == 8)
        spread(p, l, x, m, j, 2, X);
    else if (end - j == 4)
        spread(p, l, x, m, j, 1, X);
}

static inline bool is_zero(const double *four) { return four[0] == 0 && four[1] == 0 && four[2] == 0 && four[3] == 0; }

RIGID_KERNEL(void, rigid_ltdl_halve_rows, (int n, const double *L, rigid_workspace *all, int m, double *X), (n, L, all, m, X)) {
    RIGID_SCRATCH_IN_USE(all, ltdl);
    path p = nowhere;
    for (int k = n - 1; k >= 0; k--) {
        double *x = X + k * m;
        int first = 0, end = m;
        while (first < end && is_zero(x + first))
            first += 4;
        while (first < end && is_zero(x + end - 4))
            end -= 4;
        if (first == end)
            continue;
        p = path_to(&all->paths, all->ltdl.path, p, k);
        spread_row(p, L + k * n, x, m, first, end, X);
        const double s = sqrt(all->ltdl.inverse[k]);
        for (int j = first; j < end; j += 4)
            w4_put(x + j, w4_scale(s, w4_at(x + j)));
    }
}

RIGID_KERNEL(void, rigid_ltdl_other_half, (int n, const double *L, rigid_workspace *all, double *x), (n, L, all, x)) {
    RIGID_SCRATCH_IN_USE(all, ltdl);
    path p = nowhere;
    for (int k = 0; k < n; k++) {
        p = path_to(&all->paths, all->ltdl.path, p, k);
        x[k] = x[k] * sqrt(all->ltdl.inverse[k]) - along(p, L + k * n, x);
    }
}

/* ---- products of columns ---------------------------------------------------------------------------------------------- */

/* Four rows of the product from i on, four numbers each from j on. */
static inline void multiply(int n, int width, const double *X, int i, int j, w4 *out) {
    w4 a = w4_all(0), b = a, c = a, d = a;
    for (int k = 0; k < n; k++) {
        const double *x = X + k * width;
        const w4 y = w4_at(x + j);
        a = w4_less(a, -x[i], y), b = w4_less(b, -x[i + 1], y), c = w4_less(c, -x[i + 2], y), d = w4_less(d, -x[i + 3], y);
    }
    out[0] = a, out[1] = b, out[2] = c, out[3] = d;
}

RIGID_KERNEL(void, rigid_products_of_columns, (int n, int m, int width, const double *X, double *G), (n, m, width, X, G)) {
    for (int i = 0; i < m; i += 4)
        for (int j = 0; j <= i; j += 4) {
            w4 block[4];
            multiply(n, width, X, i, j, block);
            for (int r = 0; r < 4 && i + r < m; r++) {
                double row[4];
                w4_put(row, block[r]);
                for (int k = j; k <= i + r && k < j + 4; k++)
                    G[(i + r) * m + k] = G[k * m + i + r] = row[k - j];
            }
        }
}

/* ---- inverse --------------------------------------------------------------------------------------------------------- */

/* Numbers j[0], j[1], .. of row k: the rows of its ancestors, each times its number in l, from 0. The blocks may overlap. */
static inline void collect(path p, const double *l, const double *Z, int n, double *row, const int *j, int blocks) {
    w8 sum[4] = {w8_all(0), w8_all(0), w8_all(0), w8_all(0)};
    for (int d = 0; d < p.count; d++) {
        const double *other = Z + p.at[d] * n;
        sum[0] = w8_less(sum[0], l[d], w8_at(other + j[0]));
        if (blocks > 1)
            sum[1] = w8_less(sum[1], l[d], w8_at(other + j[1]));
        if (blocks > 2)
            sum[2] = w8_less(sum[2], l[d], w8_at(other + j[2]));
        if (blocks > 3)
            sum[3] = w8_less(sum[3], l[d], w8_at(other + j[3]));
    }
    w8_put(row + j[0], sum[0]);
    if (blocks > 1)
        w8_put(row + j[1], sum[1]);
    if (blocks > 2)
        w8_put(row + j[2], sum[2]);
    if (blocks > 3)
        w8_put(row + j[3], sum[3]);
}

/* The first `count` numbers of row k, where rows have eight or more. */
static inline void collect_row(path p, const double *l, const double *Z, int n, double *row, int count) {
    for (int first = 0; first < count; first += 32) {
        const int last = n - 8, j[4] = {first < last ? first : last, first + 8 < last ? first + 8 : last,
                                        first + 16 < last ? first + 16 : last, first + 24 < last ? first + 24 : last};
        const int left = count - first;
        if (left <= 8)
            collect(p, l, Z, n, row, j, 1);
        else if (left <= 16)
            collect(p, l, Z, n, row, j, 2);
        else if (left <= 24)
            collect(p, l, Z, n, row, j, 3);
        else
            collect(p, l, Z, n, row, j, 4);
    }
}

/* The same where they have four to seven, or fewer. */
static inline void collect_short(path p, const double *l, const double *Z, int n, double *row) {
    w4 begin = w4_all(0), end = begin;
    for (int d = 0; d < p.count; d++) {
        begin = w4_less(begin, l[d], w4_at(Z + p.at[d] * n));
        end = w4_less(end, l[d], w4_at(Z + p.at[d] * n + n - 4));
    }
    w4_put(row, begin), w4_put(row + n - 4, end);
}
static inline void collect_few(path p, const double *l, const double *Z, int n, double *row, int count) {
    for (int j = 0; j < count; j++) {
        double sum = 0;
        for (int d = 0; d < p.count; d++)
            sum -= l[d] * Z[p.at[d] * n + j];
        row[j] = sum;
    }
}

/* L Z = D⁻¹L⁻ᵀ, of which the right side is zero below its diagonal D⁻¹: row k of Z up to there comes of the rows of its
   ancestors, the rest by symmetry. [Takahashi, Fagan, Chen 1973] What is written behind the diagonal means nothing yet. */
RIGID_KERNEL(void, rigid_ltdl_invert,
             (int n, const double *L, const double *inverse, rigid_workspace *all, double *Z), (n, L, inverse, all, Z)) {
    double *l = all->ltdl.row;
    RIGID_SCRATCH_IN_USE(all, ltdl);
    path p = nowhere;
    for (int k = 0; k < n; k++) {
        p = path_to(&all->paths, all->ltdl.path, p, k);
        double *row = Z + k * n;
        for (int d = 0; d < p.count; d++)
            l[d] = L[k * n + d];
        if (n >= 8)
            collect_row(p, l, Z, n, row, k);
        else if (n >= 4)
            collect_short(p, l, Z, n, row);
        else
            collect_few(p, l, Z, n, row, k);
        row[k] = inverse[k] - along(p, l, row);
        for (int j = 0; j < k; j++)
            Z[j * n + k] = row[j];
    }
}
