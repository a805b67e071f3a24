/* Quaternion: four numbers, w first, of any length; a turn, where one is asked for, is that of the unit one. */
#include "class.h"
#include "matrix.h"
#include "numbers.h"
#include "print.h"
#include "quantities.h"

#include "../core/numbers/quaternion.h"

static qt self_of(lua_State *L) { return *(qt *)rigid_check(L, 1, ID_QUATERNION); }

static int push(lua_State *L, qt a) {
    *(qt *)rigid_push(L, ID_QUATERNION) = a;
    return 1;
}

/* A Quaternion, or a list of four numbers. */
static qt check_quaternion(lua_State *L, int arg) {
    const qt *given = rigid_test(L, arg, ID_QUATERNION);
    double a[4];
    if (given)
        return *given;
    rigid_get_numbers(L, arg, rigid_at(arg), a, 4, "Quaternion or {w, x, y, z}");
    return (qt){a[0], a[1], a[2], a[3]};
}

static qt over(qt a, double s) { return (qt){a.w / s, a.x / s, a.y / s, a.z / s}; }

static double most_of(qt a) { return fmax(fmax(fabs(a.w), fabs(a.x)), fmax(fabs(a.y), fabs(a.z))); }

/* Of length one; twice, so that it is to rounding however small or large it was. */
static qt unit_of(lua_State *L, int arg, qt a) {
    const double sum = a.w + a.x + a.y + a.z, most = most_of(a); /* fmax passes over NaN */
    if (!(most > 0) || !isfinite(most) || isnan(sum))
        rigid_bad(L, rigid_at(arg), "a quaternion of length %f is no turn", qt_norm(a));
    const qt near = over(a, most);
    return over(near, qt_norm(near));
}

/* ---- making ---------------------------------------------------------------------------------------------------------- */

/* Quaternion(w, x, y, z), Quaternion{w, x, y, z}, Quaternion(R) */
static int construct(lua_State *L) {
    const m3 *R = rigid_test(L, 2, ID_ROTATION);
    if (lua_type(L, 2) == LUA_TNUMBER)
        return push(L, (qt){rigid_check_number(L, 2), rigid_check_number(L, 3), rigid_check_number(L, 4), rigid_check_number(L, 5)});
    const qt a = R ? rigid_rotation_to_quaternion(*R) : check_quaternion(L, 2);
    rigid_no_more(L, 2);
    return push(L, a);
}

static int identity(lua_State *L) { return push(L, (qt){1, 0, 0, 0}); }

static int from_exp(lua_State *L) {
    const v3 omega = rigid_check_v3(L, 1);
    if (v3_is_finite(omega) && !isfinite(v3_norm(omega)))
        return rigid_bad(L, rigid_at(1), "its length overflows");
    return push(L, qt_exp(omega));
}

static int from_axis_angle(lua_State *L) {
    const v3 axis = rigid_get_finite_v3(L, 1, rigid_at(1));
    const double angle = rigid_get_finite(L, 2, rigid_at(2));
    if (v3_is_zero(axis))
        return rigid_bad(L, rigid_at(1), "axis of a length above zero expected, got (0, 0, 0)");
    const v3 n = v3_div(axis, v3_max_abs(axis)), part = v3_scale(sin(0.5 * angle) / v3_norm(n), n);
    return push(L, (qt){cos(0.5 * angle), part.x, part.y, part.z});
}

/* ---- operators ---------------------------------------------------------------------------------------------------------- */

static int add(lua_State *L) {
    const qt *a = rigid_test(L, 1, ID_QUATERNION), *b = rigid_test(L, 2, ID_QUATERNION);
    if (!a || !b)
        return rigid_bad_operands(L, "add", "and", "both must be Quaternions");
    return push(L, qt_add(*a, *b));
}

static int subtract(lua_State *L) {
    const qt *a = rigid_test(L, 1, ID_QUATERNION), *b = rigid_test(L, 2, ID_QUATERNION);
    if (!a || !b)
        return rigid_bad_operands(L, "subtract", "and", "both must be Quaternions");
    return push(L, qt_add(*a, qt_scale(-1, *b)));
}

static int multiply(lua_State *L) {
    const qt *a = rigid_test(L, 1, ID_QUATERNION), *b = rigid_test(L, 2, ID_QUATERNION);
    v3 p;
    if (a && b)
        return push(L, qt_mul(*a, *b));
    if (a && lua_type(L, 2) == LUA_TNUMBER)
        return push(L, qt_scale(lua_tonumber(L, 2), *a));
    if (b && lua_type(L, 1) == LUA_TNUMBER)
        return push(L, qt_scale(lua_tonumber(L, 1), *b));
    if (!a || !rigid_test_v3(L, 2, &p))
        return rigid_bad_operands(L, "multiply", "by", "a Quaternion takes a Quaternion, a number or a Vec3, which it turns");
    if (most_of(*a) == 0)
        return rigid_bad_operands(L, "multiply", "by", "a Quaternion of length zero turns nothing");
    rigid_push_v3(L, m3_mul_v3(rigid_rotation_quaternion(over(*a, most_of(*a))), p));
    return 1;
}

static int divide(lua_State *L) {
    const qt *a = rigid_test(L, 1, ID_QUATERNION);
    if (!a || lua_type(L, 2) != LUA_TNUMBER)
        return rigid_bad_operands(L, "divide", "by", "a Quaternion is divided by a number; else multiply by q:inverse()");
    return push(L, over(*a, lua_tonumber(L, 2)));
}

static int negate(lua_State *L) { return push(L, qt_scale(-1, self_of(L))); }

static int length(lua_State *L) {
    lua_pushinteger(L, 4);
    return 1;
}

static int index(lua_State *L) {
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL;
    if (key && (key[0] < 'w' || key[0] > 'z' || key[1] != 0))
        return rigid_index_method(L);
    const qt a = self_of(L);
    const double numbers[] = {a.w, a.x, a.y, a.z};
    if (!key)
        return rigid_index_numbers(L, numbers, 4);
    lua_pushnumber(L, numbers[key[0] - 'w']);
    return 1;
}

static int to_string(lua_State *L) {
    const qt a = self_of(L);
    const int digits = rigid_check_digits(L);
    char w[RIGID_NUMBER_WIDTH], x[RIGID_NUMBER_WIDTH], y[RIGID_NUMBER_WIDTH], z[RIGID_NUMBER_WIDTH];
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    rigid_add_format(&b, "Quaternion(%s, %s, %s, %s)", rigid_format_number(w, digits, a.w), rigid_format_number(x, digits, a.x),
                     rigid_format_number(y, digits, a.y), rigid_format_number(z, digits, a.z));
    luaL_pushresult(&b);
    return 1;
}

/* ---- methods ------------------------------------------------------------------------------------------------------------ */

static int push_number(lua_State *L, double x) {
    lua_pushnumber(L, x);
    return 1;
}

static int norm(lua_State *L) { return push_number(L, qt_norm(self_of(L))); }
static int dot(lua_State *L) {
    const qt a = self_of(L);
    return push_number(L, qt_dot(a, check_quaternion(L, 2)));
}
static int unit(lua_State *L) { return push(L, unit_of(L, 1, self_of(L))); }
static int conjugate(lua_State *L) { return push(L, qt_conjugate(self_of(L))); }

/* conjugate / |q|² */
static int inverse(lua_State *L) {
    const qt a = self_of(L), u = unit_of(L, 1, a);
    return push(L, qt_scale(1 / qt_norm(a), qt_conjugate(u)));
}

static int to_log(lua_State *L) {
    rigid_push_v3(L, qt_log(unit_of(L, 1, self_of(L))));
    return 1;
}

static int to_rotation(lua_State *L) {
    rigid_push_rotation(L, rigid_rotation_quaternion(unit_of(L, 1, self_of(L))));
    return 1;
}

/* log(a⁻¹ b), of unit ones: the shorter way */
static v3 way_between(qt a, qt b) { return qt_log(qt_mul(qt_conjugate(a), b)); }

static int distance(lua_State *L) {
    const qt a = unit_of(L, 1, self_of(L)), b = unit_of(L, 2, check_quaternion(L, 2));
    return push_number(L, v3_norm(way_between(a, b)));
}

/* a exp(s log(a⁻¹ b)) */
static int slerp(lua_State *L) {
    const qt a = unit_of(L, 1, self_of(L)), b = unit_of(L, 2, check_quaternion(L, 2));
    const double s = rigid_get_finite(L, 3, rigid_at(3));
    const v3 step = v3_scale(s, way_between(a, b));
    if (!isfinite(v3_norm(step)))
        return rigid_bad(L, rigid_at(3), "a share of the way that does not overflow expected, got %f", s);
    return push(L, qt_mul(a, qt_exp(step)));
}

static int table(lua_State *L) {
    const qt a = self_of(L);
    rigid_push_list(L, (double[]){a.w, a.x, a.y, a.z}, 4);
    return 1;
}

#define STATICS(ROW) ROW("identity", identity, 0) ROW("axis_angle", from_axis_angle, 2) ROW("exp", from_exp, 1)
STATICS(RIGID_STATIC)
static const luaL_Reg statics[] = {STATICS(RIGID_ROW){NULL, NULL}};

#define METHODS(ROW)                                                                                                   \
    ROW("norm", norm, 0) ROW("dot", dot, 1) ROW("unit", unit, 0) ROW("conjugate", conjugate, 0)                        \
    ROW("inverse", inverse, 0) ROW("log", to_log, 0) ROW("rotation", to_rotation, 0) ROW("distance", distance, 1)      \
    ROW("slerp", slerp, 2) ROW("table", table, 0) ROW("copy", rigid_value_copy, 0)                                     \
    ROW("is_near", rigid_value_is_near, 2)
METHODS(RIGID_METHOD)
static const luaL_Reg methods[] = {METHODS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__add", add},       {"__sub", subtract},     {"__mul", multiply},
    {"__div", divide},    {"__unm", negate},       {"__len", length},
    {"__tostring", to_string}, {"__eq", rigid_value_eq}, {"__newindex", rigid_value_newindex},
    {NULL, NULL},
};

RIGID_CONSTRUCTOR(construct, 4)
const rigid_class rigid_class_quaternion = {
    .construct = counted_construct,
    .statics = {statics}, .methods = {methods}, .meta = meta, .index = index,
};
