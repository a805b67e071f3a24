/* Where the ten parameters of a link may be, beyond that its body must be possible: half spaces c·p > d, such as a least and a greatest mass, or an
   ellipsoid beyond which the link has nothing, m - tr(A Σ) + 2 cᵀA h - m cᵀA c > 0 [Wensing, Kim, Slotine 2018]. With them the potential
   of natural adaptation is ψ(p) = -ln det J - Σ ln(c·p - d), and what was said of J and J⁻¹ is said of p and z = -dψ/dp. */
#ifndef RIGID_CORE_BOUNDS_H
#define RIGID_CORE_BOUNDS_H

#include <stdbool.h>

typedef struct {
    double c[10], d;
} rigid_half_space;

/* c·p - d. */
double rigid_half_space_room(const rigid_half_space *h, const double p[10]);
/* z_k = tr(J⁻¹ E_k) + Σ c_k / (c·p - d). False, and nothing written, where p is not possible or not within. z and p may be one. */
bool rigid_bounds_dual(const double p[10], const rigid_half_space *list, int count, double z[10]);
/* p becomes the one that has that z, from where it is, which must be possible and within. False where there is none. */
bool rigid_bounds_point(const double z[10], const rigid_half_space *list, int count, double p[10]);
/* D(p | q) = ψ(p) - ψ(q) + z(q)·(p - q); INFINITY where one of them is not possible or not within. */
double rigid_bounds_divergence(const double p[10], const double q[10], const rigid_half_space *list, int count);

#endif
