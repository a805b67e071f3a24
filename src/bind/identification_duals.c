/* Bodies and their duals, J and J^-1, and how far bodies are apart: what adaptation steps by. */
#include "../core/identification/entropy.h"
#include "identification_duals.h"
#include "identification_values.h"

/* to_dual(p, out): J⁻¹ of each link into 10 numbers of `out`, the b with J⁻¹ the dual of b; from_dual(b, out): back. False where a link is not
   possible; out may be the first. */
int rigid_to_dual(lua_State *L) {
    const rigid_vector *p = rigid_inner_vector(L, 1, 0);
    rigid_vector *out = rigid_inner_vector(L, 2, p->size);
    for (int i = 0; i + 10 <= p->size; i += 10) {
        double J[16], log_det;
        rigid_pseudo_of(p->at + i, J);
        if (!rigid_pseudo_inverse(J, J, &log_det)) {
            lua_pushboolean(L, 0);
            return 1;
        }
        rigid_pseudo_traces(J, out->at + i);
    }
    lua_pushboolean(L, 1);
    return 1;
}

int rigid_from_dual(lua_State *L) {
    const rigid_vector *b = rigid_inner_vector(L, 1, 0);
    rigid_vector *out = rigid_inner_vector(L, 2, b->size);
    for (int i = 0; i + 10 <= b->size; i += 10) {
        double J[16], log_det;
        rigid_pseudo_dual(b->at + i, J);
        if (!rigid_pseudo_inverse(J, J, &log_det)) {
            lua_pushboolean(L, 0);
            return 1;
        }
        rigid_pseudo_parameters(J, out->at + i);
    }
    lua_pushboolean(L, 1);
    return 1;
}

/* divergence(p, q) -> Σ D(P_i | Q_i), or nil where a link is not possible */
int rigid_divergence(lua_State *L) {
    const rigid_vector *p = rigid_inner_vector(L, 1, 0), *q = rigid_inner_vector(L, 2, p->size);
    double sum = 0;
    for (int i = 0; i + 10 <= p->size; i += 10) {
        double P[16], Q[16], inverse[16], one, other;
        rigid_pseudo_of(p->at + i, P);
        rigid_pseudo_of(q->at + i, Q);
        if (!rigid_pseudo_inverse(P, inverse, &one) || !rigid_pseudo_inverse(Q, inverse, &other)) {
            lua_pushnil(L);
            return 1;
        }
        sum += other - one - 4;
        for (int k = 0; k < 16; k++)
            sum += inverse[k] * P[k];
    }
    lua_pushnumber(L, sum);
    return 1;
}
