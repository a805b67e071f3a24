/* Symmetric eigenproblems of up to 6 rows by cyclic Jacobi rotations: every eigenvalue to a few eps of the largest, the
   vectors orthonormal to rounding even where eigenvalues repeat. [Golub & Van Loan §8.5] */
#ifndef RIGID_EIGEN_H
#define RIGID_EIGEN_H

#include "mat3.h"
#include "status.h"

enum { RIGID_EIGEN_MAX = 6 };

/* a: n x n, row after row, only its lower triangle is read, overwritten. w: n eigenvalues, ascending. v: n x n, the
   eigenvectors as columns. RIGID_NOT_FINITE (w and v all NaN) where a is not finite. */
rigid_status rigid_eigen_symmetric(int n, double *a, double *w, double *v);

/* 3x3: moments ascending, axes the columns of a rotation (right-handed): A = R diag(moments) Rᵀ. */
rigid_status rigid_eigen_sym3(sym3 a, v3 *moments, m3 *R);

#endif
