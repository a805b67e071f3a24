/* The equations of samples as triangles: see identification_rows.c. */
#ifndef RIGID_BIND_IDENTIFICATION_ROWS_H
#define RIGID_BIND_IDENTIFICATION_ROWS_H

#include <lua.h>

int rigid_new_equations(lua_State *L);
int rigid_equations_take(lua_State *L);
int rigid_equations_take_rows(lua_State *L);
int rigid_equations_torques(lua_State *L);
int rigid_equations_join(lua_State *L);
int rigid_equations_weighted(lua_State *L);
int rigid_equations_residuals(lua_State *L);
int rigid_equations_parts(lua_State *L);
int rigid_resistance_numbers(lua_State *L);

#endif
