/* Operators of ABI that are reached through other classes' metamethods. */
#ifndef RIGID_BIND_ABI_H
#define RIGID_BIND_ABI_H

#include <lua.h>

/* P + Q and P - Q where at least one is an ABI and a SpatialInertia may stand for the other. */
int rigid_abi_operator_add(lua_State *L);
int rigid_abi_operator_subtract(lua_State *L);
/* Matrix * ABI. */
int rigid_matrix_times_abi(lua_State *L);

#endif
