/* The one place where structs become arrays: 6-vectors, 6x6 and 6x10 matrices in a given order of their halves, and the
   ten inertial parameters. Everything outside works on named halves. */
#ifndef RIGID_ORDER_H
#define RIGID_ORDER_H

#include "abi.h"
#include "regressor.h"

typedef enum { RIGID_LINEAR_FIRST, RIGID_ANGULAR_FIRST } rigid_order;

void rigid_motion_to_array(rigid_motion v, rigid_order order, double out[6]);
rigid_motion rigid_motion_from_array(const double in[6], rigid_order order);
void rigid_force_to_array(rigid_force f, rigid_order order, double out[6]);
rigid_force rigid_force_from_array(const double in[6], rigid_order order);

/* 6x6, row after row. */
void rigid_inertia_to_matrix(const rigid_inertia *M, rigid_order order, double out[36]);
void rigid_abi_to_matrix(const rigid_abi *P, rigid_order order, double out[36]);
/* Only the lower triangle is read. */
rigid_abi rigid_abi_from_matrix(const double in[36], rigid_order order);
/* X acting on motions, and on forces; v× and v×̄*, all 6x6 linear first. */
void rigid_transform_adjoint(rigid_transform X, double out[36]);
void rigid_transform_adjoint_force(rigid_transform X, double out[36]);
void rigid_motion_cross_matrix(rigid_motion v, double out[36]);
void rigid_motion_cross_force_matrix(rigid_motion v, double out[36]);
/* ∂(v ×̄* M v)/∂v, 6x6 linear first. */
void rigid_inertia_bias_derivative(const rigid_inertia *M, rigid_motion v, double out[36]);

/* m, m cx, m cy, m cz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz */
void rigid_inertia_to_parameters(const rigid_inertia *M, double out[10]);
rigid_inertia rigid_inertia_from_parameters(const double in[10]);
/* 6x10, row after row, linear first. */
void rigid_regressor_to_matrix(const rigid_regressor *Y, double out[60]);

#endif
