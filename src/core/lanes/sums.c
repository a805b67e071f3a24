/* A block of samples at a time: their regressors; then freedom by freedom the part of their rows that is not zero, side by side, and its
   products. */
#include "sums.h"

#include "products.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK_NUMBERS = 1 << 15, LEAST_BLOCK = 8, MOST_BLOCK = 32 };

typedef struct {
    double *Y, *panel, *N, *t;  /* of a block; of one freedom; the sums of this call, with room beyond; a freedom's torques */
    int *first, *last;      /* of each freedom: where its columns begin and end */
    void *rest;
} scratch;

static size_t columns(const rigid_model *m) { return 10 * (size_t)m->links; }
/* Of whole lines of the cache. */
static size_t stride(const rigid_model *m) { return (columns(m) + RIGID_PRODUCTS_BEYOND + 7) / 8 * 8; }

static int block_of(const rigid_model *m) {
    const size_t each = (size_t)m->nv * columns(m), count = BLOCK_NUMBERS / (each > 0 ? each : 1);
    return count < LEAST_BLOCK ? LEAST_BLOCK : count > MOST_BLOCK ? MOST_BLOCK : (int)count / LEAST_BLOCK * LEAST_BLOCK;
}

/* The largest scratch that a batch of regressors of the model can want. */
static size_t batch_scratch(const rigid_model *m) {
    const rigid_batch batch = {.model = m, .kind = RIGID_BATCH_REGRESSOR};
    return (rigid_batch_scratch(&batch) + 63) / 64 * 64;
}

static size_t numbers(const rigid_model *m) {
    const size_t block = (size_t)block_of(m);
    return block * (size_t)m->nv * columns(m) + block * stride(m) + stride(m) * stride(m) + block;
}

size_t rigid_sums_scratch(const rigid_model *m) {
    return 64 + batch_scratch(m) + numbers(m) * sizeof(double) + 2 * (size_t)m->nv * sizeof(int);
}

static scratch scratch_in(const rigid_model *m, void *memory) {
    const size_t block = (size_t)block_of(m);
    unsigned char *at = (unsigned char *)memory + (64 - (uintptr_t)memory % 64) % 64;
    scratch s = {.rest = at};
    s.panel = (double *)(void *)(at + batch_scratch(m));
    s.N = s.panel + block * stride(m);
    s.Y = s.N + stride(m) * stride(m);
    s.t = s.Y + block * (size_t)m->nv * columns(m);
    s.first = (int *)(void *)(s.t + block);
    s.last = s.first + m->nv;
    memset(s.panel, 0, block * stride(m) * sizeof *s.panel);
    memset(s.N, 0, stride(m) * stride(m) * sizeof *s.N);
    return s;
}

/* A link has numbers in the rows of all freedoms that carry it. */
static void find_columns(const rigid_model *m, const scratch *s) {
    for (int k = 0; k < m->nv; k++)
        s->first[k] = (int)columns(m), s->last[k] = 0;
    for (int i = 1; i <= m->count; i++) {
        const int column = 10 * m->body[i].column;
        for (int j = i; column >= 0 && j > 0; j = m->body[j].parent)
            for (int k = m->body[j].v; k < m->body[j].v + rigid_joint_nv[m->body[j].kind]; k++) {
                s->first[k] = column < s->first[k] ? column : s->first[k];
                s->last[k] = column + 10 > s->last[k] ? column + 10 : s->last[k];
            }
    }
}

/* The equations of freedom k of `count` samples. */
static double add_freedom(const rigid_model *m, const scratch *s, int k, int count, const double *tau, double weight, double *b) {
    const int first = s->first[k], length = s->last[k] - first;
    const size_t apart = stride(m), nv = (size_t)m->nv;
    double square = 0;
    for (int i = 0; i < count; i++) {
        const double t = weight * tau[(size_t)i * nv + (size_t)k];
        square += t * t, s->t[i] = t;
    }
    if (length > 0) {
        rigid_take_rows(s->Y + (size_t)k * columns(m) + first, nv * columns(m), count, length, weight, s->t, s->panel, apart, b + first);
        rigid_add_products(s->panel, apart, count, length, s->N + (size_t)first * apart + first, apart);
    }
    return square;
}

double rigid_sums_add(const rigid_batch *given, const double *tau, const double *weights, double *N, double *b, void *memory) {
    const rigid_model *m = given->model;
    const size_t nq = (size_t)m->nq, nv = (size_t)m->nv, n = columns(m);
    const scratch s = scratch_in(m, memory);
    const int block = block_of(m);
    double square = 0;
    find_columns(m, &s);
    for (int row = 0; row < given->n; row += block) {
        const size_t at = (size_t)row;
        rigid_batch part = *given;
        part.n = given->n - row < block ? given->n - row : block;
        part.q += at * nq, part.v += part.v ? at * nv : 0, part.a += part.a ? at * nv : 0;
        part.out[0] = s.Y;
        rigid_batch_compute(&part, 0, part.n, s.rest);
        for (int k = 0; k < m->nv; k++)
            square += add_freedom(m, &s, k, part.n, tau + at * nv, weights ? weights[k] : 1, b);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            N[i * n + j] += s.N[i * stride(m) + j];
            N[j * n + i] = N[i * n + j];
        }
    return square;
}
