/* Errors. A mistake in a call is a text, as with Lua's own functions. A question that has no answer, and what the library
   asks itself through `inner.asked`, is raised as a value: a table with the fields `function`, `what` is wrong, `place` (of
   the script) and more where there is more to say, which reads as the text in its `message`; lua/rigid/errors.lua makes its
   metatable. So nobody has to take a message apart. What is raised names the place of the caller's, never a file of ours. */
#include "errors.h"
#include "inner.h"
#include "locale.h"

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

/* ---- of functions and arguments -------------------------------------------------------------------------------------- */

/* "m:shift" -> kind 'm', name "shift" */
static char function_kind(lua_State *L, const char **name) {
    const char *tagged = lua_tostring(L, lua_upvalueindex(2));
    *name = tagged ? tagged + 2 : "?";
    return tagged ? tagged[0] : 's';
}

/* Whether a function is one that the library itself asks. */
static bool is_asked(char kind) { return kind == 'M' || kind == 'C'; }

bool rigid_has_self(lua_State *L) {
    const char *name;
    return function_kind(L, &name) != 's';
}

/* The number of an argument as the caller wrote it; 0 is the value that a method was called on. */
static int number_of(char kind, rigid_place at) { return kind == 's' ? at.arg : at.arg - 1; }

/* Raise as a value: of the function of that name, the argument of that number (0: there is no answer), and more in the
   table at index `fields`. */
static int throw_bad(lua_State *L, int fields, const char *name, int number, rigid_place at, const char *what) {
    lua_pushstring(L, name);
    lua_setfield(L, fields, "function");
    if (number == 0)
        return rigid_throw(L, fields, what, "'%s' has no answer: %s", name, what);
    lua_pushinteger(L, number);
    lua_setfield(L, fields, "argument");
    lua_pushstring(L, at.field);
    lua_setfield(L, fields, "field");
    lua_pushstring(L, at.name); /* for Place:relay: a field that it stands in has a name of its own */
    lua_setfield(L, fields, "parameter");
    return rigid_throw(L, fields, what, "bad argument #%d to '%s' (%s)", number, name, what);
}

int rigid_bad(lua_State *L, rigid_place at, const char *format, ...) {
    const char *name;
    char kind = function_kind(L, &name);
    int number = number_of(kind, at);
    va_list arguments;
    va_start(arguments, format);
    bool plain = rigid_plain_numbers();
    const char *problem = lua_pushvfstring(L, format, arguments);
    rigid_usual_numbers(plain);
    va_end(arguments);
    if (number == 0 || is_asked(kind)) {
        lua_createtable(L, 0, 7);
        return throw_bad(L, lua_gettop(L), name, number, at, problem);
    }
    if (at.field)
        problem = lua_pushfstring(L, "field '%s': %s", at.field, problem);
    else if (at.name)
        problem = lua_pushfstring(L, "%s: %s", at.name, problem);
    return rigid_error(L, "bad argument #%d to '%s' (%s)", number, name, problem);
}

int rigid_no_answer(lua_State *L, int fields, const char *what) {
    const char *name;
    function_kind(L, &name);
    return throw_bad(L, fields, name, 0, rigid_at(0), what);
}

const char *rigid_describe(lua_State *L, int idx) {
    char digits[32];
    if (lua_isinteger(L, idx))
        return lua_pushfstring(L, "%I", (LUAI_UACINT)lua_tointeger(L, idx));
    if (lua_type(L, idx) == LUA_TNUMBER) {
        double x = lua_tonumber(L, idx);
        bool plain = rigid_plain_numbers();
        snprintf(digits, sizeof digits, "%.14g", isnan(x) ? NAN : x); /* never -nan */
        rigid_usual_numbers(plain);
        return lua_pushstring(L, digits);
    }
    if (lua_type(L, idx) == LUA_TTABLE)
        return lua_pushfstring(L, "a table of %I", (LUAI_UACINT)lua_rawlen(L, idx));
    const rigid_matrix *m = rigid_test(L, idx, ID_MATRIX);
    const rigid_vector *v = rigid_test(L, idx, ID_VECTOR);
    if (m)
        return lua_pushfstring(L, "Matrix %dx%d", m->rows, m->cols);
    return v ? lua_pushfstring(L, "Vector of %d", (int)v->size) : lua_pushstring(L, rigid_name_of(L, idx));
}

const char *rigid_short_text(lua_State *L, int idx) {
    enum { MOST = 40 };
    size_t length;
    const char *text = lua_tolstring(L, idx, &length);
    if (length <= MOST)
        return text;
    lua_pushlstring(L, text, MOST);
    lua_pushliteral(L, "...");
    lua_concat(L, 2);
    return lua_tostring(L, -1);
}

/* Where a method was called on what it is none of: say so. */
static void check_receiver(lua_State *L, rigid_place at, int idx, const char *what) {
    const char *name;
    if (number_of(function_kind(L, &name), at) == 0)
        rigid_error(L, "calling '%s' on %s: it is a method of %s, called as x:%s(...)", name, rigid_describe(L, idx), what, name);
}

int rigid_expected(lua_State *L, rigid_place at, int idx, const char *what) {
    idx = lua_absindex(L, idx);
    check_receiver(L, at, idx, what);
    return rigid_bad(L, at, "%s expected, got %s", what, rigid_describe(L, idx));
}

int rigid_expected_format(lua_State *L, rigid_place at, int idx, const char *format, ...) {
    const char *came = rigid_describe(L, lua_absindex(L, idx));
    va_list arguments;
    va_start(arguments, format);
    const char *what = lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    return rigid_bad(L, at, "%s expected, got %s", what, came);
}

static const char *with_article(lua_State *L, int idx) {
    rigid_id id = rigid_id_of(L, idx);
    if (id != ID_NONE)
        return lua_pushfstring(L, "%s %s", rigid_kinds[id].article, rigid_kinds[id].name);
    return lua_isnil(L, idx) ? "nil" : lua_pushfstring(L, "a %s", luaL_typename(L, idx));
}

int rigid_bad_operands(lua_State *L, const char *verb, const char *preposition, const char *hint) {
    const char *a = with_article(L, 1), *b = with_article(L, 2);
    return rigid_error(L, "cannot %s %s %s %s: %s", verb, a, preposition, b, hint);
}

/* ---- for lua/rigid/errors.lua ---------------------------------------------------------------------------------------- */

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
