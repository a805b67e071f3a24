/* Samples of a stepper, and runs in which nothing is asked of Lua: tick after tick into rows, until something happens that is to be told. */
#include "inner.h"
#include "sample_rows.h"
#include "stepper.h"

#include <limits.h>
#include <string.h>
#include <time.h>

static int nq_of(const rigid_bound_stepper *b) { return b->block->model->nq; }
static int nv_of(const rigid_bound_stepper *b) { return b->block->model->nv; }

/* ---- samples --------------------------------------------------------------------------------------------------------- */

static rigid_row_shape shape_of(const rigid_bound_stepper *b) {
    return (rigid_row_shape){nq_of(b), nv_of(b), rigid_row_touches(b->contacts)};
}

static int stepper_rows(lua_State *L) {
    const rigid_bound_stepper *b = rigid_check_stepper(L, 1);
    const lua_Integer capacity = luaL_checkinteger(L, 2);
    luaL_argcheck(L, capacity > 0 && capacity < INT_MAX, 2, "rows expected");
    lua_getiuservalue(L, 1, OF_CONTACTS);
    rigid_push_sample_rows(L, shape_of(b), (int)capacity);
    return 1;
}

static void write_row(rigid_sample_rows *r, const rigid_bound_stepper *b, double t, const double *q, const double *v) {
    rigid_write_row(r, b->stepper, b->contacts, t, q, v);
}

static rigid_sample_rows *check_own_rows(lua_State *L, const rigid_bound_stepper *b, int arg) {
    rigid_sample_rows *r = rigid_check_rows(L, arg);
    const rigid_row_shape own = shape_of(b);
    luaL_argcheck(L, r->of.nq == own.nq && r->of.nv == own.nv && r->of.touches == own.touches, arg, "rows of that model expected");
    return r;
}

static int stepper_sample(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 3);
    rigid_sample_rows *r = check_own_rows(L, b, 2);
    const double t = luaL_checknumber(L, 3), *tau = lua_isnil(L, 4) ? NULL : rigid_stepper_numbers(L, 4, nv_of(b));
    lua_pushboolean(L, !rigid_rows_full(r));
    if (rigid_rows_full(r))
        return 1;
    write_row(r, b, t, rigid_stepper_q(b->stepper), rigid_stepper_v(b->stepper));
    if (tau)
        memcpy(rigid_row_torque(r), tau, (size_t)nv_of(b) * sizeof *tau);
    r->count++;
    return 1;
}

/* ---- a run without questions ----------------------------------------------------------------------------------------- */

/* Ticks of a run: tick k begins at start + k dt, the last of all ends at the end; every so many ticks a sample. Here those before
   `last` are run. */
typedef struct {
    lua_Integer tick, last, ticks, every;
    double start, dt, end, t;
    bool sampled; /* that of this tick is written */
    lua_Integer most; /* steps of the stepper after which it returns as tired */
} ticks;

static double end_of(const ticks *k) { return k->tick + 1 < k->ticks ? k->start + (double)(k->tick + 1) * k->dt : k->end; }

/* Not more often than that it returns to Lua, where the progress is shown and Ctrl-C heard: in s. */
static const double patience = 0.02;
enum { GLANCE = 16 }; /* steps to the first look at the clock; then twice as many each time, for a look can cost more than a step */

typedef enum { DONE, FULL, EVENT, TIRED, REFUSED } outcome;

/* A step towards the end of the tick; what was at a limit before it was met becomes a row, and so what is after. */
static outcome step_once(rigid_bound_stepper *b, rigid_sample_rows *r, ticks *k, rigid_status *status) {
    rigid_stepper *s = b->stepper;
    const double target = end_of(k), h = target - k->t;
    if (b->held && r->count + 2 > r->capacity)
        return FULL;
    *status = rigid_stepper_pace(s, &b->pace, k->t, h);
    if (*status != RIGID_OK)
        return REFUSED;
    const double size = rigid_stepper_size_tried(s);
    const bool ended = b->held && rigid_stepper_ends_a_mode(s);
    k->t = size == h ? target : k->t + size;
    if (ended)
        write_row(r, b, k->t, rigid_stepper_new_q(s), rigid_stepper_new_v(s));
    *status = rigid_stepper_accept(s);
    rigid_note_residual(b);
    return *status != RIGID_OK ? REFUSED : ended ? EVENT : DONE;
}

static outcome run_ticks(rigid_bound_stepper *b, rigid_sample_rows *r, ticks *k, rigid_status *status) {
    const clock_t began = clock();
    outcome how = DONE;
    unsigned glance = GLANCE;
    for (unsigned looks = 1; k->tick < k->last; looks++) {
        if (!k->sampled && k->tick % k->every == 0) {
            if (rigid_rows_full(r))
                return FULL;
            write_row(r, b, k->t, rigid_stepper_q(b->stepper), rigid_stepper_v(b->stepper));
            r->count++;
        }
        k->sampled = true;
        how = step_once(b, r, k, status);
        if (how != DONE && how != EVENT)
            return how;
        if (k->t >= end_of(k))
            k->tick++, k->sampled = false;
        if (how == EVENT)
            return how;
        if (b->pace.steps >= k->most)
            return TIRED;
        if (looks == glance) {
            if ((double)(clock() - began) > patience * CLOCKS_PER_SEC)
                return TIRED;
            glance *= 2;
        }
    }
    return DONE;
}

static int stepper_run(lua_State *L) {
    static const char *const words[] = {"done", "full", "event", "tired", "refused"};
    rigid_bound_stepper *b = rigid_check_stepper(L, 11);
    rigid_sample_rows *r = check_own_rows(L, b, 2);
    ticks k = {luaL_checkinteger(L, 3), luaL_checkinteger(L, 4), luaL_checkinteger(L, 5), luaL_checkinteger(L, 6),
               luaL_checknumber(L, 7), luaL_checknumber(L, 8), luaL_checknumber(L, 9), luaL_checknumber(L, 10), lua_toboolean(L, 11),
               luaL_optinteger(L, 12, LUA_MAXINTEGER)};
    rigid_status status = RIGID_OK;
    luaL_argcheck(L, k.every > 0, 6, "positive number expected");
    rigid_stepper_enter(L, b);
    const outcome how = run_ticks(b, r, &k, &status);
    b->L = NULL;
    lua_pushstring(L, words[how]);
    lua_pushinteger(L, k.tick), lua_pushnumber(L, k.t), lua_pushboolean(L, k.sampled);
    return how == REFUSED ? 4 + rigid_push_refusal(L, b, status) : 4;
}

/* assemble(s) -> how far open the loops were, and are; how fast they would have opened; whether they do not close */
static int assemble(lua_State *L) {
    rigid_stepper *s = rigid_check_stepper(L, 0)->stepper;
    const rigid_closing c = rigid_stepper_assemble(s);
    lua_pushnumber(L, c.open), lua_pushnumber(L, c.left), lua_pushnumber(L, c.speed);
    lua_pushboolean(L, rigid_stepper_torn(s));
    return 4;
}

/* rows(s, capacity). sample(s, rows, t [, tau]) -> whether there was room: the state, with the torques held or those given.
   run(s, rows, tick, last, ticks, every, start, dt, end, t, sampled [, most steps]) -> how, tick, t, sampled, and of a refusal
   two words more. */
const luaL_Reg rigid_run_functions[] = {
    {"rows", stepper_rows}, {"sample", stepper_sample}, {"run", stepper_run}, {"unfold", rigid_rows_unfold},
    {"count", rigid_rows_count}, {"keep", rigid_rows_keep}, {"assemble", assemble}, {NULL, NULL},
};
