/* Poses, Jacobians and their rates, momentum and energy, each from its definition. Their kernels: kinematics.c,
   centroidal.c. */
#ifndef RIGID_PLAIN_KINEMATICS_H
#define RIGID_PLAIN_KINEMATICS_H

#include "joints.h"

/* By body, [0..count]: the pose in the world, and the twist, in the world's axes about its origin. */
typedef struct {
    pose *X;
    motion *V;
} plain_kinematics_scratch;

static inline void plain_poses(const rigid_model *model, plain_kinematics_scratch s, const real *q) {
    s.X[0] = pose_of(rigid_transform_identity());
    for (int i = 1; i <= model->count; i++)
        s.X[i] = pose_mul(s.X[model->body[i].parent], pose_in_parent(&model->body[i], q));
}

/* V_i = V_p + S q̇ */
static inline void plain_twists(const rigid_model *model, plain_kinematics_scratch s, const real *q, const real *qd) {
    s.V[0] = motion_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        s.V[i] = motion_add(s.V[b->parent], to_parent(s.X[i], across(b, q, qd)));
    }
}

/* A 6 x n matrix, row after row, linear first: x added to its column. */
static inline void plain_add_column(real *J, int n, int column, motion x) {
    const real at[6] = {x.linear.x, x.linear.y, x.linear.z, x.angular.x, x.angular.y, x.angular.z};
    for (int r = 0; r < 6; r++)
        J[r * n + column] = J[r * n + column] + at[r];
}

/* J, or where qd is not null dJ/dt, of a frame in its own axes about its origin: the columns of all that carries it, as it
   sees them; S as seen from a body that moves at V changes by (V_S - V) × S, and as it changes in its own body. After
   plain_poses and plain_twists. */
static inline void plain_jacobian(const rigid_model *model, plain_kinematics_scratch s, const real *q, const real *qd, int body,
                                  rigid_transform place, real *J) {
    const int n = model->nv;
    const pose X = pose_mul(s.X[body], pose_of(place));
    for (int k = 0; k < 6 * n; k++)
        J[k] = real_of(0);
    for (int i = body; i > 0; i = model->body[i].parent)
        for (int k = 0; k < freedoms(&model->body[i]); k++) {
            const rigid_body *b = &model->body[i];
            motion x = to_parent(s.X[i], column(b, q, k));
            if (qd)
                x = motion_add(motion_cross(motion_sub(s.V[i], s.V[body]), x), to_parent(s.X[i], column_rate(b, q, qd, k)));
            plain_add_column(J, n, b->v + k, to_body(X, x));
        }
}

/* Σ m, and Σ m c. */
static inline vec plain_first_moment(const rigid_model *model, plain_kinematics_scratch s, double *mass) {
    vec sum = vec_zero();
    *mass = 0;
    for (int i = 1; i <= model->count; i++) {
        const rigid_inertia *M = &model->body[i].inertia;
        *mass += M->m;
        sum = vec_add(sum, vec_add(vec_scale(real_of(M->m), s.X[i].p), mat_mul_vec(s.X[i].R, vec_of(M->h))));
    }
    return sum;
}

/* The momentum of all about their centre of mass, in the world's axes: Σ X* I v. After plain_poses and plain_twists. */
static inline force plain_centroidal_momentum(const rigid_model *model, plain_kinematics_scratch s) {
    double mass;
    const vec h = plain_first_moment(model, s, &mass);
    force sum = motion_zero();
    for (int i = 1; i <= model->count; i++) {
        const inertia I = inertia_of(&model->body[i].inertia);
        sum = motion_add(sum, force_to_parent(s.X[i], inertia_mul(I, to_body(s.X[i], s.V[i]))));
    }
    sum.angular = vec_sub(sum.angular, vec_cross(vec_scale(real_of(1 / mass), h), sum.linear));
    return sum;
}

/* Where all as one accelerate: the force on each body, I A + V ×* I V, is the mass times that of its com. After plain_poses and plain_twists. */
static inline vec plain_com_acceleration(const rigid_model *model, plain_kinematics_scratch s, const real *q, const real *qd, const real *qdd,
                                         motion *A) {
    vec sum = vec_zero();
    double mass = 0;
    A[0] = motion_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const inertia I = inertia_of(&b->inertia);
        const motion V = to_body(s.X[i], s.V[i]), vJ = across(b, q, qd), cJ = drift(b, q, qd), aJ = across(b, q, qdd);
        A[i] = motion_add(A[b->parent], to_parent(s.X[i], motion_add(motion_add(aJ, cJ), motion_cross(V, vJ))));
        const force f = motion_add(inertia_mul(I, to_body(s.X[i], A[i])), motion_cross_force(V, inertia_mul(I, V)));
        sum = vec_add(sum, mat_mul_vec(s.X[i].R, f.linear));
        mass += b->inertia.m;
    }
    return vec_scale(real_of(1 / mass), sum);
}

/* ½ Σ vᵀ I v, and what turns the rotors. */
static inline real plain_kinetic_energy(const rigid_model *model, plain_kinematics_scratch s, const real *qd) {
    real sum = real_of(0);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const motion v = to_body(s.X[i], s.V[i]);
        sum = sum + motion_dot(v, inertia_mul(inertia_of(&b->inertia), v));
        for (int k = 0; k < freedoms(b); k++)
            sum = sum + b->ratio * b->ratio * b->armature * qd[b->v + k] * qd[b->v + k];
    }
    return 0.5 * sum;
}

/* -Σ m g·c */
static inline real plain_potential_energy(const rigid_model *model, plain_kinematics_scratch s) {
    double mass;
    return real_of(0) - vec_dot(vec_of(model->gravity), plain_first_moment(model, s, &mass));
}

#endif
