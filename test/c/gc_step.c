/* usage: gc_step script.lua [arguments]
   A Lua interpreter with rigid.core inside whose collector can be forced to run in full at the birth of every object,
   which is where it runs of its own accord. Lua answers a failed allocation with an emergency collection and asks again;
   so this allocator refuses every request for a new object once. What C code forgot to anchor is then gone at once, and
   under AddressSanitizer its next use is reported.
   The script steers by  gc_step(budget, stride): collect at each of the next `budget` births, then at every stride-th
   (0: no more). It returns how many collections were forced so far. */
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

int luaopen_rigid_core(lua_State *L);

/* From Lua 5.5 on it is told how to begin its hashing. */
#if LUA_VERSION_NUM >= 505
#define NEW_STATE(allocator, data) lua_newstate(allocator, data, 1)
#else
#define NEW_STATE(allocator, data) lua_newstate(allocator, data)
#endif

typedef struct pace {
    lua_Integer budget, stride, since;
    lua_Integer forced;
    bool refused; /* the last request was refused: the next one is the same again, after the collection */
} pace;

static bool due(pace *p) {
    if (p->budget > 0) {
        p->budget--;
        return true;
    }
    if (p->stride == 0 || ++p->since < p->stride)
        return false;
    p->since = 0;
    return true;
}

static void *allocate(void *ud, void *block, size_t old_size, size_t new_size) {
    pace *p = ud;
    if (new_size == 0) {
        free(block);
        return NULL;
    }
    /* Without a block, old_size is the kind of object; arrays have none, and lauxlib asks for its buffers only once. */
    if (!block && old_size != 0) {
        if (!p->refused && due(p)) {
            p->refused = true;
            p->forced++;
            return NULL;
        }
        p->refused = false;
    }
    return realloc(block, new_size);
}

static int set_pace(lua_State *L) {
    pace *p = lua_touserdata(L, lua_upvalueindex(1));
    p->budget = luaL_optinteger(L, 1, 0);
    p->stride = luaL_optinteger(L, 2, 0);
    p->since = 0;
    lua_pushinteger(L, p->forced);
    return 1;
}

static int traceback(lua_State *L) {
    luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
    return 1;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s script.lua [arguments]\n", argv[0]);
        return 2;
    }
    pace p = {0};
    lua_State *L = NEW_STATE(allocate, &p);
    if (!L)
        return 1;
    luaL_openlibs(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_rigid_core);
    lua_setfield(L, -2, "rigid.core");
    lua_pushlightuserdata(L, &p);
    lua_pushcclosure(L, set_pace, 1);
    lua_setglobal(L, "gc_step");

    lua_settop(L, 0);
    luaL_checkstack(L, argc + LUA_MINSTACK, NULL);
    lua_pushcfunction(L, traceback);
    int status = luaL_loadfile(L, argv[1]);
    for (int i = 2; i < argc && status == LUA_OK; i++)
        lua_pushstring(L, argv[i]);
    if (status == LUA_OK)
        status = lua_pcall(L, argc - 2, 0, 1);
    if (status != LUA_OK)
        fprintf(stderr, "gc_step: %s\n", lua_tostring(L, -1));
    lua_close(L);
    return status == LUA_OK ? 0 : 1;
}
