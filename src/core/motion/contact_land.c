/* The end of a step with contacts: from where the method's own ended under the forces of before, impulses take velocities to where all laws hold,
   and positions the rest of their way. */
#include "contacts.h"
#include "passive.h"
#include "../tree/centroidal.h"
#include "../tree/ltdl.h"
#include "../tree/rnea.h"

#include <string.h>

static bool by_euler(const rigid_stepper *s) { return rigid_by_once(s) && s->tolerance == 0; }

/* Rows at s->new_q, of what could touch at the beginning. */
static rigid_status set_up(rigid_stepper *s, double h) {
    const bool damps = s->method->damps;
    const rigid_row_choice choice = {s->hold, s->q, h};
    return rigid_contacts_set_up(s->contacts, s->new_q, &s->contacts->there, choice, damps ? s->damping : NULL, damps ? s->stiffness : NULL, h,
                                 &s->bad);
}

/* What stands, stands to the last bit: a joint that friction holds from the beginning on, or a limit. */
static void tidy(rigid_stepper *s) {
    const rigid_contacts *c = s->contacts;
    for (int k = 0; k < c->blocks; k++) {
        const rigid_block *b = &c->block[k];
        const double x = c->x[b->first];
        const int of = rigid_contacts_of(c, k);
        if (b->kind == RIGID_BLOCK_BOX && rigid_sticks_within(b, x)) {
            const int at = s->hold[of].at_q;
            s->new_v[of] = 0;
            if (at >= 0 && s->v[of] == 0)
                s->new_q[at] = s->q[at];
        } else if (b->kind == RIGID_BLOCK_POSITIVE && x > 0 && !s->loops)
            s->new_v[of] = 0, s->new_q[s->hold[of].at_q] = c->of[k] < 0 ? s->hold[of].upper : s->hold[of].lower;
    }
}

/* The old forces have acted as they were all the way, and ended otherwise: half of each is right. What is too much of the first is taken
   off, and what is to be of the second, x0, as the first guess of x: c->taken, and halved by M, c->halved. */
static void take_off_half(rigid_stepper *s, double h) {
    rigid_contacts *c = s->contacts;
    const int n = s->model->nv;
    memcpy(c->x, c->x0, (size_t)c->rows * sizeof *c->x);
    rigid_contacts_pull(c, c->x0, c->taken);
    rigid_forces_stay(s->model, s->q, c->acts, s->new_q, s->pulled);
    rigid_forces_stay(s->model, s->q, c->more, s->new_q, c->push);
    for (int k = 0; k < n; k++)
        c->taken[k] = c->halved[k] = 0.5 * (c->taken[k] + h * (s->pulled[k] + c->push[k]));
    rigid_ltdl_halve(n, c->M, c->ws, c->halved);
}

static const double known_to = 1e-4; /* of the speeds that their forces alone would give in a step: no error of less is one */

/* And x is put on: what impulses and velocities change by is in c->taken and c->change. */
static void put_on(rigid_stepper *s, double h) {
    rigid_contacts *c = s->contacts;
    const int n = s->model->nv, width = rigid_qr_width(c->rows);
    rigid_contacts_pull(c, c->x, c->next_pull);
    for (int k = 0; k < n; k++) {
        c->taken[k] = c->next_pull[k] - c->taken[k], c->next_pull[k] /= h;
        c->change[k] = rigid_dot(c->rows, c->B + k * width, c->x) - c->halved[k];
    }
    rigid_ltdl_other_half(n, c->M, c->ws, c->change);
    for (int k = 0; k < n; k++) {
        s->new_v[k] += c->change[k];
        c->leeway[k] = fabs(c->change[k]) + known_to * h * fabs(c->next_pull[k]) * c->ws->ltdl.inverse[k];
    }
}

/* What impulses do that change velocities: they act at the mean of both. */
static void gain_at_end(rigid_stepper *s) {
    rigid_contacts *c = s->contacts;
    for (int k = 0; k < s->model->nv; k++)
        c->gained += c->taken[k] * (s->new_v[k] - 0.5 * c->change[k]);
}

/* In Euler's step all acts at its end. */
static rigid_status gain_by_euler(rigid_stepper *s, double t, double h) {
    rigid_contacts *c = s->contacts;
    const int n = s->model->nv;
    const rigid_status status = rigid_act(s, t + h, s->new_q, s->new_v);
    s->new_work.applied = h * s->power_now.applied;
    c->gained = h * rigid_dot(n, s->pulled, s->new_v) + rigid_dot(n, c->taken, s->new_v);
    return status;
}

/* Positions go the way that they still have to, against gravity and springs. */
static void go_on(rigid_stepper *s) {
    const rigid_model *m = s->model;
    const bool far = rigid_largest(m->nv, s->theta) > 1e-13;
    double gained = far && s->stiffness ? -rigid_elastic_energy(m, s->new_q) : 0;
    if (far) {
        rigid_gravity_forces(m, s->ws, s->new_q, s->total);
        gained += rigid_dot(m->nv, s->total, s->theta);
    }
    rigid_model_integrate(m, s->new_q, s->theta, s->new_q);
    s->contacts->gained += gained + (far && s->stiffness ? rigid_elastic_energy(m, s->new_q) : 0);
}

static const double far_off = 1e-7; /* rad, m */

/* A joint that left its limit fast, and is away from it where the step ends, by the way that is still to go, is not held back
   there: it has no row. Whether there is one more. */
static bool lets_leave(rigid_stepper *s) {
    const rigid_contacts *c = s->contacts;
    bool any = false;
    for (int k = c->limits; k < c->blocks; k++) {
        if (c->block[k].kind != RIGID_BLOCK_POSITIVE || !(c->x[c->block[k].first] > 0))
            continue;
        rigid_hold *f = &s->hold[rigid_contacts_of(c, k)];
        const double sign = c->of[k] < 0 ? -1 : 1, limit = c->of[k] < 0 ? f->upper : f->lower, x = s->new_q[f->at_q] + s->theta[f - s->hold];
        f->leaves = f->leaves || (sign * (x - limit) > far_off && sign * s->v[f - s->hold] > rigid_least_rebound(s));
        any = any || f->leaves;
    }
    return any;
}

static const double most_fed = 1e-3, of_motion = 0.01; /* of the energies at hand, and beside it of the motion's: what is more is no error of a method */
static const double rounding = 1e-9, of_positions = 1e-15; /* rad, m: what forces do on such a way is not known */

/* Limits, friction and loops only take energy away. Where much comes from nowhere, the forces that went on from the step before were none, as where a
   mechanism jams. */
static bool is_fed(rigid_stepper *s) {
    const rigid_model *m = s->model;
    const double before = rigid_kinetic_energy(m, s->ws, s->q, s->v), after = rigid_kinetic_energy(m, s->ws, s->new_q, s->new_v);
    const double height = rigid_potential_energy(m, s->ws, s->q), tension = s->stiffness ? rigid_elastic_energy(m, s->q) : 0;
    double unknown = rounding * (fabs(height) + tension);
    for (int k = 0; k < m->nv; k++)
        unknown += of_positions * fabs(s->contacts->next_pull[k]);
    const double fallen = height - rigid_potential_energy(m, s->ws, s->new_q) + tension - (s->stiffness ? rigid_elastic_energy(m, s->new_q) : 0);
    const double work = s->new_work.applied, gain = after - before - fallen - work;
    const bool fed = gain > of_motion * before + most_fed * (after + fabs(fallen) + fabs(work) + s->contacts->liveliest) + unknown;
    if (!fed)
        s->contacts->liveliest = fmax(s->contacts->liveliest, after);
    return fed;
}

/* Gaps are closed by the rows at hand, forces are noted, and what stands stands. */
static void come_to_rest(rigid_stepper *s, double h) {
    rigid_contacts *c = s->contacts;
    rigid_contacts_close_gaps(s, s->theta);
    rigid_contacts_note(c, &c->there, h);
    rigid_contacts_done(c);
    go_on(s);
    tidy(s);
}

/* ---- once more, from where that ends -------------------------------------------------------------------------------------- */

/* Where positions go on to where they are closed, the rows are others there than those by which velocities were found: by the way and the speed
   together. Loops alone, closed after the step, would take what is so fast through a limit or away from it. So the step lands again, by the rows of
   its end, where the impulses of all landings together obey the laws. */
enum { LANDINGS = 4 };

/* What may be added to the impulses x, or, with sign -1, be in both together. */
static void shift_bounds(rigid_contacts *c, double sign, const double *x) {
    for (int k = 0; k < c->blocks; k++)
        c->block[k].lo -= sign * x[c->block[k].first], c->block[k].hi -= sign * x[c->block[k].first];
}

static bool rows_have_turned(const rigid_stepper *s) {
    const int n = s->model->nv;
    return rigid_largest(n, s->theta) * rigid_largest(n, s->new_v) > RIGID_SLOW;
}

/* Whether it does: where no impulses are found, it stays where it is. */
static bool land_again(rigid_stepper *s, double h) {
    rigid_contacts *c = s->contacts;
    const size_t of_v = (size_t)s->model->nv * sizeof *s->theta;
    if (set_up(s, h) != RIGID_OK)
        return false;
    const size_t of_rows = (size_t)c->rows * sizeof *c->x;
    memcpy(c->x0, c->x, of_rows), memset(c->x, 0, of_rows), memset(c->z, 0, of_rows);
    shift_bounds(c, 1, c->x0);
    rigid_contacts_aim(c, s->new_v, NULL);
    const bool solved = rigid_contacts_solve(c, RIGID_CONTACT_EXACTNESS) == RIGID_OK;
    shift_bounds(c, -1, c->x0);
    if (!solved) {
        memcpy(c->x, c->x0, of_rows), c->unsolved = false;
        return rigid_contacts_done(c), false;
    }
    memset(c->change, 0, of_v), memset(s->theta, 0, of_v);
    rigid_contacts_pull(c, c->x, c->taken);
    rigid_contacts_push(c, c->x, c->change);
    for (int k = 0; k < s->model->nv; k++)
        s->new_v[k] += c->change[k];
    for (int i = 0; i < c->rows; i++)
        c->x[i] += c->x0[i];
    gain_at_end(s);
    come_to_rest(s, h);
    return true;
}

rigid_status rigid_contacts_land(rigid_stepper *s, double t, double h, bool *again) {
    rigid_contacts *c = s->contacts;
    const int n = s->model->nv;
    rigid_status status = set_up(s, h);
    if (status != RIGID_OK)
        return status;
    take_off_half(s, h);
    rigid_contacts_aim(c, s->new_v, c->halved);
    const rigid_status solved = rigid_contacts_solve(c, RIGID_CONTACT_EXACTNESS);
    put_on(s, h);
    gain_at_end(s);
    status = by_euler(s) ? gain_by_euler(s, t, h) : RIGID_OK;
    for (int k = 0; k < n; k++)
        s->theta[k] = (by_euler(s) ? h : 0.5 * h) * c->change[k];
    if ((*again = solved == RIGID_OK && lets_leave(s)))
        return rigid_contacts_done(c), RIGID_OK;
    come_to_rest(s, h);
    const bool lands = status == RIGID_OK && solved == RIGID_OK && s->loops && c->limits == 0;
    for (int landing = 1; lands && landing < LANDINGS && rows_have_turned(s) && land_again(s, h); landing++)
        ;
    c->fed = lands && is_fed(s);
    return solved == RIGID_OK ? status : solved;
}
