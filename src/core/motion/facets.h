/* Problems of impulses (admm.h) whose cones are pyramids: those can always be solved. */
#ifndef RIGID_FACETS_H
#define RIGID_FACETS_H

#include "admm.h"

#include <stdbool.h>

/* For problems of at most so many rows. */
enum { RIGID_FACETS_ROWS = 60 };

size_t rigid_facets_size(int rows);
/* With cones of eight edges each, that stand about the friction in x by angles of `fan`, the least of them, or about any axis where x has none. x: the
   answer, in K. False: there are too many rows, or rounding stood in the way. */
bool rigid_facets_solve(const rigid_admm_problem *p, double fan, double *x, void *scratch);

#endif
