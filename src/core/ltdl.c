/* Row k of L has numbers where the ancestors of k are, and nowhere else. Every sweep goes along the tree with the path from
   the root to k at hand, and takes the rows of its ancestors four at a time: rows lie in one piece, whatever the tree. */
#include "ltdl.h"
#include "tree.h"

#include <float.h>
#include <string.h>

/* The ancestors of k, from the root on. */
typedef struct {
    int k, count, *at;
} path;

static const path nowhere = {-1, 0, NULL};

/* The way to k, from that to its neighbour where the sweep goes on along a branch, else by walking up. */
static inline path path_to(const rigid_workspace *ws, path before, int k) {
    const int *above = ws->above;
    path p = {k, ws->depth[k], ws->path};
    if (before.k != above[k] && (before.k < 0 || above[before.k] != k))
        for (int d = p.count, i = above[k]; d > 0; i = above[i])
            p.at[--d] = i;
    p.at[p.count] = k;
    return p;
}

/* out -= the rows of A that p names, each times its number in l. */
static inline void collect(path p, const double *l, const double *A, int columns, double *out, int count) {
    int i = 0;
    for (; i + 4 <= p.count; i += 4) {
        const int *at = p.at + i;
        const double *a = A + at[0] * columns, *b = A + at[1] * columns, *c = A + at[2] * columns,
                     *d = A + at[3] * columns;
        const double x = l[at[0]], y = l[at[1]], z = l[at[2]], w = l[at[3]];
        RIGID_INDEPENDENT
        for (int j = 0; j < count; j++)
            out[j] -= (x * a[j] + y * b[j]) + (z * c[j] + w * d[j]);
    }
    for (; i < p.count; i++) {
        const double *a = A + p.at[i] * columns, x = l[p.at[i]];
        RIGID_INDEPENDENT
        for (int j = 0; j < count; j++)
            out[j] -= x * a[j];
    }
}

/* The rows of A that p names -= `row` times the number of each in l. */
static inline void spread(path p, const double *l, double *A, int columns, const double *row) {
    int i = 0;
    for (; i + 4 <= p.count; i += 4) {
        const int *at = p.at + i;
        double *a = A + at[0] * columns, *b = A + at[1] * columns, *c = A + at[2] * columns, *d = A + at[3] * columns;
        const double x = l[at[0]], y = l[at[1]], z = l[at[2]], w = l[at[3]];
        RIGID_INDEPENDENT
        for (int j = 0; j < columns; j++)
            a[j] -= x * row[j], b[j] -= y * row[j], c[j] -= z * row[j], d[j] -= w * row[j];
    }
    for (; i < p.count; i++) {
        double *a = A + p.at[i] * columns, x = l[p.at[i]];
        RIGID_INDEPENDENT
        for (int j = 0; j < columns; j++)
            a[j] -= x * row[j];
    }
}

/* Takes freedom k out of H, and leaves its row of L. */
static inline void eliminate(path p, int n, double *H, double *row, double D) {
    const double inverse = 1 / D;
    for (int i = p.count - 1; i >= 0; i--) {
        double *other = H + p.at[i] * n, l = row[p.at[i]] * inverse;
        for (int j = 0; j <= i; j++)
            other[p.at[j]] -= l * row[p.at[j]];
        row[p.at[i]] = l;
    }
}

RIGID_KERNEL(rigid_status, rigid_ltdl, (int n, double *H, rigid_workspace *ws, int *pivot)) {
    double *whole = ws->u;
    path p = nowhere;
    for (int k = 0; k < n; k++)
        whole[k] = H[k * (n + 1)];
    for (int k = n - 1; k >= 0; k--) {
        double *row = H + k * n;
        if (!(row[k] > 4 * DBL_EPSILON * whole[k])) {
            *pivot = k;
            return RIGID_SINGULAR;
        }
        p = path_to(ws, p, k);
        eliminate(p, n, H, row, row[k]);
    }
    return RIGID_OK;
}

RIGID_KERNEL(void, rigid_ltdl_solve, (int n, const double *L, rigid_workspace *ws, double s, double *A, int columns)) {
    path p = nowhere;
    for (int k = n - 1; k >= 0; k--) {
        p = path_to(ws, p, k);
        spread(p, L + k * n, A, columns, A + k * columns);
    }
    p = nowhere;
    for (int k = 0; k < n; k++) {
        double *row = A + k * columns, scale = s / L[k * (n + 1)];
        for (int j = 0; j < columns; j++)
            row[j] *= scale;
        p = path_to(ws, p, k);
        collect(p, L + k * n, A, columns, row, columns);
    }
}

/* L Z = D⁻¹L⁻ᵀ, of which the right side is zero below its diagonal D⁻¹: row k of Z up to there comes of the rows of its
   ancestors, the rest by symmetry. [Takahashi, Fagan, Chen 1973] */
RIGID_KERNEL(void, rigid_ltdl_invert, (int n, double *L, rigid_workspace *ws)) {
    double *l = ws->u;
    path p = nowhere;
    for (int k = 0; k < n; k++) {
        p = path_to(ws, p, k);
        double *row = L + k * n;
        memcpy(l, row, (size_t)k * sizeof *row);
        memset(row, 0, (size_t)k * sizeof *row);
        collect(p, l, L, n, row, k);
        row[k] = 1 / row[k];
        for (int i = 0; i < p.count; i++)
            row[k] -= l[p.at[i]] * row[p.at[i]];
        for (int j = 0; j < k; j++)
            L[j * n + k] = row[j];
    }
}
