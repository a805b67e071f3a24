/* What linear problems are made of: columns that can stand alone, and those that are asked for. */
#include "../core/identification/independent.h"
#include "identification_problem.h"
#include "identification_values.h"

/* The numbers 1 .. most in the list at arg, less one each. */
static int *push_indices(lua_State *L, int arg, int most) {
    luaL_checktype(L, arg, LUA_TTABLE);
    const lua_Unsigned count = lua_rawlen(L, arg);
    luaL_argcheck(L, count < INT32_MAX, arg, "too many");
    int *list = lua_newuserdatauv(L, (count + 1) * sizeof *list, 0);
    for (lua_Unsigned k = 0; k < count; k++) {
        lua_rawgeti(L, arg, (lua_Integer)k + 1);
        const lua_Integer x = lua_tointeger(L, -1);
        luaL_argcheck(L, x >= 1 && x <= most, arg, "numbers of columns expected");
        list[k] = (int)x - 1;
        lua_pop(L, 1);
    }
    return list;
}

/* independent(A, order) -> list: of the columns of A in that order, those that none before them span; rows of A are of length one */
int rigid_independent(lua_State *L) {
    const rigid_matrix *A = rigid_inner_matrix(L, 1, 0);
    const int *order = push_indices(L, 2, A->cols);
    const size_t count = (size_t)A->rows;
    int *kept = lua_newuserdatauv(L, (count + 1) * sizeof *kept, 0);
    double *directions = lua_newuserdatauv(L, (count * count + 1) * sizeof *directions, 0);
    const int many = rigid_independent_columns(A->rows, A->cols, A->at, (int)lua_rawlen(L, 2), order, kept, directions);
    lua_createtable(L, many, 0);
    for (int k = 0; k < many; k++) {
        lua_pushinteger(L, kept[k] + 1);
        lua_rawseti(L, -2, k + 1);
    }
    return 1;
}

/* columns(G, free, f, known, s) -> Matrix: s (G with its columns `free` alone, and f - known last); f, known: a number for each row */
int rigid_columns(lua_State *L) {
    const rigid_matrix *G = rigid_inner_matrix(L, 1, 0);
    const int *list = push_indices(L, 2, G->cols), count = (int)lua_rawlen(L, 2);
    const rigid_vector *f = rigid_inner_vector(L, 3, G->rows), *known = rigid_inner_vector(L, 4, G->rows);
    const double scale = luaL_checknumber(L, 5);
    const size_t width = (size_t)count + 1;
    rigid_matrix *out = rigid_push_matrix(L, G->rows, count + 1);
    for (size_t i = 0; i < (size_t)G->rows; i++) {
        for (size_t c = 0; c + 1 < width; c++)
            out->at[i * width + c] = scale * G->at[i * (size_t)G->cols + (size_t)list[c]];
        out->at[i * width + width - 1] = scale * (f->at[i] - known->at[i]);
    }
    return 1;
}
