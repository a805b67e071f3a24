/* The functions of SpatialInertia stand in several files, each of which gives a list, or the constructor; inertia.c makes the
   class of them. */
#ifndef RIGID_BIND_INERTIA_LISTS_H
#define RIGID_BIND_INERTIA_LISTS_H

#include <lauxlib.h>

/* SpatialInertia{...}: inertia_table.c */
int rigid_inertia_construct(lua_State *L);

/* Static functions: shapes.c, regressor.c, pseudo.c; and methods, pseudo.c. */
extern const luaL_Reg rigid_shape_functions[], rigid_regressor_functions[], rigid_pseudo_functions[];
extern const luaL_Reg rigid_pseudo_methods[];

#endif
