/* Loops that a tree cannot have: two frames held together as by a joint, at a distance, or one joint's number a polynomial of another's.
   An equation is a row of the constraint Jacobian: TᵀJ v = 0, with T orthonormal wrenches on b at its loop frame, in its axes, that the
   closing joint does not let through, and J = J_b - X_ba J_a. Rows may depend on each other: what holds is found with its rank, and the
   multipliers of least norm. [RBDA ch. 8; Udwadia & Kalaba 1992] */
#ifndef RIGID_LOOPS_H
#define RIGID_LOOPS_H

#include "../../../include/rigid/motion.h"
#include "../tree/workspace.h"

enum { RIGID_LOOP_ROWS_MAX = 6 };

/* The rows of one loop at (q, v): errors (m and rad), their Jacobian (equations x nv) and drift, the part of their second derivative
   that is there without acceleration; each where it is not null. T: the wrenches of its rows, for what is no coupling. v may be null
   where drift is. `columns` has 12 nv numbers. */
void rigid_loop_rows(const rigid_model *model, rigid_workspace *ws, const rigid_loop *loop, const double *q, const double *v,
                     double *error, double *J, double *drift, rigid_force *T, double *columns);

#endif
