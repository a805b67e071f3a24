/* RotationalInertia: a symmetric 3x3 tensor about a point, moments xx yy zz and products xy xz yz, kg m². */
#include "class.h"
#include "matrix.h"
#include "numbers.h"
#include "print.h"
#include "quantities.h"

static sym3 self_of(lua_State *L) { return *(sym3 *)rigid_check(L, 1, ID_ROTATIONAL_INERTIA); }

/* RotationalInertia(any form of a rotational inertia), or its three moments and perhaps three products as numbers */
static int construct(lua_State *L) {
    if (lua_type(L, 2) != LUA_TNUMBER) {
        int top = lua_gettop(L);
        sym3 I = rigid_get_sym3(L, 2, rigid_at(2));
        lua_settop(L, top);
        rigid_no_more(L, 2);
        rigid_push_rotational_inertia(L, I);
        return 1;
    }
    double a[6] = {0};
    bool has_products = !lua_isnoneornil(L, 5) || !lua_isnoneornil(L, 6) || !lua_isnoneornil(L, 7);
    int count = has_products ? 6 : 3;
    for (int i = 0; i < count; i++)
        a[i] = rigid_check_number(L, i + 2);
    rigid_push_rotational_inertia(L, (sym3){a[0], a[3], a[4], a[1], a[5], a[2]});
    return 1;
}

static int add(lua_State *L) {
    const sym3 *a = rigid_test(L, 1, ID_ROTATIONAL_INERTIA), *b = rigid_test(L, 2, ID_ROTATIONAL_INERTIA);
    if (!a || !b)
        return rigid_bad_operands(L, "add", "and", "both must be RotationalInertia about one point, in one set of axes");
    rigid_push_rotational_inertia(L, sym3_add(*a, *b));
    return 1;
}

static int subtract(lua_State *L) {
    const sym3 *a = rigid_test(L, 1, ID_ROTATIONAL_INERTIA), *b = rigid_test(L, 2, ID_ROTATIONAL_INERTIA);
    if (!a || !b)
        return rigid_bad_operands(L, "subtract", "and",
                                  "both must be RotationalInertia about one point, in one set of axes");
    rigid_push_rotational_inertia(L, sym3_sub(*a, *b));
    return 1;
}

/* by a number, or acting on an angular velocity */
static int multiply(lua_State *L) {
    const sym3 *a = rigid_test(L, 1, ID_ROTATIONAL_INERTIA), *b = rigid_test(L, 2, ID_ROTATIONAL_INERTIA);
    v3 omega;
    if (b && lua_type(L, 1) == LUA_TNUMBER)
        rigid_push_rotational_inertia(L, sym3_scale(lua_tonumber(L, 1), *b));
    else if (a && lua_type(L, 2) == LUA_TNUMBER)
        rigid_push_rotational_inertia(L, sym3_scale(lua_tonumber(L, 2), *a));
    else if (a && rigid_test_v3(L, 2, &omega))
        rigid_push_v3(L, sym3_mul_v3(*a, omega));
    else
        return rigid_bad_operands(L, "multiply", "by", "a RotationalInertia takes a number or a Vec3");
    return 1;
}

static int divide(lua_State *L) {
    const sym3 *a = rigid_test(L, 1, ID_ROTATIONAL_INERTIA);
    if (!a || lua_type(L, 2) != LUA_TNUMBER)
        return rigid_bad_operands(L, "divide", "by", "a RotationalInertia is divided by a number");
    rigid_push_rotational_inertia(L, sym3_div(*a, lua_tonumber(L, 2)));
    return 1;
}

static int matrix(lua_State *L) {
    rigid_push_m3(L, m3_from_sym3(self_of(L)));
    return 1;
}

static int moments(lua_State *L) {
    rigid_push_v3(L, sym3_moments(self_of(L)));
    return 1;
}

static int products(lua_State *L) {
    rigid_push_v3(L, sym3_products(self_of(L)));
    return 1;
}

static int principal(lua_State *L) {
    v3 values;
    m3 R;
    if (rigid_eigen_sym3(self_of(L), &values, &R) != RIGID_OK)
        return rigid_bad(L, rigid_at(1), "an inertia with NaN or infinity has no principal axes");
    rigid_push_v3(L, values);
    rigid_push_rotation(L, R);
    return 2;
}

static int is_valid(lua_State *L) {
    lua_pushboolean(L, rigid_rotational_inertia_judge(self_of(L)).flaw == RIGID_SOUND);
    return 1;
}

static int re_express(lua_State *L) {
    sym3 I = self_of(L);
    rigid_push_rotational_inertia(L, sym3_re_express(I, rigid_check_finite_rotation(L, 2)));
    return 1;
}

/* I:shift(p_PQ, mass [, p_PC]) */
static int shift(lua_State *L) {
    sym3 I = self_of(L);
    v3 p = rigid_get_finite_v3(L, 2, rigid_at(2));
    double mass = rigid_get_finite(L, 3, rigid_at(3));
    if (mass < 0)
        return rigid_expected(L, rigid_at(3), 3, "mass that is not negative");
    v3 com = lua_isnoneornil(L, 4) ? v3_zero() : rigid_get_finite_v3(L, 4, rigid_at(4));
    rigid_push_rotational_inertia(L, sym3_add(I, rigid_parallel_axis(mass, v3_scale(mass, com), p)));
    return 1;
}

static int table(lua_State *L) {
    rigid_push_inertia_fields(L, self_of(L));
    return 1;
}

static int to_string(lua_State *L) {
    m3 I = m3_from_sym3(self_of(L));
    int digits = rigid_check_digits(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "RotationalInertia, kg m²\n");
    rigid_add_table(&b, digits, &I.x.x, 3, 3, "  ");
    luaL_pushresult(&b);
    return 1;
}

#define METHODS(ROW)                                                                                                   \
    ROW("matrix", matrix, 0) ROW("moments", moments, 0) ROW("products", products, 0) ROW("principal", principal, 0)    \
    ROW("is_valid", is_valid, 0) ROW("re_express", re_express, 1) ROW("shift", shift, 3) ROW("table", table, 0)        \
    ROW("copy", rigid_value_copy, 0) ROW("is_near", rigid_value_is_near, 2)
METHODS(RIGID_METHOD)
static const luaL_Reg methods[] = {METHODS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__add", add}, {"__sub", subtract}, {"__mul", multiply}, {"__div", divide},
    {"__tostring", to_string}, {"__eq", rigid_value_eq}, {NULL, NULL},
};

RIGID_CONSTRUCTOR(construct, 6)
const rigid_class rigid_class_rotational_inertia = {
    .construct = counted_construct,
    .methods = {methods}, .meta = meta,
};
