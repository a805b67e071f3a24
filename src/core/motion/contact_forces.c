/* Forces of what touches, at a state: impulses in so short a time that nothing moves, divided by it. What velocities of the points change
   by while they move as they do, without any acceleration, is a difference of fourth order along that motion. */
#include "contacts.h"
#include "closed.h"
#include "../tree/rnea.h"

#include <string.h>

static const double moment = 1e-7; /* s */

/* Velocities of the active points where v has taken q in time t, into c->z. */
static void velocities_after(rigid_contacts *c, const double *q, const double *v, double t, double *moved, double *out) {
    const int n = c->model->nv;
    for (int k = 0; k < n; k++)
        c->by_x[k] = t * v[k];
    rigid_model_integrate(c->model, q, c->by_x, moved);
    rigid_contacts_find(c, moved, &c->there);
    for (int k = 0; k < c->limits; k++) {
        const rigid_contact_point *p = &c->here.point[c->of[k]];
        v3 axes[3], u = {0, 0, 0};
        for (int i = 0; i < c->there.count; i++)
            if (c->there.point[i].pair == p->pair && c->there.point[i].at.id == p->at.id) {
                u = rigid_contact_velocity(c, moved, v, &c->there.point[i]);
                rigid_contact_axes(c->there.point[i].at.n, axes);
                for (int j = 0; j < 3; j++)
                    out[c->block[k].first + j] = v3_dot(axes[j], u);
            }
    }
}

/* c->joined = the rate of J v without acceleration: (8 (z(t) - z(-t)) - (z(2t) - z(-2t))) / 12 t. Loops say theirs exactly. */
static void find_drift(rigid_contacts *c, const double *q, const double *v, double *moved) {
    static const double at[] = {1, -1, 2, -2}, weight[] = {8, -8, -1, 1};
    const double t = 2e-3 / (1 + rigid_largest(c->model->nv, v));
    double *drift = c->joined;
    memset(drift, 0, (size_t)c->rows * sizeof *drift);
    for (int k = 0; k < 4 && rigid_largest(c->model->nv, v) > 0; k++) {
        memset(c->z, 0, (size_t)c->rows * sizeof *c->z);
        velocities_after(c, q, v, at[k] * t, moved, c->z);
        for (int i = 0; i < 3 * c->limits; i++)
            drift[i] += weight[k] / (12 * t) * c->z[i];
    }
    for (int k = c->limits; k < c->blocks; k++)
        if (c->block[k].kind == RIGID_BLOCK_EQUAL)
            rigid_loops_drift(c->loops, q, v, drift + c->block[k].first);
}

/* What slides or leaves more slowly than that stands: m/s. */
static const double still = 1e-9;

static void settle(double *g) {
    g[2] = g[2] > still ? g[2] : 0;
    if (g[0] * g[0] + g[1] * g[1] <= still * still)
        g[0] = g[1] = 0;
}

/* g = J v + moment (J a + drift), of which normals that approach and loops begin at rest. */
static void aim(rigid_contacts *c, const double *v, const double *a) {
    const int n = c->model->nv;
    double *g = c->x0;
    rigid_contacts_aim(c, v, NULL);
    memcpy(g, c->g, (size_t)c->rows * sizeof *g);
    for (int k = 0; k < c->blocks; k++)
        if (c->block[k].kind == RIGID_BLOCK_CONE)
            settle(g + c->block[k].first);
        else
            memset(g + c->block[k].first, 0, (size_t)(c->rows - c->block[k].first) * sizeof *g);
    for (int k = 0; k < n; k++)
        c->by_x[k] = moment * a[k];
    rigid_contacts_aim(c, c->by_x, NULL);
    for (int i = 0; i < c->rows; i++)
        c->g[i] += g[i] + moment * c->joined[i];
}

static const double sliding = 1e-4; /* m/s: what slides so fast does not stand a moment later, by forces alone */

/* The laws hold to a part of what accelerations make in the moment, and nothing that slides was stopped: only an impulse does that. */
static bool is_finite_force(const rigid_contacts *c) {
    double made = 0;
    for (int i = 0; i < c->rows; i++)
        made = fmax(made, fabs(c->g[i] - c->x0[i]));
    for (int k = 0; k < c->limits; k++) {
        const int i = c->block[k].first;
        const double before = hypot(c->x0[i], c->x0[i + 1]), after = hypot(c->z[i], c->z[i + 1]);
        if (before > sliding && after < 0.5 * before)
            return false;
    }
    return c->report.residual <= 1e-6 * made + 1e-14 * rigid_largest(c->rows, c->x0);
}

static void tell(rigid_contacts *c) {
    c->touched = 0;
    for (int k = 0; k < c->limits; k++) {
        const rigid_contact_point *p = &c->here.point[c->of[k]];
        const double *x = c->x + c->block[k].first;
        v3 axes[3], f = {0, 0, 0};
        rigid_contact_axes(p->at.n, axes);
        for (int i = 0; i < 3; i++)
            f = v3_add_scaled(f, x[i] / moment, axes[i]);
        c->touch[c->touched++] = (rigid_touch){c->pair[p->pair].a, c->pair[p->pair].b, p->at.p, p->at.n, f};
    }
}

/* a = what tau gives without contacts and loops. */
static rigid_status free_acceleration(rigid_contacts *c, const double *q, const double *v, const double *tau, double *a, int *freedom) {
    return rigid_aba(c->model, c->ws, q, v, tau, NULL, a, freedom);
}

rigid_status rigid_contacts_forces(rigid_contacts *c, const double *q, const double *v, const double *tau, const rigid_touch **list,
                                   int *count, int *freedom) {
    const rigid_row_choice none = {NULL, q, 0};
    double *a = c->start_v, *moved = c->moved;
    rigid_contacts_forget(c);
    rigid_contacts_find(c, q, &c->here);
    for (int i = 0; i < c->here.count; i++)
        c->here.point[i].active = c->here.point[i].at.gap <= RIGID_NEAR;
    *list = c->touch, *count = c->touched = 0;
    rigid_status status = free_acceleration(c, q, v, tau, a, freedom);
    if (status == RIGID_OK)
        status = rigid_contacts_set_up(c, q, &c->here, none, NULL, NULL, 0, freedom);
    if (status != RIGID_OK)
        return status;
    if (c->limits > 0) {
        find_drift(c, q, v, moved);
        aim(c, v, a);
        memset(c->x, 0, (size_t)c->rows * sizeof *c->x), memset(c->z, 0, (size_t)c->rows * sizeof *c->z);
        c->rho = c->residual = 0, c->iterations = 0;
        c->noise = 0; /* of what was just aimed at, at most a part of the moment */
        status = rigid_contacts_solve(c, 1e-15);
        c->rho = 0;
        if (!is_finite_force(c))
            status = RIGID_NOT_CONVERGED;
        tell(c);
    }
    rigid_contacts_done(c);
    *count = c->touched;
    return status;
}
