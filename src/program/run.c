/* Running code as the stock interpreter does: texts, scripts, modules, LUA_INIT; errors are printed with a traceback. */
#include "program.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* Print the error on top of the stack; the exit code that goes with it. */
int program_report(lua_State *L, bool stopped) {
    size_t length = 0;
    const char *message = lua_tolstring(L, -1, &length);
    fflush(stdout);
    fputs("rigid: ", stderr);
    if (message)
        fwrite(message, 1, length, stderr);
    fputc('\n', stderr);
    lua_pop(L, 1);
    return stopped ? EXIT_INTERRUPTED : EXIT_ERROR;
}

/* Call the function under nargs arguments; 0, or the exit code once the error is printed. A second Ctrl-C ends the
   program at once, should the first find no instruction of Lua to stop at. */
int program_run(lua_State *L, int nargs, int nresults) {
    bool stopped = false;
    int handler = lua_gettop(L) - nargs;
    lua_pushcfunction(L, program_add_traceback);
    lua_insert(L, handler);
    program_handle(SIGINT, (int)SA_RESETHAND);
    int status = program_guarded_call(L, nargs, nresults, handler, &stopped);
    program_forget(SIGINT);
    lua_remove(L, handler);
    return status == LUA_OK ? 0 : program_report(L, stopped);
}

/* Print the values from stack index `first` up as the prompt does. */
static int show(lua_State *L, int first) {
    int count = lua_gettop(L) - first + 1;
    if (count == 0)
        return 0;
    luaL_checkstack(L, 4, "too many values to show");
    program_push_function(L, "rigid.display", "print");
    lua_insert(L, first);
    return program_run(L, count, 0);
}

/* Run code whose value is shown, as an entry of the prompt: an expression, or statements and an expression. */
static int run_shown(lua_State *L, const char *text, const char *name) {
    int base = lua_gettop(L);
    program_push_function(L, "rigid.prompt.entry", "command");
    lua_pushstring(L, text);
    lua_pushstring(L, name);
    lua_call(L, 2, 2);
    if (lua_isnil(L, -2))
        return program_report(L, false);
    lua_pop(L, 1);
    int code = program_run(L, 0, LUA_MULTRET);
    return code ? code : show(L, base + 1);
}

/* Run code; if showing, print the value where it has one. */
int program_run_text(lua_State *L, const char *text, const char *name, bool showing) {
    if (showing)
        return run_shown(L, text, name);
    if (luaL_loadbufferx(L, text, strlen(text), name, "t") != LUA_OK)
        return program_report(L, false);
    return program_run(L, 0, 0);
}

/* -l module, -l name=module */
int program_run_library(lua_State *L, const char *argument) {
    const char *equals = strchr(argument, '=');
    const char *module = equals ? equals + 1 : argument;
    lua_getglobal(L, "require");
    lua_pushstring(L, module);
    int code = program_run(L, 1, 1);
    if (code)
        return code;
    lua_pushglobaltable(L);
    lua_pushlstring(L, argument, equals ? (size_t)(equals - argument) : strlen(argument));
    lua_pushvalue(L, -3);
    lua_settable(L, -3);
    lua_pop(L, 2);
    return 0;
}

/* Push the strings of `arg` from 1 on; their number. */
int program_push_arguments(lua_State *L) {
    lua_getglobal(L, "arg");
    if (!lua_istable(L, -1)) {
        lua_pop(L, 1);
        return 0;
    }
    int table = lua_gettop(L), count = (int)luaL_len(L, table);
    luaL_checkstack(L, count, "too many arguments to the script");
    for (int i = 1; i <= count; i++)
        lua_rawgeti(L, table, i);
    lua_remove(L, table);
    return count;
}

/* A script by name, or standard input where there is none, with the strings of `arg` as its arguments. */
int program_run_script(lua_State *L, const char *name) {
    if (luaL_loadfilex(L, name, "t") != LUA_OK)
        return program_report(L, false);
    return program_run(L, program_push_arguments(L), 0);
}

#define LUA_INIT "LUA_INIT_" LUA_VERSION_MAJOR "_" LUA_VERSION_MINOR

/* LUA_INIT, as the stock interpreter takes it: code, or @ and the name of a file. */
int program_run_init(lua_State *L) {
    const char *name = "=" LUA_INIT, *init = getenv(LUA_INIT);
    if (!init)
        name = "=LUA_INIT", init = getenv("LUA_INIT");
    if (!init)
        return 0;
    return init[0] == '@' ? program_run_script(L, init + 1) : program_run_text(L, init, name, false);
}
