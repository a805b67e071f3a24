/* Forward dynamics by the articulated-body algorithm, O(n). [Featherstone 1983; RBDA §7.3] */
#ifndef RIGID_ABA_H
#define RIGID_ABA_H

#include "../../../include/rigid/dynamics.h"
#include "workspace.h"

/* Its scratch is ws->aba, and what it leaves there serves derivatives; where joints follow others, ws->solve and behind it
   those of CRBA, LTDL and RNEA. */

/* The same where some freedoms are held, as if they were welded: a is 0 there, and `reaction`, which is written there alone, is the
   force that holds them, beside tau. Not of bodies that float in the world, nor where joints follow others. */
rigid_status rigid_aba_held(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *tau,
                            const rigid_force *external, const bool *held, double *a, double *reaction, int *freedom);

#endif
