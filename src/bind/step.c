/* m:step: one step for loops of one's own. For each model and what is asked for, a stepper is kept with the compiled block, and where one is
   there that suits, and all arguments are as they should be, the step is taken here, with nothing left to the collector if what it is to be
   written into is given. Whatever else comes goes to the function in Lua (lua/rigid/simulation/step.lua), which says what is wrong, or
   makes the stepper that the next call finds. */
#include "../core/numbers/finite.h"
#include "inner.h"
#include "model_arguments.h"
#include "numbers.h"
#include "stepper.h"
#include "vector.h"

#include <math.h>
#include <string.h>

/* ---- what is asked for ----------------------------------------------------------------------------------------------- */

typedef struct {
    int method; /* 0: by itself; else one more than its number */
    double tolerance, restitution; /* tolerance 0: none was said */
    bool damping, friction, limits, says_friction, afresh;
} wish;

/* By which a stepper is kept: all but the tolerance, the restitution, and whether steps begin afresh. */
static int code_of(const wish *w) { return 8 * w->method + 4 * w->damping + 2 * w->friction + w->limits; }

/* The string at an index; an empty one where something else stands there, or it has a zero byte. */
static const char *word(lua_State *L, int idx) {
    size_t length;
    const char *s = lua_type(L, idx) == LUA_TSTRING ? lua_tolstring(L, idx, &length) : "";
    return *s && strlen(s) == length ? s : "";
}

static bool read_method(lua_State *L, int value, wish *w) {
    const char *name = word(L, value);
    for (int k = 0; k < RIGID_METHODS; k++)
        if (strcmp(name, rigid_method_name((rigid_method)k)) == 0) {
            w->method = k + 1;
            return true;
        }
    return strcmp(name, "auto") == 0;
}

static bool read_switch(lua_State *L, int value, bool *out) {
    *out = lua_toboolean(L, value);
    return lua_isboolean(L, value);
}

/* One entry, its key below its value on top of the stack. */
static bool read_entry(lua_State *L, wish *w) {
    const char *key = word(L, -2);
    if (strcmp(key, "method") == 0)
        return read_method(L, -1, w);
    if (strcmp(key, "damping") == 0)
        return read_switch(L, -1, &w->damping);
    if (strcmp(key, "friction") == 0)
        return w->says_friction = true, read_switch(L, -1, &w->friction);
    if (strcmp(key, "limits") == 0)
        return read_switch(L, -1, &w->limits);
    if (strcmp(key, "afresh") == 0)
        return read_switch(L, -1, &w->afresh);
    if (lua_type(L, -1) != LUA_TNUMBER)
        return false;
    const double x = lua_tonumber(L, -1);
    if (strcmp(key, "tolerance") == 0)
        return w->tolerance = x, x > 0 && x < HUGE_VAL;
    return strcmp(key, "restitution") == 0 && (w->restitution = x, x >= 0 && x <= 1);
}

/* Whether the options at arg are nil or a table in which all is as it should be. */
static bool read_wish(lua_State *L, int arg, wish *w) {
    *w = (wish){.damping = true, .friction = true, .limits = true};
    if (lua_isnoneornil(L, arg))
        return true;
    if (lua_type(L, arg) != LUA_TTABLE)
        return false;
    for (lua_pushnil(L); lua_next(L, arg); lua_pop(L, 1))
        if (!read_entry(L, w)) {
            lua_pop(L, 2);
            return false;
        }
    w->friction = w->says_friction ? w->friction : w->damping;
    return true;
}

/* The tolerance that steps are taken by; 0 where they are as long as they are asked for. */
static double tolerance_of(const wish *w, rigid_method m) {
    if (rigid_method_tolerance(m) == 0)
        return 0;
    if (w->tolerance > 0)
        return w->tolerance;
    return w->method == 0 || rigid_method_stability(m).rate < HUGE_VAL ? rigid_method_tolerance(m) : 0;
}

/* ---- the steppers that are kept -------------------------------------------------------------------------------------- */

/* Push the stepper of that code that is kept with the block at index `at`: null, and nil, where there is none, or its numbers are others. */
static rigid_bound_stepper *push_kept(lua_State *L, const rigid_compiled *c, int at, int code) {
    rigid_bound_stepper *b = NULL;
    if (lua_getiuservalue(L, at, BLOCK_STEPPERS) == LUA_TTABLE) {
        lua_rawgeti(L, -1, code);
        lua_remove(L, -2);
        b = rigid_test_stepper(L, lua_gettop(L));
    }
    if (b && b->block == c && b->adjusted == c->adjusted && !b->L)
        return b;
    lua_pop(L, 1);
    lua_pushnil(L);
    return NULL;
}

/* kept(m, code) -> the stepper kept for that, the longest step that it was found to suit, and its method; or nil */
static int kept(lua_State *L) {
    const rigid_compiled *c = rigid_check_model(L, 1);
    const rigid_bound_stepper *b = push_kept(L, c, 1, (int)luaL_checkinteger(L, 2));
    if (!b)
        return 1;
    lua_pushnumber(L, b->longest);
    lua_pushstring(L, rigid_method_name(b->method));
    return 3;
}

/* retain(m, code, s, longest) */
static int retain(lua_State *L) {
    rigid_check_model(L, 3);
    rigid_bound_stepper *b = rigid_test_stepper(L, 3);
    luaL_argcheck(L, b, 3, "stepper expected");
    b->longest = luaL_checknumber(L, 4);
    if (lua_getiuservalue(L, 1, BLOCK_STEPPERS) != LUA_TTABLE) {
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, 1, BLOCK_STEPPERS);
    }
    lua_pushvalue(L, 3);
    lua_rawseti(L, -2, luaL_checkinteger(L, 2));
    return 0;
}

/* restitute(s, restitution) */
static int restitute(lua_State *L) {
    rigid_stepper_restitution(rigid_check_stepper(L, 1)->stepper, luaL_checknumber(L, 2));
    return 0;
}

/* ---- a step ---------------------------------------------------------------------------------------------------------- */

enum { MODEL = 1, Q, V, TAU, DT, OPTIONS, Q_OUT, V_OUT, LAST = V_OUT };
enum { MOST = 1000 }; /* steps of a method in one call; what takes more goes by the way that Ctrl-C is heard on */

/* That many finite numbers, of a Vector or a list, which is copied to a place of that number; else null. */
static const double *numbers(lua_State *L, rigid_compiled *c, int arg, int count) {
    const rigid_vector *x = rigid_test(L, arg, ID_VECTOR);
    double *list = c->argument[arg - Q];
    if (x ? x->size != count : lua_type(L, arg) != LUA_TTABLE || !rigid_read_list(L, arg, list, count))
        return NULL;
    const double *at = x ? x->at : list;
    return are_finite(at, count) ? at : NULL;
}

/* Where a result goes, pushed: the Vector at arg, or a new one; null where something else stands there. */
static double *result(lua_State *L, int arg, int count) {
    if (lua_isnil(L, arg))
        return rigid_push_vector(L, count)->at;
    rigid_vector *x = rigid_test(L, arg, ID_VECTOR);
    lua_pushvalue(L, arg);
    return x && x->size == count ? x->at : NULL;
}

/* The state in which the step before ended is as it was left, with the forces of what touches. */
static void begin_at(rigid_bound_stepper *b, rigid_compiled *c, const double *q, const double *v, bool afresh) {
    if (!afresh && rigid_stepper_goes_on(b->stepper, q, v))
        return;
    if (c->last_quaternion > 0)
        rigid_model_normalize(c->model, q, c->argument[0]), q = c->argument[0];
    rigid_stepper_set(b->stepper, q, v);
}

static bool advance(rigid_bound_stepper *b, double dt) {
    double t = 0;
    for (int count = 0; t < dt; count++) {
        if (count == MOST || rigid_stepper_pace(b->stepper, &b->pace, t, dt - t) != RIGID_OK)
            return false;
        const double taken = rigid_stepper_size_tried(b->stepper);
        if (rigid_stepper_accept(b->stepper) != RIGID_OK)
            return false;
        t = taken == dt - t ? dt : t + taken;
    }
    return true;
}

/* The arguments stand at their places, and nil where they were not given. The results are on top of the stack, unless this fails. */
static bool step_here(lua_State *L) {
    const double dt = lua_type(L, DT) == LUA_TNUMBER ? lua_tonumber(L, DT) : 0;
    wish w;
    if (!rigid_test(L, MODEL, ID_MODEL) || !(dt > 0 && dt < HUGE_VAL) || !read_wish(L, OPTIONS, &w))
        return false;
    rigid_compiled *c = rigid_push_compiled(L, MODEL);
    rigid_bound_stepper *b = push_kept(L, c, lua_gettop(L), code_of(&w));
    if (!b || !(dt <= b->longest))
        return false;
    /* these may run a finalizer, which may step the same model: all is read after them */
    double *q_out = result(L, Q_OUT, c->model->nq), *v_out = result(L, V_OUT, c->model->nv);
    if (!q_out || !v_out || b->adjusted != c->adjusted)
        return false;
    const double *q = numbers(L, c, Q, c->model->nq), *v = numbers(L, c, V, c->model->nv);
    const double *tau = lua_isnil(L, TAU) ? c->ws.zero : numbers(L, c, TAU, c->model->nv);
    if (!q || !v || !tau || rigid_model_no_turn(c, q) >= 0)
        return false;
    begin_at(b, c, q, v, w.afresh);
    memcpy(rigid_stepper_tau(b->stepper), tau, (size_t)c->model->nv * sizeof *tau);
    rigid_stepper_restitution(b->stepper, w.restitution);
    b->pace = rigid_pace_begin(tolerance_of(&w, b->method), dt);
    if (!advance(b, dt))
        return false;
    memcpy(q_out, rigid_stepper_q(b->stepper), (size_t)c->model->nq * sizeof *q_out);
    memcpy(v_out, rigid_stepper_v(b->stepper), (size_t)c->model->nv * sizeof *v_out);
    return true;
}

static int step(lua_State *L) {
    const int count = lua_gettop(L);
    if (count <= LAST) {
        lua_settop(L, LAST);
        if (step_here(L))
            return 2;
        lua_settop(L, count);
    }
    lua_pushvalue(L, lua_upvalueindex(3));
    lua_insert(L, 1);
    lua_call(L, count, LUA_MULTRET);
    return lua_gettop(L);
}

/* step(f) -> the method: a step here where that can be, else what f makes of the same arguments */
static int make_step(lua_State *L) {
    lua_settop(L, 1);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushliteral(L, "M:step");
    lua_rotate(L, 1, 2);
    lua_pushcclosure(L, step, 3);
    return 1;
}

const luaL_Reg rigid_step_functions[] = {{"kept", kept}, {"retain", retain}, {"restitute", restitute}, {"step", make_step}, {NULL, NULL}};
