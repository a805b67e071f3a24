/* What joints do of themselves: springs, damping and dry friction, as generalized forces. */
#ifndef RIGID_PASSIVE_H
#define RIGID_PASSIVE_H

#include "../tree/joint.h"
#include "../tree/model.h"

/* Whether the numbers of a joint's q stand for those of its v, one by one, and are its own. */
static inline bool rigid_simply_adds(const rigid_body *b) { return rigid_joint_nq[b->kind] == rigid_joint_nv[b->kind] && !b->follows; }

/* tau -= stiffness (q - rest) of numbers that simply add; of a spherical joint, stiffness times its rotation vector. Arrays of nv. */
void rigid_springs_pull(const rigid_model *model, const double *stiffness, const double *rest, const double *q, double *tau);
/* What they have stored at q. */
double rigid_springs_energy(const rigid_model *model, const double *stiffness, const double *rest, const double *q);
/* A (nv x nv) += part of how the torque that a motion asks for grows with q: the stiffness, on the diagonal; of a spherical joint,
   where it stands at rest. */
void rigid_springs_stiffen(const rigid_model *model, const double *stiffness, double part, double *A);
/* Generalized forces f at q0, as they are at q where those on quaternions keep their directions in the axes before the joint, and others their
   numbers. */
void rigid_forces_stay(const rigid_model *model, const double *q0, const double *f, const double *q, double *out);
/* Whether any joint has one. */
bool rigid_springs_any(const rigid_model *model);

#endif
