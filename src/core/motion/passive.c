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

double rigid_elastic_energy(const rigid_model *model, const double *q) {
    double sum = 0;
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        for (int k = 0; rigid_simply_adds(b) && k < rigid_joint_nv[b->kind]; k++) {
            const double off = q[b->q + k] - model->springref[b->v + k];
            sum += 0.5 * model->stiffness[b->v + k] * off * off;
        }
        if (b->kind == RIGID_SPHERICAL) {
            const v3 w = turned(q + b->q);
            sum += 0.5 * model->stiffness[b->v] * v3_dot(w, w);
        }
    }
    return sum;
}

void rigid_passive_forces(const rigid_model *model, const double *q, const double *v, double *tau) {
    for (int k = 0; k < model->nv; k++)
        tau[k] = -model->damping[k] * v[k] - model->friction[k] * ((v[k] > 0) - (v[k] < 0));
    rigid_springs_pull(model, model->stiffness, model->springref, q, tau);
}
