/* The functions of Matrix stand in several files, each of which gives a list; matrix_methods.c makes the class of them. */
#ifndef RIGID_BIND_MATRIX_LISTS_H
#define RIGID_BIND_MATRIX_LISTS_H

#include "value.h"

/* matrix_parts.c; decompositions.c has its own in dense.h */
extern const luaL_Reg rigid_matrix_parts[], rigid_matrix_makers[];
int rigid_matrix_index(lua_State *L);
int rigid_matrix_length(lua_State *L);
int rigid_matrix_newindex(lua_State *L);

#endif
