/* Methods of Matrix that solve, invert and decompose. */
#ifndef RIGID_BIND_DENSE_H
#define RIGID_BIND_DENSE_H

#include "../dense/dense.h"
#include "interrupts.h"
#include "matrix.h"

int rigid_matrix_inverse(lua_State *L);
int rigid_matrix_solve(lua_State *L);
int rigid_matrix_determinant(lua_State *L);
int rigid_matrix_eigen_symmetric(lua_State *L);
int rigid_matrix_svd(lua_State *L);
int rigid_matrix_rank(lua_State *L);

/* decompositions.c */
extern const luaL_Reg rigid_matrix_decompositions[];

/* The receiver: at least 1x1, every entry finite; the same and square; and that it is symmetric to 1e-9 of its largest entry. */
const rigid_matrix *rigid_check_dense(lua_State *L);
const rigid_matrix *rigid_check_square(lua_State *L);
void rigid_check_symmetric(lua_State *L, const rigid_matrix *m);
/* Raise for every status but OK. rcond: what is said of a singular matrix. */
void rigid_check_dense_status(lua_State *L, rigid_dense_status status, double rcond);
/* Raise where finite numbers have led to a result that a double cannot hold. */
void rigid_check_dense_result(lua_State *L, const double *at, size_t count);

#endif
