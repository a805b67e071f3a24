/* How what lua/rigid/identification hands over is read: its callers are our own, so sizes are checked, that nothing is read beyond its end, in the
   words of luaL. */
#ifndef RIGID_BIND_IDENTIFICATION_VALUES_H
#define RIGID_BIND_IDENTIFICATION_VALUES_H

#include "matrix.h"

/* Of a bound, as a row: the number of a link, ten coefficients, and what their sum with its parameters is above. */
enum { RIGID_BOUND_COLUMNS = 12 };

/* cols, size: 0 for any. */
static inline rigid_matrix *rigid_inner_matrix(lua_State *L, int arg, int cols) {
    rigid_matrix *m = rigid_written_matrix(L, arg);
    luaL_argcheck(L, m && (cols == 0 || m->cols == cols), arg, "Matrix of that many columns expected");
    return m;
}

static inline rigid_vector *rigid_inner_vector(lua_State *L, int arg, int64_t size) {
    rigid_vector *x = rigid_test(L, arg, ID_VECTOR);
    luaL_argcheck(L, x && (size == 0 || x->size == size), arg, "Vector of that size expected");
    return x;
}

#endif
