/* Modes of freedoms: which are held at a state, and what happens where a mode has ended. */
#include "holds.h"
#include "../tree/aba.h"
#include "../tree/crba.h"
#include "../tree/ltdl.h"
#include "../tree/rnea.h"
#include "../tree/world.h"

#include <string.h>

void rigid_holds_range(rigid_stepper *s) {
    for (int k = 0; k < s->model->nv; k++)
        s->hold[k].lower = -HUGE_VAL, s->hold[k].upper = HUGE_VAL;
    rigid_holds_narrow(s);
}

/* What has no more room than that has none, and stands where it is: between its limits it would be thrown to and fro faster than any step. */
static const double no_room = 1e-8; /* rad, m */

void rigid_holds_narrow(rigid_stepper *s) {
    s->beyond = false;
    for (int k = 0; k < s->model->nv; k++) {
        rigid_hold *f = &s->hold[k];
        if (f->at_q < 0)
            continue;
        const double x = s->q[f->at_q];
        f->lower = rigid_greater(f->lower, rigid_lesser(f->least, x));
        f->upper = rigid_lesser(f->upper, rigid_greater(f->most, x));
        s->beyond = s->beyond || f->lower < f->least || f->upper > f->most;
        if (f->most - f->least <= no_room && f->least <= x && x <= f->most)
            f->lower = f->upper = x;
    }
}

static const double most_yield = 2.5e-7, least_yield = 1e-10; /* rad, m */

void rigid_holds_yield(rigid_stepper *s) {
    for (int k = 0; k < s->model->nv; k++) {
        rigid_hold *f = &s->hold[k];
        const double x = f->at_q < 0 ? 0 : s->q[f->at_q];
        if (f->at_q >= 0 && x < f->lower - least_yield)
            f->lower = rigid_greater(x, rigid_lesser(f->lower, f->least - most_yield)), s->beyond = true;
        if (f->at_q >= 0 && x > f->upper + least_yield)
            f->upper = rigid_lesser(x, rigid_greater(f->upper, f->most + most_yield)), s->beyond = true;
    }
}

/* ---- the mass matrix without what is held ------------------------------------------------------------------------------ */

/* What is held keeps its own diagonal alone, so that its acceleration is what stands on the right. */
void rigid_holds_mask(const rigid_stepper *s, double *A) {
    const int n = s->model->nv;
    for (int i = 0; i < n; i++)
        if (s->hold[i].held)
            for (int j = 0; j < n; j++)
                if (i != j)
                    A[i * n + j] = A[j * n + i] = 0;
}

void rigid_holds_mask_vector(const rigid_stepper *s, double *x) {
    for (int k = 0; k < s->model->nv; k++)
        if (s->hold[k].held)
            x[k] = 0;
}

/* x of H x = r + λ where x is `target` at what is held, and λ is zero elsewhere. */
static rigid_status solve(rigid_stepper *s, const double *H, const double *r, const double *target, double *x) {
    const int n = s->model->nv;
    memcpy(s->L, H, (size_t)n * (size_t)n * sizeof *H);
    for (int i = 0; i < n; i++) {
        x[i] = s->hold[i].held ? H[i * n + i] * target[i] : r[i];
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n && s->hold[j].held && target[j] != 0; i++)
            if (!s->hold[i].held)
                x[i] -= H[i * n + j] * target[j];
    rigid_holds_mask(s, s->L);
    rigid_scratch_begin(s->ws, RIGID_SCRATCH_ltdl);
    const rigid_status status = rigid_ltdl(s->model, s->L, s->ws, &s->bad);
    if (status == RIGID_OK)
        rigid_ltdl_solve(n, s->L, s->ws, 1, x);
    rigid_scratch_end(s->ws, RIGID_SCRATCH_ltdl);
    for (int k = 0; k < n; k++)
        if (s->hold[k].held)
            x[k] = target[k];
    return status;
}

void rigid_holds_slip(rigid_stepper *s) {
    for (int k = 0; k < s->model->nv; k++)
        s->total[k] -= s->hold[k].friction * s->hold[k].slips;
}

rigid_status rigid_holds_solve(rigid_stepper *s, const double *q, const double *r, double *x) {
    rigid_crba(s->model, s->ws, q, s->mass);
    return solve(s, s->mass, r, s->ws->zero, x);
}

/* Freedoms of a body that floats in the world are solved for at once, those of joints that follow others by the mass matrix. */
static bool is_held_apart(const rigid_stepper *s) {
    if (s->model->mimics)
        return false;
    for (int i = 1; i <= s->model->count; i++) {
        const rigid_body *b = &s->model->body[i];
        for (int k = 0; rigid_floats(b) && k < 6; k++)
            if (s->hold[b->v + k].held)
                return false;
    }
    return true;
}

rigid_status rigid_holds_accelerate(rigid_stepper *s, const double *q, const double *v, double *a) {
    const int n = s->model->nv;
    if (is_held_apart(s)) {
        for (int k = 0; k < n; k++)
            s->held_flags[k] = s->hold[k].held;
        return rigid_aba_held(s->model, s->ws, q, v, s->total, s->action ? s->external : NULL, s->held_flags, a, s->reaction, &s->bad);
    }
    rigid_rnea(s->model, s->ws, q, v, NULL, s->action ? s->external : NULL, s->load);
    for (int k = 0; k < n; k++)
        s->load[k] = s->total[k] - s->load[k];
    const rigid_status status = rigid_holds_solve(s, q, s->load, a);
    for (int k = 0; k < n && status == RIGID_OK; k++)
        if (s->hold[k].held)
            s->reaction[k] = rigid_dot(n, s->mass + k * n, a) - s->load[k];
    return status;
}

/* What a leap of h goes by is H + h B: where it ends, or begins, H alone may be singular, or so nearly that an impact would make of its
   rounding a speed. */
static void leap_with(rigid_stepper *s, double h) {
    const int n = s->model->nv;
    for (int k = 0; k < n && s->damping; k++)
        s->mass[k * n + k] += h * s->damping[k];
}

static const double shortest_leap = 1e-7; /* of the step asked for */

/* ---- which are held --------------------------------------------------------------------------------------------------- */

/* One freedom in the complementarity problem: it is not in it, or its force is at a bound, or it is held. */
typedef enum { APART, HELD, AT_LO, AT_HI } place;

static place *places(rigid_stepper *s) { return (place *)s->pivot; }

/* Where freedom k belongs by x and by the force λ that holds it; scales are what counts as nothing. */
static place judge(place now, const rigid_hold *f, double off, double lambda, double no_force, double no_motion) {
    if (now == HELD)
        return lambda > f->hi + no_force ? AT_HI : lambda < f->lo - no_force ? AT_LO : HELD;
    if (now == AT_HI)
        return off > no_motion ? HELD : AT_HI;
    return off < -no_motion ? HELD : AT_LO;
}

/* H x = r + λ, lo <= λ <= hi of what is not APART: x - target is zero where λ is within, not positive where λ = hi, not negative where
   λ = lo. All violations change places at once, and later only the first, which ends. [Murty 1974] */
static rigid_status solve_box(rigid_stepper *s, const double *H, const double *r, const double *target, double *x) {
    const int n = s->model->nv;
    place *at = places(s);
    double *load = s->rest_of;
    s->force = rigid_largest(n, r);
    for (int round = 0; round < 30 + 20 * n; round++) {
        for (int k = 0; k < n; k++) {
            s->hold[k].held = at[k] == HELD;
            load[k] = r[k] + (at[k] == AT_HI ? s->hold[k].hi : at[k] == AT_LO ? s->hold[k].lo : 0);
        }
        const rigid_status status = solve(s, H, load, target, x);
        if (status != RIGID_OK)
            return status;
        const double no_force = RIGID_NO_FORCE * s->force, no_motion = 1e-13 * rigid_largest(n, x);
        int changed = 0;
        for (int k = 0; k < n && (changed == 0 || round < 10); k++) {
            if (at[k] == APART)
                continue;
            const double lambda = at[k] == HELD ? rigid_dot(n, H + k * n, x) - r[k] : 0;
            const place next = judge(at[k], &s->hold[k], x[k] - target[k], lambda, no_force, no_motion);
            changed += next != at[k], at[k] = next;
        }
        if (!changed)
            return RIGID_OK;
    }
    return RIGID_NOT_CONVERGED;
}

static bool at_lower(const rigid_stepper *s, const rigid_hold *f) { return f->at_q >= 0 && s->q[f->at_q] <= f->lower; }
static bool at_upper(const rigid_stepper *s, const rigid_hold *f) { return f->at_q >= 0 && s->q[f->at_q] >= f->upper; }

/* Bounds of the force that holds each freedom that stands; false where none does. */
static bool find_candidates(rigid_stepper *s) {
    bool any = false;
    for (int k = 0; k < s->model->nv; k++) {
        rigid_hold *f = &s->hold[k];
        f->was_held = f->held;
        const bool stands = s->v[k] == 0 && (f->friction > 0 || at_lower(s, f) || at_upper(s, f));
        f->lo = at_upper(s, f) ? -HUGE_VAL : -f->friction, f->hi = at_lower(s, f) ? HUGE_VAL : f->friction;
        f->slips = stands ? 0 : (s->v[k] > 0) - (s->v[k] < 0);
        f->held = stands;
        places(s)[k] = stands ? HELD : APART;
        any = any || stands;
    }
    return any;
}

static rigid_happening parting(const rigid_hold *f) { return f->hi - f->lo < HUGE_VAL ? RIGID_HAPPENED_GO : RIGID_HAPPENED_LEAVE; }

/* What stood when modes were chosen last, and stands yet, but is no longer held, and no event has said so: the forces have changed at
   once. */
static void note_parting(rigid_stepper *s) {
    for (int k = 0; k < s->model->nv; k++) {
        rigid_hold *f = &s->hold[k];
        const bool told = s->events && (f->happened == RIGID_HAPPENED_GO || f->happened == RIGID_HAPPENED_LEAVE);
        const bool parts = f->was_held && !f->held && s->v[k] == 0 && !told;
        f->happened = parts ? parting(f) : RIGID_HAPPENED_NOTHING, f->impulse = 0;
        s->lets_go = s->lets_go || parts;
    }
}

rigid_status rigid_holds_choose(rigid_stepper *s, double t, double *a, bool *found) {
    const int n = s->model->nv;
    s->held = 0, s->lets_go = false;
    if (!find_candidates(s))
        return RIGID_OK;
    rigid_status status = rigid_act(s, t, s->q, s->v);
    if (status != RIGID_OK)
        return status;
    rigid_rnea(s->model, s->ws, s->q, s->v, NULL, s->action ? s->external : NULL, s->load);
    for (int k = 0; k < n; k++)
        s->load[k] = s->total[k] - s->load[k];
    rigid_crba(s->model, s->ws, s->q, s->mass);
    status = solve_box(s, s->mass, s->load, s->ws->zero, a);
    *found = !s->loops && status == RIGID_OK;
    if (status == RIGID_SINGULAR && s->method->damps && !s->loops) {
        leap_with(s, rigid_greater(s->leap, shortest_leap * s->most));
        status = solve_box(s, s->mass, s->load, s->ws->zero, a);
    }
    for (int k = 0; k < n; k++) {
        rigid_hold *f = &s->hold[k];
        f->held = places(s)[k] == HELD;
        if (places(s)[k] == AT_LO || places(s)[k] == AT_HI)
            f->slips = places(s)[k] == AT_LO ? 1 : -1;
        s->held += f->held;
    }
    note_parting(s);
    return status;
}

/* ---- what then happens ------------------------------------------------------------------------------------------------ */

/* Two freedoms of which each pushes the other off its limit can change places for ever, each time for a shorter while: an event that comes
   soon after the last one takes what is a little off, or slow, for what it tends to; one that comes later, the less so the later it comes. */
static const double least_grasp = 1e-9, most_grasp = 1e-5;

static void grasp(rigid_stepper *s) {
    for (int k = 0; k < s->model->nv; k++) {
        const rigid_hold *f = &s->hold[k];
        if (fabs(s->v[k]) > s->grasp)
            continue;
        if (f->at_q >= 0 && fabs(s->q[f->at_q] - f->lower) <= s->grasp)
            s->q[f->at_q] = f->lower, s->v[k] = 0;
        if (f->at_q >= 0 && fabs(s->q[f->at_q] - f->upper) <= s->grasp)
            s->q[f->at_q] = f->upper, s->v[k] = 0;
        if (f->friction > 0)
            s->v[k] = 0;
    }
}

/* v after the impacts, with H v before in s->load and H in s->mass: the impulses of those that are held, and the energy lost, of which a leap's
   metric says too much. */
static void tell_impacts(rigid_stepper *s, bool leaps, const double *target) {
    const int n = s->model->nv;
    const double before = leaps ? rigid_kinetic_energy(s->model, s->ws, s->q, s->v) : 0;
    double loss = 0; /* v Hv before, less v Hv after */
    for (int k = 0; k < n; k++) {
        loss += s->load[k] * s->v[k];
        s->v[k] = places(s)[k] == HELD ? target[k] : s->answer[k];
    }
    for (int k = 0; k < n; k++) {
        const double momentum = rigid_dot(n, s->mass + k * n, s->v);
        loss -= momentum * s->v[k];
        if (places(s)[k] != APART)
            s->hold[k].impulse = momentum - s->load[k];
    }
    s->lost += leaps ? before - rigid_kinetic_energy(s->model, s->ws, s->q, s->v) : 0.5 * loss;
}

/* What stood elsewhere and took part in the impact: a limit that passed it on, or what was thrown off its limit, or out of what friction
   held, which has no impulse: its force is bounded, and an impact takes no time. */
static void tell_others(rigid_stepper *s) {
    double most = 0;
    for (int k = 0; k < s->model->nv; k++)
        most = rigid_greater(fabs(s->hold[k].impulse), most);
    for (int k = 0; k < s->model->nv; k++) {
        rigid_hold *f = &s->hold[k];
        if (f->happened != RIGID_HAPPENED_NOTHING)
            continue;
        if (fabs(f->impulse) > 1e-9 * most)
            f->happened = f->impulse > 0 ? RIGID_HAPPENED_LOWER : RIGID_HAPPENED_UPPER;
        else if (f->was_held && s->v[k] != 0)
            f->happened = at_lower(s, f) || at_upper(s, f) ? RIGID_HAPPENED_LEAVE : RIGID_HAPPENED_GO;
    }
}

/* s->answer: v after the impulses of all limits that are met, by the metric of a leap of h, or without. */
static rigid_status strike(rigid_stepper *s, double h, bool jammed, const double *target) {
    const int n = s->model->nv;
    for (int k = 0; k < n; k++) {
        rigid_hold *f = &s->hold[k];
        const bool low = at_lower(s, f), high = at_upper(s, f);
        f->lo = high || jammed ? -HUGE_VAL : 0, f->hi = low || jammed ? HUGE_VAL : 0;
        places(s)[k] = low || high ? HELD : APART;
    }
    rigid_crba(s->model, s->ws, s->q, s->mass);
    leap_with(s, h);
    for (int k = 0; k < n; k++)
        s->load[k] = rigid_dot(n, s->mass + k * n, s->v);
    return solve_box(s, s->mass, s->load, target, s->answer);
}

static const double rest = 1e-6; /* what comes slower to a limit than that is not thrown back, rad/s or m/s */

rigid_status rigid_holds_meet(rigid_stepper *s) {
    const int n = s->model->nv;
    double *target = s->mean;
    bool met = false;
    s->usual = rigid_greater(s->most, s->usual); /* what was asked for, not what is left of a tick */
    const bool soon = s->size < 1e-4 * s->usual;
    s->grasp = soon ? rigid_lesser(most_grasp, 2 * s->grasp) : rigid_greater(least_grasp, s->grasp * exp2(-1e3 * s->size / s->usual));
    const bool jammed = s->grasp == most_grasp; /* no impact throws off a limit what has come back so often */
    grasp(s);
    for (int k = 0; k < n; k++) {
        rigid_hold *f = &s->hold[k];
        target[k] = 0, f->was_held = f->held;
        const bool low = at_lower(s, f), high = at_upper(s, f), towards = (low && s->v[k] < 0) || (high && s->v[k] > 0);
        if (f->event && !f->held && f->slips * s->v[k] <= 0 && f->friction > 0)
            s->v[k] = 0;
        if (low || high)
            s->q[f->at_q] = low ? f->lower : f->upper;
        if (towards && fabs(s->v[k]) * s->restitution > rest)
            target[k] = -s->restitution * s->v[k];
        f->happened = towards ? (low ? RIGID_HAPPENED_LOWER : RIGID_HAPPENED_UPPER)
                      : !f->event ? RIGID_HAPPENED_NOTHING : !f->held ? RIGID_HAPPENED_STOP
                      : parting(f);
        f->impulse = 0;
        met = met || towards;
    }
    if (!met)
        return RIGID_OK;
    const double least_leap = 0.01 * s->usual;
    bool leaps = s->leap > 0;
    rigid_status status = strike(s, leaps ? rigid_greater(s->leap, least_leap) : 0, jammed, target);
    if (status == RIGID_SINGULAR && !leaps && s->method->damps && !s->loops)
        leaps = true, status = strike(s, least_leap, jammed, target);
    if (status != RIGID_OK)
        return status;
    tell_impacts(s, leaps, target);
    grasp(s); /* what the impact has just thrown off another limit */
    tell_others(s);
    return RIGID_OK;
}
