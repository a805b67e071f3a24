/* Loops in the problem of impulses: their equations have nothing to choose, so that they are solved before all else is. With the columns of
   loops B P = Q (R; 0), by rank, what loops leave of the other columns is QᵀB below R: of that are the matrix and the velocities for which
   impulses within bounds are sought, and those of loops are what then closes them, the least that do. So light rods beside heavy
   links, and equations that others imply, do not make the problem a worse one. */
#include "closed.h"
#include "contacts.h"
#include "../tree/ltdl.h"

#include <string.h>

/* What of a row is left by the loops, or by the rows beside it that say the most, as a part of it, when that is no more than what dimensions are
   rounded to: the others alone decide how such a row moves. */
static const double nothing_left = 1e-5;

static double length_of_column(int n, int width, const double *C) {
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += C[k * width] * C[k * width];
    return sqrt(sum);
}

/* The columns below C's first rank rows, each of length one or nought, factored by rank; and in their place R, by which they have the same
   products, of so many rows. */
static int factor_what_is_left(rigid_contacts *c, double *C) {
    rigid_qr *qr = &c->left;
    const int b = c->bounded, width = rigid_qr_width(b);
    qr->n = c->model->nv - c->loops->qr.rank, qr->m = b;
    memset(qr->B, 0, (size_t)(qr->n * width) * sizeof *qr->B);
    for (int i = 0; i < b; i++) {
        const double size = length_of_column(qr->n, width, C + i), whole = sqrt(c->G[i * c->rows + i]);
        c->left_size[i] = size > nothing_left * whole ? size : 0;
        for (int k = 0; k < qr->n && c->left_size[i] > 0; k++)
            qr->B[k * width + i] = C[k * width + i] / size;
    }
    rigid_qr_factor(qr, nothing_left);
    for (int k = 0; k < qr->rank; k++)
        for (int j = 0; j < b; j++)
            C[k * width + qr->order[j]] = j < k ? 0 : qr->B[k * width + j] * c->left_size[qr->order[j]];
    return qr->rank;
}

void rigid_contacts_free_rows(rigid_contacts *c) {
    const int n = c->model->nv, b = c->bounded, all = rigid_qr_width(c->rows), width = rigid_qr_width(b);
    const rigid_qr *loops = &c->loops->qr;
    rigid_loops_factor_columns(c->loops, c->B + b, all);
    memset(c->C, 0, (size_t)(n * width) * sizeof *c->C);
    for (int k = 0; k < n; k++)
        memcpy(c->C + k * width, c->B + k * all, (size_t)b * sizeof *c->C);
    rigid_qr_turn(loops, c->C, b, width, c->free_g);
    double *left = c->C + loops->rank * width;
    const int rank = factor_what_is_left(c, left);
    rigid_products_of_columns(rank, b, width, left, c->free_G);
}

/* out (of b numbers) += part Cᵀw, of so many rows of C. */
static void add_rows(int rows, int b, const double *C, double part, const double *w, double *out) {
    for (int k = 0; k < rows; k++)
        for (int i = 0; i < b; i++)
            out[i] += part * w[k] * C[k * rigid_qr_width(b) + i];
}

/* The velocities while loops are closed, of rows that depend on others as those have it. */
void rigid_contacts_free_velocities(rigid_contacts *c) {
    const int b = c->bounded, rank = c->loops->qr.rank;
    double *w = c->loops->lambda, *g = c->free_g;
    rigid_qr_half_solve(&c->loops->qr, c->g + b, w);
    memcpy(g, c->g, (size_t)b * sizeof *g);
    add_rows(rank, b, c->C, -1, w, g);
    for (int i = 0; i < b; i++)
        g[i] = c->left_size[i] > 0 ? g[i] / c->left_size[i] : 0;
    w = c->scratch;
    rigid_qr_half_solve(&c->left, g, w);
    memset(g, 0, (size_t)b * sizeof *g);
    add_rows(c->left.rank, b, c->C + rank * rigid_qr_width(b), 1, w, g);
}

void rigid_contacts_close_loops(rigid_contacts *c) {
    const int b = c->bounded, width = rigid_qr_width(b), rank = c->loops->qr.rank;
    double *w = c->loops->lambda;
    rigid_qr_half_solve(&c->loops->qr, c->g + b, w);
    for (int k = 0; k < rank; k++)
        w[k] = -w[k] - rigid_dot(b, c->C + k * width, c->x);
    rigid_qr_other_half(&c->loops->qr, w, c->x + b, c->loops->scratch);
    memset(c->z + b, 0, (size_t)(c->rows - b) * sizeof *c->z);
}
