/* Analytic derivatives of inverse and forward dynamics, world axes, O(n depth). Derivatives with respect to q are along
   tangent directions: column k is the rate when q moves along the unit velocity k.
   [Carpentier & Mansard 2018; Singh, Russell, Wensing 2022] */
#ifndef RIGID_DERIVATIVES_H
#define RIGID_DERIVATIVES_H

#include "../../../include/rigid/dynamics.h"
#include "workspace.h"

/* rigid_rnea_derivatives writes place, motion, burden, directions, carrier, product. Where rigid_aba_derivatives finds nothing to
   move and ws->branches, the three matrices are as they were. */

#endif
