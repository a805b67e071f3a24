/* What rows of a linear problem tell, kept as a triangle: R with RᵀR the sum of rowᵀ row over all rows absorbed so far. It holds the digits
   that sums of products lose. [Golub & Van Loan, QR updating] */
#ifndef RIGID_CORE_TRIANGLE_H
#define RIGID_CORE_TRIANGLE_H

/* R, n x n, upper, takes count rows of n, which are destroyed; both row after row. Behind the rows there is room for one more. */
void rigid_triangle_absorb(int n, double *R, int count, double *rows);

#endif
