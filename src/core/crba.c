/* Leaves to root each subtree becomes one rigid body; a unit acceleration of joint j needs the momentum rate F = M S_j of
   its subtree, of which every ancestor i carries S_iᵀF. */
#include "crba.h"
#include "tree.h"

#include <float.h>
#include <string.h>

/* Freedom e and the count freedoms d, d + 1, .. of one other body, of rows and columns f, f + 1, .. */
static inline void add_pairs(const rigid_motion *S, int count, int n, int e, int f, rigid_force F, double *H) {
    for (int k = 0; k < count; k++) {
        double h = rigid_motion_dot(S[k], F);
        H[(f + k) * n + e] += h;
        H[e * n + f + k] += h;
    }
}

/* Of freedom k of body i, all pairs with itself, with those before it in the same body, and with ancestors'. Joints that
   mimic share a row: a pair of different freedoms then counts both ways. */
static inline void add_column(const rigid_model *model, const rigid_workspace *ws, int i, int k, double *H) {
    const rigid_body *b = &model->body[i];
    const int n = model->nv, e = b->v + k;
    const rigid_motion *S = ws->S;
    const rigid_force F = rigid_inertia_mul(ws->M[i], S[b->dof + k]);
    H[e * (n + 1)] += rigid_motion_dot(S[b->dof + k], F);
    add_pairs(S + b->dof, k, n, e, b->v, F, H);
    for (int j = b->parent; j > 0; j = model->body[j].parent) {
        const rigid_body *above = &model->body[j];
        if (above->kind == RIGID_REVOLUTE || above->kind == RIGID_PRISMATIC)
            add_pairs(S + above->dof, 1, n, e, above->v, F, H);
        else
            add_pairs(S + above->dof, rigid_joint_nv[above->kind], n, e, above->v, F, H);
    }
}

RIGID_KERNEL
void rigid_crba(const rigid_model *model, rigid_workspace *ws, const double *q, double *H) {
    int n = model->nv;
    memset(H, 0, (size_t)n * (size_t)n * sizeof *H);
    rigid_world_poses(model, ws, q);
    rigid_world_inertias(model, ws);
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
            add_column(model, ws, i, k, H);
            H[(b->v + k) * (n + 1)] += b->ratio * b->ratio * b->armature;
        }
        ws->M[b->parent] = rigid_inertia_add(ws->M[b->parent], ws->M[i]);
    }
}

/* ---- the mass matrix and its inverse ----------------------------------------------------------------------------------

   Eliminating from the leaves leaves zero what is zero between branches, as Cholesky's usual order would not; L⁻¹ has the
   same zeros. Every inner loop runs along rows, and is skipped where its factor is zero. */

/* row += s other, of n numbers */
static inline void add_row(double *restrict row, double s, const double *restrict other, int n) {
    for (int j = 0; j < n; j++)
        row[j] += s * other[j];
}

static inline void divide_row(double *row, double d, int n) {
    for (int j = 0; j < n; j++)
        row[j] /= d;
}

RIGID_KERNEL
rigid_status rigid_ltl(int n, double *H, double *room, int *pivot) {
    for (int k = 0; k < n; k++)
        room[k] = H[k * (n + 1)];
    for (int k = n - 1; k >= 0; k--) {
        double *row = H + k * n;
        if (!(row[k] > 4 * DBL_EPSILON * room[k])) {
            *pivot = k;
            return RIGID_SINGULAR;
        }
        row[k] = sqrt(row[k]);
        divide_row(row, row[k], k);
        for (int i = 0; i < k; i++)
            if (row[i] != 0)
                add_row(H + i * n, -row[i], row, i + 1);
    }
    return RIGID_OK;
}

RIGID_KERNEL
void rigid_ltl_solve(int n, const double *L, double *A, int columns) {
    for (int k = n - 1; k >= 0; k--) { /* L⁻ᵀ A */
        divide_row(A + k * columns, L[k * (n + 1)], columns);
        for (int i = 0; i < k; i++)
            if (L[k * n + i] != 0)
                add_row(A + i * columns, -L[k * n + i], A + k * columns, columns);
    }
    for (int k = 0; k < n; k++) { /* L⁻¹ of that */
        for (int i = 0; i < k; i++)
            if (L[k * n + i] != 0)
                add_row(A + k * columns, -L[k * n + i], A + i * columns, columns);
        divide_row(A + k * columns, L[k * (n + 1)], columns);
    }
}

/* U = L⁻ᵀ above L, of Lᵀ U = 1 the last row first, its diagonal apart. Then H⁻¹ = UᵀU where L was, a sum over rows of U. */
RIGID_KERNEL
void rigid_ltl_invert(int n, double *H, double *diagonal) {
    for (int k = n - 1; k >= 0; k--) {
        double *row = H + k * n;
        diagonal[k] = 1 / row[k];
        memset(row + k + 1, 0, (size_t)(n - k - 1) * sizeof *row);
        for (int i = k + 1; i < n; i++)
            if (H[i * n + k] != 0) {
                row[i] -= H[i * n + k] * diagonal[i];
                add_row(row + i + 1, -H[i * n + k], H + i * n + i + 1, n - i - 1);
            }
        divide_row(row + k + 1, row[k], n - k - 1);
    }
    for (int i = 0; i < n; i++)
        memset(H + i * n, 0, (size_t)(i + 1) * sizeof *H);
    for (int k = 0; k < n; k++) {
        const double *row = H + k * n;
        H[k * (n + 1)] += diagonal[k] * diagonal[k];
        for (int i = k + 1; i < n; i++)
            if (row[i] != 0) {
                H[i * n + k] += row[i] * diagonal[k];
                add_row(H + i * n + k + 1, row[i], row + k + 1, i - k);
            }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            H[j * n + i] = H[i * n + j];
}

rigid_status rigid_inverse_mass_matrix(const rigid_model *model, rigid_workspace *ws, const double *q, double *Hinv,
                                       double *room, int *v) {
    rigid_crba(model, ws, q, Hinv);
    rigid_status status = rigid_ltl(model->nv, Hinv, ws->tau, v);
    if (status == RIGID_OK)
        rigid_ltl_invert(model->nv, Hinv, room);
    return status;
}
