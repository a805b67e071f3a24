/* v' = a(q, v), q' = v, each stage by forward dynamics of all rows. */
#include "motion.h"

#include "../../../include/rigid/model.h"

#include <string.h>

typedef struct {
    const rigid_motion_batch *m;
    int count, n;                       /* rows, and numbers of all */
    double *held, *tau, *q, *v, *a[4];  /* torques of the tick, and of a stage; its state; accelerations */
    void *rest;
} stages;

bool rigid_motion_is_plain(const rigid_model *model) {
    for (int i = 1; i <= model->count; i++)
        if (rigid_joint_quaternion(model->body[i].kind) >= 0)
            return false;
    return model->stiffness != NULL;
}

static size_t lanes_scratch(const rigid_model *model) {
    const rigid_batch forward = {.model = model, .kind = RIGID_BATCH_FORWARD_DYNAMICS}, inverse = {.model = model};
    const size_t a = rigid_batch_scratch(&forward), b = rigid_batch_scratch(&inverse);
    return a > b ? a : b;
}

size_t rigid_motion_scratch(const rigid_model *model) {
    return 8 * RIGID_MOTION_ROWS * (size_t)model->nv * sizeof(double) + lanes_scratch(model);
}

static stages stages_in(const rigid_motion_batch *m, int count, void *memory) {
    const size_t each = RIGID_MOTION_ROWS * (size_t)m->model->nv;
    double *at = memory;
    stages s = {.m = m, .count = count, .n = count * m->model->nv, .held = at, .tau = at + each, .q = at + 2 * each, .v = at + 3 * each};
    for (int k = 0; k < 4; k++)
        s.a[k] = at + (4 + (size_t)k) * each;
    s.rest = at + 8 * each;
    return s;
}

/* The torques of a tick. */
static void hold(const stages *s, const double *q, const double *v) {
    const rigid_motion_batch *m = s->m;
    const int nv = m->model->nv;
    if (m->kp)
        for (int i = 0; i < s->n; i++)
            s->tau[i] = m->kp[i % nv] * (m->q_ref[i] - q[i]) + m->kd[i % nv] * ((m->v_ref ? m->v_ref[i] : 0) - v[i]);
    if (m->kp && m->computed) {
        const rigid_batch inverse = {.model = m->model, .kind = RIGID_BATCH_INVERSE_DYNAMICS, .q = q, .v = v, .a = s->tau, .out = {s->tau}, .n = s->count};
        rigid_batch_compute(&inverse, 0, s->count, s->rest);
    }
    for (int i = 0; i < s->n; i++)
        s->held[i] = (m->tau ? m->tau[i] : 0) + (m->kp ? s->tau[i] : 0);
}

static void accelerate(const stages *s, const double *q, const double *v, double *a) {
    const rigid_model *model = s->m->model;
    const double *damping = s->m->damping, *stiffness = model->stiffness, *rest = model->springref;
    const int nv = model->nv;
    for (int r = 0; r < s->count; r++)
        for (int k = 0, i = r * nv; k < nv; k++, i++)
            s->tau[i] = s->held[i] - (damping ? damping[k] * v[i] : 0) - stiffness[k] * (q[i] - rest[k]);
    const rigid_batch forward = {.model = model, .kind = RIGID_BATCH_FORWARD_DYNAMICS, .q = q, .v = v, .a = s->tau, .out = {a}, .n = s->count};
    rigid_batch_compute(&forward, 0, s->count, s->rest);
}

/* The state of a stage: q + c h v_before, v + c h a_before. */
static void move(const stages *s, const double *q, const double *v, const double *rate, const double *a, double h) {
    for (int i = 0; i < s->n; i++) {
        const double speed = v[i] + h * a[i];
        s->q[i] = q[i] + h * rate[i], s->v[i] = speed;
    }
}

static void step_rk4(const stages *s, double *q, double *v, double h) {
    const double half = 0.5 * h, sixth = h / 6;
    double *const *a = s->a;
    accelerate(s, q, v, a[0]);
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
    accelerate(s, q, v, s->a[0]);
    for (int i = 0; i < s->n; i++)
        v[i] += h * s->a[0][i], q[i] += h * v[i];
}

void rigid_motion_step(const rigid_motion_batch *m, double *q, double *v, int count, double h, void *scratch) {
    const stages s = stages_in(m, count, scratch);
    hold(&s, q, v);
    if (m->euler)
        step_euler(&s, q, v, h);
    else
        step_rk4(&s, q, v, h);
}
