/* The minimum of an entropic problem by Newton's method; from afar by one that moves bodies and their duals together. */
#ifndef RIGID_CORE_MINIMUM_H
#define RIGID_CORE_MINIMUM_H

#include "entropic.h"

/* x, a point that is possible and may be far from the minimum, becomes that, as far as rounding lets it. How many steps; Newton's last decrement squared. */
int rigid_entropic_minimize(rigid_entropic *p, double *x, double *decrement);

#endif
