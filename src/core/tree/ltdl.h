/* H = LᵀDL, the factors of the joint-space inertia matrix, which is zero between the branches of the tree: numbered from the
   root on, L has the same zeros and a unit diagonal. Where joints mimic others, nothing is taken for zero. [RBDA §6.3-6.5]
   A row is packed: number d of row k is that of the ancestor of k which has d ancestors, so that the ancestors of an
   ancestor are the beginning of the row, and what follows the diagonal is of no meaning. */
#ifndef RIGID_LTDL_H
#define RIGID_LTDL_H

#include "workspace.h"

/* H of n x n, n = nv, in place: L, packed, of which the lower triangle of H is read. RIGID_SINGULAR (and *pivot the row)
   where a freedom moves no more than the least that counts, as in forward dynamics. Leaves in
   ws->ltdl.inverse the D⁻¹ that the others need; forward dynamics finds the same. */
rigid_status rigid_ltdl(const rigid_model *model, double *H, rigid_workspace *ws, int *pivot);
/* x = s H⁻¹ x, with what rigid_ltdl left. */
void rigid_ltdl_solve(int n, const double *L, rigid_workspace *ws, double s, double *x);
/* x becomes numbers whose products with each other are those by H⁻¹: D^(-1/2) L⁻ᵀ x. */
void rigid_ltdl_halve(int n, const double *L, rigid_workspace *ws, double *x);
/* The same of each of m columns, a multiple of four, that stand side by side in the n rows of X. */
void rigid_ltdl_halve_rows(int n, const double *L, rigid_workspace *ws, int m, double *X);
/* The other half, x = L⁻¹ D^(-1/2) x: both together are H⁻¹. */
void rigid_ltdl_other_half(int n, const double *L, rigid_workspace *ws, double *x);
/* G = XᵀX, m x m, of the n rows of X, which have `width` numbers each, a multiple of four, and zeros from number m on. */
void rigid_products_of_columns(int n, int m, int width, const double *X, double *G);
/* Z = H⁻¹, both triangles, symmetric to the last bit; `inverse` is D⁻¹. Z may be L, or another matrix, which needs no numbers. */
void rigid_ltdl_invert(int n, const double *L, const double *inverse, rigid_workspace *ws, double *Z);

#endif
