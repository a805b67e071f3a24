/* Analytic derivatives of inverse and forward dynamics, world axes, O(n depth). Derivatives with respect to q are along
   tangent directions: column k is the rate when q moves along the unit velocity k.
   [Carpentier & Mansard 2018; Singh, Russell, Wensing 2022] */
#ifndef RIGID_DERIVATIVES_H
#define RIGID_DERIVATIVES_H

#include "workspace.h"

/* ∂τ/∂q, ∂τ/∂v and H = ∂τ/∂a, each nv x nv, row after row. Writes place, motion, burden, directions,
   carrier, product. */
void rigid_rnea_derivatives(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                            const double *a, double *dtau_dq, double *dtau_dv, double *H);
/* ∂a/∂q, ∂a/∂v at the a that tau gives, and H⁻¹ = ∂a/∂τ. RIGID_SINGULAR as rigid_aba; the three may then hold anything, but
   are as they were where ws->branches. a: nv numbers, that a. */
rigid_status rigid_aba_derivatives(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                                   const double *tau, double *a, double *da_dq, double *da_dv, double *Hinv,
                                   int *freedom);

#endif
