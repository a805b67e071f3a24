/* Running code as the stock interpreter does: texts, scripts, modules, LUA_INIT; errors are printed with a traceback. */
#include "program.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* ---- what was active when something failed ---------------------------------------------------------------------------- */

enum { LOOKED_AT = 200, TRACE_HEAD = 10, TRACE_TAIL = 11, KEPT_FRAMES = 20 };

/* Whether the function at that level is the user's, or one in C that the user called. */
static bool is_users(lua_State *L, int level) {
    lua_Debug at, caller;
    if (!lua_getstack(L, level, &at) || !lua_getinfo(L, "S", &at))
        return false;
    if (*at.what != 'C')
        return !program_is_ours(L, at.source);
    bool called = lua_getstack(L, level + 1, &caller) && lua_getinfo(L, "S", &caller);
    return !called || *caller.what == 'C' || !program_is_ours(L, caller.source);
}

/* The outermost level, found by halving: each look costs as many steps as the level is deep. */
static int last_level(lua_State *L) {
    lua_Debug at;
    int there = 1, beyond = 1;
    while (lua_getstack(L, beyond, &at))
        there = beyond, beyond *= 2;
    while (beyond - there > 1) {
        int middle = there + (beyond - there) / 2;
        if (lua_getstack(L, middle, &at))
            there = middle;
        else
            beyond = middle;
    }
    return there;
}

/* Put a line for that level behind the text on top of the stack, as luaL_traceback has it; that alone knows the names of C's
   functions, but is slow where the stack is deep. */
static void add_level(lua_State *L, int level) {
    lua_Debug at;
    lua_getstack(L, level, &at);
    lua_getinfo(L, "Sln", &at);
    if (*at.what == 'C' && level < LOOKED_AT) {
        luaL_traceback(L, L, NULL, level);
        const char *line = strchr(lua_tostring(L, -1), '\n');
        lua_pushlstring(L, line ? line : "", line ? 1 + strcspn(line + 1, "\n") : 0);
        lua_remove(L, -2);
    } else if (*at.what == 'C') {
        lua_pushliteral(L, "\n\t[C]: in ?");
    } else if (*at.what == 'm') {
        lua_pushfstring(L, "\n\t%s:%d: in main chunk", at.short_src, at.currentline);
    } else if (*at.namewhat) {
        const char *kind = strcmp(at.namewhat, "global") == 0 ? "function" : at.namewhat;
        lua_pushfstring(L, "\n\t%s:%d: in %s '%s'", at.short_src, at.currentline, kind, at.name);
    } else {
        lua_pushfstring(L, "\n\t%s:%d: in function <%s:%d>", at.short_src, at.currentline, at.short_src, at.linedefined);
    }
    lua_concat(L, 2);
}

/* Push a traceback as luaL_traceback makes it, of the user's functions: the innermost, and of many the outermost. */
static void push_traceback(lua_State *L, const char *message) {
    lua_pushfstring(L, "%s\nstack traceback:", message);
    int last = last_level(L), level = 1, shown = 0, tail = last, kept = 0;
    for (; level <= last && level < LOOKED_AT && shown < TRACE_HEAD; level++)
        if (is_users(L, level))
            add_level(L, level), shown++;
    for (; tail >= level && last - tail < LOOKED_AT && kept < TRACE_TAIL; tail--)
        kept += is_users(L, tail);
    if (tail >= level) {
        lua_pushliteral(L, "\n\t...");
        lua_concat(L, 2);
    }
    for (level = tail + 1; level <= last; level++)
        if (is_users(L, level))
            add_level(L, level);
}

static const char failure_key = 0;
bool program_keeps_failure;

/* Push a table of the locals of an active function, those of the same name hidden by the last. */
static void push_locals(lua_State *L, lua_Debug *at) {
    lua_newtable(L);
    const char *name = NULL;
    for (int i = 1; (name = lua_getlocal(L, at, i)); i++) {
        if (name[0] == '(')
            lua_pop(L, 1);
        else
            lua_setfield(L, -2, name);
    }
}

/* Keep the user's active functions, the innermost first, as {source =, line =, name =, locals =}. */
static void keep_failure(lua_State *L) {
    lua_Debug at;
    lua_newtable(L);
    for (int level = 1, kept = 0; level < LOOKED_AT && kept < KEPT_FRAMES && lua_getstack(L, level, &at); level++) {
        lua_getinfo(L, "Sln", &at);
        if (*at.what == 'C' || program_is_ours(L, at.source))
            continue;
        push_locals(L, &at);
        lua_createtable(L, 0, 4);
        lua_insert(L, -2);
        lua_setfield(L, -2, "locals");
        lua_pushstring(L, at.short_src);
        lua_setfield(L, -2, "source");
        lua_pushinteger(L, at.currentline);
        lua_setfield(L, -2, "line");
        lua_pushstring(L, *at.what == 'm' ? NULL : at.name);
        lua_setfield(L, -2, "name");
        lua_rawseti(L, -2, ++kept);
    }
    lua_rawsetp(L, LUA_REGISTRYINDEX, &failure_key);
}

void program_push_failure(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &failure_key); }

/* The message of an error as a string, with a traceback; an object that says nothing of itself is named by its type, and
   one that does is believed: it has a traceback where its metatable says __traceback, as our own errors do. */
int program_add_traceback(lua_State *L) {
    const char *message = lua_tostring(L, 1);
    if (program_keeps_failure && !program_interrupted)
        keep_failure(L);
    if (!message && luaL_callmeta(L, 1, "__tostring") && lua_type(L, -1) == LUA_TSTRING) {
        message = lua_tostring(L, -1);
        if (luaL_getmetafield(L, 1, "__traceback") == LUA_TNIL)
            return 1;
    }
    if (!message)
        message = lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
    push_traceback(L, message);
    return 1;
}

/* ---- running ---------------------------------------------------------------------------------------------------------- */

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

static const char require_key = 0;

/* Keep the function on top of the stack as that. */
void program_keep_require(lua_State *L) { lua_rawsetp(L, LUA_REGISTRYINDEX, &require_key); }

/* Push what our own modules are loaded by, whatever the user has made of the global require (rigid.environment). */
void program_push_require(lua_State *L) { lua_rawgetp(L, LUA_REGISTRYINDEX, &require_key); }

/* Print the values from stack index `first` up as the prompt does. */
static int show(lua_State *L, int first) {
    int count = lua_gettop(L) - first + 1;
    if (count == 0)
        return 0;
    luaL_checkstack(L, 4, "too many values to show");
    program_push_require(L);
    lua_pushliteral(L, "rigid.display");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "print");
    lua_replace(L, -2);
    lua_insert(L, first);
    return program_run(L, count, 0);
}

/* Run code whose value is shown, as an entry of the prompt: an expression, or statements and an expression. */
static int run_shown(lua_State *L, const char *text, const char *name) {
    int base = lua_gettop(L);
    program_push_require(L);
    lua_pushliteral(L, "rigid.prompt.entry");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "command");
    lua_replace(L, -2);
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
    int status = luaL_loadfilex(L, name, "t");
    if (status != LUA_OK) {
        int code = program_report(L, false);
        if (status == LUA_ERRFILE && name)
            program_suggest_command(L, name);
        return code;
    }
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
