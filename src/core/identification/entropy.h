/* Ten parameters of a body as its 4x4 pseudo-inertia J = [Σ h; hᵀ m], and what the entropic divergence of two bodies needs of it.
   Parameters in the order m, h, Ixx Ixy Ixz Iyy Iyz Izz about the origin; matrices 4x4, row after row, symmetric. E_k is the J of the k-th
   unit parameter. [Lee, Wensing, Park 2020] */
#ifndef RIGID_CORE_ENTROPY_H
#define RIGID_CORE_ENTROPY_H

#include <stdbool.h>

/* J = Σ_k p_k E_k. */
void rigid_pseudo_of(const double p[10], double J[16]);
/* p with J = Σ_k p_k E_k. */
void rigid_pseudo_parameters(const double J[16], double p[10]);
/* t_k = tr(B E_k). */
void rigid_pseudo_traces(const double B[16], double t[10]);
/* The B with tr(B E_k) = b_k: the dual of the above. */
void rigid_pseudo_dual(const double b[10], double B[16]);
/* inverse = J⁻¹ and log_det = ln det J, by Cholesky. False, and nothing written, where J is not positive definite to working
   precision. J and inverse may be one. */
bool rigid_pseudo_inverse(const double J[16], double inverse[16], double *log_det);
/* S = ½ (P E Q + Q E P). */
void rigid_pseudo_between(const double P[16], const double E[16], const double Q[16], double S[16]);
/* H_kl = tr(E_l ½ (P E_k Q + Q E_k P)), 10 x 10. */
void rigid_pseudo_metric(const double P[16], const double Q[16], double H[100]);

#endif
