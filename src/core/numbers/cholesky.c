/* Cholesky's factors, column by column. */
#include "cholesky.h"

#include <math.h>

/* a less the first `count` products of two rows */
static double less(double a, int count, const double *x, const double *y) {
    for (int k = 0; k < count; k++)
        a -= x[k] * y[k];
    return a;
}

void rigid_cholesky(int n, double *A) {
    for (int j = 0; j < n; j++) {
        double *row = A + j * n;
        row[j] = sqrt(less(row[j], j, row, row));
        for (int i = j + 1; i < n; i++)
            A[i * n + j] = less(A[i * n + j], j, A + i * n, row) / row[j];
    }
}

void rigid_cholesky_solve(int n, const double *L, double *x) {
    for (int i = 0; i < n; i++)
        x[i] = less(x[i], i, L + i * n, x) / L[i * n + i];
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            x[i] -= L[k * n + i] * x[k];
        x[i] /= L[i * n + i];
    }
}
