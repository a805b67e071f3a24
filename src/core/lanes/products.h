/* Sums of products of rows, the inner loop of least squares. */
#ifndef RIGID_PRODUCTS_H
#define RIGID_PRODUCTS_H

#include <stddef.h>

/* How many numbers a row may be read beyond its end, and how many rows and columns the sums have beyond theirs. */
enum { RIGID_PRODUCTS_BEYOND = 16 };

/* N += Σ yᵀ y over `count` rows y of `length` numbers, `stride` apart and zero where they are read beyond: of N, whose rows are `n` apart,
   at least the upper triangle. Each entry is summed in the order of the rows. */
void rigid_add_products(const double *Y, size_t stride, int count, int length, double *N, size_t n);

#endif
