/* Equations of a group of states, and sums of their products: tiles that stay in registers while all states and freedoms go by, lane by
   lane, and lanes added up at the end, in one order. */
#include "equations.h"

#include "over/kernels.h"
#include "over/ten.h"

enum { PARTS = RIGID_GROUP / RIGID_WIDTH, TILE = 5, ACROSS = RIGID_WIDTH == 8 ? 5 : 2, SUMS = 100 + RIGID_SUMS_BEYOND, STEPS = 16 };

/* ---- equations -------------------------------------------------------------------------------------------------------- */

/* One in the lanes that have a state of their own. */
static inline real own_lanes(int count) {
    double at[RIGID_WIDTH];
    for (int l = 0; l < RIGID_WIDTH; l++)
        at[l] = l < count;
    return reg_at(at);
}

static inline void put_equations(const lanes *s, const travel *own, const rigid_sums_layout *at, const real *weight, double *Y) {
    const rigid_model *m = s->model;
    const int *way = at->way;
    for (int i = 1; i <= m->count; i++) {
        if (m->body[i].column < 0)
            continue;
        const rows L = rows_of(&m->body[i], &own->course[i], &own->link[i]);
        for (int j = i; j > 0; j = m->body[j].parent) {
            const rigid_body *up = &m->body[j];
            for (int k = 0; k < freedoms(up); k++, way++) {
                double *to = Y + (size_t)(*way < 0 ? ~*way : *way) * 10 * RIGID_GROUP;
                real out[10];
                put_ten(s, own, &L, i, j, k, out);
                for (int c = 0; c < 10; c++, to += RIGID_GROUP)
                    reg_put(to, weight[up->v + k] * out[c] + (*way < 0 ? reg_at(to) : reg_all(0)));
            }
        }
    }
}

/* Of W states; zeros where there are none. */
static inline void put_part(lanes *s, const travel *own, const double *tau, const double *weights, int first, int last, const rigid_sums_layout *at,
                            real *weight, real *t, double *Y) {
    const int nv = s->model->nv, count = lanes_count(first, last);
    double *torques = Y + (size_t)at->slots * 10 * RIGID_GROUP;
    if (count <= 0) {
        for (int k = 0; k < at->slots * 10 + nv; k++)
            reg_put(Y + (size_t)k * RIGID_GROUP, reg_all(0));
        return;
    }
    const real there = own_lanes(count);
    lanes_read(s, first, count);
    lanes_of_rows(tau, nv, first, count, t);
    outward(s, own);
    for (int k = 0; k < nv; k++) {
        weight[k] = there * (weights ? weights[k] : 1.0);
        reg_put(torques + (size_t)k * RIGID_GROUP, weight[k] * t[k]);
    }
    put_equations(s, own, at, weight, Y);
}

RIGID_KERNEL(void, rigid_lanes_equations,
             (const rigid_batch *batch, const double *tau, const double *weights, int first, int last, const rigid_sums_layout *at, double *Y,
              void *memory),
             (batch, tau, weights, first, last, at, Y, memory)) {
    lanes s;
    travel own;
    real *weight, *t;
    travel_begin(&s, &own, batch, memory);
    LANES_TAKE(&s, weight, batch->model->nv), LANES_TAKE(&s, t, batch->model->nv + RIGID_WIDTH);
    RIGID_ASSERT((size_t)(s.rest - (unsigned char *)memory) <= rigid_lanes_equations_scratch(batch->model));
    for (; first < last; first += RIGID_GROUP, Y += at->apart)
        for (int part = 0; part < PARTS; part++)
            put_part(&s, &own, tau, weights, first + part * RIGID_WIDTH, last, at, weight, t, Y + part * RIGID_WIDTH);
}

/* ---- sums of products ------------------------------------------------------------------------------------------------- */

/* Pairs of slots of one group after the other, so few that they stay in the first cache while all tiles go by. */
typedef struct {
    const double *Y;
    size_t apart;
    int groups, count;
    const int *pairs;
    int group, pair; /* the next */
    int taken;
    const double *at[STEPS][2];
} steps;

static inline steps steps_of(const double *Y, size_t apart, int groups, const int *pairs, int count) {
    return (steps){.Y = Y, .apart = apart, .groups = groups, .count = count, .pairs = pairs};
}

/* Whether there are more, which then are taken. */
static inline bool take_steps(steps *s) {
    for (s->taken = 0; s->taken < STEPS && s->group < s->groups; s->taken++) {
        const double *Y = s->Y + (size_t)s->group * s->apart;
        s->at[s->taken][0] = Y + s->pairs[2 * s->pair], s->at[s->taken][1] = Y + s->pairs[2 * s->pair + 1];
        if (++s->pair == s->count)
            s->pair = 0, s->group++;
    }
    return s->taken > 0;
}

/* To TILE x `across` of a 10 x 10 block from row i and column j on; of the lanes from `lane` on. */
static inline void add_tile(const steps *s, int lane, int i, int j, int across, double *sums) {
    real sum[TILE][ACROSS];
    double *to = sums + (i * 10 + j) * RIGID_GROUP + lane;
    RIGID_WRITTEN_OUT
    for (int r = 0; r < TILE; r++) {
        RIGID_WRITTEN_OUT
        for (int c = 0; c < across; c++)
            sum[r][c] = reg_at(to + (r * 10 + c) * RIGID_GROUP);
    }
    for (int k = 0; k < s->taken; k++) {
        const double *a = s->at[k][0] + i * RIGID_GROUP + lane, *b = s->at[k][1] + j * RIGID_GROUP + lane;
        RIGID_WRITTEN_OUT
        for (int c = 0; c < across; c++) {
            const real y = reg_at(b + c * RIGID_GROUP);
            RIGID_WRITTEN_OUT
            for (int r = 0; r < TILE; r++)
                sum[r][c] = sum[r][c] + reg_at(a + r * RIGID_GROUP) * y;
        }
    }
    RIGID_WRITTEN_OUT
    for (int r = 0; r < TILE; r++) {
        RIGID_WRITTEN_OUT
        for (int c = 0; c < across; c++)
            reg_put(to + (r * 10 + c) * RIGID_GROUP, sum[r][c]);
    }
}

/* ((0 + 1) + (2 + 3)) + ((4 + 5) + (6 + 7)) of eight lanes each, of W numbers. */
static inline real add_lanes(const double *lanes_of) {
    real x[RIGID_GROUP];
    for (int part = 0; part < PARTS; part++) {
        for (int e = 0; e < RIGID_WIDTH; e++)
            x[part * RIGID_WIDTH + e] = reg_at(lanes_of + e * RIGID_GROUP + part * RIGID_WIDTH);
        lanes_transpose(x + part * RIGID_WIDTH);
    }
    return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
}

RIGID_KERNEL(void, rigid_lanes_products, (const double *Y, size_t apart, int groups, const int *pairs, int count, double *out),
             (Y, apart, groups, pairs, count, out)) {
    const bool itself = pairs[0] == pairs[1];
    double sums[SUMS * RIGID_GROUP] = {0};
    for (steps s = steps_of(Y, apart, groups, pairs, count); take_steps(&s);)
        for (int lane = 0; lane < RIGID_GROUP; lane += RIGID_WIDTH)
            for (int i = 0; i < 10; i += TILE)
                for (int j = 0; j < 10; j += ACROSS)
                    if (!itself || j + ACROSS > i)
                        add_tile(&s, lane, i, j, ACROSS, sums);
    for (int e = 0; e + RIGID_WIDTH <= SUMS; e += RIGID_WIDTH)
        reg_put(out + e, add_lanes(sums + e * RIGID_GROUP));
}

RIGID_KERNEL(void, rigid_lanes_right_sides, (const double *Y, size_t apart, int groups, const int *pairs, int count, double *out),
             (Y, apart, groups, pairs, count, out)) {
    double sums[SUMS * RIGID_GROUP] = {0};
    for (steps s = steps_of(Y, apart, groups, pairs, count); take_steps(&s);)
        for (int lane = 0; lane < RIGID_GROUP; lane += RIGID_WIDTH)
            for (int i = 0; i < 10; i += TILE)
                add_tile(&s, lane, i, 0, 1, sums);
    for (int r = 0; r < 10; r++) {
        const double *x = sums + r * 10 * RIGID_GROUP;
        out[r] = ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
    }
}
