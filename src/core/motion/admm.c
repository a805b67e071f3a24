/* The iteration of admm.h: one linear system, factored anew where ρ changes, and projections. */
#include "admm.h"
#include "newton.h"
#include "../numbers/asserts.h"
#include "rows.h"
#include "facets.h"
#include "../numbers/cholesky.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Found by trial on stacks of 1 : 1 to 1 : 10⁴: how far a step goes beyond; how often, from which ratio of the residuals on and by how
   much ρ changes. */
static const double over = 1.6, ratio = 10, step = 4;
enum { EVERY = 3 };

/* x: the free minimiser; y: in K; z: the multiplier of x = y, that becomes the velocities. */
typedef struct {
    const rigid_admm_problem *p;
    double *factor, *x, *y, *z, *shift, *before;
    double rho, eta;
    int factorings;
} state;

size_t rigid_admm_size(int rows) {
    return ((size_t)rows * (size_t)rows + 5 * (size_t)rows) * sizeof(double) + rigid_newton_size(rows) + rigid_facets_size(rows);
}

/* ---- the linear system ------------------------------------------------------------------------------------------------ */

/* G + (ρ + η) = L Lᵀ */
static void factor(state *s) {
    const int n = s->p->rows;
    memcpy(s->factor, s->p->G, (size_t)n * (size_t)n * sizeof *s->factor);
    for (int j = 0; j < n; j++)
        s->factor[j * n + j] += s->rho + s->eta;
    rigid_cholesky(n, s->factor);
    s->factorings++;
}

/* The largest eigenvalue of G, by a few powers; from below, which is enough. */
static double largest_eigenvalue(const state *s) {
    const int n = s->p->rows;
    double *x = s->x, *y = s->y, size = 0;
    for (int i = 0; i < n; i++)
        x[i] = 1 + 0.1 * (i % 7);
    for (int round = 0; round < 20; round++) {
        size = 0;
        for (int i = 0; i < n; i++) {
            y[i] = 0;
            for (int k = 0; k < n; k++)
                y[i] += s->p->G[i * n + k] * x[k];
            size += y[i] * y[i];
        }
        size = sqrt(size);
        for (int i = 0; i < n; i++)
            x[i] = size > 0 ? y[i] / size : 0;
    }
    return size;
}

/* ---- the four sets ---------------------------------------------------------------------------------------------------- */

static void project_cone(double mu, double *x) {
    const double t = sqrt(x[0] * x[0] + x[1] * x[1]), n = x[2];
    if (t <= mu * n)
        return;
    if (mu * t <= -n) { /* in the polar cone */
        x[0] = x[1] = x[2] = 0;
        return;
    }
    const double normal = (n + mu * t) / (1 + mu * mu), along = mu * normal / t;
    x[0] *= along, x[1] *= along, x[2] = normal;
}

/* The cone above a plane: where the nearest of the cone is not, the nearest of the disc in which the plane cuts it. */
static void project_cut_cone(double mu, double least, double *x) {
    const double t[2] = {x[0], x[1]};
    project_cone(mu, x);
    if (x[2] >= least)
        return;
    const double along = sqrt(t[0] * t[0] + t[1] * t[1]), part = along > mu * least ? mu * least / along : 1;
    x[0] = part * t[0], x[1] = part * t[1], x[2] = least;
}

void rigid_block_project(const rigid_block *b, double *at) {
    switch (b->kind) {
    case RIGID_BLOCK_BOX:
        at[0] = fmin(fmax(at[0], b->lo), b->hi);
        break;
    case RIGID_BLOCK_POSITIVE:
        at[0] = fmax(at[0], b->lo);
        break;
    case RIGID_BLOCK_CONE:
    case RIGID_BLOCK_EQUAL:
    default:
        project_cut_cone(b->mu, b->lo, at);
    }
}

static void find_shift(state *s) {
    memset(s->shift, 0, (size_t)s->p->rows * sizeof *s->shift);
    for (int k = 0; k < s->p->blocks; k++) {
        const rigid_block *b = &s->p->block[k];
        const double *z = s->z + b->first;
        if (b->kind == RIGID_BLOCK_CONE)
            s->shift[b->first + 2] = b->mu * sqrt(z[0] * z[0] + z[1] * z[1]);
    }
}

/* ---- the iteration ---------------------------------------------------------------------------------------------------- */

/* max |a[i] - b[i]| */
static double farthest(int n, const double *a, const double *b) {
    double most = 0;
    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

static void iterate(state *s) {
    const int n = s->p->rows;
    find_shift(s);
    memcpy(s->before, s->y, (size_t)n * sizeof *s->y);
    for (int i = 0; i < n; i++)
        s->x[i] = -(s->p->g[i] + s->shift[i]) + s->eta * s->x[i] + s->rho * s->y[i] + s->z[i];
    rigid_cholesky_solve(n, s->factor, s->x);
    for (int i = 0; i < n; i++) {
        s->x[i] = over * s->x[i] + (1 - over) * s->y[i];
        s->y[i] = s->x[i] - s->z[i] / s->rho;
    }
    for (int k = 0; k < s->p->blocks; k++)
        rigid_block_project(&s->p->block[k], s->y + s->p->block[k].first);
    for (int i = 0; i < n; i++)
        s->z[i] -= s->rho * (s->x[i] - s->y[i]);
}

/* How far the velocities of the answer y, G y + g + s, are from z. */
static double dual(const state *s) {
    const int n = s->p->rows;
    double most = 0;
    for (int i = 0; i < n; i++) {
        double v = s->p->g[i] + s->shift[i] - s->z[i];
        for (int k = 0; k < n; k++)
            v += s->p->G[i * n + k] * s->y[k];
        most = fmax(most, fabs(v));
    }
    return most;
}

/* The other way when one residual is ten times the other. */
static void balance(state *s, double mean, double primal, double moved) {
    const double before = s->rho;
    if (primal > ratio * moved)
        s->rho *= step;
    else if (moved > ratio * primal)
        s->rho /= step;
    s->rho = fmin(fmax(s->rho, 1e-7 * mean), 1e7 * mean);
    if (s->rho != before)
        factor(s);
}

static double mean_diagonal(const rigid_admm_problem *p) {
    double sum = 0;
    for (int i = 0; i < p->rows; i++)
        sum += p->G[i * p->rows + i];
    return sum / p->rows;
}

static double first_rho(const state *s, double mean) {
    const double most = largest_eigenvalue(s);
    return sqrt(most * fmax(1e-2 * mean, 1e-6 * most));
}

/* Newton's method from x on; whether that is good enough. */
static bool finish(const rigid_admm_problem *p, double *x, double *z, void *scratch, rigid_admm_report *report) {
    bool done;
    report->residual = rigid_newton(p, x, z, p->tolerance, scratch, &report->rounds, &done);
    return done;
}

/* By edges, which always have an answer: first all around, then closer and closer about the friction that was found, each time with Newton's method
   from there on. */
static bool by_edges(state *s, double *x, double *z, void *rest, rigid_admm_report *report) {
    enum { TURNS = 8 };
    const size_t row = (size_t)s->p->rows * sizeof *x;
    const double closer = 0.3;
    double fan = 0.78539816339744830962;
    bool done = false;
    memset(s->y, 0, row);
    for (int turn = 0; turn < TURNS && !done; turn++, fan *= closer) {
        if (!rigid_facets_solve(s->p, fan, s->y, (unsigned char *)rest + rigid_newton_size(s->p->rows)))
            break;
        memcpy(s->x, s->y, row);
        const double residual = rigid_newton(s->p, s->x, s->z, s->p->tolerance, rest, &report->rounds, &done);
        if (residual < report->residual)
            memcpy(x, s->x, row), memcpy(z, s->z, row), report->residual = residual;
    }
    return done;
}

/* Residuals at which Newton's method is tried. */
static const double near[] = {1e-2, 1e-4, 1e-6, 1e-8, 0};

rigid_status rigid_admm(const rigid_admm_problem *p, double *x, double *z, void *scratch, rigid_admm_report *report) {
    const int n = p->rows;
    double *at = scratch;
    state s = {p, at, at + n * n, at + n * n + n, at + n * n + 2 * n, at + n * n + 3 * n, at + n * n + 4 * n, 0, 0, 0};
    void *rest = at + n * n + 5 * n;
    RIGID_ASSERT((size_t)(n * n + 5 * n) * sizeof *at + rigid_newton_size(n) + rigid_facets_size(n) == rigid_admm_size(n));
    const double mean = mean_diagonal(p), size = rigid_largest(n, p->g);
    *report = (rigid_admm_report){.residual = HUGE_VAL, .rho = p->rho};
    if (finish(p, x, z, rest, report))
        return RIGID_OK;
    s.eta = 1e-8 * mean, s.rho = p->rho > 0 ? p->rho : first_rho(&s, mean);
    memcpy(s.x, x, (size_t)n * sizeof *x), memcpy(s.y, x, (size_t)n * sizeof *x), memcpy(s.z, z, (size_t)n * sizeof *z);
    factor(&s);
    const double *next = near;
    while (report->iterations < p->most) {
        iterate(&s);
        report->iterations++;
        const double primal = mean * farthest(n, s.x, s.y), moved = s.rho * farthest(n, s.y, s.before);
        find_shift(&s);
        report->residual = fmax(dual(&s), primal);
        if (report->residual <= p->tolerance)
            break;
        if (report->residual <= *next * size) {
            memcpy(x, s.y, (size_t)n * sizeof *x);
            if (finish(p, x, z, rest, report))
                return report->rho = s.rho, report->factorings = s.factorings, RIGID_OK;
            next++;
        }
        if (report->iterations % EVERY == 0)
            balance(&s, mean, farthest(n, s.x, s.y) / (1e-300 + rigid_largest(n, s.y)), moved / (1e-300 + fmax(rigid_largest(n, s.z), size)));
    }
    memcpy(x, s.y, (size_t)n * sizeof *x), memcpy(z, s.z, (size_t)n * sizeof *z);
    report->factorings = s.factorings, report->rho = s.rho;
    return report->residual <= p->tolerance || finish(p, x, z, rest, report) || by_edges(&s, x, z, rest, report) ? RIGID_OK : RIGID_NOT_CONVERGED;
}
