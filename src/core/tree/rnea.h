/* Inverse dynamics by the recursive Newton-Euler algorithm, in body axes: O(n). [Luh, Walker, Paul 1980; RBDA §5.3] */
#ifndef RIGID_RNEA_H
#define RIGID_RNEA_H

#include "workspace.h"

/* tau = H(q) a + C(q, v) v + g(q) - Σ Jᵀ external, all arrays of nv (q of nq) numbers; null v or a stand for zeros.
   external: wrenches on bodies [0..count], at the body's origin in its axes, or null. tau may be v or a.
   Writes pose, w, alpha, accel, force, moment. */
void rigid_rnea(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *a,
                const rigid_force *external, double *tau);
/* g(q): what holds the robot still. */
void rigid_gravity_forces(const rigid_model *model, rigid_workspace *ws, const double *q, double *tau);

#endif
