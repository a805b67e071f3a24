/* Cholesky's factors, column by column: what is found of one is taken from all that are left, so that no sum waits for the one before. */
#include "cholesky.h"

#include <math.h>

static inline void take(double *restrict x, double l, const double *restrict y, int count) {
    for (int k = 0; k < count; k++)
        x[k] -= l * y[k];
}

/* Column j of L stands in row j behind the diagonal, too, where it is read side by side. */
void rigid_cholesky(int n, double *A) {
    for (int j = 0; j < n; j++) {
        double *column = A + j * n;
        const double inverse = column[j] = 1 / sqrt(column[j]);
        for (int i = j + 1; i < n; i++)
            column[i] = A[i * n + j] *= inverse;
        for (int i = j + 1; i < n; i++)
            take(A + i * n + j + 1, column[i], column + j + 1, i - j);
    }
}

void rigid_cholesky_solve(int n, const double *L, double *x) {
    for (int i = 0; i < n; i++) {
        x[i] *= L[i * n + i];
        take(x + i + 1, x[i], L + i * n + i + 1, n - i - 1);
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] *= L[i * n + i];
        take(x, x[i], L + i * n, i);
    }
}
