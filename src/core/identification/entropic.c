/* See entropic.h. No memory is taken. */
#include "entropic.h"
#include "entropy.h"
#include "upper.h"

#include <math.h>
#include <string.h>

/* ---- room ---- */

size_t rigid_entropic_size(const rigid_entropic *p) {
    const size_t n = (size_t)p->n, links = (size_t)p->links, rows = (size_t)p->rows, barriers = (size_t)p->barriers;
    return 3 * n * n + 4 * n + rows + 64 * links + 2 * barriers;
}

static double *room(double **next, size_t count) {
    double *at = *next;
    *next += count;
    return at;
}

void rigid_entropic_lay_out(rigid_entropic *p, double *next) {
    const size_t n = (size_t)p->n, links = (size_t)p->links, rows = (size_t)p->rows, barriers = (size_t)p->barriers;
    p->normal = room(&next, n * n);
    p->H = room(&next, n * n);
    p->U = room(&next, n * n);
    p->gradient = room(&next, n);
    p->step = room(&next, n);
    p->tried = room(&next, n);
    p->scale = room(&next, n);
    p->residual = room(&next, rows);
    p->inverses = room(&next, 16 * links);
    p->priors = room(&next, 16 * links);
    p->dual = room(&next, 16 * links + barriers);
    p->dual_step = room(&next, 16 * links + barriers);
}

/* ---- the objective and its derivatives ---- */

static const double *row_of(const rigid_entropic *p, int r) { return p->F + (size_t)r * ((size_t)p->n + 1); }

double rigid_entropic_objective(rigid_entropic *p, const double *x) {
    double sum = 0, divergence = p->log_prior - 4 * p->links;
    for (int i = 0; i < p->links; i++) {
        double J[16], log_det = 0;
        rigid_pseudo_of(x + 10 * i, J);
        if (!rigid_pseudo_inverse(J, p->inverses + 16 * i, &log_det))
            return INFINITY;
        divergence -= log_det;
        for (int k = 0; k < 16; k++)
            divergence += p->priors[16 * i + k] * J[k];
    }
    for (int b = 0; b < p->barriers; b++) {
        const double ratio = rigid_barrier_room(&p->barrier[b], x) / p->barrier[b].prior;
        if (!(ratio > 0))
            return INFINITY;
        divergence += ratio - 1 - log(ratio);
    }
    for (int r = 0; r < p->rows; r++) {
        const double *row = row_of(p, r);
        double e = -row[p->n];
        for (int k = 0; k < p->n; k++)
            e += row[k] * x[k];
        p->residual[r] = e;
        sum += e * e;
    }
    return 0.5 * sum + p->gamma * divergence;
}

void rigid_entropic_slope(rigid_entropic *p, const double *x) {
    for (int k = 0; k < p->n; k++)
        p->gradient[k] = 0;
    for (int r = 0; r < p->rows; r++)
        for (int k = 0; k < p->n; k++)
            p->gradient[k] += row_of(p, r)[k] * p->residual[r];
    for (int i = 0; i < p->links; i++) {
        double difference[16], traces[10];
        for (int k = 0; k < 16; k++)
            difference[k] = p->priors[16 * i + k] - p->inverses[16 * i + k];
        rigid_pseudo_traces(difference, traces);
        for (int k = 0; k < 10; k++)
            p->gradient[10 * i + k] += p->gamma * traces[k];
    }
    for (int b = 0; b < p->barriers; b++)
        rigid_barrier_add(&p->barrier[b], p->gamma * (1 / p->barrier[b].prior - 1 / rigid_barrier_room(&p->barrier[b], x)), p->gradient);
}

void rigid_entropic_renew_dual(rigid_entropic *p, const double *x) {
    for (int k = 0; k < 16 * p->links; k++)
        p->dual[k] = p->gamma * p->inverses[k];
    for (int b = 0; b < p->barriers; b++)
        *rigid_entropic_dual(p, b) = p->gamma / rigid_barrier_room(&p->barrier[b], x);
}

void rigid_entropic_curvature(rigid_entropic *p, const double *x) {
    const int n = p->n;
    memcpy(p->H, p->normal, (size_t)n * (size_t)n * sizeof *p->H);
    for (int i = 0; i < p->links; i++) {
        double metric[100];
        rigid_pseudo_metric(p->inverses + 16 * i, p->dual + 16 * i, metric);
        for (int k = 0; k < 100; k++)
            p->H[(10 * i + k / 10) * n + 10 * i + k % 10] += metric[k];
    }
    for (int i = 0; i < p->barriers; i++) {
        const rigid_barrier *b = &p->barrier[i];
        const double strength = *rigid_entropic_dual(p, i) / rigid_barrier_room(b, x);
        for (int k = 0; k < b->width; k++)
            rigid_barrier_add(b, strength * b->c[k], p->H + (b->at + k) * n);
    }
    for (int k = 0; k < n; k++)
        p->scale[k] = p->H[k * n + k] > 0 ? 1 / sqrt(p->H[k * n + k]) : 1;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p->H[i * n + j] *= p->scale[i] * p->scale[j];
}

static void square_up(rigid_entropic *p) {
    const int n = p->n;
    memset(p->normal, 0, (size_t)n * (size_t)n * sizeof *p->normal);
    for (int r = 0; r < p->rows; r++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n && row_of(p, r)[i] != 0; j++)
                p->normal[i * n + j] += row_of(p, r)[i] * row_of(p, r)[j];
}

int rigid_entropic_begin(rigid_entropic *p, const double *prior) {
    for (int i = 0; i < p->links; i++) {
        double J[16], log_det = 0;
        rigid_pseudo_of(prior + 10 * i, J);
        if (!rigid_pseudo_inverse(J, p->priors + 16 * i, &log_det))
            return i + 1;
        p->log_prior += log_det;
    }
    for (int i = 0; i < p->barriers; i++) {
        rigid_barrier *b = &p->barrier[i];
        if (b->at < 10 * p->links)
            b->prior = rigid_barrier_room(b, prior);
        if (!(b->prior > 0))
            return b->at / 10 + 1;
    }
    square_up(p);
    return 0;
}

/* ---- Newton's step ---- */

/* y -= s x, `count` numbers of each. */
static void take_off(int count, double s, const double *restrict x, double *restrict y) {
    for (int j = 0; j < count; j++)
        y[j] -= s * x[j];
}

/* U of H; false where there is none. */
static bool factor(const rigid_entropic *p) {
    memcpy(p->U, p->H, (size_t)p->n * (size_t)p->n * sizeof *p->U);
    return rigid_upper_factor(p->n, p->U);
}

double rigid_entropic_step(rigid_entropic *p) {
    const int n = p->n;
    double more = 1e-15, decrement = 0;
    bool found;
    do {
        for (int k = 0; k < n; k++)
            p->H[k * n + k] = 1 + more;
        found = factor(p);
        more *= 100;
    } while (!found && more < 1);
    if (!found)
        return -1;
    for (int i = 0; i < n; i++)
        p->step[i] = -p->scale[i] * p->gradient[i];
    for (int i = 0; i < n; i++) {
        p->step[i] /= p->U[i * n + i];
        decrement += p->step[i] * p->step[i];
        take_off(n - i - 1, p->step[i], p->U + i * n + i + 1, p->step + i + 1);
    }
    for (int i = n - 1; i >= 0; i--) {
        double sum = p->step[i];
        for (int k = i + 1; k < n; k++)
            sum -= p->U[i * n + k] * p->step[k];
        p->step[i] = sum / p->U[i * n + i];
    }
    for (int i = 0; i < n; i++)
        p->step[i] *= p->scale[i];
    return decrement;
}
