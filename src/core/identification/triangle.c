/* Householder reflections of a triangle above a block of rows: column k of the block is taken into R_kk. */
#include "triangle.h"

#include <math.h>

/* Of column k: the reflection 1 - β u uᵀ, u = (1, column / s), that leaves nothing below R_kk; the column becomes the rest of u. */
static double reflect(int n, double *pivot, int k, int count, double *rows) {
    double most = 0, sum = 0;
    for (int r = 0; r < count; r++)
        most = fmax(most, fabs(rows[r * n + k]));
    if (most == 0)
        return 0;
    most = fmax(most, fabs(*pivot));
    for (int r = 0; r < count; r++)
        sum += rows[r * n + k] / most * (rows[r * n + k] / most);
    const double a = *pivot, length = most * sqrt(a / most * (a / most) + sum), end = a > 0 ? -length : length, s = a - end;
    for (int r = 0; r < count; r++)
        rows[r * n + k] /= s;
    *pivot = end;
    return -s / end;
}

/* The reflection of columns behind k: R_k and the rows lose β w u with w = R_k + Σ u_r row_r. */
static void apply(int n, double *Rk, int k, int count, double *rows, double beta, double *w) {
    for (int j = k + 1; j < n; j++)
        w[j] = Rk[j];
    for (int r = 0; r < count; r++) {
        const double u = rows[r * n + k];
        const double *row = rows + r * n;
        for (int j = k + 1; j < n; j++)
            w[j] += u * row[j];
    }
    for (int j = k + 1; j < n; j++) {
        w[j] *= beta;
        Rk[j] -= w[j];
    }
    for (int r = 0; r < count; r++) {
        const double u = rows[r * n + k];
        double *row = rows + r * n;
        for (int j = k + 1; j < n; j++)
            row[j] -= u * w[j];
    }
}

void rigid_triangle_absorb(int n, double *R, int count, double *rows) {
    double *w = rows + (long)count * n;
    for (int k = 0; k < n; k++) {
        const double beta = reflect(n, R + k * n + k, k, count, rows);
        if (beta != 0)
            apply(n, R + k * n, k, count, rows, beta, w);
    }
}
