/* Steppers: their memory, what may be asked and told, the forces that act, and steps tried and accepted. */
#include "stepper.h"
#include "closed.h"
#include "contacts.h"
#include "../numbers/finite.h"
#include "holds.h"
#include "implicit.h"
#include "passive.h"

#include <string.h>

static const rigid_method_row *const methods[RIGID_METHODS] = {
#define ROW(METHOD, name) [RIGID_METHOD_##METHOD] = &rigid_method_##name,
    RIGID_METHOD_LIST(ROW)
#undef ROW
};
static const char *const names[RIGID_METHODS] = {
#define NAME(METHOD, name) [RIGID_METHOD_##METHOD] = #name,
    RIGID_METHOD_LIST(NAME)
#undef NAME
};

const char *rigid_method_name(rigid_method m) { return names[m]; }
int rigid_method_order(rigid_method m) { return methods[m]->order; }
int rigid_method_estimate_order(rigid_method m) { return methods[m]->estimate; }
double rigid_method_tolerance(rigid_method m) { return methods[m]->tolerance; }
rigid_stability rigid_method_stability(rigid_method m) { return methods[m]->calm; }

/* ---- memory ----------------------------------------------------------------------------------------------------------- */

/* Point into memory from `block` on; how many bytes that takes. */
static size_t lay_out(rigid_stepper *s, const rigid_model *model, rigid_method m, bool holds, unsigned char *block) {
    unsigned char *at = block;
    const size_t n = (size_t)model->nv, row = n * sizeof(double), square = methods[m]->square ? n * row : 0;
    double **rows[] = {&s->v, &s->new_v, &s->tau, &s->total, &s->theta, &s->pushed, &s->pulled, &s->off, &s->momentum, &s->rest_of, &s->mean};
    s->q = rigid_take(&at, (size_t)model->nq * sizeof(double)), s->new_q = rigid_take(&at, (size_t)model->nq * sizeof(double));
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        *rows[k] = rigid_take(&at, row);
    for (int k = 0; k < methods[m]->stages; k++)
        s->acc[k] = rigid_take(&at, row), s->rate[k] = rigid_take(&at, row);
    s->H = rigid_take(&at, square), s->dq = rigid_take(&at, square), s->dv = rigid_take(&at, square), s->matrix = rigid_take(&at, square);
    s->pivot = rigid_take(&at, square || holds ? n * sizeof(int) : 0);
    if (holds) {
        double **of_holds[] = {&s->load, &s->answer, &s->reaction, &s->ahead}, **left[] = {&s->left, &s->left_before, &s->left_behind, &s->left_aside};
        for (size_t k = 0; k < sizeof of_holds / sizeof *of_holds; k++)
            *of_holds[k] = rigid_take(&at, row);
        for (size_t k = 0; k < sizeof left / sizeof *left; k++)
            *left[k] = rigid_take(&at, RIGID_WAYS * row);
        s->hold = rigid_take(&at, n * sizeof *s->hold), s->held_flags = rigid_take(&at, n * sizeof *s->held_flags);
        s->mass = rigid_take(&at, n * row), s->L = rigid_take(&at, n * row);
    }
    s->external = rigid_take(&at, (size_t)(model->count + 1) * sizeof(rigid_force));
    return (size_t)(at - block);
}

size_t rigid_stepper_size(const rigid_model *model, rigid_method m, bool holds) {
    rigid_stepper unused = {0};
    unsigned char nowhere[1];
    return rigid_whole(sizeof(rigid_stepper)) + lay_out(&unused, model, m, holds, nowhere) + rigid_workspace_size(model);
}

static bool is_flat(const rigid_model *model) {
    for (int i = 1; i <= model->count; i++)
        if (rigid_joint_nq[model->body[i].kind] != rigid_joint_nv[model->body[i].kind])
            return false;
    return model->nq == model->nv;
}

rigid_stepper *rigid_stepper_make(const rigid_model *model, rigid_method m, bool holds, void *memory) {
    rigid_stepper *s = memory;
    memset(s, 0, sizeof *s);
    unsigned char *block = (unsigned char *)memory + rigid_whole(sizeof *s);
    const size_t size = lay_out(s, model, m, holds, block);
    memset(block, 0, size);
    s->model = model, s->method = methods[m], s->damping = model->damping, s->singular = 1;
    if (rigid_springs_any(model))
        s->stiffness = model->stiffness, s->rest = model->springref;
    s->ws = rigid_workspace_make(model, block + size);
    s->flat = is_flat(model);
    rigid_model_neutral(model, s->q);
    if (holds)
        rigid_stepper_holds(s, model->friction, NULL, NULL, 0);
    return s;
}

/* ---- what may be asked and told --------------------------------------------------------------------------------------- */

void rigid_stepper_set(rigid_stepper *s, const double *q, const double *v) {
    memmove(s->q, q, (size_t)s->model->nq * sizeof *q), memmove(s->v, v, (size_t)s->model->nv * sizeof *v);
    s->known = s->events = s->torn = false, s->liveliest = 0;
    s->usual = s->grasp = s->leap = 0, s->full = 0; /* no event has been yet */
    if (s->loops)
        s->cut = rigid_loops_cut(s->loops, q), s->rank = 0;
    for (int k = 0; s->hold && k < s->model->nv; k++)
        s->hold[k].held = false;
    if (s->hold)
        rigid_holds_range(s);
    if (s->contacts)
        rigid_contacts_forget(s->contacts);
}
double rigid_stepper_work(const rigid_stepper *s) { return s->work; }
double rigid_stepper_lost(const rigid_stepper *s) { return s->lost; }
const double *rigid_stepper_q(const rigid_stepper *s) { return s->q; }
const double *rigid_stepper_v(const rigid_stepper *s) { return s->v; }
const double *rigid_stepper_new_q(const rigid_stepper *s) { return s->new_q; }
const double *rigid_stepper_new_v(const rigid_stepper *s) { return s->new_v; }
double rigid_stepper_error(const rigid_stepper *s) { return s->error; }
int rigid_stepper_worst(const rigid_stepper *s) { return s->worst; }
int rigid_stepper_bad(const rigid_stepper *s) { return s->bad; }
void rigid_stepper_forget(rigid_stepper *s) { s->known = false; }
const double *rigid_stepper_torque(const rigid_stepper *s) { return s->tau; }
double *rigid_stepper_tau(rigid_stepper *s) {
    s->known = false;
    return s->tau;
}
void rigid_stepper_act(rigid_stepper *s, rigid_action action, void *with) { s->action = action, s->with = with, s->known = false; }
void rigid_stepper_damping(rigid_stepper *s, const double *damping) { s->damping = damping, s->known = false; }
void rigid_stepper_springs(rigid_stepper *s, const double *stiffness, const double *rest) {
    s->stiffness = stiffness, s->rest = rest, s->known = false;
}

void rigid_stepper_holds(rigid_stepper *s, const double *friction, const double *lower, const double *upper, double restitution) {
    for (int k = 0; k < s->model->nv; k++)
        s->hold[k] = (rigid_hold){.friction = friction ? friction[k] : 0,
                                  .least = lower ? lower[k] : -HUGE_VAL,
                                  .most = upper ? upper[k] : HUGE_VAL,
                                  .at_q = -1};
    for (int i = 1; i <= s->model->count; i++) {
        const rigid_body *b = &s->model->body[i];
        if (rigid_simply_adds(b))
            for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
                s->hold[b->v + k].at_q = b->q + k;
    }
    s->restitution = restitution, s->held = 0, s->known = false;
    rigid_holds_range(s);
}
void rigid_stepper_restitution(rigid_stepper *s, double restitution) { s->restitution = restitution; }
void rigid_stepper_close(rigid_stepper *s, rigid_loops *loops) {
    s->loops = loops, s->known = false;
    if (loops)
        s->cut = rigid_loops_cut(loops, s->q), s->rank = 0;
}
void rigid_stepper_touch(rigid_stepper *s, rigid_contacts *contacts) {
    s->contacts = contacts, s->known = false;
    if (contacts)
        rigid_contacts_forget(contacts);
}
double rigid_stepper_size_tried(const rigid_stepper *s) { return s->size; }
bool rigid_stepper_ends_a_mode(const rigid_stepper *s) { return s->events; }
bool rigid_stepper_lets_go(const rigid_stepper *s) { return s->known && s->lets_go; }
rigid_happening rigid_stepper_happened(const rigid_stepper *s, int k, double *impulse) {
    *impulse = s->hold[k].impulse;
    return s->hold[k].happened;
}

/* ---- forces ----------------------------------------------------------------------------------------------------------- */

/* The power of external wrenches, if there are any. */
static double pushing(rigid_stepper *s, const double *q, const double *v) {
    bool any = false;
    for (int i = 1; i <= s->model->count && !any; i++)
        any = v3_dot(s->external[i].linear, s->external[i].linear) > 0 || v3_dot(s->external[i].angular, s->external[i].angular) > 0;
    if (!any)
        return 0;
    rigid_rnea(s->model, s->ws, q, NULL, NULL, s->external, s->pushed);
    double power = -rigid_dot(s->model->nv, s->pushed, v);
    rigid_gravity_forces(s->model, s->ws, q, s->pushed);
    return power + rigid_dot(s->model->nv, s->pushed, v);
}

rigid_status rigid_act(rigid_stepper *s, double t, const double *q, const double *v) {
    const int n = s->model->nv;
    memcpy(s->total, s->tau, (size_t)n * sizeof *s->total);
    if (s->action) {
        memset(s->external, 0, (size_t)(s->model->count + 1) * sizeof *s->external);
        const rigid_status status = s->action(s->with, t, q, v, s->total, s->external);
        if (status != RIGID_OK)
            return status;
    }
    if (s->damping)
        for (int k = 0; k < n; k++)
            s->total[k] -= s->damping[k] * v[k];
    if (s->hold)
        rigid_holds_slip(s);
    s->power_now = (rigid_power){rigid_dot(n, s->total, v) + (s->action ? pushing(s, q, v) : 0), 0};
    if (s->pull) {
        rigid_forces_stay(s->model, s->q, s->pull, q, s->pulled);
        s->power_now.pulled = rigid_dot(n, s->pulled, v);
        for (int k = 0; k < n; k++)
            s->total[k] += s->pulled[k];
    }
    if (s->stiffness)
        rigid_springs_pull(s->model, s->stiffness, s->rest, q, s->total);
    return RIGID_OK;
}

/* While the stepper asks something of its loops, they know what it holds, and cut their rows as the motion does; others do not. */
static double lend_loops(rigid_stepper *s) {
    for (int k = 0; s->hold && k < s->model->nv; k++)
        s->held_flags[k] = s->hold[k].held;
    const double cut = s->loops->cut;
    s->loops->held = s->hold ? s->held_flags : NULL, s->loops->cut = s->cut;
    return cut;
}
static void take_back_loops(rigid_stepper *s, double cut) { s->loops->held = NULL, s->loops->cut = cut; }

static rigid_status constrained(rigid_stepper *s, const double *q, const double *v, double *a) {
    const double cut = lend_loops(s);
    const rigid_status status = rigid_constrained_dynamics(s->loops, q, v, s->total, s->action ? s->external : NULL, a, NULL, &s->bad);
    take_back_loops(s, cut);
    return status;
}

rigid_status rigid_stepper_factor_loops(rigid_stepper *s) {
    const double cut = lend_loops(s);
    const rigid_status status = rigid_loops_factor(s->loops, s->q, &s->bad);
    take_back_loops(s, cut);
    return status;
}

rigid_status rigid_accelerate(rigid_stepper *s, double t, const double *q, const double *v, double *a) {
    const rigid_status status = rigid_act(s, t, q, v);
    if (status != RIGID_OK)
        return status;
    if (s->loops)
        return constrained(s, q, v, a);
    if (s->held > 0)
        return rigid_holds_accelerate(s, q, v, a);
    return rigid_aba(s->model, s->ws, q, v, s->total, s->action ? s->external : NULL, a, &s->bad);
}

/* ---- steps ------------------------------------------------------------------------------------------------------------ */

rigid_status rigid_stepper_begin(rigid_stepper *s, double t) {
    if (s->known)
        return RIGID_OK;
    bool found = false;
    rigid_status status = s->hold ? rigid_holds_choose(s, t, s->acc[0], &found) : RIGID_OK;
    if (status == RIGID_OK && !found)
        status = rigid_accelerate(s, t, s->q, s->v, s->acc[0]);
    s->power[0] = s->power_now, s->linear = false;
    s->known = status == RIGID_OK;
    return status;
}

rigid_status rigid_stepper_acceleration(rigid_stepper *s, double t, const double **a) {
    *a = s->acc[0];
    return rigid_stepper_begin(s, t);
}

static bool all_finite(rigid_stepper *s, const double *x) {
    if (are_finite(x, s->model->nv))
        return true;
    for (s->bad = 0; x[s->bad] - x[s->bad] == 0;)
        s->bad++;
    return false;
}

rigid_status rigid_stepper_place(rigid_stepper *s, const double *v, double *out) {
    if (!all_finite(s, v) || !all_finite(s, s->theta))
        return RIGID_NOT_FINITE;
    if (!s->flat)
        return rigid_model_integrate(s->model, s->q, s->theta, out), RIGID_OK;
    for (int k = 0; k < s->model->nv; k++)
        out[k] = s->q[k] + s->theta[k];
    return RIGID_OK;
}

static const double most_excused = 1e-5; /* what is as far off may be so because steps are too long */

static void note_error(rigid_stepper *s, double off, double leeway, int k) {
    const double excused = rigid_lesser(0.3 * leeway, most_excused);
    if (excused > s->tolerance)
        off *= s->tolerance / excused;
    if (!(off <= s->error))
        s->error = off, s->worst = k;
}

void rigid_stepper_judge(rigid_stepper *s, double error, double x, double by_v, int k) {
    const double off = fabs(error) / (1 + fabs(x));
    if (s->pull && !s->leeway)
        s->off[k] = off <= by_v * s->off[k] ? s->off[k] : off / by_v;
    else
        note_error(s, off, s->leeway ? by_v * s->leeway[k] : 0, k);
}

void rigid_stepper_judge_off(rigid_stepper *s, const double *leeway) {
    for (int k = 0; k < s->model->nv; k++)
        note_error(s, s->off[k], leeway[k], k);
}

rigid_status rigid_stepper_smooth(rigid_stepper *s, double t, double h) {
    s->time = t, s->error = 0, s->worst = 0;
    s->new_work = (rigid_power){h * s->power[0].applied, h * s->power[0].pulled};
    return s->leaps ? rigid_implicit_leap(s, t, h) : s->method->step(s, t, h);
}

rigid_power rigid_stepper_work_of(const rigid_stepper *s, double h, const double *w, int count) {
    rigid_power sum = {0, 0};
    for (int i = 0; i < count; i++)
        sum.applied += w[i] * s->power[i].applied, sum.pulled += w[i] * s->power[i].pulled;
    return (rigid_power){h * sum.applied, h * sum.pulled};
}

rigid_status rigid_stepper_cut(rigid_stepper *s, double t, double h) {
    s->asked = s->size = h, s->events = false;
    return s->hold ? rigid_holds_first(s, t, h, &s->size) : RIGID_OK;
}

static rigid_status step_with_contacts(rigid_stepper *s, double t, double h) {
    if (!s->loops)
        return rigid_contacts_step(s, t, h);
    const double cut = lend_loops(s);
    s->loops->held = NULL;
    const rigid_status status = rigid_contacts_step(s, t, h);
    take_back_loops(s, cut);
    return status;
}

rigid_status rigid_stepper_step(rigid_stepper *s, double t, double h) {
    s->most = h;
    if (s->contacts)
        return step_with_contacts(s, t, h);
    rigid_status status = rigid_stepper_begin(s, t);
    if (status == RIGID_OK)
        status = rigid_stepper_smooth(s, t, h);
    return status == RIGID_OK ? rigid_stepper_cut(s, t, h) : status;
}

static const double closed = 1e-9, most_open = 1e-3; /* m, rad: what is no more open than that is closed; what is more, is torn */

/* Where fewer rows count than did, the mechanism stands in a singular configuration. */
static rigid_status close_loops(rigid_stepper *s) {
    rigid_loops *l = s->loops;
    const double cut = l->cut;
    l->cut = s->cut;
    const rigid_status status = rigid_loops_project(l, s->q, s->v, &s->bad);
    const double singular = l->qr.rank < s->rank ? s->cut : l->condition;
    l->cut = cut, s->rank = l->qr.rank > s->rank ? l->qr.rank : s->rank;
    if (status == RIGID_OK && singular < s->singular)
        s->singular = singular, s->time_singular = s->time + s->size;
    s->regular = l->condition > s->regular ? l->condition : s->regular;
    s->torn = status == RIGID_OK && rigid_largest(l->rows, l->error) > most_open;
    return s->torn ? RIGID_NOT_CONVERGED : status;
}

bool rigid_stepper_torn(const rigid_stepper *s) { return s->torn; }

rigid_closing rigid_stepper_assemble(rigid_stepper *s) {
    rigid_closing c = {0, 0, 0};
    if (!s->loops)
        return c;
    c.open = c.left = rigid_loops_open(s->loops, s->q);
    if (c.open > closed) {
        rigid_loops_assemble(s->loops, s->q, s->q);
        c.left = rigid_loops_open(s->loops, s->q);
    }
    c.speed = rigid_loops_speed(s->loops, s->q, s->v);
    if (c.open > closed || c.speed > closed)
        rigid_loops_project(s->loops, s->q, s->v, &s->bad);
    rigid_stepper_set(s, s->q, s->v);
    s->torn = c.left > most_open;
    return c;
}

double rigid_stepper_singular(const rigid_stepper *s, double *t) {
    *t = s->time_singular;
    return s->regular > 0 ? s->singular / s->regular : 1;
}

rigid_status rigid_stepper_accept(rigid_stepper *s) {
    rigid_exchange(&s->q, &s->new_q), rigid_exchange(&s->v, &s->new_v);
    s->work += s->new_work.applied;
    if (s->loops) {
        const rigid_status status = close_loops(s);
        if (status != RIGID_OK)
            return status;
        if (s->hold)
            rigid_holds_yield(s);
    }
    if (s->hold && s->beyond)
        rigid_holds_narrow(s);
    if (s->contacts)
        return rigid_contacts_accept(s);
    if (s->events) {
        s->known = false;
        return rigid_holds_meet(s);
    }
    s->lets_go = false; /* what was let go was at the state before */
    s->known = s->method->last_known, s->linear = false;
    if (s->known) {
        const int last = s->method->stages - 1;
        rigid_exchange(&s->acc[0], &s->acc[last]), s->power[0] = s->power[last];
    } else if (s->held > 0 && !s->loops && s->leap == 0) { /* what is held was looked at there, and goes on being held */
        rigid_exchange(&s->acc[0], &s->ahead), s->power[0] = s->power_ahead;
        s->known = true;
    }
    return RIGID_OK;
}
