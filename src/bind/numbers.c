/* Reading plain numbers. Each reader has two halves: a quiet one that says whether the value fits, and, only when it does not,
   one that looks again and raises an error naming the argument, what was wanted and what came. Tables are read raw: no
   metamethod of the caller's runs while we look. */
#include "numbers.h"
#include "print.h"

#include <string.h>

/* ---- single ones ----------------------------------------------------------------------------------------------------- */

double rigid_get_number(lua_State *L, int idx, rigid_place at) {
    if (lua_type(L, idx) != LUA_TNUMBER)
        rigid_expected(L, at, idx, "number");
    return lua_tonumber(L, idx);
}

double rigid_get_finite(lua_State *L, int idx, rigid_place at) {
    if (lua_type(L, idx) != LUA_TNUMBER || !isfinite(lua_tonumber(L, idx)))
        rigid_expected(L, at, idx, "finite number");
    return lua_tonumber(L, idx);
}

double rigid_get_positive(lua_State *L, int idx, rigid_place at) {
    double x = lua_type(L, idx) == LUA_TNUMBER ? lua_tonumber(L, idx) : -1;
    if (!(x > 0) || !isfinite(x))
        rigid_expected(L, at, idx, "positive finite number");
    return x;
}

int rigid_get_integer(lua_State *L, int idx, rigid_place at, int lowest, int highest) {
    int is_integer = 0;
    lua_Integer i = lua_type(L, idx) == LUA_TNUMBER ? lua_tointegerx(L, idx, &is_integer) : 0;
    if (!is_integer || i < lowest || i > highest) {
        idx = lua_absindex(L, idx);
        rigid_bad(L, at, "integer from %d to %d expected, got %s", lowest, highest, rigid_describe(L, idx));
    }
    return (int)i;
}

double rigid_check_tolerance(lua_State *L, int arg, double fallback) {
    if (lua_isnoneornil(L, arg))
        return fallback;
    double x = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : -1;
    if (!(x >= 0) || !isfinite(x))
        rigid_expected(L, rigid_at(arg), arg, "tolerance (a finite number that is not negative)");
    return x;
}

int rigid_check_digits(lua_State *L) {
    if (lua_type(L, 2) != LUA_TNUMBER) /* tostring gives nil, the operators' own second argument */
        return RIGID_DIGITS;
    return rigid_get_integer(L, 2, rigid_at(2), 1, RIGID_MOST_DIGITS);
}

/* ---- lists ----------------------------------------------------------------------------------------------------------- */

bool rigid_read_list(lua_State *L, int idx, double *out, int count) {
    if (lua_type(L, idx) != LUA_TTABLE || lua_rawlen(L, idx) != (lua_Unsigned)count)
        return false;
    for (int i = 0; i < count; i++) {
        bool is_number = lua_rawgeti(L, idx, i + 1) == LUA_TNUMBER;
        out[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
        if (!is_number)
            return false;
    }
    return true;
}

/* What the entry at the top is, in words that follow "is". */
static const char *entry_described(lua_State *L) {
    int type = lua_type(L, -1);
    bool is_plain = type == LUA_TSTRING || type == LUA_TBOOLEAN || type == LUA_TFUNCTION;
    return is_plain ? lua_pushfstring(L, "a %s", lua_typename(L, type)) : rigid_describe(L, -1);
}

/* A table that should have been a list of count numbers: say which entry is not. */
static int explain_list(lua_State *L, int idx, rigid_place at, int count, const char *what) {
    idx = lua_absindex(L, idx);
    if (lua_type(L, idx) != LUA_TTABLE)
        return rigid_expected(L, at, idx, what);
    for (int i = 1; i <= count; i++) {
        if (lua_rawgeti(L, idx, i) != LUA_TNUMBER)
            return rigid_bad(L, at, "%s expected, but its entry [%d] is %s", what, i, entry_described(L));
        lua_pop(L, 1);
    }
    return rigid_expected(L, at, idx, what);
}

void rigid_get_numbers(lua_State *L, int idx, rigid_place at, double *out, int count, const char *what) {
    rigid_vector *v = rigid_test(L, idx, ID_VECTOR);
    if (v && v->size == count)
        memcpy(out, v->at, (size_t)count * sizeof *out);
    else if (!rigid_read_list(L, idx, out, count))
        explain_list(L, idx, at, count, what);
}

bool rigid_is_list(lua_State *L, int idx) {
    if (lua_type(L, idx) != LUA_TTABLE)
        return false;
    lua_Unsigned n = lua_rawlen(L, idx);
    for (lua_Unsigned i = 1; i <= n; i++) {
        int type = lua_rawgeti(L, idx, (lua_Integer)i);
        lua_pop(L, 1);
        if (type != LUA_TNUMBER)
            return false;
    }
    return true;
}

void rigid_check_whole(lua_State *L, int idx, rigid_place at, lua_Unsigned count) {
    idx = lua_absindex(L, idx);
    for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
        if (lua_isinteger(L, -2) && (lua_Unsigned)lua_tointeger(L, -2) - 1 < count)
            continue;
        const char *key = lua_isinteger(L, -2) ? lua_pushfstring(L, "%I", (LUAI_UACINT)lua_tointeger(L, -2))
                          : lua_type(L, -2) == LUA_TSTRING ? rigid_short_text(L, lua_gettop(L) - 1) : luaL_typename(L, -2);
        rigid_bad(L, at, "list without holes expected, but beside entries 1 to %I it has one at [%s]", (LUAI_UACINT)count, key);
    }
}

bool rigid_is_nested(lua_State *L, int idx) {
    if (lua_type(L, idx) != LUA_TTABLE)
        return false;
    bool nested = lua_rawgeti(L, idx, 1) == LUA_TTABLE;
    lua_pop(L, 1);
    return nested;
}

/* ---- 3-vectors ------------------------------------------------------------------------------------------------------- */

bool rigid_test_v3(lua_State *L, int idx, v3 *out) {
    const v3 *a = rigid_test(L, idx, ID_VEC3);
    double xyz[3];
    if (!a && !rigid_read_list(L, idx, xyz, 3))
        return false;
    *out = a ? *a : (v3){xyz[0], xyz[1], xyz[2]};
    return true;
}

v3 rigid_get_v3(lua_State *L, int idx, rigid_place at) {
    const v3 *a = rigid_test(L, idx, ID_VEC3);
    if (a)
        return *a;
    double xyz[3];
    rigid_get_numbers(L, idx, at, xyz, 3, "Vec3 or {x, y, z}");
    return (v3){xyz[0], xyz[1], xyz[2]};
}

static const char *describe_v3(lua_State *L, v3 a) {
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    rigid_add_v3(&b, RIGID_DIGITS, a);
    luaL_pushresult(&b);
    return lua_tostring(L, -1);
}

v3 rigid_get_finite_v3(lua_State *L, int idx, rigid_place at) {
    v3 a = rigid_get_v3(L, idx, at);
    if (!v3_is_finite(a))
        rigid_bad(L, at, "three finite numbers expected, got %s", describe_v3(L, a));
    return a;
}

v3 rigid_get_unit(lua_State *L, int idx, rigid_place at) {
    v3 a = rigid_get_v3(L, idx, at);
    double length = v3_norm(a);
    if (!(fabs(length - 1) <= 1e-14))
        rigid_bad(L, at, "unit vector expected, got %s of length %f; divide it by its length, or use :unit()",
                  describe_v3(L, a), length);
    return a;
}
