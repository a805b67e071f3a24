/* Many motions at once, for lua/rigid/batch: steppers of one compiled model, one for each thread, which go through the rows of
   matrices of states (batch_course.h), and how stiff rows are. */
#include "../core/numbers/finite.h"
#include "batch_course.h"
#include "contact.h"
#include "inner.h"
#include "loops.h"
#include "matrix.h"
#include "model_arguments.h"

#include <string.h>

/* User values: the compiled block, and a list of the loops and contacts of each stepper. */
enum { OF_BLOCK = 1, OF_PARTS, USER_VALUES = OF_PARTS };

static const char motion_key = 0; /* its address says what a userdata is */

static size_t lines(size_t bytes) { return (bytes + 63) / 64 * 64; }

static rigid_motions *check_motions(lua_State *L, int arguments) {
    rigid_motions *r = lua_touserdata(L, 1);
    luaL_argcheck(L, r && lua_rawlen(L, 1) >= sizeof *r && r->what == &motion_key, 1, "motions expected");
    lua_settop(L, arguments + 1);
    lua_getiuservalue(L, 1, OF_BLOCK);
    luaL_argcheck(L, lua_touserdata(L, -1) == r->block, 1, "its model was taken away");
    lua_pop(L, 1);
    return r;
}

/* Loops and contacts, each stepper's own; kept in the table on top of the stack. */
static void hold_parts(lua_State *L, int block, rigid_motions *r, int k) {
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
    const size_t head = lines(sizeof(rigid_motions)) + lines(3 * (size_t)c->model->nv * sizeof(double));
    const size_t model = weighs ? lines(rigid_model_size(c->model->count)) : 0;
    const size_t nv = (size_t)c->model->nv, numbers = lines(nv * (nv + 2) * sizeof(double)), steps = lines(rigid_stepper_size(c->model, method, holds));
    const bool together = !weighs && rigid_motion_is_plain(c->model) && (method == RIGID_METHOD_RK4 || method == RIGID_METHOD_SEMI_IMPLICIT_EULER);
    const size_t stages = together ? lines(rigid_motion_scratch(c->model)) : 0;
    const size_t each = model + numbers + steps + lines(rigid_workspace_size(c->model)) + stages;
    rigid_motions *r = lua_newuserdatauv(L, head + (size_t)threads * each + 64, USER_VALUES);
    unsigned char *at = (unsigned char *)r + head;
    at += (64 - (uintptr_t)at % 64) % 64;
    *r = (rigid_motions){.what = &motion_key, .block = c, .holds = holds, .damped = true, .method = method, .threads = threads};
    r->together = together;
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, OF_BLOCK);
    const int self = lua_gettop(L);
    lua_newtable(L);
    for (int k = 0; k < threads; k++, at += each) {
        rigid_motion_worker *w = &r->worker[k];
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
static void keep_holds(rigid_motions *r, const double *friction, const double *lower, const double *upper) {
    const size_t n = (size_t)r->block->model->nv, bytes = n * sizeof(double);
    double *at = (double *)(void *)((unsigned char *)r + lines(sizeof *r));
    r->friction = friction ? memcpy(at, friction, bytes) : NULL;
    r->lower = lower ? memcpy(at + n, lower, bytes) : NULL;
    r->upper = upper ? memcpy(at + 2 * n, upper, bytes) : NULL;
}

/* configure(r, damping, friction, lower, upper, restitution): as a stepper's */
static int configure(lua_State *L) {
    rigid_motions *r = check_motions(L, 5);
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

static double *rows(lua_State *L, int arg, int count, int cols) {
    rigid_matrix *m = rigid_written_matrix(L, arg);
    luaL_argcheck(L, m && m->rows == count && m->cols == cols, arg, "Matrix of that model expected");
    return m->at;
}
static double *optional_rows(lua_State *L, int arg, int count, int cols) { return lua_isnil(L, arg) ? NULL : rows(L, arg, count, cols); }

/* advance(r, Q, V, Tau, P, dt, from, ticks, until, tolerance, kp, kd, Q_ref, V_ref, computed, which, number) -> whether Q and V are what they
   are then: else it is to be called again, with the same. Tau, P, what belongs to a policy, and which rows go may be nil. */
static int advance(lua_State *L) {
    rigid_motions *r = check_motions(L, 16);
    const rigid_model *m = r->block->model;
    const rigid_matrix *Q = rigid_test(L, 2, ID_MATRIX);
    luaL_argcheck(L, Q, 2, "Matrix expected");
    rigid_course c = {.motions = r, .rows = Q->rows, .q = rows(L, 2, Q->rows, m->nq), .v = rows(L, 3, Q->rows, m->nv)};
    c.tau = optional_rows(L, 4, Q->rows, m->nv), c.parameters = optional_rows(L, 5, Q->rows, 10 * m->links);
    luaL_argcheck(L, (c.parameters != NULL) == (r->worker[0].own != NULL), 5, "parameters");
    c.dt = luaL_checknumber(L, 6), c.until = luaL_checknumber(L, 9), c.tolerance = luaL_checknumber(L, 10);
    c.from = (int)luaL_checkinteger(L, 7), c.ticks = (int)luaL_checkinteger(L, 8);
    rigid_policy p = {optional_numbers(L, 11, m->nv), optional_numbers(L, 12, m->nv), NULL, NULL, lua_toboolean(L, 15)};
    if (p.kp) {
        luaL_argcheck(L, p.kd, 12, "Vector of that model expected");
        p.q_ref = rows(L, 13, Q->rows, m->nq), p.v_ref = optional_rows(L, 14, Q->rows, m->nv), c.policy = &p;
    }
    c.which = optional_rows(L, 16, Q->rows, 1), c.number = lua_tonumber(L, 17);
    luaL_argcheck(L, !c.which || !r->together, 16, "rows that step together are all of one kind");
    c.late = rigid_course_late();
    lua_pushboolean(L, rigid_course_go(&c, r->threads > 1 ? rigid_push_workers(L) : NULL));
    return 1;
}

/* copy(from, into) -> into, a Matrix of as many rows and columns */
static int copy(lua_State *L) {
    const rigid_matrix *from = rigid_test(L, 1, ID_MATRIX);
    luaL_argcheck(L, from, 1, "Matrix expected");
    lua_settop(L, 2);
    double *into = rows(L, 2, from->rows, from->cols);
    memcpy(into, from->at, (size_t)from->rows * (size_t)from->cols * sizeof(double));
    return 1;
}

/* refused(Q) -> list of the rows that begin with NaN */
static int refused(lua_State *L) {
    const rigid_matrix *Q = rigid_test(L, 1, ID_MATRIX);
    luaL_argcheck(L, Q, 1, "Matrix expected");
    lua_newtable(L);
    lua_Integer count = 0;
    for (int row = 0; row < Q->rows && Q->cols > 0; row++)
        if (isnan(Q->at[(size_t)row * (size_t)Q->cols])) {
            lua_pushinteger(L, row + 1);
            lua_rawseti(L, -2, ++count);
        }
    return 1;
}

/* ---- how stiff rows are ------------------------------------------------------------------------------------------------- */

enum { LOOKED_AT = 64 }; /* rows between two looks for Ctrl-C */

typedef struct {
    rigid_motions *motions;
    const double *q, *v, *parameters;
    const double *damping, *stiffness; /* those that are asked about, nv numbers each; or null */
    double rate, frequency;            /* up to which a row is calm */
    double *out;
} survey;

/* Whether a row is calm for certain: the largest eigenvalues of H⁻¹D and H⁻¹K, which take long, are no larger than their traces. */
static bool is_calm(const survey *c, const rigid_motion_worker *w, const double *q) {
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
    const rigid_motion_worker *w = &c->motions->worker[thread];
    const rigid_model *m = c->motions->block->model;
    for (int row = first; row < last; row++) {
        const double *q = c->q + (size_t)row * (size_t)m->nq, *v = c->v + (size_t)row * (size_t)m->nv;
        double *out = c->out + 3 * (size_t)row;
        int worst = 0;
        out[0] = out[1] = 0;
        if (w->own)
            rigid_model_set_parameters(w->own, c->parameters + (size_t)row * 10 * (size_t)m->links);
        rigid_stepper_set(w->stepper, q, v);
        const bool tells = are_finite(q, m->nq) && are_finite(v, m->nv) && !is_calm(c, w, q);
        if (!tells || rigid_stepper_stiffness(w->stepper, &out[0], &out[1], &worst) != RIGID_OK)
            out[0] = out[1] = 0;
        out[2] = worst + 1;
    }
}

/* Of gains, in place of what the joints have: motions that are asked so are not for going on. */
static void ask_of_gains(lua_State *L, rigid_motions *r, survey *c) {
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
    rigid_motions *r = check_motions(L, 8);
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
    const rigid_hooks hooks = rigid_hooks_now(L);
    rigid_workers *workers = r->threads > 1 ? rigid_push_workers(L) : NULL;
    if (!rigid_share_rows(workers, &hooks, LOOKED_AT, Q->rows, RIGID_PIECE / LOOKED_AT, r->threads, look, &c))
        rigid_raise_interrupt(L);
    return 0;
}

const luaL_Reg rigid_motion_functions[] = {{"new", new_motions}, {"configure", configure}, {"advance", advance},
                                            {"copy", copy},       {"refused", refused},     {"stiffness", stiffness}, {NULL, NULL}};
