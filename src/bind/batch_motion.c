/* Many motions at once, for lua/rigid/batch: steppers of one compiled model, one for each thread, which go through the rows of
   matrices of states. A row that cannot go on comes out as NaN, and the others go on. Nothing of the row before stays in a stepper, so
   that what becomes of a row is the same whichever thread it falls to. */
#include "batch_threads.h"
#include "contact.h"
#include "inner.h"
#include "loops.h"
#include "matrix.h"
#include "model.h"

#include <string.h>

/* User values: the compiled block, and a list of the loops and contacts of each stepper. */
enum { OF_BLOCK = 1, OF_PARTS, USER_VALUES = OF_PARTS };

static const char motion_key = 0; /* its address says what a userdata is */

typedef struct {
    rigid_model *own; /* with the parameters of a row; null where all have the model's */
    rigid_stepper *stepper;
    rigid_workspace *ws; /* of policies, with what they want and their torques, nv numbers each */
    double *want, *tau;
    void *stages; /* of rows that step together */
} worker;

typedef struct {
    const void *what;
    const rigid_compiled *block;
    bool holds, damped;
    bool together; /* nothing acts but torques, damping and springs: rows step together, a stage at a time */
    rigid_method method;
    int threads;
    worker worker[RIGID_MOST_THREADS];
} motions;

static size_t lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

static motions *check_motions(lua_State *L, int arguments) {
    motions *r = lua_touserdata(L, 1);
    luaL_argcheck(L, r && lua_rawlen(L, 1) >= sizeof *r && r->what == &motion_key, 1, "motions expected");
    lua_settop(L, arguments + 1);
    lua_getiuservalue(L, 1, OF_BLOCK);
    luaL_argcheck(L, lua_touserdata(L, -1) == r->block, 1, "its model was taken away");
    lua_pop(L, 1);
    return r;
}

/* Loops and contacts, each stepper's own; kept in the table on top of the stack. */
static void hold_parts(lua_State *L, int block, motions *r, int k) {
    const int list = lua_gettop(L);
    rigid_loops *loops = rigid_push_loops(L, block);
    lua_rawseti(L, list, 2 * k + 1);
    if (loops)
        rigid_stepper_close(r->worker[k].stepper, loops);
    rigid_contacts *contacts = rigid_push_contacts(L, block, loops, loops && r->holds);
    lua_rawseti(L, list, 2 * k + 2);
    if (contacts)
        rigid_stepper_touch(r->worker[k].stepper, contacts);
    r->together = r->together && !loops && !contacts;
}

/* new(m, method, holds, threads, weighs) */
static int new_motions(lua_State *L) {
    static const char *const names[] = {"rk4", "rkmk45", "semi_implicit_euler", "implicit", "midpoint", NULL};
    const rigid_compiled *c = rigid_check_model(L, 5);
    const rigid_method method = (rigid_method)luaL_checkoption(L, 2, NULL, names);
    const bool holds = lua_toboolean(L, 3), weighs = lua_toboolean(L, 5);
    const int threads = (int)luaL_checkinteger(L, 4);
    luaL_argcheck(L, threads >= 1 && threads <= RIGID_MOST_THREADS, 4, "threads");
    const size_t head = lines(sizeof(motions)), model = weighs ? lines(rigid_model_size(c->model->count)) : 0;
    const size_t numbers = lines(2 * (size_t)c->model->nv * sizeof(double)), steps = lines(rigid_stepper_size(c->model, method, holds));
    const bool together = !holds && !weighs && rigid_motion_is_plain(c->model) && (method == RIGID_METHOD_RK4 || method == RIGID_METHOD_SEMI_IMPLICIT_EULER);
    const size_t stages = together ? lines(rigid_motion_scratch(c->model)) : 0;
    const size_t each = model + numbers + steps + lines(rigid_workspace_size(c->model)) + stages;
    motions *r = lua_newuserdatauv(L, head + (size_t)threads * each + 64, USER_VALUES);
    unsigned char *at = (unsigned char *)r + head;
    at += (64 - (uintptr_t)at % 64) % 64;
    *r = (motions){.what = &motion_key, .block = c, .holds = holds, .damped = true, .method = method, .threads = threads};
    r->together = together;
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, OF_BLOCK);
    const int self = lua_gettop(L);
    lua_newtable(L);
    for (int k = 0; k < threads; k++, at += each) {
        worker *w = &r->worker[k];
        if (weighs)
            w->own = memcpy(at, c->model, rigid_model_size(c->model->count));
        w->want = (double *)(void *)(at + model), w->tau = w->want + c->model->nv;
        w->stepper = rigid_stepper_make(weighs ? w->own : c->model, method, holds, at + model + numbers);
        w->ws = rigid_workspace_make(c->model, at + model + numbers + steps);
        w->stages = at + each - stages;
        if (!weighs)
            hold_parts(L, 1, r, k);
    }
    lua_setiuservalue(L, self, OF_PARTS);
    return 1;
}

/* A row of numbers, one for each freedom, of a Vector or nil; they are copied. */
static const double *optional_numbers(lua_State *L, int arg, int count) {
    if (lua_isnil(L, arg))
        return NULL;
    rigid_vector *x = rigid_test(L, arg, ID_VECTOR);
    luaL_argcheck(L, x && x->size == count, arg, "Vector of that model expected");
    return x->at;
}

/* configure(r, damping, friction, lower, upper, restitution): as a stepper's */
static int configure(lua_State *L) {
    motions *r = check_motions(L, 5);
    const int n = r->block->model->nv;
    r->damped = lua_toboolean(L, 2);
    const double *friction = optional_numbers(L, 3, n), *lower = optional_numbers(L, 4, n), *upper = optional_numbers(L, 5, n);
    for (int k = 0; k < r->threads; k++) {
        if (!r->damped)
            rigid_stepper_damping(r->worker[k].stepper, NULL);
        if (r->holds)
            rigid_stepper_holds(r->worker[k].stepper, friction, lower, upper, lua_tonumber(L, 6));
    }
    return 0;
}

/* ---- going on --------------------------------------------------------------------------------------------------------- */

/* kp (q_ref - q) + kd (v_ref - v), of nv numbers each, as torques besides those given; or as accelerations, for which the torques
   are computed by the model itself, not by the parameters of a row. */
typedef struct {
    const double *kp, *kd, *q_ref, *v_ref; /* rows of the references; v_ref: null for rest */
    bool computed;
} policy;

/* From tick `from`, so many ticks of dt, none beyond `until`. */
typedef struct {
    motions *motions;
    double *q, *v;
    const double *tau, *parameters;
    const policy *policy;
    double dt, until, tolerance;
    int from, ticks;
} course;

/* The torques of a tick. */
static void ask(const course *c, const worker *w, int row) {
    const rigid_model *m = c->motions->block->model;
    const policy *p = c->policy;
    const size_t at = (size_t)row * (size_t)m->nv;
    const double *q = rigid_stepper_q(w->stepper), *v = rigid_stepper_v(w->stepper);
    rigid_model_difference(m, q, p->q_ref + (size_t)row * (size_t)m->nq, w->want);
    for (int k = 0; k < m->nv; k++)
        w->want[k] = p->kp[k] * w->want[k] + p->kd[k] * ((p->v_ref ? p->v_ref[at + (size_t)k] : 0) - v[k]);
    if (p->computed)
        rigid_rnea(m, w->ws, q, v, w->want, NULL, w->tau);
    double *tau = rigid_stepper_tau(w->stepper);
    for (int k = 0; k < m->nv; k++)
        tau[k] = (c->tau ? c->tau[at + (size_t)k] : 0) + (p->computed ? w->tau[k] : w->want[k]);
}

static rigid_status reach(rigid_stepper *s, rigid_pace *pace, double t, double target) {
    while (t < target) {
        rigid_status status = rigid_stepper_pace(s, pace, t, target - t);
        if (status == RIGID_OK) {
            const double taken = rigid_stepper_size_tried(s);
            t = taken == target - t ? target : t + taken;
            status = rigid_stepper_accept(s);
        }
        if (status != RIGID_OK)
            return status;
    }
    return RIGID_OK;
}

static bool is_finite(const double *at, int count) {
    double poison = 0;
    for (int i = 0; i < count; i++)
        poison += 0 * at[i];
    return poison == 0;
}

static void refuse_row(const rigid_model *m, double *q, double *v) {
    for (int k = 0; k < m->nq; k++)
        q[k] = NAN;
    for (int k = 0; k < m->nv; k++)
        v[k] = NAN;
}

static void go_row(const course *c, const worker *w, int row) {
    const rigid_model *m = c->motions->block->model;
    double *q = c->q + (size_t)row * (size_t)m->nq, *v = c->v + (size_t)row * (size_t)m->nv;
    const double *tau = c->tau ? c->tau + (size_t)row * (size_t)m->nv : NULL;
    rigid_stepper *s = w->stepper;
    rigid_status status = is_finite(q, m->nq) && is_finite(v, m->nv) && (!tau || is_finite(tau, m->nv)) ? RIGID_OK : RIGID_NOT_FINITE;
    if (w->own)
        rigid_model_set_parameters(w->own, c->parameters + (size_t)row * 10 * (size_t)m->links);
    rigid_pace pace = rigid_pace_begin(c->tolerance, c->dt);
    rigid_stepper_set(s, q, v);
    if (tau)
        memcpy(rigid_stepper_tau(s), tau, (size_t)m->nv * sizeof *tau);
    else
        memset(rigid_stepper_tau(s), 0, (size_t)m->nv * sizeof *tau);
    for (int k = c->from; k < c->from + c->ticks && status == RIGID_OK; k++) {
        if (c->policy)
            ask(c, w, row);
        status = reach(s, &pace, k * c->dt, fmin((k + 1) * c->dt, c->until));
    }
    memcpy(q, rigid_stepper_q(s), (size_t)m->nq * sizeof *q), memcpy(v, rigid_stepper_v(s), (size_t)m->nv * sizeof *v);
    if (status != RIGID_OK)
        refuse_row(m, q, v);
}

/* Rows that step together; one that is not finite any more never is again. */
static void go_together(const course *c, const worker *w, int first, int count) {
    const rigid_model *m = c->motions->block->model;
    const size_t nv = (size_t)m->nv, at = (size_t)first * nv;
    double *q = c->q + at, *v = c->v + at;
    rigid_motion_batch batch = {.model = m, .euler = c->motions->method == RIGID_METHOD_SEMI_IMPLICIT_EULER, .tau = c->tau ? c->tau + at : NULL};
    batch.damping = c->motions->damped ? rigid_model_damping(m) : NULL;
    if (c->policy) {
        const policy *p = c->policy;
        batch.kp = p->kp, batch.kd = p->kd, batch.q_ref = p->q_ref + at, batch.v_ref = p->v_ref ? p->v_ref + at : NULL, batch.computed = p->computed;
    }
    for (int k = c->from; k < c->from + c->ticks; k++)
        rigid_motion_step(&batch, q, v, count, fmin((k + 1) * c->dt, c->until) - k * c->dt, w->stages);
    for (int row = 0; row < count; row++)
        if (!is_finite(q + (size_t)row * nv, m->nv) || !is_finite(v + (size_t)row * nv, m->nv))
            refuse_row(m, q + (size_t)row * nv, v + (size_t)row * nv);
}

static void go(const void *with, int thread, int first, int last) {
    const course *c = with;
    const worker *w = &c->motions->worker[thread];
    for (int row = first; c->motions->together && row < last; row += RIGID_MOTION_ROWS)
        go_together(c, w, row, last - row < RIGID_MOTION_ROWS ? last - row : RIGID_MOTION_ROWS);
    if (c->motions->together)
        return;
    for (int row = first; row < last; row++)
        go_row(c, w, row);
}

static double *rows(lua_State *L, int arg, int count, int cols) {
    rigid_matrix *m = rigid_test(L, arg, ID_MATRIX);
    luaL_argcheck(L, m && m->rows == count && m->cols == cols, arg, "Matrix of that model expected");
    return m->at;
}
static double *optional_rows(lua_State *L, int arg, int count, int cols) { return lua_isnil(L, arg) ? NULL : rows(L, arg, count, cols); }

/* advance(r, Q, V, Tau, P, dt, from, ticks, until, tolerance, kp, kd, Q_ref, V_ref, computed): Q and V become what they are then; Tau, P,
   and what belongs to a policy may be nil */
static int advance(lua_State *L) {
    motions *r = check_motions(L, 14);
    const rigid_model *m = r->block->model;
    const rigid_matrix *Q = rigid_test(L, 2, ID_MATRIX);
    luaL_argcheck(L, Q, 2, "Matrix expected");
    course c = {.motions = r, .q = rows(L, 2, Q->rows, m->nq), .v = rows(L, 3, Q->rows, m->nv)};
    c.tau = optional_rows(L, 4, Q->rows, m->nv), c.parameters = optional_rows(L, 5, Q->rows, 10 * m->links);
    luaL_argcheck(L, (c.parameters != NULL) == (r->worker[0].own != NULL), 5, "parameters");
    c.dt = luaL_checknumber(L, 6), c.until = luaL_checknumber(L, 9), c.tolerance = luaL_checknumber(L, 10);
    c.from = (int)luaL_checkinteger(L, 7), c.ticks = (int)luaL_checkinteger(L, 8);
    policy p = {optional_numbers(L, 11, m->nv), optional_numbers(L, 12, m->nv), NULL, NULL, lua_toboolean(L, 15)};
    if (p.kp) {
        luaL_argcheck(L, p.kd, 12, "Vector of that model expected");
        p.q_ref = rows(L, 13, Q->rows, m->nq), p.v_ref = optional_rows(L, 14, Q->rows, m->nv), c.policy = &p;
    }
    rigid_share_rows(Q->rows, r->threads, go, &c);
    return 0;
}

const luaL_Reg rigid_motion_functions[] = {{"new", new_motions}, {"configure", configure}, {"advance", advance}, {NULL, NULL}};
