/* What holds a freedom: dry friction while it stands, and the limits of its range. Between events every freedom is in one mode, and
   the motion is smooth: it moves freely, it slips, against a constant force, or it is held, by whatever force that takes within its
   bounds. Which freedoms are held is a linear complementarity problem with a mass matrix, of which there is one solution. An
   event, where a mode ends, is found in time and the step ends there. [Pfeiffer & Glocker 1996; Cottle, Pang & Stone 1992] */
#ifndef RIGID_HOLDS_H
#define RIGID_HOLDS_H

#include "stepper.h"

/* What of a force is rounding beside the largest: it lets nothing go; a hundred times as much does. */
#define RIGID_NO_FORCE 1e-13

/* The range of each freedom: as it was said, or as far out as the state is. */
void rigid_holds_range(rigid_stepper *s);
/* After a step: what was farther out than its range comes in, and not out again, not by the rounding either by which it meets the other end. */
void rigid_holds_narrow(rigid_stepper *s);
/* After loops were closed: what they took out of its range, although its limit holds it, its range yields to, as far as dimensions may be
   rounded; where two limits and the loops between them contradict each other by as little, that is how all of them hold. */
void rigid_holds_yield(rigid_stepper *s);
/* Modes of the freedoms at the state, by the forces that act there at t; what was held may be let go, and what stands be held. a: the
   acceleration, where *found: where something stands and no loops act. */
rigid_status rigid_holds_choose(rigid_stepper *s, double t, double *a, bool *found);
/* Forces of slipping, against s->total. */
void rigid_holds_slip(rigid_stepper *s);
/* As rigid_accelerate where some freedom is held: s->total and s->external are what acts. */
rigid_status rigid_holds_accelerate(rigid_stepper *s, const double *q, const double *v, double *a);
/* x of H(q) x = r, zero where something is held. */
rigid_status rigid_holds_solve(rigid_stepper *s, const double *q, const double *r, double *x);
/* Rows and columns of the held freedoms out of a matrix: they keep what they are. */
void rigid_holds_mask(const rigid_stepper *s, double *A);
void rigid_holds_mask_vector(const rigid_stepper *s, double *x);

/* The first end of a mode in the step of h just tried: how far into it, or h where there is none. The step is then tried anew to that end. */
rigid_status rigid_holds_first(rigid_stepper *s, double t, double h, double *size);
/* After a step was accepted that ended with events: what stops, stands; what meets a limit is thrown back or stopped. */
rigid_status rigid_holds_meet(rigid_stepper *s);

#endif
