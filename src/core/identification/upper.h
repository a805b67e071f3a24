/* The upper U with UᵀU = H, of a symmetric matrix in rows. */
#ifndef RIGID_CORE_UPPER_H
#define RIGID_CORE_UPPER_H

/* U, n x n, has H on and above its diagonal, and U in its place afterwards; what is below is neither read nor written. 0 where there is none, else 1. */
int rigid_upper_factor(int n, double *U);

#endif
