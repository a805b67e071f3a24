/* Methods of Matrix that solve, invert and decompose. */
#ifndef RIGID_BIND_DENSE_H
#define RIGID_BIND_DENSE_H

#include <lua.h>

int rigid_matrix_inverse(lua_State *L);
int rigid_matrix_solve(lua_State *L);
int rigid_matrix_determinant(lua_State *L);
int rigid_matrix_eigen_symmetric(lua_State *L);
int rigid_matrix_svd(lua_State *L);
int rigid_matrix_rank(lua_State *L);

#endif
