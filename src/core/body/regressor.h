/* Regressors of one body: 6x10 matrices Y with Y π equal to a wrench or momentum, π the ten inertial parameters.
   They hold because M(π) is linear in π.  Columns by parts: mass (one motion-like column), first moment (3), inertia (6).
   [iDynTree SpatialInertia; Garofalo, Ott, Albu-Schaeffer 2013; Wensing & Slotine 2023] */
#ifndef RIGID_REGRESSOR_H
#define RIGID_REGRESSOR_H

#include "inertia.h"

#endif
