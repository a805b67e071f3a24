/* How stiff damping and springs are: the largest eigenvalues of H⁻¹D and H⁻¹K, by the power method in the metric of D or K, in which
   it is symmetric. An explicit method of step h is calm where h times the first, and h times the root of the other, are below what
   its stability says. */
#include "stepper.h"

#include <math.h>
#include <string.h>

enum { POWERS = 25 };

/* out = H⁻¹ x at q, as the acceleration from rest that x gives beyond that of gravity. */
static rigid_status divide(rigid_stepper *s, const double *q, const double *x, double *fall, double *out) {
    const rigid_status status = rigid_aba(s->model, s->ws, q, s->ws->zero, x, NULL, out, &s->bad);
    for (int k = 0; k < s->model->nv; k++)
        out[k] -= fall[k];
    return status;
}

static double weighed(int n, const double *w, const double *x, const double *y) {
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += w[k] * x[k] * y[k];
    return sum;
}

static rigid_status largest(rigid_stepper *s, const double *w, double *fall, double *x, double *load, double *most, int *worst) {
    const int n = s->model->nv;
    rigid_status status = RIGID_OK;
    *most = 0, *worst = 0;
    for (int k = 0; k < n; k++)
        x[k] = w[k] > 0 ? 1 + 0.1 * (k % 7) : 0;
    for (int round = 0; round < POWERS && status == RIGID_OK; round++) {
        const double size = weighed(n, w, x, x);
        if (!(size > 0) || size > 1e300)
            return status;
        for (int k = 0; k < n; k++)
            x[k] /= sqrt(size), load[k] = w[k] * x[k];
        status = divide(s, s->q, load, fall, s->total);
        *most = weighed(n, w, x, s->total);
        memcpy(x, s->total, (size_t)n * sizeof *x);
    }
    for (int k = 0; k < n; k++)
        if (w[k] * x[k] * x[k] > w[*worst] * x[*worst] * x[*worst])
            *worst = k;
    return status;
}

rigid_status rigid_stepper_stiffness(rigid_stepper *s, double *rate, double *frequency, int *worst) {
    double *fall = s->new_v, *x = s->theta, *load = s->momentum;
    int of_springs = 0;
    *rate = *frequency = 0, *worst = 0;
    memset(load, 0, (size_t)s->model->nv * sizeof *load);
    rigid_status status = rigid_aba(s->model, s->ws, s->q, s->ws->zero, load, NULL, fall, &s->bad);
    if (status == RIGID_OK && s->damping)
        status = largest(s, s->damping, fall, x, load, rate, worst);
    if (status == RIGID_OK && s->stiffness)
        status = largest(s, s->stiffness, fall, x, load, frequency, &of_springs);
    *frequency = sqrt(fmax(*frequency, 0));
    if (*frequency > *rate)
        *worst = of_springs;
    s->known = false;
    return status;
}
