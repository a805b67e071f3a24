/* The spatial algebra of the plain algorithms, over a number type: `real` is a double, or whatever an includer has made it
   (with PLAIN_REAL defined) that has + - * / between two of them and with a double; a register with a state in each lane will
   do. Nothing here branches on a number.

   The algorithms of this folder are the book's, line by line and in its letters [RBDA: Featherstone, Rigid Body Dynamics
   Algorithms, 2008]; the kernels in the folder above do the same work faster and in another order. Motions and forces
   have their linear half first, and are in the axes of their body about its origin. */
#ifndef RIGID_PLAIN_ALGEBRA_H
#define RIGID_PLAIN_ALGEBRA_H

#include "../model.h"
#include "../../numbers/sincos.h"

#ifndef PLAIN_REAL
typedef double real;
static inline void real_sincos(real angle, real *s, real *c) {
    const rigid_sine_cosine turn = rigid_sincos(angle);
    *s = turn.s, *c = turn.c;
}
#endif

static inline real real_of(double x) { return (real){0} + x; }

/* ---- three numbers --------------------------------------------------------------------------------------------------- */

typedef struct {
    real x, y, z;
} vec;
typedef struct {
    vec x, y, z; /* rows */
} mat;

static inline vec vec_of(v3 a) { return (vec){real_of(a.x), real_of(a.y), real_of(a.z)}; }
static inline vec vec_zero(void) { return vec_of((v3){0, 0, 0}); }
static inline vec vec_add(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline vec vec_sub(vec a, vec b) { return (vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline vec vec_scale(real s, vec a) { return (vec){s * a.x, s * a.y, s * a.z}; }
static inline real vec_dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline vec vec_cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline mat mat_of(m3 A) { return (mat){vec_of(A.x), vec_of(A.y), vec_of(A.z)}; }
static inline mat mat_transpose(mat A) {
    return (mat){{A.x.x, A.y.x, A.z.x}, {A.x.y, A.y.y, A.z.y}, {A.x.z, A.y.z, A.z.z}};
}
static inline mat mat_add(mat A, mat B) { return (mat){vec_add(A.x, B.x), vec_add(A.y, B.y), vec_add(A.z, B.z)}; }
static inline mat mat_sub(mat A, mat B) { return (mat){vec_sub(A.x, B.x), vec_sub(A.y, B.y), vec_sub(A.z, B.z)}; }
static inline mat mat_scale(real s, mat A) { return (mat){vec_scale(s, A.x), vec_scale(s, A.y), vec_scale(s, A.z)}; }
static inline vec mat_mul_vec(mat A, vec b) { return (vec){vec_dot(A.x, b), vec_dot(A.y, b), vec_dot(A.z, b)}; }
/* Aᵀ b */
static inline vec mat_tmul_vec(mat A, vec b) {
    return vec_add(vec_add(vec_scale(b.x, A.x), vec_scale(b.y, A.y)), vec_scale(b.z, A.z));
}
static inline mat mat_mul(mat A, mat B) {
    return (mat){mat_tmul_vec(B, A.x), mat_tmul_vec(B, A.y), mat_tmul_vec(B, A.z)};
}
/* R A Rᵀ */
static inline mat mat_re_express(mat A, mat R) { return mat_mul(mat_mul(R, A), mat_transpose(R)); }
/* a×, and a bᵀ */
static inline mat mat_skew(vec a) {
    const real o = real_of(0);
    return (mat){{o, o - a.z, a.y}, {a.z, o, o - a.x}, {o - a.y, a.x, o}};
}
static inline mat mat_outer(vec a, vec b) { return (mat){vec_scale(a.x, b), vec_scale(a.y, b), vec_scale(a.z, b)}; }

/* ---- motions and forces [RBDA ch. 2] --------------------------------------------------------------------------------- */

typedef struct {
    vec linear, angular;
} motion;
typedef motion force;

static inline motion motion_zero(void) { return (motion){vec_zero(), vec_zero()}; }
static inline motion motion_of(rigid_motion m) { return (motion){vec_of(m.linear), vec_of(m.angular)}; }
static inline motion motion_add(motion a, motion b) {
    return (motion){vec_add(a.linear, b.linear), vec_add(a.angular, b.angular)};
}
static inline motion motion_sub(motion a, motion b) {
    return (motion){vec_sub(a.linear, b.linear), vec_sub(a.angular, b.angular)};
}
static inline motion motion_scale(real s, motion a) {
    return (motion){vec_scale(s, a.linear), vec_scale(s, a.angular)};
}
/* Of a motion and a force: power. */
static inline real motion_dot(motion m, force f) { return vec_dot(m.linear, f.linear) + vec_dot(m.angular, f.angular); }
/* v × m = (ω × u_m + u × ω_m, ω × ω_m) */
static inline motion motion_cross(motion v, motion m) {
    return (motion){vec_add(vec_cross(v.angular, m.linear), vec_cross(v.linear, m.angular)),
                    vec_cross(v.angular, m.angular)};
}
/* v ×* f = (ω × f, ω × n + u × f) */
static inline force motion_cross_force(motion v, force f) {
    return (force){vec_cross(v.angular, f.linear),
                   vec_add(vec_cross(v.angular, f.angular), vec_cross(v.linear, f.linear))};
}

/* ---- poses ----------------------------------------------------------------------------------------------------------- */

typedef struct {
    mat R; /* axes of the body in those of its parent */
    vec p; /* its origin there */
} pose;

static inline pose pose_of(rigid_transform X) { return (pose){mat_of(X.R), vec_of(X.p)}; }
static inline pose pose_mul(pose A, pose B) { return (pose){mat_mul(A.R, B.R), vec_add(A.p, mat_mul_vec(A.R, B.p))}; }
/* iXp m: a motion of the parent's, as the body sees it. */
static inline motion to_body(pose X, motion m) {
    return (motion){mat_tmul_vec(X.R, vec_add(m.linear, vec_cross(m.angular, X.p))), mat_tmul_vec(X.R, m.angular)};
}
/* The other way round. */
static inline motion to_parent(pose X, motion m) {
    const vec w = mat_mul_vec(X.R, m.angular);
    return (motion){vec_add(mat_mul_vec(X.R, m.linear), vec_cross(X.p, w)), w};
}
/* pXi* f: a force on the body, as its parent feels it. */
static inline force force_to_parent(pose X, force f) {
    const vec l = mat_mul_vec(X.R, f.linear);
    return (force){l, vec_add(mat_mul_vec(X.R, f.angular), vec_cross(X.p, l))};
}

/* ---- inertias -------------------------------------------------------------------------------------------------------- */

/* [ M  H ; Hᵀ  I ], which maps (u, ω) to (f, n): a rigid body's has M = m 1 and H = -h×. */
typedef struct {
    mat M, H, I;
} inertia;

static inline inertia inertia_of(const rigid_inertia *b) {
    const m3 none = m3_zero();
    const m3 M = {{b->m, 0, 0}, {0, b->m, 0}, {0, 0, b->m}};
    return (inertia){mat_of(M), mat_sub(mat_of(none), mat_skew(vec_of(b->h))), mat_of(m3_from_sym3(b->I))};
}
static inline inertia inertia_add(inertia A, inertia B) {
    return (inertia){mat_add(A.M, B.M), mat_add(A.H, B.H), mat_add(A.I, B.I)};
}
static inline force inertia_mul(inertia A, motion v) {
    return (force){vec_add(mat_mul_vec(A.M, v.linear), mat_mul_vec(A.H, v.angular)),
                   vec_add(mat_tmul_vec(A.H, v.linear), mat_mul_vec(A.I, v.angular))};
}
/* A - a bᵀ, of two forces whose product is symmetric. */
static inline inertia inertia_less(inertia A, force a, force b) {
    return (inertia){mat_sub(A.M, mat_outer(a.linear, b.linear)), mat_sub(A.H, mat_outer(a.linear, b.angular)),
                     mat_sub(A.I, mat_outer(a.angular, b.angular))};
}
/* pXi* A iXp: new axes, then from the body's origin to the parent's: H' = H - M p×, I' = I - Hᵀ p× + p× H'. */
static inline inertia inertia_to_parent(pose X, inertia A) {
    const mat M = mat_re_express(A.M, X.R), H = mat_re_express(A.H, X.R), P = mat_skew(X.p);
    const mat moved = mat_sub(H, mat_mul(M, P));
    const mat I = mat_re_express(A.I, X.R), turned = mat_sub(I, mat_mul(mat_transpose(H), P));
    return (inertia){M, moved, mat_add(turned, mat_mul(P, moved))};
}

#endif
