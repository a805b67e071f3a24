/* The end of rigid_admm: Newton's method on x = P(x - ρ (v + s(v))), v = G x + g, with one ρ a block, written for a cone as normal and
   disc apart. From a good start, mostly that of the step before, a few rounds reach rounding; far from the answer it may not, so
   only what became better is kept. [Alart & Curnier 1991] */
#include "admm.h"
#include "newton.h"
#include "../numbers/asserts.h"
#include "../numbers/lu.h"
#include "rows.h"
#include "../numbers/cholesky.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { ROUNDS = 12, WITHOUT_GAIN = 4 };
/* What rows that others imply move with, in parts of their own inertia: less where it is known that no two rows are nearly the same. */
static const double usual_slack = 1e-8, least_slack = 1e-12;

typedef struct {
    const rigid_admm_problem *p;
    double *A, *x, *v, *r;
    int *pivot;
    double slack, noise; /* noise: what rounding leaves of v */
    bool held;    /* the last step was one of all rows held */
} state;

size_t rigid_newton_size(int rows) {
    return ((size_t)rows * (size_t)rows + 4 * (size_t)rows) * sizeof(double);
}

/* v = G x + g of four rows from i on, or fewer, side by side; of the sums of their sizes the largest */
static inline double find_some(state *s, const double *x, int i, int count) {
    const int n = s->p->rows;
    const double *G = s->p->G + i * n;
    double sum[4], all[4], most = 0;
    for (int k = 0; k < count; k++)
        sum[k] = s->p->g[i + k], all[k] = fabs(sum[k]);
    for (int j = 0; j < n; j++)
        for (int k = 0; k < count; k++) {
            const double one = G[k * n + j] * x[j];
            sum[k] += one, all[k] += fabs(one);
        }
    for (int k = 0; k < count; k++)
        s->v[i + k] = sum[k], most = rigid_greater(all[k], most);
    return most;
}

/* v = G x + g */
static void find_velocities(state *s, const double *x) {
    const int n = s->p->rows;
    double most = 0;
    int i = 0;
    for (; i + 4 <= n; i += 4)
        most = rigid_greater(find_some(s, x, i, 4), most);
    for (; i < n; i++)
        most = rigid_greater(find_some(s, x, i, 1), most);
    s->noise = 4e-16 * most;
}

static int rows_of(const rigid_block *b) { return b->kind == RIGID_BLOCK_CONE ? 3 : 1; }

/* Of the block's rows: the mass that they move, at most. */
static double mass_of(const state *s, const rigid_block *b) {
    double most = 1e-300;
    for (int i = b->first; i < b->first + rows_of(b); i++)
        most = rigid_greater(s->p->G[i * s->p->rows + i], most);
    return 1 / most;
}

/* Row i of A: a step of Σ c[k] x[i0 + k] less what velocities d[k] of the rows from i0 on change by it. */
static void put(const state *s, int i, int first, int count, const double *c, const double *d) {
    const int n = s->p->rows;
    double *row = s->A + i * n;
    memset(row, 0, (size_t)n * sizeof *row);
    for (int k = 0; k < count; k++)
        for (int j = 0; j < n && d[k] != 0; j++)
            row[j] += d[k] * s->p->G[(first + k) * n + j];
    for (int k = 0; k < count; k++)
        row[first + k] += c[k];
}

/* The velocity is to be nought. */
static void hold(const state *s, int i, double m) {
    const double c = s->slack, d = m;
    put(s, i, i, 1, &c, &d);
    s->r[i] = -m * s->v[i];
}
/* The impulse is to be `at`. */
static void fix(const state *s, int i, double at) {
    const double c = 1, d = 0;
    put(s, i, i, 1, &c, &d);
    s->r[i] = at - s->x[i];
}

/* Within lo and hi. */
static void bound(const state *s, int i, double m, double lo, double hi) {
    const double to = s->x[i] - m * s->v[i];
    if (to <= lo)
        fix(s, i, lo);
    else if (to >= hi)
        fix(s, i, hi);
    else
        hold(s, i, m);
}

/* Tangents at the edge of the disc: x_t = R τ / |τ|, τ = x_t - m v_t, R = mu x_n:
   dx_t - mu τ̂ dx_n - R/|τ| (1 - τ̂τ̂ᵀ)(dx_t - m dv_t) */
static void slide(const state *s, const rigid_block *b, double m, const double *tau, double size, double radius) {
    const int i = b->first;
    const double u[2] = {size > 0 ? tau[0] / size : 0, size > 0 ? tau[1] / size : 0}, part = size > 0 ? radius / size : 0;
    const bool carries = s->x[i + 2] > 0;
    for (int k = 0; k < 2; k++) {
        const double across[2] = {part * ((k == 0) - u[k] * u[0]), part * ((k == 1) - u[k] * u[1])};
        const double c[3] = {(k == 0) - across[0], (k == 1) - across[1], carries ? -b->mu * u[k] : 0};
        const double d[3] = {m * across[0], m * across[1], 0};
        put(s, i + k, i, 3, c, d);
        s->r[i + k] = radius * u[k] - s->x[i + k];
    }
}

/* Of a point: x - m v along the tangents, its size, and the radius of the disc. What carries nothing yet, but will, is taken to stick. */
typedef struct {
    double tau[2], size, radius;
    bool sticks;
} grip;

static grip grip_of(const state *s, const rigid_block *b, double m) {
    const int i = b->first;
    grip g = {.tau = {s->x[i] - m * s->v[i], s->x[i + 1] - m * s->v[i + 1]}, .radius = b->mu * rigid_greater(s->x[i + 2], b->lo)};
    g.size = sqrt(g.tau[0] * g.tau[0] + g.tau[1] * g.tau[1]);
    g.sticks = g.size < g.radius || (b->mu > 0 && g.radius == 0 && s->v[i + 2] < 0);
    return g;
}

static void touch(const state *s, const rigid_block *b, double m) {
    const int i = b->first;
    const grip g = grip_of(s, b, m);
    bound(s, i + 2, m, b->lo, HUGE_VAL);
    if (g.sticks)
        hold(s, i, m), hold(s, i + 1, m);
    else
        slide(s, b, m, g.tau, g.size, g.radius);
}

static void linearize(const state *s) {
    for (int k = 0; k < s->p->blocks; k++) {
        const rigid_block *b = &s->p->block[k];
        const double m = mass_of(s, b);
        if (b->kind == RIGID_BLOCK_CONE)
            touch(s, b, m);
        else
            bound(s, b->first, m, b->lo, b->kind == RIGID_BLOCK_BOX ? b->hi : HUGE_VAL);
    }
}

/* Whether all rows are to be held. */
static bool all_hold(const state *s) {
    for (int k = 0; k < s->p->blocks; k++) {
        const rigid_block *b = &s->p->block[k];
        const double m = mass_of(s, b);
        const int i = b->first + (b->kind == RIGID_BLOCK_CONE ? 2 : 0);
        const double to = s->x[i] - m * s->v[i];
        if (!(to > b->lo && (b->kind != RIGID_BLOCK_BOX || to < b->hi)))
            return false;
        if (b->kind == RIGID_BLOCK_CONE && !grip_of(s, b, m).sticks)
            return false;
    }
    return true;
}

/* The step of that, which is symmetric, into s->r. */
static void step_held(const state *s) {
    const int n = s->p->rows;
    memcpy(s->A, s->p->G, (size_t)(n * n) * sizeof *s->A);
    for (int k = 0; k < s->p->blocks; k++) {
        const rigid_block *b = &s->p->block[k];
        for (int i = b->first; i < b->first + rows_of(b); i++)
            s->A[i * n + i] += s->slack / mass_of(s, b), s->r[i] = -s->v[i];
    }
    rigid_cholesky(n, s->A);
    rigid_cholesky_solve(n, s->A, s->r);
}

static rigid_status find_step(state *s) {
    const int n = s->p->rows;
    s->held = all_hold(s);
    if (s->held)
        return step_held(s), RIGID_OK;
    linearize(s);
    const rigid_status status = rigid_lu(n, s->A, s->pivot);
    if (status == RIGID_OK)
        rigid_lu_solve(n, s->A, s->pivot, s->r);
    return status;
}

/* How far x, which is in K, is from x - m (v + s) brought into K, as a velocity; s->v is that of x. */
static double off(const state *s, const double *x) {
    double most = 0;
    for (int k = 0; k < s->p->blocks; k++) {
        const rigid_block *b = &s->p->block[k];
        const double m = mass_of(s, b);
        const double *v = s->v + b->first;
        double y[3];
        for (int i = 0; i < rows_of(b); i++)
            y[i] = x[b->first + i] - m * v[i];
        if (b->kind == RIGID_BLOCK_CONE)
            y[2] -= m * b->mu * sqrt(v[0] * v[0] + v[1] * v[1]);
        rigid_block_project(b, y);
        for (int i = 0; i < rows_of(b); i++)
            most = rigid_greater(fabs(y[i] - x[b->first + i]) / m, most);
    }
    return most;
}

/* The nearest of the disc that the normal leaves: a step far off along the tangents does not press. */
static void bring_tangents(const rigid_block *b, double *x) {
    x[2] = fmax(x[2], b->lo);
    const double size = sqrt(x[0] * x[0] + x[1] * x[1]), part = size > b->mu * x[2] ? b->mu * x[2] / size : 1;
    x[0] *= part, x[1] *= part;
}

/* Into K. Where loops hold what touches, tangents may have hardly a way to go, and a step along them be very long, as is one that is to stop at
   once what slides. */
static void bring_in(const state *s, double *x) {
    const bool tied = s->p->tied || s->held;
    for (int k = 0; k < s->p->blocks; k++) {
        const rigid_block *b = &s->p->block[k];
        if (tied && b->kind == RIGID_BLOCK_CONE)
            bring_tangents(b, x + b->first);
        else
            rigid_block_project(b, x + b->first);
    }
}

static void say_velocities(state *s, const double *x, double *z) {
    find_velocities(s, x);
    memcpy(z, s->v, (size_t)s->p->rows * sizeof *z);
    for (int k = 0; k < s->p->blocks; k++) {
        const rigid_block *b = &s->p->block[k];
        if (b->kind == RIGID_BLOCK_CONE)
            z[b->first + 2] += b->mu * sqrt(z[b->first] * z[b->first] + z[b->first + 1] * z[b->first + 1]);
    }
}

double rigid_newton(const rigid_admm_problem *p, double *x, double *z, double tolerance, void *scratch, int *rounds, bool *done) {
    const int n = p->rows;
    double *at = scratch;
    state s = {p, at, at + n * n, at + n * n + n, at + n * n + 2 * n, (int *)(void *)(at + n * n + 3 * n), p->tied ? least_slack : usual_slack, 0, false};
    RIGID_ASSERT((size_t)(n * n + 4 * n) * sizeof *at == rigid_newton_size(n));
    memcpy(s.x, x, (size_t)n * sizeof *x);
    bring_in(&s, s.x), find_velocities(&s, s.x);
    double best = off(&s, s.x), now = best;
    memcpy(x, s.x, (size_t)n * sizeof *x);
    for (int round = 0, idle = 0; round < ROUNDS && idle < WITHOUT_GAIN && !(now <= fmax(tolerance, s.noise)); round++) {
        ++*rounds;
        if (find_step(&s) != RIGID_OK)
            break;
        for (int i = 0; i < n; i++)
            s.x[i] += s.r[i];
        bring_in(&s, s.x), find_velocities(&s, s.x);
        now = off(&s, s.x), idle++;
        if (now < best)
            best = now, idle = 0, memcpy(x, s.x, (size_t)n * sizeof *x);
        else if (!(now < HUGE_VAL))
            break;
    }
    say_velocities(&s, x, z);
    *done = best <= fmax(tolerance, s.noise);
    return best;
}
