/* What the implicit methods share. */
#ifndef RIGID_IMPLICIT_H
#define RIGID_IMPLICIT_H

#include "stepper.h"

/* s->matrix and s->pivot: the factors of H + x B + x² Q at the state, with B = ∂τ/∂v and Q = ∂τ/∂q. */
rigid_status rigid_linearize(rigid_stepper *s, double x);
/* A step of the linearly implicit method of Euler, from the state and its acceleration. */
rigid_status rigid_implicit_once(rigid_stepper *s, double t, double h);
/* The same without an acceleration, which there may be none of: H may be singular where damping is not. */
rigid_status rigid_implicit_leap(rigid_stepper *s, double t, double h);

#endif
