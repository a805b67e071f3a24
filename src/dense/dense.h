/* Dense linear algebra: the one door to it. Behind it stands an engine (eigen.hpp), before it plain C11 or C++.

   Every matrix lies row after row, a list of vectors as the columns of a matrix. What is given is only read; what is asked
   for is written where the caller says, overlaps nothing given, and is left without meaning where the status is not OK.
   The numbers given are finite. Results may overflow to infinities or NaN; who cares looks.

   The engine takes memory for its own work, a few times what it is given, from malloc, and has returned all of it when it
   returns; where there is none left it says so. It keeps no state, any thread may call it, and it calls nobody back but who is to
   say whether the work is wanted still.
   The same build gives the same numbers to the last bit on every processor; builds by other flags or for other processors may
   differ by rounding. */
#ifndef RIGID_DENSE_H
#define RIGID_DENSE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rigid_dense_status {
    RIGID_DENSE_OK,
    RIGID_DENSE_NO_MEMORY,
    RIGID_DENSE_SINGULAR,     /* to working precision */
    RIGID_DENSE_NOT_POSITIVE, /* not positive definite to working precision */
    RIGID_DENSE_NO_END,       /* an iteration did not converge */
    RIGID_DENSE_NOT_REAL,     /* what is asked for has no real numbers for entries */
    RIGID_DENSE_UNWANTED      /* whoever was asked said so */
} rigid_dense_status;

/* What takes long asks now and then, every some hundredths of a second at most, whether it is unwanted by now, and if so ends.
   It is asked in the midst of the work, so that it must return, and call none of these functions. Null: it is wanted. */
typedef struct rigid_dense_until {
    int (*is_unwanted)(const void *of);
    const void *of;
} rigid_dense_until;

/* The root of the sum of the squares of count numbers, any of which may be NaN or infinite; needs no engine. */
double rigid_dense_norm(const double *at, size_t count);

/* ---- square, n x n with n >= 1: LU with partial pivoting ---------------------------------------------------------- */

/* P A = L U. Row i of P A is row pivots[i] of A, from 0. lu: L below the diagonal, whose own is of ones, and U. */
rigid_dense_status rigid_dense_lu(rigid_dense_until until, int n, const double *a, double *lu, int *pivots);
/* |A|, zero where a pivot is exactly zero. Never SINGULAR. */
rigid_dense_status rigid_dense_determinant(rigid_dense_until until, int n, const double *a, double *determinant);
/* These scale A by powers of two first, so that units do not decide whether it is singular. rcond: an estimate of the
   scaled matrix's reciprocal condition number in the largest column sum; SINGULAR where that is below epsilon. */
rigid_dense_status rigid_dense_inverse(rigid_dense_until until, int n, const double *a, double *inverse, double *rcond);
/* A x = b, with b and x n x cols, cols >= 0. */
rigid_dense_status rigid_dense_solve(rigid_dense_until until, int n, const double *a, int cols, const double *b, double *x, double *rcond);

/* L Lᵀ = A, of which only the diagonal and what is below is read. l: zeros above its diagonal. */
rigid_dense_status rigid_dense_cholesky(rigid_dense_until until, int n, const double *a, double *l);

/* ---- any shape, rows x cols with both >= 1 and k the lesser: QR with column pivoting, singular values ---------------- */

/* Column j of Q R is column pivots[j] of A, from 0. q: rows x k, orthonormal columns; r: k x cols, |r_ii| descending. */
rigid_dense_status rigid_dense_qr(rigid_dense_until until, int rows, int cols, const double *a, double *q, double *r, int *pivots);
/* The same with the columns as they are: Q R = A. No r_ii is negative. */
rigid_dense_status rigid_dense_qr_in_order(rigid_dense_until until, int rows, int cols, const double *a, double *q, double *r);
/* Of the diagonal of R in the QR of Aᵀ, how many are above tolerance times the first. */
rigid_dense_status rigid_dense_rank(rigid_dense_until until, int rows, int cols, const double *a, double tolerance, int *rank);
/* The x (cols x sides) of least norm among those that make |A x - b| least; b is rows x sides. What is below
   max(rows, cols) epsilon of the largest counts as zero. */
rigid_dense_status rigid_dense_least_squares(rigid_dense_until until, int rows, int cols, const double *a, int sides, const double *b, double *x);
/* A = U diag(s) Vᵀ. u: rows x k, v: cols x k, orthonormal columns; s: k numbers, descending, none negative. The entry of a
   column of U that is largest (to 1e-6 the first such) is positive. u and v may both be null: the values alone take a third of the time. */
rigid_dense_status rigid_dense_svd(rigid_dense_until until, int rows, int cols, const double *a, double *u, double *s, double *v);

/* ---- square: eigenvalues, the exponential ------------------------------------------------------------------------- */

/* ½ (A + Aᵀ) = Z diag(w) Zᵀ. w ascending; columns of z orthonormal, their signs as those of U above. */
rigid_dense_status rigid_dense_eigen_symmetric(rigid_dense_until until, int n, const double *a, double *w, double *z);
/* The eigenvalues re[i] + im[i] √-1 in no order, but that a pair of complex ones stands together, im > 0 first. The
   eigenvectors, of length one, are columns of the n x n vectors: of a pair, the real and the imaginary part of its first.
   vectors may be null. A is balanced first, so that units that are far apart cost no digits. */
rigid_dense_status rigid_dense_eigen(rigid_dense_until until, int n, const double *a, double *re, double *im, double *vectors);
/* Powers of two, at most 1, by which D⁻¹ A D, D of them, has rows and columns of a length. */
rigid_dense_status rigid_dense_balance(rigid_dense_until until, int n, const double *a, double *units);
/* The X of A X + X Aᵀ + Q = 0, or where it is discrete of A X Aᵀ - X + Q = 0, by A's Schur form (Bartels & Stewart 1972). SINGULAR where
   two eigenvalues of A have the sum zero, or the product one, to working precision. */
rigid_dense_status rigid_dense_lyapunov(rigid_dense_until until, int n, const double *a, const double *q, int discrete, double *x);
/* e^A, by scaling and squaring with Padé approximants (Higham 2005). */
rigid_dense_status rigid_dense_exponential(rigid_dense_until until, int n, const double *a, double *e);
/* The principal logarithm: e^L = A, the imaginary parts of its eigenvalues between -π and π. SINGULAR where an eigenvalue is zero,
   NOT_REAL where one is negative, NO_END where no root of A is near one. By square roots of the Schur form and a Padé approximant (Higham 2008, ch. 11). */
rigid_dense_status rigid_dense_logarithm(rigid_dense_until until, int n, const double *a, double *l);

#ifdef __cplusplus
}
#endif

#endif
