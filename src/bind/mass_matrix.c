/* MassMatrix3: mass and moment of inertia about the centre of mass, whatever they are; judged when asked. */
#include "class.h"
#include "mass_matrix.h"
#include "mass_matrix_shapes.h"
#include "matrix.h"
#include "numbers.h"
#include "options.h"
#include "print.h"

/* ---- reading ---------------------------------------------------------------------------------------------------- */

void rigid_check_sorting_tolerance(lua_State *L, int arg) {
    if (!lua_isnoneornil(L, arg))
        rigid_get_finite(L, arg, rigid_at(arg));
}

/* Three moments: finite, or NaN. */
static v3 get_moments(lua_State *L, int idx, rigid_place at) {
    v3 a = rigid_get_v3(L, idx, at);
    if (isinf(a.x) || isinf(a.y) || isinf(a.z))
        rigid_bad(L, at, "numbers that are not infinite expected, got (%f, %f, %f)", a.x, a.y, a.z);
    return a;
}

/* The field as three moments; zero where it is absent. */
static v3 field_moments(lua_State *L, int idx, rigid_place at, const char *name) {
    rigid_place place = rigid_place_within(L, at, name);
    return rigid_field(L, idx, name) ? get_moments(L, lua_gettop(L), place) : v3_zero();
}

rigid_mass_matrix rigid_get_mass_matrix(lua_State *L, int idx, rigid_place at) {
    static const char *const known[] = {"mass", "diagonal", "off_diagonal", NULL};
    const rigid_mass_matrix *given = rigid_test(L, idx, ID_MASS_MATRIX);
    if (given)
        return *given;
    if (lua_type(L, idx) != LUA_TTABLE)
        rigid_expected(L, at, idx, "MassMatrix3 or {mass=, diagonal=, off_diagonal=}");
    rigid_check_fields(L, idx, at, known);
    rigid_mass_matrix M = rigid_mass_matrix_zero();
    int top = lua_gettop(L);
    v3 moments = field_moments(L, idx, at, "diagonal"), products = field_moments(L, idx, at, "off_diagonal");
    M.I = sym3_from_moments_products(moments, products);
    rigid_place mass = rigid_place_within(L, at, "mass");
    if (rigid_field(L, idx, "mass"))
        M.mass = rigid_get_finite(L, -1, mass);
    else if (!sym3_is_zero(M.I))
        rigid_missing(L, mass.arg, mass.field, "finite number");
    lua_settop(L, top);
    return M;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

void rigid_push_mass_matrix(lua_State *L, const rigid_mass_matrix *M) {
    *(rigid_mass_matrix *)rigid_push(L, ID_MASS_MATRIX) = *M;
}

/* MassMatrix3{mass=, diagonal=, off_diagonal=}; without arguments all is zero. */
static int construct(lua_State *L) {
    rigid_mass_matrix M = rigid_mass_matrix_zero();
    if (lua_gettop(L) > 1)
        M = rigid_get_mass_matrix(L, 2, rigid_at(2));
    rigid_push_mass_matrix(L, &M);
    return 1;
}

void rigid_push_mass_matrix_table(lua_State *L, const rigid_mass_matrix *M) {
    v3 moments = sym3_moments(M->I), products = sym3_products(M->I);
    lua_createtable(L, 0, 3);
    lua_pushnumber(L, M->mass);
    lua_setfield(L, -2, "mass");
    rigid_push_list(L, &moments.x, 3);
    lua_setfield(L, -2, "diagonal");
    rigid_push_list(L, &products.x, 3);
    lua_setfield(L, -2, "off_diagonal");
}

/* ---- methods ----------------------------------------------------------------------------------------------------- */

static const rigid_mass_matrix *check_self(lua_State *L) { return rigid_check(L, 1, ID_MASS_MATRIX); }

static int method_mass(lua_State *L) {
    lua_pushnumber(L, check_self(L)->mass);
    return 1;
}

static int method_moi(lua_State *L) {
    rigid_push_m3(L, m3_from_sym3(check_self(L)->I));
    return 1;
}

static int method_diagonal_moments(lua_State *L) {
    rigid_push_v3(L, sym3_moments(check_self(L)->I));
    return 1;
}

static int method_off_diagonal_moments(lua_State *L) {
    rigid_push_v3(L, sym3_products(check_self(L)->I));
    return 1;
}

static int judge(lua_State *L, bool (*test)(const rigid_mass_matrix *, double)) {
    const rigid_mass_matrix *M = check_self(L);
    lua_pushboolean(L, test(M, rigid_check_tolerance(L, 2, RIGID_MASS_MATRIX_TOLERANCE)));
    return 1;
}

static int method_is_valid(lua_State *L) { return judge(L, rigid_mass_matrix_is_valid); }
static int method_is_positive(lua_State *L) { return judge(L, rigid_mass_matrix_is_positive); }
static int method_is_near_positive(lua_State *L) { return judge(L, rigid_mass_matrix_is_near_positive); }

/* NaN where a moment is. */
static int method_principal_moments(lua_State *L) {
    const rigid_mass_matrix *M = check_self(L);
    v3 moments;
    m3 R;
    rigid_check_sorting_tolerance(L, 2);
    rigid_eigen_sym3(M->I, &moments, &R);
    rigid_push_v3(L, moments);
    return 1;
}

static int method_principal_axes_offset(lua_State *L) {
    const rigid_mass_matrix *M = check_self(L);
    v3 moments;
    m3 R;
    rigid_check_sorting_tolerance(L, 2);
    if (rigid_eigen_sym3(M->I, &moments, &R) != RIGID_OK)
        return rigid_bad(L, rigid_at(1), "a moment of inertia with NaN has no principal axes");
    rigid_push_rotation(L, R);
    return 1;
}

static int method_equivalent_box(lua_State *L) {
    const rigid_mass_matrix *M = check_self(L);
    v3 size;
    m3 R;
    rigid_check_sorting_tolerance(L, 2);
    if (!rigid_mass_matrix_equivalent_box(M, &size, &R)) {
        lua_pushnil(L);
        return 1;
    }
    rigid_push_v3(L, size);
    rigid_push_rotation(L, R);
    return 2;
}

static int method_table(lua_State *L) {
    rigid_push_mass_matrix_table(L, check_self(L));
    return 1;
}

/* ---- metamethods ------------------------------------------------------------------------------------------------- */

static int meta_eq(lua_State *L) {
    const rigid_mass_matrix *A = rigid_test(L, 1, ID_MASS_MATRIX), *B = rigid_test(L, 2, ID_MASS_MATRIX);
    lua_pushboolean(L, A && B && rigid_mass_matrix_near(A, B, 1e-6));
    return 1;
}

void rigid_add_moments(luaL_Buffer *b, int digits, const rigid_mass_matrix *M, sym3 I) {
    m3 rows = m3_from_sym3(I), R;
    v3 moments;
    rigid_eigen_sym3(M->I, &moments, &R);
    luaL_addstring(b, "\n  moments  ");
    rigid_add_v3(b, digits, moments);
    luaL_addstring(b, " kg m², principal, about the com\n  inertia, kg m², about the com\n");
    rigid_add_table(b, digits, &rows.x.x, 3, 3, "    ");
    if (!rigid_mass_matrix_is_valid(M, RIGID_MASS_MATRIX_TOLERANCE))
        luaL_addstring(b, "\n  no body can have these moments");
}

static int meta_tostring(lua_State *L) {
    const rigid_mass_matrix *M = check_self(L);
    char mass[RIGID_NUMBER_WIDTH];
    int digits = rigid_check_digits(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    rigid_add_format(&b, "MassMatrix3\n  mass     %s kg", rigid_format_number(mass, digits, M->mass));
    rigid_add_moments(&b, digits, M, M->I);
    luaL_pushresult(&b);
    return 1;
}

#define METHODS(ROW)                                                                                                   \
    ROW("copy", rigid_value_copy, 0) ROW("diagonal_moments", method_diagonal_moments, 0)                               \
    ROW("equivalent_box", method_equivalent_box, 1) ROW("is_near", rigid_value_is_near, 2)                             \
    ROW("is_near_positive", method_is_near_positive, 1) ROW("is_positive", method_is_positive, 1)                      \
    ROW("is_valid", method_is_valid, 1) ROW("mass", method_mass, 0) ROW("moi", method_moi, 0)                          \
    ROW("off_diagonal_moments", method_off_diagonal_moments, 0)                                                        \
    ROW("principal_axes_offset", method_principal_axes_offset, 1)                                                      \
    ROW("principal_moments", method_principal_moments, 1) ROW("table", method_table, 0)
METHODS(RIGID_METHOD)
static const luaL_Reg methods[] = {METHODS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__eq", meta_eq},
    {"__tostring", meta_tostring},
    {NULL, NULL},
};

RIGID_CONSTRUCTOR(construct, 1)
const rigid_class rigid_class_mass_matrix = {
    .construct = counted_construct,
    .methods = {methods, rigid_mass_matrix_setters},
    .meta = meta,
};
