/* What a script sees: what describes a model, and nothing else. No files, no processes, no loading of code, no metatables,
   nothing that catches errors, nothing that changes what is outside. Lua's own functions are taken where their work is bounded
   by the size of what they are given; the others are counted here. */
#include <lauxlib.h>
#include <lualib.h>
#include <math.h>
#include <string.h>

#include "script_library.h"
#include "script_account.h"
#include "script_pattern.h"

static const char *const base[] = {"assert", "error",  "ipairs",   "next",     "pairs", "rawequal", "rawget",
                                   "rawlen", "select", "tonumber", "tostring", "type",  "_VERSION", NULL};
static const char *const strings[] = {"len", "sub", "byte", NULL};
static const char *const buffered[] = {"char", "format", "lower", "reverse", "upper", NULL};
static const char *const tables[] = {"pack", "unpack", NULL};
static const char *const shifting[] = {"insert", "remove", NULL};
static const char *const maths[] = {"abs",  "acos", "asin", "atan", "ceil",       "cos",  "deg",        "exp",  "floor",
                                    "fmod", "huge", "log",  "max",  "maxinteger", "min",  "mininteger", "modf", "pi",
                                    "rad",  "sin",  "sqrt", "tan",  "tointeger",  "type", "ult",        NULL};
static const char *const forbidden[] = {
    "os",       "io",        "package", "debug",  "load",         "loadstring",   "loadfile", "dofile",
    "require",  "coroutine", "pcall",   "xpcall", "getmetatable", "setmetatable", "rawset",   "collectgarbage",
    "newproxy", "utf8",      "jit",     "ffi",    "bit",          "bit32",        "getfenv",  "setfenv",
    "module",   "warn",      NULL};

/* ---- functions of Lua's with something before them --------------------------------------------------------------- */

/* The function of Lua's that the upvalue is, in the place of this one. */
static int call_usual(lua_State *S) { return lua_tocfunction(S, lua_upvalueindex(1))(S); }

/* What makes one string. Lua 5.5 makes a long one of the room that it was gathered in, where the allocator sees no string. */
static int call_with_room(lua_State *S) {
    script_make_room(S);
    const int results = call_usual(S);
    script_check_string(S, (double)lua_rawlen(S, -1));
    return results;
}

/* insert and remove at a place: as many entries move as the table says it has, which need not be there. */
static int call_shifting(lua_State *S) {
    if (lua_gettop(S) > 1 && lua_istable(S, 1) && lua_isnumber(S, 2))
        script_charge(S, luaL_len(S, 1));
    return call_usual(S);
}

/* Whether one comes before the other; the upvalue is the script's own opinion, or nil. */
static int comes_before(lua_State *S) {
    script_charge(S, 1);
    if (lua_isnil(S, lua_upvalueindex(1))) {
        lua_pushboolean(S, lua_compare(S, 1, 2, LUA_OPLT));
        return 1;
    }
    lua_pushvalue(S, lua_upvalueindex(1));
    lua_insert(S, 1);
    lua_call(S, 2, 1);
    return 1;
}

static int sort(lua_State *S) {
    luaL_checktype(S, 1, LUA_TTABLE);
    if (!lua_isnoneornil(S, 2))
        luaL_checktype(S, 2, LUA_TFUNCTION);
    script_charge(S, luaL_len(S, 1));
    lua_settop(S, 2);
    lua_pushcclosure(S, comes_before, 1);
    return call_usual(S);
}

/* ---- functions of our own ----------------------------------------------------------------------------------------- */

/* Room for a string of so many bytes, which are a number because they may be too many. */
static char *begin_string(lua_State *S, luaL_Buffer *buffer, double bytes) {
    script_check_string(S, bytes);
    script_charge(S, (int64_t)bytes / 16);
    script_make_room(S);
    return luaL_buffinitsize(S, buffer, (size_t)bytes);
}

static char *copy(char *to, const char *from, size_t length) {
    memcpy(to, from, length);
    return to + length;
}

/* string.rep */
static int repeat(lua_State *S) {
    size_t length, between;
    const char *s = luaL_checklstring(S, 1, &length), *separator = luaL_optlstring(S, 3, "", &between);
    lua_Integer n = luaL_checkinteger(S, 2);
    double bytes = n > 0 ? (double)n * (double)length + (double)(n - 1) * (double)between : 0;
    luaL_Buffer b;
    char *to = begin_string(S, &b, bytes);
    for (lua_Integer i = 0; bytes > 0 && i < n; i++) {
        to = copy(to, s, length);
        if (i + 1 < n)
            to = copy(to, separator, between);
    }
    luaL_pushresultsize(&b, (size_t)bytes);
    return 1;
}

/* Push entry i as a string. */
static const char *push_entry(lua_State *S, lua_Integer i, size_t *length) {
    int type = lua_rawgeti(S, 1, i);
    if (type != LUA_TSTRING && type != LUA_TNUMBER)
        luaL_error(S, "invalid value (at index %I) in table for 'concat'", (LUAI_UACINT)i);
    return lua_tolstring(S, -1, length);
}

/* Bytes of the entries from first to last with `between` bytes between them; and where `to` is given, they are copied there. */
static double join(lua_State *S, lua_Integer first, lua_Integer last, char *to, const char *separator, size_t between) {
    double bytes = 0;
    for (lua_Integer i = first; i <= last; i++) {
        size_t length, after = i < last ? between : 0;
        const char *s = push_entry(S, i, &length);
        if (to)
            to = copy(copy(to, s, length), separator, after);
        lua_pop(S, 1);
        bytes += (double)length + (double)after;
        script_charge(S, 1);
        if (i == LUA_MAXINTEGER)
            break;
    }
    return bytes;
}

/* table.concat: once to measure, once to copy. */
static int concat(lua_State *S) {
    luaL_checktype(S, 1, LUA_TTABLE);
    size_t between;
    const char *separator = luaL_optlstring(S, 2, "", &between);
    lua_Integer first = luaL_optinteger(S, 3, 1),
                last = luaL_opt(S, luaL_checkinteger, 4, (lua_Integer)lua_rawlen(S, 1));
    double bytes = join(S, first, last, NULL, separator, between);
    luaL_Buffer b;
    char *to = begin_string(S, &b, bytes);
    if (bytes > 0)
        join(S, first, last, to, separator, between);
    luaL_pushresultsize(&b, (size_t)bytes);
    return 1;
}

/* What the format's older scripts were written for, beside what Lua has. */
static int atan2_of(lua_State *S) {
    lua_pushnumber(S, atan2(luaL_checknumber(S, 1), luaL_checknumber(S, 2)));
    return 1;
}

static int pow_of(lua_State *S) {
    lua_pushnumber(S, pow(luaL_checknumber(S, 1), luaL_checknumber(S, 2)));
    return 1;
}

static int print(lua_State *S) {
    script_account_of(S)->printed = true;
    return 0;
}

/* __index of the globals. */
static int missing_global(lua_State *S) {
    const char *name = lua_type(S, 2) == LUA_TSTRING ? lua_tostring(S, 2) : "";
    for (const char *const *f = forbidden; *f; f++)
        if (strcmp(*f, name) == 0)
            return luaL_error(S, "'%s' is not there for a model file, which may only describe a model", name);
    return 0;
}

/* ---- putting it together ------------------------------------------------------------------------------------------ */

/* Open a library of Lua's, and push it. */
static int open_library(lua_State *S, lua_CFunction open) {
    lua_pushcfunction(S, open);
    lua_call(S, 0, 1);
    return lua_gettop(S);
}

/* Set what has those names in `from` in the table on top; each behind `before`, where that is given. */
static void take(lua_State *S, int from, const char *const *names, lua_CFunction before) {
    for (; *names; names++) {
        lua_getfield(S, from, *names);
        if (before)
            lua_pushcclosure(S, before, 1);
        lua_setfield(S, -2, *names);
    }
}

static void push_strings(lua_State *S) {
    static const luaL_Reg ours[] = {{"find", script_find}, {"match", script_match}, {"gmatch", script_gmatch},
                                    {"gsub", script_gsub}, {"rep", repeat},         {NULL, NULL}};
    int usual = open_library(S, luaopen_string);
    lua_newtable(S);
    take(S, usual, strings, NULL);
    take(S, usual, buffered, call_with_room);
    luaL_setfuncs(S, ours, 0);
    lua_remove(S, usual);
    lua_pushliteral(S, "");
    lua_getmetatable(S, -1);
    lua_pushvalue(S, -3);
    lua_setfield(S, -2, "__index");
    lua_pop(S, 2);
}

static void push_tables(lua_State *S) {
    int usual = open_library(S, luaopen_table);
    static const char *const sorting[] = {"sort", NULL};
    lua_newtable(S);
    take(S, usual, tables, NULL);
    take(S, usual, shifting, call_shifting);
    take(S, usual, sorting, sort);
    lua_pushcfunction(S, concat);
    lua_setfield(S, -2, "concat");
    lua_remove(S, usual);
}

static void push_maths(lua_State *S) {
    int usual = open_library(S, luaopen_math);
    lua_newtable(S);
    take(S, usual, maths, NULL);
    lua_pushcfunction(S, atan2_of);
    lua_setfield(S, -2, "atan2");
    lua_pushcfunction(S, pow_of);
    lua_setfield(S, -2, "pow");
    lua_remove(S, usual);
}

void script_push_globals(lua_State *S) {
    int usual = open_library(S, luaopen_base);
    lua_newtable(S);
    int globals = lua_gettop(S);
    take(S, usual, base, NULL);
    lua_pushvalue(S, globals);
    lua_setfield(S, globals, "_G");
    push_strings(S);
    lua_setfield(S, globals, "string");
    push_tables(S);
    lua_getfield(S, -1, "unpack");
    lua_setfield(S, globals, "unpack");
    lua_setfield(S, globals, "table");
    push_maths(S);
    lua_setfield(S, globals, "math");
    lua_pushcfunction(S, print);
    lua_setfield(S, globals, "print");
    lua_createtable(S, 0, 1);
    lua_pushcfunction(S, missing_global);
    lua_setfield(S, -2, "__index");
    lua_setmetatable(S, globals);
    lua_remove(S, usual);
}
