/* What linear problems are made of: see identification_problem.c. */
#ifndef RIGID_BIND_IDENTIFICATION_PROBLEM_H
#define RIGID_BIND_IDENTIFICATION_PROBLEM_H

#include <lua.h>

int rigid_independent(lua_State *L);
int rigid_columns(lua_State *L);

#endif
