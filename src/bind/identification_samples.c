/* Samples, which scripts hold as lists, as matrices with a sample in each row; and their rates. */
#include "identification_samples.h"

#include "identification_values.h"
#include "matrix.h"

#include <string.h>

enum { MOST_COLUMNS = 1 << 15, POINTS = 5, ASIDE = POINTS / 2 };

/* gather(list, columns) -> Matrix: the Vectors of the list as its rows; or nil and the number of an entry that is none of that size */
int rigid_gather(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    const lua_Unsigned count = lua_rawlen(L, 1);
    const lua_Integer columns = luaL_checkinteger(L, 2);
    luaL_argcheck(L, count < INT32_MAX && columns >= 0 && columns < MOST_COLUMNS, 1, "out of range");
    rigid_matrix *out = rigid_push_matrix(L, (int)count, (int)columns);
    for (lua_Unsigned i = 0; i < count; i++) {
        lua_rawgeti(L, 1, (lua_Integer)i + 1);
        const rigid_vector *x = rigid_test(L, -1, ID_VECTOR);
        if (!x || x->size != columns) {
            lua_pushnil(L), lua_pushinteger(L, (lua_Integer)i + 1);
            return 2;
        }
        memcpy(out->at + i * (size_t)columns, x->at, (size_t)columns * sizeof *out->at);
        lua_pop(L, 1);
    }
    return 1;
}

/* By how much each of five samples counts in the rate at the middle one, of the quartic through them: what Lagrange's polynomial of sample p has there
   as its slope. */
static void rate_weights(const double t[POINTS], double weight[POINTS]) {
    const double here = t[ASIDE];
    weight[ASIDE] = 0;
    for (int p = 0; p < POINTS; p++) {
        if (p == ASIDE)
            continue;
        weight[ASIDE] += 1 / (here - t[p]);
        weight[p] = 1 / (t[p] - here);
        for (int r = 0; r < POINTS; r++)
            if (r != p && r != ASIDE)
                weight[p] *= (here - t[r]) / (t[p] - t[r]);
    }
}

/* rates(t, V) -> Matrix: the rates of V's columns at all rows but the first two and the last two; t a Vector that rises */
int rigid_rates(lua_State *L) {
    const rigid_matrix *V = rigid_inner_matrix(L, 2, 0);
    const rigid_vector *t = rigid_inner_vector(L, 1, V->rows);
    const int cols = V->cols, count = V->rows - 2 * ASIDE;
    luaL_argcheck(L, count >= 0, 1, "five numbers or more expected");
    rigid_matrix *out = rigid_push_matrix(L, count, cols);
    for (int i = 0; i < count; i++) {
        double weight[POINTS];
        rate_weights(t->at + i, weight);
        for (int k = 0; k < cols; k++) {
            double sum = 0;
            for (int p = 0; p < POINTS; p++)
                sum += weight[p] * V->at[(size_t)(i + p) * (size_t)cols + (size_t)k];
            out->at[(size_t)i * (size_t)cols + (size_t)k] = sum;
        }
    }
    return 1;
}
