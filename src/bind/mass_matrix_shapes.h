/* The methods of MassMatrix3 that set it from shapes. */
#ifndef RIGID_BIND_MASS_MATRIX_SHAPES_H
#define RIGID_BIND_MASS_MATRIX_SHAPES_H

#include <lauxlib.h>

extern const luaL_Reg rigid_mass_matrix_setters[];

#endif
