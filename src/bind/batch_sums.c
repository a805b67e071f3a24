/* The sums of least squares, for lua/rigid/batch/accumulate.lua, which has read the matrices. */
#include "inner.h"
#include "matrix.h"
#include "model.h"
#include "model_arguments.h"
#include "vector.h"

static const double *rows(lua_State *L, int arg, int count, int cols) {
    const rigid_matrix *m = rigid_test(L, arg, ID_MATRIX);
    luaL_argcheck(L, m && m->rows == count && m->cols == cols, arg, "Matrix of that model expected");
    return m->at;
}

/* add(m, Q, V, A, Tau, weights, N, b) -> what comes to τᵀWτ; or nil and the number of a row that is refused, and nothing is changed */
static int add(lua_State *L) {
    const rigid_compiled *c = rigid_check_model(L, 7);
    const rigid_model *m = c->model;
    const rigid_matrix *Q = rigid_test(L, 2, ID_MATRIX);
    luaL_argcheck(L, Q, 2, "Matrix expected");
    void *scratch = rigid_model_scratch(L, rigid_sums_scratch(m) / sizeof(double) + 1);
    rigid_batch batch = {.model = m, .kind = RIGID_BATCH_REGRESSOR, .n = Q->rows};
    batch.q = rows(L, 2, Q->rows, m->nq), batch.v = rows(L, 3, Q->rows, m->nv), batch.a = rows(L, 4, Q->rows, m->nv);
    const double *tau = rows(L, 5, Q->rows, m->nv);
    const rigid_vector *weights = rigid_test(L, 6, ID_VECTOR);
    luaL_argcheck(L, lua_isnil(L, 6) || (weights && weights->size == m->nv), 6, "Vector of that model expected");
    rows(L, 7, 10 * m->links, 10 * m->links);
    rigid_matrix *N = rigid_written_matrix(L, 7);
    rigid_vector *b = rigid_test(L, 8, ID_VECTOR);
    luaL_argcheck(L, b && b->size == 10 * m->links, 8, "Vector of that model expected");
    const int bad = rigid_rows_unsound(&batch, tau, 0, batch.n);
    if (bad > 0) {
        lua_pushnil(L), lua_pushinteger(L, bad);
        return 2;
    }
    lua_pushnumber(L, rigid_sums_add(&batch, tau, weights ? weights->at : NULL, N->at, b->at, scratch));
    return 1;
}

const luaL_Reg rigid_sum_functions[] = {{"add", add}, {NULL, NULL}};
