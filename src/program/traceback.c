/* What was active when something failed: the traceback that is printed, of the user's functions alone, and the locals of
   those, kept for a prompt that opens after it. */
#include "program.h"

#include <string.h>

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
void program_push_locals(lua_State *L, lua_Debug *at) {
    lua_newtable(L);
    const char *name = NULL;
    for (int i = 1; (name = lua_getlocal(L, at, i)); i++) {
        if (name[0] == '(')
            lua_pop(L, 1);
        else
            lua_setfield(L, -2, name);
    }
}

/* Keep the user's active functions, the innermost first, as {source =, line =, name =, locals =}; of a deep recursion both ends. */
static void keep_failure(lua_State *L) {
    lua_Debug at;
    lua_newtable(L);
    const int last = last_level(L);
    for (int level = 1, kept = 0; kept < 2 * KEPT_FRAMES && lua_getstack(L, level, &at); level++) {
        if (level == LOOKED_AT || kept == KEPT_FRAMES)
            level = level < last - KEPT_FRAMES ? last - KEPT_FRAMES : level;
        if (!lua_getstack(L, level, &at) || !lua_getinfo(L, "Sln", &at) || *at.what == 'C' || program_is_ours(L, at.source))
            continue;
        program_push_locals(L, &at);
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
