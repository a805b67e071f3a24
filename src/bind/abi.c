/* ABI: the inertia an articulated body shows at its base. A SpatialInertia is taken where an ABI is. */
#include "abi.h"
#include "class.h"
#include "criticize.h"
#include "matrix.h"
#include "numbers.h"
#include "options.h"
#include "print.h"
#include "quantities.h"

#include <string.h>

static rigid_abi *self_of(lua_State *L) { return rigid_check(L, 1, ID_ABI); }

/* An ABI, or a SpatialInertia seen as one; false for anything else. */
static bool read_abi(lua_State *L, int idx, rigid_abi *P) {
    rigid_header *h = rigid_header_of(L, idx);
    if (h && h->id == ID_ABI)
        *P = *(rigid_abi *)(void *)(h + 1);
    else if (h && h->id == ID_INERTIA)
        *P = rigid_abi_from_inertia((rigid_inertia *)(void *)(h + 1));
    else
        return false;
    return true;
}

static rigid_abi abi_at(lua_State *L, int arg) {
    rigid_abi P;
    if (!read_abi(L, arg, &P))
        rigid_expected(L, rigid_at(arg), arg, "ABI or SpatialInertia");
    return P;
}

static int push(lua_State *L, rigid_abi P) {
    rigid_push_abi(L, &P);
    return 1;
}

/* ---- making -------------------------------------------------------------------------------------------------------- */

static rigid_abi not_a_number(void) {
    sym3 s = {NAN, NAN, NAN, NAN, NAN, NAN};
    v3 a = {NAN, NAN, NAN};
    return (rigid_abi){s, {a, a, a}, s};
}

/* ABI(), ABI(M), ABI(P), ABI(6x6 linear first) */
static int construct(lua_State *L) {
    rigid_abi P;
    if (lua_isnone(L, 2))
        return push(L, not_a_number());
    if (read_abi(L, 2, &P))
        return push(L, P);
    if (!rigid_test(L, 2, ID_MATRIX) && lua_type(L, 2) != LUA_TTABLE)
        return rigid_expected(L, rigid_at(2), 2, "SpatialInertia, ABI or 6x6 matrix");
    return push(L, rigid_abi_from_matrix(rigid_get_matrix(L, 2, rigid_at(2), 6, 6)->at, RIGID_LINEAR_FIRST));
}

static int from_matrix(lua_State *L) {
    const double *at = rigid_get_matrix(L, 1, rigid_at(1), 6, 6)->at;
    return push(L, rigid_abi_from_matrix(at, rigid_check_order(L, 2)));
}

/* ---- algebra ------------------------------------------------------------------------------------------------------- */

/* The operands of + and -: one is an ABI, the other at least a SpatialInertia. */
static bool operands(lua_State *L, rigid_abi *P, rigid_abi *Q) {
    bool ours = rigid_test(L, 1, ID_ABI) || rigid_test(L, 2, ID_ABI);
    return ours && read_abi(L, 1, P) && read_abi(L, 2, Q);
}

int rigid_abi_operator_add(lua_State *L) {
    rigid_abi P, Q;
    if (!operands(L, &P, &Q))
        return rigid_bad_operands(L, "add", "and", "both must be ABI or SpatialInertia");
    return push(L, rigid_abi_add(&P, &Q));
}

int rigid_abi_operator_subtract(lua_State *L) {
    rigid_abi P, Q;
    if (!operands(L, &P, &Q))
        return rigid_bad_operands(L, "subtract", "and", "both must be ABI or SpatialInertia");
    return push(L, rigid_abi_sub(&P, &Q));
}

static rigid_force abi_product(const void *P, rigid_motion a) { return rigid_abi_mul(P, a); }

/* P * SpatialAcc -> Wrench, P * SpatialMotion -> SpatialForce, P * Matrix(6xn) -> Matrix */
static int multiply(lua_State *L) {
    const rigid_abi *P = rigid_test(L, 1, ID_ABI);
    rigid_header *h = rigid_header_of(L, 2);
    if (P && h && (h->id == ID_ACC || h->id == ID_MOTION)) {
        rigid_push_force(L, h->id == ID_ACC ? ID_WRENCH : ID_FORCE, rigid_abi_mul(P, *(rigid_motion *)(void *)(h + 1)));
        return 1;
    }
    if (P && h && h->id == ID_MATRIX)
        return rigid_push_columns_product(L, P, abi_product);
    return rigid_bad_operands(L, "multiply", "by",
                              "an ABI takes a SpatialAcc, a SpatialMotion or a 6xn Matrix on its right");
}

/* A P for an nx6 matrix: row by row, P being symmetric. */
int rigid_matrix_times_abi(lua_State *L) {
    const rigid_matrix *A = rigid_test(L, 1, ID_MATRIX);
    const rigid_abi *P = rigid_test(L, 2, ID_ABI);
    if (A->cols != 6)
        return luaL_error(L, "cannot multiply a %dx%d Matrix by an ABI: it must have 6 columns (linear first)", A->rows,
                          A->cols);
    rigid_matrix *out = rigid_push_matrix(L, A->rows, 6);
    for (int i = 0; i < A->rows; i++) {
        rigid_force f = rigid_abi_mul(P, rigid_motion_from_array(A->at + 6 * i, RIGID_LINEAR_FIRST));
        rigid_force_to_array(f, RIGID_LINEAR_FIRST, out->at + 6 * i);
    }
    return 1;
}

static int shift(lua_State *L) {
    const rigid_abi *P = self_of(L);
    return push(L, rigid_abi_shift(P, rigid_get_finite_v3(L, 2, rigid_at(2))));
}

static int re_express(lua_State *L) {
    const rigid_abi *P = self_of(L);
    return push(L, rigid_abi_re_express(P, rigid_check_finite_rotation(L, 2)));
}

static int shift_in_place(lua_State *L) {
    rigid_abi *P = self_of(L);
    *P = rigid_abi_shift(P, rigid_get_finite_v3(L, 2, rigid_at(2)));
    return rigid_return_self(L);
}

static int re_express_in_place(lua_State *L) {
    rigid_abi *P = self_of(L);
    *P = rigid_abi_re_express(P, rigid_check_finite_rotation(L, 2));
    return rigid_return_self(L);
}

static int add_in_place(lua_State *L) {
    rigid_abi *P = self_of(L), Q = abi_at(L, 2);
    *P = rigid_abi_add(P, &Q);
    return rigid_return_self(L);
}

static int subtract_in_place(lua_State *L) {
    rigid_abi *P = self_of(L), Q = abi_at(L, 2);
    *P = rigid_abi_sub(P, &Q);
    return rigid_return_self(L);
}

/* ---- articulated bodies -------------------------------------------------------------------------------------------- */

/* S: one motion, or the columns of a 6xk matrix; returns k. */
static int read_subspace(lua_State *L, int arg, rigid_motion S[RIGID_EIGEN_MAX]) {
    rigid_header *h = rigid_header_of(L, arg);
    if (!(h && h->id == ID_MATRIX) && !(lua_type(L, arg) == LUA_TTABLE && !rigid_is_list(L, arg))) {
        S[0] = rigid_get_motion(L, arg, rigid_at(arg), ID_MOTION);
        return 1;
    }
    const rigid_matrix *A = rigid_get_matrix(L, arg, rigid_at(arg), 6, 0);
    if (A->cols < 1 || A->cols > RIGID_EIGEN_MAX)
        rigid_bad(L, rigid_at(arg), "motion subspace with 1 to 6 columns expected, got %d", A->cols);
    for (int j = 0; j < A->cols; j++) {
        double column[6];
        rigid_matrix_column(A, j, column);
        S[j] = rigid_motion_from_array(column, RIGID_LINEAR_FIRST);
    }
    return A->cols;
}

static int across_joint(lua_State *L) {
    const rigid_abi *P = self_of(L);
    rigid_motion S[RIGID_EIGEN_MAX];
    int k = read_subspace(L, 2, S);
    rigid_abi out;
    rigid_status status = rigid_abi_across_joint(P, S, k, &out);
    if (status == RIGID_SINGULAR)
        return rigid_bad(L, rigid_at(2),
                         "S' P S is singular: the joint can move without moving any inertia, or its columns are dependent");
    if (status != RIGID_OK)
        return rigid_bad(L, rigid_at(2), "S' P S has a NaN or an infinity");
    return push(L, out);
}

static int solve(lua_State *L) {
    const rigid_abi *P = self_of(L);
    rigid_id id = rigid_id_of(L, 2);
    rigid_force f = rigid_get_force(L, 2, rigid_at(2), ID_WRENCH);
    rigid_motion a, slack;
    rigid_status status = rigid_abi_solve(P, f, &a, &slack);
    if (status == RIGID_SINGULAR)
        return rigid_bad_singular(L, slack);
    if (status != RIGID_OK)
        return rigid_bad(L, rigid_at(1), "an ABI with NaN or infinity has no inverse");
    rigid_push_motion(L, id == ID_FORCE ? ID_MOTION : ID_ACC, a);
    return 1;
}

static int is_physically_valid(lua_State *L) {
    lua_pushboolean(L, rigid_abi_is_valid(self_of(L)));
    return 1;
}

static int criticize(lua_State *L) {
    const rigid_abi *P = self_of(L);
    double least, scale;
    rigid_motion d;
    if (rigid_abi_is_valid(P)) {
        lua_pushnil(L);
        return 1;
    }
    if (rigid_abi_least(P, &least, &scale, &d) != RIGID_OK) {
        lua_pushliteral(L, "no articulated body can have this inertia: it has a NaN or an infinity; it was never set, or it "
                           "was computed from numbers that are not finite.");
        return 1;
    }
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    rigid_add_format(&b, "no articulated body can have this inertia: it is not positive semi-definite. The motion with "
                         "linear part ");
    rigid_add_v3(&b, RIGID_DIGITS, d.linear);
    luaL_addstring(&b, " and angular part ");
    rigid_add_v3(&b, RIGID_DIGITS, d.angular);
    rigid_add_format(&b, " would have the kinetic energy %.9g J. Was too much subtracted, or were the point and axes of the "
                         "two different?", 0.5 * least);
    luaL_pushresult(&b);
    return 1;
}

/* ---- showing ------------------------------------------------------------------------------------------------------- */

static int matrix(lua_State *L) {
    const rigid_abi *P = self_of(L);
    rigid_order order = rigid_check_order(L, 2);
    rigid_abi_to_matrix(P, order, rigid_push_matrix(L, 6, 6)->at);
    return 1;
}

static int table(lua_State *L) {
    double a[36];
    rigid_abi_to_matrix(self_of(L), RIGID_LINEAR_FIRST, a);
    rigid_push_rows(L, a, 6, 6);
    return 1;
}

static int to_string(lua_State *L) {
    double a[36];
    rigid_abi_to_matrix(self_of(L), RIGID_LINEAR_FIRST, a);
    int digits = rigid_check_digits(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "ABI, linear first: kg, kg m, kg m²\n");
    rigid_add_table(&b, digits, a, 6, 6, "  ");
    luaL_pushresult(&b);
    return 1;
}

#define STATICS(ROW)                                                                                                   \
    ROW("from_matrix", from_matrix, 2)
STATICS(RIGID_STATIC)
static const luaL_Reg statics[] = {STATICS(RIGID_ROW){NULL, NULL}};

#define METHODS(ROW)                                                                                                   \
    ROW("matrix", matrix, 1) ROW("shift", shift, 1) ROW("re_express", re_express, 1)                                   \
    ROW("across_joint", across_joint, 1) ROW("solve", solve, 1) ROW("is_physically_valid", is_physically_valid, 0)     \
    ROW("criticize", criticize, 0) ROW("table", table, 0) ROW("copy", rigid_value_copy, 0)                             \
    ROW("is_near", rigid_value_is_near, 2)
#define WRITERS(ROW)                                                                                                   \
    ROW("shift_in_place", shift_in_place, 1) ROW("re_express_in_place", re_express_in_place, 1)                        \
    ROW("add_in_place", add_in_place, 1) ROW("subtract_in_place", subtract_in_place, 1)
METHODS(RIGID_METHOD)
WRITERS(RIGID_WRITER)
static const luaL_Reg methods[] = {METHODS(RIGID_ROW) WRITERS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__add", rigid_abi_operator_add}, {"__sub", rigid_abi_operator_subtract}, {"__mul", multiply},
    {"__tostring", to_string},         {"__eq", rigid_value_eq},               {NULL, NULL},
};

RIGID_CONSTRUCTOR(construct, 1)
const rigid_class rigid_class_abi = {
    .construct = counted_construct,
    .statics = {statics}, .methods = {methods}, .meta = meta,
};
