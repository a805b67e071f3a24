/* Results of many numbers a row, of which many are zero whatever the state: what is so is written without having been computed or
   turned from lanes into rows. Where a batch's results are larger than the caches, whole lines go past these. */
#ifndef RIGID_OVER_LARGE_H
#define RIGID_OVER_LARGE_H

#include "state.h"

enum {
    RIGID_LINE = 8,            /* numbers in a line of the cache */
    RIGID_LARGE = 1 << 22      /* numbers, beyond which results are so large */
};

/* How rows of a result are written, which are all so far apart. */
typedef struct {
    size_t apart;
    bool streams;
} large;

/* In what place of its line a number is. */
static inline int large_place(const double *x) { return (int)((uintptr_t)x / sizeof *x % RIGID_LINE); }

/* Of n rows in all. Rows one after the other begin in so many different places of a line, for each of which they are turned anew. */
static inline large large_of(size_t apart, int n) {
    const bool few = apart % (RIGID_LINE / 2) == 0;
    return (large){apart, RIGID_STREAMS && few && apart * (size_t)n > RIGID_LARGE};
}

/* Columns k to k + W - 1 of the rows that begin in that place of a line, or of all: zeros where `from` is null. */
static inline void large_put_stream(const large *how, const real *from, int k, int count, int place, double *rows) {
    real x[RIGID_WIDTH];
    for (int l = 0; l < RIGID_WIDTH; l++)
        x[l] = from ? from[l] : real_all(0);
    if (from)
        lanes_transpose(x);
    for (int l = 0; l < count; l++) {
        double *row = rows + (size_t)l * how->apart;
        if (large_place(row) == place)
            real_stream(row + k, x[l]);
    }
}
static inline void large_put(const large *how, const real *from, int k, int count, double *rows) {
    if (from)
        columns_of_lanes(from, k, count, rows, how->apart);
    else
        for (int l = 0; l < count; l++)
            real_put(rows + (size_t)l * how->apart + k, real_all(0));
}

/* A part of each row, of at least W columns, numbers but in columns first to last - 1 zeros; from[0] is the first of them, with a register of
   zeros for each lane before and behind. */
static inline void large_put_part(const large *how, const real *from, int first, int last, int cols, int count, double *rows) {
#define LARGE_FROM(k) ((k) + RIGID_WIDTH > first && (k) < last ? from + ((k) - first) : NULL)
    const int end = cols - RIGID_WIDTH;
    if (!how->streams) {
        int k = 0;
        for (; k < end; k += RIGID_WIDTH)
            large_put(how, LARGE_FROM(k), k, count, rows);
        large_put(how, LARGE_FROM(end), end, count, rows);
        return;
    }
    large_put(how, LARGE_FROM(0), 0, count, rows);
    large_put(how, LARGE_FROM(end), end, count, rows);
    const int places[2] = {large_place(rows), large_place(rows + how->apart)};
    for (int p = 0; p < 2 && (p == 0 || places[1] != places[0]); p++)
        for (int k = (RIGID_LINE - places[p]) % RIGID_LINE; k <= end; k += RIGID_WIDTH)
            large_put_stream(how, LARGE_FROM(k), k, count, places[p], rows);
#undef LARGE_FROM
}

/* ---- matrices with a number where one joint carries another ---------------------------------------------------------------- */

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
