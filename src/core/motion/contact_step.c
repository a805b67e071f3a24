/* Steps with contacts. In flight: the method's own, cut where something meets. Where something touches, or where limits and dry friction
   hold a model with loops: the method's step, in which the forces of the step before go on, and then impulses x such that the velocity obeys
   all laws at the end, less half of what went on from the beginning and half of what that would be at the end. What the positions lack of
   that, and what gaps have drifted, is put right in the same metric. Forces that stay the same are so integrated to second order. */
#include "contacts.h"
#include "closed.h"
#include "holds.h"
#include "implicit.h"

#include <string.h>

void rigid_contacts_forget(rigid_contacts *c) {
    const size_t row = (size_t)c->model->nv * sizeof *c->pull;
    c->found = c->foreseen = c->followed = c->measured = c->ended = c->accelerated = false, c->soon = 0, c->liveliest = 0;
    memset(c->pull, 0, row), memset(c->trend, 0, row), memset(c->last_trend, 0, row), memset(c->change, 0, row);
    memset(c->rubbed, 0, row), memset(c->stopped, 0, row);
    memset(c->joined, 0, (size_t)(c->loops ? c->loops->rows : 0) * sizeof *c->joined);
}

/* What was pressed in the step before may be farther off, where that was long. */
int rigid_contacts_activate(rigid_contacts *c) {
    int count = 0;
    for (int i = 0; i < c->here.count; i++)
        count += c->here.point[i].active = c->here.point[i].at.gap <= (v3_is_zero(c->here.point[i].force) ? rigid_contacts_reach(c) : RIGID_MOST_OFF);
    return count;
}

/* What touches but leaves fast enough not to be back within a step has no rows, unless it stands inside: how many are left. */
static int release(rigid_stepper *s, int active) {
    rigid_contacts *c = s->contacts;
    const double fast = rigid_least_rebound(s);
    for (int i = 0; i < c->here.count; i++) {
        rigid_contact_point *p = &c->here.point[i];
        if (p->active && p->at.gap >= -RIGID_TOUCHING && v3_is_zero(p->force) && v3_dot(p->at.n, rigid_contact_velocity(c, s->q, s->v, p)) > fast)
            p->active = false, active--;
    }
    return active;
}

/* ---- where something meets -------------------------------------------------------------------------------------------- */

/* A freedom that was within its range and is not: by how much. One that left an end of it may have stood a little outside, and where the gaps of
   others were closed may be a little farther out: it is back where it ends on its way out. */
static double least_room(const rigid_stepper *s) {
    const double reach = rigid_contacts_reach(s->contacts);
    double least = HUGE_VAL;
    for (int k = 0; s->hold && k < s->model->nv; k++) {
        const rigid_hold *f = &s->hold[k];
        if (f->at_q < 0)
            continue;
        const double x = s->q[f->at_q], next = s->new_q[f->at_q];
        if (f->leaves ? s->new_v[k] < 0 : x > f->lower + reach)
            least = fmin(least, next - fmin(f->lower, x));
        if (f->leaves ? s->new_v[k] > 0 : x < f->upper - reach)
            least = fmin(least, fmax(f->upper, x) - next);
    }
    return least;
}

/* What is left at the end of the step tried before something meets that did not touch: negative behind that. */
static double room(rigid_stepper *s) {
    const rigid_contacts *c = s->contacts;
    double least = c->pressed ? least_room(s) : HUGE_VAL;
    for (int i = 0; i < c->end.count; i++)
        if (!c->end.point[i].active)
            least = fmin(least, c->end.point[i].at.gap);
    return least;
}

typedef rigid_status (*attempt)(rigid_stepper *s, double t, double h);

/* The step of h was tried, and left `behind`, which is negative: find where nothing is left, by Illinois's rule and halves. Where other rows are
   closed on one side than on the other, positions jump by what is between: there nothing meets, and the step ends before it. */
static rigid_status cut(rigid_stepper *s, attempt try, double t, double h, double behind) {
    double lo = 0, hi = h, at_lo = HUGE_VAL, at_hi = behind, size = h;
    rigid_status status = RIGID_OK;
    for (int round = 0; round < 100 && -at_hi > 1e-13 && hi - lo > 1e-15 * (fabs(t) + h); round++) {
        const bool half = !(at_lo < HUGE_VAL) || round % 3 == 2;
        size = half ? 0.5 * (lo + hi) : lo + (hi - lo) * at_lo / (at_lo - at_hi);
        status = try(s, t, size);
        if (status != RIGID_OK)
            return status;
        const double left = room(s);
        if (left < 0)
            hi = size, at_hi = left;
        else
            lo = size, at_lo = left;
    }
    const bool jumps = at_hi < -RIGID_TOUCHING && lo > 0;
    const double end = jumps ? lo : hi;
    if (size != end)
        status = try(s, t, end);
    s->size = end, s->contacts->meets = s->events = !jumps;
    return status;
}

/* What is too far off to be accepted says nothing of what meets. */
static bool is_refused(const rigid_stepper *s) { return s->tolerance > 0 && s->error > s->tolerance; }

/* What stands at its end as near as touching has met as well. */
static rigid_status until_something_meets(rigid_stepper *s, attempt try, double t, double h) {
    const rigid_status status = try(s, t, h);
    if (is_refused(s))
        return status;
    const double left = status == RIGID_OK ? room(s) : 0;
    s->contacts->meets = s->events = left <= RIGID_TOUCHING;
    return left < -RIGID_TOUCHING ? cut(s, try, t, h, left) : status;
}

/* ---- in flight -------------------------------------------------------------------------------------------------------- */

static rigid_status fly(rigid_stepper *s, double t, double h) {
    const rigid_status status = rigid_stepper_smooth(s, t, h);
    rigid_contacts_find(s->contacts, s->new_q, &s->contacts->end);
    return status;
}

static rigid_status flight(rigid_stepper *s, double t, double h) {
    rigid_contacts *c = s->contacts;
    c->pressed = false;
    rigid_status status = rigid_stepper_begin(s, t);
    if (status == RIGID_OK)
        status = rigid_stepper_smooth(s, t, h);
    if (status == RIGID_OK && s->hold)
        status = rigid_holds_first(s, t, h, &s->size);
    if (status != RIGID_OK)
        return status;
    rigid_contacts_find(c, s->new_q, &c->end);
    const double left = room(s);
    c->meets = left <= RIGID_TOUCHING && !s->events;
    s->events = s->events || c->meets;
    if (left >= -RIGID_TOUCHING)
        return RIGID_OK;
    s->events = false;
    return cut(s, fly, t, s->size, left);
}

/* ---- while something touches ------------------------------------------------------------------------------------------ */

static void let_go(rigid_stepper *s) {
    for (int k = 0; s->hold && k < s->model->nv; k++)
        s->hold[k].slips = 0, s->hold[k].held = s->hold[k].event = s->hold[k].leaves = false;
    s->held = 0;
}

/* The method's step. Where springs are implicit, Euler's, for that alone answers a force as the metric does in which the impulses at the
   end of the step act: with another, stiff ones would make the forces of one step after another swing ever farther. */
static rigid_status smooth(rigid_stepper *s, double t, double h) {
    return rigid_by_once(s) ? rigid_implicit_once(s, t, h) : rigid_stepper_smooth(s, t, h);
}

/* The same under the old forces. */
static rigid_status drift(rigid_stepper *s, double t, double h) {
    rigid_contacts *c = s->contacts;
    rigid_status status = RIGID_OK;
    /* Not where loops hold: friction in joints of a loop has no forces of its own that could be followed, and what was made of them grew. */
    rigid_contacts_expect(c, h, s->tolerance > 0 && !s->method->damps && !s->loops);
    s->pull = c->acts, s->leeway = c->measured ? c->leeway : NULL;
    memset(s->off, 0, (size_t)s->model->nv * sizeof *s->off);
    if (!c->accelerated)
        status = rigid_accelerate(s, t, s->q, s->v, s->acc[0]), s->power[0] = s->power_now;
    s->linear = false, c->accelerated = true;
    if (status == RIGID_OK)
        status = smooth(s, t, h);
    s->pull = s->leeway = NULL, s->known = false;
    c->gained = s->new_work.pulled;
    if (status == RIGID_OK && s->loops)
        status = rigid_loops_project(s->loops, s->new_q, s->new_v, &s->bad);
    return status;
}

static rigid_contact_point *same(const rigid_point_list *list, const rigid_contact_point *p, int near) {
    for (int k = 0; k < list->count; k++) {
        rigid_contact_point *other = &list->point[(near + k) % list->count];
        if (other->pair == p->pair && other->at.id == p->at.id)
            return other;
    }
    return NULL;
}

/* What was known of points goes on with them; false where one with a force is no longer there. */
static bool carry(const rigid_point_list *from, rigid_point_list *to) {
    for (int i = 0; i < from->count; i++) {
        const rigid_contact_point *old = &from->point[i];
        rigid_contact_point *now = old->active ? same(to, old, i) : NULL;
        if (now)
            now->active = true, now->force = old->force, now->lean = old->lean;
        else if (old->active && !v3_is_zero(old->force))
            return false;
    }
    return true;
}

/* ---- the step --------------------------------------------------------------------------------------------------------- */

static rigid_status press(rigid_stepper *s, double t, double h);

static const double far_too_low = 10; /* so often what is tolerated is the error of an order below, where it is worth to begin anew */

/* What contacts changed in the first step is now known: where by that its order was too low, once more. */
static rigid_status measure(rigid_stepper *s, double t, double h) {
    rigid_contacts *c = s->contacts;
    const bool low = s->full == 0 && !s->method->damps;
    rigid_stepper_judge_off(s, c->leeway);
    c->measured = true;
    if (low && s->error > far_too_low * s->tolerance && s->tolerance > 0) {
        s->full = 1;
        return press(s, t, h);
    }
    s->error *= low ? RIGID_OWN_PART / far_too_low : 1;
    return RIGID_OK;
}

static rigid_status press(rigid_stepper *s, double t, double h) {
    rigid_contacts *c = s->contacts;
    rigid_status status = c->foreseen ? RIGID_OK : rigid_contacts_foresee(s, t, h);
    if (status == RIGID_OK)
        status = drift(s, t, h);
    if (status != RIGID_OK)
        return status;
    rigid_contacts_find_for_rows(c, s->new_q, &c->there);
    if (!carry(&c->here, &c->there)) { /* of what was, nothing is known */
        rigid_contacts_forget(c), c->found = c->foreseen = true, c->accelerated = false;
        for (int i = 0; i < c->here.count; i++)
            c->here.point[i].force = v3_zero();
        return press(s, t, h);
    }
    bool again = false;
    status = rigid_contacts_land(s, t, h, &again);
    if (again)
        return press(s, t, h);
    if (c->fed && !c->doubted) {
        rigid_contacts_forget_forces(c), c->doubted = true;
        return press(s, t, h);
    }
    if (c->fed)
        return c->unsolved = true, RIGID_NOT_CONVERGED;
    rigid_contacts_find(c, s->new_q, &c->end);
    carry(&c->there, &c->end);
    return c->measured || status != RIGID_OK ? status : measure(s, t, h);
}

rigid_status rigid_contacts_step(rigid_stepper *s, double t, double h) {
    rigid_contacts *c = s->contacts;
    s->asked = s->size = h, s->events = c->meets = c->ended = false, c->gained = 0;
    if (!c->found) {
        rigid_contacts_find_for_rows(c, s->q, &c->here);
        c->found = true, c->struck = 0;
        const rigid_status status = rigid_contacts_strike(s);
        if (status != RIGID_OK)
            return status;
    }
    c->residual = 0, c->iterations = 0, c->accelerated = c->doubted = false;
    c->pressed = release(s, rigid_contacts_activate(c)) > 0 || (s->loops && s->hold);
    if (!c->pressed)
        return flight(s, t, h);
    let_go(s);
    return until_something_meets(s, press, t, h);
}

static void exchange_lists(rigid_point_list *a, rigid_point_list *b) {
    const rigid_point_list x = *a;
    *a = *b, *b = x;
}

static void note_touching(rigid_contacts *c) {
    c->touched = 0;
    for (int i = 0; i < c->here.count && c->pressed; i++) {
        const rigid_contact_point *p = &c->here.point[i];
        if (p->active && !v3_is_zero(p->force))
            c->touch[c->touched++] = (rigid_touch){c->pair[p->pair].a, c->pair[p->pair].b, p->at.p, p->at.n, p->force};
    }
}

/* Of a step cut to so small a part, impulses are what puts velocities right rather than what forces do. */
static const double too_short = 1e-6;

rigid_status rigid_contacts_accept(rigid_stepper *s) {
    rigid_contacts *c = s->contacts;
    rigid_status status = RIGID_OK;
    exchange_lists(&c->here, &c->end);
    c->struck = 0, c->settled = false, c->ended = true;
    note_touching(c);
    s->known = false, s->lost -= c->gained;
    c->foreseen = false;
    if (c->pressed)
        rigid_contacts_take_over(c, s->new_q, s->q, s->size); /* states are exchanged */
    c->soon = c->meets && s->size < 0.1 * s->asked ? c->soon + 1 : c->meets ? c->soon : c->soon > 0 ? c->soon - 1 : 0;
    for (int k = 0; s->hold && k < s->model->nv; k++)
        s->hold[k].happened = RIGID_HAPPENED_NOTHING, s->hold[k].impulse = 0;
    if (c->meets || (s->loops && c->pressed))
        status = rigid_contacts_strike(s);
    if (s->size < too_short * s->asked)
        rigid_contacts_forget_forces(c);
    if (c->meets || status != RIGID_OK)
        return status;
    return s->events ? rigid_holds_meet(s) : RIGID_OK;
}
