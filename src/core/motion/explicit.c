/* Explicit methods. Runge-Kutta-Munthe-Kaas: with theta the way from q in its tangent space, theta' = dexp⁻¹(-theta) v and
   v' = a(t, q moved by theta, v) are integrated as numbers, so that quaternions stay unit by construction.
   [Munthe-Kaas 1998; Dormand & Prince 1980; Ralston 1962] How far each is calm: Hairer
   & Wanner IV.2. */
#include "stepper.h"

#include <string.h>

/* Stage i stands at the time t + c[i] h, at theta = h Σ a[i][j] rate_j and v + h Σ a[i][j] acc_j. */
typedef struct {
    int stages;
    double a[RIGID_STAGES_MAX][RIGID_STAGES_MAX], c[RIGID_STAGES_MAX];
} tableau;

static const tableau classical = {4, {{0}, {1.0 / 2}, {0, 1.0 / 2}, {0, 0, 1}}, {0, 1.0 / 2, 1.0 / 2, 1}};
static const double classical_weights[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};

/* The last stage stands at the result, so that its acceleration begins the next step; `off` are the weights less those of the lower
   order. */
static const tableau dormand_prince = {
    7,
    {{0},
     {1.0 / 5},
     {3.0 / 40, 9.0 / 40},
     {44.0 / 45, -56.0 / 15, 32.0 / 9},
     {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
     {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
     {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}},
    {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1}};
static const double off[] = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

/* out = base + h Σ w[j] x[j] of the first `count`; a null base is zero. */
static void combine(double *out, const double *base, double h, const double *w, double *const *x, int count, int n) {
    for (int k = 0; k < n; k++)
        out[k] = base ? base[k] + h * w[0] * x[0][k] : h * w[0] * x[0][k];
    for (int j = 1; j < count; j++) {
        const double s = h * w[j];
        if (s != 0)
            for (int k = 0; k < n; k++)
                out[k] += s * x[j][k];
    }
}

/* The stages from `first` on, those before being known. */
static rigid_status stages(rigid_stepper *s, const tableau *of, int first, int end, double t, double h) {
    const int n = s->model->nv;
    memcpy(s->rate[0], s->v, (size_t)n * sizeof *s->v);
    for (int i = first; i < end; i++) {
        combine(s->theta, NULL, h, of->a[i], s->rate, i, n);
        combine(s->new_v, s->v, h, of->a[i], s->acc, i, n);
        rigid_status status = rigid_stepper_place(s, s->new_v, s->new_q);
        if (status == RIGID_OK) {
            if (s->flat)
                memcpy(s->rate[i], s->new_v, (size_t)n * sizeof *s->new_v);
            else
                rigid_tangent_rate(s->model, s->theta, s->new_v, s->rate[i]);
            status = rigid_accelerate(s, t + of->c[i] * h, s->new_q, s->new_v, s->acc[i]), s->power[i] = s->power_now;
        }
        if (status != RIGID_OK)
            return status;
    }
    return RIGID_OK;
}

static rigid_status step_rk4(rigid_stepper *s, double t, double h) {
    const int n = s->model->nv;
    const rigid_status status = stages(s, &classical, 1, 4, t, h);
    if (status != RIGID_OK)
        return status;
    s->new_work = rigid_stepper_work_of(s, h, classical_weights, 4);
    combine(s->theta, NULL, h, classical_weights, s->rate, 4, n);
    combine(s->new_v, s->v, h, classical_weights, s->acc, 4, n);
    return rigid_stepper_place(s, s->new_v, s->new_q);
}

const rigid_method_row rigid_method_rk4 = {
    .step = step_rk4, .order = 4, .stages = 4, .watched = true, .tolerance = 1.6e-8, .calm = {2.785, 2.828},
};

static void judge(rigid_stepper *s, double h, const double *w, int count, double *const *x, const double *size, double by_v) {
    for (int k = 0; k < s->model->nv; k++) {
        double sum = 0;
        for (int j = 0; j < count; j++)
            sum += w[j] * x[j][k];
        rigid_stepper_judge(s, h * sum, size[k], by_v, k);
    }
}

/* ---- while something touches ------------------------------------------------------------------------------------------ */

/* The forces of contact are of second order then, and mostly what touches hardly moves: a lower order will do where the error of one yet
   lower is tolerated, of which its own is a small part. The second stage of both stands in the middle. */
static const tableau third = {3, {{0}, {1.0 / 2}, {0, 3.0 / 4}}, {0, 1.0 / 2, 3.0 / 4}};
static const double third_weights[] = {2.0 / 9, 1.0 / 3, 4.0 / 9}, off_third[] = {2.0 / 9, -2.0 / 3, 4.0 / 9}, middle[] = {0, 1};

static bool will_do(rigid_stepper *s) {
    const bool will = s->error <= s->tolerance;
    s->error *= RIGID_OWN_PART;
    return will;
}

/* The midpoint's, by the acceleration there and at the beginning, and by how far the rate there is from the velocity. */
static rigid_status try_second(rigid_stepper *s, double t, double h, bool *done) {
    const int n = s->model->nv;
    rigid_status status = stages(s, &third, 1, 2, t, h);
    if (status != RIGID_OK)
        return status;
    s->error = 0;
    for (int k = 0; k < n && s->leeway; k++) {
        rigid_stepper_judge(s, h * (s->acc[1][k] - s->acc[0][k]), s->new_v[k], 1, k);
        rigid_stepper_judge(s, h * (s->rate[1][k] - s->new_v[k]), s->theta[k], h, k);
    }
    *done = s->leeway && will_do(s);
    if (!*done)
        return RIGID_OK;
    combine(s->theta, NULL, h, middle, s->rate, 2, n), combine(s->new_v, s->v, h, middle, s->acc, 2, n);
    s->new_work = rigid_stepper_work_of(s, h, middle, 2);
    return rigid_stepper_place(s, s->new_v, s->new_q);
}

/* Ralston's, by the midpoint's. */
static rigid_status try_third(rigid_stepper *s, double t, double h, bool *done) {
    const int n = s->model->nv;
    const rigid_status status = stages(s, &third, 2, 3, t, h);
    if (status != RIGID_OK)
        return status;
    combine(s->theta, NULL, h, third_weights, s->rate, 3, n), combine(s->new_v, s->v, h, third_weights, s->acc, 3, n);
    s->error = 0;
    judge(s, h, off_third, 3, s->acc, s->new_v, 1), judge(s, h, off_third, 3, s->rate, s->theta, h);
    *done = will_do(s);
    s->new_work = rigid_stepper_work_of(s, h, third_weights, 3);
    return rigid_stepper_place(s, s->new_v, s->new_q);
}

enum { LOOK_AGAIN = 8 }; /* steps of the full order to the next trial of a lower one */

static rigid_status try_lower(rigid_stepper *s, double t, double h, bool *done) {
    if (s->full > 0)
        return s->full--, RIGID_OK;
    rigid_status status = try_second(s, t, h, done);
    if (status == RIGID_OK && !*done)
        status = try_third(s, t, h, done);
    if (!*done)
        s->full = LOOK_AGAIN;
    return status;
}

/* ---- Dormand and Prince's ----------------------------------------------------------------------------------------------- */

static rigid_status step_rkmk45(rigid_stepper *s, double t, double h) {
    bool done = false;
    rigid_status status = s->pull && s->tolerance > 0 ? try_lower(s, t, h, &done) : RIGID_OK;
    if (done || status != RIGID_OK)
        return status;
    status = stages(s, &dormand_prince, 1, 7, t, h), s->error = 0;
    if (status == RIGID_OK)
        judge(s, h, off, 7, s->acc, s->new_v, 1), judge(s, h, off, 7, s->rate, s->theta, h);
    s->new_work = rigid_stepper_work_of(s, h, dormand_prince.a[6], 6);
    return status;
}

const rigid_method_row rigid_method_rkmk45 = {
    .step = step_rkmk45, .order = 5, .estimate = 4, .tolerance = 1e-8, .stages = 7, .last_known = true, .calm = {3.306, 0.999},
};

/* v1 = v0 + h a(q0, v0), then q1 = q0 moved by h v1. */
static rigid_status step_semi_implicit_euler(rigid_stepper *s, double t, double h) {
    (void)t;
    for (int k = 0; k < s->model->nv; k++) {
        s->new_v[k] = s->v[k] + h * s->acc[0][k];
        s->theta[k] = h * s->new_v[k];
    }
    return rigid_stepper_place(s, s->new_v, s->new_q);
}

const rigid_method_row rigid_method_semi_implicit_euler = {
    .step = step_semi_implicit_euler, .order = 1, .stages = 1, .calm = {2, 2},
};
