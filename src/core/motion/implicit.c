/* The implicit methods solve with the derivatives of the forces at the state, rigid_rnea_derivatives: Q = ∂τ/∂q and
   B = ∂τ/∂v of the torques that a motion asks for, the joints' own springs and damping counted.

   Rosenbrock-W, with y = (theta, v), y' = f = (rate, acc), and A the derivative of f, here (0, 1; -H⁻¹Q, -H⁻¹B):

       (1 - hγA) k_i = h f(y + Σ_j α_ij k_j) + hA Σ_j γ_ij k_j,   y' = y + Σ b_i k_i

   keeps its order whatever A is [Rang & Angermann 2005], so that A may leave out the chart and the controllers. Eliminating
   theta and multiplying by H, (H + hγB + (hγ)²Q) k_v = h H acc - h (Q g + B g_v) - hγ Q r, where g = Σ γ_ij k_j and
   r = h rate + h g_v. */
#include "implicit.h"
#include "holds.h"
#include "passive.h"
#include "../tree/rnea.h"
#include "../numbers/lu.h"

#include <string.h>

/* ---- derivatives at the state ----------------------------------------------------------------------------------------- */

/* out += c A x */
static void add_product(int n, double c, const double *A, const double *x, double *out) {
    for (int i = 0; i < n; i++)
        out[i] += c * rigid_dot(n, A + i * n, x);
}

/* H, Q and B at the state with the velocity v, of what a motion with the acceleration a asks for. */
static void derive(rigid_stepper *s, const double *v, const double *a) {
    const int n = s->model->nv;
    rigid_rnea_derivatives(s->model, s->ws, s->q, v, a, s->dq, s->dv, s->H);
    if (s->damping)
        for (int k = 0; k < n; k++)
            s->dv[k * n + k] += s->damping[k];
    if (s->stiffness)
        rigid_springs_stiffen(s->model, s->stiffness, 1, s->dq);
    if (s->held > 0)
        rigid_holds_mask(s, s->H), rigid_holds_mask(s, s->dv), rigid_holds_mask(s, s->dq);
}

/* The same at its own acceleration, once however often a step is tried from there. */
static void find_derivatives(rigid_stepper *s) {
    if (!s->linear)
        derive(s, s->v, s->acc[0]), s->linear = true;
}

static rigid_status factor(rigid_stepper *s, double x) {
    const int n = s->model->nv;
    for (int k = 0; k < n * n; k++)
        s->matrix[k] = s->H[k] + x * (s->dv[k] + x * s->dq[k]);
    return rigid_lu(n, s->matrix, s->pivot);
}

rigid_status rigid_linearize(rigid_stepper *s, double x) {
    find_derivatives(s);
    return factor(s, x);
}

/* ---- by one evaluation ------------------------------------------------------------------------------------------------ */

/* y solves (1 - hA) y = r in both parts: (H + hB + h²Q) y_v = H r_v - h Q r_q, y_q = r_q + h y_v. */
static void calm(rigid_stepper *s, double h, const double *rq, const double *rv, double *yq, double *yv) {
    const int n = s->model->nv;
    memset(yv, 0, (size_t)n * sizeof *yv);
    add_product(n, 1, s->H, rv, yv), add_product(n, -h, s->dq, rq, yv);
    rigid_lu_solve(n, s->matrix, s->pivot, yv);
    for (int k = 0; k < n; k++)
        yq[k] = rq[k] + h * yv[k];
}

/* out = a - b */
static void subtract(int n, const double *a, const double *b, double *out) {
    for (int k = 0; k < n; k++)
        out[k] = a[k] - b[k];
}

/* With C = (1 - hA)⁻¹: k = C h f, Euler's step;  w = C (k - h f);  y' = y + k - w/2, of second order, and C (w - (k - h f)) / 6, its
   error, in which what is stiff counts for nothing. Where no error is asked for, Euler's step itself: it alone bears what steps of any
   length make of the forces of contact. */
rigid_status rigid_implicit_once(rigid_stepper *s, double t, double h) {
    const int n = s->model->nv;
    double *fq = s->rate[0], *fv = s->mean, *kq = s->rate[1], *kv = s->acc[1], *wq = s->rate[2], *wv = s->acc[2], *eq = s->rate[3], *ev = s->acc[3];
    const double half = s->tolerance > 0 ? 0.5 : 0;
    rigid_status status = rigid_linearize(s, h);
    if (status != RIGID_OK)
        return status;
    for (int k = 0; k < n; k++)
        fq[k] = h * s->v[k], fv[k] = h * s->acc[0][k];
    calm(s, h, fq, fv, kq, kv);
    subtract(n, kq, fq, fq), subtract(n, kv, fv, fv);
    calm(s, h, fq, fv, wq, wv);
    subtract(n, wq, fq, fq), subtract(n, wv, fv, fv);
    calm(s, h, fq, fv, eq, ev);
    s->error = 0;
    for (int k = 0; k < n; k++) {
        s->theta[k] = kq[k] - half * wq[k], s->new_v[k] = s->v[k] + kv[k] - half * wv[k];
        rigid_stepper_judge(s, ev[k] / 6, s->new_v[k], 1, k), rigid_stepper_judge(s, eq[k] / 6, s->theta[k], h, k);
    }
    status = rigid_stepper_place(s, s->new_v, s->new_q);
    if (status == RIGID_OK)
        status = rigid_act(s, t + h, s->new_q, s->new_v);
    const double at_begin = half * h, at_end = h - at_begin;
    s->new_work = (rigid_power){at_begin * s->power[0].applied + at_end * s->power_now.applied,
                                at_begin * s->power[0].pulled + at_end * s->power_now.pulled};
    return status;
}

/* H, Q and B at the state but for the velocity v, s->mean = what acts there less what no acceleration asks for. */
static rigid_status look_from(rigid_stepper *s, double t, const double *v) {
    const int n = s->model->nv;
    const rigid_status status = rigid_act(s, t, s->q, v);
    if (status != RIGID_OK)
        return status;
    derive(s, v, s->ws->zero), s->linear = false;
    rigid_rnea(s->model, s->ws, s->q, v, NULL, s->action ? s->external : NULL, s->mean);
    for (int k = 0; k < n; k++)
        s->mean[k] = s->total[k] - s->mean[k];
    return RIGID_OK;
}

/* Euler's equations, H (w - v) = h f(w) - h²Q w, by Newton's method: (H + hB + h²Q) Δw = h f - h²Q w - H (w - v) from w = v on. Where a speed
   dies within the leap, as where hardly anything moves, f goes by its square, and of the first round too much is left. */
rigid_status rigid_implicit_leap(rigid_stepper *s, double t, double h) {
    enum { ROUNDS = 4 };
    const int n = s->model->nv;
    double *change = s->momentum, *w = s->new_v, *gained = s->theta;
    memcpy(w, s->v, (size_t)n * sizeof *w);
    for (int round = 0; round < ROUNDS; round++) {
        rigid_status status = look_from(s, t, w);
        if (status != RIGID_OK)
            return status;
        for (int k = 0; k < n; k++)
            change[k] = h * s->mean[k], gained[k] = w[k] - s->v[k];
        add_product(n, -h * h, s->dq, w, change), add_product(n, -1, s->H, gained, change);
        if (s->held > 0)
            rigid_holds_mask_vector(s, change);
        status = factor(s, h);
        if (status != RIGID_OK)
            return status;
        rigid_lu_solve(n, s->matrix, s->pivot, change);
        for (int k = 0; k < n; k++)
            w[k] += change[k];
        if (rigid_largest(n, change) <= 1e-10 * rigid_largest(n, w))
            break;
    }
    for (int k = 0; k < n; k++) {
        s->theta[k] = h * w[k];
        if (s->hold)
            s->ahead[k] = (w[k] - s->v[k]) / h;
    }
    rigid_status status = rigid_stepper_place(s, w, s->new_q);
    if (status == RIGID_OK)
        status = rigid_act(s, t + h, s->new_q, w);
    s->error = 0, s->new_work = (rigid_power){h * s->power_now.applied, h * s->power_now.pulled};
    return status;
}

/* ---- Rosenbrock-W: ROS34PW2 ------------------------------------------------------------------------------------------- */

#define GAMMA 4.3586652150845899942e-01
static const double alphas[4][4] = {{0},
                                   {8.7173304301691799883e-01},
                                   {8.4457060015369423945e-01, -1.1299064236484185021e-01},
                                   {0, 0, 1}};
static const double gammas[4][4] = {{0},
                                   {-8.7173304301691799883e-01},
                                   {-9.0338057013044082163e-01, 5.4180672388095326412e-02},
                                   {2.4212380706095346379e-01, -1.2232505839045147409e+00, 5.4526025533510214271e-01}};
static const double b[4] = {2.4212380706095346379e-01, -1.2232505839045147409e+00, 1.5452602553351020000e+00,
                            4.3586652150845899942e-01};
static const double lower[4] = {3.7810903145819369289e-01, -9.6042292212423178e-02, 5.0e-01, 2.1793326075422949971e-01};

/* out = Σ w[j] x[j] of the first `count`. */
static void sum_of(double *out, const double *w, double *const *x, int count, int n) {
    memset(out, 0, (size_t)n * sizeof *out);
    for (int j = 0; j < count; j++)
        for (int k = 0; k < n; k++)
            out[k] += w[j] * x[j][k];
}

/* Stage i: k_v into acc[i + 1 of the ring], k_theta into rate. The first acceleration is that of the state, acc[0], which stays. */
static rigid_status solve_stage(rigid_stepper *s, int i, double h, const double *rate, const double *acc, double *const *kq,
                                double *const *kv) {
    const int n = s->model->nv;
    double *r = s->momentum, *gv = s->mean, *gq = s->rest_of, *x = kv[i];
    sum_of(gv, gammas[i], kv, i, n), sum_of(gq, gammas[i], kq, i, n);
    memset(x, 0, (size_t)n * sizeof *x);
    for (int k = 0; k < n; k++)
        r[k] = h * (rate[k] + gv[k]);
    add_product(n, h, s->H, acc, x);
    for (int k = 0; k < n; k++)
        gq[k] += GAMMA * r[k];
    add_product(n, -h, s->dq, gq, x), add_product(n, -h, s->dv, gv, x);
    rigid_lu_solve(n, s->matrix, s->pivot, x);
    for (int k = 0; k < n; k++)
        kq[i][k] = r[k] + h * GAMMA * x[k];
    return RIGID_OK;
}

static rigid_status step_implicit(rigid_stepper *s, double t, double h) {
    const int n = s->model->nv;
    double *const *kv = s->acc + 1, *const *kq = s->rate + 1;
    double *acc = s->new_v, *rate = s->rate[0];
    rigid_status status = rigid_linearize(s, h * GAMMA);
    for (int i = 0; i < 4 && status == RIGID_OK; i++) {
        double at = 0;
        for (int j = 0; j < i; j++)
            at += alphas[i][j];
        sum_of(s->theta, alphas[i], kq, i, n), sum_of(s->mean, alphas[i], kv, i, n);
        for (int k = 0; k < n; k++)
            s->mean[k] += s->v[k];
        status = rigid_stepper_place(s, s->mean, s->new_q);
        if (status == RIGID_OK && i > 0)
            status = rigid_accelerate(s, t + at * h, s->new_q, s->mean, acc), s->power[i] = s->power_now;
        if (status != RIGID_OK)
            break;
        rigid_tangent_rate(s->model, s->theta, s->mean, rate);
        status = solve_stage(s, i, h, rate, i > 0 ? acc : s->acc[0], kq, kv);
    }
    if (status != RIGID_OK)
        return status;
    s->new_work = rigid_stepper_work_of(s, h, b, 4);
    sum_of(s->theta, b, kq, 4, n), sum_of(s->new_v, b, kv, 4, n);
    for (int k = 0; k < n; k++) {
        double ev = 0, eq = 0;
        for (int j = 0; j < 4; j++)
            ev += (b[j] - lower[j]) * kv[j][k], eq += (b[j] - lower[j]) * kq[j][k];
        s->new_v[k] += s->v[k];
        rigid_stepper_judge(s, ev, s->new_v[k], 1, k), rigid_stepper_judge(s, eq, s->theta[k], h, k);
    }
    return rigid_stepper_place(s, s->new_v, s->new_q);
}

const rigid_method_row rigid_method_implicit = {
    .step = step_implicit, .order = 3, .estimate = 2, .tolerance = 1e-6, .stages = 5, .square = true, .damps = true, .calm = {HUGE_VAL, HUGE_VAL},
};
