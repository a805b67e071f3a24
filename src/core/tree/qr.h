/* BᵀB λ = b of least norm, for a matrix B of which columns may depend on each other: by QR with column pivoting, and where they do,
   once more from the other side, so that its condition is not squared. [Golub & Van Loan §5.4] */
#ifndef RIGID_QR_H
#define RIGID_QR_H

#include "../numbers/status.h"

/* B: n rows of m columns, row after row, factored in place: rank columns are independent, those whose remainder is above `cut` of
   the largest column. order[m], beta[2 m], back[m m] and room[n + 3 m] are filled. Returns the rank. */
typedef struct rigid_qr {
    int n, m, rank;
    double *B;    /* n x m */
    double *back; /* m x rank: the triangle's transpose, factored once more, where the rank is less than m */
    double *beta; /* 2 m */
    double *room; /* n + 3 m */
    int *order;   /* m: columns of B in the order that pivoting took them */
} rigid_qr;
int rigid_qr_factor(rigid_qr *qr, double cut);
/* x = (BᵀB)⁺ x, m numbers; `scratch` has m. */
void rigid_qr_normal_solve(const rigid_qr *qr, double *x, double *scratch);
/* y = B⁺ᵀ x: x (m) to the n numbers y of least norm for which Bᵀy is nearest to x. */
void rigid_qr_row_solve(const rigid_qr *qr, const double *x, double *y, double *scratch);

#endif
