/* What a compiler made of a model's algorithms, for lua/rigid/generate/compile.lua: functions of a shared object, which stand in for the
   general ones for as long as the model's numbers are those that they were made of (rigid_generated_now). An object that was loaded stays
   so to the end of the process, and so do its functions. */
#include "inner.h"
#include "model.h"

#include <dlfcn.h>
#include <string.h>

static int refuse(lua_State *L) {
    const char *why = dlerror();
    lua_pushnil(L), lua_pushstring(L, why ? why : "it has no such function");
    return 2;
}

/* open(path): the object, loaded; or nil and why not */
static int open_object(lua_State *L) {
    void *object = dlopen(luaL_checkstring(L, 1), RTLD_NOW | RTLD_LOCAL);
    if (!object)
        return refuse(L);
    lua_pushlightuserdata(L, object);
    return 1;
}

/* attach(m, object, name, symbol): true; or nil and why not */
static int attach(lua_State *L) {
    static const char *const names[] = {"inverse_dynamics", "mass_matrix", NULL};
    rigid_compiled *c = rigid_check_model(L, 3);
    luaL_checktype(L, 2, LUA_TLIGHTUSERDATA);
    const bool dynamics = luaL_checkoption(L, 3, NULL, names) == 0;
    void *found = dlsym(lua_touserdata(L, 2), luaL_checkstring(L, 4));
    if (!found)
        return refuse(L);
    if (c->generated.adjusted != c->adjusted)
        memset(&c->generated, 0, sizeof c->generated);
    c->generated.adjusted = c->adjusted;
    if (dynamics)
        memcpy(&c->generated.inverse_dynamics, &found, sizeof found);
    else
        memcpy(&c->generated.mass_matrix, &found, sizeof found);
    lua_pushboolean(L, true);
    return 1;
}

/* detach(m): the general ones again */
static int detach(lua_State *L) {
    rigid_compiled *c = rigid_check_model(L, 0);
    memset(&c->generated, 0, sizeof c->generated);
    return 0;
}

const luaL_Reg rigid_generated_functions[] = {{"open", open_object}, {"attach", attach}, {"detach", detach}, {NULL, NULL}};
