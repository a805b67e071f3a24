/* The Coriolis matrix C(q, v) of Christoffel symbols: C v is the velocity product force and dH/dt - 2C is skew, so that a
   controller built on it is passive. O(n depth), world axes.
   [Echeandia & Wensing 2021] */
#ifndef RIGID_CORIOLIS_H
#define RIGID_CORIOLIS_H

#include "../../../include/rigid/dynamics.h"
#include "../body/regressor.h"
#include "workspace.h"

/* Their scratch is ws->coriolis. */

#endif
