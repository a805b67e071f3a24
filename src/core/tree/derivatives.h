/* Analytic derivatives of inverse and forward dynamics, world axes, O(n depth). Derivatives with respect to q are along
   tangent directions: column k is the rate when q moves along the unit velocity k.
   [Carpentier & Mansard 2018; Singh, Russell, Wensing 2022] */
#ifndef RIGID_DERIVATIVES_H
#define RIGID_DERIVATIVES_H

#include "../../../include/rigid/dynamics.h"
#include "workspace.h"

/* Their scratch is ws->derivatives; that of rigid_aba_derivatives besides ABA's, ws->ltdl, and ws->product at the end. Where it
   finds a joint that moves nothing, and ws->paths.branches, the three matrices are as they were. */

#endif
