/* Impulses of constraints of three kinds at once: with G = J H⁻¹Jᵀ and g the velocities of the rows without them, find x in K and
   z = G x + g + s(z) in K*, x and z at right angles, where K is made of blocks:

       box       lo <= x <= hi (dry friction, that sticks)
       positive  x >= lo (limits)
       cone      |(x1, x2)| <= mu x3, x3 >= lo (a contact: two tangents, then the normal), s = (0, 0, mu |(z1, z2)|)

   by the alternating direction method of multipliers, s taken from the iteration before; ρ follows the ratio of the two residuals.
   From near the answer, mostly that of the step before, Newton's method is tried first, and again where the iteration has come near: it
   ends at rounding (newton.h). De Saxcé's s makes it Coulomb's law itself: without it what slides would lift off. [De Saxcé & Feng 1998; Acary, Cadoux,
   Lemaréchal & Malick 2011; Carpentier, Le Lidec & Montaut 2024] That the iteration ends is not proven; where it does not, cones become
   pyramids, of which an answer is always found (facets.h), and Newton's method goes on from there. The residual is told. */
#ifndef RIGID_ADMM_H
#define RIGID_ADMM_H

#include "../numbers/status.h"

#include <stdbool.h>

/* The last: rows of loops, that have nothing to choose; they are solved before, and no part of a problem here. */
typedef enum { RIGID_BLOCK_BOX, RIGID_BLOCK_POSITIVE, RIGID_BLOCK_CONE, RIGID_BLOCK_EQUAL } rigid_block_kind;

typedef struct {
    rigid_block_kind kind;
    int first; /* its row; a cone has three */
    double lo, hi;    /* box; lo of the two last kinds: what there is at least, mostly 0 */
    double mu;        /* cone */
} rigid_block;

typedef struct {
    int rows, blocks;
    const rigid_block *block;
    const double *G; /* rows x rows, symmetric */
    const double *g;
    double tolerance; /* of velocities, and of impulses times the mean of G's diagonal */
    int most;         /* iterations */
    bool tied;        /* G is what loops leave of another: there may be little of it in some directions */
    double rho;       /* to begin with, as the last report of a like problem says; 0 chooses it */
} rigid_admm_problem;

typedef struct {
    int iterations, rounds, factorings; /* rounds: of Newton's method */
    double residual, rho;
} rigid_admm_report;

size_t rigid_admm_size(int rows);
/* x: where to begin, and the answer, which is in K; z: likewise, the velocities of the rows and s. RIGID_NOT_CONVERGED: the residual is
   above the tolerance; x is still in K. */
rigid_status rigid_admm(const rigid_admm_problem *p, double *x, double *z, void *scratch, rigid_admm_report *report);

#endif
