/* Forward dynamics by the articulated-body algorithm, O(n). [Featherstone 1983; RBDA §7.3] */
#ifndef RIGID_ABA_H
#define RIGID_ABA_H

#include "../../../include/rigid/dynamics.h"
#include "workspace.h"

/* Its scratch is ws->aba, and what it leaves there serves derivatives; where joints follow others, ws->solve and behind it
   those of CRBA, LTDL and RNEA. */

#endif
