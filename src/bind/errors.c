/* Errors. A mistake in a call is a text, as with Lua's own functions. A question that has no answer, and what the library
   asks itself through `inner.asked`, is raised as a value: a table with the fields `function`, `what` is wrong, `place` (of
   the script) and more where there is more to say, which reads as the text in its `message`; lua/rigid/errors.lua makes its
   metatable. So nobody has to take a message apart. What is raised names the place of the caller's, never a file of ours. */
#include "bind.h"

#include <stdarg.h>
#include <string.h>

static const char error_key = 0; /* its address is where the registry keeps {metatable, folder of our Lua files} */

/* Push number i of what the registry keeps, or nil. */
static int push_kept(lua_State *L, int i) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &error_key) == LUA_TTABLE) {
        lua_rawgeti(L, -1, i);
        lua_remove(L, -2);
    }
    return lua_type(L, -1);
}

const char *rigid_where(lua_State *L) {
    lua_Debug at;
    const char *ours = push_kept(L, 2) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    for (int level = 1; lua_getstack(L, level, &at); level++) {
        lua_getinfo(L, "Sl", &at);
        if (!ours || !strstr(at.source, ours))
            return at.currentline > 0 ? lua_pushfstring(L, "%s:%d", at.short_src, at.currentline) : lua_pushliteral(L, "");
    }
    return lua_pushliteral(L, "");
}

int rigid_error(lua_State *L, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const char *message = lua_pushvfstring(L, format, arguments), *where = rigid_where(L);
    va_end(arguments);
    lua_pushfstring(L, "%s%s%s", where, where[0] ? ": " : "", message);
    return lua_error(L);
}

static void set_text(lua_State *L, int table, const char *name, const char *text) {
    lua_pushstring(L, name);
    lua_pushstring(L, text);
    lua_rawset(L, table);
}

int rigid_throw(lua_State *L, int fields, const char *what, const char *format, ...) {
    luaL_checkstack(L, 8, NULL);
    va_list arguments;
    va_start(arguments, format);
    const char *message = lua_pushvfstring(L, format, arguments), *where = rigid_where(L);
    va_end(arguments);
    message = lua_pushfstring(L, "%s%s%s", where, where[0] ? ": " : "", message);
    int text = lua_gettop(L);
    set_text(L, fields, "message", message);
    set_text(L, fields, "what", what);
    if (where[0])
        set_text(L, fields, "place", where);
    if (push_kept(L, 1) == LUA_TTABLE) {
        lua_setmetatable(L, fields);
        lua_pushvalue(L, fields);
    } else /* nothing of lua/rigid is there */
        lua_pushvalue(L, text);
    return lua_error(L);
}

/* connect(metatable, folder) */
static int connect(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TSTRING);
    lua_createtable(L, 2, 0);
    lua_pushvalue(L, 1);
    lua_rawseti(L, -2, 1);
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, 2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &error_key);
    return 0;
}

/* After the call of try: true and its results, or false and the error; being out of memory goes on. */
static int finish(lua_State *L, int status, lua_KContext unused) {
    (void)unused;
    if (status == LUA_OK || status == LUA_YIELD)
        return lua_gettop(L);
    if (status == LUA_ERRMEM)
        return lua_error(L);
    lua_pushboolean(L, 0);
    lua_rotate(L, -2, 1);
    return 2;
}

/* try(f, ...): pcall, but that being out of memory, which says nothing about f, is no answer to it. */
static int try_call(lua_State *L) {
    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    return finish(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish), 0);
}

const luaL_Reg rigid_error_functions[] = {{"connect", connect}, {"try", try_call}, {NULL, NULL}};
