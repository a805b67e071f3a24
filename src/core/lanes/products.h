/* Sums of products of rows, the inner loop of least squares. */
#ifndef RIGID_PRODUCTS_H
#define RIGID_PRODUCTS_H

#include <stddef.h>

/* How many numbers a row may be read beyond its end, and how many rows and columns the sums have beyond theirs. */
enum { RIGID_PRODUCTS_BEYOND = 16 };

/* The first `length` numbers of `count` rows y, multiplied by a weight, one after the other with zeros beyond; and b += Σ t y of those. */
void rigid_take_rows(const double *Y, size_t apart, int count, int length, double weight, const double *t, double *rows, size_t stride, double *b);
/* N += Σ yᵀ y over `count` rows y of `length` numbers, `stride` apart and zero where they are read beyond: of N, whose rows are `n` apart,
   at least the upper triangle. Each entry is summed in the order of the rows. */
void rigid_add_products(const double *Y, size_t stride, int count, int length, double *N, size_t n);

#endif
