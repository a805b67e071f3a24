/* H = LᵀDL, the factors of the joint-space inertia matrix, which is zero between the branches of the tree: numbered from the
   root on, L has the same zeros and a unit diagonal. Where joints mimic others, nothing is taken for zero. [RBDA §6.3-6.5] */
#ifndef RIGID_LTDL_H
#define RIGID_LTDL_H

#include "workspace.h"

/* H of n x n, n = nv, in place: its diagonal becomes D, its lower triangle L. RIGID_SINGULAR (and *pivot the row) where it is
   not positive definite. Writes path, u. */
rigid_status rigid_ltdl(int n, double *H, rigid_workspace *ws, int *pivot);
/* A = s H⁻¹ A, n x columns, with what rigid_ltdl left. Writes path. */
void rigid_ltdl_solve(int n, const double *L, rigid_workspace *ws, double s, double *A, int columns);
/* H⁻¹ in the place of that, both triangles, symmetric to the last bit. Writes path, u. */
void rigid_ltdl_invert(int n, double *L, rigid_workspace *ws);

#endif
