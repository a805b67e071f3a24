/* BᵀB λ = b of least norm, for a matrix B of which columns may depend on each other: by QR with column pivoting, and again from the
   other side, so that its condition is not squared. [Golub & Van Loan §5.4] */
#ifndef RIGID_QR_H
#define RIGID_QR_H

#include "status.h"

/* B: n rows, m columns, column after column, factored in place: rank columns are independent, those whose remainder is above `cut` of
   the largest column. order[m], beta[2 m], and back[m m] are filled. Returns the rank. */
typedef struct rigid_qr {
    int n, m, rank;
    double *B;    /* n x m, by columns */
    double *back; /* m x m, by columns: the triangle's transpose, factored once more */
    double *beta; /* 2 m */
    int *order;   /* m: columns of B in the order that pivoting took them */
} rigid_qr;
int rigid_qr_factor(rigid_qr *qr, double cut);
/* x = (BᵀB)⁺ x, m numbers; `scratch` has m. */
void rigid_qr_normal_solve(const rigid_qr *qr, double *x, double *scratch);
/* y = B⁺ᵀ... : x (m) to the n numbers y of least norm with Bᵀy = x, where x is in the row space. */
void rigid_qr_row_solve(const rigid_qr *qr, const double *x, double *y, double *scratch);

#endif
