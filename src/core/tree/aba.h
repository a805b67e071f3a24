/* Forward dynamics by the articulated-body algorithm, O(n). [Featherstone 1983; RBDA §7.3] */
#ifndef RIGID_ABA_H
#define RIGID_ABA_H

#include "workspace.h"

/* The acceleration that tau gives: H a = tau - C v - g + Σ Jᵀ external, as rigid_rnea. a may be tau or v.
   A model in which joints mimic others goes through H and its factors. RIGID_SINGULAR (and *freedom, an index of v) where a
   joint moves nothing. Writes w, alpha, accel, place, share, K, D (by v, D⁻¹), angle, sine, cosine, u (with mimics: what
   CRBA, LTDL and RNEA write). */
rigid_status rigid_aba(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                       const double *tau, const rigid_force *external, double *a, int *freedom);

#endif
