/* The joint-space inertia matrix by composite rigid bodies. [Walker & Orin 1982; RBDA §6.2] */
#ifndef RIGID_CRBA_H
#define RIGID_CRBA_H

#include "workspace.h"

/* H(q), nv x nv, row after row, symmetric to the last bit. Writes X, M (of subtrees, in body axes), column. */
void rigid_crba(const rigid_model *model, rigid_workspace *ws, const double *q, double *H);

/* H = LᵀL of a symmetric positive definite n x n matrix in place: its lower triangle becomes L, which between branches has
   the zeros of H. RIGID_SINGULAR (and *pivot the row) where it is not positive definite. room: for n numbers.
   [RBDA §6.3-6.5] */
rigid_status rigid_ltl(int n, double *H, double *room, int *pivot);
/* A = H⁻¹ A, n x columns, with the L of rigid_ltl. */
void rigid_ltl_solve(int n, const double *L, double *A, int columns);
/* H⁻¹ in the place of L, both triangles; room: for n numbers. */
void rigid_ltl_invert(int n, double *L, double *room);

/* H⁻¹(q), nv x nv; room: as many numbers again. RIGID_SINGULAR, and *v the freedom that has no inertia; what is in Hinv
   then means nothing. */
rigid_status rigid_inverse_mass_matrix(const rigid_model *model, rigid_workspace *ws, const double *q, double *Hinv,
                                       double *room, int *v);

#endif
