/* What joints do of themselves: springs, damping and dry friction, as generalized forces. */
#ifndef RIGID_PASSIVE_H
#define RIGID_PASSIVE_H

#include "../tree/model.h"

/* tau -= stiffness (q - rest) of numbers that simply add; of a spherical joint, stiffness times its rotation vector. Arrays of nv. */
void rigid_springs_pull(const rigid_model *model, const double *stiffness, const double *rest, const double *q, double *tau);
/* dq (nv x nv) += how the torque that a motion asks for grows with q: the stiffness, on the diagonal; of a spherical joint, where
   it stands at rest. */
void rigid_springs_stiffen(const rigid_model *model, const double *stiffness, double *dq);
/* Whether any joint has one. */
bool rigid_springs_any(const rigid_model *model);

#endif
