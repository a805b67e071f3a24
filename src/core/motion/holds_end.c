/* Where in a step the first mode of a freedom ends: what is left of each mode is followed to its root, by what is known at the beginning of
   the step and at the times tried. */
#include "holds.h"
#include "../tree/rnea.h"

/* Forces that hold where the acceleration is a, into s->answer; s->total is what acts there. */
static void find_reactions(rigid_stepper *s, const double *q, const double *v, const double *a) {
    rigid_rnea(s->model, s->ws, q, v, a, s->action ? s->external : NULL, s->load);
    for (int k = 0; k < s->model->nv; k++)
        s->answer[k] = s->load[k] - s->total[k];
}

/* The same at the end of the step tried, where rigid_holds_accelerate has just been. */
static rigid_status find_reactions_ahead(rigid_stepper *s, double t) {
    const int n = s->model->nv;
    if (s->leaps) /* by the mean acceleration, for there may be none in the midst of a leap */
        return find_reactions(s, s->new_q, s->new_v, s->ahead), RIGID_OK;
    if (!s->method->last_known || s->loops) {
        const rigid_status status = rigid_accelerate(s, t, s->new_q, s->new_v, s->ahead);
        s->power_ahead = s->power_now;
        if (status != RIGID_OK)
            return status;
    }
    if (s->loops)
        find_reactions(s, s->new_q, s->new_v, s->ahead);
    else
        for (int k = 0; k < n; k++)
            s->answer[k] = s->hold[k].held ? s->reaction[k] : 0;
    return RIGID_OK;
}

/* The largest force that acts: that of the choice, but where forces have grown. */
static void note_force(rigid_stepper *s) { s->force = rigid_greater(s->force, rigid_largest(s->model->nv, s->total)); }

/* What is left before freedom k ends its mode, at q and v, and by s->answer where it is held: negative where it should have. */
static double left_of(const rigid_stepper *s, int k, const double *q, const double *v) {
    const rigid_hold *f = &s->hold[k];
    if (f->held) {
        return rigid_lesser(f->hi - s->answer[k], s->answer[k] - f->lo) + 100 * RIGID_NO_FORCE * s->force;
    }
    double left = HUGE_VAL;
    if (f->slips != 0 && f->friction > 0)
        left = f->slips * v[k];
    if (f->at_q >= 0) {
        const double x = q[f->at_q], room = rigid_lesser(x - f->lower, f->upper - x);
        left = rigid_lesser(left, room);
    }
    return left;
}

/* What is left of each at the end of the step tried, into `left`; whether any has ended. */
static rigid_status look(rigid_stepper *s, double t, double h, double *left, bool *ended) {
    const rigid_status status = s->held > 0 ? find_reactions_ahead(s, t + h) : RIGID_OK;
    if (s->held > 0)
        note_force(s);
    *ended = false;
    for (int k = 0; k < s->model->nv && status == RIGID_OK; k++) {
        left[k] = left_of(s, k, s->new_q, s->new_v);
        s->hold[k].event = left[k] < 0;
        *ended = *ended || left[k] < 0;
    }
    return status;
}

/* What is left of each at the beginning of the step. */
static rigid_status look_back(rigid_stepper *s, double t, double *left) {
    const rigid_status status = s->held > 0 ? rigid_act(s, t, s->q, s->v) : RIGID_OK;
    if (s->held > 0 && status == RIGID_OK)
        note_force(s), find_reactions(s, s->q, s->v, s->leaps ? s->ahead : s->acc[0]);
    for (int k = 0; k < s->model->nv; k++)
        left[k] = left_of(s, k, s->q, s->v);
    return status;
}

/* Part of a step in which a mode ends: its ends, of which `late` was found last, and the one that was left for that; what is left of
   each freedom there. */
typedef struct {
    double at, *left;
} end;
typedef struct {
    end before, behind, aside;
    bool late_before, known; /* known: there is one aside */
    double h;                /* the whole step */
} part;

/* What is left of freedom k is known to as much: who is off by no more stands where the mode ends. */
static double rounding(const rigid_stepper *s, const part *p, int k) {
    const rigid_hold *f = &s->hold[k];
    if (f->held)
        return RIGID_NO_FORCE * s->force;
    const double place = f->at_q >= 0 ? fabs(s->q[f->at_q]) + p->h * fabs(s->v[k]) : 0;
    const double rate = f->slips != 0 ? fabs(s->v[k]) + p->h * fabs(s->acc[0][k]) : 0;
    return 4e-16 * rigid_greater(place, rate);
}

/* What is left of freedom k, t after the beginning of the step, as c[0] + c[1] t + c[2] t² + c[3] t³: what limits it there and how that
   changes, as its speed and acceleration say, and at the end of the part, what was found. */
static void follow(const rigid_stepper *s, const part *p, int k, double *c) {
    const rigid_hold *f = &s->hold[k];
    const double T = p->behind.at, low = p->before.left[k], over = (p->behind.left[k] - low) / T, x = f->at_q >= 0 ? s->q[f->at_q] : 0;
    const double away = f->at_q < 0 ? 0 : low == x - f->lower ? 1 : low == f->upper - x ? -1 : 0;
    c[0] = low;
    if (away != 0) {
        c[1] = away * s->v[k], c[2] = 0.5 * away * s->acc[0][k];
        c[3] = ((over - c[1]) / T - c[2]) / T;
    } else
        c[1] = f->slips * s->acc[0][k], c[2] = (over - c[1]) / T, c[3] = 0;
}

/* Where in the part, which begins with the step, that is `at`. */
static double root(const double *c, double at, double behind) {
    double lo = 0, hi = behind;
    for (double t = 0.5 * hi; t > lo && t < hi; t = 0.5 * (lo + hi))
        if (c[0] + t * (c[1] + t * (c[2] + t * c[3])) > at)
            lo = t;
        else
            hi = t;
    return hi;
}

/* How far into the step freedom k is a little behind the end of its mode, less than rounding: by how it begins; or as the root of the
   parabola of time by what is left, through three ends, where that is monotonic between them; by the secant where there are two; the
   middle where that fails. [Chandrupatla 1997] */
static double guess(const rigid_stepper *s, const part *p, int k) {
    const end *x = p->late_before ? &p->before : &p->behind, *y = p->late_before ? &p->behind : &p->before;
    const double aim = -0.5 * rounding(s, p, k), low = p->before.left[k] - aim, middle = 0.5 * (x->at + y->at);
    const double fx = x->left[k] - aim, fy = y->left[k] - aim, fz = p->known ? p->aside.left[k] - aim : 0, z = p->aside.at;
    if (!(low > 0 && low < HUGE_VAL))
        return middle;
    if (p->before.at == 0 && !s->hold[k].held) {
        double c[4];
        follow(s, p, k, c);
        return root(c, aim, p->behind.at);
    }
    if (!p->known || !(fabs(fz) < HUGE_VAL) || fz == 0)
        return x->at + (y->at - x->at) * fx / (fx - fy);
    const double xi = (x->at - y->at) / (z - y->at), phi = (fx - fy) / (fz - fy);
    if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi))
        return middle;
    const double t = fx / (fy - fx) * fz / (fy - fz) + (z - x->at) / (y->at - x->at) * fx / (fz - fx) * fy / (fz - fy);
    return x->at + t * (y->at - x->at);
}

/* Where the first of all that have ended behind the part has done so; inside of it, and far enough from its ends to leave none of them
   in doubt. */
static double cut(const rigid_stepper *s, const part *p, double close) {
    double at = HUGE_VAL;
    for (int k = 0; k < s->model->nv; k++)
        if (p->behind.left[k] < 0)
            at = rigid_lesser(at, guess(s, p, k));
    return at == at ? rigid_lesser(rigid_greater(at, p->before.at + close), p->behind.at - close) : 0.5 * (p->before.at + p->behind.at);
}

/* Whether what has ended behind the part did so just there. */
static bool is_found(const rigid_stepper *s, const part *p) {
    for (int k = 0; k < s->model->nv; k++)
        if (p->behind.left[k] < -rounding(s, p, k))
            return false;
    return true;
}

/* What was found at `at`, whose numbers are in *fresh, becomes the end before the event or behind it; what that was, is aside. */
static void narrow(part *p, double at, double **fresh, bool before) {
    end *to = before ? &p->before : &p->behind;
    double *spare = p->aside.left;
    p->aside = *to, *to = (end){at, *fresh}, *fresh = spare;
    p->late_before = before, p->known = true;
}

/* The part narrowed to where the first mode has just ended, to rounding of the time or of what is left; the step was tried last to *tried. */
static rigid_status search(rigid_stepper *s, double t, part *p, double **fresh, double *tried) {
    const double close = 0.25 * rigid_greater(4e-16 * fabs(t), 1e-14 * p->h);
    rigid_status status = look_back(s, t, p->before.left);
    for (int round = 0; status == RIGID_OK && !is_found(s, p) && p->behind.at - p->before.at > 4 * close && round < 150; round++) {
        bool found = false;
        *tried = round % 10 == 9 ? 0.5 * (p->before.at + p->behind.at) : cut(s, p, close);
        status = rigid_stepper_smooth(s, t, *tried);
        if (status == RIGID_OK)
            status = look(s, t, *tried, *fresh, &found);
        narrow(p, *tried, fresh, !found);
    }
    return status;
}

rigid_status rigid_holds_first(rigid_stepper *s, double t, double h, double *size) {
    double *fresh = s->left, tried = h;
    part p = {.before = {0, s->left_before}, .behind = {h, s->left_behind}, .aside = {0, s->left_aside}, .h = h};
    rigid_status status = look(s, t, h, p.behind.left, &s->events);
    if (status == RIGID_OK && s->events)
        status = search(s, t, &p, &fresh, &tried);
    *size = p.behind.at;
    if (status != RIGID_OK || tried == p.behind.at)
        return status;
    bool ended;
    status = rigid_stepper_smooth(s, t, p.behind.at);
    return status == RIGID_OK ? look(s, t, p.behind.at, fresh, &ended) : status;
}
