/* The pseudo-inertia J = [ Σ h ; hᵀ m ] of a body, Σ = ∫ρ x xᵀ: a symmetric 4x4 matrix, positive semi-definite exactly
   when a body can have it. Seen so, every body of some bulk has ten free coordinates (log-Cholesky), and bodies have
   distances that no choice of units or frame changes.
   [Wensing, Kim, Slotine 2018; Lee, Wensing, Park 2020; Rucker, Wensing 2022] */
#ifndef RIGID_PSEUDO_H
#define RIGID_PSEUDO_H

#include "validity.h"

/* The ten coordinates α d1 d2 d3 s12 s23 s13 t1 t2 t3 with J = U Uᵀ,
   U = e^α [ e^d1 s12 s13 t1 ; 0 e^d2 s23 t2 ; 0 0 e^d3 t3 ; 0 0 0 1 ]; so m = e^2α and t is the com.
   RIGID_SINGULAR where J is not positive definite (a rod, a plate, a point, no body); theta is not written then. */
rigid_status rigid_log_cholesky(const rigid_inertia *M, double theta[10]);
/* The body with these coordinates: any ten finite numbers give one, unless the exponentials overflow. */
rigid_inertia rigid_inertia_from_log_cholesky(const double theta[10]);

/* The entropic divergence -ln(det P / det Q) + tr(Q⁻¹P) - 4 of the pseudo-inertias P of M and Q of N: zero only where
   they are equal, not symmetric. RIGID_SINGULAR where either is not positive definite; *out is not written then. */
rigid_status rigid_inertia_entropic(const rigid_inertia *M, const rigid_inertia *N, double *out);
/* The affine-invariant distance, the root of the sum of ln² of the eigenvalues of Q⁻¹P: a metric. Else as above. */
rigid_status rigid_inertia_affine_distance(const rigid_inertia *M, const rigid_inertia *N, double *out);

/* What is left of A when B, a part of it about the same point and in the same axes, is taken away. The verdict is on the
   rest, written to *rest, with the rounding of A and B allowed for: what only that makes impossible is lifted to zero. */
rigid_verdict rigid_inertia_subtract(const rigid_inertia *A, const rigid_inertia *B, rigid_inertia *rest);

#endif
