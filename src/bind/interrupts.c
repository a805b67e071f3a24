/* Whether Ctrl-C came, for functions that work for long. */
#include "interrupts.h"

static int nothing(lua_State *L) {
    (void)L;
    return 0;
}

rigid_hooks rigid_hooks_now(lua_State *L) {
    rigid_hooks now = {.thread = {L, L}};
    luaL_checkstack(L, 1, NULL);
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    now.thread[1] = lua_tothread(L, -1);
    lua_pop(L, 1);
    if (lua_gethookmask(L) != 0) { /* one that is to raise does so when a function is called */
        lua_pushcfunction(L, nothing);
        lua_call(L, 0, 0);
    }
    for (int i = 0; i < 2; i++)
        now.hook[i] = lua_gethook(now.thread[i]), now.mask[i] = lua_gethookmask(now.thread[i]);
    return now;
}

bool rigid_is_interrupted(const rigid_hooks *since) {
    for (int i = 0; i < 2; i++)
        if (lua_gethook(since->thread[i]) != since->hook[i] || lua_gethookmask(since->thread[i]) != since->mask[i])
            return true;
    return false;
}

/* The program's hook raises at a call, or in a thread that goes on, after some instructions: so a little is done of both. Of a
   coroutine that lua5.4 runs, the hook is set in the main thread, where nothing can be called now. */
int rigid_raise_interrupt(lua_State *L) {
    static const char little[] = "for _ = 1, 1000 do end";
    luaL_checkstack(L, 2, NULL);
    lua_pushcfunction(L, nothing);
    if (lua_pcall(L, 0, 0, 0) != LUA_OK || luaL_loadbufferx(L, little, sizeof little - 1, "=load", "t") != LUA_OK ||
        lua_pcall(L, 0, 0, 0) != LUA_OK)
        return lua_error(L);
    lua_pushliteral(L, "interrupted");
    return lua_error(L);
}

void rigid_end_if_interrupted(lua_State *L, const rigid_hooks *since) {
    if (rigid_is_interrupted(since))
        rigid_raise_interrupt(L);
}

static int is_unwanted(const void *since) { return rigid_is_interrupted(since); }

rigid_dense_until rigid_until_interrupted(lua_State *L, size_t entries, rigid_hooks *room) {
    enum { FEW = 32 * 32 };
    if (entries <= FEW)
        return (rigid_dense_until){NULL, NULL};
    *room = rigid_hooks_now(L);
    return (rigid_dense_until){is_unwanted, room};
}
