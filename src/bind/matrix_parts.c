/* Parts of a Matrix and what is put together of several: rows, columns, what their numbers come to, side by side, one above the
   other, Kronecker's product. Parts are copies. */
#include "matrix_lists.h"
#include "class.h"
#include "matrix.h"
#include "numbers.h"
#include "options.h"
#include "vector.h"

#include <string.h>

static const rigid_matrix *self_of(lua_State *L) { return rigid_check(L, 1, ID_MATRIX); }

/* ---- rows and columns --------------------------------------------------------------------------------------------- */

static rigid_vector *push_row(lua_State *L, const rigid_matrix *m, int i) {
    rigid_vector *v = rigid_push_vector(L, m->cols);
    memcpy(v->at, m->at + (size_t)(i - 1) * (size_t)m->cols, (size_t)m->cols * sizeof(double));
    return v;
}

static int row(lua_State *L) {
    const rigid_matrix *m = self_of(L);
    push_row(L, m, rigid_get_integer(L, 2, rigid_at(2), 1, m->rows));
    return 1;
}

static int column(lua_State *L) {
    const rigid_matrix *m = self_of(L);
    int j = rigid_get_integer(L, 2, rigid_at(2), 1, m->cols);
    double *out = rigid_push_vector(L, m->rows)->at;
    for (int i = 0; i < m->rows; i++)
        out[i] = m->at[(size_t)i * (size_t)m->cols + (size_t)(j - 1)];
    return 1;
}

/* m[i], row i as a Vector that is only read; nil after the last, so that ipairs ends */
int rigid_matrix_index(lua_State *L) {
    if (lua_type(L, 2) != LUA_TNUMBER)
        return lua_isnone(L, 2) ? 0 : rigid_index_method(L);
    const rigid_matrix *m = self_of(L);
    int is_integer;
    lua_Integer i = lua_tointegerx(L, 2, &is_integer);
    if (is_integer && i >= 1 && i <= m->rows) {
        push_row(L, m, (int)i)->row = (int32_t)i;
        return 1;
    }
    if (!is_integer || i != (lua_Integer)m->rows + 1)
        return luaL_error(L, "row %s is outside a %dx%d Matrix; m(i, j) is an entry", luaL_tolstring(L, 2, NULL), m->rows, m->cols);
    lua_pushnil(L);
    return 1;
}

/* m[i] = x */
int rigid_matrix_newindex(lua_State *L) {
    return luaL_error(L, "a Matrix is written into by m:set(i, j, x); m[i] is a copy of row i");
}

int rigid_matrix_length(lua_State *L) {
    lua_pushinteger(L, self_of(L)->rows);
    return 1;
}

/* ---- what the numbers come to ------------------------------------------------------------------------------------- */

typedef double (*fold)(double, double);
static double lesser(double a, double b) { return b < a || isnan(b) ? b : a; }
static double greater(double a, double b) { return b > a || isnan(b) ? b : a; }
static double sum_of(double a, double b) { return a + b; }

static double folded(const rigid_matrix *m, size_t first, size_t step, size_t count, fold f) {
    double value = m->at[first];
    for (size_t k = 1; k < count; k++)
        value = f(value, m->at[first + k * step]);
    return value;
}

static const char *const directions[] = {"rows", "columns", NULL};

/* Of all entries, one number; "rows": of each row, "columns": of each column, a Vector. */
static int push_folded(lua_State *L, fold f, bool mean) {
    const rigid_matrix *m = self_of(L);
    size_t r = (size_t)m->rows, c = (size_t)m->cols;
    int along = rigid_get_word(L, 2, rigid_at(2), directions, 2);
    if (r == 0 || c == 0)
        return rigid_bad(L, rigid_at(1), "Matrix of at least 1x1 expected, got %dx%d", m->rows, m->cols);
    size_t results = along == 0 ? r : along == 1 ? c : 1, count = r * c / results, step = along == 1 ? c : 1;
    double *out = rigid_push_vector(L, (int)results)->at;
    for (size_t k = 0; k < results; k++)
        out[k] = folded(m, along == 0 ? k * c : k, step, count, f) / (mean ? (double)count : 1);
    if (along == 2)
        lua_pushnumber(L, out[0]);
    return 1;
}

static int least(lua_State *L) { return push_folded(L, lesser, false); }
static int most(lua_State *L) { return push_folded(L, greater, false); }
static int sum(lua_State *L) { return push_folded(L, sum_of, false); }
static int mean(lua_State *L) { return push_folded(L, sum_of, true); }

/* ---- several ------------------------------------------------------------------------------------------------------ */

/* A ⊗ B: blocks a_ij B */
static int kron(lua_State *L) {
    const rigid_matrix *a = self_of(L), *b = rigid_get_matrix(L, 2, rigid_at(2), 0, 0);
    int64_t rows = (int64_t)a->rows * b->rows, cols = (int64_t)a->cols * b->cols;
    if (rows * cols > RIGID_MOST_ENTRIES || rows > RIGID_MOST_ENTRIES || cols > RIGID_MOST_ENTRIES)
        return rigid_bad(L, rigid_at(2), "the product would have more than 2^27 entries");
    rigid_matrix *out = rigid_push_matrix(L, (int)rows, (int)cols);
    size_t p = (size_t)b->rows, q = (size_t)b->cols;
    for (size_t i = 0; i < (size_t)rows; i++)
        for (size_t j = 0; j < (size_t)cols; j++)
            out->at[i * (size_t)cols + j] = a->at[i / p * (size_t)a->cols + j / q] * b->at[i % p * q + j % q];
    return 1;
}

/* The receiver and the Matrix at 2, or a Vector as one column (of hcat) or one row (of vcat). */
static const rigid_matrix *neighbour(lua_State *L, const rigid_matrix *m, bool beside) {
    if (rigid_test(L, 2, ID_VECTOR) || rigid_test(L, 2, ID_VEC3) || (rigid_is_list(L, 2) && lua_rawlen(L, 2) > 0)) {
        const rigid_vector *v = rigid_get_vector(L, 2, rigid_at(2), beside ? m->rows : m->cols);
        int size = (int)v->size;
        rigid_matrix *out = rigid_push_matrix(L, beside ? size : 1, beside ? 1 : size);
        memcpy(out->at, v->at, (size_t)size * sizeof(double));
        return out;
    }
    return rigid_get_matrix(L, 2, rigid_at(2), beside ? m->rows : 0, beside ? 0 : m->cols);
}

static void write_block(rigid_matrix *to, int row_, int col, const rigid_matrix *from) {
    for (size_t i = 0; i < (size_t)from->rows; i++)
        memcpy(to->at + (i + (size_t)row_) * (size_t)to->cols + (size_t)col, from->at + i * (size_t)from->cols,
               (size_t)from->cols * sizeof(double));
}

static int join(lua_State *L, bool beside) {
    const rigid_matrix *a = self_of(L), *b = neighbour(L, a, beside);
    if (beside ? a->rows != b->rows : a->cols != b->cols) /* where one has none, 0 was not asked for */
        return rigid_bad(L, rigid_at(2), "Matrix of %d %s expected, got %dx%d", beside ? a->rows : a->cols,
                         beside ? "rows" : "columns", b->rows, b->cols);
    const int64_t rows = (int64_t)a->rows + (beside ? 0 : b->rows), cols = (int64_t)a->cols + (beside ? b->cols : 0);
    if (rows > RIGID_MOST_ENTRIES || cols > RIGID_MOST_ENTRIES) /* as many as an empty one may have */
        return rigid_bad(L, rigid_at(2), "the result would have more than 2^27 %s", beside ? "columns" : "rows");
    rigid_matrix *out = rigid_push_matrix(L, (int)rows, (int)cols);
    write_block(out, 0, 0, a);
    write_block(out, beside ? 0 : a->rows, beside ? a->cols : 0, b);
    return 1;
}

static int hcat(lua_State *L) { return join(L, true); }
static int vcat(lua_State *L) { return join(L, false); }

/* ---- making ------------------------------------------------------------------------------------------------------- */

static int push_filled(lua_State *L, double value) {
    int rows = rigid_get_integer(L, 1, rigid_at(1), 0, RIGID_MOST_ENTRIES);
    int cols = rigid_get_integer(L, 2, rigid_at(2), 0, RIGID_MOST_ENTRIES / (rows > 0 ? rows : 1));
    rigid_matrix *m = rigid_push_matrix(L, rows, cols);
    size_t count = rigid_matrix_count(m);
    for (size_t k = 0; k < count; k++)
        m->at[k] = value;
    return 1;
}

static int zeros(lua_State *L) { return push_filled(L, 0); }
static int ones(lua_State *L) { return push_filled(L, 1); }

#define MAKERS(ROW) ROW("zeros", zeros, 2) ROW("ones", ones, 2)
MAKERS(RIGID_STATIC)
const luaL_Reg rigid_matrix_makers[] = {MAKERS(RIGID_ROW){NULL, NULL}};

#define METHODS(ROW)                                                                                                   \
    ROW("row", row, 1) ROW("column", column, 1) ROW("min", least, 1) ROW("max", most, 1) ROW("sum", sum, 1)            \
    ROW("mean", mean, 1) ROW("kron", kron, 1) ROW("hcat", hcat, 1) ROW("vcat", vcat, 1)
METHODS(RIGID_METHOD)
const luaL_Reg rigid_matrix_parts[] = {METHODS(RIGID_ROW){NULL, NULL}};
