/* Rows that go on, a row at a time or many together. A row that cannot go on comes out as NaN, and the others go on. Nothing of the row
   before stays in a stepper, so that what becomes of a row is the same whichever thread it falls to. A call that takes long returns between
   two steps, for Ctrl-C to be heard, and each worker keeps the rows that it has taken and where it stands in them; it goes on there, in
   whichever thread, when the call is made again: what comes out does not go by the clock. */
#include "../core/numbers/finite.h"
#include "batch_course.h"
#include "model_arguments.h"

#include <string.h>
#include <time.h>

enum {
    UNIT = 16,  /* ticks after which a row begins anew, as it does where a call ends: calls of any number of these give the same */
    GLANCE = 16 /* steps between two looks at the clock */
};
static const double patience = 0.05; /* s */

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double rigid_course_late(void) { return seconds() + patience; }

/* The torques of a tick. */
static void ask(const rigid_course *c, const rigid_motion_worker *w, int row) {
    const rigid_model *m = c->motions->block->model;
    const rigid_policy *p = c->policy;
    const size_t at = (size_t)row * (size_t)m->nv;
    const double *q = rigid_stepper_q(w->stepper), *v = rigid_stepper_v(w->stepper);
    rigid_model_difference(m, q, p->q_ref + (size_t)row * (size_t)m->nq, w->want);
    for (int k = 0; k < m->nv; k++)
        w->want[k] = p->kp[k] * w->want[k] + p->kd[k] * ((p->v_ref ? p->v_ref[at + (size_t)k] : 0) - v[k]);
    if (p->computed)
        rigid_rnea(m, w->ws, q, v, w->want, NULL, w->tau);
    double *tau = rigid_stepper_tau(w->stepper);
    for (int k = 0; k < m->nv; k++)
        tau[k] = (c->tau ? c->tau[at + (size_t)k] : 0) + (p->computed ? w->tau[k] : w->want[k]);
}

/* To the end of the tick, unless the time is up before: whether it is there, or cannot be. */
static bool reach(const rigid_course *c, rigid_motion_worker *w, double target, rigid_status *status) {
    while (w->t < target && *status == RIGID_OK) {
        *status = rigid_stepper_pace(w->stepper, &w->pace, w->t, target - w->t);
        if (*status != RIGID_OK)
            return true;
        const double taken = rigid_stepper_size_tried(w->stepper);
        w->t = taken == target - w->t ? target : w->t + taken;
        *status = rigid_stepper_accept(w->stepper);
        if (w->t < target && w->pace.steps % GLANCE == 0 && seconds() > c->late)
            return false;
    }
    return true;
}

static void refuse_row(const rigid_model *m, double *q, double *v) {
    for (int k = 0; k < m->nq; k++)
        q[k] = NAN;
    for (int k = 0; k < m->nv; k++)
        v[k] = NAN;
}

typedef struct {
    double *q, *v;
    const double *tau;
} state;

static state state_of(const rigid_course *c, int row) {
    const size_t nq = (size_t)c->motions->block->model->nq, nv = (size_t)c->motions->block->model->nv, at = (size_t)row;
    return (state){c->q + at * nq, c->v + at * nv, c->tau ? c->tau + at * nv : NULL};
}

/* Have the stepper stand at the row's state, as it does at each UNIT of ticks. */
static void stand(const rigid_course *c, rigid_motion_worker *w, const state *at) {
    const size_t size = (size_t)c->motions->block->model->nv * sizeof(double);
    w->pace = rigid_pace_begin(c->tolerance, c->dt);
    rigid_stepper_set(w->stepper, at->q, at->v);
    if (at->tau)
        memcpy(rigid_stepper_tau(w->stepper), at->tau, size);
    else
        memset(rigid_stepper_tau(w->stepper), 0, size);
}

static void leave(const rigid_model *m, const rigid_motion_worker *w, const state *at) {
    memcpy(at->q, rigid_stepper_q(w->stepper), (size_t)m->nq * sizeof(double));
    memcpy(at->v, rigid_stepper_v(w->stepper), (size_t)m->nv * sizeof(double));
}

static void finish(const rigid_model *m, const rigid_motion_worker *w, const state *at, rigid_status status) {
    if (status == RIGID_OK)
        leave(m, w, at);
    else
        refuse_row(m, at->q, at->v);
}

/* A row to its last tick, unless the time is up before: whether it is there, or refused. */
static bool go_row(const rigid_course *c, rigid_motion_worker *w, int row) {
    const rigid_model *m = c->motions->block->model;
    const state at = state_of(c, row);
    rigid_status status = RIGID_OK;
    if (!w->within) {
        w->tick = c->from;
        if (!are_finite(at.q, m->nq) || !are_finite(at.v, m->nv) || (at.tau && !are_finite(at.tau, m->nv)))
            status = RIGID_NOT_FINITE;
        if (w->own)
            rigid_model_set_parameters(w->own, c->parameters + (size_t)row * 10 * (size_t)m->links);
    }
    for (; w->tick < c->from + c->ticks && status == RIGID_OK; w->tick++) {
        if (!w->within) {
            if (w->tick == c->from || w->tick % UNIT == 0) {
                if (w->tick > c->from)
                    leave(m, w, &at);
                stand(c, w, &at);
            }
            if (c->policy)
                ask(c, w, row);
            w->t = w->tick * c->dt;
        }
        w->within = !reach(c, w, fmin((w->tick + 1) * c->dt, c->until), &status);
        if (w->within)
            return false;
    }
    finish(m, w, &at, status);
    return true;
}

/* A tick of one row, however long it takes: steps are as long as the tick, but for what meets within it. */
static void go_alone(const rigid_course *c, rigid_motion_worker *w, int row, int tick) {
    const rigid_model *m = c->motions->block->model;
    const state at = state_of(c, row);
    rigid_status status = RIGID_OK;
    stand(c, w, &at);
    if (c->policy)
        ask(c, w, row);
    w->t = tick * c->dt;
    while (!reach(c, w, fmin((tick + 1) * c->dt, c->until), &status))
        continue;
    finish(m, w, &at, status);
}

/* What rows from `first` on are told, where they step together. */
static rigid_motion_batch batch_of(const rigid_course *c, int first) {
    const rigid_motions *r = c->motions;
    const rigid_model *m = r->block->model;
    const size_t at = (size_t)first * (size_t)m->nv;
    rigid_motion_batch batch = {.model = m, .euler = r->method == RIGID_METHOD_SEMI_IMPLICIT_EULER, .tau = c->tau ? c->tau + at : NULL};
    batch.damping = r->damped ? rigid_model_damping(m) : NULL;
    batch.friction = r->friction, batch.lower = r->lower, batch.upper = r->upper;
    if (c->policy) {
        const rigid_policy *p = c->policy;
        batch.kp = p->kp, batch.kd = p->kd, batch.q_ref = p->q_ref + at, batch.v_ref = p->v_ref ? p->v_ref + at : NULL, batch.computed = p->computed;
    }
    return batch;
}

/* Rows that step together, unless the time is up; one that is not finite any more never is again. */
static bool go_together(const rigid_course *c, rigid_motion_worker *w, int first, int count) {
    const rigid_model *m = c->motions->block->model;
    const size_t nv = (size_t)m->nv;
    double *q = c->q + (size_t)first * nv, *v = c->v + (size_t)first * nv;
    const rigid_motion_batch batch = batch_of(c, first);
    bool alone[RIGID_MOTION_ROWS];
    for (int k = w->within ? w->tick : c->from; k < c->from + c->ticks; k++) {
        if (k % GLANCE == 0 && k > c->from && !(w->within && k == w->tick) && seconds() > c->late) {
            w->tick = k, w->within = true;
            return false;
        }
        rigid_motion_step(&batch, q, v, count, fmin((k + 1) * c->dt, c->until) - k * c->dt, alone, w->stages);
        for (int row = 0; row < count; row++)
            if (alone[row])
                go_alone(c, w, first + row, k);
    }
    w->within = false;
    for (int row = 0; row < count; row++)
        if (!are_finite(q + (size_t)row * nv, m->nv) || !are_finite(v + (size_t)row * nv, m->nv))
            refuse_row(m, q + (size_t)row * nv, v + (size_t)row * nv);
    return true;
}

static bool goes(const rigid_course *c, int row) { return !c->which || c->which[row] == c->number; }

/* Rows that are taken at a time. */
static int rows_a_piece(const rigid_course *c) {
    return c->motions->together ? rigid_parts_piece(c->motions->threads, c->rows, RIGID_MOTION_ROWS) : 1;
}

static bool take(const rigid_course *c, int number) {
    rigid_motion_worker *w = &c->motions->worker[number];
    w->within = false;
    return rigid_parts_take(c->motions->part, c->motions->threads, number, rows_a_piece(c), &w->row, &w->last);
}

/* The rows that it has taken, unless the time is up before; some of them however late it is. */
static bool go_on(const rigid_course *c, rigid_motion_worker *w) {
    if (!(c->motions->together ? go_together(c, w, w->row, w->last - w->row) : !goes(c, w->row) || go_row(c, w, w->row)))
        return false;
    w->row = w->last;
    return true;
}

/* What one thread does, or whoever does it instead. */
static void work(void *with, int number) {
    const rigid_course *c = with;
    rigid_motion_worker *w = &c->motions->worker[number];
    while (w->row < w->last || take(c, number))
        if (!go_on(c, w) || seconds() > c->late)
            return;
}

static bool is_done(const rigid_motions *r) {
    for (int k = 0; k < r->threads; k++)
        if (r->worker[k].row < r->worker[k].last || atomic_load(&r->part[k].next) < r->part[k].last)
            return false;
    return true;
}

static void begin(rigid_motions *r, int rows) {
    rigid_parts_cut(r->part, r->threads, rows);
    for (int k = 0; k < r->threads; k++)
        r->worker[k].row = r->worker[k].last = 0;
    r->begun = true;
}

bool rigid_course_go(rigid_course *c, rigid_workers *workers) {
    rigid_motions *r = c->motions;
    if (!r->begun)
        begin(r, c->rows);
    rigid_share_jobs(workers, r->threads, true, work, c);
    r->begun = !is_done(r);
    return !r->begun;
}
