/* Torque regressors of a register of states: ten numbers for each freedom and each link that it carries, zeros elsewhere. */
#include "over/kernels.h"
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
    const rows L = rows_of(b, &own->course[i]);
    const size_t cols = 10 * (size_t)m->links, apart = (size_t)m->nv * cols;
    for (int j = i; j > 0; j = m->body[j].parent) {
        const rigid_body *up = &m->body[j];
        const vec r = vec_sub(own->course[i].p, own->course[j].p);
        for (int k = 0; k < freedoms(up); k++) {
            real out[10];
            put_ten(own, &L, up, k, r, out);
            ten_of_lanes(out, count, Y + (size_t)(up->v + k) * cols + 10 * (size_t)b->column, apart);
        }
    }
}

RIGID_KERNEL(void, rigid_lanes_regressor, (const rigid_batch *batch, int first, int last, void *memory),
             (batch, first, last, memory)) {
    const rigid_model *m = batch->model;
    const size_t size = (size_t)m->nv * 10 * (size_t)m->links;
    lanes s;
    travel own;
    travel_begin(&s, &own, batch, memory);
    lanes_taken(&s, memory);
    for (int row = first; row < last; row += RIGID_WIDTH) {
        const int count = lanes_count(row, last);
        double *Y = batch->out[0] + (size_t)row * size;
        lanes_read(&s, row, count);
        outward(&s, &own);
        memset(Y, 0, (size_t)count * size * sizeof *Y);
        for (int i = 1; i <= m->count; i++)
            if (m->body[i].column >= 0)
                put_link(&s, &own, i, Y, count);
        lanes_refuse(&s, row, count);
    }
}
