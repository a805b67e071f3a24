/* v' = a(q, v), q' = v, each stage by forward dynamics of all rows. */
#include "motion.h"

#include "../../../include/rigid/model.h"

#include <string.h>

typedef struct {
    const rigid_motion_batch *m;
    int count, n;                       /* rows, and numbers of all */
    double *held, *tau, *q, *v, *a[4];  /* torques of the tick, and of a stage; its state; accelerations */
    double *old_q, *old_v;              /* where the tick began */
    double *moves, *force;              /* 0 of what is held, else 1; what holds it */
    bool any;                           /* whether something is */
    void *rest;
} stages;

bool rigid_motion_is_plain(const rigid_model *model) {
    for (int i = 1; i <= model->count; i++)
        if (rigid_joint_quaternion(model->body[i].kind) >= 0)
            return false;
    return model->stiffness != NULL;
}

static size_t lanes_scratch(const rigid_model *model) {
    const double one = 1;
    const rigid_batch forward = {.model = model, .kind = RIGID_BATCH_FORWARD_DYNAMICS, .moves = &one}, inverse = {.model = model};
    const size_t a = rigid_batch_scratch(&forward), b = rigid_batch_scratch(&inverse);
    return a > b ? a : b;
}

size_t rigid_motion_scratch(const rigid_model *model) {
    return 12 * RIGID_MOTION_ROWS * (size_t)model->nv * sizeof(double) + lanes_scratch(model);
}

static stages stages_in(const rigid_motion_batch *m, int count, void *memory) {
    const size_t each = RIGID_MOTION_ROWS * (size_t)m->model->nv;
    double *at = memory;
    stages s = {.m = m, .count = count, .n = count * m->model->nv, .held = at, .tau = at + each, .q = at + 2 * each, .v = at + 3 * each};
    for (int k = 0; k < 4; k++)
        s.a[k] = at + (4 + (size_t)k) * each;
    s.old_q = at + 8 * each, s.old_v = at + 9 * each, s.moves = at + 10 * each, s.force = at + 11 * each, s.rest = at + 12 * each;
    return s;
}

/* ---- what holds ------------------------------------------------------------------------------------------------------- */

static double way(double v) { return (v > 0) - (v < 0); }

static bool is_within(const rigid_motion_batch *m, int k, double q) {
    return !(m->lower && q < m->lower[k]) && !(m->upper && q > m->upper[k]);
}
static bool at_lower(const rigid_motion_batch *m, int k, double q) { return m->lower && q <= m->lower[k]; }
static bool at_upper(const rigid_motion_batch *m, int k, double q) { return m->upper && q >= m->upper[k]; }

/* What stands in a row is held by friction, or by a limit. False where something began outside its range. */
static bool take_hold(const rigid_motion_batch *m, const double *q, const double *v, double *moves, bool *any) {
    bool within = true;
    for (int k = 0; k < m->model->nv; k++) {
        const bool stands = v[k] == 0 && ((m->friction && m->friction[k] > 0) || at_lower(m, k, q[k]) || at_upper(m, k, q[k]));
        moves[k] = stands ? 0 : 1;
        *any = *any || stands;
        within = within && is_within(m, k, q[k]);
    }
    return within;
}
/* Whether a force that holds is more than friction or a limit gives, in a row at q. */
static bool lets_go(const rigid_motion_batch *m, const double *q, const double *moves, const double *force) {
    for (int k = 0; k < m->model->nv; k++) {
        const double most = m->friction ? m->friction[k] : 0;
        if (moves[k] == 0 && !((force[k] <= most || at_lower(m, k, q[k])) && (force[k] >= -most || at_upper(m, k, q[k]))))
            return true;
    }
    return false;
}
/* Whether something in a row that did not has stopped, or come to a limit, in a step from v. */
static bool meets(const rigid_motion_batch *m, const double *v, const double *new_q, const double *new_v) {
    for (int k = 0; k < m->model->nv; k++)
        if ((m->friction && m->friction[k] > 0 && way(v[k]) * new_v[k] < 0) || !is_within(m, k, new_q[k]))
            return true;
    return false;
}

/* Joints that follow others are not held together. */
static void begin(stages *s, const double *q, const double *v, bool *alone) {
    const size_t nv = (size_t)s->m->model->nv, bytes = (size_t)s->n * sizeof(double);
    memcpy(s->old_q, q, bytes), memcpy(s->old_v, v, bytes);
    for (int r = 0; r < s->count; r++) {
        const size_t at = (size_t)r * nv;
        bool any = false;
        alone[r] = !take_hold(s->m, q + at, v + at, s->moves + at, &any) || (any && s->m->model->mimics);
        s->any = s->any || (any && !s->m->model->mimics);
    }
}
/* Rows in which what was held lets go, by the forces at q. */
static void part(const stages *s, const double *q, bool *alone) {
    const size_t nv = (size_t)s->m->model->nv;
    for (int r = 0; s->any && r < s->count; r++)
        alone[r] = alone[r] || lets_go(s->m, q + (size_t)r * nv, s->moves + (size_t)r * nv, s->force + (size_t)r * nv);
}
/* What is left alone is where it was. */
static void end(const stages *s, double *q, double *v, bool *alone) {
    const size_t nv = (size_t)s->m->model->nv, bytes = nv * sizeof(double);
    for (int r = 0; r < s->count; r++) {
        const size_t at = (size_t)r * nv;
        alone[r] = alone[r] || meets(s->m, s->old_v + at, q + at, v + at);
        if (alone[r])
            memcpy(q + at, s->old_q + at, bytes), memcpy(v + at, s->old_v + at, bytes);
    }
}

/* ---- torques and stages ----------------------------------------------------------------------------------------------- */

/* kp (q_ref - q) + kd (v_ref - v) */
static void steer(const stages *s, const double *q, const double *v) {
    const rigid_motion_batch *m = s->m;
    const int nv = m->model->nv;
    for (int r = 0; r < s->count; r++)
        for (int k = 0, i = r * nv; k < nv; k++, i++)
            s->tau[i] = m->kp[k] * (m->q_ref[i] - q[i]) + m->kd[k] * ((m->v_ref ? m->v_ref[i] : 0) - v[i]);
    if (!m->computed)
        return;
    const rigid_batch inverse = {.model = m->model, .kind = RIGID_BATCH_INVERSE_DYNAMICS, .q = q, .v = v, .a = s->tau, .out = {s->tau}, .n = s->count};
    rigid_batch_compute(&inverse, 0, s->count, s->rest);
}

/* The torques of a tick, and what slips. */
static void hold(const stages *s, const double *q, const double *v) {
    const rigid_motion_batch *m = s->m;
    const int nv = m->model->nv;
    if (m->kp)
        steer(s, q, v);
    for (int i = 0; i < s->n; i++)
        s->held[i] = (m->tau ? m->tau[i] : 0) + (m->kp ? s->tau[i] : 0);
    for (int r = 0; m->friction && r < s->count; r++)
        for (int k = 0, i = r * nv; k < nv; k++, i++)
            s->held[i] -= m->friction[k] * way(v[i]);
}

static void accelerate(const stages *s, const double *q, const double *v, double *a) {
    const rigid_model *model = s->m->model;
    const double *damping = s->m->damping, *stiffness = model->stiffness, *rest = model->springref;
    const int nv = model->nv;
    for (int r = 0; r < s->count; r++)
        for (int k = 0, i = r * nv; k < nv; k++, i++)
            s->tau[i] = s->held[i] - (damping ? damping[k] * v[i] : 0) - stiffness[k] * (q[i] - rest[k]);
    rigid_batch forward = {.model = model, .kind = RIGID_BATCH_FORWARD_DYNAMICS, .q = q, .v = v, .a = s->tau, .out = {a}, .n = s->count};
    if (s->any)
        forward.moves = s->moves, forward.out[1] = s->force;
    rigid_batch_compute(&forward, 0, s->count, s->rest);
}

/* The state of a stage: q + c h v_before, v + c h a_before. */
static void move(const stages *s, const double *q, const double *v, const double *rate, const double *a, double h) {
    for (int i = 0; i < s->n; i++) {
        const double speed = v[i] + h * a[i];
        s->q[i] = q[i] + h * rate[i], s->v[i] = speed;
    }
}

/* The forces that hold at the end of the tick, of the rows in which something is held: those rows, one after the other, stand in the
   memory of the stages, where they are no longer needed. */
static void part_at_end(const stages *s, const double *q, const double *v, bool *alone) {
    const size_t nv = (size_t)s->m->model->nv, bytes = nv * sizeof(double);
    stages few = *s;
    int row[RIGID_MOTION_ROWS];
    few.held = s->a[0], few.moves = s->a[1], few.count = 0;
    for (int r = 0; r < s->count; r++) {
        const size_t from = (size_t)r * nv, to = (size_t)few.count * nv;
        bool any = false;
        for (size_t k = from; k < from + nv; k++)
            any = any || s->moves[k] == 0;
        if (alone[r] || !any)
            continue;
        memcpy(few.q + to, q + from, bytes), memcpy(few.v + to, v + from, bytes);
        memcpy(few.held + to, s->held + from, bytes), memcpy(few.moves + to, s->moves + from, bytes);
        row[few.count++] = r;
    }
    few.n = few.count * (int)nv;
    accelerate(&few, few.q, few.v, s->a[2]);
    bool parts[RIGID_MOTION_ROWS] = {false};
    part(&few, few.q, parts);
    for (int i = 0; i < few.count; i++)
        alone[row[i]] = parts[i];
}

/* Steps from a state whose accelerations are known. */
static void step_rk4(const stages *s, double *q, double *v, double h) {
    const double half = 0.5 * h, sixth = h / 6;
    double *const *a = s->a;
    move(s, q, v, v, a[0], half); /* v + h/2 a1 */
    accelerate(s, s->q, s->v, a[1]);
    for (int i = 0; i < s->n; i++)
        s->q[i] = q[i] + half * s->v[i], s->v[i] = v[i] + half * a[1][i];
    accelerate(s, s->q, s->v, a[2]);
    for (int i = 0; i < s->n; i++)
        s->q[i] = q[i] + h * s->v[i], s->v[i] = v[i] + h * a[2][i];
    accelerate(s, s->q, s->v, a[3]);
    /* the rates of the stages are v, v + h/2 a1, v + h/2 a2 and v + h a3 */
    for (int i = 0; i < s->n; i++) {
        q[i] += h * (v[i] + sixth * (a[0][i] + a[1][i] + a[2][i]));
        v[i] += sixth * (a[0][i] + 2 * (a[1][i] + a[2][i]) + a[3][i]);
    }
}

static void step_euler(const stages *s, double *q, double *v, double h) {
    for (int i = 0; i < s->n; i++)
        v[i] += h * s->a[0][i], q[i] += h * v[i];
}

void rigid_motion_step(const rigid_motion_batch *m, double *q, double *v, int count, double h, bool *alone, void *scratch) {
    stages s = stages_in(m, count, scratch);
    const bool holds = m->friction || m->lower || m->upper;
    memset(alone, 0, (size_t)count * sizeof *alone);
    if (holds)
        begin(&s, q, v, alone);
    hold(&s, q, v);
    accelerate(&s, q, v, s.a[0]);
    part(&s, q, alone);
    if (m->euler)
        step_euler(&s, q, v, h);
    else
        step_rk4(&s, q, v, h);
    if (s.any)
        part_at_end(&s, q, v, alone);
    if (holds)
        end(&s, q, v, alone);
}
