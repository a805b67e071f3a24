/* Matrices of nv x nv numbers, not zero only where one freedom carries another: those entries alone are computed and kept, a pair of them
   for a freedom and one that carries it, pair after pair. What is zero whatever the state is written as such. */
#ifndef RIGID_OVER_SQUARE_H
#define RIGID_OVER_SQUARE_H

#include "state.h"

typedef struct {
    int *first;   /* by freedom: its pair with itself; then those with the freedoms before it in its joint, then with all that carry it */
    int *place;   /* of each entry, row after row: twice its pair's, one more where it stands below the diagonal. Pair 0 is of zeros. */
    bool *filled; /* by registers of entries: whether any is not zero */
} square;

/* Pairs for a model, with that of zeros. */
static inline int square_pairs(const rigid_model *m) { return (int)rigid_lanes_pairs(m); }

static inline void square_put_pair(const square *at, size_t n, int pair, int e, int f) {
    const size_t below = (size_t)e * n + (size_t)f, above = (size_t)f * n + (size_t)e;
    at->place[below] = 2 * pair + 1, at->place[above] = 2 * pair;
    at->filled[below / RIGID_WIDTH] = at->filled[above / RIGID_WIDTH] = true;
}

static inline void square_begin(lanes *s, square *at) {
    const rigid_model *m = s->model;
    const size_t n = (size_t)m->nv;
    int pair = 1;
    LANES_TAKE(s, at->first, m->dofs), LANES_TAKE(s, at->place, n * n), LANES_TAKE(s, at->filled, n * n / RIGID_WIDTH + 1);
    memset(at->place, 0, n * n * sizeof *at->place);
    memset(at->filled, 0, n * n / RIGID_WIDTH + 1);
    for (int i = 1; i <= m->count; i++)
        for (int k = 0; k < freedoms(&m->body[i]); k++) {
            const int e = m->body[i].v + k;
            at->first[m->body[i].dof + k] = pair;
            square_put_pair(at, n, pair++, e, e);
            for (int l = 0; l < k; l++)
                square_put_pair(at, n, pair++, e, m->body[i].v + l);
            for (int j = m->body[i].parent; j > 0; j = m->body[j].parent)
                for (int l = 0; l < freedoms(&m->body[j]); l++)
                    square_put_pair(at, n, pair++, e, m->body[j].v + l);
        }
}

/* The place of the entry in row l and column k of a joint's own block. */
static inline int square_own(const square *at, const rigid_body *b, int l, int k) {
    return l <= k ? 2 * (at->first[b->dof + k] + (l < k ? 1 + l : 0)) : 2 * (at->first[b->dof + l] + 1 + k) + 1;
}

/* W entries from `begin` on of the first `count` lanes. */
static inline void square_write_some(const square *at, const real *from, int shift, int begin, int count, double *rows, size_t size) {
    real x[RIGID_WIDTH];
    for (int l = 0; l < RIGID_WIDTH; l++)
        x[l] = from[at->place[begin + l] >> shift];
    lanes_put_turned(x, count, rows + begin, size);
}

/* The first `count` lanes of such a matrix, of a register for each entry, or, with shift 1, of one for each pair. */
static inline void square_write(const lanes *s, const square *at, const real *from, int shift, int row, int count, int k) {
    const int size = s->model->nv * s->model->nv;
    double *rows = s->batch->out[k] + (size_t)row * (size_t)size;
    int begin = 0;
    if (size < RIGID_WIDTH)
        for (int e = 0; e < size; e++)
            for (int l = 0; l < count; l++)
                rows[l * size + e] = real_lane(&from[at->place[e] >> shift], l);
    for (; begin + RIGID_WIDTH <= size; begin += RIGID_WIDTH)
        if (at->filled[begin / RIGID_WIDTH])
            square_write_some(at, from, shift, begin, count, rows, (size_t)size);
        else
            for (int l = 0; l < count; l++)
                real_put(rows + (size_t)l * (size_t)size + begin, real_all(0));
    if (begin < size && size >= RIGID_WIDTH)
        square_write_some(at, from, shift, size - RIGID_WIDTH, count, rows, (size_t)size);
}

#endif
