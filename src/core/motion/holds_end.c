/* Where in a step the first mode of a freedom ends: what is left of each mode is followed to its root, by what is known at the beginning of
   the step and at the times tried. */
#include "holds.h"
#include "../tree/rnea.h"

/* How a mode may end: who slips turns; the force that holds, or the place of what moves, comes to its lower or to its upper bound. */
typedef enum { TURNS, LOW, HIGH } way;

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

/* What is left of freedom k's mode before it ends in each way, at q and v, and by s->answer where it is held: negative where it should
   have. Each is smooth in time by itself; the least of them is not. */
static void left_of(const rigid_stepper *s, int k, const double *q, const double *v, double *left) {
    const rigid_hold *f = &s->hold[k];
    left[TURNS] = left[LOW] = left[HIGH] = HUGE_VAL;
    if (f->held) {
        const double none = 100 * RIGID_NO_FORCE * s->force;
        left[LOW] = s->answer[k] - f->lo + none, left[HIGH] = f->hi - s->answer[k] + none;
        return;
    }
    if (f->slips != 0 && f->friction > 0)
        left[TURNS] = f->slips * v[k];
    if (f->at_q >= 0)
        left[LOW] = q[f->at_q] - f->lower, left[HIGH] = f->upper - q[f->at_q];
}

/* What is left of each at the end of the step tried, into `left`; whether any has ended. */
static rigid_status look(rigid_stepper *s, double t, double h, double *left, bool *ended) {
    const rigid_status status = s->held > 0 ? find_reactions_ahead(s, t + h) : RIGID_OK;
    if (s->held > 0)
        note_force(s);
    *ended = false;
    for (int k = 0; k < s->model->nv && status == RIGID_OK; k++) {
        double *of = left + RIGID_WAYS * k;
        left_of(s, k, s->new_q, s->new_v, of);
        s->hold[k].event = of[TURNS] < 0 || of[LOW] < 0 || of[HIGH] < 0;
        *ended = *ended || s->hold[k].event;
    }
    return status;
}

/* What is left of each at the beginning of the step. */
static rigid_status look_back(rigid_stepper *s, double t, double *left) {
    const rigid_status status = s->held > 0 ? rigid_act(s, t, s->q, s->v) : RIGID_OK;
    if (s->held > 0 && status == RIGID_OK)
        note_force(s), find_reactions(s, s->q, s->v, s->leaps ? s->ahead : s->acc[0]);
    for (int k = 0; k < s->model->nv; k++)
        left_of(s, k, s->q, s->v, left + RIGID_WAYS * k);
    return status;
}

/* Part of a step in which a mode ends: its ends, of which `late` was found last, and the one that was left for that; what is left of
   each mode there. */
typedef struct {
    double at, *left;
} end;
typedef struct {
    end before, behind, aside;
    bool late_before, known; /* known: there is one aside */
    double h;                /* the whole step */
    double close;            /* times no farther apart are the same */
} part;

/* Mode i / RIGID_WAYS and how it ends. */
static const rigid_hold *hold_of(const rigid_stepper *s, int i) { return &s->hold[i / RIGID_WAYS]; }
static way way_of(int i) { return (way)(i % RIGID_WAYS); }
static int ends_of(const rigid_stepper *s) { return RIGID_WAYS * s->model->nv; }

/* What is left before end i is known to as much, as it is what it is and as the time is: who is off by no more stands where the mode ends. */
static double rounding(const rigid_stepper *s, const part *p, int i) {
    const rigid_hold *f = hold_of(s, i);
    const int k = i / RIGID_WAYS;
    if (f->held)
        return RIGID_NO_FORCE * s->force;
    const double x = way_of(i) == TURNS ? s->v[k] : s->q[f->at_q], rate = way_of(i) == TURNS ? s->acc[0][k] : s->v[k];
    return 4e-16 * (fabs(x) + p->h * fabs(rate)) + p->close * fabs(rate);
}

/* What is left before end i of a freedom that moves, t after the beginning of the step, as c[0] + c[1] t + c[2] t² + c[3] t³: by its speed
   and acceleration there, and by what was found at the end of the part. */
static void follow(const rigid_stepper *s, const part *p, int i, double *c) {
    const int k = i / RIGID_WAYS;
    const double T = p->behind.at, low = p->before.left[i], over = (p->behind.left[i] - low) / T;
    const double away = way_of(i) == LOW ? 1 : way_of(i) == HIGH ? -1 : 0;
    c[0] = low;
    if (away != 0) {
        c[1] = away * s->v[k], c[2] = 0.5 * away * s->acc[0][k];
        c[3] = ((over - c[1]) / T - c[2]) / T;
    } else
        c[1] = s->hold[k].slips * s->acc[0][k], c[2] = (over - c[1]) / T, c[3] = 0;
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

/* How far into the step what is left before end i is gone, by a little, less than rounding: by how it begins; or as the root of the
   parabola of time by what is left, through three times, where that is monotonic between them; by the secant where there are two; the
   middle where that fails. [Chandrupatla 1997] */
static double guess(const rigid_stepper *s, const part *p, int i) {
    const end *x = p->late_before ? &p->before : &p->behind, *y = p->late_before ? &p->behind : &p->before;
    const double aim = -0.5 * rounding(s, p, i), low = p->before.left[i] - aim, middle = 0.5 * (x->at + y->at);
    const double fx = x->left[i] - aim, fy = y->left[i] - aim, fz = p->known ? p->aside.left[i] - aim : 0, z = p->aside.at;
    if (!(low > 0 && low < HUGE_VAL))
        return middle;
    if (p->before.at == 0 && !hold_of(s, i)->held) {
        double c[4];
        follow(s, p, i, c);
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
static double cut(const rigid_stepper *s, const part *p) {
    const double close = 0.25 * p->close;
    double at = HUGE_VAL;
    for (int i = 0; i < ends_of(s); i++)
        if (p->behind.left[i] < 0)
            at = rigid_lesser(at, guess(s, p, i));
    return at == at ? rigid_lesser(rigid_greater(at, p->before.at + close), p->behind.at - close) : 0.5 * (p->before.at + p->behind.at);
}

/* Whether what has ended behind the part did so just there. */
static bool is_found(const rigid_stepper *s, const part *p) {
    for (int i = 0; i < ends_of(s); i++)
        if (p->behind.left[i] < 0 && p->behind.left[i] < -rounding(s, p, i))
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
    p->close = rigid_greater(4e-16 * fabs(t), 1e-14 * p->h);
    rigid_status status = look_back(s, t, p->before.left);
    for (int round = 0; status == RIGID_OK && !is_found(s, p) && p->behind.at - p->before.at > p->close && round < 150; round++) {
        bool found = false;
        *tried = round % 10 == 9 ? 0.5 * (p->before.at + p->behind.at) : cut(s, p);
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
