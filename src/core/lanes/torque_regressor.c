/* Torque regressors of a register of states: ten numbers for each freedom and each link that it carries, zeros elsewhere. */
#include "over/kernels.h"
#include "over/sparse.h"
#include "over/ten.h"

/* The first `count` lanes of ten numbers into rows `apart`. */
static inline void ten_of_lanes(const real out[10], int count, double *to, size_t apart) {
    int k = 0;
    for (; k + RIGID_WIDTH <= 10; k += RIGID_WIDTH)
        columns_of_lanes(out + k, k, count, to, apart);
    for (; k < 10; k += 2)
        lanes_put_pairs(out[k], out[k + 1], count, to + k, apart);
}

/* Those of every freedom that carries link i, into rows that are zero. */
static inline void put_link(const lanes *s, const travel *own, int i, double *Y, int count) {
    const rigid_model *m = s->model;
    const rigid_body *b = &m->body[i];
    const rows L = rows_of(b, &own->course[i], &own->link[i]);
    const size_t cols = 10 * (size_t)m->links, apart = (size_t)m->nv * cols;
    for (int j = i; j > 0; j = m->body[j].parent) {
        const rigid_body *up = &m->body[j];
        for (int k = 0; k < freedoms(up); k++) {
            real out[10];
            put_ten(s, own, &L, i, j, k, out);
            ten_of_lanes(out, count, Y + (size_t)(up->v + k) * cols + 10 * (size_t)b->column, apart);
        }
    }
}

/* Straight into the rows. */
static inline void put_rows(const lanes *s, const travel *own, int row, int count) {
    const rigid_model *m = s->model;
    const size_t size = (size_t)m->nv * 10 * (size_t)m->links;
    double *Y = s->batch->out[0] + (size_t)row * size;
    if (!s->batch->zeros)
        memset(Y, 0, (size_t)count * size * sizeof *Y);
    for (int i = 1; i <= m->count; i++)
        if (m->body[i].column >= 0)
            put_link(s, own, i, Y, count);
    lanes_refuse(s, s->refused, row, count);
}

/* ---- small robots: all numbers of a block are kept, and written while the next is computed ------------------------------ */

/* Where the ten numbers stand, in the order in which they are computed. */
static inline void take_numbers(lanes *s, sparse *at) {
    const rigid_model *m = s->model;
    const int cols = 10 * m->links;
    int number = 1;
    sparse_take(s, at, m->nv * cols);
    for (int i = 1; i <= m->count; i++)
        for (int j = m->body[i].column >= 0 ? i : 0; j > 0; j = m->body[j].parent)
            for (int k = 0; k < freedoms(&m->body[j]); k++)
                for (int l = 0; l < tens_of(&m->body[j], k); l++)
                    at->place[(m->body[j].v + k) * cols + 10 * m->body[i].column + l] = number++ * RIGID_WIDTH;
    sparse_make_lists(s, at);
}

static inline real *keep_link(const lanes *s, const travel *own, int i, real *to) {
    const rigid_model *m = s->model;
    const rows L = rows_of(&m->body[i], &own->course[i], &own->link[i]);
    for (int j = i; j > 0; j = m->body[j].parent)
        to = put_tens_of_all(s, own, &L, i, j, to);
    return to;
}

static inline void keep_links(const lanes *s, const travel *own, real *numbers, int all, sparse_block *before) {
    const rigid_model *m = s->model;
    real *to = numbers + 1;
    for (int i = 1; i <= m->count; i++) {
        if (m->body[i].column >= 0)
            to = keep_link(s, own, i, to);
        sparse_write_part(before, (int)(to - numbers), all);
    }
}

static inline void keep_blocks(lanes *s, const travel *own, int first, int last, size_t numbers, const void *memory) {
    real *turns[2]; /* of one block and the one before, by turns */
    sparse places;
    sparse_block block = {.count = 0};
    LANES_TAKE(s, turns[0], numbers), LANES_TAKE(s, turns[1], numbers);
    take_numbers(s, &places);
    lanes_taken(s, memory);
    turns[0][0] = turns[1][0] = reg_all(0);
    const bool streams = sparse_streams(s, &places);
    for (int row = first; row < last; row += RIGID_WIDTH) {
        const int count = lanes_count(row, last);
        real *now = turns[row / RIGID_WIDTH % 2];
        lanes_read(s, row, count);
        outward(s, own);
        keep_links(s, own, now, (int)numbers, &block);
        sparse_write_rest(s, &block);
        sparse_begin(s, &places, row, count, streams, &block);
        sparse_add(s, &block, now, places.place);
    }
    sparse_write_rest(s, &block);
    sparse_end(streams);
}

RIGID_KERNEL(void, rigid_lanes_regressor, (const rigid_batch *batch, int first, int last, void *memory),
             (batch, first, last, memory)) {
    const size_t numbers = rigid_lanes_tens(batch->model);
    lanes s;
    travel own;
    travel_begin(&s, &own, batch, memory);
    if (numbers > 0) {
        keep_blocks(&s, &own, first, last, numbers, memory);
        return;
    }
    lanes_taken(&s, memory);
    for (int row = first; row < last; row += RIGID_WIDTH) {
        const int count = lanes_count(row, last);
        lanes_read(&s, row, count);
        outward(&s, &own);
        put_rows(&s, &own, row, count);
    }
}
