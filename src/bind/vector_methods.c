/* Vector: the class. A column of n numbers, joint positions or torques, parameters, singular values. Entries can be changed in
   place (v[i] = x, v:set(i, x)); every other operation gives a new value. */
#include "../dense/dense.h"
#include "class.h"
#include "numbers.h"
#include "print.h"
#include "vector.h"
#include "vector_lists.h"

#include <string.h>

enum { ON_ONE_LINE = 10, MOST_LINES = 30, LINES_AT_AN_END = 10 };

/* The Vector at idx, or the list taken for one; null for anything else. */
static rigid_vector *operand(lua_State *L, int idx) {
    if (lua_istable(L, idx))
        return rigid_is_vector_list(L, idx) ? rigid_get_vector(L, idx, rigid_at(idx), 0) : NULL;
    return rigid_test(L, idx, ID_VECTOR);
}

static rigid_vector *push_copy(lua_State *L, const rigid_vector *v) {
    rigid_vector *out = rigid_push_vector(L, (int)v->size);
    memcpy(out->at, v->at, (size_t)v->size * sizeof(double));
    return out;
}

/* Vector(n) is n zeros; Vector{..} and Vector(v) copy. */
static int construct(lua_State *L) {
    if (lua_type(L, 2) == LUA_TNUMBER) {
        int size = rigid_get_integer(L, 2, rigid_at(2), 0, RIGID_MOST_NUMBERS);
        memset(rigid_push_vector(L, size)->at, 0, (size_t)size * sizeof(double));
        return 1;
    }
    push_copy(L, rigid_get_vector(L, 2, rigid_at(2), 0));
    return 1;
}

/* ---- entries ----------------------------------------------------------------------------------------------------- */

static int get_index(lua_State *L) {
    const rigid_vector *v = rigid_check(L, 1, ID_VECTOR);
    return rigid_index_numbers(L, v->at, (int)v->size);
}

/* The receiver, to be written into. */
static rigid_vector *written(lua_State *L) {
    rigid_vector *v = rigid_check(L, 1, ID_VECTOR);
    if (v->row)
        luaL_error(L, "m[%d] is a copy of that row of a Matrix, and writing there changes no Matrix: m:set(%d, j, x) does; "
                   "m:row(%d) is a copy too, but a Vector of its own, to write into", (int)v->row, (int)v->row, (int)v->row);
    return v;
}

/* v[i] = x */
static int set_index(lua_State *L) {
    rigid_vector *v = written(L);
    int is_integer;
    lua_Integer i = lua_tointegerx(L, 2, &is_integer);
    if (lua_type(L, 2) != LUA_TNUMBER)
        return luaL_error(L, "a Vector has numbers only, v[i] = x with i from 1 to %d; got a %s for i", (int)v->size,
                          luaL_typename(L, 2));
    if (!is_integer || i < 1 || i > v->size)
        return luaL_error(L, "index %s is outside a Vector, which has entries 1 to %d", luaL_tolstring(L, 2, NULL),
                          (int)v->size);
    if (lua_type(L, 3) != LUA_TNUMBER)
        return luaL_error(L, "an entry of a Vector is a number, got %s", rigid_name_of(L, 3));
    v->at[i - 1] = lua_tonumber(L, 3);
    return 0;
}

/* v:set(i, x) */
static int set(lua_State *L) {
    rigid_vector *v = written(L);
    int i = rigid_get_integer(L, 2, rigid_at(2), 1, (int)v->size);
    v->at[i - 1] = rigid_check_number(L, 3);
    return rigid_return_self(L);
}

static int length(lua_State *L) {
    const rigid_vector *v = rigid_check(L, 1, ID_VECTOR);
    lua_pushinteger(L, v->size);
    return 1;
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

/* a + sign b */
static int combine(lua_State *L, double sign, const char *verb) {
    const rigid_vector *a = operand(L, 1), *b = operand(L, 2);
    if (!a || !b)
        return rigid_bad_operands(L, verb, "and", "both must be Vectors or lists of numbers");
    if (a->size != b->size)
        return rigid_bad_operands(L, verb, "and",
                                  lua_pushfstring(L, "their sizes are %d and %d", (int)a->size, (int)b->size));
    rigid_vector *out = rigid_push_vector(L, (int)a->size);
    for (int64_t i = 0; i < a->size; i++)
        out->at[i] = a->at[i] + sign * b->at[i];
    return 1;
}

static int add(lua_State *L) { return combine(L, 1, "add"); }
static int subtract(lua_State *L) { return combine(L, -1, "subtract"); }

static int push_scaled(lua_State *L, const rigid_vector *v, double s) {
    rigid_vector *out = rigid_push_vector(L, (int)v->size);
    for (int64_t i = 0; i < v->size; i++)
        out->at[i] = s * v->at[i];
    return 1;
}

static int multiply(lua_State *L) {
    const rigid_vector *a = rigid_test(L, 1, ID_VECTOR), *b = rigid_test(L, 2, ID_VECTOR);
    if (a && lua_type(L, 2) == LUA_TNUMBER)
        return push_scaled(L, a, lua_tonumber(L, 2));
    if (b && lua_type(L, 1) == LUA_TNUMBER)
        return push_scaled(L, b, lua_tonumber(L, 1));
    if (rigid_test(L, 2, ID_MATRIX))
        return rigid_bad_operands(L, "multiply", "by", "a Vector is a column; m:transpose() * v is the row times m");
    return rigid_bad_operands(L, "multiply", "by", "a Vector takes a number; the product of two Vectors is a:dot(b)");
}

static int divide(lua_State *L) {
    const rigid_vector *v = rigid_test(L, 1, ID_VECTOR);
    if (!v || lua_type(L, 2) != LUA_TNUMBER)
        return rigid_bad_operands(L, "divide", "by", "a Vector is divided by a number");
    double s = lua_tonumber(L, 2);
    rigid_vector *out = rigid_push_vector(L, (int)v->size);
    for (int64_t i = 0; i < v->size; i++)
        out->at[i] = v->at[i] / s;
    return 1;
}

static int negate(lua_State *L) {
    const rigid_vector *v = rigid_check(L, 1, ID_VECTOR);
    rigid_vector *out = rigid_push_vector(L, (int)v->size);
    for (int64_t i = 0; i < v->size; i++)
        out->at[i] = -v->at[i];
    return 1;
}

/* Σ a_i b_i */
static int dot(lua_State *L) {
    const rigid_vector *a = rigid_check(L, 1, ID_VECTOR);
    const rigid_vector *b = rigid_get_vector(L, 2, rigid_at(2), 0);
    if (a->size != b->size)
        return rigid_bad(L, rigid_at(2), "Vector of size %d expected, got size %d", (int)a->size, (int)b->size);
    double sum = 0;
    for (int64_t i = 0; i < a->size; i++)
        sum += a->at[i] * b->at[i];
    lua_pushnumber(L, sum);
    return 1;
}

/* √Σ v_i², without overflow or underflow on the way */
static int norm(lua_State *L) {
    const rigid_vector *v = rigid_check(L, 1, ID_VECTOR);
    lua_pushnumber(L, rigid_dense_norm(v->at, (size_t)v->size));
    return 1;
}

/* ---- comparing, copying, printing -------------------------------------------------------------------------------- */

static int equal(lua_State *L) {
    const rigid_vector *a = rigid_test(L, 1, ID_VECTOR), *b = rigid_test(L, 2, ID_VECTOR);
    bool same = a && b && a->size == b->size;
    for (int64_t i = 0; same && i < a->size; i++)
        same = a->at[i] == b->at[i];
    lua_pushboolean(L, same);
    return 1;
}

static int is_near(lua_State *L) {
    const rigid_vector *a = rigid_check(L, 1, ID_VECTOR);
    const rigid_vector *b = rigid_get_vector(L, 2, rigid_at(2), 0);
    double tolerance = rigid_check_tolerance(L, 3, 1e-9);
    bool near = a->size == b->size;
    for (int64_t i = 0; near && i < a->size; i++)
        near = a->at[i] == b->at[i] || fabs(a->at[i] - b->at[i]) <= tolerance;
    lua_pushboolean(L, near);
    return 1;
}

static int copy(lua_State *L) {
    push_copy(L, rigid_check(L, 1, ID_VECTOR));
    return 1;
}

static int to_table(lua_State *L) {
    const rigid_vector *v = rigid_check(L, 1, ID_VECTOR);
    rigid_push_list(L, v->at, (int)v->size);
    return 1;
}

static void add_on_one_line(luaL_Buffer *b, int digits, const rigid_vector *v) {
    char text[RIGID_NUMBER_WIDTH];
    luaL_addstring(b, " (");
    for (int64_t i = 0; i < v->size; i++)
        rigid_add_format(b, "%s%s", i > 0 ? ", " : "", rigid_format_number(text, digits, v->at[i]));
    luaL_addchar(b, ')');
}

/* The line after line i: over 30, those between the first ten and the last ten are left out. */
static int64_t next_line(int64_t i, int64_t size) {
    return size > MOST_LINES && i == LINES_AT_AN_END - 1 ? size - LINES_AT_AN_END : i + 1;
}

/* One entry a line, right-aligned. */
static void add_lines(luaL_Buffer *b, int digits, const rigid_vector *v) {
    char text[RIGID_NUMBER_WIDTH];
    int width = v->size > MOST_LINES ? 3 : 0;
    for (int64_t i = 0; i < v->size; i = next_line(i, v->size)) {
        int n = (int)strlen(rigid_format_number(text, digits, v->at[i]));
        width = n > width ? n : width;
    }
    for (int64_t i = 0; i < v->size; i = next_line(i, v->size)) {
        rigid_add_format(b, "\n  %*s", width, rigid_format_number(text, digits, v->at[i]));
        if (next_line(i, v->size) > i + 1)
            rigid_add_format(b, "\n  %*s", width, "...");
    }
}

static int to_string(lua_State *L) {
    const rigid_vector *v = rigid_check(L, 1, ID_VECTOR);
    int digits = rigid_check_digits(L);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    rigid_add_format(&b, "Vector %d:", (int)v->size);
    if (v->size <= ON_ONE_LINE)
        add_on_one_line(&b, digits, v);
    else
        add_lines(&b, digits, v);
    luaL_pushresult(&b);
    return 1;
}

#define METHODS(ROW)                                                                                                   \
    ROW("set", set, 2) ROW("dot", dot, 1) ROW("norm", norm, 0) ROW("table", to_table, 0) ROW("copy", copy, 0)          \
    ROW("is_near", is_near, 2)
METHODS(RIGID_METHOD)
static const luaL_Reg methods[] = {METHODS(RIGID_ROW){NULL, NULL}};

static const luaL_Reg meta[] = {
    {"__newindex", set_index}, {"__len", length}, {"__add", add},  {"__sub", subtract},       {"__mul", multiply},
    {"__div", divide},         {"__unm", negate}, {"__eq", equal}, {"__tostring", to_string}, {NULL, NULL},
};

RIGID_CONSTRUCTOR(construct, 1)
const rigid_class rigid_class_vector = {
    .construct = counted_construct,
    .statics = {rigid_vector_makers},
    .methods = {methods, rigid_vector_statistics},
    .meta = meta,
    .index = get_index,
};
