/* What rows of a linear problem tell, kept as a triangle: R with RᵀR the sum of rowᵀ row over all rows absorbed so far. It holds the digits
   that sums of products lose: they keep the square of the condition. [Golub & Van Loan, QR updating] */
#ifndef RIGID_CORE_TRIANGLE_H
#define RIGID_CORE_TRIANGLE_H

#include <stddef.h>

enum { RIGID_TRIANGLE_PAD = 8, RIGID_TRIANGLE_ROWS = 64 }; /* of a register at its widest; rows that are absorbed at once, at most */

/* How far apart the rows of a triangle of n columns lie, and those that it absorbs. What is between is zero. */
static inline size_t rigid_triangle_apart(int n) { return ((size_t)n + RIGID_TRIANGLE_PAD - 1) / RIGID_TRIANGLE_PAD * RIGID_TRIANGLE_PAD; }

/* R, n x n, upper, takes count <= RIGID_TRIANGLE_ROWS rows of n, which are destroyed. */
void rigid_triangle_absorb(int n, double *R, int count, double *rows);

#endif
