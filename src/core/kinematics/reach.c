/* The errors of targets, their Jacobian, and steps that make them less: (S JᵀJ S + μ) y = S Jᵀe, δ = S y, on what no bound holds. */
#include "reach.h"

#include "../numbers/cholesky.h"
#include "../tree/kinematics.h"

#include <float.h>
#include <string.h>

/* ---- errors --------------------------------------------------------------------------------------------------------- */

int rigid_reach_rows(const rigid_reach_target *t, const rigid_loops *loops) {
    if (t->kind == RIGID_REACH_LOOPS)
        return rigid_loops_equations(loops);
    return 3 * ((t->placed ? 1 : 0) + (t->turn != RIGID_TURN_FREE ? 1 : 0));
}

static double *put(double *e, double weight, v3 way) {
    e[0] = weight * way.x, e[1] = weight * way.y, e[2] = weight * way.z;
    return e + 3;
}

/* The shortest turn from u to d, both unit; half a turn is about anything across. */
static v3 turn_between(v3 u, v3 d) {
    const v3 across = v3_cross(u, d);
    const double sine = v3_norm(across), cosine = v3_dot(u, d);
    if (sine > 1e-14)
        return v3_scale(atan2(sine, cosine) / sine, across);
    if (cosine > 0)
        return across;
    const v3 other = v3_cross(u, fabs(u.x) < 0.6 ? (v3){1, 0, 0} : (v3){0, 1, 0});
    return v3_scale(acos(-1.0) / v3_norm(other), other);
}

/* In the axes of the frame, whose pose is X. */
static double *frame_error(rigid_reach_target *t, rigid_transform X, double *e) {
    const m3 back = m3_transpose(X.R);
    t->off = t->turned = 0;
    if (t->placed) {
        const v3 way = v3_sub(t->position, X.p);
        t->off = v3_norm(way);
        e = put(e, t->place_weight, m3_mul_v3(back, way));
    }
    if (t->turn != RIGID_TURN_FREE) {
        const v3 turn = t->turn == RIGID_TURN_ROTATION ? rigid_rotation_log(m3_mul(back, t->rotation))
                                                       : turn_between(t->axis, m3_mul_v3(back, t->direction));
        t->turned = v3_norm(turn);
        e = put(e, t->turn_weight, turn);
    }
    return e;
}

static double *loops_error(const rigid_reach *r, rigid_reach_target *t, const double *q, double *e) {
    const int rows = rigid_loops_equations(r->loops);
    rigid_loops_error(r->loops, q, e);
    t->off = t->turned = 0;
    for (int i = 0; i < rows; i++) {
        t->off = fmax(t->off, fabs(e[i]));
        e[i] *= -t->place_weight;
    }
    return e + rows;
}

static double *com_error(const rigid_reach *r, rigid_reach_target *t, const double *q, double *e) {
    const v3 way = v3_sub(t->position, rigid_center_of_mass(r->model, r->ws, q));
    t->off = v3_norm(way), t->turned = 0;
    return put(e, t->place_weight, way);
}

static double squared(const double *e, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += e[i] * e[i];
    return isfinite(sum) ? sum : HUGE_VAL;
}

/* Of all targets at q; returns e·e. */
static double errors_at(rigid_reach *r, const double *q, double *e) {
    double *at = e;
    for (rigid_reach_target *t = r->target; t < r->target + r->count; t++) {
        if (t->kind == RIGID_REACH_FRAME)
            at = frame_error(t, rigid_frame_pose(r->model, r->ws, q, t->F), at);
        else
            at = t->kind == RIGID_REACH_COM ? com_error(r, t, q, at) : loops_error(r, t, q, at);
    }
    return squared(e, r->rows);
}

double rigid_reach_residual(const rigid_reach *r) {
    double worst = 0;
    for (const rigid_reach_target *t = r->target; t < r->target + r->count; t++) {
        const double off = fmax(t->off, t->turned);
        worst = fmax(worst, isfinite(t->off) && isfinite(t->turned) ? off : HUGE_VAL);
    }
    return worst;
}

/* ---- the Jacobian ---------------------------------------------------------------------------------------------------- */

/* Three rows, from those of a frame or of the com. */
static double *put_rows(double *J, int n, double weight, const double *from) {
    for (int i = 0; i < 3 * n; i++)
        J[i] = weight * from[i];
    return J + 3 * n;
}

/* (1 - u uᵀ) of the three rows of the turn: what turns about the axis itself does not turn the axis. */
static double *put_axis_rows(double *J, int n, double weight, v3 u, const double *turn) {
    for (int k = 0; k < n; k++) {
        const v3 w = {turn[k], turn[n + k], turn[2 * n + k]};
        const v3 across = v3_scale(weight, v3_add_scaled(w, -v3_dot(u, w), u));
        J[k] = across.x, J[n + k] = across.y, J[2 * n + k] = across.z;
    }
    return J + 3 * n;
}

/* The longest way that a turn by one radian moves what three rows are of. */
static void look_for_lever(rigid_reach *r, const double *rows) {
    const int n = r->model->nv;
    for (int k = 0; k < n; k++)
        if (!r->freedom[k].slides)
            r->lever = fmax(r->lever, v3_norm((v3){rows[k], rows[n + k], rows[2 * n + k]}));
}

static double *frame_rows(rigid_reach *r, const rigid_reach_target *t, double *J) {
    const int n = r->model->nv;
    rigid_frame_state state;
    rigid_frame_climb(r->model, r->ws, r->q, NULL, &t->F, 0, &state, r->columns);
    if (t->placed) {
        look_for_lever(r, r->columns);
        J = put_rows(J, n, t->place_weight, r->columns);
    }
    if (t->turn == RIGID_TURN_ROTATION)
        J = put_rows(J, n, t->turn_weight, r->columns + 3 * n);
    return t->turn == RIGID_TURN_AXIS ? put_axis_rows(J, n, t->turn_weight, t->axis, r->columns + 3 * n) : J;
}

static double *com_rows(rigid_reach *r, const rigid_reach_target *t, double *J) {
    rigid_com_jacobian(r->model, r->ws, r->q, r->columns);
    look_for_lever(r, r->columns);
    return put_rows(J, r->model->nv, t->place_weight, r->columns);
}

static double *loops_rows(const rigid_reach *r, const rigid_reach_target *t, double *J) {
    const int count = rigid_loops_equations(r->loops) * r->model->nv;
    rigid_loops_jacobian(r->loops, r->q, J);
    for (int i = 0; i < count; i++)
        J[i] *= t->place_weight;
    return J + count;
}

/* J and Jᵀe where the search is. */
static void jacobian_here(rigid_reach *r) {
    const int n = r->model->nv;
    double *at = r->J;
    r->lever = 0;
    for (const rigid_reach_target *t = r->target; t < r->target + r->count; t++) {
        if (t->kind == RIGID_REACH_FRAME)
            at = frame_rows(r, t, at);
        else
            at = t->kind == RIGID_REACH_COM ? com_rows(r, t, at) : loops_rows(r, t, at);
    }
    memset(r->gradient, 0, (size_t)n * sizeof *r->gradient);
    for (int i = 0; i < r->rows; i++)
        for (int k = 0; k < n; k++)
            r->gradient[k] += r->J[i * n + k] * r->e[i];
}

/* ---- memory and bounds ------------------------------------------------------------------------------------------------ */

size_t rigid_reach_size(const rigid_model *model, int rows) {
    const size_t n = (size_t)model->nv, nq = (size_t)model->nq, m = (size_t)rows;
    return (2 * nq + 2 * m + m * n + 8 * n + 2 * n * n) * sizeof(double) + n * sizeof(int);
}

void rigid_reach_place(rigid_reach *r, void *memory) {
    const size_t n = (size_t)r->model->nv, nq = (size_t)r->model->nq, m = (size_t)r->rows;
    double *at = memory;
    r->q = at, at += nq;
    r->trial_q = at, at += nq;
    r->e = at, at += m;
    r->trial_e = at, at += m;
    r->J = at, at += m * n;
    r->gradient = at, at += n;
    r->step = at, at += n;
    r->columns = at, at += 6 * n;
    r->H = at, at += n * n;
    r->M = at, at += n * n;
    r->free = (int *)(void *)at;
}

static void clamp(const rigid_reach *r, double *q) {
    for (int k = 0; k < r->model->nv; k++) {
        const rigid_reach_freedom *f = &r->freedom[k];
        if (f->q >= 0)
            q[f->q] = fmin(fmax(q[f->q], f->lower), f->upper);
    }
}

void rigid_reach_begin(rigid_reach *r, const double *q) {
    memcpy(r->q, q, (size_t)r->model->nq * sizeof *q);
    clamp(r, r->q);
    r->cost = errors_at(r, r->q, r->e);
    r->damping = 1e-3, r->grow = 2, r->stalled = 0;
    jacobian_here(r);
}

/* ---- steps ------------------------------------------------------------------------------------------------------------ */

/* The freedoms that are not pushed against a bound; returns how many. */
static int look_for_free(rigid_reach *r) {
    int count = 0;
    for (int k = 0; k < r->model->nv; k++) {
        const rigid_reach_freedom *f = &r->freedom[k];
        const double way = r->gradient[k];
        const bool held = f->q >= 0 && ((way < 0 && r->q[f->q] <= f->lower) || (way > 0 && r->q[f->q] >= f->upper));
        if (!held)
            r->free[count++] = k;
    }
    return count;
}

/* Metres count as so many. */
static double slide_unit(const rigid_reach *r) {
    double far = r->lever;
    for (const rigid_reach_target *t = r->target; t < r->target + r->count; t++)
        far = fmax(far, t->off);
    return far > 0 && isfinite(far) ? far : 1;
}

static double unit_of(const rigid_reach *r, int k, double slides) { return r->freedom[k].slides ? slides : 1; }

/* The lower half of S JᵀJ S of the free ones; returns its largest entry. */
static double normal_matrix(const rigid_reach *r, int count, double slides, double *H) {
    const int n = r->model->nv;
    double most = 0;
    for (int a = 0; a < count; a++)
        for (int b = 0; b <= a; b++) {
            const double *x = r->J + r->free[a], *y = r->J + r->free[b];
            double sum = 0;
            for (int i = 0; i < r->rows; i++)
                sum += x[i * n] * y[i * n];
            sum *= unit_of(r, r->free[a], slides) * unit_of(r, r->free[b], slides);
            H[a * count + b] = sum, most = a == b ? fmax(most, sum) : most;
        }
    return most;
}

/* What none of the free ones is pulled by any more: of the gradient, by the longest column and e. */
static bool at_rest(const rigid_reach *r, int count, double slides, double most) {
    double pull = 0;
    for (int a = 0; a < count; a++)
        pull = fmax(pull, fabs(r->gradient[r->free[a]]) * unit_of(r, r->free[a], slides));
    return pull <= 1e-13 * sqrt(r->cost) * sqrt(most);
}

static const double most_turn = 2; /* rad, of a step: beyond, what is linear says nothing of what turns */

/* δ into r->step; less of it, where something would turn too far. Returns its largest entry, by units; NaN where there is none. */
static double step_by(rigid_reach *r, int count, double slides, double mu) {
    const int n = r->model->nv;
    double *y = r->columns, turn = 0, most = 0;
    memcpy(r->M, r->H, (size_t)count * (size_t)count * sizeof *r->M);
    for (int a = 0; a < count; a++) {
        r->M[a * count + a] += mu;
        y[a] = r->gradient[r->free[a]] * unit_of(r, r->free[a], slides);
    }
    rigid_cholesky(count, r->M);
    rigid_cholesky_solve(count, r->M, y);
    for (int a = 0; a < count; a++) {
        most = fabs(y[a]) <= most ? most : fabs(y[a]);
        turn = r->freedom[r->free[a]].slides ? turn : fmax(turn, fabs(y[a]));
    }
    const double share = turn > most_turn ? most_turn / turn : 1;
    memset(r->step, 0, (size_t)n * sizeof *r->step);
    for (int a = 0; a < count; a++)
        r->step[r->free[a]] = share * unit_of(r, r->free[a], slides) * y[a];
    return share * most;
}

/* Where the step leads, if that is nearer; else the targets are as they were. */
static bool taken(rigid_reach *r) {
    rigid_model_integrate(r->model, r->q, r->step, r->trial_q);
    clamp(r, r->trial_q);
    const double cost = errors_at(r, r->trial_q, r->trial_e);
    if (!(cost < r->cost))
        return false;
    double *const q = r->q, *const e = r->e;
    r->q = r->trial_q, r->e = r->trial_e, r->trial_q = q, r->trial_e = e;
    r->cost = cost;
    return true;
}

enum { MOST_TRIALS = 12, MOST_STALLED = 8 };

/* One step that comes nearer, by as much damping as it takes. */
static bool stepped(rigid_reach *r) {
    const int count = look_for_free(r);
    const double slides = slide_unit(r), most = count > 0 ? normal_matrix(r, count, slides, r->H) : 0;
    if (count == 0 || at_rest(r, count, slides, most))
        return false;
    const double unit = sqrt(r->cost) * sqrt(most);
    for (int i = 0; i < MOST_TRIALS; i++) {
        const double size = step_by(r, count, slides, r->damping * unit + 1e-12 * most);
        if (taken(r)) {
            r->damping /= 4, r->grow = 2;
            return true;
        }
        if (size < 1e-15)
            break;
        r->damping = fmax(r->damping, 1e-6) * r->grow, r->grow *= 2;
    }
    errors_at(r, r->q, r->e);
    return false;
}

rigid_reach_state rigid_reach_go(rigid_reach *r, int steps) {
    for (int i = 0; i < steps; i++) {
        const double before = r->cost;
        if (rigid_reach_residual(r) <= r->tolerance)
            return RIGID_REACH_THERE;
        if (!stepped(r))
            return RIGID_REACH_RESTS;
        jacobian_here(r);
        r->stalled = r->cost > 0.999 * before ? r->stalled + 1 : 0;
        if (r->stalled >= MOST_STALLED)
            return RIGID_REACH_RESTS;
    }
    return rigid_reach_residual(r) <= r->tolerance ? RIGID_REACH_THERE : RIGID_REACH_GOES_ON;
}
