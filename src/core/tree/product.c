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

/* So many columns of both matrices from c on. */
static inline void take(int n, rows x, double *panel, const double *dq, const double *dv, int c, int count) {
    for (int r = 0; r < x.count; r++, panel += 2 * COLUMNS) {
        const int at = x.at[r] * n + c;
        if (count < COLUMNS)
            w8_put(panel, w8_all(0));
        copy(panel, dq + at, count), copy(panel + COLUMNS, dv + at, count);
    }
}
/* Three of the one. */
static inline void take_three(int n, rows x, double *panel, const double *dv, int c) {
    for (int r = 0; r < x.count; r++, panel += COLUMNS) {
        const double *at = dv + x.at[r] * n + c;
        w4_put(panel, w4_make(at[0], at[1], at[2], 0));
    }
}

/* Those columns of so many rows i, i + 1, .. of -H⁻¹ times that. */
static inline void multiply(int n, const double *Hinv, rows x, const double *panel, int i, int together, double *dq, double *dv, int c, int count) {
    const double *row[MANY];
    w8 sum[MANY];
    for (int k = 0; k < together; k++)
        row[k] = Hinv + (i + k) * n, sum[k] = w8_all(0);
    for (int r = 0; r < x.count; r++, panel += 2 * COLUMNS) {
        const w8 right = w8_at(panel);
        for (int k = 0; k < together; k++)
            sum[k] = w8_less(sum[k], row[k][x.at[r]], right);
    }
    for (int k = 0; k < together; k++) {
        const int at = (i + k) * n + c;
        double out[2 * COLUMNS];
        if (count == COLUMNS)
            w8_put_halves(dq + at, dv + at, sum[k]);
        else
            w8_put(out, sum[k]), copy(dq + at, out, count), copy(dv + at, out + COLUMNS, count);
    }
}
static inline void multiply_three(int n, const double *Hinv, rows x, const double *panel, int i, int together, double *dv, int c) {
    const double *row[MANY];
    w4 sum[MANY];
    for (int k = 0; k < together; k++)
        row[k] = Hinv + (i + k) * n, sum[k] = w4_all(0);
    for (int r = 0; r < x.count; r++, panel += COLUMNS) {
        const w4 right = w4_at(panel);
        for (int k = 0; k < together; k++)
            sum[k] = w4_less(sum[k], row[k][x.at[r]], right);
    }
    for (int k = 0; k < together; k++) {
        double out[COLUMNS];
        w4_put(out, sum[k]), copy(dv + (i + k) * n + c, out, 3);
    }
}

/* How many of so many rows of n are made next. Where fewer are left, as many again as are wanted, of which some are there already. */
static inline int at_once(int n, int left) {
    if (left > 2 * SOME || (left > SOME && left <= MANY && n >= MANY))
        return MANY;
    return n >= SOME ? SOME : 1;
}

static inline rows multiply_columns(int n, const double *Hinv, const rigid_workspace *ws, rows before, double *dq, double *dv, int c, int count) {
    const rows x = rows_of(&ws->paths, before, c, count);
    double *panel = ws->product.panel;
    take(n, x, panel, dq, dv, c, count);
    for (int i = 0, together; i < n; i += together) {
        together = at_once(n, n - i);
        const int first = i + together <= n ? i : n - together;
        if (together == MANY)
            multiply(n, Hinv, x, panel, first, MANY, dq, dv, c, count);
        else if (together == SOME)
            multiply(n, Hinv, x, panel, first, SOME, dq, dv, c, count);
        else
            multiply(n, Hinv, x, panel, first, 1, dq, dv, c, count);
    }
    return x;
}

static inline rows multiply_all(int n, const double *Hinv, const rigid_workspace *ws, rows before, double *dq, double *dv, int c, int end) {
    for (; c + COLUMNS <= end; c += COLUMNS)
        before = multiply_columns(n, Hinv, ws, before, dq, dv, c, COLUMNS);
    return c < end ? multiply_columns(n, Hinv, ws, before, dq, dv, c, end - c) : before;
}

/* The three columns of a body that is carried, which has six rows at least. */
static inline rows multiply_turns(int n, const double *Hinv, const rigid_workspace *ws, rows before, double *dv, int c) {
    const rows x = rows_of(&ws->paths, before, c, 3);
    double *panel = ws->product.panel;
    take_three(n, x, panel, dv, c);
    for (int i = 0, together; i < n; i += together) {
        together = at_once(n, n - i);
        const int first = i + together <= n ? i : n - together;
        if (together == MANY)
            multiply_three(n, Hinv, x, panel, first, MANY, dv, c);
        else
            multiply_three(n, Hinv, x, panel, first, SOME, dv, c);
    }
    return x;
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
        before = multiply_turns(n, Hinv, ws, before, dv, b->v + 3);
        c = b->v + 6;
    }
    multiply_all(n, Hinv, ws, before, dq, dv, c, n);
    rigid_scratch_end(ws, RIGID_SCRATCH_product);
}
