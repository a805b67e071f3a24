/* The pseudo-inertia J = [ Σ h ; hᵀ m ] of a body, Σ = ∫ρ x xᵀ: a symmetric 4x4 matrix, positive semi-definite exactly
   when a body can have it. Seen so, every body of some bulk has ten free coordinates (log-Cholesky), and bodies have
   distances that no choice of units or frame changes.
   [Wensing, Kim, Slotine 2018; Lee, Wensing, Park 2020; Rucker, Wensing 2022] */
#ifndef RIGID_PSEUDO_H
#define RIGID_PSEUDO_H

#include "validity.h"

#endif
