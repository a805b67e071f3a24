/* Newton's method on a problem of impulses that is nearly solved. */
#ifndef RIGID_NEWTON_H
#define RIGID_NEWTON_H

#include "admm.h"

#include <stdbool.h>

size_t rigid_newton_size(int rows);
/* From x on: the best x that was found, which is in K; z, its velocities and s; and how far it is from all laws, as a velocity; *done: that is tolerated, or
   rounding. */
double rigid_newton(const rigid_admm_problem *p, double *x, double *z, double tolerance, void *scratch, int *rounds, bool *done);
/* The nearest of the block's set. */
void rigid_block_project(const rigid_block *b, double *x);

#endif
