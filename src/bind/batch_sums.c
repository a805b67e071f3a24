/* The sums of least squares, for lua/rigid/batch/accumulate.lua, which has read the matrices. */
#include "inner.h"
#include "interrupts.h"
#include "matrix.h"
#include "model.h"
#include "model_arguments.h"
#include "vector.h"

static const double *rows(lua_State *L, int arg, int count, int cols) {
    const rigid_matrix *m = rigid_test(L, arg, ID_MATRIX);
    luaL_argcheck(L, m && m->rows == count && m->cols == cols, arg, "Matrix of that model expected");
    return m->at;
}

static bool is_unwanted(const void *since) { return rigid_is_interrupted(since); }

/* The raw field of the table at `of`, pushed. */
static void get(lua_State *L, int of, const char *name) {
    lua_pushstring(L, name);
    lua_rawget(L, of);
}
static void put(lua_State *L, int of, const char *name, int value) {
    lua_pushstring(L, name);
    lua_pushvalue(L, value);
    lua_rawset(L, of);
}

/* put(sums, products, right, square, samples): all at once, for Ctrl-C comes between two instructions of Lua */
static int put_sums(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 5);
    put(L, 1, "products", 2), put(L, 1, "right", 3), put(L, 1, "square", 4), put(L, 1, "samples", 5);
    return 0;
}

/* add(m, Q, V, A, Tau, weights, sums): nothing, or the number of a row that is refused. Where one is, or Ctrl-C comes, the sums are as they were. */
static int add(lua_State *L) {
    const rigid_compiled *c = rigid_check_model(L, 6);
    const rigid_model *m = c->model;
    const rigid_matrix *Q = rigid_test(L, 2, ID_MATRIX);
    luaL_argcheck(L, Q, 2, "Matrix expected");
    luaL_checktype(L, 7, LUA_TTABLE);
    lua_settop(L, 7);
    void *scratch = rigid_model_scratch(L, rigid_sums_scratch(m) / sizeof(double) + 1);
    rigid_batch batch = {.model = m, .kind = RIGID_BATCH_REGRESSOR, .n = Q->rows};
    batch.q = rows(L, 2, Q->rows, m->nq), batch.v = rows(L, 3, Q->rows, m->nv), batch.a = rows(L, 4, Q->rows, m->nv);
    const double *tau = rows(L, 5, Q->rows, m->nv);
    const rigid_vector *weights = rigid_test(L, 6, ID_VECTOR);
    luaL_argcheck(L, lua_isnil(L, 6) || (weights && weights->size == m->nv), 6, "Vector of that model expected");
    get(L, 7, "products"), get(L, 7, "right"), get(L, 7, "square"), get(L, 7, "samples");
    const int samples = lua_gettop(L), square = samples - 1, right = samples - 2, products = samples - 3;
    rows(L, products, 10 * m->links, 10 * m->links);
    rigid_matrix *N = rigid_written_matrix(L, products);
    rigid_vector *b = rigid_test(L, right, ID_VECTOR);
    luaL_argcheck(L, b && b->size == 10 * m->links, 7, "sums of that model expected");
    double sum = luaL_checknumber(L, square);
    const lua_Integer count = luaL_checkinteger(L, samples) + Q->rows;
    const int bad = rigid_rows_unsound(&batch, tau, 0, batch.n);
    if (bad > 0) {
        lua_pushinteger(L, bad);
        return 1;
    }
    const rigid_hooks hooks = rigid_hooks_now(L);
    if (!rigid_sums_add(&batch, tau, weights ? weights->at : NULL, N->at, b->at, &sum, is_unwanted, &hooks, scratch))
        return rigid_raise_interrupt(L);
    lua_pushnumber(L, sum);
    lua_replace(L, square);
    lua_pushinteger(L, count);
    lua_replace(L, samples);
    put(L, 7, "square", square), put(L, 7, "samples", samples);
    return 0;
}

const luaL_Reg rigid_sum_functions[] = {{"add", add}, {"put", put_sums}, {NULL, NULL}};
