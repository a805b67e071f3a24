/* Rows of all loops are found, factored by rank, and solved: for accelerations, for velocities, for configurations. What is asked
   for twice is the same each time: nothing is kept between calls but memory. */
#include "closed.h"
#include "../tree/crba.h"
#include "../tree/ltdl.h"
#include "../tree/rnea.h"

#include <math.h>
#include <string.h>

static const double cut = 1e-8; /* of the largest row, as it is seen by what solves */

/* ---- memory ----------------------------------------------------------------------------------------------------------- */

void rigid_qr_take(rigid_qr *qr, size_t n, size_t m, unsigned char **at) {
    const size_t width = (size_t)rigid_qr_width((int)m), number = sizeof(double);
    qr->B = rigid_take(at, n * width * number), qr->U = rigid_take(at, n * m * number), qr->back = rigid_take(at, m * m * number);
    qr->beta = rigid_take(at, 2 * m * number), qr->room = rigid_take(at, (n + 2 * width) * number), qr->order = rigid_take(at, m * sizeof(int));
}

static size_t lay_out(rigid_loops *l, const rigid_model *model, unsigned char *block) {
    unsigned char *at = block;
    const size_t n = (size_t)model->nv, m = (size_t)l->rows, number = sizeof(double);
    double **of_rows[] = {&l->error, &l->drift, &l->lambda, &l->scratch}, **of_v[] = {&l->load, &l->step, &l->active_step};
    for (size_t k = 0; k < sizeof of_rows / sizeof *of_rows; k++)
        *of_rows[k] = rigid_take(&at, m * number);
    for (size_t k = 0; k < sizeof of_v / sizeof *of_v; k++)
        *of_v[k] = rigid_take(&at, n * number);
    l->moved = rigid_take(&at, (size_t)model->nq * number);
    l->J = rigid_take(&at, m * n * number), l->columns = rigid_take(&at, 12 * n * number), l->H = rigid_take(&at, n * n * number);
    l->T = rigid_take(&at, m * sizeof *l->T);
    rigid_qr_take(&l->qr, n + m, m, &at), l->active = rigid_take(&at, n * sizeof(int));
    return (size_t)(at - block);
}

static int equations(const rigid_loop *loop, int count) {
    int sum = 0;
    for (int k = 0; k < count; k++)
        sum += rigid_loop_equations(&loop[k]);
    return sum;
}

static size_t head(void) { return rigid_whole(sizeof(rigid_loops)); }

size_t rigid_loops_size(const rigid_model *model, const rigid_loop *loop, int count) {
    rigid_loops unused = {.rows = equations(loop, count)};
    unsigned char nowhere[1];
    return head() + lay_out(&unused, model, nowhere) + rigid_workspace_size(model);
}

rigid_loops *rigid_loops_make(const rigid_model *model, const rigid_loop *loop, int count, void *memory) {
    rigid_loops *l = memory;
    memset(l, 0, sizeof *l);
    l->model = model, l->loop = loop, l->count = count, l->rows = equations(loop, count), l->cut = cut;
    const size_t size = lay_out(l, model, (unsigned char *)memory + head());
    memset((unsigned char *)memory + head(), 0, size);
    l->ws = rigid_workspace_make(model, (unsigned char *)memory + head() + size);
    return l;
}

int rigid_loops_equations(const rigid_loops *l) { return l->rows; }

/* ---- rows ------------------------------------------------------------------------------------------------------------- */

/* Those of all loops that are not null. */
static void find_rows(rigid_loops *l, const double *q, const double *v, double *error, double *J, double *drift) {
    const int n = l->model->nv;
    int at = 0;
    for (int k = 0; k < l->count; k++) {
        rigid_loop_rows(l->model, l->ws, &l->loop[k], q, v, error ? error + at : NULL, J ? J + at * n : NULL, drift ? drift + at : NULL,
                        l->T + at, l->columns);
        at += rigid_loop_equations(&l->loop[k]);
    }
}

void rigid_loops_error(rigid_loops *l, const double *q, double *error) { find_rows(l, q, NULL, error, NULL, NULL); }
void rigid_loops_jacobian(rigid_loops *l, const double *q, double *J) { find_rows(l, q, NULL, NULL, J, NULL); }
void rigid_loops_drift(rigid_loops *l, const double *q, const double *v, double *drift) { find_rows(l, q, v, NULL, NULL, drift); }

/* Rows of J from `first` on side by side, a row of B for each number of v. */
static void stand_up(rigid_loops *l, int first, int count) {
    const int n = l->model->nv, width = rigid_qr_width(count);
    memset(l->qr.B, 0, (size_t)(n * width) * sizeof *l->qr.B);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < n; k++)
            l->qr.B[k * width + i] = l->J[(first + i) * n + k];
    l->qr.n = n, l->qr.m = count;
}

/* The same factored, by the metric of the numbers themselves. */
static void plain_columns(rigid_loops *l, int first, int count) {
    stand_up(l, first, count);
    rigid_qr_factor(&l->qr, cut);
}

int rigid_loops_rank(rigid_loops *l, const double *q, int k) {
    find_rows(l, q, NULL, NULL, l->J, NULL);
    int first = 0;
    for (int j = 0; j < k; j++)
        first += rigid_loop_equations(&l->loop[j]);
    plain_columns(l, first, k < 0 ? l->rows : rigid_loop_equations(&l->loop[k]));
    return l->qr.rank;
}

rigid_force rigid_loops_wrench(rigid_loops *l, const double *q, const double *lambda, int k) {
    rigid_force W = rigid_force_zero(), own[RIGID_LOOP_ROWS_MAX];
    const rigid_loop *loop = &l->loop[k];
    const rigid_force *T = l->T;
    for (int j = 0; j < k; j++)
        lambda += rigid_loop_equations(&l->loop[j]), T += rigid_loop_equations(&l->loop[j]);
    if (loop->kind == RIGID_LOOP_COUPLING)
        return W;
    if (q)
        rigid_loop_rows(l->model, l->ws, loop, q, NULL, NULL, NULL, NULL, own, l->columns), T = own;
    for (int i = 0; i < rigid_loop_equations(loop); i++)
        W = rigid_force_add(W, rigid_force_scale(lambda[i], T[i]));
    return W;
}

/* ---- by kinetic energy ------------------------------------------------------------------------------------------------ */

/* What is held keeps its own diagonal, and moves by no row. */
static void leave_held(rigid_loops *l) {
    const int n = l->model->nv;
    for (int i = 0; i < n && l->held; i++)
        for (int j = 0; j < n; j++)
            if (i != j && (l->held[i] || l->held[j]))
                l->H[i * n + j] = 0;
    for (int i = 0; i < l->rows && l->held; i++)
        for (int j = 0; j < n; j++)
            if (l->held[j])
                l->J[i * n + j] = 0;
}

/* With l->J: the factors of H(q), which are kept in the workspace until its scratch is ended, and B. */
static rigid_status halve(rigid_loops *l, const double *q, int *freedom) {
    const int n = l->model->nv;
    rigid_crba(l->model, l->ws, q, l->H);
    leave_held(l);
    rigid_scratch_begin(l->ws, RIGID_SCRATCH_ltdl);
    const rigid_status status = rigid_ltdl(l->model, l->H, l->ws, freedom);
    if (status != RIGID_OK)
        return status;
    stand_up(l, 0, l->rows);
    rigid_ltdl_halve_rows(n, l->H, l->ws, rigid_qr_width(l->rows), l->qr.B);
    return RIGID_OK;
}

/* Of a row of B whether anything is in it. */
static bool is_moved(const double *row, int m) {
    for (int i = 0; i < m; i++)
        if (row[i] != 0)
            return true;
    return false;
}

/* Where a linkage of special dimensions is not quite closed, rows that are implied by others where it is seem to say something of their
   own, as much as it is open: that is not listened to. */
static double cut_at(const rigid_loops *l) { return fmin(1e-4, fmax(l->cut, 100 * rigid_largest(l->rows, l->error))); }

/* B factored, without the freedoms that no loop moves nor is carried by; l->error says how far the loops are from closed. */
static void factor(rigid_loops *l) {
    const int n = l->model->nv, width = rigid_qr_width(l->rows);
    int count = 0;
    for (int k = 0; k < n; k++)
        if (is_moved(l->qr.B + k * width, l->rows)) {
            if (k != count)
                memcpy(l->qr.B + count * width, l->qr.B + k * width, (size_t)width * sizeof *l->qr.B);
            l->active[count++] = k;
        }
    l->qr.n = count;
    const int last = rigid_qr_factor(&l->qr, cut_at(l)) - 1;
    l->condition = last < 1 ? 1 : fabs(l->qr.B[last * (width + 1)] / l->qr.B[0]);
}

/* y += what makes Bᵀ y more by `wanted`, the least that does. */
static void push_rows(rigid_loops *l, const double *wanted, double *y) {
    rigid_qr_row_solve(&l->qr, wanted, l->active_step, l->scratch);
    for (int k = 0; k < l->qr.n; k++)
        y[l->active[k]] += l->active_step[k];
}

/* out = -(J x + drift); null drift is zero. */
static void miss(const rigid_loops *l, const double *x, const double *drift, double *out) {
    const int n = l->model->nv;
    for (int i = 0; i < l->rows; i++) {
        out[i] = drift ? -drift[i] : 0;
        for (int k = 0; k < n; k++)
            out[i] -= l->J[i * n + k] * x[k];
    }
}

/* out = -(Bᵀ y + drift) */
static void miss_halved(const rigid_loops *l, const double *y, double *out) {
    const int width = rigid_qr_width(l->rows);
    for (int i = 0; i < l->rows; i++)
        out[i] = -l->drift[i];
    for (int k = 0; k < l->model->nv; k++)
        for (int i = 0; i < l->rows; i++)
            out[i] -= l->qr.B[k * width + i] * y[k];
}

/* With y = D^(1/2) L a: y = D^(-1/2) L⁻ᵀ (tau - load) + B λ, and Bᵀ y = -drift. */
rigid_status rigid_constrained_dynamics(rigid_loops *l, const double *q, const double *v, const double *tau,
                                        const rigid_force *external, double *a, double *lambda, int *freedom) {
    const int n = l->model->nv;
    double *multiplier = lambda ? lambda : l->lambda;
    find_rows(l, q, v, l->error, l->J, l->drift);
    rigid_rnea(l->model, l->ws, q, v, NULL, external, l->load);
    for (int k = 0; k < n; k++)
        a[k] = l->held && l->held[k] ? 0 : tau[k] - l->load[k];
    const rigid_status status = halve(l, q, freedom);
    if (status == RIGID_OK) {
        rigid_ltdl_halve(n, l->H, l->ws, a);
        miss_halved(l, a, multiplier);
        factor(l);
        push_rows(l, multiplier, a);
        rigid_ltdl_other_half(n, l->H, l->ws, a);
        if (lambda)
            rigid_qr_normal_solve(&l->qr, lambda, l->scratch);
    }
    rigid_scratch_end(l->ws, RIGID_SCRATCH_ltdl);
    return status;
}

/* ---- closing ---------------------------------------------------------------------------------------------------------- */

static double squares(int n, const double *x) { return rigid_dot(n, x, x); }

/* Out: from l->moved by `part` of l->step; how far from closed that is, Σ error². */
static double try_part(rigid_loops *l, double part, double *out) {
    for (int k = 0; k < l->model->nv; k++)
        l->load[k] = part * l->step[k];
    rigid_model_integrate(l->model, l->moved, l->load, out);
    find_rows(l, out, NULL, l->error, NULL, NULL);
    return squares(l->rows, l->error);
}

/* Newton's step, the shortest that closes what can be closed; a part of it where that is long. */
static double newton_part(rigid_loops *l) {
    plain_columns(l, 0, l->rows);
    for (int i = 0; i < l->rows; i++)
        l->lambda[i] = -l->error[i];
    rigid_qr_row_solve(&l->qr, l->lambda, l->step, l->scratch);
    const double longest = rigid_largest(l->model->nv, l->step);
    return longest > 0.5 ? 0.5 / longest : 1;
}

/* -Jᵀ (J Jᵀ + mu 1)⁻¹ error, by the columns (Jᵀ; √mu 1): shorter than Newton's, and downhill also where rows depend on each other. */
static void damped_step(rigid_loops *l, const double *error, double mu) {
    const int n = l->model->nv, m = l->rows, width = rigid_qr_width(m);
    stand_up(l, 0, m);
    memset(l->qr.B + n * width, 0, (size_t)(m * width) * sizeof *l->qr.B);
    for (int i = 0; i < m; i++) {
        l->qr.B[(n + i) * width + i] = sqrt(mu);
        l->lambda[i] = -error[i];
    }
    l->qr.n = n + m;
    rigid_qr_factor(&l->qr, cut);
    rigid_qr_normal_solve(&l->qr, l->lambda, l->scratch);
    memset(l->step, 0, (size_t)n * sizeof *l->step);
    for (int i = 0; i < m; i++)
        for (int k = 0; k < n; k++)
            l->step[k] += l->J[i * n + k] * l->lambda[i];
}

enum { CLOSING_ROUNDS = 200, DAMPINGS = 24 };

/* One step downhill from l->moved, whose rows and errors are at hand (l->J, l->drift), into out; Σ error² there, `now` where
   there is none. Newton's where it does: it ends in few; else one that is damped until it does. [Levenberg 1944, Marquardt 1963] */
static double go_down(rigid_loops *l, double now, double *mu, double *out) {
    double next = try_part(l, newton_part(l), out);
    if (next < 0.5 * now)
        return next;
    for (int k = 0; k < DAMPINGS; k++, *mu *= 10) {
        damped_step(l, l->drift, *mu);
        next = try_part(l, 1, out);
        if (next < now) {
            *mu *= 0.05;
            return next;
        }
    }
    return now;
}

rigid_status rigid_loops_assemble(rigid_loops *l, const double *q, double *out) {
    const size_t size = (size_t)l->model->nq * sizeof *q, rows = (size_t)l->rows * sizeof *l->error;
    memmove(out, q, size);
    double now = 0, mu = 0;
    for (int round = 0; round < CLOSING_ROUNDS; round++) {
        find_rows(l, out, NULL, l->error, l->J, NULL);
        now = squares(l->rows, l->error);
        if (now < 1e-30)
            break;
        memcpy(l->drift, l->error, rows), memcpy(l->moved, out, size);
        mu = fmax(mu, 1e-6 * squares(l->rows * l->model->nv, l->J) / fmax(l->rows, 1));
        const double next = go_down(l, now, &mu, out);
        if (!(next < now))
            memcpy(out, l->moved, size);
        if (!(next < (1 - 1e-9) * now))
            break;
    }
    find_rows(l, out, NULL, l->error, NULL, NULL);
    return rigid_largest(l->rows, l->error) < 1e-12 ? RIGID_OK : RIGID_NOT_CONVERGED;
}

rigid_status rigid_loops_factor(rigid_loops *l, const double *q, int *freedom) {
    find_rows(l, q, NULL, l->error, l->J, NULL);
    const rigid_status status = halve(l, q, freedom);
    if (status == RIGID_OK)
        factor(l);
    rigid_scratch_end(l->ws, RIGID_SCRATCH_ltdl);
    return status;
}

void rigid_loops_rows(rigid_loops *l, const double *q, double *J) { find_rows(l, q, NULL, l->error, J, NULL); }

void rigid_loops_factor_columns(rigid_loops *l, const double *B, int stride) {
    const int n = l->model->nv, m = l->rows, width = rigid_qr_width(m);
    memset(l->qr.B, 0, (size_t)(n * width) * sizeof *l->qr.B);
    for (int k = 0; k < n; k++)
        memcpy(l->qr.B + k * width, B + k * stride, (size_t)m * sizeof *l->qr.B);
    l->qr.n = n, l->qr.m = m;
    rigid_qr_factor(&l->qr, cut_at(l));
}

double rigid_loops_open(rigid_loops *l, const double *q) {
    find_rows(l, q, NULL, l->error, NULL, NULL);
    return rigid_largest(l->rows, l->error);
}

double rigid_loops_speed(rigid_loops *l, const double *q, const double *v) {
    find_rows(l, q, NULL, NULL, l->J, NULL);
    miss(l, v, NULL, l->lambda);
    return rigid_largest(l->rows, l->lambda);
}

void rigid_loops_impel(rigid_loops *l, double h, double *p) {
    const int n = l->model->nv;
    for (int i = 0; i < l->rows; i++)
        l->lambda[i] = -l->error[i] / h;
    rigid_qr_normal_solve(&l->qr, l->lambda, l->scratch);
    for (int i = 0; i < l->rows; i++)
        for (int k = 0; k < n; k++)
            p[k] += l->J[i * n + k] * l->lambda[i];
}

enum { PROJECTIONS = 5 };

/* l->step of least kinetic energy that changes J x by l->lambda. */
static void least_step(rigid_loops *l) {
    const int n = l->model->nv;
    factor(l);
    memset(l->step, 0, (size_t)n * sizeof *l->step);
    push_rows(l, l->lambda, l->step);
    rigid_ltdl_other_half(n, l->H, l->ws, l->step);
}

/* Where a mechanism passes a singular configuration, the row that vanishes there turns over within a way as long as the root of what it is
   open by: what it says from so near is noise, and to project a velocity by it takes energy away. To drop it for that short a way costs
   nothing. But where a mechanism as it stands has such rows, they are its own. */
static const double cut_of_motion = 1e-5;

double rigid_loops_cut(rigid_loops *l, const double *q) {
    int freedom;
    rigid_loops_factor(l, q, &freedom);
    return l->condition < cut_of_motion ? cut : cut_of_motion;
}

rigid_status rigid_loops_project(rigid_loops *l, double *q, double *v, int *freedom) {
    rigid_status status = RIGID_OK;
    for (int round = 0; status == RIGID_OK; round++) {
        find_rows(l, q, NULL, l->error, l->J, NULL);
        status = halve(l, q, freedom);
        const bool closed = round == PROJECTIONS || (round > 0 && rigid_largest(l->rows, l->error) < 1e-14);
        for (int i = 0; i < l->rows; i++)
            l->lambda[i] = -l->error[i];
        if (closed)
            miss(l, v, NULL, l->lambda);
        if (status == RIGID_OK)
            least_step(l);
        rigid_scratch_end(l->ws, RIGID_SCRATCH_ltdl);
        if (status != RIGID_OK)
            break;
        for (int k = 0; closed && k < l->model->nv; k++)
            v[k] += l->step[k];
        if (closed)
            break;
        rigid_model_integrate(l->model, q, l->step, q);
    }
    return status;
}
