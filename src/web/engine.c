/* The program as a page has it: the module, the prompt and all Lua files within one state, to which messages are given and which
   posts messages. Nothing is awaited in here: a call ends where the prompt would wait for a line (lua/rigid/web). */
#include "../program/program.h"
#include "web.h"

static lua_State *engine;
static const char handler_key = 0; /* of the function in the registry that takes messages */

/* post(text) */
static int post(lua_State *L) {
    size_t length = 0;
    const char *text = luaL_checklstring(L, 1, &length);
    fflush(stdout); /* what was printed before comes before */
    rigid_web_post(text, length);
    return 0;
}

/* resume(thread [, line]): as coroutine.resume, for the session's coroutine, which may be left while it runs; what Ctrl-C would end
   stays the same meanwhile, of which the program's own resume keeps account. True and what it yields, or false and the error. */
static int resume(lua_State *L) {
    lua_State *thread = lua_tothread(L, 1);
    luaL_argexpected(L, thread, 1, "coroutine");
    int count = lua_gettop(L) - 1, status = 0;
    rigid_web_serve(thread);
    lua_xmove(L, thread, count);
    status = lua_resume(thread, L, count, &count);
    bool fine = status == LUA_OK || status == LUA_YIELD;
    lua_pushboolean(L, fine);
    count = fine ? count : 1;
    luaL_checkstack(L, count, "too many results");
    lua_xmove(thread, L, count);
    return count + 1;
}

static int open_all(lua_State *L) {
    luaL_openlibs(L);
    lua_gc(L, LUA_GCGEN, 0, 0);
    program_track_coroutines(L);
    program_preload(L, NULL);
    lua_pushcfunction(L, program_open_rigid);
    lua_call(L, 0, 0);
    program_put_hook_aside(L);
    program_push_require(L);
    lua_pushliteral(L, "rigid.web");
    lua_call(L, 1, 1);
    program_push_console(L);
    lua_pushcfunction(L, post);
    lua_pushcfunction(L, resume);
    lua_call(L, 3, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &handler_key);
    return 0;
}

int rigid_web_open(void) {
    engine = luaL_newstate();
    if (!engine)
        return EXIT_ERROR;
    program_handle(SIGINT, 0);
    lua_pushcfunction(engine, program_add_traceback);
    lua_pushcfunction(engine, open_all);
    int code = lua_pcall(engine, 0, 0, 1) == LUA_OK ? 0 : program_report(engine, false);
    lua_settop(engine, 0);
    return code;
}

void rigid_web_take(const char *text, size_t length) {
    lua_pushcfunction(engine, program_add_traceback);
    lua_rawgetp(engine, LUA_REGISTRYINDEX, &handler_key);
    lua_pushlstring(engine, text, length);
    if (lua_pcall(engine, 1, 0, 1) != LUA_OK)
        program_report(engine, false);
    lua_settop(engine, 0);
    fflush(stdout);
}
