/* All loops of a model together, and what solves them: with H = LᵀDL, the rows of J through half of that, B = D^(-1/2) L⁻ᵀ Jᵀ, are
   independent as far as BᵀB λ = -(J a + drift) can tell, factored by rank (tree/qr.h). */
#ifndef RIGID_CLOSED_H
#define RIGID_CLOSED_H

#include "../tree/qr.h"
#include "loops.h"
#include "rows.h"

struct rigid_loops {
    const rigid_model *model;
    rigid_workspace *ws;
    const rigid_loop *loop;
    int count, rows;
    double *J, *error, *drift, *lambda, *scratch, *columns, *H, *load, *step, *active_step, *moved;
    rigid_force *T; /* of the rows that were found last */
    int *active;    /* freedoms that stand in the factored B */
    rigid_qr qr;
    double cut;       /* of the largest row: below it one is implied by the others */
    double condition; /* what the last row that counts says by itself, as a part of the first, where they were factored last */
    const bool *held; /* by v, freedoms that are held otherwise, whose columns do not count; or null */
};

/* Memory to factor n rows of m columns in, from *at on. */
void rigid_qr_take(rigid_qr *qr, size_t n, size_t m, unsigned char **at);

/* Rows at q are found and factored. */
rigid_status rigid_loops_factor(rigid_loops *l, const double *q, int *freedom);
/* Rows at q, into J; and of what halves those by some metric, m columns of n rows, one every `stride`, the factors. */
void rigid_loops_rows(rigid_loops *l, const double *q, double *J);
void rigid_loops_factor_columns(rigid_loops *l, const double *B, int stride);
/* How far open the loops are at q, the largest error; the rows that were factored last stay. */
double rigid_loops_open(rigid_loops *l, const double *q);
/* How fast they open at (q, v), the largest |J v|. */
double rigid_loops_speed(rigid_loops *l, const double *q, const double *v);
/* p += Jᵀλ, with the rows that were factored last, by which what was found open a time h later will be closed. */
void rigid_loops_impel(rigid_loops *l, double h, double *p);
/* The cut for a motion from q on. */
double rigid_loops_cut(rigid_loops *l, const double *q);

#endif
