/* Loops in the problem of impulses: their equations have nothing to choose, so that they are solved before all else is. With the columns of
   loops B P = Q (R; 0), by rank, what loops leave of the other columns is QᵀB below R: of that are the matrix and the velocities for which
   impulses within bounds are sought, and those of loops are what then closes them, the least that do. So light rods beside heavy
   links, and equations that others imply, do not make the problem a worse one. Where they contradict each other, as the dimensions of a file do that has
   few digits, all are obeyed alike: as at the beginning of the next step, which else would take back what the end of this one did. */
#include "closed.h"
#include "contacts.h"
#include "../tree/ltdl.h"

#include <string.h>

/* What of a row is left by the loops, or by the rows beside it that say the most, as a part of it, when that is no more than what dimensions are
   rounded to: the others alone decide how such a row moves. */
static const double nothing_left = 1e-5;
/* Limits that jam through a loop press against each other with what moves them over the angle between them; and where that is small, what such forces
   would do by what is neglected of their rows is more than all else. So each row yields to its own force, by as much of it as may be neglected
   where the rows beside it leave no more than that: what a force does by that is then no more than half of what it is for. Of whatever has more
   of its own than this part a row yields by as much less: else its joint would creep through the limit under all that it carries. */
static const double little_left = 1e-4;

/* Column i of C, which is so long, made of length one: the column number j of what is to be factored. */
static void put_unit_column(rigid_qr *qr, int j, const double *C, int stride, int i, double length) {
    const int width = rigid_qr_width(qr->m);
    for (int k = 0; k < qr->n; k++)
        qr->B[k * width + j] = C[k * stride + i] / length;
}

/* The columns below C's first rank rows, each of length one or nought, factored by rank; and in their place R, by which they have the same
   products, and the rows by which they yield: how many they are together. */
static int factor_what_is_left(rigid_contacts *c, double *C) {
    rigid_qr *qr = &c->left;
    const int b = c->bounded, width = rigid_qr_width(b);
    qr->n = c->model->nv - c->loops->qr.rank, qr->m = b;
    memset(qr->B, 0, (size_t)(qr->n * width) * sizeof *qr->B);
    for (int i = 0; i < b; i++) {
        const double size = rigid_column_length(qr->n, width, C + i), whole = sqrt(c->G[i * c->rows + i]);
        c->left_size[i] = size > nothing_left * whole ? size : 0;
        if (c->left_size[i] > 0)
            put_unit_column(qr, i, C, width, i, size);
    }
    rigid_qr_factor(qr, nothing_left);
    for (int k = 0; k < qr->rank; k++)
        for (int j = 0; j < b; j++)
            C[k * width + qr->order[j]] = j < k ? 0 : qr->B[k * width + j] * c->left_size[qr->order[j]];
    double *own = C + qr->rank * width;
    memset(own, 0, (size_t)(b * width) * sizeof *own);
    for (int i = 0; i < b; i++)
        own[i * (width + 1)] = nothing_left * c->left_size[i];
    for (int k = 0; k < qr->rank; k++)
        own[qr->order[k] * (width + 1)] *= fmin(1, little_left / fabs(qr->B[k * width + k]));
    return qr->rank + b;
}

/* Its columns. */
static double *left_of(const rigid_contacts *c) { return c->C + c->loops->qr.rank * rigid_qr_width(c->bounded); }

void rigid_contacts_free_rows(rigid_contacts *c) {
    const int n = c->model->nv, b = c->bounded, all = rigid_qr_width(c->rows), width = rigid_qr_width(b);
    const rigid_qr *loops = &c->loops->qr;
    rigid_loops_factor_columns(c->loops, c->B + b, all);
    memset(c->C, 0, (size_t)(n * width) * sizeof *c->C);
    for (int k = 0; k < n; k++)
        memcpy(c->C + k * width, c->B + k * all, (size_t)b * sizeof *c->C);
    rigid_qr_turn(loops, c->C, b, width, c->free_g);
    c->left_rows = factor_what_is_left(c, left_of(c));
    rigid_products_of_columns(c->left.rank, b, width, left_of(c), c->free_G);
    for (int i = 0; i < b; i++) { /* those by which they yield have nothing in common */
        const double own = left_of(c)[(c->left.rank + i) * width + i];
        c->free_G[i * (b + 1)] += own * own;
    }
}

/* out (of b numbers) += part Cᵀw, of so many rows of C. */
static void add_rows(int rows, int b, const double *C, double part, const double *w, double *out) {
    for (int k = 0; k < rows; k++)
        for (int i = 0; i < b; i++)
            out[i] += part * w[k] * C[k * rigid_qr_width(b) + i];
}

void rigid_contacts_untie(rigid_contacts *c, const double *g, double *out) {
    const int b = c->bounded;
    rigid_qr_nearest_half(&c->loops->qr, g + b, c->loops->lambda, c->loops->scratch);
    memcpy(out, g, (size_t)b * sizeof *g);
    add_rows(c->loops->qr.rank, b, c->C, -1, c->loops->lambda, out);
}

void rigid_contacts_tie(rigid_contacts *c, const double *g, double *x) {
    const int b = c->bounded, width = rigid_qr_width(b);
    double *w = c->loops->lambda;
    rigid_qr_nearest_half(&c->loops->qr, g + b, w, c->loops->scratch);
    for (int k = 0; k < c->loops->qr.rank; k++)
        w[k] = -w[k] - rigid_dot(b, c->C + k * width, x);
    rigid_qr_other_half(&c->loops->qr, w, x + b, c->loops->scratch);
}

/* Of rows that depend on others as those have it. */
void rigid_contacts_free_velocities(rigid_contacts *c) {
    const int b = c->bounded;
    double *g = c->free_g;
    rigid_contacts_untie(c, c->g, g);
    for (int i = 0; i < b; i++)
        g[i] = c->left_size[i] > 0 ? g[i] / c->left_size[i] : 0;
    memset(c->left_y, 0, (size_t)c->left_rows * sizeof *c->left_y);
    rigid_qr_half_solve(&c->left, g, c->left_y);
    memset(g, 0, (size_t)b * sizeof *g);
    add_rows(c->left.rank, b, left_of(c), 1, c->left_y, g);
}

void rigid_contacts_close_left(rigid_contacts *c, int count, const int *rows, double *x) {
    const int width = rigid_qr_width(count), of_all = rigid_qr_width(c->bounded);
    rigid_qr *qr = &c->some;
    qr->n = c->left.rank, qr->m = count;
    memset(qr->B, 0, (size_t)(qr->n * width) * sizeof *qr->B);
    for (int i = 0; i < count; i++) {
        const double size = c->left_size[rows[i]];
        put_unit_column(qr, i, left_of(c), of_all, rows[i], size);
        x[i] /= size;
    }
    rigid_qr_factor(qr, RIGID_NEARLY_JAMMED);
    rigid_qr_normal_solve(qr, x, c->left_y);
    for (int i = 0; i < count; i++)
        x[i] /= c->left_size[rows[i]];
}

rigid_bounded_problem rigid_contacts_bounded(rigid_contacts *c, double tolerance) {
    return (rigid_bounded_problem){c->left_rows, c->bounded, rigid_qr_width(c->bounded), left_of(c), c->left_y, c->block, tolerance, &c->some};
}
