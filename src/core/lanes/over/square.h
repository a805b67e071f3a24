/* Matrices of nv x nv numbers, not zero only where one freedom carries another: those entries alone are computed and kept, a pair of them
   for a freedom and one that carries it, pair after pair. */
#ifndef RIGID_OVER_SQUARE_H
#define RIGID_OVER_SQUARE_H

#include "sparse.h"

typedef struct {
    int *first;     /* by freedom: its pair with itself; then those with the freedoms before it in its joint, then with all that carry it */
    sparse entries; /* of a register for each entry, twice its pair's, one more where it stands below the diagonal; pair 0 is of zeros */
    int *pairs;     /* the places of entries where there is a register for each pair alone */
} square;

/* Pairs for a model, with that of zeros. */
static inline int square_pairs(const rigid_model *m) { return (int)rigid_lanes_pairs(m); }

static inline void square_put_pair(square *at, size_t n, int pair, int e, int f) {
    const size_t below = (size_t)e * n + (size_t)f, above = (size_t)f * n + (size_t)e;
    at->entries.place[below] = (2 * pair + 1) * RIGID_WIDTH, at->entries.place[above] = 2 * pair * RIGID_WIDTH;
    at->pairs[below] = at->pairs[above] = pair * RIGID_WIDTH;
}

static inline void square_begin(lanes *s, square *at) {
    const rigid_model *m = s->model;
    const size_t n = (size_t)m->nv;
    int pair = 1;
    LANES_TAKE(s, at->first, m->dofs), LANES_TAKE(s, at->pairs, n * n);
    sparse_take(s, &at->entries, m->nv * m->nv);
    memset(at->pairs, 0, n * n * sizeof *at->pairs);
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
    sparse_make_lists(s, &at->entries);
}

/* The place of the entry in row l and column k of a joint's own block. */
static inline int square_own(const square *at, const rigid_body *b, int l, int k) {
    return l <= k ? 2 * (at->first[b->dof + k] + (l < k ? 1 + l : 0)) : 2 * (at->first[b->dof + l] + 1 + k) + 1;
}

#endif
