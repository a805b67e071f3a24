/* What MassMatrix3 and Inertial share in reading arguments. */
#ifndef RIGID_BIND_MASS_MATRIX_H
#define RIGID_BIND_MASS_MATRIX_H

#include "errors.h"

/* A MassMatrix3, or the table its constructor takes. Raises for infinite numbers and for a mass that is NaN. */
rigid_mass_matrix rigid_get_mass_matrix(lua_State *L, int idx, rigid_place at);
void rigid_push_mass_matrix(lua_State *L, const rigid_mass_matrix *M);
/* Push the plain table the constructor takes back. */
void rigid_push_mass_matrix_table(lua_State *L, const rigid_mass_matrix *M);

/* Add the lines that tell of a body: its principal moments and the moment of inertia I about its centre of mass, and
   whether there can be such a body. I: that of M in the axes to be shown. No newline after the last. */
void rigid_add_moments(luaL_Buffer *b, int digits, const rigid_mass_matrix *M, sym3 I);

/* The optional tolerance of the reference's principal moments: any finite number. Jacobi rotations need none, so that it
   is checked and no more. */
void rigid_check_sorting_tolerance(lua_State *L, int arg);

#endif
