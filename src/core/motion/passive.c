/* Springs, damping and dry friction of joints, and the energy of springs. */
#include "passive.h"
#include "../../../include/rigid/motion.h"

#include <string.h>

static v3 turned(const double *r) {
    return rigid_rotation_log(rigid_rotation_quaternion((rigid_quaternion){r[0], r[1], r[2], r[3]}));
}

static void turn_back(const double *stiffness, const double *quaternion, double *tau) {
    const v3 w = turned(quaternion);
    tau[0] -= stiffness[0] * w.x, tau[1] -= stiffness[1] * w.y, tau[2] -= stiffness[2] * w.z;
}

void rigid_springs_pull(const rigid_model *model, const double *stiffness, const double *rest, const double *q, double *tau) {
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (rigid_simply_adds(b))
            for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
                tau[b->v + k] -= stiffness[b->v + k] * (q[b->q + k] - rest[b->v + k]);
        else if (b->kind == RIGID_SPHERICAL)
            turn_back(stiffness + b->v, q + b->q, tau + b->v);
    }
}

/* What is at rest in the world, from axes a to axes b, each a quaternion of its axes. */
static void turn_to(const double *a, const double *b, const double *x, double *out) {
    const v3 u = {a[1], a[2], a[3]}, w = {b[1], b[2], b[3]}, y = {x[0], x[1], x[2]};
    const double scalar = a[0] * b[0] + v3_dot(u, w);
    const v3 turn = v3_sub(v3_sub(v3_scale(b[0], u), v3_scale(a[0], w)), v3_cross(w, u)), once = v3_scale(2, v3_cross(turn, y));
    const v3 z = v3_add(v3_add_scaled(y, scalar, once), v3_cross(turn, once));
    out[0] = z.x, out[1] = z.y, out[2] = z.z;
}

void rigid_forces_stay(const rigid_model *model, const double *q0, const double *f, const double *q, double *out) {
    memcpy(out, f, (size_t)model->nv * sizeof *f);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const int at = b->q + (b->kind == RIGID_FREE ? 3 : 0);
        if (b->kind == RIGID_FREE || b->kind == RIGID_SPHERICAL)
            turn_to(q0 + at, q + at, f + b->v, out + b->v);
        if (b->kind == RIGID_FREE)
            turn_to(q0 + at, q + at, f + b->v + 3, out + b->v + 3);
    }
}

void rigid_springs_stiffen(const rigid_model *model, const double *stiffness, double part, double *A) {
    const int n = model->nv;
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        for (int k = b->v; (rigid_simply_adds(b) || b->kind == RIGID_SPHERICAL) && k < b->v + rigid_joint_nv[b->kind]; k++)
            A[k * n + k] += part * stiffness[k];
    }
}

bool rigid_springs_any(const rigid_model *model) {
    for (int k = 0; k < model->nv; k++)
        if (model->stiffness[k] != 0)
            return true;
    return false;
}

double rigid_springs_energy(const rigid_model *model, const double *stiffness, const double *rest, const double *q) {
    double sum = 0;
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        for (int k = 0; rigid_simply_adds(b) && k < rigid_joint_nv[b->kind]; k++) {
            const double off = q[b->q + k] - rest[b->v + k];
            sum += 0.5 * stiffness[b->v + k] * off * off;
        }
        if (b->kind == RIGID_SPHERICAL) {
            const v3 w = turned(q + b->q);
            sum += 0.5 * stiffness[b->v] * v3_dot(w, w);
        }
    }
    return sum;
}

double rigid_elastic_energy(const rigid_model *model, const double *q) {
    return rigid_springs_energy(model, model->stiffness, model->springref, q);
}

void rigid_passive_forces(const rigid_model *model, const double *q, const double *v, double *tau) {
    for (int k = 0; k < model->nv; k++)
        tau[k] = -model->damping[k] * v[k] - model->friction[k] * ((v[k] > 0) - (v[k] < 0));
    rigid_springs_pull(model, model->stiffness, model->springref, q, tau);
}
