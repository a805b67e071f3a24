/* Inverse dynamics by the recursive Newton-Euler algorithm, as the book has it. [RBDA table 5.1] Its kernel: rnea.c. */
#ifndef RIGID_PLAIN_RNEA_H
#define RIGID_PLAIN_RNEA_H

#include "joints.h"

/* By body, [0..count]. */
typedef struct {
    pose *X;
    motion *v, *a;
    force *f;
} plain_rnea_scratch;

/* tau = H q̈ + C q̇ + g, of nv numbers, none of which is q̇'s or q̈'s. */
static inline void plain_rnea(const rigid_model *model, plain_rnea_scratch s, const real *q, const real *qd,
                              const real *qdd, real *tau) {
    /* v_0 = 0,  a_0 = -a_g */
    s.v[0] = motion_zero();
    s.a[0] = (motion){vec_of(v3_neg(model->gravity)), vec_zero()};
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const motion vJ = across(b, q, qd), cJ = drift(b, q, qd), aJ = across(b, q, qdd);
        const inertia I = inertia_of(&b->inertia);
        s.X[i] = pose_in_parent(b, q);
        /* v_i = iXp v_p + S q̇ */
        s.v[i] = motion_add(to_body(s.X[i], s.v[b->parent]), vJ);
        /* a_i = iXp a_p + S q̈ + c_J + v_i × S q̇ */
        s.a[i] = motion_add(motion_add(to_body(s.X[i], s.a[b->parent]), aJ), motion_add(cJ, motion_cross(s.v[i], vJ)));
        /* f_i = I a_i + v_i ×* I v_i */
        s.f[i] = motion_add(inertia_mul(I, s.a[i]), motion_cross_force(s.v[i], inertia_mul(I, s.v[i])));
    }
    for (int k = 0; k < model->nv; k++)
        tau[k] = real_of(0);
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        /* τ_i = Sᵀ f_i, and what turns its rotor */
        for (int k = 0; k < freedoms(b); k++)
            tau[b->v + k] = tau[b->v + k] + motion_dot(column(b, q, k), s.f[i]) + b->ratio * b->ratio * b->armature * qdd[b->v + k];
        /* f_p = f_p + pXi* f_i */
        if (b->parent > 0)
            s.f[b->parent] = motion_add(s.f[b->parent], force_to_parent(s.X[i], s.f[i]));
    }
}

#endif
