/* BᵀB λ = b of least norm, for a matrix B of which columns may depend on each other: by QR with column pivoting, and where they do,
   once more from the other side, so that its condition is not squared. [Golub & Van Loan §5.4] */
#ifndef RIGID_QR_H
#define RIGID_QR_H

#include "../numbers/status.h"

/* B: n rows of m columns, row after row, with zeros behind each up to rigid_qr_width(m) numbers, factored in place: rank columns are
   independent, those whose remainder is above `cut` of the largest column. The other arrays are filled. Returns the rank. */
typedef struct rigid_qr {
    int n, m, rank;
    double *B;    /* n x width: the triangle R in its first rank rows; what is below it means nothing */
    double *U;    /* m x n: what each column was reflected by */
    double *back; /* m x rank: the triangle's transpose, factored once more, where the rank is less than m */
    double *beta; /* 2 m */
    double *room; /* n + 2 width */
    int *order;   /* m: columns of B in the order that pivoting took them */
} rigid_qr;
static inline int rigid_qr_width(int m) { return (m + 3) / 4 * 4; }
int rigid_qr_factor(rigid_qr *qr, double cut);
/* A = QᵀA, n rows of m numbers, one every `stride`, where B P = Q (R; 0): below the first rank rows is what of A the columns of B do not
   span. `sum` has m numbers. */
void rigid_qr_turn(const rigid_qr *qr, double *A, int m, int stride, double *sum);
/* Of x = Bᵀy, m numbers, by the independent columns alone: the first rank numbers of Qᵀy, into w. */
void rigid_qr_half_solve(const rigid_qr *qr, const double *x, double *w);
/* The same of the y for which Bᵀy is nearest to x, where columns that depend on others contradict them; `scratch` has m. */
void rigid_qr_nearest_half(const rigid_qr *qr, const double *x, double *w, double *scratch);
/* x of least norm for which those of QᵀB x are w; `scratch` has m. */
void rigid_qr_other_half(const rigid_qr *qr, const double *w, double *x, double *scratch);
/* x = (BᵀB)⁺ x, m numbers; `scratch` has m. */
void rigid_qr_normal_solve(const rigid_qr *qr, double *x, double *scratch);
/* y = B⁺ᵀ x: x (m) to the n numbers y of least norm for which Bᵀy is nearest to x. */
void rigid_qr_row_solve(const rigid_qr *qr, const double *x, double *y, double *scratch);

#endif
