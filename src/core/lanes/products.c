/* Four rows of N by two registers of columns at a time, or by one at the end, which stay in registers while all y go by. */
#include "products.h"

#include "../tree/kernel.h"
#include "over/register.h"

enum { ROWS = 4 };

/* Of one register or two. */
static inline void add_tile(const double *Y, size_t stride, int count, int i, int j, bool two, double *N, size_t n) {
    real sum[ROWS][2];
    RIGID_WRITTEN_OUT
    for (int k = 0; k < ROWS; k++) {
        const double *row = N + (size_t)(i + k) * n + j;
        sum[k][0] = real_at(row);
        if (two)
            sum[k][1] = real_at(row + RIGID_WIDTH);
    }
    for (int s = 0; s < count; s++) {
        const double *y = Y + (size_t)s * stride;
        const real a = real_at(y + j), b = two ? real_at(y + j + RIGID_WIDTH) : a;
        RIGID_WRITTEN_OUT
        for (int k = 0; k < ROWS; k++) {
            sum[k][0] = sum[k][0] + y[i + k] * a;
            if (two)
                sum[k][1] = sum[k][1] + y[i + k] * b;
        }
    }
    RIGID_WRITTEN_OUT
    for (int k = 0; k < ROWS; k++) {
        double *row = N + (size_t)(i + k) * n + j;
        real_put(row, sum[k][0]);
        if (two)
            real_put(row + RIGID_WIDTH, sum[k][1]);
    }
}

RIGID_KERNEL(void, rigid_add_products, (const double *Y, size_t stride, int count, int length, double *N, size_t n),
             (Y, stride, count, length, N, n)) {
    for (int i = 0; i < length; i += ROWS) {
        int j = i;
        for (; j + RIGID_WIDTH < length; j += 2 * RIGID_WIDTH)
            add_tile(Y, stride, count, i, j, true, N, n);
        if (j < length)
            add_tile(Y, stride, count, i, j, false, N, n);
    }
}

/* What two arrays have in common is nothing, which the compiler is to know. */
static inline void take_row(const double *restrict y, double weight, double t, int length, double *restrict row, double *restrict b) {
    for (int j = 0; j < length; j++) {
        const double x = weight * y[j];
        row[j] = x, b[j] += t * x;
    }
    for (int j = length; j < length + RIGID_PRODUCTS_BEYOND; j++)
        row[j] = 0;
}

RIGID_KERNEL(void, rigid_take_rows,
             (const double *Y, size_t apart, int count, int length, double weight, const double *t, double *rows, size_t stride, double *b),
             (Y, apart, count, length, weight, t, rows, stride, b)) {
    for (int i = 0; i < count; i++)
        take_row(Y + (size_t)i * apart, weight, t[i], length, rows + (size_t)i * stride, b);
}
