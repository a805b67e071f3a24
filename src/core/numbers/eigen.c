/* Cyclic Jacobi: turn pairs of rows and columns until nothing is left off the diagonal. */
#include "eigen.h"
#include "asserts.h"

#include <float.h>

enum { MAX_SWEEPS = 40 };

/* Copy the lower triangle up, divide by the largest magnitude and return it (0 or not finite are returned undivided). */
static double symmetrize_and_scale(int n, double *a) {
    double scale = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double x = fabs(a[i * n + j]);
            a[j * n + i] = a[i * n + j];
            scale = isnan(x) || x > scale ? x : scale;
            if (isnan(x))
                return x;
        }
    if (scale > 0 && isfinite(scale))
        for (int i = 0; i < n * n; i++)
            a[i] /= scale;
    return scale;
}

/* The rotation by the smaller angle that makes a_pq zero. [Golub & Van Loan §8.5.2] */
static void rotate(int n, double *a, double *v, int p, int q) {
    double apq = a[p * n + q];
    double tau = (a[q * n + q] - a[p * n + p]) / (2 * apq);
    double t = copysign(1, tau) / (fabs(tau) + hypot(1, tau));
    double c = 1 / sqrt(1 + t * t), s = t * c;
    for (int k = 0; k < n; k++) { /* columns p, q of A and of V */
        double akp = a[k * n + p], akq = a[k * n + q], vkp = v[k * n + p], vkq = v[k * n + q];
        a[k * n + p] = c * akp - s * akq;
        a[k * n + q] = s * akp + c * akq;
        v[k * n + p] = c * vkp - s * vkq;
        v[k * n + q] = s * vkp + c * vkq;
    }
    for (int k = 0; k < n; k++) { /* rows p, q of A */
        double apk = a[p * n + k], aqk = a[q * n + k];
        a[p * n + k] = c * apk - s * aqk;
        a[q * n + k] = s * apk + c * aqk;
    }
    a[p * n + q] = a[q * n + p] = 0;
}

static bool sweep(int n, double *a, double *v) {
    bool turned = false;
    for (int p = 0; p < n - 1; p++)
        for (int q = p + 1; q < n; q++)
            if (fabs(a[p * n + q]) > 0.01 * DBL_EPSILON * DBL_EPSILON) {
                turned = turned || fabs(a[p * n + q]) > 0.01 * DBL_EPSILON;
                rotate(n, a, v, p, q);
            }
    return turned;
}

static void sort_ascending(int n, double *w, double *v) {
    for (int i = 0; i < n - 1; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            least = w[j] < w[least] ? j : least;
        if (least == i)
            continue;
        double wi = w[i];
        w[i] = w[least], w[least] = wi;
        for (int k = 0; k < n; k++) {
            double vk = v[k * n + i];
            v[k * n + i] = v[k * n + least], v[k * n + least] = vk;
        }
    }
}

rigid_status rigid_eigen_symmetric(int n, double *a, double *w, double *v) {
    RIGID_ASSERT(n > 0 && n <= RIGID_EIGEN_MAX);
    double scale = symmetrize_and_scale(n, a);
    for (int i = 0; i < n * n; i++)
        v[i] = !isfinite(scale) ? NAN : i % (n + 1) == 0;
    for (int i = 0; i < n; i++)
        w[i] = !isfinite(scale) ? NAN : 0;
    if (!isfinite(scale))
        return RIGID_NOT_FINITE;
    if (scale == 0)
        return RIGID_OK;
    for (int k = 0; k < MAX_SWEEPS && sweep(n, a, v); k++) {
    }
    for (int i = 0; i < n; i++)
        w[i] = scale * a[i * n + i];
    sort_ascending(n, w, v);
    return RIGID_OK;
}

rigid_status rigid_eigen_sym3(sym3 s, v3 *moments, m3 *R) {
    double a[9] = {s.xx, s.xy, s.xz, s.xy, s.yy, s.yz, s.xz, s.yz, s.zz}, w[3], v[9];
    rigid_status status = rigid_eigen_symmetric(3, a, w, v);
    *moments = (v3){w[0], w[1], w[2]};
    *R = (m3){{v[0], v[1], v[2]}, {v[3], v[4], v[5]}, {v[6], v[7], v[8]}};
    if (m3_determinant(*R) < 0)
        R->x.z = -R->x.z, R->y.z = -R->y.z, R->z.z = -R->z.z;
    return status;
}
