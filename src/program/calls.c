/* How the prompt calls what the user entered: so that Ctrl-C ends it, with the functions that were active when it failed,
   and with the hook that debug.sethook set on only meanwhile. */
#include "program.h"

#include <string.h>

enum { TRACE_TOP = 40, TRACE_LEVELS = 2000 };

/* What debug.sethook set, which is on only while the user's own code runs: a hook that fails must not fail the prompt. */
static struct {
    lua_Hook function;
    int mask, count;
} users_hook;
static bool hook_failed;

/* Push {source =, line =, name =, kind =, hook = true of what debug.sethook set; of the user's: of =, the function, and locals =} of an
   active function. */
static void push_frame(lua_State *L, lua_Debug *at) {
    lua_getinfo(L, "Sln", at);
    lua_createtable(L, 0, 6);
    if (*at->what != 'C' && !program_is_ours(L, at->source)) {
        lua_getinfo(L, "f", at);
        lua_setfield(L, -2, "of");
        program_push_locals(L, at);
        lua_setfield(L, -2, "locals");
    }
    if (strcmp(at->namewhat, "hook") == 0) {
        lua_pushboolean(L, true);
        lua_setfield(L, -2, "hook");
        hook_failed = true;
    }
    lua_pushstring(L, at->source);
    lua_setfield(L, -2, "source");
    lua_pushinteger(L, at->currentline);
    lua_setfield(L, -2, "line");
    lua_pushstring(L, at->name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, at->what);
    lua_setfield(L, -2, "kind");
}

static const char trace_key = 0;

/* The message handler of call: keeps the functions that are active, the innermost first, in the registry. Of a deep
   recursion it keeps the top. Once Ctrl-C came each instruction is precious, and nobody asks. */
static int keep_trace(lua_State *L) {
    lua_Debug at;
    if (program_interrupted)
        return 1;
    lua_newtable(L);
    for (int level = 1, kept = 0; level < TRACE_LEVELS && kept < TRACE_TOP && lua_getstack(L, level, &at); level++) {
        push_frame(L, &at);
        lua_rawseti(L, -2, ++kept);
    }
    lua_rawsetp(L, LUA_REGISTRYINDEX, &trace_key);
    return 1;
}

/* One that failed would fail every entry from now on, also the one that takes it off. */
void program_put_hook_aside(lua_State *L) {
    users_hook.function = hook_failed ? NULL : lua_gethook(L);
    users_hook.mask = lua_gethookmask(L);
    users_hook.count = lua_gethookcount(L);
    lua_sethook(L, NULL, 0, 0);
}

/* What call leaves of the results, or of the error, above who ran before and the message handler. */
static int after_call(lua_State *L, int status, lua_KContext users) {
    bool stopped = program_unguard(L, lua_touserdata(L, 1));
    bool done = status == LUA_OK || status == LUA_YIELD;
    if (users)
        program_put_hook_aside(L);
    luaL_checkstack(L, 3, "too many results");
    lua_pushboolean(L, done);
    lua_replace(L, 2);
    lua_remove(L, 1);
    if (done)
        return lua_gettop(L);
    lua_pushboolean(L, stopped);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &trace_key);
    return 4;
}

/* Call the function at 1 with what follows it; the results and what call says of them replace all. Where it runs in a coroutine
   it may be left by yielding, as it is in a page (src/web). */
static int call(lua_State *L, bool users) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    luaL_checkstack(L, 3, "too many arguments");
    lua_pushnil(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &trace_key);
    lua_pushcfunction(L, keep_trace);
    lua_insert(L, 1);
    lua_pushlightuserdata(L, program_guard(L));
    lua_insert(L, 1);
    hook_failed = false;
    if (users)
        lua_sethook(L, users_hook.function, users_hook.mask, users_hook.count);
    return after_call(L, lua_pcallk(L, lua_gettop(L) - 3, LUA_MULTRET, 2, users, after_call), users);
}

/* call(f, ...): true and the results; or false, what was thrown, whether Ctrl-C did it, and the functions that were active
   (a list of frames as push_frame makes them, the innermost first; nil where memory had run out). */
int console_call(lua_State *L) { return call(L, false); }

/* enter(f, ...): the same for what the user entered, whose hook is on meanwhile. */
int console_enter(lua_State *L) { return call(L, true); }

/* rest(f, ...): f's results; while it runs, Ctrl-C ends nothing, and interrupted() tells of it. So a line is read in the midst of a call. */
int console_rest(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    if (program_resting_call(L, lua_gettop(L) - 1) != LUA_OK)
        return lua_error(L);
    return lua_gettop(L);
}

/* say(text): to standard error, whatever has become of Lua's files. */
int console_say(lua_State *L) {
    size_t length = 0;
    const char *text = luaL_checklstring(L, 1, &length);
    fflush(stdout);
    fwrite(text, 1, length, stderr);
    return 0;
}

/* interrupted(): whether Ctrl-C came since the last call of this. */
int console_interrupted(lua_State *L) {
    lua_pushboolean(L, program_interrupted);
    program_interrupted = 0;
    return 1;
}
