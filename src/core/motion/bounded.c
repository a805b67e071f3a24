/* Sets of numbers at their bounds, from one to the next (bounded.h). */
#include "bounded.h"
#include "rows.h"
#include "../numbers/asserts.h"

#include <stdbool.h>
#include <string.h>

enum { LOWER = -1, FREE, UPPER };

typedef struct {
    const rigid_bounded_problem *p;
    double *x, *r, *turned, *d, *room; /* r = B x + y; d: the way to the least of the free ones */
    int *at, *list;                    /* by number, its place; the free ones */
    bool *barred;                      /* freed in vain */
    double largest, noise;             /* of the columns; what rounding leaves of z */
} state;

size_t rigid_bounded_size(int n, int m) { return (2 * (size_t)n + 3 * (size_t)m) * sizeof(double) + (size_t)m * (2 * sizeof(int) + sizeof(bool)); }

static double lowest(const state *s, int i) { return s->p->block[i].lo; }
static double highest(const state *s, int i) { return s->p->block[i].kind == RIGID_BLOCK_BOX ? s->p->block[i].hi : HUGE_VAL; }

static double dot_column(const state *s, int i, const double *r) {
    double sum = 0;
    for (int k = 0; k < s->p->n; k++)
        sum += s->p->B[k * s->p->width + i] * r[k];
    return sum;
}

static double size_of(const state *s, int i) { return rigid_column_length(s->p->n, s->p->width, s->p->B + i); }

static void find_remainder(state *s) {
    double most = 0;
    for (int k = 0; k < s->p->n; k++) {
        const double *B = s->p->B + k * s->p->width;
        double all = fabs(s->p->y[k]);
        s->r[k] = s->p->y[k];
        for (int i = 0; i < s->p->m; i++)
            s->r[k] += B[i] * s->x[i], all += fabs(B[i] * s->x[i]);
        most = fmax(most, all);
    }
    s->noise = 2e-15 * most * s->largest;
}

/* With the sets of what is given, but from nought, so that what acts against each other is no more than it must be. */
static void begin(state *s) {
    for (int i = 0; i < s->p->m; i++) {
        const double lo = lowest(s, i), hi = highest(s, i);
        const bool acts = size_of(s, i) > 0;
        s->at[i] = !acts || s->x[i] <= lo ? LOWER : s->x[i] >= hi ? UPPER : FREE;
        s->x[i] = acts && s->at[i] != FREE ? fmin(fmax(s->x[i], lo), hi) : fmin(fmax(0, lo), hi);
        s->barred[i] = !acts;
    }
    find_remainder(s);
}

/* s->d: of the free ones, the shortest way to where the remainder is least. */
static int find_way(state *s) {
    static const double nothing = 1e-12;
    rigid_qr *qr = s->p->qr;
    int count = 0;
    for (int i = 0; i < s->p->m; i++)
        if (s->at[i] == FREE)
            s->list[count++] = i;
    const int width = rigid_qr_width(count);
    memset(qr->B, 0, (size_t)(s->p->n * width) * sizeof *qr->B);
    for (int k = 0; k < s->p->n; k++) {
        for (int j = 0; j < count; j++)
            qr->B[k * width + j] = s->p->B[k * s->p->width + s->list[j]];
        s->turned[k] = -s->r[k];
    }
    qr->n = s->p->n, qr->m = count;
    rigid_qr_factor(qr, nothing);
    rigid_qr_turn(qr, s->turned, 1, 1, s->room);
    rigid_qr_other_half(qr, s->turned, s->d, s->room);
    return count;
}

/* What part of the way may be gone. */
static double part_of(const state *s, int count) {
    double part = 1;
    for (int j = 0; j < count; j++) {
        const int i = s->list[j];
        const double to = s->x[i] + s->d[j], bound = s->d[j] < 0 ? lowest(s, i) : highest(s, i);
        if (s->d[j] < 0 ? to < bound : to > bound)
            part = fmin(part, (bound - s->x[i]) / s->d[j]);
    }
    return fmax(part, 0);
}

/* To the least of a set, of which those leave that come to a bound on the way. */
static void settle(state *s, int *rounds) {
    for (double part = 0; part < 1;) {
        const int count = find_way(s);
        part = part_of(s, count);
        for (int j = 0; j < count; j++) {
            const int i = s->list[j];
            const double to = s->x[i] + part * s->d[j], lo = lowest(s, i), hi = highest(s, i);
            const bool low = s->d[j] < 0 && part < 1 && (lo - s->x[i]) / s->d[j] <= part, high = s->d[j] > 0 && part < 1 && (hi - s->x[i]) / s->d[j] <= part;
            s->at[i] = low ? LOWER : high ? UPPER : FREE;
            s->x[i] = low ? lo : high ? hi : fmin(fmax(to, lo), hi);
        }
        find_remainder(s);
        ++*rounds;
    }
}

/* Of those at a bound the one that is most to be freed, by what its freedom is worth; -1: none. */
static int most_pressed(const state *s) {
    double most = 0;
    int which = -1;
    for (int i = 0; i < s->p->m; i++) {
        const double z = s->at[i] == FREE || s->barred[i] ? 0 : s->at[i] * dot_column(s, i, s->r);
        if (z > fmax(s->p->tolerance, s->noise) && z / size_of(s, i) > most)
            most = z / size_of(s, i), which = i;
    }
    return which;
}

static double missed(const state *s, double *z) {
    double most = 0;
    for (int i = 0; i < s->p->m; i++) {
        z[i] = dot_column(s, i, s->r);
        most = fmax(most, s->at[i] == FREE ? fabs(z[i]) : s->at[i] * z[i]);
    }
    return most;
}

double rigid_bounded_least(const rigid_bounded_problem *p, double *x, double *z, void *scratch, int *rounds, bool *done) {
    const int m = p->m, n = p->n;
    double *at = scratch;
    state s = {p, x, at, at + n, at + 2 * n, at + 2 * n + m, (int *)(void *)(at + 2 * n + 3 * m), NULL, NULL, 0, 0};
    s.list = s.at + m, s.barred = (bool *)(void *)(s.list + m);
    RIGID_ASSERT((size_t)((unsigned char *)(s.barred + m) - (unsigned char *)scratch) == rigid_bounded_size(n, m));
    for (int i = 0; i < m; i++)
        s.largest = fmax(s.largest, size_of(&s, i));
    begin(&s);
    settle(&s, rounds);
    for (int most = 10 * m; most > 0; most--) {
        const int i = most_pressed(&s), before = i < 0 ? 0 : s.at[i];
        if (i < 0)
            break;
        s.at[i] = FREE;
        settle(&s, rounds);
        s.barred[i] = s.at[i] == before;
    }
    const double most = missed(&s, z);
    *done = most <= fmax(p->tolerance, s.noise);
    return most;
}
