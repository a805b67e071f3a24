/* The dual of a link's parameters within half spaces and back: there in closed form, back by Newton's method on ψ(p) + z·p, which is
   self-concordant, so that its damped steps stay within and the whole ones near the end double the digits. [Nesterov 2004, ch. 4] */
#include "bounds.h"

#include "entropy.h"

#include <float.h>
#include <math.h>
#include <string.h>

double rigid_half_space_room(const rigid_half_space *h, const double p[10]) {
    double sum = -h->d;
    for (int k = 0; k < 10; k++)
        sum += h->c[k] * p[k];
    return sum;
}

/* J⁻¹, and ψ; false where p is not possible or not within. */
static bool is_within(const double p[10], const rigid_half_space *list, int count, double inverse[16], double *psi) {
    double J[16], log_det;
    rigid_pseudo_of(p, J);
    if (!rigid_pseudo_inverse(J, inverse, &log_det))
        return false;
    *psi = -log_det;
    for (int i = 0; i < count; i++) {
        const double room = rigid_half_space_room(&list[i], p);
        if (!(room > 0 && room < INFINITY))
            return false;
        *psi -= log(room);
    }
    return true;
}

static void dual_of(const double inverse[16], const double p[10], const rigid_half_space *list, int count, double z[10]) {
    rigid_pseudo_traces(inverse, z);
    double rest[10] = {0};
    for (int i = 0; i < count; i++) {
        const double room = rigid_half_space_room(&list[i], p);
        for (int k = 0; k < 10; k++)
            rest[k] += list[i].c[k] / room;
    }
    for (int k = 0; k < 10; k++)
        z[k] += rest[k];
}

bool rigid_bounds_dual(const double p[10], const rigid_half_space *list, int count, double z[10]) {
    double inverse[16], psi, own[10];
    memcpy(own, p, sizeof own);
    if (!is_within(own, list, count, inverse, &psi))
        return false;
    dual_of(inverse, own, list, count, z);
    return true;
}

/* The second derivative of ψ. */
static void curvature(const double inverse[16], const double p[10], const rigid_half_space *list, int count, double H[100]) {
    rigid_pseudo_metric(inverse, inverse, H);
    for (int i = 0; i < count; i++) {
        const double room = rigid_half_space_room(&list[i], p);
        for (int k = 0; k < 100; k++)
            H[k] += list[i].c[k / 10] / room * (list[i].c[k % 10] / room);
    }
}

/* L Lᵀ = H with a diagonal of ones, in place; scale: the roots that were divided by. */
static bool factor(double H[100], double scale[10]) {
    for (int k = 0; k < 10; k++)
        scale[k] = sqrt(H[11 * k]);
    for (int i = 0; i < 10; i++)
        for (int j = 0; j <= i; j++) {
            double sum = H[10 * i + j] / (scale[i] * scale[j]);
            for (int k = 0; k < j; k++)
                sum -= H[10 * i + k] * H[10 * j + k];
            if (i == j && !(sum > DBL_EPSILON))
                return false;
            H[10 * i + j] = i == j ? sqrt(sum) : sum / H[11 * j];
        }
    return true;
}

/* step = -H⁻¹ g of the factor; gᵀ H⁻¹ g, the square of Newton's decrement. */
static double newton_step(const double L[100], const double scale[10], const double g[10], double step[10]) {
    double decrement = 0;
    for (int i = 0; i < 10; i++) {
        double sum = -g[i] / scale[i];
        for (int k = 0; k < i; k++)
            sum -= L[10 * i + k] * step[k];
        step[i] = sum / L[11 * i];
        decrement += step[i] * step[i];
    }
    for (int i = 9; i >= 0; i--) {
        for (int k = i + 1; k < 10; k++)
            step[i] -= L[10 * k + i] * step[k];
        step[i] /= L[11 * i];
    }
    for (int i = 0; i < 10; i++)
        step[i] /= scale[i];
    return decrement;
}

/* p goes along the step as far as it stays within; J⁻¹ there. */
static bool move(double p[10], const double step[10], double t, const rigid_half_space *list, int count, double inverse[16]) {
    for (int halvings = 0; halvings < 50; halvings++, t *= 0.5) {
        double there[10], psi;
        for (int k = 0; k < 10; k++)
            there[k] = p[k] + t * step[k];
        if (is_within(there, list, count, inverse, &psi)) {
            memcpy(p, there, sizeof there);
            return true;
        }
    }
    return false;
}

enum { MOST_STEPS = 200 };

bool rigid_bounds_point(const double z[10], const rigid_half_space *list, int count, double p[10]) {
    double inverse[16], psi, before = INFINITY;
    if (!is_within(p, list, count, inverse, &psi))
        return false;
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        double g[10], H[100], scale[10], step[10];
        dual_of(inverse, p, list, count, g);
        for (int k = 0; k < 10; k++)
            g[k] = z[k] - g[k];
        curvature(inverse, p, list, count, H);
        if (!factor(H, scale))
            return false;
        const double square = newton_step(H, scale, g, step), decrement = sqrt(square);
        if (!move(p, step, decrement < 0.25 ? 1 : 1 / (1 + decrement), list, count, inverse))
            return false;
        if (square < 1e-30 || (square < 1e-12 && square >= 0.25 * before))
            return true;
        before = square;
    }
    return false;
}

double rigid_bounds_divergence(const double p[10], const double q[10], const rigid_half_space *list, int count) {
    double inverse[16], here, there, z[10];
    if (!is_within(p, list, count, inverse, &here) || !is_within(q, list, count, inverse, &there))
        return INFINITY;
    dual_of(inverse, q, list, count, z);
    double sum = here - there;
    for (int k = 0; k < 10; k++)
        sum += z[k] * (p[k] - q[k]);
    return sum;
}
