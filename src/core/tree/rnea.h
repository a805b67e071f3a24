/* Inverse dynamics by the recursive Newton-Euler algorithm, in body axes: O(n). [Luh, Walker, Paul 1980; RBDA §5.3] */
#ifndef RIGID_RNEA_H
#define RIGID_RNEA_H

#include "../../../include/rigid/dynamics.h"
#include "workspace.h"

/* Its scratch is ws->rnea. */

#endif
