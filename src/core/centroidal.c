/* Sums over bodies at the world's origin, then shifted to the com. */
#include "centroidal.h"
#include "tree.h"

#include <string.h>

RIGID_KERNEL(double, rigid_total_mass, (const rigid_model *model)) {
    double m = 0;
    for (int i = 1; i <= model->count; i++)
        m += model->body[i].inertia.m;
    return m;
}

/* First moment of all bodies about the world's origin; Xw must be there. */
static v3 first_moment(const rigid_model *model, const rigid_workspace *ws) {
    v3 h = v3_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_inertia *M = &model->body[i].inertia;
        h = v3_add(h, v3_add_scaled(m3_mul_v3(ws->Xw[i].R, M->h), M->m, ws->Xw[i].p));
    }
    return h;
}

RIGID_KERNEL(v3, rigid_center_of_mass, (const rigid_model *model, rigid_workspace *ws, const double *q)) {
    rigid_poses(model, ws, q);
    return v3_div(first_moment(model, ws), rigid_total_mass(model));
}

RIGID_KERNEL(rigid_force, rigid_centroidal_momentum,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v)) {
    rigid_world_twists(model, ws, q, v);
    rigid_world_inertias(model, ws);
    rigid_force h = rigid_force_zero();
    for (int i = 1; i <= model->count; i++)
        h = rigid_force_add(h, rigid_inertia_mul(ws->M[i], ws->V[i]));
    return rigid_force_shift(h, v3_div(first_moment(model, ws), rigid_total_mass(model)));
}

/* Subtree inertias into M; a freedom moves its whole subtree: its column is M S. */
static void subtrees(const rigid_model *model, rigid_workspace *ws, const double *q) {
    rigid_world_poses(model, ws, q);
    rigid_world_inertias(model, ws);
    for (int i = model->count; i >= 1; i--)
        ws->M[model->body[i].parent] = rigid_inertia_add(ws->M[model->body[i].parent], ws->M[i]);
}

RIGID_KERNEL(void, rigid_centroidal_matrix,
             (const rigid_model *model, rigid_workspace *ws, const double *q, double *A)) {
    int n = model->nv;
    memset(A, 0, 6 * (size_t)n * sizeof *A);
    subtrees(model, ws, q);
    v3 com = rigid_inertia_com(&ws->M[0]);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
            rigid_force h = rigid_force_shift(rigid_inertia_mul(ws->M[i], ws->S[b->dof + k]), com);
            int e = b->v + k;
            A[e] += h.linear.x, A[n + e] += h.linear.y, A[2 * n + e] += h.linear.z;
            A[3 * n + e] += h.angular.x, A[4 * n + e] += h.angular.y, A[5 * n + e] += h.angular.z;
        }
    }
}

RIGID_KERNEL(void, rigid_com_jacobian, (const rigid_model *model, rigid_workspace *ws, const double *q, double *J)) {
    int n = model->nv;
    memset(J, 0, 3 * (size_t)n * sizeof *J);
    subtrees(model, ws, q);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
            v3 l = v3_div(rigid_inertia_mul(ws->M[i], ws->S[b->dof + k]).linear, ws->M[0].m);
            int e = b->v + k;
            J[e] += l.x, J[n + e] += l.y, J[2 * n + e] += l.z;
        }
    }
}

/* Twists in body axes are enough for the energy. */
RIGID_KERNEL(double, rigid_kinetic_energy,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v)) {
    double twice = 0;
    ws->v[0] = rigid_motion_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        rigid_transform X = rigid_body_pose(b, q);
        ws->v[i] = rigid_motion_add(rigid_into_body(X, ws->v[b->parent]), rigid_joint_motion(b, v));
        twice += rigid_motion_dot(ws->v[i], rigid_inertia_mul(b->inertia, ws->v[i]));
        for (int k = 0; k < rigid_joint_nv[b->kind] && b->armature != 0; k++)
            twice += b->armature * b->ratio * b->ratio * v[b->v + k] * v[b->v + k];
    }
    return 0.5 * twice;
}

RIGID_KERNEL(double, rigid_potential_energy, (const rigid_model *model, rigid_workspace *ws, const double *q)) {
    rigid_poses(model, ws, q);
    return -v3_dot(model->gravity, first_moment(model, ws));
}
