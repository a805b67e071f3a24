/* Can a body have this inertia? Exactly when mass is positive and its second moment about the com,
   Σ_c = ½ tr(I_c) 1 - I_c = ∫ρ x xᵀ, has no negative eigenvalue: that one test says positive moments and the triangle
   inequality too. Tolerances are relative, so that a body is judged alike in grams and in tons, near the frame and far
   from it. [Traversaro et al. 2016; Wensing, Kim, Slotine 2018] */
#ifndef RIGID_VALIDITY_H
#define RIGID_VALIDITY_H

#include "inertia.h"

#endif
