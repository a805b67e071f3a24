/* Why a model has no answer. */
#ifndef RIGID_BIND_MODEL_REFUSAL_H
#define RIGID_BIND_MODEL_REFUSAL_H

#include "model.h"

/* Raise, as values: a freedom moves no inertia at q, and why; there is no mass. */
int rigid_bad_joint(lua_State *L, rigid_compiled *c, const double *q, int freedom);
int rigid_bad_mass(lua_State *L);

#endif
