/* ½ |F x - f|² + γ (Σ_i D(J_i | J_i⁰) + Σ_b D(r_b | r_b⁰)), r = c·x - d of a barrier: least squares under entropic divergences from possible bodies, its
   slope, its curvature and Newton's step. x has ten parameters of each link, then scalars [Lee, Wensing, Park 2020]. */
#ifndef RIGID_CORE_ENTROPIC_H
#define RIGID_CORE_ENTROPIC_H

#include <stdbool.h>
#include <stddef.h>

/* c·x > d, x some of the unknowns from number `at` on: a half space of a link's parameters, or a scalar that stays above zero. */
typedef struct {
    int at, width;
    double c[10], d, prior; /* c·x - d at the prior */
} rigid_barrier;

typedef struct {
    int n, links, rows, barriers;
    double gamma, log_prior;
    const double *F; /* rows of n + 1 numbers, of which the last is f's */
    rigid_barrier *barrier;
    double *normal, *H, *U, *gradient, *step, *tried, *scale; /* FᵀF; the Hessian, its factor; each n */
    double *residual, *inverses, *priors;                     /* rows; J⁻¹ and J⁰⁻¹, 16 a link */
    double *dual, *dual_step;                                 /* Z, 16 a link, then one for each barrier */
} rigid_entropic;

/* How many numbers it works with, of n, links, rows and barriers; and those at a place that has room for them. */
size_t rigid_entropic_size(const rigid_entropic *p);
void rigid_entropic_lay_out(rigid_entropic *p, double *room);
/* From the priors, ten parameters a link: the number of a link whose own is not possible, or not within its bounds; or 0. */
int rigid_entropic_begin(rigid_entropic *p, const double *prior);

/* The objective at x, INFINITY where a body is impossible; leaves residual and inverses. */
double rigid_entropic_objective(rigid_entropic *p, const double *x);
/* gradient = Fᵀ residual + γ (tr((J⁰⁻¹ - J⁻¹) E_k) + (1 / r⁰ - 1 / r) c) */
void rigid_entropic_slope(rigid_entropic *p, const double *x);
/* Z = γ J⁻¹ */
void rigid_entropic_renew_dual(rigid_entropic *p, const double *x);
/* H = FᵀF + tr(E_l ½ (J⁻¹ E_k Z + Z E_k J⁻¹)) + z / r c cᵀ, scaled to a diagonal of ones. With Z = γ J⁻¹ it is the Hessian. */
void rigid_entropic_curvature(rigid_entropic *p, const double *x);
/* step = -H⁻¹ gradient; the square of Newton's decrement, gradientᵀ H⁻¹ gradient, or a negative number where H has no factor. A little is added
   to its diagonal where nothing is known. */
double rigid_entropic_step(rigid_entropic *p);

/* z of a barrier, and its step. */
static inline double *rigid_entropic_dual(const rigid_entropic *p, int b) { return p->dual + 16 * p->links + b; }
static inline double *rigid_entropic_dual_step(const rigid_entropic *p, int b) { return p->dual_step + 16 * p->links + b; }

/* c·x; c·x - d; y += s c. */
static inline double rigid_barrier_along(const rigid_barrier *b, const double *x) {
    double sum = 0;
    for (int k = 0; k < b->width; k++)
        sum += b->c[k] * x[b->at + k];
    return sum;
}
static inline double rigid_barrier_room(const rigid_barrier *b, const double *x) { return rigid_barrier_along(b, x) - b->d; }
static inline void rigid_barrier_add(const rigid_barrier *b, double s, double *y) {
    for (int k = 0; k < b->width; k++)
        y[b->at + k] += s * b->c[k];
}

#endif
