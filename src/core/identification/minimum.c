/* See minimum.h. */
#include "minimum.h"
#include "entropy.h"

#include <math.h>
#include <string.h>

/* x moves along the step, as far as bodies stay possible and the objective falls enough, which the damped step is known to do, but for what rounding
   has made of it: where the data are many orders stronger than γ, it may lead astray. The objective there. */
static double move(rigid_entropic *p, double *x, double value, double decrement) {
    const double damped = 1 / (1 + sqrt(decrement / p->gamma)), near = 1e-6 * p->gamma, alike = value + 1e-12 * (fabs(value) + p->gamma);
    double t = 1;
    for (int halvings = 0; halvings < 60; halvings++, t *= 0.5) {
        for (int k = 0; k < p->n; k++)
            p->tried[k] = x[k] + t * p->step[k];
        const double there = rigid_entropic_objective(p, p->tried);
        if (there < INFINITY && (decrement < near || (t <= damped && there <= alike) || there <= value - 1e-4 * t * decrement)) {
            memcpy(x, p->tried, (size_t)p->n * sizeof *x);
            return there;
        }
    }
    return INFINITY;
}

enum { MOST_STEPS = 200 };

/* Newton's method from x, as far as rounding lets it. How many steps; the last decrement squared. */
static int descend(rigid_entropic *p, double *x, double *decrement) {
    double value = rigid_entropic_objective(p, x), before = INFINITY;
    int steps = 0;
    *decrement = INFINITY;
    while (value < INFINITY && steps < MOST_STEPS) {
        rigid_entropic_slope(p, x);
        rigid_entropic_renew_dual(p, x);
        rigid_entropic_curvature(p, x);
        *decrement = rigid_entropic_step(p);
        const bool at_rounding = *decrement <= 1e-24 * (fabs(value) + p->gamma) || (*decrement < 1e-12 * p->gamma && *decrement >= 0.25 * before);
        if (at_rounding || *decrement < 0)
            break;
        before = *decrement;
        value = move(p, x, value, *decrement);
        steps++;
    }
    return steps;
}

/* ---- from afar: both J and its dual Z, which meet in Z J = γ 1 ---- */

/* -(gradient of the objective but for -γ ln det J, less μ tr(J⁻¹ E_k)): what the common step solves for, with its sign turned. */
static void common_slope(rigid_entropic *p, const double *x, double mu) {
    rigid_entropic_slope(p, x);
    for (int i = 0; i < p->links; i++) {
        double traces[10];
        rigid_pseudo_traces(p->inverses + 16 * i, traces);
        for (int k = 0; k < 10; k++)
            p->gradient[10 * i + k] += (p->gamma - mu) * traces[k];
    }
    for (int b = 0; b < p->barriers; b++)
        rigid_barrier_add(&p->barrier[b], (p->gamma - mu) / rigid_barrier_room(&p->barrier[b], x), p->gradient);
}

/* dZ = μ J⁻¹ - Z - ½ (J⁻¹ dJ Z + Z dJ J⁻¹) [Helmberg, Rendl, Vanderbei, Wolkowicz 1996] */
static void common_dual(rigid_entropic *p, const double *x, double mu) {
    for (int i = 0; i < p->links; i++) {
        double dJ[16], S[16];
        rigid_pseudo_of(p->step + 10 * i, dJ);
        rigid_pseudo_between(p->inverses + 16 * i, dJ, p->dual + 16 * i, S);
        for (int k = 0; k < 16; k++)
            p->dual_step[16 * i + k] = mu * p->inverses[16 * i + k] - p->dual[16 * i + k] - S[k];
    }
    for (int b = 0; b < p->barriers; b++) {
        const double room = rigid_barrier_room(&p->barrier[b], x);
        *rigid_entropic_dual_step(p, b) = mu / room - *rigid_entropic_dual(p, b) * (1 + rigid_barrier_along(&p->barrier[b], p->step) / room);
    }
}

/* Do J and Z stay positive at that part of the step? */
static bool stays(const rigid_entropic *p, const double *x, double t) {
    double inverse[16], log_det;
    for (int i = 0; i < p->links; i++) {
        double J[16], Z[16], moved[10];
        for (int k = 0; k < 10; k++)
            moved[k] = x[10 * i + k] + t * p->step[10 * i + k];
        rigid_pseudo_of(moved, J);
        for (int k = 0; k < 16; k++)
            Z[k] = p->dual[16 * i + k] + t * p->dual_step[16 * i + k];
        if (!rigid_pseudo_inverse(J, inverse, &log_det) || !rigid_pseudo_inverse(Z, inverse, &log_det))
            return false;
    }
    for (int i = 0; i < p->barriers; i++) {
        const rigid_barrier *b = &p->barrier[i];
        if (!(rigid_barrier_room(b, x) + t * rigid_barrier_along(b, p->step) > 0 && *rigid_entropic_dual(p, i) + t * *rigid_entropic_dual_step(p, i) > 0))
            return false;
    }
    return true;
}

/* The mean of the eigenvalues of Z J, and of z r. */
static double mean_product(const rigid_entropic *p, const double *x) {
    double sum = 0;
    const int count = 4 * p->links + p->barriers;
    for (int i = 0; i < p->links; i++) {
        double J[16];
        rigid_pseudo_of(x + 10 * i, J);
        for (int k = 0; k < 16; k++)
            sum += J[k] * p->dual[16 * i + k];
    }
    for (int b = 0; b < p->barriers; b++)
        sum += *rigid_entropic_dual(p, b) * rigid_barrier_room(&p->barrier[b], x);
    return count > 0 ? sum / count : 0;
}

/* One step of both, towards Z J = μ 1; which part of it was taken, or 0. */
static double common_step(rigid_entropic *p, double *x, double mu) {
    common_slope(p, x, mu);
    rigid_entropic_curvature(p, x);
    if (rigid_entropic_step(p) < 0)
        return 0;
    common_dual(p, x, mu);
    double t = 1;
    while (t > 1e-9 && !stays(p, x, t))
        t *= 0.9;
    if (t < 1)
        t *= 0.95;
    for (int k = 0; k < p->n; k++)
        x[k] += t * p->step[k];
    for (int k = 0; k < 16 * p->links + p->barriers; k++)
        p->dual[k] += t * p->dual_step[k];
    return rigid_entropic_objective(p, x) < INFINITY ? t : 0;
}

enum { MOST_COMMON_STEPS = 80, MOST_ON_WAY = 14 };

static bool is_bounded(const rigid_entropic *p, int first) {
    for (int b = 0; b < p->barriers; b++)
        if (p->barrier[b].at == first)
            return true;
    return false;
}

/* x becomes bodies larger and heavier than any that is likely, so that no boundary is near; but for those that have bounds. */
static void inflate(const rigid_entropic *p, double *x) {
    double mass = 0, size = 0;
    for (int i = 0; i < p->links; i++) {
        const double *q = x + 10 * i;
        mass += q[0];
        size = fmax(size, 0.5 * (q[4] + q[7] + q[9]) / q[0]);
    }
    mass *= 10;
    size *= 10;
    for (int i = 0; i < p->links; i++) {
        const double ball[10] = {mass, 0, 0, 0, 2 * mass * size, 0, 0, 2 * mass * size, 0, 2 * mass * size};
        for (int k = 0; k < 10 && !is_bounded(p, 10 * i); k++)
            x[10 * i + k] += ball[k];
    }
    for (int s = 10 * p->links; s < p->n; s++)
        x[s] *= is_bounded(p, s) ? 10 : 1;
}

/* The square of Newton's decrement at x, where the objective was asked for last, with Z = γ J⁻¹. */
static double decrement_at(rigid_entropic *p, const double *x) {
    rigid_entropic_slope(p, x);
    rigid_entropic_renew_dual(p, x);
    rigid_entropic_curvature(p, x);
    return rigid_entropic_step(p);
}

/* Is x near the minimum of a γ that is up to 1000 times as large? Then Z are left as there. */
static bool is_on_way(rigid_entropic *p, const double *x) {
    const double gamma = p->gamma;
    bool near = false;
    for (int k = 0; k < 6 && !near; k++) {
        p->gamma *= 3.1622776601683795; /* the root of 10 */
        near = decrement_at(p, x) < p->gamma;
    }
    p->gamma = gamma;
    return near;
}

/* Large bodies in the place of x, whose first Z are as strong as the slope. */
static void begin_afar(rigid_entropic *p, double *x) {
    const double gamma = p->gamma;
    inflate(p, x);
    rigid_entropic_objective(p, x);
    for (int tens = 0; tens < 14 && decrement_at(p, x) > 10 * p->gamma; tens++)
        p->gamma *= 10;
    p->gamma = gamma;
}

/* Near the minimum, from large bodies on: Newton's method alone creeps along the boundary there. From where another γ, or other samples, have theirs
   the way is shorter, unless the boundary is so near that only short steps are left. */
static int approach(rigid_entropic *p, double *x) {
    const double gamma = p->gamma;
    bool on_way = is_on_way(p, x);
    int whole = 0, steps = 0;
    if (!on_way)
        begin_afar(p, x);
    while (whole < 2 && steps < MOST_COMMON_STEPS) {
        const double mean = mean_product(p, x), mu = fmax(gamma, 0.1 * mean), t = common_step(p, x, mu);
        steps++;
        if (on_way && (t == 0 || steps == MOST_ON_WAY)) {
            on_way = false;
            begin_afar(p, x);
            continue;
        }
        if (t == 0)
            break;
        whole = t == 1 && mu == gamma ? whole + 1 : 0;
    }
    return steps;
}

int rigid_entropic_minimize(rigid_entropic *p, double *x, double *decrement) {
    const double first = rigid_entropic_objective(p, x);
    const bool far = first < INFINITY && decrement_at(p, x) > p->gamma;
    memcpy(p->tried, x, (size_t)p->n * sizeof *x);
    const int steps = far ? approach(p, x) : 0;
    if (far && !(rigid_entropic_objective(p, x) <= first)) /* it went astray: from where it began, then */
        memcpy(x, p->tried, (size_t)p->n * sizeof *x);
    return steps + descend(p, x, decrement);
}
