/* Four rows of N by two registers of columns at a time, which stay in registers while all y go by. */
#include "products.h"

#include "../tree/kernel.h"
#include "over/register.h"

enum { ROWS = 4 };

static inline void add_tile(const double *Y, size_t stride, int count, int i, int j, double *N, size_t n) {
    real sum[ROWS][2];
    RIGID_WRITTEN_OUT
    for (int k = 0; k < ROWS; k++) {
        const double *row = N + (size_t)(i + k) * n + j;
        sum[k][0] = real_at(row), sum[k][1] = real_at(row + RIGID_WIDTH);
    }
    for (int s = 0; s < count; s++) {
        const double *y = Y + (size_t)s * stride;
        const real a = real_at(y + j), b = real_at(y + j + RIGID_WIDTH);
        RIGID_WRITTEN_OUT
        for (int k = 0; k < ROWS; k++)
            sum[k][0] = sum[k][0] + y[i + k] * a, sum[k][1] = sum[k][1] + y[i + k] * b;
    }
    RIGID_WRITTEN_OUT
    for (int k = 0; k < ROWS; k++) {
        double *row = N + (size_t)(i + k) * n + j;
        real_put(row, sum[k][0]), real_put(row + RIGID_WIDTH, sum[k][1]);
    }
}

RIGID_KERNEL(void, rigid_add_products, (const double *Y, size_t stride, int count, int length, double *N, size_t n),
             (Y, stride, count, length, N, n)) {
    for (int i = 0; i < length; i += ROWS)
        for (int j = i; j < length; j += 2 * RIGID_WIDTH)
            add_tile(Y, stride, count, i, j, N, n);
}
