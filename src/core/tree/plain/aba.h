/* Forward dynamics by the articulated-body algorithm, as the book has it. [RBDA table 7.1] Its kernel: aba.c, whose P, p, K
   and D are I^A, p^A, U D⁻¹ and D. */
#ifndef RIGID_PLAIN_ABA_H
#define RIGID_PLAIN_ABA_H

#include "joints.h"

/* Of a joint with up to six freedoms. */
typedef struct {
    force U[RIGID_JOINT_NV_MAX];                  /* I^A S */
    real D[RIGID_JOINT_NV_MAX][RIGID_JOINT_NV_MAX]; /* Sᵀ U, and then its factors L and D of L D Lᵀ */
    real u[RIGID_JOINT_NV_MAX];                   /* τ - Sᵀ p^A */
} plain_joint;

/* By body, [0..count]. */
typedef struct {
    pose *X;
    motion *v, *c, *a;
    inertia *IA;
    force *pA;
    plain_joint *joint;
} plain_aba_scratch;

/* D = L D Lᵀ, in place; the lower triangle is read. */
static inline void plain_factor(int n, real D[][RIGID_JOINT_NV_MAX]) {
    for (int j = 0; j < n; j++) {
        for (int i = j + 1; i < n; i++)
            for (int k = j + 1; k <= i; k++)
                D[i][k] = D[i][k] - D[i][j] * D[k][j] / D[j][j];
        for (int i = j + 1; i < n; i++)
            D[i][j] = D[i][j] / D[j][j];
    }
}
/* x = D⁻¹ x by those factors. */
static inline void plain_solve(int n, real D[][RIGID_JOINT_NV_MAX], real *x) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            x[i] = x[i] - D[i][j] * x[j];
    for (int i = n - 1; i >= 0; i--) {
        x[i] = x[i] / D[i][i];
        for (int j = i + 1; j < n; j++)
            x[i] = x[i] - D[j][i] * x[j];
    }
}

/* U, D and u of body i, once I^A and p^A of all that it carries are known. */
static inline void plain_open_joint(const rigid_body *b, const real *q, inertia IA, force pA, const real *tau, plain_joint *j) {
    const int n = freedoms(b);
    for (int k = 0; k < n; k++) {
        /* U = I^A S,  u = τ - Sᵀ p^A */
        j->U[k] = inertia_mul(IA, column(b, q, k));
        j->u[k] = tau[b->v + k] - motion_dot(column(b, q, k), pA);
        /* D = Sᵀ U, and what turns its rotor */
        for (int l = 0; l <= k; l++)
            j->D[k][l] = motion_dot(column(b, q, k), j->U[l]);
        j->D[k][k] = j->D[k][k] + b->ratio * b->ratio * b->armature;
    }
    plain_factor(n, j->D);
}

/* I^a = I^A - U D⁻¹ Uᵀ and p^a = p^A + I^a c + U D⁻¹ u, added to the parent's. */
static inline void plain_pass_to_parent(const rigid_body *b, int i, plain_aba_scratch s) {
    plain_joint *j = &s.joint[i];
    const int n = freedoms(b);
    inertia Ia = s.IA[i];
    force pa = s.pA[i];
    real x[RIGID_JOINT_NV_MAX];
    for (int k = 0; k < n; k++) {
        for (int l = 0; l < n; l++)
            x[l] = real_of(l == k);
        plain_solve(n, j->D, x); /* row k of D⁻¹ */
        force row = motion_zero();
        for (int l = 0; l < n; l++)
            row = motion_add(row, motion_scale(x[l], j->U[l]));
        Ia = inertia_less(Ia, j->U[k], row);
        pa = motion_add(pa, motion_scale(j->u[k], row));
    }
    pa = motion_add(pa, inertia_mul(Ia, s.c[i]));
    s.IA[b->parent] = inertia_add(s.IA[b->parent], inertia_to_parent(s.X[i], Ia));
    s.pA[b->parent] = motion_add(s.pA[b->parent], force_to_parent(s.X[i], pa));
}

/* The q̈ that tau gives, where no joint follows another (else H q̈ = τ - C q̇ - g is solved). qdd may be tau. */
static inline void plain_aba(const rigid_model *model, plain_aba_scratch s, const real *q, const real *qd,
                             const real *tau, real *qdd) {
    s.v[0] = motion_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const motion vJ = across(b, q, qd);
        s.X[i] = pose_in_parent(b, q);
        /* v_i = iXp v_p + S q̇,  c_i = c_J + v_i × S q̇ */
        s.v[i] = motion_add(to_body(s.X[i], s.v[b->parent]), vJ);
        s.c[i] = motion_add(drift(b, q, qd), motion_cross(s.v[i], vJ));
        /* I^A = I,  p^A = v_i ×* I v_i */
        s.IA[i] = inertia_of(&b->inertia);
        s.pA[i] = motion_cross_force(s.v[i], inertia_mul(s.IA[i], s.v[i]));
    }
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        plain_open_joint(b, q, s.IA[i], s.pA[i], tau, &s.joint[i]);
        if (b->parent > 0)
            plain_pass_to_parent(b, i, s);
    }
    /* a_0 = -a_g */
    s.a[0] = (motion){vec_of(v3_neg(model->gravity)), vec_zero()};
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        plain_joint *j = &s.joint[i];
        /* a' = iXp a_p + c_i,  q̈ = D⁻¹ (u - Uᵀ a'),  a_i = a' + S q̈ */
        const motion moved = motion_add(to_body(s.X[i], s.a[b->parent]), s.c[i]);
        for (int k = 0; k < freedoms(b); k++)
            j->u[k] = j->u[k] - motion_dot(moved, j->U[k]);
        plain_solve(freedoms(b), j->D, j->u);
        for (int k = 0; k < freedoms(b); k++)
            qdd[b->v + k] = j->u[k];
        s.a[i] = motion_add(moved, across(b, q, qdd));
    }
}

#endif
