/* Bodies and their duals, J and J⁻¹, or p and z within bounds, how far bodies are apart, and filtered regressors: what adaptation steps by. */
#include "../core/identification/bounds.h"
#include "../core/identification/entropy.h"
#include "identification_duals.h"
#include "identification_values.h"
#include "matrix.h"
#include "vector.h"

#include <math.h>
#include <string.h>

enum { MOST_BOUNDS = 64 }; /* of a link */

/* The half spaces of link i in the Matrix at `arg`, whose rows are the number of a link, ten coefficients, and what their sum is above. */
static int bounds_of(lua_State *L, int arg, int link, rigid_half_space list[MOST_BOUNDS]) {
    if (lua_isnoneornil(L, arg))
        return 0;
    const rigid_matrix *given = rigid_inner_matrix(L, arg, RIGID_BOUND_COLUMNS);
    int count = 0;
    for (int i = 0; i < given->rows; i++) {
        const double *row = given->at + RIGID_BOUND_COLUMNS * i;
        if (row[0] != link + 1)
            continue;
        luaL_argcheck(L, count < MOST_BOUNDS, arg, "fewer bounds of a link expected");
        memcpy(list[count].c, row + 1, sizeof list[count].c);
        list[count++].d = row[11];
    }
    return count;
}

/* to_dual(p, out, bounds): z of each link into 10 numbers of `out`. False where a link is not possible or not within its bounds (nil: none);
   out may be the first. */
int rigid_to_dual(lua_State *L) {
    const rigid_vector *p = rigid_inner_vector(L, 1, 0);
    rigid_vector *out = rigid_inner_vector(L, 2, p->size);
    rigid_half_space list[MOST_BOUNDS];
    bool possible = true;
    for (int i = 0; i < (int)p->size / 10 && possible; i++)
        possible = rigid_bounds_dual(p->at + 10 * i, list, bounds_of(L, 3, i, list), out->at + 10 * i);
    lua_pushboolean(L, possible);
    return 1;
}

/* The inverse of a dual matrix; there are no bounds. */
static bool point_of(const double z[10], double p[10]) {
    double J[16], log_det;
    rigid_pseudo_dual(z, J);
    if (!rigid_pseudo_inverse(J, J, &log_det))
        return false;
    rigid_pseudo_parameters(J, p);
    return true;
}

/* from_dual(z, out, bounds, near): back; `near`, a Vector, has parameters within the bounds from which they are looked for, where there are any. */
int rigid_from_dual(lua_State *L) {
    const rigid_vector *z = rigid_inner_vector(L, 1, 0);
    rigid_vector *out = rigid_inner_vector(L, 2, z->size);
    rigid_half_space list[MOST_BOUNDS];
    bool possible = true;
    for (int i = 0; i < (int)z->size / 10 && possible; i++) {
        const int count = bounds_of(L, 3, i, list);
        double p[10];
        if (count > 0)
            memcpy(p, rigid_inner_vector(L, 4, z->size)->at + 10 * i, sizeof p);
        possible = count > 0 ? rigid_bounds_point(z->at + 10 * i, list, count, p) : point_of(z->at + 10 * i, p);
        if (possible)
            memcpy(out->at + 10 * i, p, sizeof p);
    }
    lua_pushboolean(L, possible);
    return 1;
}

/* divergence(p, q, bounds) -> Σ D(p_i | q_i), or nil where a link is not possible or not within its bounds */
int rigid_divergence(lua_State *L) {
    const rigid_vector *p = rigid_inner_vector(L, 1, 0), *q = rigid_inner_vector(L, 2, p->size);
    rigid_half_space list[MOST_BOUNDS];
    double sum = 0;
    for (int i = 0; i < (int)p->size / 10; i++)
        sum += rigid_bounds_divergence(p->at + 10 * i, q->at + 10 * i, list, bounds_of(L, 3, i, list));
    if (!(sum < INFINITY)) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushnumber(L, sum);
    return 1;
}

/* filtered_rates(P, Q, held, f) -> W = f (P - P_f) - Q_f, and the rates f (P - P_f), f (Q - Q_f) of what `held` begins with, P_f and Q_f; the rates of the
   rest of it are zeros. */
int rigid_filtered_rates(lua_State *L) {
    const rigid_matrix *P = rigid_inner_matrix(L, 1, 0), *Q = rigid_inner_matrix(L, 2, P->cols);
    const size_t count = (size_t)P->rows * (size_t)P->cols;
    const rigid_vector *held = rigid_inner_vector(L, 3, 0);
    luaL_argcheck(L, Q->rows == P->rows && (size_t)held->size >= 2 * count, 3, "two regressors of one size, and room for both expected");
    const double f = luaL_checknumber(L, 4);
    double *W = rigid_push_matrix(L, P->rows, P->cols)->at, *rate = rigid_push_vector(L, held->size)->at;
    const double *P_f = held->at, *Q_f = held->at + count;
    for (size_t k = 0; k < count; k++) {
        rate[k] = f * (P->at[k] - P_f[k]);
        rate[count + k] = f * (Q->at[k] - Q_f[k]);
        W[k] = rate[k] - Q_f[k];
    }
    memset(rate + 2 * count, 0, ((size_t)held->size - 2 * count) * sizeof *rate);
    return 2;
}
