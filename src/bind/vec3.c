/* Vec3: three numbers with names. */
#include "class.h"
#include "matrix.h"
#include "numbers.h"
#include "print.h"

#include <string.h>

static v3 self_of(lua_State *L) { return *(v3 *)rigid_check(L, 1, ID_VEC3); }

static v3 three_numbers(lua_State *L) {
    double x = rigid_check_number(L, 2), y = rigid_check_number(L, 3), z = rigid_check_number(L, 4);
    return (v3){x, y, z};
}

/* Vec3(x, y, z), Vec3{x, y, z} */
static int construct(lua_State *L) {
    if (lua_type(L, 2) == LUA_TNUMBER)
        rigid_push_v3(L, three_numbers(L));
    else {
        v3 a = rigid_check_v3(L, 2);
        rigid_no_more(L, 2);
        rigid_push_v3(L, a);
    }
    return 1;
}

static int index(lua_State *L) {
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL;
    if (key && (key[0] < 'x' || key[0] > 'z' || key[1] != 0))
        return rigid_index_method(L);
    v3 a = self_of(L);
    if (!key)
        return rigid_index_numbers(L, &a.x, 3);
    lua_pushnumber(L, key[0] == 'x' ? a.x : key[0] == 'y' ? a.y : a.z);
    return 1;
}

/* Both operands of + and -: two Vec3, or one and a plain {x, y, z}. */
static bool operands(lua_State *L, v3 *a, v3 *b) {
    const v3 *first = rigid_test(L, 1, ID_VEC3), *second = rigid_test(L, 2, ID_VEC3);
    if ((!first && !second) || (!first && !rigid_test_v3(L, 1, a)) || (!second && !rigid_test_v3(L, 2, b)))
        return false;
    *a = first ? *first : *a;
    *b = second ? *second : *b;
    return true;
}

static int add(lua_State *L) {
    v3 a, b;
    if (!operands(L, &a, &b))
        return rigid_bad_operands(L, "add", "and", "both must be Vec3 or {x, y, z}");
    rigid_push_v3(L, v3_add(a, b));
    return 1;
}

static int subtract(lua_State *L) {
    v3 a, b;
    if (!operands(L, &a, &b))
        return rigid_bad_operands(L, "subtract", "and", "both must be Vec3 or {x, y, z}");
    rigid_push_v3(L, v3_sub(a, b));
    return 1;
}

static int multiply(lua_State *L) {
    const v3 *a = rigid_test(L, 1, ID_VEC3), *b = rigid_test(L, 2, ID_VEC3);
    if (a && lua_type(L, 2) == LUA_TNUMBER)
        rigid_push_v3(L, v3_scale(lua_tonumber(L, 2), *a));
    else if (b && lua_type(L, 1) == LUA_TNUMBER)
        rigid_push_v3(L, v3_scale(lua_tonumber(L, 1), *b));
    else
        return rigid_bad_operands(L, "multiply", "by", "a Vec3 is multiplied by a number; use a:dot(b) or a:cross(b)");
    return 1;
}

static int divide(lua_State *L) {
    const v3 *a = rigid_test(L, 1, ID_VEC3);
    if (!a || lua_type(L, 2) != LUA_TNUMBER)
        return rigid_bad_operands(L, "divide", "by", "a Vec3 is divided by a number");
    rigid_push_v3(L, v3_div(*a, lua_tonumber(L, 2)));
    return 1;
}

static int negate(lua_State *L) {
    rigid_push_v3(L, v3_neg(self_of(L)));
    return 1;
}

static int length(lua_State *L) {
    lua_pushinteger(L, 3);
    return 1;
}

static int to_string(lua_State *L) {
    v3 a = self_of(L);
    int digits = rigid_check_digits(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "Vec3");
    rigid_add_v3(&b, digits, a);
    luaL_pushresult(&b);
    return 1;
}

static int dot(lua_State *L) {
    v3 a = self_of(L);
    lua_pushnumber(L, v3_dot(a, rigid_check_v3(L, 2)));
    return 1;
}

static int cross(lua_State *L) {
    v3 a = self_of(L);
    rigid_push_v3(L, v3_cross(a, rigid_check_v3(L, 2)));
    return 1;
}

static int norm(lua_State *L) {
    lua_pushnumber(L, v3_norm(self_of(L)));
    return 1;
}

static int unit(lua_State *L) {
    v3 a = self_of(L);
    double n = v3_norm(a);
    if (n == 0 || !isfinite(n))
        return rigid_bad(L, rigid_at(1), "a vector of length %f has no direction", n);
    a = v3_div(a, v3_max_abs(a)); /* twice, so that the result is unit to rounding however small or large a is */
    rigid_push_v3(L, v3_div(a, v3_norm(a)));
    return 1;
}

static int skew(lua_State *L) {
    rigid_push_m3(L, m3_skew(self_of(L)));
    return 1;
}

static int table(lua_State *L) {
    v3 a = self_of(L);
    rigid_push_list(L, (double[]){a.x, a.y, a.z}, 3);
    return 1;
}

#define METHODS(ROW)                                                                                                   \
    ROW("dot", dot, 1) ROW("cross", cross, 1) ROW("norm", norm, 0) ROW("unit", unit, 0) ROW("skew", skew, 0)           \
    ROW("table", table, 0) ROW("copy", rigid_value_copy, 0) ROW("is_near", rigid_value_is_near, 2)
METHODS(RIGID_METHOD)
static const luaL_Reg methods[] = {METHODS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__add", add},       {"__sub", subtract}, {"__mul", multiply},
    {"__div", divide},    {"__unm", negate},   {"__len", length},
    {"__tostring", to_string}, {"__eq", rigid_value_eq}, {"__newindex", rigid_value_newindex},
    {NULL, NULL},
};

RIGID_CONSTRUCTOR(construct, 3)
const rigid_class rigid_class_vec3 = {
    .construct = counted_construct,
    .methods = {methods}, .meta = meta, .index = index,
};
