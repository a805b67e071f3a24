/* Rows of numbers, and memory for them out of one piece: what a stepper, loops and contacts are laid out in. */
#ifndef RIGID_ROWS_H
#define RIGID_ROWS_H

#include <math.h>
#include <stddef.h>

/* A multiple of 32 bytes, at which any row begins. */
static inline size_t rigid_whole(size_t size) { return (size + 31) / 32 * 32; }

/* So many bytes from *at on, which moves behind them. */
static inline void *rigid_take(unsigned char **at, size_t size) {
    void *here = *at;
    *at += rigid_whole(size);
    return here;
}

static inline void rigid_exchange(double **a, double **b) {
    double *x = *a;
    *a = *b, *b = x;
}

static inline double rigid_dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/* |x| of a column of n numbers, one every `stride`. */
static inline double rigid_column_length(int n, int stride, const double *x) {
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += x[k * stride] * x[k * stride];
    return sqrt(sum);
}

static inline double rigid_lesser(double a, double b) { return a < b ? a : b; }
static inline double rigid_greater(double a, double b) { return a > b ? a : b; }

/* max |x[k]| */
static inline double rigid_largest(int n, const double *x) {
    double most = 0;
    for (int k = 0; k < n; k++)
        most = rigid_greater(fabs(x[k]), most);
    return most;
}

#endif
