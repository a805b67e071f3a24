/* The joint-space inertia matrix by composite rigid bodies. [Walker & Orin 1982; RBDA §6.2] */
#ifndef RIGID_CRBA_H
#define RIGID_CRBA_H

#include "../../../include/rigid/dynamics.h"
#include "workspace.h"

/* Its scratch is ws->subtrees; that of rigid_inverse_mass_matrix besides is ws->ltdl. */

/* The same with H made and factored apart: Hinv, if it is not H, stays as it is where that is refused. */
rigid_status rigid_inverse_mass_matrix_apart(const rigid_model *model, rigid_workspace *ws, const double *q, double *H,
                                             double *Hinv, int *v);

/* rigid_crba into an H in which the zeros of another state stand, where no freedom carries the other: they are not written again. */
void rigid_crba_again(const rigid_model *model, rigid_workspace *ws, const double *q, double *H);

#endif
