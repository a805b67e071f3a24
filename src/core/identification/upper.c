/* Cholesky's factor by whole rows, which fill registers: it is nearly all of what a step of the entropic minimum costs, and that of src/dense, number by
   number, takes five times as long. */
#include "upper.h"

#include "../tree/kernel.h"

#include <math.h>

/* y -= s x, `count` numbers of each; and y -= s x, then t z, in one pass. */
static inline void take_off(int count, double s, const double *restrict x, double *restrict y) {
    for (int j = 0; j < count; j++)
        y[j] -= s * x[j];
}
static inline void take_both_off(int count, double s, const double *restrict x, double t, const double *restrict z, double *restrict y) {
    for (int j = 0; j < count; j++)
        y[j] = y[j] - s * x[j] - t * z[j];
}

/* Row k by the root of its pivot; 0 where it has none. */
static inline int divide(int n, int k, double *row) {
    if (!(row[k] > 0 && row[k] < INFINITY))
        return 0;
    const double pivot = sqrt(row[k]);
    row[k] = pivot;
    for (int j = k + 1; j < n; j++)
        row[j] /= pivot;
    return 1;
}

/* Two rows at a time, which halves the way of all those below. */
RIGID_KERNEL(int, rigid_upper_factor, (int n, double *U), (n, U)) {
    for (int k = 0; k < n; k += 2) {
        double *one = U + k * n, *two = one + n;
        if (!divide(n, k, one))
            return 0;
        if (k + 1 == n)
            break;
        take_off(n - k - 1, one[k + 1], one + k + 1, two + k + 1);
        if (!divide(n, k + 1, two))
            return 0;
        for (int i = k + 2; i < n; i++)
            take_both_off(n - i, one[i], one + i, two[i], two + i, U + i * n + i);
    }
    return 1;
}
