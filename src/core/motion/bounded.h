/* min |B x + y| of which each number of x is within bounds: what impulses of limits and dry friction are where nothing touches, with B the
   columns through which they act and y the motion without them, both in the metric of kinetic energy. By sets: some numbers stand at a bound,
   the others are a problem of least squares without bounds; there are finitely many sets, each is better than the one before, and the
   matrix BᵀB, which a mechanism that jams makes nearly singular, is never formed. [Lawson & Hanson 1974, ch. 23; Stark & Parker 1995] */
#ifndef RIGID_BOUNDED_H
#define RIGID_BOUNDED_H

#include "../tree/qr.h"
#include "admm.h"

typedef struct {
    int n, m, width; /* B: n rows of m numbers, one every `width` */
    const double *B, *y;
    const rigid_block *block; /* m: box or positive */
    double tolerance;         /* of z = Bᵀ(B x + y) */
    rigid_qr *qr;             /* room for n rows of m columns */
} rigid_bounded_problem;

size_t rigid_bounded_size(int n, int m);
/* x: where to begin, and the answer; z as above, which is nought for what is between its bounds, and points to the bound for what is at one. Returns by
   how much that is missed, counts rounds, and says whether it is no more than is tolerated or than rounding. */
double rigid_bounded_least(const rigid_bounded_problem *p, double *x, double *z, void *scratch, int *rounds, bool *done);

#endif
