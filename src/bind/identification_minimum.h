/* entropic(F, links, prior, scalars, gamma, x) -> steps, decrement²: see identification_minimum.c. */
#ifndef RIGID_BIND_IDENTIFICATION_MINIMUM_H
#define RIGID_BIND_IDENTIFICATION_MINIMUM_H

#include <lua.h>

int rigid_entropic_minimum(lua_State *L);

#endif
