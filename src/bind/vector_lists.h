/* The functions of Vector stand in two files; vector_methods.c makes the class of them. These are of vector_statistics.c. */
#ifndef RIGID_BIND_VECTOR_LISTS_H
#define RIGID_BIND_VECTOR_LISTS_H

#include <lauxlib.h>

extern const luaL_Reg rigid_vector_makers[], rigid_vector_statistics[];

#endif
