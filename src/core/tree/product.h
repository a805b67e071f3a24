/* -H⁻¹ times two matrices that have zeros where H has them, or fewer numbers still. */
#ifndef RIGID_PRODUCT_H
#define RIGID_PRODUCT_H

#include "world.h"

/* A body that floats without rotors carries its tree along, and what it does to itself changes no joint: where it is put, nothing at
   all; where it is turned by θ, nothing but where gravity comes from in its axes; where all of it goes on faster by u, nothing but how
   its axes turn past that. So of its own accelerations  ∂u̇/∂θ = (Rᵀ g)×  and  ∂u̇/∂u = -ω×,  and all others by these nine are
   zero. */
static inline bool rigid_is_carried(const rigid_body *b) { return rigid_floats(b) && b->armature == 0; }

/* ∂a/∂x = -H⁻¹ ∂τ/∂x, in place, but of bodies that are carried only the columns of dv where they turn. Its scratch is ws->product. */
void rigid_less_product(const rigid_model *model, const double *Hinv, rigid_workspace *ws, double *dq, double *dv);

#endif
