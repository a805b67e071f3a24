/* Many motions at once, for lua/rigid/batch: steppers of one compiled model, one for each thread, which go through the rows of
   matrices of states. A row that cannot go on comes out as NaN, and the others go on. Nothing of the row before stays in a stepper, so
   that what becomes of a row is the same whichever thread it falls to. A call that takes long returns between two steps, for Ctrl-C to be
   heard, each thread where it stands, and goes on there when it is called again: what comes out does not go by the clock. */
#include "batch_threads.h"
#include "contact.h"
#include "inner.h"
#include "loops.h"
#include "matrix.h"
#include "model.h"

#include <string.h>
#include <time.h>

/* User values: the compiled block, and a list of the loops and contacts of each stepper. */
enum { OF_BLOCK = 1, OF_PARTS, USER_VALUES = OF_PARTS };

static const char motion_key = 0; /* its address says what a userdata is */

typedef struct {
    rigid_model *own; /* with the parameters of a row; null where all have the model's */
    rigid_stepper *stepper;
    rigid_workspace *ws; /* of policies, with what they want and their torques, nv numbers each */
    double *want, *tau;
    double *inverse; /* of the mass matrix */
    void *stages; /* of rows that step together */
    enum { FRESH, LATE, DONE } state; /* of its share of the rows in a course */
    int row, tick;                    /* where it stands in it, and within a row: */
    bool within;
    double t;
    rigid_pace pace;
} worker;

typedef struct {
    const void *what;
    const rigid_compiled *block;
    bool holds, damped;
    bool together; /* rows step together, a stage at a time, but for those in which something stops or comes to a limit */
    double *friction, *lower, *upper; /* of each freedom; null where nothing holds it */
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

/* new(m, method, holds, threads, weighs, rows): for as many rows, of at most so many threads */
static int new_motions(lua_State *L) {
    static const char *const names[] = {"rk4", "rkmk45", "semi_implicit_euler", "implicit", "midpoint", NULL};
    const rigid_compiled *c = rigid_check_model(L, 6);
    const rigid_method method = (rigid_method)luaL_checkoption(L, 2, NULL, names);
    const bool holds = lua_toboolean(L, 3), weighs = lua_toboolean(L, 5);
    const int most = (int)luaL_checkinteger(L, 4);
    luaL_argcheck(L, most >= 1 && most <= RIGID_MOST_THREADS, 4, "threads");
    const int threads = rigid_threads_for((int)luaL_checkinteger(L, 6), most);
    const size_t head = lines(sizeof(motions)) + lines(3 * (size_t)c->model->nv * sizeof(double));
    const size_t model = weighs ? lines(rigid_model_size(c->model->count)) : 0;
    const size_t nv = (size_t)c->model->nv, numbers = lines(nv * (nv + 2) * sizeof(double)), steps = lines(rigid_stepper_size(c->model, method, holds));
    const bool together = !weighs && rigid_motion_is_plain(c->model) && (method == RIGID_METHOD_RK4 || method == RIGID_METHOD_SEMI_IMPLICIT_EULER);
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
        w->want = (double *)(void *)(at + model), w->tau = w->want + c->model->nv, w->inverse = w->tau + c->model->nv;
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

/* What rows that step together are told of it, too. */
static void keep_holds(motions *r, const double *friction, const double *lower, const double *upper) {
    const size_t n = (size_t)r->block->model->nv, bytes = n * sizeof(double);
    double *at = (double *)(void *)((unsigned char *)r + lines(sizeof *r));
    r->friction = friction ? memcpy(at, friction, bytes) : NULL;
    r->lower = lower ? memcpy(at + n, lower, bytes) : NULL;
    r->upper = upper ? memcpy(at + 2 * n, upper, bytes) : NULL;
}

/* configure(r, damping, friction, lower, upper, restitution): as a stepper's */
static int configure(lua_State *L) {
    motions *r = check_motions(L, 5);
    const int n = r->block->model->nv;
    r->damped = lua_toboolean(L, 2);
    const double *friction = optional_numbers(L, 3, n), *lower = optional_numbers(L, 4, n), *upper = optional_numbers(L, 5, n);
    if (r->holds)
        keep_holds(r, friction, lower, upper);
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

/* From tick `from`, so many ticks of dt, none beyond `until`; of the rows for which `which` has that number, or of all. */
typedef struct {
    motions *motions;
    double *q, *v;
    const double *tau, *parameters, *which;
    const policy *policy;
    double dt, until, tolerance, number;
    int from, ticks;
    double late; /* the time at which a thread leaves off, in s */
} course;

enum {
    UNIT = 16,  /* ticks after which a row begins anew, as it does where a call ends: calls of any number of these give the same */
    GLANCE = 16 /* steps between two looks at the clock */
};
static const double patience = 0.05; /* s */

static double seconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

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

/* To the end of the tick, unless the time is up before: whether it is there, or cannot be. */
static bool reach(const course *c, worker *w, double target, rigid_status *status) {
    while (w->t < target && *status == RIGID_OK) {
        *status = rigid_stepper_pace(w->stepper, &w->pace, w->t, target - w->t);
        if (*status != RIGID_OK)
            return true;
        const double taken = rigid_stepper_size_tried(w->stepper);
        w->t = taken == target - w->t ? target : w->t + taken;
        *status = rigid_stepper_accept(w->stepper);
        if (w->t < target && w->pace.steps % GLANCE == 0 && seconds() > c->late)
            return false;
    }
    return true;
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

typedef struct {
    double *q, *v;
    const double *tau;
} state;

static state state_of(const course *c, int row) {
    const size_t nq = (size_t)c->motions->block->model->nq, nv = (size_t)c->motions->block->model->nv, at = (size_t)row;
    return (state){c->q + at * nq, c->v + at * nv, c->tau ? c->tau + at * nv : NULL};
}

/* Have the stepper stand at the row's state, as it does at each UNIT of ticks. */
static void stand(const course *c, worker *w, const state *at) {
    const size_t size = (size_t)c->motions->block->model->nv * sizeof(double);
    w->pace = rigid_pace_begin(c->tolerance, c->dt);
    rigid_stepper_set(w->stepper, at->q, at->v);
    if (at->tau)
        memcpy(rigid_stepper_tau(w->stepper), at->tau, size);
    else
        memset(rigid_stepper_tau(w->stepper), 0, size);
}

static void leave(const rigid_model *m, const worker *w, const state *at) {
    memcpy(at->q, rigid_stepper_q(w->stepper), (size_t)m->nq * sizeof(double));
    memcpy(at->v, rigid_stepper_v(w->stepper), (size_t)m->nv * sizeof(double));
}

/* A row to its last tick, unless the time is up before: whether it is there, or refused. */
static bool go_row(const course *c, worker *w, int row) {
    const rigid_model *m = c->motions->block->model;
    const state at = state_of(c, row);
    rigid_status status = RIGID_OK;
    if (!w->within) {
        w->tick = c->from;
        if (!is_finite(at.q, m->nq) || !is_finite(at.v, m->nv) || (at.tau && !is_finite(at.tau, m->nv)))
            status = RIGID_NOT_FINITE;
        if (w->own)
            rigid_model_set_parameters(w->own, c->parameters + (size_t)row * 10 * (size_t)m->links);
    }
    for (; w->tick < c->from + c->ticks && status == RIGID_OK; w->tick++) {
        if (!w->within) {
            if (w->tick == c->from || w->tick % UNIT == 0) {
                if (w->tick > c->from)
                    leave(m, w, &at);
                stand(c, w, &at);
            }
            if (c->policy)
                ask(c, w, row);
            w->t = w->tick * c->dt;
        }
        w->within = !reach(c, w, fmin((w->tick + 1) * c->dt, c->until), &status);
        if (w->within)
            return false;
    }
    if (status == RIGID_OK)
        leave(m, w, &at);
    else
        refuse_row(m, at.q, at.v);
    return true;
}

/* A tick of one row, however long it takes: steps are as long as the tick, but for what meets within it. */
static void go_alone(const course *c, worker *w, int row, int tick) {
    const rigid_model *m = c->motions->block->model;
    const state at = state_of(c, row);
    rigid_status status = RIGID_OK;
    stand(c, w, &at);
    if (c->policy)
        ask(c, w, row);
    w->t = tick * c->dt;
    while (!reach(c, w, fmin((tick + 1) * c->dt, c->until), &status))
        continue;
    if (status == RIGID_OK)
        leave(m, w, &at);
    else
        refuse_row(m, at.q, at.v);
}

/* What rows from `first` on are told, where they step together. */
static rigid_motion_batch batch_of(const course *c, int first) {
    const motions *r = c->motions;
    const rigid_model *m = r->block->model;
    const size_t at = (size_t)first * (size_t)m->nv;
    rigid_motion_batch batch = {.model = m, .euler = r->method == RIGID_METHOD_SEMI_IMPLICIT_EULER, .tau = c->tau ? c->tau + at : NULL};
    batch.damping = r->damped ? rigid_model_damping(m) : NULL;
    batch.friction = r->friction, batch.lower = r->lower, batch.upper = r->upper;
    if (c->policy) {
        const policy *p = c->policy;
        batch.kp = p->kp, batch.kd = p->kd, batch.q_ref = p->q_ref + at, batch.v_ref = p->v_ref ? p->v_ref + at : NULL, batch.computed = p->computed;
    }
    return batch;
}

/* Rows that step together, unless the time is up; one that is not finite any more never is again. */
static bool go_together(const course *c, worker *w, int first, int count) {
    const rigid_model *m = c->motions->block->model;
    const size_t nv = (size_t)m->nv;
    double *q = c->q + (size_t)first * nv, *v = c->v + (size_t)first * nv;
    const rigid_motion_batch batch = batch_of(c, first);
    bool alone[RIGID_MOTION_ROWS];
    for (int k = w->within ? w->tick : c->from; k < c->from + c->ticks; k++) {
        if (k % GLANCE == 0 && k > c->from && !(w->within && k == w->tick) && seconds() > c->late) {
            w->tick = k, w->within = true;
            return false;
        }
        rigid_motion_step(&batch, q, v, count, fmin((k + 1) * c->dt, c->until) - k * c->dt, alone, w->stages);
        for (int row = 0; row < count; row++)
            if (alone[row])
                go_alone(c, w, first + row, k);
    }
    w->within = false;
    for (int row = 0; row < count; row++)
        if (!is_finite(q + (size_t)row * nv, m->nv) || !is_finite(v + (size_t)row * nv, m->nv))
            refuse_row(m, q + (size_t)row * nv, v + (size_t)row * nv);
    return true;
}

static bool goes(const course *c, int row) { return !c->which || c->which[row] == c->number; }

static void go(const void *with, int thread, int first, int last) {
    const course *c = with;
    worker *w = &c->motions->worker[thread];
    const bool together = c->motions->together;
    if (w->state == DONE)
        return;
    if (w->state == FRESH)
        w->row = first, w->within = false;
    for (w->state = LATE; w->row < last; w->row += together ? RIGID_MOTION_ROWS : 1) {
        const int left = last - w->row, count = left < RIGID_MOTION_ROWS ? left : RIGID_MOTION_ROWS;
        if (!w->within && w->row > first && seconds() > c->late)
            return;
        if (goes(c, w->row) && !(together ? go_together(c, w, w->row, count) : go_row(c, w, w->row)))
            return;
    }
    w->state = DONE;
}

/* Whether all threads are done with their rows: then they begin with new ones. */
static bool are_done(motions *r) {
    for (int k = 0; k < r->threads; k++)
        if (r->worker[k].state == LATE)
            return false;
    for (int k = 0; k < r->threads; k++)
        r->worker[k].state = FRESH;
    return true;
}

static double *rows(lua_State *L, int arg, int count, int cols) {
    rigid_matrix *m = rigid_test(L, arg, ID_MATRIX);
    luaL_argcheck(L, m && m->rows == count && m->cols == cols, arg, "Matrix of that model expected");
    return m->at;
}
static double *optional_rows(lua_State *L, int arg, int count, int cols) { return lua_isnil(L, arg) ? NULL : rows(L, arg, count, cols); }

/* advance(r, Q, V, Tau, P, dt, from, ticks, until, tolerance, kp, kd, Q_ref, V_ref, computed, which, number) -> whether Q and V are what they
   are then: else it is to be called again, with the same. Tau, P, what belongs to a policy, and which rows go may be nil. */
static int advance(lua_State *L) {
    motions *r = check_motions(L, 16);
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
    c.which = optional_rows(L, 16, Q->rows, 1), c.number = lua_tonumber(L, 17);
    luaL_argcheck(L, !c.which || !r->together, 16, "rows that step together are all of one kind");
    c.late = seconds() + patience;
    rigid_share_rows(Q->rows, r->threads, go, &c);
    lua_pushboolean(L, are_done(r));
    return 1;
}

/* ---- how stiff rows are ------------------------------------------------------------------------------------------------- */

typedef struct {
    motions *motions;
    const double *q, *v, *parameters;
    const double *damping, *stiffness; /* those that are asked about, nv numbers each; or null */
    double rate, frequency;            /* up to which a row is calm */
    double *out;
} survey;

/* Whether a row is calm for certain: the largest eigenvalues of H⁻¹D and H⁻¹K, which take long, are no larger than their traces. */
static bool is_calm(const survey *c, const worker *w, const double *q) {
    const rigid_model *m = w->own ? w->own : c->motions->block->model;
    double rate = 0, square = 0;
    int bad;
    if (rigid_inverse_mass_matrix(m, w->ws, q, w->inverse, &bad) != RIGID_OK)
        return false;
    for (int k = 0; k < m->nv; k++) {
        const double one = w->inverse[(size_t)k * (size_t)m->nv + (size_t)k];
        rate += c->damping ? c->damping[k] * one : 0;
        square += c->stiffness ? c->stiffness[k] * one : 0;
    }
    return rate <= c->rate && square <= c->frequency * c->frequency;
}

/* Of a row that is calm, or that nothing can be told of, zeros. */
static void look(const void *with, int thread, int first, int last) {
    const survey *c = with;
    const worker *w = &c->motions->worker[thread];
    const rigid_model *m = c->motions->block->model;
    for (int row = first; row < last; row++) {
        const double *q = c->q + (size_t)row * (size_t)m->nq, *v = c->v + (size_t)row * (size_t)m->nv;
        double *out = c->out + 3 * (size_t)row;
        int worst = 0;
        out[0] = out[1] = 0;
        if (w->own)
            rigid_model_set_parameters(w->own, c->parameters + (size_t)row * 10 * (size_t)m->links);
        rigid_stepper_set(w->stepper, q, v);
        const bool tells = is_finite(q, m->nq) && is_finite(v, m->nv) && !is_calm(c, w, q);
        if (!tells || rigid_stepper_stiffness(w->stepper, &out[0], &out[1], &worst) != RIGID_OK)
            out[0] = out[1] = 0;
        out[2] = worst + 1;
    }
}

/* Of gains, in place of what the joints have: motions that are asked so are not for going on. */
static void ask_of_gains(lua_State *L, motions *r, survey *c) {
    const int nv = r->block->model->nv;
    c->damping = optional_numbers(L, 8, nv), c->stiffness = optional_numbers(L, 9, nv);
    for (int k = 0; k < r->threads; k++) {
        rigid_stepper_damping(r->worker[k].stepper, c->damping);
        rigid_stepper_springs(r->worker[k].stepper, c->stiffness, rigid_model_springref(r->block->model));
    }
}

/* stiffness(r, Q, V, P, rate, frequency, out, kd, kp): into the rows of out, what rigid_stepper_stiffness says of each; zeros where that is
   below these. Of gains in place of damping and springs, unless kd and kp are nil. */
static int stiffness(lua_State *L) {
    motions *r = check_motions(L, 8);
    const rigid_model *m = r->block->model;
    const rigid_matrix *Q = rigid_test(L, 2, ID_MATRIX);
    luaL_argcheck(L, Q, 2, "Matrix expected");
    survey c = {.motions = r, .q = rows(L, 2, Q->rows, m->nq), .v = rows(L, 3, Q->rows, m->nv)};
    c.parameters = optional_rows(L, 4, Q->rows, 10 * m->links), c.out = rows(L, 7, Q->rows, 3);
    if (lua_isnil(L, 8))
        c.damping = r->damped ? rigid_model_damping(m) : NULL, c.stiffness = rigid_model_stiffness(m);
    else
        ask_of_gains(L, r, &c);
    c.rate = luaL_checknumber(L, 5), c.frequency = luaL_checknumber(L, 6);
    luaL_argcheck(L, (c.parameters != NULL) == (r->worker[0].own != NULL), 4, "parameters");
    rigid_share_rows(Q->rows, r->threads, look, &c);
    return 0;
}

const luaL_Reg rigid_motion_functions[] = {{"new", new_motions}, {"configure", configure}, {"advance", advance}, {"stiffness", stiffness}, {NULL, NULL}};
