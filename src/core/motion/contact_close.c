/* Positions at the end of a step with contacts: what velocities keep closed only to rounding and to the order of the method is taken
   to where it is closed, all rows at once, in the metric in which the impulses act. */
#include "closed.h"
#include "contacts.h"
#include "../numbers/cholesky.h"

#include <string.h>

bool rigid_sticks_within(const rigid_block *b, double x) {
    const double rounding = 1e-9 * (b->hi - b->lo);
    return x > b->lo + rounding && x < b->hi - rounding;
}

static bool is_free(const rigid_contacts *c, int row) { return rigid_contacts_free(c)[row * (c->bounded + 1)] > 0; }

/* The rows beside those of loops whose velocity is to be nought now, and so was to be all the way. */
static int closed_rows(const rigid_contacts *c, int *rows) {
    int count = 0;
    for (int k = 0; k < c->blocks; k++) {
        const rigid_block *b = &c->block[k];
        const double *x = c->x + b->first;
        if (b->kind == RIGID_BLOCK_CONE && x[2] > 0) {
            const bool sticks = sqrt(x[0] * x[0] + x[1] * x[1]) < b->mu * x[2] * (1 - 1e-9);
            for (int i = b->first + (sticks ? 0 : 2); i < b->first + 3; i++)
                if (is_free(c, i))
                    rows[count++] = i;
        } else if (b->kind == RIGID_BLOCK_POSITIVE ? x[0] > 0 : b->kind == RIGID_BLOCK_BOX && rigid_sticks_within(b, x[0])) {
            if (is_free(c, b->first))
                rows[count++] = b->first;
        }
    }
    return count;
}

/* How far each row is from where it is closed, at s->new_q: points from touching, limits from being met, what friction holds from where
   it was held, loops from closed. */
static void set_gaps(rigid_stepper *s, double *gap) {
    const rigid_contacts *c = s->contacts;
    memset(gap, 0, (size_t)c->rows * sizeof *gap);
    for (int k = 0; k < c->blocks; k++) {
        const rigid_block *b = &c->block[k];
        const int of = rigid_contacts_of(c, k);
        const rigid_hold *f = b->kind == RIGID_BLOCK_POSITIVE || b->kind == RIGID_BLOCK_BOX ? &s->hold[of] : NULL;
        const double x = f && f->at_q >= 0 ? s->new_q[f->at_q] : 0;
        if (b->kind == RIGID_BLOCK_CONE)
            gap[b->first + 2] = c->there.point[of].at.gap;
        else if (b->kind == RIGID_BLOCK_POSITIVE)
            gap[b->first] = c->of[k] < 0 ? f->upper - x : x - f->lower;
        else if (b->kind == RIGID_BLOCK_BOX && f->at_q >= 0 && s->v[of] == 0)
            gap[b->first] = x - s->q[f->at_q];
        else if (b->kind == RIGID_BLOCK_EQUAL)
            rigid_loops_error(c->loops, s->new_q, gap + b->first);
    }
}

/* Of a row of a cone, whether its gap is known: that along the normal, unless it is nought. */
static bool may_drift(const rigid_contacts *c, int row, const double *gap) {
    return row >= 3 * c->limits || (row % 3 == 2 && gap[row] != 0);
}

static const double slack = 1e-7; /* of the mean of what is on the diagonal */

/* y: what closes these rows, A y = -gap with A = G of them and a little, symmetric. */
static void solve_rows(const rigid_contacts *c, int count, const int *rows, const double *gap, double *A, double *y) {
    double mean = 0;
    for (int i = 0; i < count; i++)
        mean += c->G[rows[i] * (c->rows + 1)] / count;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j <= i; j++)
            A[i * count + j] = c->G[rows[i] * c->rows + rows[j]];
        A[i * count + i] += slack * mean;
        y[i] = -gap[rows[i]];
    }
    rigid_cholesky(count, A);
    rigid_cholesky_solve(count, A, y);
}

static double within(double x, double most) { return fmin(fmax(x, -most), most); }

double rigid_contacts_way(rigid_contacts *c, const double *x, double *way) {
    const int n = c->model->nv;
    memset(way, 0, (size_t)n * sizeof *way);
    rigid_contacts_push(c, x, way);
    return rigid_largest(n, way);
}

/* The way that closes so many rows, without loops. */
static void close_rows(rigid_contacts *c, int count, const int *rows, const double *gap, double *scratch, double *way) {
    double *x = scratch, *y = x + c->rows;
    solve_rows(c, count, rows, gap, y + count, y);
    memset(x, 0, (size_t)c->rows * sizeof *x);
    for (int i = 0; i < count; i++)
        x[rows[i]] = y[i];
    rigid_contacts_way(c, x, way);
}

void rigid_contacts_close_gaps(rigid_stepper *s, double *theta) {
    rigid_contacts *c = s->contacts;
    const int n = c->model->nv;
    double *gap = c->scratch, *scratch = gap + 2 * c->rows, *way = c->start_v;
    int *rows = (int *)(void *)(gap + c->rows); /* and room for as many */
    const int count = closed_rows(c, rows);
    double most = 0;
    set_gaps(s, gap);
    for (int i = 0; i < c->rows; i++) {
        const double left = gap[i] + rigid_dot(n, c->J + (size_t)i * (size_t)n, theta);
        gap[i] = i >= c->bounded ? left : may_drift(c, i, gap) ? within(left, RIGID_FARTHEST) : 0;
    }
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(gap[rows[i]]));
    most = fmax(most, rigid_largest(c->rows - c->bounded, gap + c->bounded));
    if (most < 1e-14)
        return;
    if (c->loops)
        rigid_contacts_close_jammed(s, theta, (rigid_closing_rows){count, rows, gap, scratch}, way);
    else
        close_rows(c, count, rows, gap, scratch, way);
    const double part = fmin(1, RIGID_LONGEST / fmax(rigid_largest(n, way), 1e-300));
    for (int k = 0; k < n; k++)
        theta[k] += part * way[k];
}
