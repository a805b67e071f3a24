/* The Coriolis matrix C(q, v) of Christoffel symbols: C v is the velocity product force and dH/dt - 2C is skew, so that a
   controller built on it is passive. O(n depth), world axes.
   [Echeandia & Wensing 2021] */
#ifndef RIGID_CORIOLIS_H
#define RIGID_CORIOLIS_H

#include "../body/regressor.h"
#include "workspace.h"

/* C: nv x nv, row after row. Writes place, motion, burden, directions, carrier, product. */
void rigid_coriolis_matrix(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *C);

/* The matrix that another body-level factor gives (see regressor.h): C v is the same, passivity is not. O(n²).
   Writes place, motion, burden, directions. */
void rigid_coriolis_matrix_by(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                              rigid_factor factor, double *C);

#endif
