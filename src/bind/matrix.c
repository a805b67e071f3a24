/* Matrices of any size are made here, and read out of arguments: numbers in rows and columns, row after row in memory, down to
   0 x n. A nested table of rows is taken wherever a Matrix is an argument. NaN and infinities are carried through. */
#include "matrix.h"
#include "interrupts.h"
#include "vector.h"

#include <string.h>

enum { LINE = 64, LINED = 4096 /* bytes: what is smaller gains nothing by it */ };

rigid_matrix *rigid_push_matrix(lua_State *L, int rows, int cols) {
    unsigned long long count = (unsigned long long)rows * (unsigned long long)cols; /* more than 32 bits may hold */
    if (count > RIGID_MOST_ENTRIES)
        luaL_error(L, "a %dx%d Matrix is too large: it can hold 2^27 numbers", rows, cols);
    const size_t bytes = (size_t)count * sizeof(double), apart = bytes >= LINED ? LINE - sizeof(double) : 0;
    rigid_matrix *m = rigid_push_sized(L, ID_MATRIX, sizeof(rigid_matrix) + bytes + apart, 0);
    double *behind = (double *)(void *)(m + 1);
    m->rows = rows, m->cols = cols, m->zeros = 0;
    m->at = apart > 0 ? behind + (LINE - (uintptr_t)behind % LINE) % LINE / sizeof(double) : behind;
    return m;
}

void rigid_push_m3(lua_State *L, m3 a) {
    const double at[9] = {a.x.x, a.x.y, a.x.z, a.y.x, a.y.y, a.y.z, a.z.x, a.z.y, a.z.z};
    memcpy(rigid_push_matrix(L, 3, 3)->at, at, sizeof at);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* Push row i of the table at idx as a Vector; errors name it "[2]", or "inertia[2]" where the table is a field. */
static const rigid_vector *push_row(lua_State *L, int idx, rigid_place at, int i) {
    const char *field = lua_pushfstring(L, "%s[%d]", at.field ? at.field : "", i);
    lua_rawgeti(L, idx, i);
    const rigid_vector *row = rigid_get_vector(L, -1, rigid_field_of(at.arg, field), 0);
    lua_remove(L, -2);
    return row;
}

/* How many rows the table at idx lists; raises where it holds more than entries 1 to n, or has a hole. */
static int count_rows(lua_State *L, int idx, rigid_place at) {
    lua_Integer count = 0, i = 1;
    for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1))
        count++;
    for (; lua_rawgeti(L, idx, i) != LUA_TNIL; i++)
        lua_pop(L, 1);
    lua_pop(L, 1);
    if (count == i - 1 && count <= RIGID_MOST_ENTRIES)
        return (int)count;
    if (rigid_goes_on(L, idx, i))
        push_row(L, idx, at, (int)i); /* which is not there */
    return rigid_bad(L, at, "list of at most 2^27 rows expected, got a table with other entries than 1 to n");
}

/* A list of rows becomes a Matrix in its place on the stack. */
static rigid_matrix *from_rows(lua_State *L, int idx, rigid_place at) {
    int rows = count_rows(L, idx, at), cols = 0;
    if (rows > 0) {
        cols = (int)push_row(L, idx, at, 1)->size;
        lua_pop(L, 1);
    }
    rigid_matrix *m = rigid_push_matrix(L, rows, cols);
    for (int i = 0; i < rows; i++) {
        const rigid_vector *row = push_row(L, idx, at, i + 1);
        if (row->size != cols)
            rigid_bad(L, at, "rows of one length expected, but row 1 has %d and row %d has %d", cols, i + 1,
                      (int)row->size);
        memcpy(m->at + (size_t)i * (size_t)cols, row->at, (size_t)cols * sizeof(double));
        lua_pop(L, 1);
    }
    lua_replace(L, idx);
    return m;
}

/* The size wanted, in words: "6x6 Matrix", "Matrix of 6 rows". */
static const char *wanted(lua_State *L, int rows, int cols) {
    if (rows && cols)
        return lua_pushfstring(L, "%dx%d Matrix", rows, cols);
    return rows ? lua_pushfstring(L, "Matrix of %d rows", rows) : lua_pushfstring(L, "Matrix of %d columns", cols);
}

const rigid_matrix *rigid_get_matrix(lua_State *L, int idx, rigid_place at, int rows, int cols) {
    idx = lua_absindex(L, idx);
    const rigid_matrix *m = rigid_test(L, idx, ID_MATRIX);
    if (!m && lua_isnone(L, idx))
        rigid_bad(L, at, "%s expected, got no value", rows || cols ? wanted(L, rows, cols) : "Matrix or list of rows");
    if (!m && !lua_istable(L, idx))
        rigid_expected(L, at, idx, rows || cols ? wanted(L, rows, cols) : "Matrix or list of rows");
    if (!m)
        m = from_rows(L, idx, at);
    if ((rows && m->rows != rows) || (cols && m->cols != cols))
        rigid_bad(L, at, "%s expected, got %dx%d", wanted(L, rows, cols), m->rows, m->cols);
    return m;
}

void rigid_add_product(lua_State *L, int rows, int inner, int width, const double *a, const double *b, double *out) {
    size_t done = 0;
    rigid_hooks hooks = rigid_hooks_now(L);
    for (size_t i = 0; i < (size_t)rows; i++) {
        if (rigid_piece_is_done(&done, (size_t)inner * (size_t)width))
            rigid_end_if_interrupted(L, &hooks);
        for (size_t k = 0; k < (size_t)inner; k++) {
            const double s = a[i * (size_t)inner + k], *from = b + k * (size_t)width;
            double *to = out + i * (size_t)width;
            for (size_t j = 0; j < (size_t)width; j++)
                to[j] += s * from[j];
        }
    }
}

/* ---- by columns of six ------------------------------------------------------------------------------------------- */

int rigid_push_columns_product(lua_State *L, const void *self, rigid_force (*product)(const void *, rigid_motion)) {
    const rigid_matrix *A = rigid_test(L, 2, ID_MATRIX);
    if (A->rows != 6)
        return luaL_error(L, "cannot multiply a 6x6 inertia by a %dx%d Matrix: it must have 6 rows (linear first)", A->rows,
                          A->cols);
    rigid_matrix *out = rigid_push_matrix(L, 6, A->cols);
    for (int j = 0; j < A->cols; j++) {
        double column[6];
        rigid_matrix_column(A, j, column);
        rigid_force f = product(self, rigid_motion_from_array(column, RIGID_LINEAR_FIRST));
        rigid_force_to_array(f, RIGID_LINEAR_FIRST, column);
        rigid_matrix_set_column(out, j, column);
    }
    return 1;
}
