/* What is wrong with an inertia, in words. */
#ifndef RIGID_BIND_CRITICIZE_H
#define RIGID_BIND_CRITICIZE_H

#include <lua.h>

#include "../core/core.h"

/* Push what is wrong with an inertia that cannot exist, or nil. The text of M:criticize(). */
void rigid_push_criticism(lua_State *L, const rigid_inertia *M);
/* Raise: the inertia is singular; slack is the motion it does not resist. */
int rigid_bad_singular(lua_State *L, rigid_motion slack);

#endif
