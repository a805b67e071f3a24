/* Cholesky's factor by whole rows, which fill registers: it is nearly all of what a step of the entropic minimum costs, and that of src/dense, number by
   number, takes five times as long. */
#include "upper.h"

#include "../tree/kernel.h"

#include <math.h>

/* y -= s x, `count` numbers of each. */
static inline void take_off(int count, double s, const double *restrict x, double *restrict y) {
    for (int j = 0; j < count; j++)
        y[j] -= s * x[j];
}

RIGID_KERNEL(int, rigid_upper_factor, (int n, double *U), (n, U)) {
    for (int k = 0; k < n; k++) {
        double *row = U + k * n;
        if (!(row[k] > 0 && row[k] < INFINITY))
            return 0;
        const double pivot = sqrt(row[k]);
        row[k] = pivot;
        for (int j = k + 1; j < n; j++)
            row[j] /= pivot;
        for (int i = k + 1; i < n; i++)
            take_off(n - i, row[i], row + i, U + i * n + i);
    }
    return 1;
}
