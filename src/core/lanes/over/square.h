/* Matrices of nv x nv numbers, one where one joint carries another: what is zero whatever the state is written without having been computed or turned
   from lanes into rows. */
#ifndef RIGID_OVER_SQUARE_H
#define RIGID_OVER_SQUARE_H

#include "state.h"

static inline void square_mark(bool *filled, size_t entry) { filled[entry / RIGID_WIDTH] = true; }

/* Of the nv x nv entries, one row after the other, which registers have any that is not zero for every state. */
static inline void square_fill(const rigid_model *m, bool *filled) {
    const size_t n = (size_t)m->nv;
    memset(filled, 0, n * n / RIGID_WIDTH + 1);
    for (int i = 1; i <= m->count; i++)
        for (int j = i; j > 0; j = m->body[j].parent)
            for (int e = m->body[i].v; e < m->body[i].v + freedoms(&m->body[i]); e++)
                for (int f = m->body[j].v; f < m->body[j].v + freedoms(&m->body[j]); f++)
                    square_mark(filled, (size_t)e * n + (size_t)f), square_mark(filled, (size_t)f * n + (size_t)e);
}

/* The first `count` lanes of such a matrix, whose last entry is on the diagonal. */
static inline void square_write(const lanes *s, const bool *filled, const real *from, int row, int count, int k) {
    const int size = s->model->nv * s->model->nv;
    double *rows = s->batch->out[k] + (size_t)row * (size_t)size;
    if (count < RIGID_WIDTH || size < RIGID_WIDTH) {
        lanes_write(s, from, size, row, count, k);
        return;
    }
    int at = 0;
    for (; at + RIGID_WIDTH <= size; at += RIGID_WIDTH)
        if (filled[at / RIGID_WIDTH])
            columns_of_lanes(from + at, at, count, rows, (size_t)size);
        else
            for (int l = 0; l < RIGID_WIDTH; l++)
                real_put(rows + (size_t)l * (size_t)size + at, real_all(0));
    if (at < size)
        columns_of_lanes(from + size - RIGID_WIDTH, size - RIGID_WIDTH, count, rows, (size_t)size);
}

#endif
