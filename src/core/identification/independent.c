/* By Gram and Schmidt: a column is kept where something of it is left once the directions of those before are taken off. */
#include "independent.h"

#include <math.h>
#include <stddef.h>

static double product(int count, const double *x, const double *y) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += x[i] * y[i];
    return sum;
}

/* x less what of it lies along `many` directions of length one; twice is enough [Kahan; Parlett, The Symmetric Eigenvalue Problem, 6.9]. */
static void take_off(int count, int many, const double *directions, double *x) {
    for (int turn = 0; turn < 2; turn++)
        for (int k = 0; k < many; k++) {
            const double *d = directions + (size_t)k * (size_t)count, along = product(count, x, d);
            for (int i = 0; i < count; i++)
                x[i] -= along * d[i];
        }
}

int rigid_independent_columns(int count, int width, const double *matrix, int tried, const int *order, int *kept, double *directions) {
    int many = 0;
    for (int t = 0; t < tried && many < count; t++) {
        double *x = directions + (size_t)many * (size_t)count;
        for (int i = 0; i < count; i++)
            x[i] = matrix[(size_t)i * (size_t)width + (size_t)order[t]];
        const double size = sqrt(product(count, x, x));
        take_off(count, many, directions, x);
        const double left = sqrt(product(count, x, x));
        if (!(left > 1e-7 && left > 1e-6 * size)) /* rows are of length one */
            continue;
        for (int i = 0; i < count; i++)
            x[i] /= left;
        kept[many++] = order[t];
    }
    return many;
}
