/* Derivatives of inverse dynamics: the recursion of Newton and Euler differentiated line by line, once for each freedom. That
   of forward dynamics are -H⁻¹ of these. [Carpentier & Mansard 2018] Their kernel: derivatives.c. */
#ifndef RIGID_PLAIN_DERIVATIVES_H
#define RIGID_PLAIN_DERIVATIVES_H

#include "rnea.h"

/* Beside what plain_rnea leaves, by body: how v, a and f change. */
typedef struct {
    plain_rnea_scratch at;
    motion *dv, *da;
    force *df;
    real *dtau; /* by v */
} plain_derivatives_scratch;

/* S x by q_m; c_J by q_m, and by q̇_m. */
static inline motion across_by(const rigid_body *b, const real *q, const real *x, int m) {
    motion sum = motion_zero();
    for (int k = 0; k < freedoms(b); k++)
        sum = motion_add(sum, motion_scale(x[b->v + k], column_by(b, q, k, m)));
    return sum;
}
static inline motion drift_by(const rigid_body *b, const real *q, const real *qd, int m) {
    motion sum = motion_zero();
    for (int k = 0; k < freedoms(b); k++)
        for (int l = 0; l < freedoms(b); l++)
            sum = motion_add(sum, motion_scale(qd[b->v + k] * qd[b->v + l], column_by_both(b, q, k, l, m)));
    return sum;
}
static inline motion drift_by_rate(const rigid_body *b, const real *q, const real *qd, int m) {
    return motion_add(across_by(b, q, qd, m), column_rate(b, q, qd, m));
}

/* dτ when number k of v is moved along: q by it (of_q), or q̇. A body turned by S in its place sees what its parent has as
   changed by m × S, and what it gives its parent changes by S ×* f. */
static inline void plain_derivative(const rigid_model *model, plain_derivatives_scratch s, const real *q,
                                    const real *qd, const real *qdd, int k, bool of_q) {
    s.dv[0] = s.da[0] = motion_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const bool own = k >= b->v && k < b->v + freedoms(b);
        const motion S = own ? column(b, q, k - b->v) : motion_zero();
        const motion vJ = across(b, q, qd), cJ = drift(b, q, qd), aJ = across(b, q, qdd);
        const inertia I = inertia_of(&b->inertia);
        motion dv = to_body(s.at.X[i], s.dv[b->parent]), da = to_body(s.at.X[i], s.da[b->parent]);
        motion dvJ = motion_zero();
        /* iXp v_p = v_i - S q̇,  iXp a_p = a_i - S q̈ - c_J - v_i × S q̇ */
        if (own && of_q) {
            dv = motion_add(dv, motion_cross(motion_sub(s.at.v[i], vJ), S));
            const motion aP = motion_sub(motion_sub(motion_sub(s.at.a[i], aJ), cJ), motion_cross(s.at.v[i], vJ));
            da = motion_add(da, motion_cross(aP, S));
            /* d(S q̇), d(S q̈ + c_J) */
            dvJ = across_by(b, q, qd, k - b->v);
            da = motion_add(da, motion_add(across_by(b, q, qdd, k - b->v), drift_by(b, q, qd, k - b->v)));
        }
        if (own && !of_q)
            dvJ = S, da = motion_add(da, drift_by_rate(b, q, qd, k - b->v));
        dv = motion_add(dv, dvJ);
        /* d(v_i × S q̇) */
        da = motion_add(da, motion_add(motion_cross(dv, vJ), motion_cross(s.at.v[i], dvJ)));
        s.dv[i] = dv, s.da[i] = da;
        s.df[i] = motion_add(inertia_mul(I, da), motion_add(motion_cross_force(dv, inertia_mul(I, s.at.v[i])),
                                                            motion_cross_force(s.at.v[i], inertia_mul(I, dv))));
    }
    for (int j = 0; j < model->nv; j++)
        s.dtau[j] = real_of(0);
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        for (int l = 0; l < freedoms(b); l++)
            s.dtau[b->v + l] = s.dtau[b->v + l] + motion_dot(column(b, q, l), s.df[i]);
        const bool turns = of_q && k >= b->v && k < b->v + freedoms(b);
        for (int l = 0; turns && l < freedoms(b); l++)
            s.dtau[b->v + l] = s.dtau[b->v + l] + motion_dot(column_by(b, q, l, k - b->v), s.at.f[i]);
        if (b->parent == 0)
            continue;
        force df = s.df[i];
        if (turns)
            df = motion_add(df, motion_cross_force(column(b, q, k - b->v), s.at.f[i]));
        s.df[b->parent] = motion_add(s.df[b->parent], force_to_parent(s.at.X[i], df));
    }
}

/* ∂τ/∂q along tangent directions, and ∂τ/∂q̇; tau: room for the torques themselves. */
static inline void plain_rnea_derivatives(const rigid_model *model, plain_derivatives_scratch s, const real *q,
                                          const real *qd, const real *qdd, real *tau, real *dtau_dq, real *dtau_dqd) {
    const int n = model->nv;
    plain_rnea(model, s.at, q, qd, qdd, tau);
    for (int k = 0; k < n; k++) {
        plain_derivative(model, s, q, qd, qdd, k, true);
        for (int j = 0; j < n; j++)
            dtau_dq[j * n + k] = s.dtau[j];
        plain_derivative(model, s, q, qd, qdd, k, false);
        for (int j = 0; j < n; j++)
            dtau_dqd[j * n + k] = s.dtau[j];
    }
}

#endif
