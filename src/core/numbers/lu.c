/* Column after column, the largest of what is left on the diagonal. [Golub & Van Loan §3.4] */
#include "lu.h"

#include <math.h>

static int largest_below(int n, const double *A, int k) {
    int at = k;
    for (int i = k + 1; i < n; i++)
        if (fabs(A[i * n + k]) > fabs(A[at * n + k]))
            at = i;
    return at;
}

static void exchange(int n, double *row, double *other) {
    for (int j = 0; j < n; j++) {
        const double x = row[j];
        row[j] = other[j], other[j] = x;
    }
}

rigid_status rigid_lu(int n, double *A, int *pivot) {
    for (int k = 0; k < n; k++) {
        pivot[k] = largest_below(n, A, k);
        if (pivot[k] != k)
            exchange(n, A + k * n, A + pivot[k] * n);
        const double d = 1 / A[k * n + k];
        if (!(d - d == 0))
            return RIGID_SINGULAR;
        for (int i = k + 1; i < n; i++) {
            const double l = A[i * n + k] *= d;
            if (l != 0)
                for (int j = k + 1; j < n; j++)
                    A[i * n + j] -= l * A[k * n + j];
        }
    }
    return RIGID_OK;
}

void rigid_lu_solve(int n, const double *A, const int *pivot, double *x) {
    for (int k = 0; k < n; k++) {
        const double first = x[k];
        x[k] = x[pivot[k]], x[pivot[k]] = first;
    }
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            x[i] -= A[i * n + j] * x[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= A[i * n + j] * x[j];
        x[i] /= A[i * n + i];
    }
}
