/* Models: their size, what follows from their bodies, and the manifold of their configurations. */
#include "model.h"

size_t rigid_model_size(int count) { return sizeof(rigid_model) + ((size_t)count + 1) * sizeof(rigid_body); }

void rigid_model_finish(rigid_model *model) {
    model->dofs = model->links = 0;
    model->mimics = false;
    for (int i = 1; i <= model->count; i++) {
        rigid_body *b = &model->body[i];
        b->dof = model->dofs;
        model->dofs += rigid_joint_nv[b->kind];
        model->links += b->column >= 0;
        model->mimics = model->mimics || b->follows;
        b->link_turned = !m3_equal(b->link, m3_identity());
    }
}

void rigid_model_neutral(const rigid_model *model, double *q) {
    for (int i = 1; i <= model->count; i++)
        if (!model->body[i].follows)
            rigid_joint_neutral(model->body[i].kind, q + model->body[i].q);
}

void rigid_model_integrate(const rigid_model *model, const double *q, const double *v, double *out) {
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (!b->follows)
            rigid_joint_integrate(b->kind, q + b->q, v + b->v, out + b->q);
    }
}

void rigid_model_difference(const rigid_model *model, const double *q0, const double *q1, double *v) {
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (!b->follows)
            rigid_joint_difference(b->kind, q0 + b->q, q1 + b->q, v + b->v);
    }
}
