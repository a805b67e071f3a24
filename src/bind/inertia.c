/* SpatialInertia: a body's mass, first moment and rotational inertia about the origin of a frame. */
#include "abi.h"
#include "class.h"
#include "criticize.h"
#include "inertia_lists.h"
#include "matrix.h"
#include "numbers.h"
#include "options.h"
#include "print.h"
#include "quantities.h"
#include "vector.h"

#include <string.h>

static rigid_inertia *self_of(lua_State *L) { return rigid_check(L, 1, ID_INERTIA); }

/* ---- making ------------------------------------------------------------------------------------------------------- */

static rigid_inertia parameters_at(lua_State *L, int arg) {
    double p[10];
    rigid_get_numbers(L, arg, rigid_at(arg), p, 10, "ten parameters {m, mcx, mcy, mcz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz}");
    return rigid_inertia_from_parameters(p);
}

static int from_parameters(lua_State *L) {
    rigid_inertia M = parameters_at(L, 1);
    rigid_push_inertia(L, &M);
    return 1;
}

static const rigid_inertia not_a_number = {NAN, {NAN, NAN, NAN}, {NAN, NAN, NAN, NAN, NAN, NAN}};

static int zero(lua_State *L) {
    rigid_inertia M = rigid_inertia_zero();
    rigid_push_inertia(L, &M);
    return 1;
}

static int nan_inertia(lua_State *L) {
    rigid_push_inertia(L, &not_a_number);
    return 1;
}

static int unitary(lua_State *L) {
    rigid_inertia M = {1, {0, 0, 0}, {1, 0, 0, 1, 0, 1}};
    rigid_push_inertia(L, &M);
    return 1;
}

static int combine(lua_State *L) {
    const rigid_inertia *A = rigid_check(L, 1, ID_INERTIA), *B = rigid_check(L, 2, ID_INERTIA);
    rigid_inertia C = rigid_inertia_add(*A, *B);
    rigid_push_inertia(L, &C);
    return 1;
}

/* ---- in place ----------------------------------------------------------------------------------------------------- */

static int set_parameters(lua_State *L) {
    rigid_inertia *M = self_of(L);
    *M = parameters_at(L, 2);
    return rigid_return_self(L);
}

static int set_zero(lua_State *L) {
    *self_of(L) = rigid_inertia_zero();
    return rigid_return_self(L);
}

static int set_nan(lua_State *L) {
    *self_of(L) = not_a_number;
    return rigid_return_self(L);
}

static int add_in_place(lua_State *L) {
    rigid_inertia *M = self_of(L);
    const rigid_inertia *B = rigid_check(L, 2, ID_INERTIA);
    *M = rigid_inertia_add(*M, *B);
    return rigid_return_self(L);
}

static int shift_in_place(lua_State *L) {
    rigid_inertia *M = self_of(L);
    *M = rigid_inertia_shift(*M, rigid_get_finite_v3(L, 2, rigid_at(2)));
    return rigid_return_self(L);
}

static int re_express_in_place(lua_State *L) {
    rigid_inertia *M = self_of(L);
    *M = rigid_inertia_re_express(*M, rigid_check_finite_rotation(L, 2));
    return rigid_return_self(L);
}

/* ---- operators and changes of frame -------------------------------------------------------------------------------- */

static int add(lua_State *L) {
    const rigid_inertia *A = rigid_test(L, 1, ID_INERTIA), *B = rigid_test(L, 2, ID_INERTIA);
    if (A && B) {
        rigid_inertia *C = rigid_push(L, ID_INERTIA);
        *C = rigid_inertia_add(*A, *B);
        return 1;
    }
    if (rigid_test(L, 1, ID_ABI) || rigid_test(L, 2, ID_ABI))
        return rigid_abi_operator_add(L);
    return rigid_bad_operands(L, "add", "and", "both must be SpatialInertia, about one point and in one set of axes");
}

static int subtract(lua_State *L) {
    const rigid_inertia *A = rigid_test(L, 1, ID_INERTIA), *B = rigid_test(L, 2, ID_INERTIA);
    if (!A || !B) {
        if (rigid_test(L, 1, ID_ABI) || rigid_test(L, 2, ID_ABI))
            return rigid_abi_operator_subtract(L);
        return rigid_bad_operands(L, "subtract", "and",
                                  "both must be SpatialInertia, about one point and in one set of axes");
    }
    rigid_inertia rest;
    if (rigid_inertia_subtract(A, B, &rest).flaw != RIGID_SOUND) {
        rigid_push_criticism(L, &rest); /* "no body can have this inertia: why" */
        const char *why = strstr(lua_tostring(L, -1), ": ");
        return luaL_error(L, "cannot subtract this SpatialInertia, for no body could have the rest%s", why);
    }
    rigid_push_inertia(L, &rest);
    return 1;
}

static rigid_force inertia_product(const void *M, rigid_motion v) {
    return rigid_inertia_mul(*(const rigid_inertia *)M, v);
}

static int multiply(lua_State *L) {
    const rigid_inertia *M = rigid_test(L, 1, ID_INERTIA);
    rigid_header *h = rigid_header_of(L, 2);
    if (M && h && rigid_is_motion((rigid_id)h->id)) {
        rigid_id kind = h->id == ID_TWIST ? ID_MOMENTUM : h->id == ID_ACC ? ID_WRENCH : ID_FORCE;
        rigid_push_force(L, kind, rigid_inertia_mul(*M, *(rigid_motion *)(void *)(h + 1)));
        return 1;
    }
    if (M && h && h->id == ID_MATRIX)
        return rigid_push_columns_product(L, M, inertia_product);
    return rigid_bad_operands(L, "multiply", "by",
                              "a SpatialInertia stands on the left of a Twist, SpatialAcc, SpatialMotion or 6xn Matrix");
}

static int shift(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    rigid_inertia shifted = rigid_inertia_shift(*M, rigid_get_finite_v3(L, 2, rigid_at(2)));
    rigid_push_inertia(L, &shifted);
    return 1;
}

static int re_express(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    rigid_inertia turned = rigid_inertia_re_express(*M, rigid_check_finite_rotation(L, 2));
    rigid_push_inertia(L, &turned);
    return 1;
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

static int mass(lua_State *L) {
    lua_pushnumber(L, self_of(L)->m);
    return 1;
}

static int com(lua_State *L) {
    rigid_push_v3(L, rigid_inertia_com(self_of(L)));
    return 1;
}

static int com_moment(lua_State *L) {
    rigid_push_v3(L, self_of(L)->h);
    return 1;
}

static int rotational_inertia(lua_State *L) {
    rigid_push_rotational_inertia(L, self_of(L)->I);
    return 1;
}

static int central_inertia(lua_State *L) {
    rigid_push_rotational_inertia(L, rigid_inertia_central(self_of(L)));
    return 1;
}

static int unit_inertia(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    if (M->m == 0 && !sym3_is_zero(M->I))
        return rigid_bad(L, rigid_at(1), "a massless body has no inertia per mass");
    rigid_push_rotational_inertia(L, M->m == 0 ? M->I : sym3_div(M->I, M->m));
    return 1;
}

static int parameters(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    rigid_inertia_to_parameters(M, rigid_push_vector(L, 10)->at);
    return 1;
}

static int matrix(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    rigid_order order = rigid_check_order(L, 2);
    rigid_inertia_to_matrix(M, order, rigid_push_matrix(L, 6, 6)->at);
    return 1;
}

static rigid_motion solve(lua_State *L, const rigid_inertia *M, rigid_force f) {
    rigid_motion v = {{0, 0, 0}, {0, 0, 0}}, slack;
    rigid_status status = rigid_inertia_solve(M, f, &v, &slack);
    if (status == RIGID_SINGULAR)
        rigid_bad_singular(L, slack);
    if (status != RIGID_OK)
        rigid_bad(L, rigid_at(1), "an inertia with NaN or infinity has no inverse");
    if (!v3_is_finite(v.linear) || !v3_is_finite(v.angular))
        rigid_bad(L, rigid_at(1), "the inertia is so small that its inverse overflows");
    return v;
}

static int apply_inverse(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    rigid_header *h = rigid_header_of(L, 2);
    if (!h || !rigid_is_force((rigid_id)h->id))
        return rigid_expected(L, rigid_at(2), 2, "SpatialMomentum, Wrench or SpatialForce");
    rigid_motion v = solve(L, M, *(rigid_force *)(void *)(h + 1));
    rigid_push_motion(L, h->id == ID_MOMENTUM ? ID_TWIST : h->id == ID_WRENCH ? ID_ACC : ID_MOTION, v);
    return 1;
}

/* Column by column: M⁻¹ e. */
static int inverse_matrix(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    rigid_order order = rigid_check_order(L, 2);
    rigid_matrix *out = rigid_push_matrix(L, 6, 6);
    for (int j = 0; j < 6; j++) {
        double unit[6] = {0}, column[6];
        unit[j] = 1;
        rigid_motion_to_array(solve(L, M, rigid_force_from_array(unit, order)), order, column);
        rigid_matrix_set_column(out, j, column);
    }
    return 1;
}

static int bias_wrench(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    rigid_push_force(L, ID_WRENCH, rigid_inertia_bias(*M, rigid_get_motion(L, 2, rigid_at(2), ID_TWIST)));
    return 1;
}

static int bias_wrench_derivative(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    rigid_motion v = rigid_get_motion(L, 2, rigid_at(2), ID_TWIST);
    rigid_inertia_bias_derivative(M, v, rigid_push_matrix(L, 6, 6)->at);
    return 1;
}

/* ---- questions ----------------------------------------------------------------------------------------------------- */

static int push_boolean(lua_State *L, bool answer) {
    lua_pushboolean(L, answer);
    return 1;
}

static int is_physically_consistent(lua_State *L) { return push_boolean(L, rigid_inertia_is_consistent(self_of(L))); }
static int is_physically_valid(lua_State *L) { return push_boolean(L, rigid_inertia_is_valid(self_of(L))); }
static int is_nan(lua_State *L) { return push_boolean(L, rigid_inertia_is_nan(self_of(L))); }
static int is_zero(lua_State *L) { return push_boolean(L, rigid_inertia_is_zero(self_of(L))); }

static int criticize(lua_State *L) {
    rigid_push_criticism(L, self_of(L));
    return 1;
}

/* ---- shapes of the same inertia ------------------------------------------------------------------------------------ */

static v3 half_lengths(lua_State *L, int factor, rigid_transform *X) {
    v3 lengths;
    rigid_status status = rigid_inertia_equivalent(self_of(L), factor, &lengths, X);
    if (status == RIGID_SINGULAR)
        rigid_bad(L, rigid_at(1), "a massless body that has rotational inertia has no shape");
    if (status != RIGID_OK || !v3_is_finite(lengths))
        rigid_bad(L, rigid_at(1), "an inertia with NaN or infinity has no shape");
    return lengths;
}

static int equivalent(lua_State *L, int factor) {
    rigid_transform X;
    rigid_push_v3(L, half_lengths(L, factor, &X));
    rigid_push_transform(L, X);
    return 2;
}

static int equivalent_ellipsoid(lua_State *L) { return equivalent(L, RIGID_ELLIPSOID); }
static int equivalent_box(lua_State *L) { return equivalent(L, RIGID_BOX); }
static int minimum_bounding_box(lua_State *L) { return equivalent(L, RIGID_CORNERS); }

/* The space diagonal of the minimum bounding box, 2 |(a, b, c)| = √(2 tr G_c). */
static int minimum_length(lua_State *L) {
    rigid_transform X;
    lua_pushnumber(L, 2 * v3_norm(half_lengths(L, RIGID_CORNERS, &X)));
    return 1;
}

/* ---- showing ------------------------------------------------------------------------------------------------------- */

static int table(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    v3 c = rigid_inertia_com(M);
    lua_createtable(L, 0, 6);
    lua_pushnumber(L, M->m);
    lua_setfield(L, -2, "mass");
    rigid_push_list(L, (double[]){c.x, c.y, c.z}, 3);
    lua_setfield(L, -2, "com");
    rigid_push_list(L, (double[]){M->h.x, M->h.y, M->h.z}, 3);
    lua_setfield(L, -2, "com_moment");
    rigid_push_inertia_fields(L, M->I);
    lua_setfield(L, -2, "inertia");
    lua_pushliteral(L, "origin");
    lua_setfield(L, -2, "about");
    if (!rigid_inertia_is_valid(M)) {
        lua_pushboolean(L, true);
        lua_setfield(L, -2, "skip_validity_check");
    }
    return 1;
}

static int to_string(lua_State *L) {
    const rigid_inertia *M = self_of(L);
    rigid_verdict verdict = rigid_inertia_judge(M);
    char text[RIGID_NUMBER_WIDTH];
    int digits = rigid_check_digits(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    rigid_add_format(&b, "SpatialInertia\n  mass     %s kg\n  com      ", rigid_format_number(text, digits, M->m));
    rigid_add_v3(&b, digits, rigid_inertia_com(M));
    luaL_addstring(&b, " m");
    if (verdict.flaw != RIGID_FLAW_NOT_FINITE) {
        luaL_addstring(&b, "\n  moments  ");
        rigid_add_v3(&b, digits, verdict.moments);
        luaL_addstring(&b, " kg m², principal, about the com");
    }
    if (verdict.flaw != RIGID_SOUND)
        luaL_addstring(&b, "\n  no body can have this inertia: M:criticize() says why");
    luaL_pushresult(&b);
    return 1;
}

#define STATICS(ROW)                                                                                                   \
    ROW("from_parameters", from_parameters, 1) ROW("zero", zero, 0) ROW("nan", nan_inertia, 0)                         \
    ROW("unitary", unitary, 0) ROW("combine", combine, 2)
STATICS(RIGID_STATIC)
static const luaL_Reg statics[] = {STATICS(RIGID_ROW){NULL, NULL}};

#define METHODS(ROW)                                                                                                   \
    ROW("mass", mass, 0) ROW("com", com, 0) ROW("com_moment", com_moment, 0)                                           \
    ROW("rotational_inertia", rotational_inertia, 0) ROW("central_inertia", central_inertia, 0)                        \
    ROW("unit_inertia", unit_inertia, 0) ROW("parameters", parameters, 0) ROW("matrix", matrix, 1)                     \
    ROW("inverse_matrix", inverse_matrix, 1) ROW("apply_inverse", apply_inverse, 1) ROW("bias_wrench", bias_wrench, 1) \
    ROW("bias_wrench_derivative", bias_wrench_derivative, 1) ROW("shift", shift, 1) ROW("re_express", re_express, 1)   \
    ROW("is_physically_consistent", is_physically_consistent, 0)                                                       \
    ROW("is_physically_valid", is_physically_valid, 0) ROW("is_nan", is_nan, 0) ROW("is_zero", is_zero, 0)             \
    ROW("criticize", criticize, 0) ROW("equivalent_ellipsoid", equivalent_ellipsoid, 0)                                \
    ROW("equivalent_box", equivalent_box, 0) ROW("minimum_bounding_box", minimum_bounding_box, 0)                      \
    ROW("minimum_length", minimum_length, 0) ROW("table", table, 0) ROW("copy", rigid_value_copy, 0)                   \
    ROW("is_near", rigid_value_is_near, 2)
#define WRITERS(ROW)                                                                                                   \
    ROW("set_parameters", set_parameters, 1) ROW("set_zero", set_zero, 0) ROW("set_nan", set_nan, 0)                   \
    ROW("add_in_place", add_in_place, 1) ROW("shift_in_place", shift_in_place, 1)                                      \
    ROW("re_express_in_place", re_express_in_place, 1)
METHODS(RIGID_METHOD)
WRITERS(RIGID_WRITER)
static const luaL_Reg methods[] = {METHODS(RIGID_ROW) WRITERS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__add", add},
    {"__sub", subtract},
    {"__mul", multiply},
    {"__tostring", to_string},
    {"__eq", rigid_value_eq},
    {NULL, NULL},
};

RIGID_CONSTRUCTOR(rigid_inertia_construct, 1)
const rigid_class rigid_class_inertia = {
    .construct = counted_rigid_inertia_construct,
    .statics = {statics, rigid_shape_functions, rigid_regressor_functions, rigid_pseudo_functions},
    .methods = {methods, rigid_pseudo_methods},
    .meta = meta,
};
