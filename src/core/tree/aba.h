/* Forward dynamics by the articulated-body algorithm, O(n). [Featherstone 1983; RBDA §7.3] */
#ifndef RIGID_ABA_H
#define RIGID_ABA_H

#include "../../../include/rigid/dynamics.h"
#include "workspace.h"

/* rigid_aba writes w, alpha, accel, place, share, K, D (by v, D⁻¹), angle, sine, cosine, u (with mimics: what CRBA, LTDL and
   RNEA write). */

#endif
