/* The minimum of a least squares problem under entropic divergences from possible bodies, with room for it in userdata on the stack. */
#include "../core/identification/minimum.h"
#include "identification_minimum.h"
#include "identification_values.h"

#include <math.h>
#include <string.h>

/* The barriers, as a userdata on the stack: of scalars with a prior above zero, and of the half spaces in the rows of `given` (the number of a
   link, ten coefficients, and what their sum is above), or nil. */
static void lay_barriers(lua_State *L, rigid_entropic *p, const double *scalars, const rigid_matrix *given) {
    const int count = given ? given->rows : 0, most = p->n - 10 * p->links + count;
    p->barrier = lua_newuserdatauv(L, (size_t)(most > 0 ? most : 1) * sizeof *p->barrier, 0);
    for (int s = 0; s < p->n - 10 * p->links; s++)
        if (scalars[s] > 0)
            p->barrier[p->barriers++] = (rigid_barrier){.at = 10 * p->links + s, .width = 1, .c = {1}, .prior = scalars[s]};
    for (int i = 0; i < count; i++) {
        const double *row = given->at + RIGID_BOUND_COLUMNS * i;
        luaL_argcheck(L, row[0] >= 1 && row[0] <= p->links, 7, "numbers of links expected");
        rigid_barrier *b = &p->barrier[p->barriers++];
        *b = (rigid_barrier){.at = 10 * ((int)row[0] - 1), .width = 10, .d = row[11]};
        memcpy(b->c, row + 1, sizeof b->c);
    }
}

/* entropic(F, links, prior, scalars, gamma, x, bounds) -> steps, decrement²: x, a Vector of n numbers that are possible, becomes the minimum. F has
   n + 1 columns; prior has the ten parameters of each link; scalars n - 10 links numbers; bounds half spaces, or nil. nil, and the number of
   the link whose prior is not possible, or 0 where x is not. */
int rigid_entropic_minimum(lua_State *L) {
    rigid_entropic p = {.links = (int)luaL_checkinteger(L, 2), .gamma = luaL_checknumber(L, 5)};
    rigid_vector *x = rigid_inner_vector(L, 6, 0);
    p.n = (int)x->size;
    luaL_argcheck(L, p.links >= 0 && 10 * p.links <= p.n && p.n > 0, 2, "out of range");
    const rigid_matrix *F = rigid_inner_matrix(L, 1, p.n + 1);
    p.F = F->at, p.rows = F->rows;
    const rigid_vector *prior = rigid_inner_vector(L, 3, 0), *scalars = rigid_inner_vector(L, 4, 0);
    luaL_argcheck(L, prior->size == 10 * p.links && scalars->size == p.n - 10 * p.links && p.gamma > 0, 3, "sizes differ");
    lay_barriers(L, &p, scalars->at, lua_isnoneornil(L, 7) ? NULL : rigid_inner_matrix(L, 7, RIGID_BOUND_COLUMNS));
    rigid_entropic_lay_out(&p, lua_newuserdatauv(L, rigid_entropic_size(&p) * sizeof(double), 0));
    const int wrong = rigid_entropic_begin(&p, prior->at);
    if (wrong > 0 || rigid_entropic_objective(&p, x->at) == INFINITY) {
        lua_pushnil(L);
        lua_pushinteger(L, wrong);
        return 2;
    }
    double decrement;
    const int steps = rigid_entropic_minimize(&p, x->at, &decrement);
    lua_pushinteger(L, steps);
    lua_pushnumber(L, decrement);
    return 2;
}
