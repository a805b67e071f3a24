/* The Coriolis matrix of Christoffel symbols from its definition by bodies: C = Σ Jᵀ (M J̇ + B J), where
   B = ½ (v ×* M - M v× + (M v) ×̄) of each body. [Echeandia & Wensing 2021] Its kernel: coriolis.c. And the regressors that
   are linear in each body's ten parameters. Their kernel: tree_regressor.c. */
#ifndef RIGID_PLAIN_CORIOLIS_H
#define RIGID_PLAIN_CORIOLIS_H

#include "../../body/order.h"
#include "kinematics.h"

/* B x = ½ (v ×* M x - M (v × x) + x ×* M v) */
static inline force plain_factor_mul(inertia I, motion v, motion x) {
    const force p = inertia_mul(I, v);
    const force bent = motion_sub(motion_cross_force(v, inertia_mul(I, x)), inertia_mul(I, motion_cross(v, x)));
    return motion_scale(real_of(0.5), motion_add(bent, motion_cross_force(x, p)));
}

/* C, nv x nv. After plain_poses and plain_twists of q̇. Body i adds Sₐᵀ (M Ṡ_b + B S_b) for all a, b that carry it, with
   Ṡ_b = V_b × S_b, and what S_b changes in its body, as the world sees it; the products are the same wherever they are taken,
   here in the body's axes. */
static inline void plain_coriolis(const rigid_model *model, plain_kinematics_scratch s, const real *q, const real *qd,
                                  real *C) {
    const int n = model->nv;
    for (int k = 0; k < n * n; k++)
        C[k] = real_of(0);
    for (int i = 1; i <= model->count; i++) {
        const inertia I = inertia_of(&model->body[i].inertia);
        const motion v = to_body(s.X[i], s.V[i]);
        for (int b = i; b > 0; b = model->body[b].parent)
            for (int l = 0; l < freedoms(&model->body[b]); l++) {
                const motion S = to_parent(s.X[b], column(&model->body[b], q, l));
                const motion own = to_parent(s.X[b], column_rate(&model->body[b], q, qd, l));
                const motion rate = to_body(s.X[i], motion_add(motion_cross(s.V[b], S), own));
                const force F = motion_add(inertia_mul(I, rate), plain_factor_mul(I, v, to_body(s.X[i], S)));
                for (int a = i; a > 0; a = model->body[a].parent)
                    for (int k = 0; k < freedoms(&model->body[a]); k++) {
                        const motion Sa = to_body(s.X[i], to_parent(s.X[a], column(&model->body[a], q, k)));
                        real *at = C + (model->body[a].v + k) * n + model->body[b].v + l;
                        *at = *at + motion_dot(Sa, F);
                    }
            }
    }
}

/* Y of a_i, v_i of each body, with Y π = τ: column k of a link is what passes through the joints that carry it when its k-th
   parameter is 1 and all others are 0. v and a as plain_rnea leaves them, in body axes; s.X: poses in the parents. */
static inline void plain_torque_regressor(const rigid_model *model, const real *q, const pose *X, const motion *v,
                                          const motion *a, real *Y) {
    const int columns = 10 * model->links;
    for (int k = 0; k < model->nv * columns; k++)
        Y[k] = real_of(0);
    for (int i = 1; i <= model->count; i++)
        for (int k = 0; k < 10 && model->body[i].column >= 0; k++) {
            double one[10] = {0};
            one[k] = 1;
            const rigid_inertia unit = rigid_inertia_re_express(rigid_inertia_from_parameters(one), model->body[i].link);
            const inertia I = inertia_of(&unit);
            force f = motion_add(inertia_mul(I, a[i]), motion_cross_force(v[i], inertia_mul(I, v[i])));
            for (int j = i; j > 0; j = model->body[j].parent) {
                for (int l = 0; l < freedoms(&model->body[j]); l++) {
                    real *at = Y + (model->body[j].v + l) * columns + 10 * model->body[i].column + k;
                    *at = *at + motion_dot(column(&model->body[j], q, l), f);
                }
                f = force_to_parent(X[j], f);
            }
        }
}

#endif
