/* The joint-space inertia matrix by composite rigid bodies. [Walker & Orin 1982; RBDA §6.2] */
#ifndef RIGID_CRBA_H
#define RIGID_CRBA_H

#include "workspace.h"

/* H(q), nv x nv, row after row, symmetric to the last bit. Writes place, subtree, load. */
void rigid_crba(const rigid_model *model, rigid_workspace *ws, const double *q, double *H);

/* H⁻¹(q), nv x nv. RIGID_SINGULAR, and *v the freedom that has no inertia; what is in Hinv then means nothing. */
rigid_status rigid_inverse_mass_matrix(const rigid_model *model, rigid_workspace *ws, const double *q, double *Hinv, int *v);

#endif
