/* The implicit midpoint rule for momenta. With p = H v, whose rate is Cᵀv - g + τ in axes that move with the joints:

       q_m = q0 moved by half the way of h v_m,  H(q_m) v_m = p0 + h/2 F(q_m, v_m),  q1 = q0 moved by all of it,
       p1 = p0 + h F(q_m, v_m)

   where the way is by Cayley's map of the 6x6 matrices: then the momentum that the step gives a floating body is the one that its
   turned axes take away, to rounding. Loops give an impulse at either end of the step, J(q0)ᵀλ so that q1 is closed, and J(q1)ᵀμ
   so that v1 keeps it so, which is how they are closed after every step. [Reich 1996; Hairer, Lubich & Wanner VII.1] */
#include "closed.h"
#include "holds.h"
#include "implicit.h"
#include "../numbers/lu.h"
#include "../tree/crba.h"

#include <math.h>
#include <string.h>

/* out = H(q) x: by the matrix itself, for what gravity asks for can be much more than H x. */
static void momentum_at(rigid_stepper *s, const double *q, const double *x, double *out) {
    const int n = s->model->nv;
    rigid_crba(s->model, s->ws, q, s->H);
    for (int k = 0; k < n; k++)
        out[k] = rigid_dot(n, s->H + k * n, x);
}

/* rest_of = p0 + h/2 F - H v at the middle that s->mean and s->theta say; s->new_q is q there. Leaves F in s->total. */
static rigid_status imbalance(rigid_stepper *s, double t, double h, double *Hv) {
    const int n = s->model->nv;
    const rigid_model *m = s->model;
    rigid_status status = rigid_act(s, t + 0.5 * h, s->new_q, s->mean);
    if (status != RIGID_OK)
        return status;
    rigid_rnea(m, s->ws, s->new_q, NULL, NULL, s->action ? s->external : NULL, s->rest_of); /* g - Σ Jᵀ f */
    for (int k = 0; k < n; k++)
        s->total[k] -= s->rest_of[k];
    momentum_at(s, s->new_q, s->mean, Hv);
    rigid_coriolis_matrix(m, s->ws, s->new_q, s->mean, s->dv);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s->total[j] += s->dv[i * n + j] * s->mean[i];
    for (int k = 0; k < n; k++)
        s->rest_of[k] = s->momentum[k] + 0.5 * h * s->total[k] - Hv[k];
    if (s->held > 0)
        rigid_holds_mask_vector(s, s->rest_of);
    return RIGID_OK;
}

static rigid_status place_middle(rigid_stepper *s, double h, double part) {
    for (int k = 0; k < s->model->nv; k++)
        s->theta[k] = h * s->mean[k];
    rigid_tangent_cayley(s->model, s->theta, s->theta);
    for (int k = 0; k < s->model->nv; k++)
        s->theta[k] *= part;
    return rigid_stepper_place(s, s->mean, s->new_q);
}

enum { ROUNDS = 40 };

/* v_m by Newton's method from s->mean on, with the derivatives at the beginning: until it moves no more than rounding does. */
static rigid_status find_middle(rigid_stepper *s, double t, double h) {
    const int n = s->model->nv;
    double before = HUGE_VAL;
    for (int round = 0; round < ROUNDS; round++) {
        rigid_status status = place_middle(s, h, 0.5);
        if (status == RIGID_OK)
            status = imbalance(s, t, h, s->rate[0]);
        if (status != RIGID_OK)
            return status;
        rigid_lu_solve(n, s->matrix, s->pivot, s->rest_of);
        double moved = 0, size = 1e-300;
        for (int k = 0; k < n; k++) {
            s->mean[k] += s->rest_of[k];
            moved = fmax(moved, fabs(s->rest_of[k])), size = fmax(size, fabs(s->mean[k]) + h * fabs(s->acc[0][k]));
        }
        if (moved <= 1e-15 * size || (moved <= 1e-10 * size && moved >= 0.25 * before))
            return RIGID_OK;
        before = moved;
    }
    return RIGID_NOT_CONVERGED;
}

enum { CLOSINGS = 30 };

/* The same, with the impulse at the beginning by which the end is closed. Where the loops are so near to a singular configuration that
   none is found, what comes nearest: the step is closed afterwards. */
static rigid_status find_closed_middle(rigid_stepper *s, double t, double h) {
    const size_t row = (size_t)s->model->nv * sizeof *s->v;
    double *p_before = s->acc[1], before = HUGE_VAL;
    rigid_status status = rigid_stepper_factor_loops(s);
    for (int round = 0; round < CLOSINGS && status == RIGID_OK; round++) {
        status = find_middle(s, t, h);
        if (status == RIGID_OK)
            status = place_middle(s, h, 1);
        const double off = status == RIGID_OK ? rigid_loops_open(s->loops, s->new_q) : HUGE_VAL;
        if (off < 1e-15)
            return RIGID_OK;
        if (!(off < before)) { /* back to what was nearer */
            memcpy(s->momentum, p_before, row);
            return round == 0 ? status : find_middle(s, t, h);
        }
        memcpy(p_before, s->momentum, row), before = off;
        rigid_loops_impel(s->loops, h, s->momentum);
    }
    return status;
}

static rigid_status step_midpoint(rigid_stepper *s, double t, double h) {
    const int n = s->model->nv;
    rigid_status status = rigid_linearize(s, 0.5 * h);
    s->linear = false; /* dv is needed otherwise */
    if (status != RIGID_OK)
        return status;
    momentum_at(s, s->q, s->v, s->momentum);
    for (int k = 0; k < n; k++)
        s->mean[k] = s->v[k] + 0.5 * h * s->acc[0][k];
    status = s->loops ? find_closed_middle(s, t, h) : find_middle(s, t, h);
    if (status == RIGID_OK)
        status = place_middle(s, h, 0.5);
    if (status == RIGID_NOT_FINITE) /* the iteration has run away */
        return RIGID_NOT_CONVERGED;
    if (status == RIGID_OK)
        status = imbalance(s, t, h, s->rate[0]);
    for (int k = 0; k < n; k++)
        s->momentum[k] += h * s->total[k];
    s->new_work = (rigid_power){h * s->power_now.applied, h * s->power_now.pulled};
    if (status == RIGID_OK)
        status = place_middle(s, h, 1);
    if (status != RIGID_OK)
        return status;
    if (s->held > 0) {
        status = rigid_holds_solve(s, s->new_q, s->momentum, s->new_v);
        return status == RIGID_OK ? rigid_stepper_place(s, s->new_v, s->new_q) : status;
    }
    /* v1 = H⁻¹ p1, as the acceleration from rest without gravity that p1 gives */
    rigid_gravity_forces(s->model, s->ws, s->new_q, s->rest_of);
    for (int k = 0; k < n; k++)
        s->momentum[k] += s->rest_of[k];
    status = rigid_aba(s->model, s->ws, s->new_q, NULL, s->momentum, NULL, s->new_v, &s->bad);
    return status == RIGID_OK ? rigid_stepper_place(s, s->new_v, s->new_q) : status;
}

const rigid_method_row rigid_method_midpoint = {
    .step = step_midpoint, .order = 2, .stages = 2, .square = true, .calm = {HUGE_VAL, HUGE_VAL},
};
