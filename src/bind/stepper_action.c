/* Who acts on what a stepper moves: the caller's controllers and wrenches, asked of one Lua function at each stage, whose errors pass
   through: the state is then what it was. */
#include "inner.h"
#include "model_arguments.h"
#include "numbers.h"
#include "stepper.h"
#include "vector.h"

#include <string.h>

static double *numbers(lua_State *L, int arg, int count) { return rigid_stepper_numbers(L, arg, count); }

static int nq_of(const rigid_bound_stepper *b) { return b->block->model->nq; }
static int nv_of(const rigid_bound_stepper *b) { return b->block->model->nv; }

static void copy(double *to, const double *from, int count) { memcpy(to, from, (size_t)count * sizeof *to); }

/* reader(block, nil, nil, nil, external): fills the block's wrenches. It is called as a forward_dynamics that the library asks. */
static int read_external(lua_State *L) {
    lua_settop(L, 5);
    rigid_model_external(L, lua_touserdata(L, 1), 5);
    return 0;
}

static bool put_user_vector(lua_State *L, int which, const double *from, int count) {
    lua_getiuservalue(L, 1, which);
    rigid_vector *x = rigid_test(L, -1, ID_VECTOR);
    if (!x || x->size != count)
        return false;
    copy(x->at, from, count);
    return true;
}

/* Asks act(t, q, v), which leaves torques in the Vector of OF_TAU and returns wrenches or nil. */
static rigid_status ask(void *with, double t, const double *q, const double *v, double *tau, rigid_force *external) {
    rigid_bound_stepper *b = with;
    lua_State *L = b->L;
    const int top = lua_gettop(L), n = nv_of(b);
    lua_getiuservalue(L, 1, OF_ACTION);
    lua_pushnumber(L, t);
    if (!put_user_vector(L, OF_Q, q, nq_of(b)) || !put_user_vector(L, OF_V, v, n))
        luaL_error(L, "the stepper's Vectors were taken away");
    lua_call(L, 3, 1);
    lua_getiuservalue(L, 1, OF_TAU);
    copy(tau, numbers(L, lua_gettop(L), n), n);
    lua_pop(L, 1);
    if (!lua_isnil(L, -1)) {
        lua_getiuservalue(L, 1, OF_READER);
        lua_getiuservalue(L, 1, OF_BLOCK);
        lua_pushnil(L), lua_pushnil(L), lua_pushnil(L);
        lua_pushvalue(L, top + 1);
        lua_call(L, 5, 0);
        memcpy(external, b->block->external, ((size_t)b->block->model->count + 1) * sizeof *external);
    }
    lua_settop(L, top);
    return RIGID_OK;
}

/* act(s, f, q, v, tau): f(t, q, v) acts, at each stage. */
static int act(lua_State *L) {
    rigid_bound_stepper *b = rigid_check_stepper(L, 4);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    numbers(L, 3, nq_of(b)), numbers(L, 4, nv_of(b)), numbers(L, 5, nv_of(b));
    for (int which = OF_TAU; which >= OF_ACTION; which--)
        lua_setiuservalue(L, 1, which);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushliteral(L, "M:forward_dynamics");
    lua_pushcclosure(L, read_external, 2);
    lua_setiuservalue(L, 1, OF_READER);
    rigid_stepper_act(b->stepper, ask, b);
    return 0;
}

/* fill(out, x) -> whether x is a Vector, or a plain list, of as many finite numbers as out, which has them then */
static int fill(lua_State *L) {
    rigid_vector *out = rigid_test(L, 1, ID_VECTOR), *x = rigid_test(L, 2, ID_VECTOR);
    luaL_argcheck(L, out, 1, "Vector expected");
    double *to = out->at, kept[64], poison = 0;
    const bool fits = out->size <= 64 && (x ? x->size == out->size : lua_type(L, 2) == LUA_TTABLE && rigid_read_list(L, 2, kept, (int)out->size));
    const double *from = x ? x->at : kept;
    for (int64_t k = 0; fits && k < out->size; k++)
        poison += 0 * from[k];
    lua_pushboolean(L, fits && poison == 0);
    if (fits && poison == 0)
        copy(to, from, (int)out->size);
    return 1;
}

const luaL_Reg rigid_action_functions[] = {{"act", act}, {"fill", fill}, {NULL, NULL}};
