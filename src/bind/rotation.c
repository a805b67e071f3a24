/* Rotation: R_AB, made from any chart and read in any. */
#include "class.h"
#include "matrix.h"
#include "numbers.h"
#include "print.h"
#include "quantities.h"

static m3 self_of(lua_State *L) { return *(m3 *)rigid_check(L, 1, ID_ROTATION); }

/* Rotation(m), Rotation.matrix(m) */
static int construct(lua_State *L) {
    rigid_push_rotation(L, rigid_check_rotation(L, 2));
    return 1;
}

static int from_matrix(lua_State *L) {
    rigid_push_rotation(L, rigid_check_rotation(L, 1));
    return 1;
}

static int identity(lua_State *L) {
    rigid_push_rotation(L, m3_identity());
    return 1;
}

static double angle_at(lua_State *L, int arg) { return rigid_get_finite(L, arg, rigid_at(arg)); }

static int from_rpy(lua_State *L) {
    double roll = angle_at(L, 1), pitch = angle_at(L, 2), yaw = angle_at(L, 3);
    rigid_push_rotation(L, rigid_rotation_rpy(roll, pitch, yaw));
    return 1;
}

static int from_axis_angle(lua_State *L) {
    v3 axis = rigid_get_finite_v3(L, 1, rigid_at(1));
    double angle = angle_at(L, 2);
    if (v3_is_zero(axis))
        return rigid_bad(L, rigid_at(1), "axis of a length above zero expected, got (0, 0, 0)");
    axis = v3_div(axis, v3_max_abs(axis));
    rigid_push_rotation(L, rigid_rotation_axis_angle(v3_div(axis, v3_norm(axis)), angle));
    return 1;
}

static int from_quaternion(lua_State *L) {
    const rigid_quaternion *given = rigid_test(L, 1, ID_QUATERNION);
    double q[4] = {given ? given->w : 0, given ? given->x : 0, given ? given->y : 0, given ? given->z : 0};
    const bool one = given || lua_type(L, 1) == LUA_TTABLE;
    if (!given && one)
        rigid_get_numbers(L, 1, rigid_at(1), q, 4, "quaternion {w, x, y, z}");
    for (int i = 0; i < 4; i++) {
        if (!one)
            q[i] = angle_at(L, i + 1);
        else if (!isfinite(q[i]))
            return rigid_bad(L, rigid_at(1), "four finite numbers expected, got %f", q[i]);
    }
    if (one)
        rigid_no_more(L, 1);
    double scale = fmax(fmax(fabs(q[0]), fabs(q[1])), fmax(fabs(q[2]), fabs(q[3])));
    if (scale == 0)
        return rigid_bad(L, rigid_at(1), "quaternion of a length above zero expected, got (0, 0, 0, 0)");
    rigid_push_rotation(
        L, rigid_rotation_quaternion((rigid_quaternion){q[0] / scale, q[1] / scale, q[2] / scale, q[3] / scale}));
    return 1;
}

static int from_exp(lua_State *L) {
    v3 omega = rigid_check_v3(L, 1);
    if (v3_is_finite(omega) && !isfinite(v3_norm(omega)))
        return rigid_bad(L, rigid_at(1), "its length overflows");
    rigid_push_rotation(L, rigid_rotation_exp(omega));
    return 1;
}

/* ---- turns about axes ---------------------------------------------------------------------------------------------- */

static int push_turn(lua_State *L, v3 axis) {
    rigid_push_rotation(L, rigid_rotation_axis_angle(axis, angle_at(L, 1)));
    return 1;
}
static int about_x(lua_State *L) { return push_turn(L, (v3){1, 0, 0}); }
static int about_y(lua_State *L) { return push_turn(L, (v3){0, 1, 0}); }
static int about_z(lua_State *L) { return push_turn(L, (v3){0, 0, 1}); }

/* "ZYX", capitals: about axes that move along; "xyz", small letters: about those that stay, which is the other order of moving ones. */
typedef struct {
    int axes[3]; /* of moving axes */
    bool reversed;
} euler_order;

static euler_order check_euler_order(lua_State *L, int arg) {
    size_t length = 0;
    const char *said = lua_type(L, arg) == LUA_TSTRING ? lua_tolstring(L, arg, &length) : NULL;
    euler_order o = {{0, 0, 0}, said && said[0] >= 'x'};
    bool fits = said && length == 3;
    for (int i = 0; fits && i < 3; i++) {
        int axis = said[i] - (o.reversed ? 'x' : 'X');
        fits = axis >= 0 && axis < 3 && !(i > 0 && said[i] == said[i - 1]);
        o.axes[o.reversed ? 2 - i : i] = axis;
    }
    if (!fits)
        rigid_expected(L, rigid_at(arg), arg,
                       "order of axes, three letters such as \"ZYX\" (moving axes) or \"xyz\" (fixed axes), neighbours not alike,");
    return o;
}

static v3 reversed_if(bool reversed, v3 a) { return reversed ? (v3){a.z, a.y, a.x} : a; }

static int from_euler(lua_State *L) {
    euler_order o = check_euler_order(L, 1);
    v3 angles = {angle_at(L, 2), angle_at(L, 3), angle_at(L, 4)};
    rigid_push_rotation(L, rigid_rotation_euler(o.axes, reversed_if(o.reversed, angles)));
    return 1;
}

static int to_euler(lua_State *L) {
    m3 R = self_of(L);
    euler_order o = check_euler_order(L, 2);
    v3 a = reversed_if(o.reversed, rigid_rotation_to_euler(o.axes, R));
    lua_pushnumber(L, a.x);
    lua_pushnumber(L, a.y);
    lua_pushnumber(L, a.z);
    return 3;
}

/* ---- between rotations --------------------------------------------------------------------------------------------- */

/* log(Aᵀ B) */
static v3 way_between(m3 A, m3 B) { return rigid_rotation_log(m3_mul(m3_transpose(A), B)); }

/* A exp(s log(Aᵀ B)) */
static int slerp(lua_State *L) {
    m3 A = self_of(L), B = rigid_check_rotation(L, 2);
    double s = angle_at(L, 3);
    const v3 step = v3_scale(s, way_between(A, B));
    if (!isfinite(v3_norm(step)) && m3_is_finite(A) && m3_is_finite(B))
        return rigid_bad(L, rigid_at(3), "a share of the way that does not overflow expected, got %f", s);
    rigid_push_rotation(L, m3_mul(A, rigid_rotation_exp(step)));
    return 1;
}

static int distance(lua_State *L) {
    m3 A = self_of(L), B = rigid_check_rotation(L, 2);
    lua_pushnumber(L, v3_norm(way_between(A, B)));
    return 1;
}

static int exp_jacobian(lua_State *L) {
    v3 omega = rigid_check_v3(L, 1);
    rigid_push_m3(L, rigid_rotation_exp_jacobian(omega));
    return 1;
}

static int log_jacobian(lua_State *L) {
    rigid_push_m3(L, rigid_rotation_log_jacobian(self_of(L)));
    return 1;
}

static int multiply(lua_State *L) {
    const m3 *A = rigid_test(L, 1, ID_ROTATION), *B = rigid_test(L, 2, ID_ROTATION);
    v3 p;
    if (A && B)
        rigid_push_rotation(L, m3_mul(*A, *B));
    else if (A && rigid_test_v3(L, 2, &p))
        rigid_push_v3(L, m3_mul_v3(*A, p));
    else
        return rigid_bad_operands(L, "multiply", "by",
                                  "a Rotation takes a Rotation or a Vec3; for the rest there is x:re_express(R)");
    return 1;
}

static int inverse(lua_State *L) {
    rigid_push_rotation(L, m3_transpose(self_of(L)));
    return 1;
}

static int to_matrix(lua_State *L) {
    rigid_push_m3(L, self_of(L));
    return 1;
}

static int to_quaternion(lua_State *L) {
    rigid_quaternion q = rigid_rotation_to_quaternion(self_of(L));
    lua_pushnumber(L, q.w);
    lua_pushnumber(L, q.x);
    lua_pushnumber(L, q.y);
    lua_pushnumber(L, q.z);
    return 4;
}

static int to_rpy(lua_State *L) {
    v3 a = rigid_rotation_to_rpy(self_of(L));
    lua_pushnumber(L, a.x);
    lua_pushnumber(L, a.y);
    lua_pushnumber(L, a.z);
    return 3;
}

/* The axis of a turn by nothing is x. */
static int to_axis_angle(lua_State *L) {
    v3 w = rigid_rotation_log(self_of(L));
    double angle = v3_norm(w);
    rigid_push_v3(L, angle == 0 ? (v3){1, 0, 0} : v3_div(w, angle));
    lua_pushnumber(L, angle);
    return 2;
}

static int to_log(lua_State *L) {
    rigid_push_v3(L, rigid_rotation_log(self_of(L)));
    return 1;
}

static int table(lua_State *L) {
    m3 R = self_of(L);
    rigid_push_rows(L, &R.x.x, 3, 3);
    return 1;
}

static int to_string(lua_State *L) {
    m3 R = self_of(L);
    int digits = rigid_check_digits(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "Rotation\n");
    rigid_add_table(&b, digits, &R.x.x, 3, 3, "  ");
    luaL_pushresult(&b);
    return 1;
}

#define STATICS(ROW)                                                                                                   \
    ROW("identity", identity, 0) ROW("rpy", from_rpy, 3) ROW("axis_angle", from_axis_angle, 2)                         \
    ROW("quaternion", from_quaternion, 4) ROW("matrix", from_matrix, 1) ROW("exp", from_exp, 1)                       \
    ROW("x", about_x, 1) ROW("y", about_y, 1) ROW("z", about_z, 1) ROW("euler", from_euler, 4)                         \
    ROW("jexp", exp_jacobian, 1)
STATICS(RIGID_STATIC)
static const luaL_Reg statics[] = {STATICS(RIGID_ROW){NULL, NULL}};

#define METHODS(ROW)                                                                                                   \
    ROW("inverse", inverse, 0) ROW("matrix", to_matrix, 0) ROW("quaternion", to_quaternion, 0) ROW("rpy", to_rpy, 0)   \
    ROW("axis_angle", to_axis_angle, 0) ROW("log", to_log, 0) ROW("table", table, 0)                     \
    ROW("euler", to_euler, 1) ROW("slerp", slerp, 2) ROW("distance", distance, 1) ROW("jlog", log_jacobian, 0)                       \
    ROW("copy", rigid_value_copy, 0) ROW("is_near", rigid_value_is_near, 2)
METHODS(RIGID_METHOD)
static const luaL_Reg methods[] = {METHODS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__mul", multiply}, {"__tostring", to_string}, {"__eq", rigid_value_eq}, {NULL, NULL},
};

RIGID_CONSTRUCTOR(construct, 1)
const rigid_class rigid_class_rotation = {
    .construct = counted_construct,
    .statics = {statics}, .methods = {methods}, .meta = meta,
};
