/* Impacts, by Poisson's law: impulses x that end all approach, and then others of which each normal one is at least e times that of
   before. Where that would give energy, which friction and several contacts can, they are made less. [Pfeiffer & Glocker 1996] */
#include "contacts.h"
#include "closed.h"

#include <string.h>

/* The fastest approach of what touches, by c->g, and the fastest that would be thrown back. */
static double approach(const rigid_stepper *s, double *thrown) {
    const rigid_contacts *c = s->contacts;
    double most = 0;
    *thrown = 0;
    for (int k = 0; k < c->blocks; k++) {
        const rigid_block *b = &c->block[k];
        const bool cone = b->kind == RIGID_BLOCK_CONE;
        if (!cone && b->kind != RIGID_BLOCK_POSITIVE)
            continue;
        const double speed = -c->g[b->first + (cone ? 2 : 0)];
        most = fmax(most, speed);
        *thrown = fmax(*thrown, speed * (cone ? c->pair[c->here.point[c->of[k]].pair].restitution : s->restitution));
    }
    return most;
}

/* A body that would come back within a step, or that leaves too slowly to be told from one, stays. */
double rigid_least_rebound(const rigid_stepper *s) {
    return fmax(1e-9, fmin(1e-3, 0.5 * v3_norm(s->model->gravity) * s->asked));
}

/* What each normal impulse is to be at least, `part` of what the law says of x. */
static void set_least(const rigid_stepper *s, const double *x, double part) {
    rigid_contacts *c = s->contacts;
    for (int k = 0; k < c->blocks; k++) {
        rigid_block *b = &c->block[k];
        if (b->kind == RIGID_BLOCK_CONE)
            b->lo = part * c->pair[c->here.point[c->of[k]].pair].restitution * x[b->first + 2];
        else if (b->kind == RIGID_BLOCK_POSITIVE)
            b->lo = part * s->restitution * x[b->first];
    }
}

/* What the impulses x + y, from velocities g of the rows without them, add to the energy: (x + y) · (g + ½ G (x + y)). */
static double energy(const rigid_contacts *c, const double *g, const double *x, const double *y) {
    /* y: or null */
    double sum = 0;
    for (int i = 0; i < c->rows; i++) {
        double z = g[i];
        for (int j = 0; j < c->rows; j++)
            z += 0.5 * c->G[i * c->rows + j] * (x[j] + (y ? y[j] : 0));
        sum += (x[i] + (y ? y[i] : 0)) * z;
    }
    return sum;
}

static const double parts[] = {1, 0.9, 0.75, 0.5, 0.25, 0};

/* x: the impulses of compression, to which those of expansion are added; g: velocities before. */
static rigid_status expand(rigid_stepper *s, const double *g, double *x) {
    rigid_contacts *c = s->contacts;
    const size_t size = (size_t)c->rows * sizeof *x;
    double scale = 0;
    for (int i = 0; i < c->rows; i++)
        scale += fabs(x[i] * g[i]);
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        set_least(s, x, parts[k]);
        for (int i = 0; i < c->rows; i++) {
            c->g[i] = g[i];
            for (int j = 0; j < c->rows; j++)
                c->g[i] += c->G[i * c->rows + j] * x[j];
        }
        memset(c->x, 0, size), memset(c->z, 0, size);
        const rigid_status status = rigid_contacts_solve(c, 1e-13);
        if (status != RIGID_OK)
            return status;
        if (energy(c, g, x, c->x) <= 1e-12 * scale)
            break;
    }
    for (int i = 0; i < c->rows; i++)
        x[i] += c->x[i];
    return RIGID_OK;
}

static void note(rigid_stepper *s, const double *x) {
    rigid_contacts *c = s->contacts;
    c->struck = 0;
    for (int k = 0; k < c->blocks; k++) {
        const rigid_block *b = &c->block[k];
        if (b->kind == RIGID_BLOCK_CONE && x[b->first + 2] > 0) {
            const rigid_contact_point *p = &c->here.point[c->of[k]];
            v3 axes[3], sum = {0, 0, 0};
            rigid_contact_axes(p->at.n, axes);
            for (int i = 0; i < 3; i++)
                sum = v3_add_scaled(sum, x[b->first + i], axes[i]);
            c->strike[c->struck++] = (rigid_touch){c->pair[p->pair].a, c->pair[p->pair].b, p->at.p, p->at.n, sum};
        } else if (b->kind == RIGID_BLOCK_POSITIVE && x[b->first] > 0) {
            rigid_hold *f = &s->hold[rigid_contacts_of(c, k)];
            f->happened = c->of[k] < 0 ? RIGID_HAPPENED_UPPER : RIGID_HAPPENED_LOWER;
            f->impulse = c->of[k] < 0 ? -x[b->first] : x[b->first];
        }
    }
}

void rigid_contacts_forget_forces(rigid_contacts *c) {
    const int soon = c->soon;
    const double liveliest = c->liveliest;
    rigid_contacts_forget(c), c->found = true, c->soon = soon, c->liveliest = liveliest;
    for (int i = 0; i < c->here.count; i++)
        c->here.point[i].force = c->here.point[i].lean = v3_zero();
}

/* Whether anything that touches approaches fast enough. */
static bool anything_approaches(const rigid_stepper *s) {
    rigid_contacts *c = s->contacts;
    for (int i = 0; i < c->here.count; i++) {
        const rigid_contact_point *p = &c->here.point[i];
        if (p->active && v3_dot(p->at.n, rigid_contact_velocity(c, s->q, s->v, p)) < -RIGID_SLOW)
            return true;
    }
    const double reach = rigid_contacts_reach(c);
    for (int k = 0; s->hold && k < s->model->nv; k++) {
        const rigid_hold *f = &s->hold[k];
        if ((rigid_at_lower(f, s->q, reach) && s->v[k] < -RIGID_SLOW) || (rigid_at_upper(f, s->q, reach) && s->v[k] > RIGID_SLOW))
            return true;
    }
    return false;
}

static rigid_status collide(rigid_stepper *s) {
    rigid_contacts *c = s->contacts;
    double thrown, *x = c->x0, *g = c->joined; /* both have room for all rows */
    const size_t size = (size_t)c->rows * sizeof *x;
    rigid_contacts_aim(c, s->v, NULL);
    if (approach(s, &thrown) <= RIGID_SLOW)
        return RIGID_OK;
    memcpy(g, c->g, size), memset(c->x, 0, size), memset(c->z, 0, size);
    rigid_status status = rigid_contacts_solve(c, 1e-13);
    memcpy(x, c->x, size);
    c->settled = thrown > 0 && thrown <= rigid_least_rebound(s);
    if (status == RIGID_OK && thrown > rigid_least_rebound(s))
        status = expand(s, g, x);
    if (status == RIGID_OK)
        rigid_contacts_push(c, x, s->v), s->lost -= energy(c, g, x, NULL), note(s, x);
    rigid_contacts_forget_forces(c); /* behind an impact nothing is known of them */
    return status;
}

rigid_status rigid_contacts_strike(rigid_stepper *s) {
    rigid_contacts *c = s->contacts;
    const rigid_row_choice choice = {s->hold, s->q, 0};
    rigid_contacts_activate(c);
    for (int k = 0; s->hold && k < s->model->nv; k++)
        s->hold[k].leaves = false;
    if (!anything_approaches(s))
        return RIGID_OK;
    c->rho = 0;
    const rigid_status status = rigid_contacts_set_up(c, s->q, &c->here, choice, NULL, NULL, 0, &s->bad);
    if (status != RIGID_OK)
        return status;
    const rigid_status struck = c->rows > 0 ? collide(s) : RIGID_OK;
    rigid_contacts_done(c);
    c->rho = 0;
    return struck;
}
