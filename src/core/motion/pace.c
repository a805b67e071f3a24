/* How long steps are: as long as they are asked for, or as the error that a method estimates allows, by a proportional and integral
   control. [Gustafsson 1991; Hairer & Wanner IV.2] */
#include "contacts.h"
#include "holds.h"
#include "implicit.h"
#include "passive.h"

#include <math.h>

static const double safety = 0.9, shrink = 0.2, grow = 5;
static const double least = 0x1p-46; /* of a step, in units of the time or of what was asked for */

rigid_pace rigid_pace_begin(double tolerance, double h) { return (rigid_pace){.tolerance = tolerance, .next = h, .before = 1e-4, .leapt = -HUGE_VAL}; }

/* By which a step follows its error. */
static double exponent(const rigid_stepper *s) { return 1.0 / (s->method->estimate + 1); }

/* The step tried has an error of `off` tolerances: how long the next may be. */
static void accept_size(const rigid_stepper *s, rigid_pace *p, double h, double off, bool refused) {
    const double of_this = 0.85 * exponent(s), of_last = 0.2 * exponent(s);
    const double factor = safety * pow(fmax(off, 1e-10), -of_this) * pow(p->before, of_last);
    p->next = h * fmax(shrink, fmin(refused ? 1 : grow, factor));
    p->before = fmax(off, 1e-4);
}

/* Where links between joints have no inertia of their own, there are configurations in which axes come to lie in one another and the mass
   matrix is singular. Damping alone then says how fast such joints turn: the motion goes on, but no step near it is short enough for
   an error that is estimated by accelerations. A step by velocities alone goes over that place: Euler's implicit one, whose equations are
   regular there. How long it must be is not known: longer, the sooner it comes after the last one. */
static const double of_energy_rounds = 1e-14, stuck = 1e-8, first_leap = 1e-7, longest_leap = 0.5, wary = 0.01; /* of the step asked for */

bool rigid_stepper_may_leap(const rigid_stepper *s) { return s->method->damps && !s->contacts && !s->loops; }

/* Whether the step tried ends where there are accelerations. */
static rigid_status find_ground(rigid_stepper *s, double t) {
    return rigid_accelerate(s, t, s->new_q, s->new_v, s->acc[s->method->stages - 1]);
}

static double stored(const rigid_stepper *s, const double *q) {
    const double lifted = rigid_potential_energy(s->model, s->ws, q);
    return s->stiffness ? lifted + rigid_springs_energy(s->model, s->stiffness, s->rest, q) : lifted;
}

static double moving(const rigid_stepper *s, const double *q, const double *v) { return rigid_kinetic_energy(s->model, s->ws, q, v); }

/* Where a speed dies within the leap, the products of velocities that it goes by are too large: no leap gains what nobody gives. */
static const double gains_at_most = 1e-8; /* of what moves */

static bool gains(const rigid_stepper *s, double T, double V, double h) {
    double given = s->new_work.applied;
    for (int k = 0; k < s->model->nv && s->damping; k++)
        given += h * s->damping[k] * s->new_v[k] * s->new_v[k];
    const double gained = moving(s, s->new_q, s->new_v) - T + (stored(s, s->new_q) - V);
    return gained > fmax(0, given) + gains_at_most * T + of_energy_rounds * fabs(V);
}

static rigid_status leap(rigid_stepper *s, rigid_pace *p, double t, double most) {
    const double last = p->leap, T = moving(s, s->q, s->v), V = stored(s, s->q);
    const double first = t - p->leapt < 10 * last ? fmin(2 * last, longest_leap * p->whole) : first_leap * p->whole;
    double size = 0;
    bool none = false; /* no ground within reach of the first */
    rigid_status status = RIGID_NOT_CONVERGED;
    for (double h = first; h <= longest_leap * p->whole && status != RIGID_OK; h *= 2) {
        size = fmin(h, most);
        status = rigid_implicit_leap(s, t, size);
        if (status == RIGID_OK)
            status = gains(s, T, V, size) ? RIGID_NOT_CONVERGED : find_ground(s, t + size);
        none = none || (h == first && status == RIGID_SINGULAR);
    }
    if (status != RIGID_OK && none) /* the motion stays where it is singular: the next step leaps as well */
        size = fmin(first, most), status = rigid_implicit_leap(s, t, size);
    if (status != RIGID_OK)
        return status;
    p->leap = size, p->leapt = t + size;
    p->next = grow * p->leap, p->steps++;
    s->leaps = true, s->leap = p->leap;
    status = rigid_stepper_cut(s, t, p->leap);
    s->leaps = false;
    /* a speed that dies in it is lost to damping, of which the power at the end tells nothing */
    s->new_work.applied = moving(s, s->new_q, s->new_v) - T + (stored(s, s->new_q) - V);
    return status;
}

/* ---- the energy of linkages --------------------------------------------------------------------------------------------- */

/* A linkage that passes by a singular configuration turns over within a few steps of a fixed size, which miss more of the energy there
   than in a minute elsewhere. So where loops hold such a step is watched: in one as long as the tick H the energy may miss
   tolerance H (H / 1 ms)⁴ of the motion's, and in shorter ones as much in all: the order in H stays what it is. Forces that jump
   within a step miss some however short it is. */
static const double of_steps = 1e-3, of_angles = 0.02; /* which round the energy the more, the larger they are */
enum { FINEST = 1024 };

static rigid_status watch_energy(rigid_stepper *s, rigid_pace *p, double t, double most) {
    double h = most > p->next ? most < 2 * p->next ? 0.5 * most : p->next : most;
    const double part = p->tolerance * pow(p->whole / of_steps, 4);
    rigid_status status = rigid_stepper_begin(s, t);
    const double T = moving(s, s->q, s->v), V = stored(s, s->q);
    const double rounding = of_energy_rounds * (T + fabs(V)) * fmax(1, of_angles * rigid_largest(s->model->nq, s->q));
    for (bool refused = false; status == RIGID_OK; h *= 0.5, refused = true) {
        status = rigid_stepper_smooth(s, t, h);
        if (status != RIGID_OK)
            break;
        const double new_T = moving(s, s->new_q, s->new_v), new_V = stored(s, s->new_q), liveliest = fmax(s->liveliest, fmax(T, new_T));
        const double missed = fabs(new_T - T + (new_V - V) - s->new_work.applied) - rounding;
        const double allowed = part * h * liveliest; /* what is rounding keeps no step short */
        if (missed <= allowed || h * FINEST <= p->whole) {
            p->next = 64 * missed <= allowed ? fmax(p->next, 2 * h) : refused ? h : p->next;
            p->steps++, s->liveliest = liveliest;
            return rigid_stepper_cut(s, t, h);
        }
        p->refused++;
    }
    return status;
}

/* ---- impulses that are not found ------------------------------------------------------------------------------------------ */

/* Where no impulses are found that all laws obey at the end of a step, mostly some are at that of a shorter one than was tried first. */
static bool finds_no_impulses(const rigid_stepper *s, rigid_status status, double h, double first) {
    return status == RIGID_NOT_CONVERGED && s->contacts && s->contacts->unsolved && h * FINEST > first;
}

static rigid_status step_in_parts(rigid_stepper *s, rigid_pace *p, double t, double most) {
    double h = most;
    rigid_status status = rigid_stepper_step(s, t, h);
    for (; finds_no_impulses(s, status, h, most); status = rigid_stepper_step(s, t, h))
        h *= 0.5, p->refused++;
    p->steps++;
    return status;
}

rigid_status rigid_stepper_pace(rigid_stepper *s, rigid_pace *p, double t, double most) {
    double h = most;
    bool refused = false;
    s->most = most, s->tolerance = s->method->estimate > 0 ? p->tolerance : 0, p->whole = fmax(p->whole, most);
    if (p->tolerance > 0 && s->method->watched && s->loops && !s->contacts)
        return watch_energy(s, p, t, most);
    if (p->tolerance <= 0 || s->method->estimate == 0)
        return step_in_parts(s, p, t, most);
    if (h > p->next)
        h = h < 2 * p->next ? 0.5 * h : p->next; /* two equal steps rather than a long and a short one */
    const double shortest = least * fmax(fabs(t), most), first = h;
    rigid_status status = s->contacts ? RIGID_OK : rigid_stepper_begin(s, t);
    if (status == RIGID_SINGULAR && rigid_stepper_may_leap(s)) /* a mode has ended in the midst of such a place */
        return leap(s, p, t, most) == RIGID_OK ? RIGID_OK : status;
    s->leap = 0;
    while (status == RIGID_OK) {
        status = s->contacts ? rigid_contacts_step(s, t, h) : rigid_stepper_smooth(s, t, h);
        if (status == RIGID_OK && rigid_stepper_may_leap(s) && h < wary * p->whole)
            status = find_ground(s, t + h);
        const bool fits = status == RIGID_OK && s->error <= p->tolerance;
        const double off = s->error / p->tolerance;
        if (fits && !s->contacts)
            status = rigid_stepper_cut(s, t, h);
        const bool out_of_reach = status == RIGID_NOT_FINITE || status == RIGID_SINGULAR || finds_no_impulses(s, status, h, first);
        if (status != RIGID_OK && !out_of_reach)
            return status;
        if (fits && !out_of_reach) {
            accept_size(s, p, h, off, refused);
            p->steps++;
            return RIGID_OK;
        }
        refused = true, p->refused++;
        h *= out_of_reach || !(off < HUGE_VAL) ? shrink : fmax(shrink, safety * pow(off, -exponent(s)));
        if (rigid_stepper_may_leap(s) && h < stuck * p->whole && leap(s, p, t, most) == RIGID_OK)
            return RIGID_OK;
        if (h < shortest)
            return out_of_reach ? status : RIGID_NOT_CONVERGED;
        status = RIGID_OK;
    }
    return status;
}
