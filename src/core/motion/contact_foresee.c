/* Forces that go on from step to step: noted at the end of one, and where a step begins of which none is known, foreseen. */
#include "contacts.h"
#include "closed.h"
#include "passive.h"
#include "../tree/ltdl.h"
#include "../tree/rnea.h"

#include <string.h>

void rigid_contacts_note(rigid_contacts *c, rigid_point_list *list, double h) {
    const int n = c->model->nv;
    memset(c->next_rubbed, 0, (size_t)n * sizeof *c->rubbed), memset(c->next_stopped, 0, (size_t)n * sizeof *c->stopped);
    for (int k = 0; k < c->blocks; k++) {
        const rigid_block *b = &c->block[k];
        const double *x = c->x + b->first, *z = c->z + b->first;
        if (b->kind == RIGID_BLOCK_CONE) {
            rigid_contact_point *p = &list->point[c->of[k]];
            v3 axes[3];
            rigid_contact_axes(p->at.n, axes), p->force = p->lean = v3_zero();
            for (int i = 0; i < 3; i++)
                p->force = v3_add_scaled(p->force, x[i] / h, axes[i]), p->lean = v3_add_scaled(p->lean, z[i], axes[i]);
        } else if (b->kind == RIGID_BLOCK_POSITIVE)
            c->next_stopped[rigid_contacts_of(c, k)] = c->of[k] < 0 ? -x[0] / h : x[0] / h;
        else if (b->kind == RIGID_BLOCK_BOX)
            c->next_rubbed[c->of[k]] = x[0] / h;
        else
            for (int i = 0; i < c->loops->rows; i++)
                c->next_joined[i] = x[i] / h;
    }
}

/* How forces changed from the step before, of which the state was q0. */
static void find_trend(rigid_contacts *c, const double *q0, const double *q, double apart) {
    rigid_forces_stay(c->model, q0, c->trend, q, c->last_trend), rigid_forces_stay(c->model, q0, c->pull, q, c->trend);
    for (int k = 0; k < c->model->nv; k++)
        c->trend[k] = (c->next_pull[k] - c->trend[k]) / apart;
}

void rigid_contacts_take_over(rigid_contacts *c, const double *q0, const double *q, double h) {
    if (c->followed)
        find_trend(c, q0, q, 0.5 * (c->since + h));
    c->since = h, c->followed = true;
    rigid_exchange(&c->pull, &c->next_pull), rigid_exchange(&c->rubbed, &c->next_rubbed), rigid_exchange(&c->stopped, &c->next_stopped);
    rigid_exchange(&c->joined, &c->next_joined);
    c->foreseen = true;
}

/* The nearer to nought of both, or nought between them. */
static double lesser_trend(double a, double b) { return a * b <= 0 ? 0 : fabs(a) < fabs(b) ? a : b; }

/* Forces that lag behind by a step feed what swings on a spring: they are taken to go on as they changed in two steps. */
void rigid_contacts_expect(rigid_contacts *c, double h, bool follows) {
    const double ahead = follows ? 0.5 * (c->since + h) : 0;
    for (int k = 0; k < c->model->nv; k++)
        c->more[k] = ahead * lesser_trend(c->trend[k], c->last_trend[k]), c->acts[k] = c->pull[k] + c->more[k];
}

bool rigid_stepper_goes_on(const rigid_stepper *s, const double *q, const double *v) {
    return s->contacts && s->contacts->ended && memcmp(q, s->q, (size_t)s->model->nq * sizeof *q) == 0 &&
           memcmp(v, s->v, (size_t)s->model->nv * sizeof *v) == 0;
}

/* c->by_x = M⁻¹ h (H a + what springs lose in h), as damping and springs leave a step that takes them implicitly. */
static void gain_calmly(rigid_stepper *s, double h) {
    rigid_contacts *c = s->contacts;
    const int n = s->model->nv;
    double *sum = c->by_x, *bias = c->push;
    for (int k = 0; k < n; k++)
        sum[k] = h * s->v[k];
    rigid_model_integrate(s->model, s->q, sum, c->moved);
    rigid_rnea(s->model, s->ws, s->q, s->v, s->acc[0], NULL, sum), rigid_rnea(s->model, s->ws, s->q, s->v, NULL, NULL, bias);
    for (int k = 0; k < n; k++)
        sum[k] -= bias[k], bias[k] = 0;
    if (s->stiffness) {
        rigid_springs_pull(s->model, s->stiffness, s->rest, c->moved, sum);
        rigid_springs_pull(s->model, s->stiffness, s->rest, s->q, bias);
    }
    for (int k = 0; k < n; k++)
        sum[k] = h * (sum[k] - bias[k]);
    rigid_ltdl_solve(n, c->M, c->ws, 1, sum);
}

/* c->by_x: what of v a step gains without those forces. */
static void gain(rigid_stepper *s, double h) {
    if (s->method->damps)
        gain_calmly(s, h);
    else
        for (int k = 0; k < s->model->nv; k++)
            s->contacts->by_x[k] = h * s->acc[0][k];
}

/* c->g = J v and J of what v gains, of which points that hardly move against each other have the second alone. */
static void aim_by_forces(rigid_stepper *s, double h) {
    rigid_contacts *c = s->contacts;
    double *g = c->x0;
    rigid_contacts_aim(c, s->v, NULL);
    memcpy(g, c->g, (size_t)c->rows * sizeof *g);
    gain(s, h);
    rigid_contacts_aim(c, c->by_x, NULL);
    for (int i = 0; i < c->rows; i++)
        if (i >= 3 * c->limits || fabs(g[i]) > RIGID_SLOW)
            c->g[i] += g[i];
}

/* The acceleration is known without those forces; where the metric is the mass matrix, with them. */
static void accelerate(rigid_stepper *s) {
    rigid_contacts *c = s->contacts;
    const int n = s->model->nv;
    if (s->method->damps || s->loops)
        return;
    memcpy(c->by_x, c->pull, (size_t)n * sizeof *c->by_x);
    rigid_ltdl_solve(n, c->M, c->ws, 1, c->by_x);
    for (int k = 0; k < n; k++)
        s->acc[0][k] += c->by_x[k];
    s->power[0] = (rigid_power){s->power_now.applied, rigid_dot(n, c->pull, s->v)};
    c->accelerated = true;
}

rigid_status rigid_contacts_foresee(rigid_stepper *s, double t, double h) {
    rigid_contacts *c = s->contacts;
    const rigid_row_choice choice = {s->hold, s->q, h};
    const bool damps = s->method->damps;
    rigid_status status = rigid_accelerate(s, t, s->q, s->v, s->acc[0]);
    if (status == RIGID_OK)
        status = rigid_contacts_set_up(c, s->q, &c->here, choice, damps ? s->damping : NULL, damps ? s->stiffness : NULL, h, &s->bad);
    if (status != RIGID_OK)
        return status;
    aim_by_forces(s, h);
    memset(c->x, 0, (size_t)c->rows * sizeof *c->x), memset(c->z, 0, (size_t)c->rows * sizeof *c->z);
    if (rigid_contacts_solve(c, RIGID_CONTACT_EXACTNESS) != RIGID_OK)
        memset(c->x, 0, (size_t)c->rows * sizeof *c->x);
    rigid_contacts_pull(c, c->x, c->next_pull);
    for (int k = 0; k < s->model->nv; k++)
        c->next_pull[k] /= h;
    rigid_contacts_note(c, &c->here, h);
    rigid_contacts_take_over(c, s->q, s->q, 0);
    accelerate(s);
    rigid_contacts_done(c);
    c->unsolved = false, c->residual = 0, c->iterations = 0;
    return RIGID_OK;
}
