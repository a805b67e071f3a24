/* Where in a step the first mode of a freedom ends: what is left of each before it does, as a function of time, and the root of the
   first by Chandrupatla's method, each trial of which is a step. */
#include "holds.h"
#include "../tree/rnea.h"

/* ---- what is left of the modes ---------------------------------------------------------------------------------------- */

/* Forces that hold at the end of the step tried, into s->answer. */
static rigid_status reactions(rigid_stepper *s, double t) {
    rigid_status status = rigid_accelerate(s, t, s->new_q, s->new_v, s->answer);
    if (status != RIGID_OK)
        return status;
    rigid_rnea(s->model, s->ws, s->new_q, s->new_v, s->answer, s->action ? s->external : NULL, s->load);
    s->force = rigid_greater(s->force, rigid_largest(s->model->nv, s->total)); /* that of the choice, but where forces have grown */
    for (int k = 0; k < s->model->nv; k++)
        s->answer[k] = s->load[k] - s->total[k];
    return RIGID_OK;
}

/* What is left, at the end of the step tried, before freedom k ends its mode: negative where it should have. */
static double left_of(const rigid_stepper *s, int k) {
    const rigid_hold *f = &s->hold[k];
    if (f->held) {
        return rigid_lesser(f->hi - s->answer[k], s->answer[k] - f->lo) + 100 * RIGID_NO_FORCE * s->force;
    }
    double left = HUGE_VAL;
    if (f->slips != 0 && f->friction > 0)
        left = f->slips * s->new_v[k];
    if (f->at_q >= 0) {
        const double x = s->new_q[f->at_q], room = rigid_lesser(x - f->lower, f->upper - x);
        left = rigid_lesser(left, room);
    }
    return left;
}

/* What is left of each at the end of the step tried, into `left`; the number of the worst that has ended, or -1. */
static rigid_status look(rigid_stepper *s, double t, double h, double *left, int *worst) {
    const rigid_status status = s->held > 0 ? reactions(s, t + h) : RIGID_OK;
    *worst = -1;
    for (int k = 0; k < s->model->nv && status == RIGID_OK; k++) {
        left[k] = left_of(s, k);
        s->hold[k].event = left[k] < 0;
        if (left[k] < 0 && (*worst < 0 || left[k] < left[*worst]))
            *worst = k;
    }
    return status;
}

/* What is left of each at the beginning of the step; 0 where it is not known. */
static void look_back(const rigid_stepper *s, double *left) {
    for (int k = 0; k < s->model->nv; k++) {
        const rigid_hold *f = &s->hold[k];
        const bool slips = f->slips != 0 && f->friction > 0;
        const double room = f->at_q >= 0 ? rigid_lesser(s->q[f->at_q] - f->lower, f->upper - s->q[f->at_q]) : HUGE_VAL;
        left[k] = f->held ? 0 : rigid_lesser(slips ? f->slips * s->v[k] : HUGE_VAL, room);
    }
}

/* ---- the root -------------------------------------------------------------------------------------------------------- */

/* Part of a step in which a mode ends: its ends, of which `late` was found last, and the one that was left for that; what is left of
   each freedom there. */
typedef struct {
    double at, *left;
} end;
typedef struct {
    end before, behind, aside;
    bool late_before, known; /* known: there is one aside */
} part;

/* How far into the step freedom k ends its mode, as the root of the parabola of time by what is left, through three ends, where that is
   monotonic between them; the secant where there are two; the middle where nothing is known, or that fails. [Chandrupatla 1997] */
static double guess(const part *p, int k) {
    const end *x = p->late_before ? &p->before : &p->behind, *y = p->late_before ? &p->behind : &p->before;
    const double fx = x->left[k], fy = y->left[k], fz = p->known ? p->aside.left[k] : 0, z = p->aside.at;
    const double low = p->before.left[k], middle = 0.5 * (x->at + y->at);
    if (!(low > 0 && low < HUGE_VAL))
        return middle;
    if (!p->known || !(fabs(fz) < HUGE_VAL) || fz == 0)
        return x->at + (y->at - x->at) * fx / (fx - fy);
    const double xi = (x->at - y->at) / (z - y->at), phi = (fx - fy) / (fz - fy);
    if (!(phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi))
        return middle;
    const double t = fx / (fy - fx) * fz / (fy - fz) + (z - x->at) / (y->at - x->at) * fx / (fz - fx) * fy / (fz - fy);
    return x->at + t * (y->at - x->at);
}

/* Inside of the part, and far enough from its ends to leave none of them in doubt. */
static double cut(const part *p, int k, double close) {
    const double at = guess(p, k);
    return at == at ? rigid_lesser(rigid_greater(at, p->before.at + close), p->behind.at - close) : 0.5 * (p->before.at + p->behind.at);
}

/* What was found at `at`, whose numbers are in *fresh, becomes the end before the event or behind it; what that was, is aside. */
static void narrow(part *p, double at, double **fresh, bool before) {
    end *to = before ? &p->before : &p->behind;
    double *spare = p->aside.left;
    p->aside = *to, *to = (end){at, *fresh}, *fresh = spare;
    p->late_before = before, p->known = true;
}

/* The step is tried to where the first mode has just ended, found to rounding of the time. */
rigid_status rigid_holds_first(rigid_stepper *s, double t, double h, double *size) {
    int worst, found;
    double *fresh = s->left, tried = h;
    part p = {.before = {0, s->left_before}, .behind = {h, s->left_behind}, .aside = {0, s->left_aside}};
    rigid_status status = look(s, t, h, p.behind.left, &worst);
    const double close = 0.25 * rigid_greater(4e-16 * fabs(t), 1e-14 * h);
    if (status == RIGID_OK && worst >= 0)
        look_back(s, p.before.left);
    for (int round = 0; status == RIGID_OK && worst >= 0 && p.behind.at - p.before.at > 4 * close && round < 150; round++) {
        tried = round % 10 == 9 ? 0.5 * (p.before.at + p.behind.at) : cut(&p, worst, close);
        status = rigid_stepper_smooth(s, t, tried);
        if (status == RIGID_OK)
            status = look(s, t, tried, fresh, &found);
        worst = found >= 0 ? found : worst;
        narrow(&p, tried, &fresh, found < 0);
    }
    *size = p.behind.at, s->events = worst >= 0;
    if (status != RIGID_OK || tried == p.behind.at)
        return status;
    status = rigid_stepper_smooth(s, t, p.behind.at);
    return status == RIGID_OK ? look(s, t, p.behind.at, fresh, &found) : status;
}
