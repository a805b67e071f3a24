/* What lua/rigid/kinematics asks of C: a search for the q that brings frames where they are wanted (core/kinematics/reach.h), of one compiled
   model, which stays alive as its user value. Its callers are our own: what they give is checked, so that nothing is read beyond its
   end, in the words of luaL. */
#include "inner.h"
#include "loops.h"
#include "matrix.h"
#include "model_arguments.h"
#include "numbers.h"
#include "quantities.h"
#include "vector.h"

#include <limits.h>
#include <string.h>

static const char reach_key = 0; /* its address says what a userdata is */

enum { OF_BLOCK = 1, OF_LOOPS, OF_PARTS, USER_VALUES = OF_PARTS };

typedef struct {
    const void *what;
    const rigid_compiled *block;
    rigid_reach reach;
} bound_reach;

static rigid_reach *check_reach(lua_State *L) {
    bound_reach *b = lua_touserdata(L, 1);
    luaL_argcheck(L, b && lua_rawlen(L, 1) >= sizeof *b && b->what == &reach_key, 1, "search expected");
    lua_getiuservalue(L, 1, OF_BLOCK);
    luaL_argcheck(L, lua_touserdata(L, -1) == b->block, 1, "its model was taken away");
    lua_pop(L, 1);
    return &b->reach;
}

/* ---- reading -------------------------------------------------------------------------------------------------------- */

/* Push the field of the table on top of the stack; whether it is there. */
static bool field(lua_State *L, const char *name) { return lua_getfield(L, -1, name) != LUA_TNIL; }

static bool flag(lua_State *L, const char *name) {
    const bool said = field(L, name) && lua_toboolean(L, -1);
    lua_pop(L, 1);
    return said;
}

static double number(lua_State *L, const char *name, double fallback) {
    const double x = field(L, name) ? lua_tonumber(L, -1) : fallback;
    lua_pop(L, 1);
    return x;
}

static bool vector(lua_State *L, const char *name, v3 *out) {
    const bool said = field(L, name);
    if (said)
        *out = rigid_get_v3(L, lua_gettop(L), rigid_at(2));
    lua_pop(L, 1);
    return said;
}

/* The frame of the target's name, its origin at the target's point. */
static rigid_frame read_frame(lua_State *L, rigid_compiled *c) {
    v3 point;
    lua_getfield(L, -1, "name");
    rigid_frame F = *rigid_model_frame(L, c, lua_gettop(L));
    lua_pop(L, 1);
    if (vector(L, "point", &point))
        F.X.p = rigid_transform_point(F.X, point);
    return F;
}

/* The target on top of the stack. */
static rigid_reach_target read_target(lua_State *L, rigid_compiled *c) {
    rigid_reach_target t = {.place_weight = number(L, "place_weight", 1), .turn_weight = number(L, "turn_weight", 1)};
    t.kind = flag(L, "com") ? RIGID_REACH_COM : flag(L, "loops") ? RIGID_REACH_LOOPS : RIGID_REACH_FRAME;
    t.placed = vector(L, "position", &t.position);
    if (t.kind == RIGID_REACH_FRAME)
        t.F = read_frame(L, c);
    if (vector(L, "axis", &t.axis) && vector(L, "direction", &t.direction))
        t.turn = RIGID_TURN_AXIS;
    if (field(L, "rotation")) {
        t.rotation = rigid_get_rotation(L, lua_gettop(L), rigid_at(2));
        t.turn = RIGID_TURN_ROTATION;
    }
    lua_pop(L, 1);
    return t;
}

/* Entry k of the list at 3: false, or {q =, lower =, upper =}, numbers from 1; and of the list at 4, whether it slides. */
static rigid_reach_freedom read_freedom(lua_State *L, int nq, int k) {
    rigid_reach_freedom f = {.q = -1};
    if (lua_rawgeti(L, 3, k + 1) == LUA_TTABLE) {
        const double q = number(L, "q", 0);
        luaL_argcheck(L, q >= 1 && q <= nq, 3, "number of q expected");
        f = (rigid_reach_freedom){.q = (int)q - 1, .lower = number(L, "lower", -HUGE_VAL), .upper = number(L, "upper", HUGE_VAL)};
    }
    lua_rawgeti(L, 4, k + 1);
    f.slides = lua_toboolean(L, -1);
    lua_pop(L, 2);
    return f;
}

/* ---- making --------------------------------------------------------------------------------------------------------- */

typedef struct {
    rigid_reach_target *target;
    rigid_reach_freedom *freedom;
} parts;

static int rows_of(lua_State *L, const rigid_reach *r) {
    int64_t rows = 0;
    for (int i = 0; i < r->count; i++) {
        luaL_argcheck(L, r->target[i].kind != RIGID_REACH_LOOPS || r->loops, 2, "loops of a model without");
        rows += rigid_reach_rows(&r->target[i], r->loops);
    }
    luaL_argcheck(L, rows * (r->model->nv + 1) < RIGID_MOST_ENTRIES, 2, "too many targets");
    return (int)rows;
}

/* Push a userdata for the targets and freedoms. */
static parts push_parts(lua_State *L, int count, int nv) {
    const size_t targets = (size_t)count * sizeof(rigid_reach_target);
    parts p = {.target = lua_newuserdatauv(L, targets + (size_t)nv * sizeof(rigid_reach_freedom), 0)};
    p.freedom = (rigid_reach_freedom *)(void *)((char *)p.target + targets);
    return p;
}

/* new(m, targets, bounds, slides, tolerance) */
static int new_reach(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 4);
    for (int arg = 2; arg <= 4; arg++)
        luaL_checktype(L, arg, LUA_TTABLE);
    const int nv = c->model->nv, count = (int)lua_rawlen(L, 2);
    const parts p = push_parts(L, count, nv);
    rigid_reach r = {.model = c->model, .ws = &c->ws, .count = count, .target = p.target, .freedom = p.freedom, .tolerance = lua_tonumber(L, 5)};
    const int at = lua_gettop(L);
    for (int i = 0; i < count; i++, lua_settop(L, at)) {
        luaL_argcheck(L, lua_rawgeti(L, 2, i + 1) == LUA_TTABLE, 2, "list of targets expected");
        p.target[i] = read_target(L, c);
    }
    for (int k = 0; k < nv; k++)
        p.freedom[k] = read_freedom(L, c->model->nq, k);
    r.loops = rigid_push_loops(L, 1);
    r.rows = rows_of(L, &r);
    bound_reach *b = lua_newuserdatauv(L, sizeof *b + rigid_reach_size(c->model, r.rows), USER_VALUES);
    rigid_reach_place(&r, b + 1);
    *b = (bound_reach){&reach_key, c, r};
    lua_pushvalue(L, at), lua_setiuservalue(L, -2, OF_PARTS);
    lua_pushvalue(L, at + 1), lua_setiuservalue(L, -2, OF_LOOPS);
    lua_pushvalue(L, 1), lua_setiuservalue(L, -2, OF_BLOCK);
    return 1;
}

/* ---- what it is asked ------------------------------------------------------------------------------------------------- */

/* begin(r, q) -> e·e, residual */
static int begin(lua_State *L) {
    rigid_reach *r = check_reach(L);
    const rigid_vector *q = rigid_test(L, 2, ID_VECTOR);
    luaL_argcheck(L, q && q->size == r->model->nq, 2, "Vector of that model expected");
    rigid_reach_begin(r, q->at);
    lua_pushnumber(L, r->cost), lua_pushnumber(L, rigid_reach_residual(r));
    return 2;
}

/* go(r, steps) -> "there", "rests" or "goes on", e·e, residual */
static int go(lua_State *L) {
    static const char *const words[] = {"goes on", "there", "rests"};
    rigid_reach *r = check_reach(L);
    const lua_Integer steps = luaL_checkinteger(L, 2);
    luaL_argcheck(L, steps >= 0 && steps <= INT_MAX, 2, "out of range");
    lua_pushstring(L, words[rigid_reach_go(r, (int)steps)]);
    lua_pushnumber(L, r->cost), lua_pushnumber(L, rigid_reach_residual(r));
    return 3;
}

/* at(r) -> q */
static int at(lua_State *L) {
    const rigid_reach *r = check_reach(L);
    rigid_vector *q = rigid_push_vector(L, r->model->nq);
    memcpy(q->at, r->q, (size_t)q->size * sizeof *q->at);
    return 1;
}

/* off(r, i) -> how far target i is, m and rad */
static int off(lua_State *L) {
    const rigid_reach *r = check_reach(L);
    const lua_Integer i = luaL_checkinteger(L, 2);
    luaL_argcheck(L, i >= 1 && i <= r->count, 2, "out of range");
    lua_pushnumber(L, r->target[i - 1].off), lua_pushnumber(L, r->target[i - 1].turned);
    return 2;
}

/* jacobian(r) -> J and Jᵀe, of the rows as they are weighted */
static int jacobian(lua_State *L) {
    const rigid_reach *r = check_reach(L);
    rigid_matrix *J = rigid_push_matrix(L, r->rows, r->model->nv);
    memcpy(J->at, r->J, rigid_matrix_count(J) * sizeof *J->at);
    rigid_vector *pull = rigid_push_vector(L, r->model->nv);
    memcpy(pull->at, r->gradient, (size_t)pull->size * sizeof *pull->at);
    return 2;
}

const luaL_Reg rigid_reach_functions[] = {{"new", new_reach}, {"begin", begin}, {"go", go}, {"at", at}, {"off", off}, {"jacobian", jacobian}, {NULL, NULL}};
