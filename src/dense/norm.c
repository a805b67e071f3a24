/* The one thing of dense.h that needs no engine: a norm that neither overflows nor underflows on the way. */
#include "dense.h"

#include <math.h>

static double sum_of_squares(const double *at, size_t count, int e) {
    double sum = 0;
    for (size_t k = 0; k < count; k++) {
        double x = e ? ldexp(at[k], e) : at[k];
        sum += x * x;
    }
    return sum;
}

static double largest(const double *at, size_t count) {
    double most = 0;
    for (size_t k = 0; k < count; k++)
        most = fmax(most, fabs(at[k]));
    return most;
}

/* |x| = 2^-e sqrt(Σ (2^e x)²), with e other than zero only where squares would leave the range. */
double rigid_dense_norm(const double *at, size_t count) {
    double plain = sum_of_squares(at, count, 0), most;
    int e;
    if (isnan(plain) || (plain > 1e-200 && plain <= 1e300))
        return sqrt(plain);
    most = largest(at, count);
    if (most == 0 || isinf(most))
        return most;
    frexp(most, &e);
    return ldexp(sqrt(sum_of_squares(at, count, -e)), e);
}
