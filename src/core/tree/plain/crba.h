/* The joint-space inertia matrix by composite rigid bodies, and its factors H = Lᵀ D L, as the book has them. [RBDA tables
   6.2, 6.3] Their kernels: crba.c, ltdl.c. */
#ifndef RIGID_PLAIN_CRBA_H
#define RIGID_PLAIN_CRBA_H

#include "joints.h"

/* By body, [0..count]. */
typedef struct {
    pose *X;
    inertia *IC; /* of it and all that it carries, as one rigid body */
} plain_crba_scratch;

/* h to H[e][f] and H[f][e]: twice to one entry where both joints have one number. */
static inline void plain_add_pair(real *H, int nv, int e, int f, real h) {
    H[e * nv + f] = H[e * nv + f] + h;
    H[f * nv + e] = H[f * nv + e] + h;
}

/* H, nv x nv, row after row. */
static inline void plain_crba(const rigid_model *model, plain_crba_scratch s, const real *q, real *H) {
    const int nv = model->nv;
    for (int k = 0; k < nv * nv; k++)
        H[k] = real_of(0);
    for (int i = 1; i <= model->count; i++)
        s.X[i] = pose_in_parent(&model->body[i], q), s.IC[i] = inertia_of(&model->body[i].inertia);
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        if (b->parent > 0)
            s.IC[b->parent] = inertia_add(s.IC[b->parent], inertia_to_parent(s.X[i], s.IC[i]));
        for (int k = 0; k < freedoms(b); k++) {
            /* F = I^C S,  H_ii = Sᵀ F */
            force F = inertia_mul(s.IC[i], column(b, q, k));
            const int e = b->v + k;
            for (int l = 0; l < k; l++)
                plain_add_pair(H, nv, e, b->v + l, motion_dot(column(b, q, l), F));
            H[e * nv + e] = H[e * nv + e] + motion_dot(column(b, q, k), F) + b->ratio * b->ratio * b->armature;
            /* F = pXj* F,  H_ij = Fᵀ S_j, for every j on the way to the root */
            for (int j = i; model->body[j].parent > 0;) {
                F = force_to_parent(s.X[j], F);
                j = model->body[j].parent;
                for (int l = 0; l < freedoms(&model->body[j]); l++)
                    plain_add_pair(H, nv, e, model->body[j].v + l, motion_dot(column(&model->body[j], q, l), F));
            }
        }
    }
}

/* λ of each number of v: the one before it on its path from the root, or -1. Of n numbers; where joints follow others, or
   their numbers are not in the order of the tree, no place of H is known to be zero, and each has all those before it. */
static inline void plain_paths(const rigid_model *model, int *parent) {
    bool branches = !model->mimics;
    for (int i = 1; i <= model->count; i++)
        branches = branches && model->body[i].v >= model->body[model->body[i].parent].v;
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i], *p = &model->body[b->parent];
        for (int k = 0; k < freedoms(b); k++)
            parent[b->v + k] = !branches || k > 0 ? b->v + k - 1 : b->parent > 0 ? p->v + freedoms(p) - 1 : -1;
    }
}

/* H = Lᵀ D L in place: D on the diagonal, L below it. */
static inline void plain_ltdl(int n, const int *parent, real *H) {
    for (int k = n - 1; k >= 0; k--)
        for (int i = parent[k]; i >= 0; i = parent[i]) {
            /* a = H_ki / H_kk,  H_ij = H_ij - a H_kj for j on the path above i,  H_ki = a */
            const real a = H[k * n + i] / H[k * n + k];
            for (int j = i; j >= 0; j = parent[j])
                H[i * n + j] = H[i * n + j] - a * H[k * n + j];
            H[k * n + i] = a;
        }
}

/* x = H⁻¹ x by those factors: x = L⁻ᵀ x, D⁻¹ x, L⁻¹ x. */
static inline void plain_ltdl_solve(int n, const int *parent, const real *L, real *x) {
    for (int i = n - 1; i >= 0; i--)
        for (int j = parent[i]; j >= 0; j = parent[j])
            x[j] = x[j] - L[i * n + j] * x[i];
    for (int i = 0; i < n; i++)
        x[i] = x[i] / L[i * n + i];
    for (int i = 0; i < n; i++)
        for (int j = parent[i]; j >= 0; j = parent[j])
            x[i] = x[i] - L[i * n + j] * x[j];
}

#endif
