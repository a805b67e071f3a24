/* A x = b for a square matrix of any size, by LU with row pivoting: small systems without symmetry. */
#ifndef RIGID_LU_H
#define RIGID_LU_H

#include "status.h"

/* A (n x n, row after row) in place: L below the diagonal, U on and above it, its rows exchanged as pivot[n] says.
   RIGID_SINGULAR where a column is left with nothing but zeros, or a number is not finite. */
rigid_status rigid_lu(int n, double *A, int *pivot);
/* x = A⁻¹ x, with what rigid_lu left. */
void rigid_lu_solve(int n, const double *A, const int *pivot, double *x);

#endif
