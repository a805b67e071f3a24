/* The problem of impulses: its rows, its matrix, its solution. */
#include "contacts.h"
#include "../tree/crba.h"
#include "../tree/ltdl.h"
#include "closed.h"
#include "passive.h"

#include <string.h>

/* ---- rows ------------------------------------------------------------------------------------------------------------- */

static double *row(rigid_contacts *c, int i) { return c->J + (size_t)i * (size_t)c->model->nv; }

static void begin_block(rigid_contacts *c, rigid_block block, int of, int rows) {
    block.first = c->rows;
    c->block[c->blocks] = block, c->of[c->blocks++] = of;
    c->rows += rows;
}

static void add_point(rigid_contacts *c, rigid_point_list *list, int i, double time) {
    const rigid_contact_point *p = &list->point[i];
    v3 axes[3];
    rigid_contact_axes(p->at.n, axes);
    rigid_contact_rows(c, p, axes, row(c, c->rows));
    for (int k = 0; k < 3; k++) {
        c->x0[c->rows + k] = v3_dot(axes[k], p->force) * time, c->z[c->rows + k] = v3_dot(axes[k], p->lean);
    }
    begin_block(c, (rigid_block){.kind = RIGID_BLOCK_CONE, .mu = c->pair[p->pair].friction}, i, 3);
}

/* A row that is a freedom's own velocity, or less that. */
static void add_freedom(rigid_contacts *c, rigid_block block, int k, double sign, double force) {
    memset(row(c, c->rows), 0, (size_t)c->model->nv * sizeof(double));
    row(c, c->rows)[k] = sign;
    c->x0[c->rows] = force, c->z[c->rows] = 0;
    begin_block(c, block, sign > 0 ? k : -1 - k, 1);
}

static void add_limits(rigid_contacts *c, rigid_row_choice choice) {
    const double reach = rigid_contacts_reach(c);
    for (int k = 0; k < c->model->nv; k++) {
        const rigid_hold *f = &choice.hold[k];
        const double force = c->stopped[k] * choice.time;
        if (f->leaves)
            continue;
        if (rigid_at_lower(f, choice.q, reach))
            add_freedom(c, (rigid_block){.kind = RIGID_BLOCK_POSITIVE}, k, 1, fmax(force, 0));
        if (rigid_at_upper(f, choice.q, reach))
            add_freedom(c, (rigid_block){.kind = RIGID_BLOCK_POSITIVE}, k, -1, fmax(-force, 0));
    }
}

static void add_friction(rigid_contacts *c, rigid_row_choice choice) {
    for (int k = 0; k < c->model->nv; k++) {
        const double most = choice.hold[k].friction * choice.time;
        if (most > 0)
            add_freedom(c, (rigid_block){.kind = RIGID_BLOCK_BOX, .lo = -most, .hi = most}, k, 1, c->rubbed[k] * choice.time);
    }
}

static void add_loops(rigid_contacts *c, const double *q, double time) {
    const int rows = c->loops->rows;
    rigid_loops_rows(c->loops, q, row(c, c->rows));
    for (int i = 0; i < rows; i++)
        c->x0[c->rows + i] = c->joined[i] * time, c->z[c->rows + i] = 0;
    begin_block(c, (rigid_block){.kind = RIGID_BLOCK_EQUAL}, 0, rows);
}

/* ---- the matrix ------------------------------------------------------------------------------------------------------- */

/* B, a row for each freedom, and G = BᵀB. */
static void make_matrix(rigid_contacts *c) {
    const int n = c->model->nv, m = c->rows, width = rigid_qr_width(m);
    memset(c->B, 0, (size_t)(n * width) * sizeof *c->B);
    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k++)
            c->B[k * width + i] = row(c, i)[k];
    rigid_ltdl_halve_rows(n, c->M, c->ws, width, c->B);
    rigid_products_of_columns(n, m, width, c->B, c->G);
    if (c->loops)
        rigid_contacts_free_rows(c);
}

rigid_status rigid_contacts_set_up(rigid_contacts *c, const double *q, rigid_point_list *list, rigid_row_choice choice,
                                   const double *damping, const double *stiffness, double h, int *freedom) {
    const int n = c->model->nv;
    c->rows = c->blocks = 0;
    for (int i = 0; i < list->count; i++)
        if (list->point[i].active)
            add_point(c, list, i, choice.time);
    c->limits = c->blocks;
    if (choice.hold)
        add_limits(c, choice);
    if (choice.hold)
        add_friction(c, choice);
    c->bounded = c->rows;
    if (c->loops)
        add_loops(c, q, choice.time);
    rigid_crba(c->model, c->ws, q, c->M);
    for (int k = 0; damping && k < n; k++)
        c->M[k * n + k] += h * damping[k];
    if (stiffness)
        rigid_springs_stiffen(c->model, stiffness, h * h, c->M);
    rigid_scratch_begin(c->ws, RIGID_SCRATCH_ltdl);
    const rigid_status status = rigid_ltdl(c->model, c->M, c->ws, freedom);
    if (status == RIGID_OK)
        make_matrix(c);
    else
        rigid_contacts_done(c);
    return status;
}

void rigid_contacts_done(rigid_contacts *c) { rigid_scratch_end(c->ws, RIGID_SCRATCH_ltdl); }

/* ---- the solution ----------------------------------------------------------------------------------------------------- */

void rigid_contacts_pull(const rigid_contacts *c, const double *x, double *out) {
    const int n = c->model->nv;
    int i = 0;
    memset(out, 0, (size_t)n * sizeof *out);
    for (; i + 3 <= c->rows; i += 3) { /* those of a point */
        const double *J = c->J + (size_t)i * (size_t)n;
        for (int k = 0; k < n; k++)
            out[k] += x[i] * J[k] + x[i + 1] * J[n + k] + x[i + 2] * J[2 * n + k];
    }
    for (; i < c->rows; i++)
        for (int k = 0; k < n; k++)
            out[k] += x[i] * c->J[i * n + k];
}

void rigid_contacts_push(rigid_contacts *c, const double *x, double *out) {
    const int n = c->model->nv;
    rigid_contacts_pull(c, x, c->push);
    rigid_ltdl_solve(n, c->M, c->ws, 1, c->push);
    for (int k = 0; k < n; k++)
        out[k] += c->push[k];
}

/* c->g = J v, and c->all the same of the sizes, of `count` rows, three at most, side by side. */
static inline void see(rigid_contacts *c, int first, int count, const double *v) {
    const int n = c->model->nv;
    const double *J = row(c, first);
    double sum[3] = {0, 0, 0}, all[3] = {0, 0, 0};
    for (int k = 0; k < n; k++)
        for (int i = 0; i < count; i++) {
            const double one = J[i * n + k] * v[k];
            sum[i] += one, all[i] += fabs(one);
        }
    for (int i = 0; i < count; i++)
        c->g[first + i] = sum[i], c->all[first + i] = all[i];
}

/* The same less Bᵀ y, four rows side by side. */
static void see_less(rigid_contacts *c, const double *y) {
    const int n = c->model->nv, m = c->rows, width = rigid_qr_width(m);
    for (int first = 0; first < m; first += 4) {
        double sum[4] = {0, 0, 0, 0}, all[4] = {0, 0, 0, 0};
        for (int k = 0; k < n; k++)
            for (int i = 0; i < 4; i++) {
                const double one = c->B[k * width + first + i] * y[k];
                sum[i] += one, all[i] += fabs(one);
            }
        for (int i = first; i < m && i < first + 4; i++)
            c->g[i] -= sum[i - first], c->all[i] += all[i - first];
    }
}

void rigid_contacts_aim(rigid_contacts *c, const double *v, const double *halved) {
    int i = 0;
    for (; i + 3 <= c->rows; i += 3) /* those of a point */
        see(c, i, 3, v);
    for (; i < c->rows; i++)
        see(c, i, 1, v);
    if (halved)
        see_less(c, halved);
    c->noise = fmax(c->nothing, 1e-15 * rigid_largest(c->rows, c->all));
}

/* What is asked of the rows whose impulses are bounded; of loops nothing is, beside that. */
static rigid_admm_problem problem_of(const rigid_contacts *c) {
    const bool tied = c->bounded < c->rows;
    return (rigid_admm_problem){.rows = c->bounded, .blocks = c->blocks - tied, .block = c->block, .G = rigid_contacts_free(c),
                                .g = c->loops ? c->free_g : c->g, .most = RIGID_CONTACT_ITERATIONS, .rho = c->rho, .tied = tied};
}

/* The row of a point or of a limit that alone pushes; -1: of what pulls as well. */
static int pushing_row(const rigid_block *b) {
    return b->kind == RIGID_BLOCK_CONE ? b->first + 2 : b->kind == RIGID_BLOCK_POSITIVE ? b->first : -1;
}

/* The largest of the velocities that there are, or that the least impulses make. */
static double speed_of(const rigid_contacts *c, const rigid_admm_problem *p) {
    double most = rigid_largest(c->rows, c->g);
    for (int k = 0; k < p->blocks; k++) {
        const int i = pushing_row(&p->block[k]);
        if (i >= 0)
            most = fmax(most, p->G[i * p->rows + i] * p->block[k].lo);
    }
    return most;
}

/* What changes velocities by no more than `slight` is rounding: a point or a limit that leaves is let go. */
static void drop_the_slight(const rigid_admm_problem *p, double *x, double slight) {
    for (int k = 0; k < p->blocks; k++) {
        const rigid_block *b = &p->block[k];
        const int i = pushing_row(b);
        if (i >= 0 && b->lo == 0 && x[i] * p->G[i * p->rows + i] <= slight)
            memset(x + b->first, 0, (size_t)(i + 1 - b->first) * sizeof *x);
    }
}

/* Limits and dry friction of a model with loops, where nothing touches. */
static rigid_status solve_least(rigid_contacts *c, const rigid_admm_problem *p) {
    bool done;
    const rigid_bounded_problem least = rigid_contacts_bounded(c, p->tolerance);
    c->report.residual = rigid_bounded_least(&least, c->x, c->z, c->scratch, &c->report.rounds, &done);
    return done ? RIGID_OK : RIGID_NOT_CONVERGED;
}

static rigid_status solve_bounded(rigid_contacts *c, rigid_admm_problem *p, double most, double tolerance) {
    p->tolerance = fmax(tolerance * most, c->noise);
    rigid_status status;
    if (p->tied && c->limits == 0)
        status = solve_least(c, p);
    else
        status = rigid_admm(p, c->x, c->z, c->scratch, &c->report), c->rho = c->report.rho;
    c->residual = fmax(c->residual, c->report.residual);
    if (c->report.iterations + c->report.rounds > c->iterations)
        c->iterations = c->report.iterations + c->report.rounds;
    drop_the_slight(p, c->x, c->noise);
    c->unsolved = status == RIGID_NOT_CONVERGED && !(c->report.residual < fmax(1e-6 * most, RIGID_LOOP_SPEED));
    return c->unsolved ? status : RIGID_OK;
}

rigid_status rigid_contacts_solve(rigid_contacts *c, double tolerance) {
    rigid_admm_problem p = problem_of(c);
    const double most = speed_of(c, &p);
    rigid_status status = RIGID_OK;
    c->report = (rigid_admm_report){.rho = 0};
    if (p.rows == 0) /* loops alone, which are closed again after the step */
        c->noise = fmax(c->noise, RIGID_LOOP_SPEED);
    if (most <= c->noise) {
        memset(c->x, 0, (size_t)c->rows * sizeof *c->x), memset(c->z, 0, (size_t)c->rows * sizeof *c->z);
        return RIGID_OK;
    }
    if (p.tied)
        rigid_contacts_free_velocities(c);
    if (p.rows > 0)
        status = solve_bounded(c, &p, most, tolerance);
    if (p.tied)
        rigid_contacts_tie(c, c->g, c->x), memset(c->z + p.rows, 0, (size_t)(c->rows - p.rows) * sizeof *c->z);
    return status;
}
