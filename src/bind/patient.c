/* Functions of Lua's own libraries that may work for long without an instruction of Lua, in a form that Ctrl-C ends, for the prompt
   (prompt/globals.lua). Each has Lua's own as its upvalue, and leaves to it what cannot take long; results and messages are the same. */
#include "inner.h"
#include "interrupts.h"
#include "script_pattern.h"

#include <ctype.h>
#include <string.h>

enum { SHORT = 1 << 22, PART = 1 << 20 }; /* entries or bytes: what is no work at all; what is done between two looks */
enum { MOST_PARTS = 900000 };             /* of a string, which Lua's stack can hold */

/* Lua's own, in the place of the function that runs. */
static int call_usual(lua_State *L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

/* ---- patterns ------------------------------------------------------------------------------------------------------- */

/* Whether the pattern at 2 may have to be tried on the subject at 1 for long: what may be repeated multiplies the steps by the subject's
   length, what may be left out by two. */
static bool may_take_long(lua_State *L) {
    const double most = 5e7;
    size_t length, size;
    if (lua_type(L, 1) != LUA_TSTRING || lua_type(L, 2) != LUA_TSTRING)
        return false;
    lua_tolstring(L, 1, &length);
    const char *p = lua_tolstring(L, 2, &size);
    double steps = ((double)length + 1) * ((double)size + 1);
    for (size_t i = 0; i < size && steps <= most; i++) {
        const bool is_item = p[i] == '%' && i + 1 < size && (p[i + 1] == 'b' || isdigit((unsigned char)p[i + 1]));
        steps *= p[i] == '*' || p[i] == '+' || p[i] == '-' || is_item ? (double)length + 1 : p[i] == '?' ? 2 : 1;
    }
    return steps > most;
}

static int find_or_match(lua_State *L, bool find) {
    if (!may_take_long(L))
        return call_usual(L);
    const rigid_hooks hooks = rigid_hooks_now(L);
    return script_find_or_match(L, find, &hooks);
}
static int find(lua_State *L) { return find_or_match(L, true); }
static int match(lua_State *L) { return find_or_match(L, false); }

static int next_match(lua_State *L) {
    const rigid_hooks hooks = rigid_hooks_now(L);
    return script_next_match(L, &hooks);
}
static int gmatch(lua_State *L) { return may_take_long(L) ? script_gmatch_by(L, next_match) : call_usual(L); }

static int gsub(lua_State *L) {
    if (!may_take_long(L))
        return call_usual(L);
    const rigid_hooks hooks = rigid_hooks_now(L);
    return script_gsub_until(L, &hooks);
}

/* ---- strings -------------------------------------------------------------------------------------------------------- */

/* Push n times the string at 1, with the one at `separator` between, by Lua's own. */
static void push_repeated(lua_State *L, lua_Integer n, int separator) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_pushinteger(L, n);
    lua_pushvalue(L, separator);
    lua_call(L, 3, 1);
}

/* string.rep. Lua's own fills a buffer and copies that; here part after part, each a string that is there already, goes into the result alone:
   half of the time and of the memory, for no instruction of Lua's comes between. */
static int repeat(lua_State *L) {
    size_t length, between;
    luaL_checklstring(L, 1, &length);
    luaL_optlstring(L, 3, "", &between);
    const lua_Integer n = luaL_checkinteger(L, 2);
    const double unit = (double)length + (double)between, bytes = (double)n * unit;
    if (n > 0 && unit == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    const lua_Integer each = unit < PART ? (lua_Integer)(PART / unit) : 1, whole = (n - 1) / each;
    if (bytes < SHORT || whole > MOST_PARTS)
        return call_usual(L);
    lua_settop(L, 3);
    if (lua_isnil(L, 3)) {
        lua_pushliteral(L, "");
        lua_replace(L, 3);
    }
    luaL_checkstack(L, (int)whole + 8, "too many parts");
    push_repeated(L, each, 3);
    lua_pushvalue(L, 3);
    lua_concat(L, 2); /* a part that ends in the separator */
    for (lua_Integer i = 1; i < whole; i++)
        lua_pushvalue(L, 4);
    push_repeated(L, n - whole * each, 3);
    lua_concat(L, (int)whole + 1);
    return 1;
}

/* ---- tables --------------------------------------------------------------------------------------------------------- */

static int comes_before(lua_State *L) {
    lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
    return 1;
}

/* table.sort: a comparison that is a call looks by itself, for that is where hooks are called. */
static int sort(lua_State *L) {
    if (lua_istable(L, 1) && lua_isnoneornil(L, 2) && luaL_len(L, 1) > SHORT) {
        lua_settop(L, 1);
        lua_pushcfunction(L, comes_before);
    }
    return call_usual(L);
}

/* Entries first to last of `from` to the place `at` of `to` and on, the last of them first where `down`. */
static void move_entries(lua_State *L, int from, lua_Integer first, lua_Integer last, int to, lua_Integer at, bool down) {
    const rigid_hooks hooks = rigid_hooks_now(L);
    const lua_Unsigned count = (lua_Unsigned)last - (lua_Unsigned)first + 1;
    for (lua_Unsigned k = 0; k < count; k++) {
        const lua_Integer i = (lua_Integer)(down ? count - 1 - k : k);
        if (k % PART == PART - 1)
            rigid_end_if_interrupted(L, &hooks);
        lua_geti(L, from, first + i);
        lua_seti(L, to, at + i);
    }
}

/* table.move */
static int move(lua_State *L) {
    const int to = lua_isnoneornil(L, 5) ? 1 : 5;
    int are_integers = 1, is_one = 1;
    lua_Integer bound[3];
    for (int i = 0; i < 3; i++) {
        bound[i] = lua_tointegerx(L, 2 + i, &is_one);
        are_integers = are_integers && is_one;
    }
    const lua_Integer first = bound[0], last = bound[1], at = bound[2];
    const bool is_known = lua_istable(L, 1) && lua_istable(L, to) && are_integers && last >= first;
    if (!is_known || (lua_Unsigned)last - (lua_Unsigned)first < SHORT || (first <= 0 && last >= LUA_MAXINTEGER + first) ||
        at > LUA_MAXINTEGER - (last - first))
        return call_usual(L);
    move_entries(L, 1, first, last, to, at, at > first && at <= last && (to == 1 || lua_compare(L, 1, to, LUA_OPEQ)));
    lua_pushvalue(L, to);
    return 1;
}

/* table.insert and remove at a place far before the end, which may be a lie of __len's: the place, or 0 where Lua's own will do. */
static lua_Integer place_far_from(lua_State *L, lua_Integer *last) {
    int is_integer = 0;
    const lua_Integer at = lua_tointegerx(L, 2, &is_integer);
    if (!lua_istable(L, 1) || !is_integer || at < 1)
        return 0;
    *last = luaL_len(L, 1);
    return *last < LUA_MAXINTEGER && at <= *last && *last - at > SHORT ? at : 0;
}

static int insert(lua_State *L) {
    lua_Integer last = 0, at = lua_gettop(L) == 3 ? place_far_from(L, &last) : 0;
    if (at == 0)
        return call_usual(L);
    move_entries(L, 1, at, last, 1, at + 1, true);
    lua_seti(L, 1, at);
    return 0;
}

static int remove_entry(lua_State *L) {
    lua_Integer last = 0, at = lua_gettop(L) == 2 ? place_far_from(L, &last) : 0;
    if (at == 0)
        return call_usual(L);
    lua_geti(L, 1, at);
    move_entries(L, 1, at + 1, last, 1, at, false);
    lua_pushnil(L);
    lua_seti(L, 1, last);
    return 1;
}

/* ---- for Lua -------------------------------------------------------------------------------------------------------- */

/* of(library, name, usual): what stands in the place of that function; nil where it need not. */
static int of(lua_State *L) {
    static const struct {
        const char *library, *name;
        lua_CFunction patient;
    } all[] = {{"string", "find", find}, {"string", "match", match}, {"string", "gmatch", gmatch}, {"string", "gsub", gsub},
               {"string", "rep", repeat}, {"table", "sort", sort},   {"table", "move", move},      {"table", "insert", insert},
               {"table", "remove", remove_entry}};
    const char *library = luaL_checkstring(L, 1), *name = luaL_checkstring(L, 2);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(all[i].library, library) == 0 && strcmp(all[i].name, name) == 0 && lua_iscfunction(L, 3)) {
            lua_settop(L, 3);
            lua_pushcclosure(L, all[i].patient, 1);
            return 1;
        }
    lua_pushnil(L);
    return 1;
}

const luaL_Reg rigid_patient_functions[] = {{"of", of}, {NULL, NULL}};
