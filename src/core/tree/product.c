/* Four columns of the one matrix, and beside them the same of the other, are taken as a panel that stays in the first cache; of the
   result several rows are made at once, for which a row of the panel is read once. */
#include "product.h"
#include "../numbers/lanes.h"
#include "ltdl.h"

/* The rows that have numbers in some columns: those on the way to the first, and those of its subtree, depth first; with `before`, of other
   columns, whose list is written over. A number that stands at its depth has the way to it before it, since depth grows by at most
   one from each to the next. */
typedef struct {
    int count, *at;
} rows;

static inline rows rows_of(const rigid_paths *p, rows before, int c, int count) {
    int first = p->rank[c], last = first + 1;
    for (int k = c; k < c + count; k++) {
        first = p->rank[k] < first ? p->rank[k] : first;
        last = p->until[k] > last ? p->until[k] : last;
    }
    const int depth = p->depth[p->order[first]];
    rows it = {depth + last - first, before.at};
    for (int r = depth - 1, k = p->above[p->order[first]]; r >= 0 && !(r < before.count && it.at[r] == k); r--, k = p->above[k])
        it.at[r] = k;
    for (int r = depth; r < it.count; r++)
        it.at[r] = p->order[first + r - depth];
    return it;
}

/* Rows that are made at once: six hide how long a subtraction takes, four waste less of a few. */
enum { COLUMNS = 4, MANY = 6, SOME = 4 };

static inline void copy(double *to, const double *from, int count) {
    if (count == COLUMNS)
        w4_put(to, w4_at(from));
    else
        for (int j = 0; j < count; j++)
            to[j] = from[j];
}

/* Of so many columns from c on. dq may be null. */
static inline void take(int n, rows x, double *panel, const double *dq, const double *dv, int c, int count) {
    for (int r = 0; r < x.count; r++, panel += 2 * COLUMNS) {
        const int at = x.at[r] * n + c;
        if (count < COLUMNS)
            w8_put(panel, w8_all(0));
        if (dq)
            copy(panel, dq + at, count);
        copy(panel + COLUMNS, dv + at, count);
    }
}

/* Those columns of so many rows i, i + 1, .. of -H⁻¹ times that; behind the last one that again. */
static inline void multiply(int n, const double *Hinv, rows x, const double *panel, int i, int together, double *dq, double *dv, int c, int count) {
    const double *row[MANY], *y = panel;
    w8 sum[MANY];
    for (int k = 0; k < together; k++)
        row[k] = Hinv + (i + k < n ? i + k : n - 1) * n, sum[k] = w8_all(0);
    for (int r = 0; r < x.count; r++, y += 2 * COLUMNS) {
        const w8 right = w8_at(y);
        for (int k = 0; k < together; k++)
            sum[k] = w8_less(sum[k], row[k][x.at[r]], right);
    }
    double out[MANY][2 * COLUMNS];
    for (int k = 0; k < together; k++)
        w8_put(out[k], sum[k]);
    for (int k = 0; k < together; k++) {
        const int at = (i + k < n ? i + k : n - 1) * n + c;
        if (dq)
            copy(dq + at, out[k], count);
        copy(dv + at, out[k] + COLUMNS, count);
    }
}

static inline rows multiply_columns(int n, const double *Hinv, const rigid_workspace *ws, rows before, double *dq, double *dv, int c, int count) {
    const rows x = rows_of(&ws->paths, before, c, count);
    double *panel = ws->product.panel;
    take(n, x, panel, dq, dv, c, count);
    for (int i = 0; i < n;) {
        const bool many = n - i > 2 * SOME || (n - i > SOME && n - i <= MANY);
        if (many)
            multiply(n, Hinv, x, panel, i, MANY, dq, dv, c, count);
        else
            multiply(n, Hinv, x, panel, i, SOME, dq, dv, c, count);
        i += many ? MANY : SOME;
    }
    return x;
}

static inline rows multiply_all(int n, const double *Hinv, const rigid_workspace *ws, rows before, double *dq, double *dv, int c, int end) {
    for (; c < end; c += COLUMNS)
        before = multiply_columns(n, Hinv, ws, before, dq, dv, c, end - c < COLUMNS ? end - c : COLUMNS);
    return before;
}

RIGID_KERNEL(void, rigid_less_product,
             (const rigid_model *model, const double *Hinv, rigid_workspace *ws, double *dq, double *dv),
             (model, Hinv, ws, dq, dv)) {
    const int n = model->nv;
    int c = 0;
    rigid_scratch_begin(ws, RIGID_SCRATCH_product);
    rows before = {0, ws->product.active};
    for (int i = 1; i <= model->count; i = model->body[i].last + 1) { /* tree by tree */
        const rigid_body *b = &model->body[i];
        if (!rigid_is_carried(b))
            continue;
        RIGID_ASSERT(b->v >= c); /* trees stand in the order of the numbers of their first bodies */
        before = multiply_all(n, Hinv, ws, before, dq, dv, c, b->v);
        before = multiply_columns(n, Hinv, ws, before, NULL, dv, b->v + 3, 3);
        c = b->v + 6;
    }
    multiply_all(n, Hinv, ws, before, dq, dv, c, n);
    rigid_scratch_end(ws, RIGID_SCRATCH_product);
}
