/* A x = b for a symmetric positive definite matrix of any size. */
#ifndef RIGID_CHOLESKY_H
#define RIGID_CHOLESKY_H

/* A = L Lᵀ (n x n, row after row) in place, of which the lower half is read: L below the diagonal, above it Lᵀ, and on it 1 / L_jj, by
   which whoever solves multiplies; NaN from where it is not positive definite on. */
void rigid_cholesky(int n, double *A);
/* x = A⁻¹ x, with what that left. */
void rigid_cholesky_solve(int n, const double *L, double *x);

#endif
