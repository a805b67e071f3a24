/* Steps with contacts. In flight: the method's own, cut where something meets. Where something touches, or where limits and dry friction
   hold a model with loops: half of the velocity that the
   forces of the step before would give, the method's step without contacts, limits and dry friction, and then impulses x such that
   the velocity obeys all laws at the end, half of the old ones being in it already. What the positions lack of that, and what gaps
   have drifted, is put right in the same metric. Forces that stay the same are so integrated to second order. */
#include "contacts.h"
#include "closed.h"
#include "holds.h"
#include "../tree/rnea.h"

#include <string.h>

void rigid_contacts_forget(rigid_contacts *c) {
    const size_t row = (size_t)c->model->nv * sizeof *c->kick;
    c->found = false, c->soon = 0;
    memset(c->kick, 0, row), memset(c->pull, 0, row), memset(c->rubbed, 0, row), memset(c->stopped, 0, row);
    memset(c->joined, 0, (size_t)(c->loops ? c->loops->rows : 0) * sizeof *c->joined);
}

/* Two points that push each other off the ground can change places for ever, each time for a shorter while: where events come soon one
   after another, what is a little off counts as touching. */
static const double most_off = 1e-5;

static double reach(const rigid_contacts *c) { return fmin(most_off, ldexp(RIGID_TOUCHING, c->soon)); }

int rigid_contacts_activate(rigid_contacts *c) {
    int count = 0;
    for (int i = 0; i < c->here.count; i++)
        count += c->here.point[i].active = c->here.point[i].at.gap <= reach(c);
    return count;
}

/* What touches but leaves fast enough not to be back within a step has no rows: how many are left. */
static int release(rigid_stepper *s, int active) {
    rigid_contacts *c = s->contacts;
    const double fast = rigid_least_rebound(s);
    for (int i = 0; i < c->here.count; i++) {
        rigid_contact_point *p = &c->here.point[i];
        if (p->active && v3_is_zero(p->force) && v3_dot(p->at.n, rigid_contact_velocity(c, s->q, s->v, p)) > fast)
            p->active = false, active--;
    }
    return active;
}

/* ---- where something meets -------------------------------------------------------------------------------------------- */

/* A freedom that was within its range and is not: by how much. */
static double least_room(const rigid_stepper *s) {
    double least = HUGE_VAL;
    for (int k = 0; s->hold && k < s->model->nv; k++) {
        const rigid_hold *f = &s->hold[k];
        if (f->at_q >= 0 && s->q[f->at_q] > f->lower + RIGID_TOUCHING)
            least = fmin(least, s->new_q[f->at_q] - f->lower);
        if (f->at_q >= 0 && s->q[f->at_q] < f->upper - RIGID_TOUCHING)
            least = fmin(least, f->upper - s->new_q[f->at_q]);
    }
    return least;
}

/* What is left at the end of the step tried before something meets that did not touch: negative behind that. */
static double room(rigid_stepper *s) {
    const rigid_contacts *c = s->contacts;
    double least = c->pressed ? least_room(s) : HUGE_VAL;
    for (int i = 0; i < c->end.count; i++)
        if (!c->end.point[i].active)
            least = fmin(least, c->end.point[i].at.gap);
    return least;
}

typedef rigid_status (*attempt)(rigid_stepper *s, double t, double h);

/* The step of h was tried, and left `behind`, which is negative: find where nothing is left, by Illinois's rule and halves. */
static rigid_status cut(rigid_stepper *s, attempt try, double t, double h, double behind) {
    double lo = 0, hi = h, at_lo = HUGE_VAL, at_hi = behind, size = h;
    rigid_status status = RIGID_OK;
    for (int round = 0; round < 100 && -at_hi > 1e-13 && hi - lo > 1e-15 * (fabs(t) + h); round++) {
        const bool half = !(at_lo < HUGE_VAL) || round % 3 == 2;
        size = half ? 0.5 * (lo + hi) : lo + (hi - lo) * at_lo / (at_lo - at_hi);
        status = try(s, t, size);
        if (status != RIGID_OK)
            return status;
        const double left = room(s);
        if (left < 0)
            hi = size, at_hi = left;
        else
            lo = size, at_lo = left;
    }
    if (size != hi)
        status = try(s, t, hi);
    s->size = hi, s->contacts->meets = s->events = true;
    return status;
}

/* What stands at its end as near as touching has met as well. */
static rigid_status until_something_meets(rigid_stepper *s, attempt try, double t, double h) {
    const rigid_status status = try(s, t, h);
    const double left = status == RIGID_OK ? room(s) : 0;
    s->contacts->meets = s->events = left <= RIGID_TOUCHING;
    return left < -RIGID_TOUCHING ? cut(s, try, t, h, left) : status;
}

/* ---- in flight -------------------------------------------------------------------------------------------------------- */

static rigid_status fly(rigid_stepper *s, double t, double h) {
    const rigid_status status = rigid_stepper_smooth(s, t, h);
    rigid_contacts_find(s->contacts, s->new_q, &s->contacts->end);
    return status;
}

static rigid_status flight(rigid_stepper *s, double t, double h) {
    rigid_contacts *c = s->contacts;
    c->pressed = false;
    rigid_status status = rigid_stepper_begin(s, t);
    if (status == RIGID_OK)
        status = rigid_stepper_smooth(s, t, h);
    if (status == RIGID_OK && s->hold)
        status = rigid_holds_first(s, t, h, &s->size);
    if (status != RIGID_OK)
        return status;
    rigid_contacts_find(c, s->new_q, &c->end);
    const double left = room(s);
    c->meets = left <= RIGID_TOUCHING && !s->events;
    s->events = s->events || c->meets;
    if (left >= -RIGID_TOUCHING)
        return RIGID_OK;
    s->events = false;
    return cut(s, fly, t, s->size, left);
}

/* ---- while something touches ------------------------------------------------------------------------------------------ */

static void let_go(rigid_stepper *s) {
    for (int k = 0; s->hold && k < s->model->nv; k++)
        s->hold[k].slips = 0, s->hold[k].held = s->hold[k].event = false;
    s->held = 0;
}

/* The method's step with half of the velocity that the old forces give. */
static rigid_status drift(rigid_stepper *s, double t, double h) {
    rigid_contacts *c = s->contacts;
    const int n = s->model->nv;
    memcpy(c->start_v, s->v, (size_t)n * sizeof *s->v);
    for (int k = 0; k < n; k++) {
        c->gained += 0.5 * h * c->pull[k] * (s->v[k] + 0.25 * h * c->kick[k]);
        s->v[k] += 0.5 * h * c->kick[k];
    }
    rigid_status status = rigid_accelerate(s, t, s->q, s->v, s->acc[0]);
    s->power[0] = s->power_now;
    if (status == RIGID_OK)
        status = rigid_stepper_smooth(s, t, h);
    memcpy(s->v, c->start_v, (size_t)n * sizeof *s->v);
    s->known = false;
    if (status == RIGID_OK && s->loops)
        status = rigid_loops_project(s->loops, s->new_q, s->new_v, &s->bad);
    return status;
}

static rigid_contact_point *same(const rigid_point_list *list, const rigid_contact_point *p, int near) {
    for (int k = 0; k < list->count; k++) {
        rigid_contact_point *other = &list->point[(near + k) % list->count];
        if (other->pair == p->pair && other->at.id == p->at.id)
            return other;
    }
    return NULL;
}

/* What was known of points goes on with them; false where one with a force is no longer there. */
static bool carry(const rigid_point_list *from, rigid_point_list *to) {
    for (int i = 0; i < from->count; i++) {
        const rigid_contact_point *old = &from->point[i];
        rigid_contact_point *now = old->active ? same(to, old, i) : NULL;
        if (now)
            now->active = true, now->force = old->force, now->lean = old->lean;
        else if (old->active && !v3_is_zero(old->force))
            return false;
    }
    return true;
}

/* ---- positions -------------------------------------------------------------------------------------------------------- */

/* Within its bounds, and not at one of them but for rounding, where it slips. */
static bool sticks_within(const rigid_block *b, double x) {
    const double rounding = 1e-9 * (b->hi - b->lo);
    return x > b->lo + rounding && x < b->hi - rounding;
}

/* The rows whose velocity is to be nought now, and so was to be all the way. */
static int closed_rows(const rigid_contacts *c, int *rows) {
    int count = 0;
    for (int k = 0; k < c->blocks; k++) {
        const rigid_block *b = &c->block[k];
        const double *x = c->x + b->first;
        if (b->kind == RIGID_BLOCK_CONE && x[2] > 0) {
            const bool sticks = sqrt(x[0] * x[0] + x[1] * x[1]) < b->mu * x[2] * (1 - 1e-9);
            for (int i = sticks ? 0 : 2; i < 3; i++)
                rows[count++] = b->first + i;
        } else if (b->kind == RIGID_BLOCK_POSITIVE ? x[0] > 0 : b->kind == RIGID_BLOCK_BOX && sticks_within(b, x[0]))
            rows[count++] = b->first;
        else if (b->kind == RIGID_BLOCK_EQUAL)
            for (int i = b->first; i < c->rows; i++)
                rows[count++] = i;
    }
    return count;
}

/* How far each row is from where it is closed, at s->new_q: points from touching, limits from being met, what friction holds from where
   it was held, loops from closed. */
static void set_gaps(rigid_stepper *s, double *gap) {
    const rigid_contacts *c = s->contacts;
    memset(gap, 0, (size_t)c->rows * sizeof *gap);
    for (int k = 0; k < c->blocks; k++) {
        const rigid_block *b = &c->block[k];
        const int of = c->of[k] < 0 ? -1 - c->of[k] : c->of[k];
        const rigid_hold *f = b->kind == RIGID_BLOCK_POSITIVE || b->kind == RIGID_BLOCK_BOX ? &s->hold[of] : NULL;
        const double x = f && f->at_q >= 0 ? s->new_q[f->at_q] : 0;
        if (b->kind == RIGID_BLOCK_CONE)
            gap[b->first + 2] = c->there.point[of].at.gap;
        else if (b->kind == RIGID_BLOCK_POSITIVE)
            gap[b->first] = c->of[k] < 0 ? f->upper - x : x - f->lower;
        else if (b->kind == RIGID_BLOCK_BOX && f->at_q >= 0 && s->v[of] == 0)
            gap[b->first] = x - s->q[f->at_q];
        else if (b->kind == RIGID_BLOCK_EQUAL)
            rigid_loops_error(c->loops, s->new_q, gap + b->first);
    }
}

/* Of a row of a cone, whether its gap is known: that along the normal, unless it is nought. */
static bool may_drift(const rigid_contacts *c, int row, const double *gap) {
    return row >= 3 * c->limits || (row % 3 == 2 && gap[row] != 0);
}

static double dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

/* A x = r, A = G of these rows + ε, symmetric; x in the place of r. */
static void solve_rows(const rigid_contacts *c, int count, const int *rows, double *A, double *r) {
    double mean = 0;
    for (int i = 0; i < count; i++)
        mean += c->G[rows[i] * c->rows + rows[i]] / count;
    for (int j = 0; j < count; j++)
        for (int i = j; i < count; i++) {
            double sum = c->G[rows[i] * c->rows + rows[j]] + (i == j ? 1e-7 * mean : 0);
            sum -= dot(j, A + i * count, A + j * count);
            A[i * count + j] = i == j ? sqrt(sum) : sum / A[j * count + j];
        }
    for (int i = 0; i < count; i++)
        r[i] = (r[i] - dot(i, A + i * count, r)) / A[i * count + i];
    for (int i = count - 1; i >= 0; i--) {
        for (int k = i + 1; k < count; k++)
            r[i] -= A[k * count + i] * r[k];
        r[i] /= A[i * count + i];
    }
}

/* What begins deeper inside, or where rows contradict each other, is pushed out so far in a step, m and rad. */
static const double farthest = 1e-4;

static double within(double x, double most) { return fmin(fmax(x, -most), most); }

/* theta += what the multipliers y of the rows move, but no freedom farther than that. */
static void move_by(rigid_contacts *c, const double *y, double *theta) {
    const int n = c->model->nv;
    double most = 0;
    memset(c->start_v, 0, (size_t)n * sizeof *c->start_v);
    rigid_contacts_push(c, y, NULL, c->start_v);
    for (int k = 0; k < n; k++)
        most = fmax(most, fabs(c->start_v[k]));
    for (int k = 0; k < n; k++)
        theta[k] += c->start_v[k] * fmin(1, 10 * farthest / fmax(most, 1e-300));
}

/* theta, the way that positions still go, takes what is closed to where it is closed, as nearly as its gap is known. */
static void close_gaps(rigid_stepper *s, double *theta) {
    rigid_contacts *c = s->contacts;
    double *A = c->scratch, *gap = A + (size_t)c->rows * (size_t)c->rows, *r = gap + c->rows;
    int *rows = (int *)(void *)(r + c->rows);
    const int n = c->model->nv, count = closed_rows(c, rows);
    double most = 0;
    set_gaps(s, gap);
    for (int i = 0; i < count; i++) {
        r[i] = !may_drift(c, rows[i], gap) ? 0 : within(-gap[rows[i]] - dot(n, c->J + (size_t)rows[i] * (size_t)n, theta), farthest);
        most = fmax(most, fabs(r[i]));
    }
    if (most < 1e-14)
        return;
    solve_rows(c, count, rows, A, r);
    memset(gap, 0, (size_t)c->rows * sizeof *gap);
    for (int i = 0; i < count; i++)
        gap[rows[i]] = r[i];
    move_by(c, gap, theta);
}

/* ---- the step --------------------------------------------------------------------------------------------------------- */

static void note_forces(rigid_contacts *c, double h) {
    const int n = c->model->nv;
    memset(c->next_rubbed, 0, (size_t)n * sizeof *c->rubbed), memset(c->next_stopped, 0, (size_t)n * sizeof *c->stopped);
    for (int k = 0; k < c->blocks; k++) {
        const rigid_block *b = &c->block[k];
        const double *x = c->x + b->first, *z = c->z + b->first;
        if (b->kind == RIGID_BLOCK_CONE) {
            rigid_contact_point *p = &c->there.point[c->of[k]];
            v3 axes[3];
            rigid_contact_axes(p->at.n, axes), p->force = p->lean = v3_zero();
            for (int i = 0; i < 3; i++)
                p->force = v3_add_scaled(p->force, x[i] / h, axes[i]), p->lean = v3_add_scaled(p->lean, z[i], axes[i]);
        } else if (b->kind == RIGID_BLOCK_POSITIVE)
            c->next_stopped[c->of[k] < 0 ? -1 - c->of[k] : c->of[k]] = c->of[k] < 0 ? -x[0] / h : x[0] / h;
        else if (b->kind == RIGID_BLOCK_BOX)
            c->next_rubbed[c->of[k]] = x[0] / h;
        else
            for (int i = 0; i < c->loops->rows; i++)
                c->next_joined[i] = x[i] / h;
    }
}

/* What stands, stands to the last bit: a joint that friction holds from the beginning on, or a limit. */
static void tidy(rigid_stepper *s) {
    const rigid_contacts *c = s->contacts;
    for (int k = 0; k < c->blocks; k++) {
        const rigid_block *b = &c->block[k];
        const double x = c->x[b->first];
        const int of = c->of[k] < 0 ? -1 - c->of[k] : c->of[k];
        if (b->kind == RIGID_BLOCK_BOX && sticks_within(b, x)) {
            const int at = s->hold[of].at_q;
            s->new_v[of] = 0;
            if (at >= 0 && s->v[of] == 0)
                s->new_q[at] = s->q[at];
        } else if (b->kind == RIGID_BLOCK_POSITIVE && x > 0)
            s->new_v[of] = 0, s->new_q[s->hold[of].at_q] = c->of[k] < 0 ? s->hold[of].upper : s->hold[of].lower;
    }
}

/* What the impulses x - x0 do, from velocities s->new_v on, of which by_x less by_x0 is what they change; and the way that positions
   still go, against gravity. */
static void gain_at_end(rigid_stepper *s) {
    rigid_contacts *c = s->contacts;
    const int n = s->model->nv;
    for (int i = 0; i < c->rows; i++) {
        const double *J = c->J + (size_t)i * (size_t)n;
        const double z = dot(n, J, s->new_v) + 0.5 * (dot(n, J, c->by_x) - dot(n, J, c->by_x0));
        c->gained += (c->x[i] - c->x0[i]) * z;
    }
}
static void gain_by_way(rigid_stepper *s) {
    double most = 0;
    for (int k = 0; k < s->model->nv; k++)
        most = fmax(most, fabs(s->theta[k]));
    if (most <= 1e-13)
        return;
    rigid_gravity_forces(s->model, s->ws, s->new_q, s->total);
    s->contacts->gained += dot(s->model->nv, s->total, s->theta);
}

static const double exactness = 1e-12;

/* From where the method's step ends. */
static rigid_status land(rigid_stepper *s, double h) {
    rigid_contacts *c = s->contacts;
    const int n = s->model->nv;
    const rigid_row_choice choice = {s->hold, s->q, h};
    rigid_status status = rigid_contacts_set_up(c, s->new_q, &c->there, choice, s->method->damps ? s->damping : NULL,
                                                s->method->damps ? s->stiffness : NULL, h, &s->bad);
    if (status != RIGID_OK)
        return status;
    memcpy(c->x, c->x0, (size_t)c->rows * sizeof *c->x);
    for (int i = 0; i < c->rows; i++)
        c->x0[i] *= 0.5;
    rigid_contacts_aim(c, s->new_v, c->x0);
    status = rigid_contacts_solve(c, exactness);
    memset(c->by_x, 0, (size_t)n * sizeof *c->by_x), memset(c->by_x0, 0, (size_t)n * sizeof *c->by_x0);
    rigid_contacts_push(c, c->x0, NULL, c->by_x0), rigid_contacts_push(c, c->x, NULL, c->by_x);
    gain_at_end(s);
    for (int k = 0; k < n; k++) {
        c->next_pull[k] = c->push_force[k] / h;
        s->new_v[k] += c->by_x[k] - c->by_x0[k];
        s->theta[k] = 0.5 * h * (c->by_x[k] - 2 * c->by_x0[k]);
        c->next_kick[k] = c->by_x[k] / h;
    }
    close_gaps(s, s->theta);
    gain_by_way(s);
    note_forces(c, h);
    rigid_contacts_done(c);
    rigid_model_integrate(s->model, s->new_q, s->theta, s->new_q);
    tidy(s);
    return status;
}

static rigid_status press(rigid_stepper *s, double t, double h) {
    rigid_contacts *c = s->contacts;
    c->gained = 0;
    rigid_status status = drift(s, t, h);
    if (status != RIGID_OK)
        return status;
    rigid_contacts_find(c, s->new_q, &c->there);
    if (!carry(&c->here, &c->there)) { /* of what was, nothing is known */
        rigid_contacts_forget(c), c->found = true;
        for (int i = 0; i < c->here.count; i++)
            c->here.point[i].force = v3_zero();
        return press(s, t, h);
    }
    status = land(s, h);
    rigid_contacts_find(c, s->new_q, &c->end);
    carry(&c->there, &c->end);
    return status;
}

rigid_status rigid_contacts_step(rigid_stepper *s, double t, double h) {
    rigid_contacts *c = s->contacts;
    s->asked = s->size = h, s->events = c->meets = false, c->gained = 0;
    if (!c->found) {
        rigid_contacts_find(c, s->q, &c->here);
        c->found = true, c->struck = 0;
        const rigid_status status = rigid_contacts_strike(s);
        if (status != RIGID_OK)
            return status;
    }
    c->residual = 0;
    c->pressed = release(s, rigid_contacts_activate(c)) > 0 || (s->loops && s->hold);
    if (!c->pressed)
        return flight(s, t, h);
    let_go(s);
    return until_something_meets(s, press, t, h);
}

static void exchange_lists(rigid_point_list *a, rigid_point_list *b) {
    const rigid_point_list x = *a;
    *a = *b, *b = x;
}
static void exchange(double **a, double **b) {
    double *x = *a;
    *a = *b, *b = x;
}

static void note_touching(rigid_contacts *c) {
    c->touched = 0;
    for (int i = 0; i < c->here.count && c->pressed; i++) {
        const rigid_contact_point *p = &c->here.point[i];
        if (p->active && !v3_is_zero(p->force))
            c->touch[c->touched++] = (rigid_touch){c->pair[p->pair].a, c->pair[p->pair].b, p->at.p, p->at.n, p->force};
    }
}

rigid_status rigid_contacts_accept(rigid_stepper *s) {
    rigid_contacts *c = s->contacts;
    exchange_lists(&c->here, &c->end);
    c->struck = 0, c->settled = false;
    note_touching(c);
    s->known = false, s->lost -= c->gained;
    if (c->pressed)
        exchange(&c->kick, &c->next_kick), exchange(&c->pull, &c->next_pull), exchange(&c->rubbed, &c->next_rubbed), exchange(&c->stopped, &c->next_stopped),
            exchange(&c->joined, &c->next_joined);
    c->soon = c->meets && s->size < 0.1 * s->asked ? c->soon + 1 : c->meets ? c->soon : c->soon > 0 ? c->soon - 1 : 0;
    for (int k = 0; s->hold && k < s->model->nv; k++)
        s->hold[k].happened = RIGID_HAPPENED_NOTHING, s->hold[k].impulse = 0;
    if (c->meets)
        return rigid_contacts_strike(s);
    return s->events ? rigid_holds_meet(s) : RIGID_OK;
}
