/* Blocks of samples: their equations by groups; then, for each two links that freedoms carry together, the products of their numbers. */
#include "sums.h"

#include "equations.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK_NUMBERS = 1 << 16, MOST_GROUPS = 16 };

typedef struct {
    rigid_sums_layout at;
    int *first, *end; /* by link: its slots */
    int *v;           /* by slot: its number of v */
    int *slot;        /* by number of v: the slot of the link at hand, or -1 */
    int *pairs;
    double *Y, *N;    /* of a block; the sums of this call */
    double *b;        /* as it was */
    int groups;       /* of a block, at most */
    void *rest;
} scratch;

static size_t columns(const rigid_model *m) { return 10 * (size_t)m->links; }

/* How often a freedom carries a link: no fewer than the slots. */
static size_t steps(const rigid_model *m) {
    size_t count = 0;
    for (int i = 1; i <= m->count; i++)
        for (int j = i; j > 0 && m->body[i].column >= 0; j = m->body[j].parent)
            count += (size_t)rigid_joint_nv[m->body[j].kind];
    return count;
}

static size_t group_numbers(const rigid_model *m) { return (10 * steps(m) + (size_t)m->nv) * RIGID_GROUP; }

static int groups_of(const rigid_model *m) {
    const size_t each = group_numbers(m), count = BLOCK_NUMBERS / (each > 0 ? each : 1);
    return count < 1 ? 1 : count > MOST_GROUPS ? MOST_GROUPS : (int)count;
}

static size_t lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

size_t rigid_sums_scratch(const rigid_model *m) {
    const size_t ints = 2 * steps(m) + 2 * (size_t)m->links + 3 * (size_t)m->nv;
    const size_t numbers = (size_t)groups_of(m) * group_numbers(m) + columns(m) * (columns(m) + 1);
    return 64 + lines(rigid_lanes_equations_scratch(m)) + numbers * sizeof(double) + ints * sizeof(int);
}

static scratch scratch_in(const rigid_model *m, void *memory) {
    const size_t count = columns(m) * columns(m), links = (size_t)m->links, nv = (size_t)m->nv;
    unsigned char *at = (unsigned char *)memory + (64 - (uintptr_t)memory % 64) % 64;
    scratch s = {.groups = groups_of(m), .rest = at};
    s.at.apart = group_numbers(m);
    s.Y = (double *)(void *)(at + lines(rigid_lanes_equations_scratch(m)));
    s.N = s.Y + (size_t)s.groups * s.at.apart;
    s.b = s.N + count;
    s.at.way = (int *)(void *)(s.b + columns(m));
    s.v = s.at.way + steps(m), s.first = s.v + steps(m), s.end = s.first + links, s.slot = s.end + links, s.pairs = s.slot + nv;
    memset(s.N, 0, count * sizeof *s.N);
    return s;
}

/* ---- slots ------------------------------------------------------------------------------------------------------------ */

static void clear(const rigid_model *m, const scratch *s) {
    for (int k = 0; k < m->nv; k++)
        s->slot[k] = -1;
}

/* The slots of the link of body i, from the way of its freedoms on: where that ends. */
static int *take_slots(const rigid_model *m, scratch *s, int i, int *way) {
    const int link = m->body[i].column;
    clear(m, s);
    s->first[link] = s->at.slots;
    for (int j = i; j > 0; j = m->body[j].parent)
        for (int k = m->body[j].v; k < m->body[j].v + rigid_joint_nv[m->body[j].kind]; k++) {
            *way++ = s->slot[k] >= 0 ? ~s->slot[k] : s->at.slots;
            if (s->slot[k] < 0)
                s->slot[k] = s->at.slots, s->v[s->at.slots++] = k;
        }
    s->end[link] = s->at.slots;
    return way;
}

static void lay_out(const rigid_model *m, scratch *s) {
    int *way = s->at.way;
    for (int i = 1; i <= m->count; i++)
        if (m->body[i].column >= 0)
            way = take_slots(m, s, i, way);
}

static int place_of(int slot) { return slot * 10 * RIGID_GROUP; }

/* The slots of two links for the same numbers of v: how many pairs. s->slot has those of the first. */
static int pair_up(const scratch *s, int link) {
    int count = 0;
    for (int k = s->first[link]; k < s->end[link]; k++)
        if (s->slot[s->v[k]] >= 0)
            s->pairs[2 * count] = place_of(s->slot[s->v[k]]), s->pairs[2 * count + 1] = place_of(k), count++;
    return count;
}

/* ---- sums ------------------------------------------------------------------------------------------------------------- */

/* The products of a link with itself and those after it. */
static void add_link(const rigid_model *m, const scratch *s, int groups, int link) {
    double sums[100 + RIGID_SUMS_BEYOND];
    clear(m, s);
    for (int k = s->first[link]; k < s->end[link]; k++)
        s->slot[s->v[k]] = k;
    for (int other = link; other < m->links; other++) {
        const int count = pair_up(s, other);
        if (count == 0)
            continue;
        rigid_lanes_products(s->Y, s->at.apart, groups, s->pairs, count, sums);
        double *N = s->N + (size_t)link * 10 * columns(m) + 10 * (size_t)other;
        for (int i = 0; i < 10; i++, N += columns(m))
            for (int j = 0; j < 10; j++)
                N[j] += sums[10 * i + j];
    }
}

static void add_right_side(const scratch *s, int groups, int link, double *b) {
    double sums[10];
    int count = 0;
    for (int k = s->first[link]; k < s->end[link]; k++, count++)
        s->pairs[2 * count] = place_of(k), s->pairs[2 * count + 1] = place_of(s->at.slots) + s->v[k] * RIGID_GROUP;
    rigid_lanes_right_sides(s->Y, s->at.apart, groups, s->pairs, count, sums);
    for (int i = 0; i < 10; i++)
        b[10 * link + i] += sums[i];
}

static double square_of(const rigid_model *m, const double *tau, const double *weights, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m->nv; k++) {
            const double t = (weights ? weights[k] : 1) * tau[(size_t)i * (size_t)m->nv + (size_t)k];
            sum += t * t;
        }
    return sum;
}

bool rigid_sums_add(const rigid_batch *given, const double *tau, const double *weights, double *N, double *b, double *square,
                    bool (*is_unwanted)(const void *of), const void *of, void *memory) {
    const rigid_model *m = given->model;
    const size_t n = columns(m);
    scratch s = scratch_in(m, memory);
    const int block = s.groups * RIGID_GROUP;
    lay_out(m, &s);
    memcpy(s.b, b, n * sizeof *b);
    for (int row = 0; row < given->n; row += block) {
        if (is_unwanted && is_unwanted(of)) {
            memcpy(b, s.b, n * sizeof *b);
            return false;
        }
        const int last = given->n - row < block ? given->n : row + block, groups = (last - row + RIGID_GROUP - 1) / RIGID_GROUP;
        rigid_lanes_equations(given, tau, weights, row, last, &s.at, s.Y, s.rest);
        for (int link = 0; link < m->links; link++) {
            add_link(m, &s, groups, link);
            add_right_side(&s, groups, link, b);
        }
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = i; j < n; j++) {
            N[i * n + j] += s.N[i * n + j];
            N[j * n + i] = N[i * n + j];
        }
    *square += square_of(m, tau, weights, given->n);
    return true;
}
