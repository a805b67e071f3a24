/* to_dual(p, out), from_dual(b, out) -> true; divergence(p, q) -> a number; filtered_rates(P, Q, held, f) -> W, rates: see identification_duals.c. */
#ifndef RIGID_BIND_IDENTIFICATION_DUALS_H
#define RIGID_BIND_IDENTIFICATION_DUALS_H

#include <lua.h>

int rigid_to_dual(lua_State *L);
int rigid_from_dual(lua_State *L);
int rigid_divergence(lua_State *L);
int rigid_filtered_rates(lua_State *L);

#endif
