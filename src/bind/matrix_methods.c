/* Matrix: the class. Indices begin at 1. Entries can be changed in place (m:set(i, j, x)); every other operation gives a new
   value. Solving, inverses, eigenvalues and the like are in dense.c. */
#include "../dense/dense.h"
#include "abi.h"
#include "class.h"
#include "dense.h"
#include "matrix.h"
#include "matrix_lists.h"
#include "numbers.h"
#include "print.h"
#include "vector.h"

#include <string.h>

enum { MOST_SQUARE = 11585 /* squared, still below RIGID_MOST_ENTRIES */ };

static bool same_size(const rigid_matrix *a, const rigid_matrix *b) { return a->rows == b->rows && a->cols == b->cols; }

static rigid_matrix *push_zeros(lua_State *L, int rows, int cols) {
    rigid_matrix *m = rigid_push_matrix(L, rows, cols);
    memset(m->at, 0, rigid_matrix_count(m) * sizeof(double));
    return m;
}

static rigid_matrix *push_copy(lua_State *L, const rigid_matrix *m) {
    rigid_matrix *out = rigid_push_matrix(L, m->rows, m->cols);
    memcpy(out->at, m->at, rigid_matrix_count(m) * sizeof(double));
    return out;
}

/* ---- making ------------------------------------------------------------------------------------------------------ */

/* Matrix(rows, cols) is zeros; Matrix{{..}, ..} and Matrix(m) copy. */
static int construct(lua_State *L) {
    if (lua_type(L, 2) == LUA_TNUMBER) {
        int rows = rigid_get_integer(L, 2, rigid_at(2), 0, RIGID_MOST_ENTRIES);
        int cols = rigid_get_integer(L, 3, rigid_at(3), 0, RIGID_MOST_ENTRIES / (rows > 0 ? rows : 1));
        push_zeros(L, rows, cols);
        return 1;
    }
    const rigid_matrix *m = rigid_get_matrix(L, 2, rigid_at(2), 0, 0);
    rigid_no_more(L, 2);
    push_copy(L, m);
    return 1;
}

static int identity(lua_State *L) {
    int n = rigid_get_integer(L, 1, rigid_at(1), 0, MOST_SQUARE);
    rigid_matrix *m = push_zeros(L, n, n);
    for (size_t i = 0; i < (size_t)n; i++)
        m->at[i * (size_t)(n + 1)] = 1;
    return 1;
}

static int diagonal(lua_State *L) {
    const rigid_vector *d = rigid_get_vector(L, 1, rigid_at(1), 0);
    if (d->size > MOST_SQUARE)
        return rigid_bad(L, rigid_at(1), "at most %d numbers expected, got %d", MOST_SQUARE, (int)d->size);
    rigid_matrix *m = push_zeros(L, (int)d->size, (int)d->size);
    for (size_t i = 0; i < (size_t)d->size; i++)
        m->at[i * (size_t)(d->size + 1)] = d->at[i];
    return 1;
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

/* An index as a message shows it. */
static const char *shown(lua_State *L, int idx) {
    return lua_type(L, idx) == LUA_TNUMBER ? luaL_tolstring(L, idx, NULL) : rigid_name_of(L, idx);
}

/* m(i, j) */
static int call(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    if (lua_gettop(L) > 3 && !lua_isnil(L, 4))
        return luaL_error(L, "m(i, j) takes two integers, got a third argument, %s", shown(L, 4));
    lua_settop(L, 3);
    int i_is_integer, j_is_integer;
    lua_Integer i = lua_tointegerx(L, 2, &i_is_integer), j = lua_tointegerx(L, 3, &j_is_integer);
    if (lua_type(L, 2) != LUA_TNUMBER || lua_type(L, 3) != LUA_TNUMBER)
        return luaL_error(L, "m(i, j) takes two integers, got (%s, %s)", shown(L, 2), shown(L, 3));
    if (!i_is_integer || !j_is_integer || i < 1 || i > m->rows || j < 1 || j > m->cols)
        return luaL_error(L, "index (%s, %s) is outside a %dx%d Matrix", shown(L, 2), shown(L, 3), m->rows, m->cols);
    lua_pushnumber(L, m->at[(size_t)(i - 1) * (size_t)m->cols + (size_t)(j - 1)]);
    return 1;
}

/* m:set(i, j, x) */
static int set(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    int i = rigid_get_integer(L, 2, rigid_at(2), 1, m->rows), j = rigid_get_integer(L, 3, rigid_at(3), 1, m->cols);
    const double x = rigid_check_number(L, 4);
    rigid_written_matrix(L, 1)->at[(size_t)(i - 1) * (size_t)m->cols + (size_t)(j - 1)] = x;
    return rigid_return_self(L);
}

static int rows(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    lua_pushinteger(L, m->rows);
    return 1;
}

static int cols(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    lua_pushinteger(L, m->cols);
    return 1;
}

/* m:block(i, j, r, c): the r x c entries whose first is m(i, j) */
static int block(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    int i = rigid_get_integer(L, 2, rigid_at(2), 1, m->rows), j = rigid_get_integer(L, 3, rigid_at(3), 1, m->cols);
    int r = rigid_get_integer(L, 4, rigid_at(4), 0, m->rows - i + 1);
    int c = rigid_get_integer(L, 5, rigid_at(5), 0, m->cols - j + 1);
    rigid_matrix *out = rigid_push_matrix(L, r, c);
    for (size_t k = 0; k < (size_t)r; k++)
        memcpy(out->at + k * (size_t)c, m->at + (k + (size_t)i - 1) * (size_t)m->cols + (size_t)(j - 1),
               (size_t)c * sizeof(double));
    return 1;
}

static int transpose(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    size_t r = (size_t)m->rows, c = (size_t)m->cols;
    rigid_matrix *out = rigid_push_matrix(L, m->cols, m->rows);
    for (size_t i = 0; i < r; i++)
        for (size_t j = 0; j < c; j++)
            out->at[j * r + i] = m->at[i * c + j];
    return 1;
}

static int trace(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    if (m->rows != m->cols)
        return rigid_bad(L, rigid_at(1), "square Matrix expected, got %dx%d", m->rows, m->cols);
    double sum = 0;
    for (size_t i = 0; i < (size_t)m->rows; i++)
        sum += m->at[i * (size_t)(m->cols + 1)];
    lua_pushnumber(L, sum);
    return 1;
}

/* √Σ m_ij², without overflow or underflow on the way */
static int norm(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    lua_pushnumber(L, rigid_dense_norm(m->at, (size_t)m->rows * (size_t)m->cols));
    return 1;
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

/* a + sign b */
static int combine(lua_State *L, double sign, const char *verb) {
    const rigid_matrix *a = rigid_test(L, 1, ID_MATRIX), *b = rigid_test(L, 2, ID_MATRIX);
    if (!a || !b)
        return rigid_bad_operands(L, verb, "and", "both must be a Matrix");
    if (!same_size(a, b))
        return rigid_bad_operands(
            L, verb, "and", lua_pushfstring(L, "their sizes are %dx%d and %dx%d", a->rows, a->cols, b->rows, b->cols));
    rigid_matrix *out = rigid_push_matrix(L, a->rows, a->cols);
    size_t count = rigid_matrix_count(a);
    for (size_t k = 0; k < count; k++)
        out->at[k] = a->at[k] + sign * b->at[k];
    return 1;
}

static int add(lua_State *L) { return combine(L, 1, "add"); }
static int subtract(lua_State *L) { return combine(L, -1, "subtract"); }

static int push_scaled(lua_State *L, const rigid_matrix *m, double s) {
    rigid_matrix *out = rigid_push_matrix(L, m->rows, m->cols);
    size_t count = rigid_matrix_count(m);
    for (size_t k = 0; k < count; k++)
        out->at[k] = s * m->at[k];
    return 1;
}

static int push_product(lua_State *L, const rigid_matrix *a, const rigid_matrix *b) {
    if (a->cols != b->rows)
        return rigid_bad_operands(
            L, "multiply", "by",
            lua_pushfstring(L, "%dx%d by %dx%d, the inner sizes differ", a->rows, a->cols, b->rows, b->cols));
    rigid_matrix *out = push_zeros(L, a->rows, b->cols);
    rigid_add_product(L, a->rows, a->cols, b->cols, a->at, b->at, out->at);
    return 1;
}

/* y_i = Σ_j a_ij x_j for the count numbers of x, the operand at index 2 */
static int push_image(lua_State *L, const rigid_matrix *a, const double *x, int count) {
    if (a->cols != count)
        return rigid_bad_operands(L, "multiply", "by",
                                  lua_pushfstring(L, "%dx%d by %d numbers", a->rows, a->cols, count));
    rigid_vector *out = rigid_push_vector(L, a->rows);
    for (size_t i = 0; i < (size_t)a->rows; i++) {
        const double *row = a->at + i * (size_t)count;
        double sum = 0;
        for (size_t j = 0; j < (size_t)count; j++)
            sum += row[j] * x[j];
        out->at[i] = sum;
    }
    return 1;
}

/* A motion or force at index 2 is taken as its six numbers, linear first. */
static int push_image_of_six(lua_State *L, const rigid_matrix *a, rigid_id id) {
    double six[6];
    if (rigid_is_motion(id))
        rigid_motion_to_array(*(rigid_motion *)rigid_test(L, 2, id), RIGID_LINEAR_FIRST, six);
    else
        rigid_force_to_array(*(rigid_force *)rigid_test(L, 2, id), RIGID_LINEAR_FIRST, six);
    return push_image(L, a, six, 6);
}

/* Matrix * anything but a number, by the type of the right operand. */
static int multiply_by(lua_State *L, const rigid_matrix *a, rigid_id right) {
    if (right == ID_MATRIX)
        return push_product(L, a, rigid_test(L, 2, ID_MATRIX));
    if (right == ID_ABI)
        return rigid_matrix_times_abi(L);
    if (rigid_is_motion(right) || rigid_is_force(right))
        return push_image_of_six(L, a, right);
    if (right == ID_VECTOR || right == ID_VEC3 || rigid_is_list(L, 2)) {
        const rigid_vector *x = rigid_get_vector(L, 2, rigid_at(2), 0);
        return push_image(L, a, x->at, (int)x->size);
    }
    return rigid_bad_operands(
        L, "multiply", "by",
        "a Matrix takes a number, a Matrix, a Vector or list of numbers, a spatial vector or an ABI");
}

static int multiply(lua_State *L) {
    const rigid_matrix *a = rigid_test(L, 1, ID_MATRIX), *b = rigid_test(L, 2, ID_MATRIX);
    if (a && lua_type(L, 2) == LUA_TNUMBER)
        return push_scaled(L, a, lua_tonumber(L, 2));
    if (b && lua_type(L, 1) == LUA_TNUMBER)
        return push_scaled(L, b, lua_tonumber(L, 1));
    if (a)
        return multiply_by(L, a, rigid_id_of(L, 2));
    return rigid_bad_operands(L, "multiply", "by", "what stands left of a Matrix must be a number or a Matrix");
}

static int divide(lua_State *L) {
    const rigid_matrix *m = rigid_test(L, 1, ID_MATRIX);
    if (!m || lua_type(L, 2) != LUA_TNUMBER)
        return rigid_bad_operands(L, "divide", "by", "a Matrix is divided by a number; a:solve(b) solves a x = b");
    double s = lua_tonumber(L, 2);
    size_t count = rigid_matrix_count(m);
    rigid_matrix *out = rigid_push_matrix(L, m->rows, m->cols);
    for (size_t k = 0; k < count; k++)
        out->at[k] = m->at[k] / s;
    return 1;
}

static int negate(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    return push_scaled(L, m, -1);
}

/* ---- comparing, copying, printing -------------------------------------------------------------------------------- */

static int equal(lua_State *L) {
    const rigid_matrix *a = rigid_test(L, 1, ID_MATRIX), *b = rigid_test(L, 2, ID_MATRIX);
    bool same = a && b && same_size(a, b);
    size_t count = same ? rigid_matrix_count(a) : 0;
    for (size_t k = 0; same && k < count; k++)
        same = a->at[k] == b->at[k];
    lua_pushboolean(L, same);
    return 1;
}

static int is_near(lua_State *L) {
    const rigid_matrix *a = rigid_check(L, 1, ID_MATRIX), *b = rigid_get_matrix(L, 2, rigid_at(2), 0, 0);
    double tolerance = rigid_check_tolerance(L, 3, 1e-9);
    bool near = same_size(a, b);
    size_t count = near ? rigid_matrix_count(a) : 0;
    for (size_t k = 0; near && k < count; k++)
        near = a->at[k] == b->at[k] || fabs(a->at[k] - b->at[k]) <= tolerance;
    lua_pushboolean(L, near);
    return 1;
}

static int copy(lua_State *L) {
    push_copy(L, rigid_check(L, 1, ID_MATRIX));
    return 1;
}

static int to_table(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    rigid_push_rows(L, m->at, m->rows, m->cols);
    return 1;
}

/* What is printed of n rows or columns: all up to `most`, else the first and the last few and a gap between. */
typedef struct {
    int n, count, end;
} extent;

static extent extent_of(int n, int most, int end) { return (extent){n, n <= most ? n : 2 * end + 1, end}; }

/* The index of the k-th row or column printed, or -1 for the gap. */
static int printed(extent e, int k) {
    if (e.count == e.n || k < e.end)
        return k;
    return k == e.end ? -1 : e.n - e.count + k;
}

static const char *cell(char text[RIGID_NUMBER_WIDTH], int digits, const rigid_matrix *m, int i, int j) {
    if (i < 0 || j < 0)
        return "...";
    return rigid_format_number(text, digits, m->at[(size_t)i * (size_t)m->cols + (size_t)j]);
}

static int cell_width(int digits, const rigid_matrix *m, extent down, int j) {
    char text[RIGID_NUMBER_WIDTH];
    size_t width = 0;
    for (int k = 0; k < down.count; k++) {
        size_t n = strlen(cell(text, digits, m, printed(down, k), j));
        width = n > width ? n : width;
    }
    return (int)width;
}

/* The corners of a large matrix, in columns like those of rigid_add_table. */
static void add_corners(luaL_Buffer *b, int digits, const rigid_matrix *m, extent down, extent across) {
    char text[RIGID_NUMBER_WIDTH];
    for (int k = 0; k < down.count; k++) {
        luaL_addstring(b, "\n");
        for (int l = 0; l < across.count; l++) {
            int j = printed(across, l);
            rigid_add_format(b, "  %*s", cell_width(digits, m, down, j), cell(text, digits, m, printed(down, k), j));
        }
    }
}

static int to_string(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    extent down = extent_of(m->rows, 24, 10), across = extent_of(m->cols, 12, 5);
    int digits = rigid_check_digits(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    rigid_add_format(&b, "Matrix %dx%d", m->rows, m->cols);
    if (down.count < m->rows || across.count < m->cols) {
        add_corners(&b, digits, m, down, across);
    } else if (rigid_matrix_count(m) > 0) {
        luaL_addstring(&b, "\n");
        rigid_add_table(&b, digits, m->at, m->rows, m->cols, "  ");
    }
    luaL_pushresult(&b);
    return 1;
}

#define STATICS(ROW)                                                                                                   \
    ROW("identity", identity, 1) ROW("diagonal", diagonal, 1)
STATICS(RIGID_STATIC)
static const luaL_Reg statics[] = {STATICS(RIGID_ROW){NULL, NULL}};

#define METHODS(ROW)                                                                                                   \
    ROW("set", set, 3) ROW("rows", rows, 0) ROW("cols", cols, 0) ROW("block", block, 4)                                \
    ROW("transpose", transpose, 0) ROW("trace", trace, 0) ROW("norm", norm, 0)                                         \
    ROW("determinant", rigid_matrix_determinant, 0) ROW("inverse", rigid_matrix_inverse, 0)                            \
    ROW("solve", rigid_matrix_solve, 1) ROW("eigen_symmetric", rigid_matrix_eigen_symmetric, 0)                        \
    ROW("svd", rigid_matrix_svd, 0) ROW("rank", rigid_matrix_rank, 1) ROW("table", to_table, 0) ROW("copy", copy, 0)   \
    ROW("is_near", is_near, 2)
METHODS(RIGID_METHOD)
static const luaL_Reg methods[] = {METHODS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__call", call},   {"__add", add},     {"__sub", subtract},          {"__mul", multiply},
    {"__div", divide},  {"__unm", negate},  {"__eq", equal},              {"__tostring", to_string},
    {"__len", rigid_matrix_length},         {"__newindex", rigid_matrix_newindex}, {NULL, NULL},
};

RIGID_CONSTRUCTOR(construct, 2)
const rigid_class rigid_class_matrix = {
    .construct = counted_construct,
    .statics = {statics, rigid_matrix_makers},
    .methods = {methods, rigid_matrix_parts, rigid_matrix_decompositions},
    .meta = meta,
    .index = rigid_matrix_index,
};
