/* What others may ask of a model, whose insides they do not see, and the regressors' small functions beside the kernels. */
#include "model.h"
#include "tree_regressor.h"

int rigid_model_nq(const rigid_model *model) { return model->nq; }
int rigid_model_nv(const rigid_model *model) { return model->nv; }
int rigid_model_bodies(const rigid_model *model) { return model->count; }
int rigid_model_moving_links(const rigid_model *model) { return model->links; }
v3 rigid_model_gravity(const rigid_model *model) { return model->gravity; }
void rigid_model_set_gravity(rigid_model *model, v3 gravity) { model->gravity = gravity; }

int rigid_model_links(const rigid_model *model) { return model->link_count; }
rigid_frame rigid_model_link_frame(const rigid_model *model, int link) { return model->link[link].frame; }
int rigid_model_link_q(const rigid_model *model, int link) { return model->link[link].q; }
int rigid_model_link_v(const rigid_model *model, int link) { return model->link[link].v; }
int rigid_model_link_column(const rigid_model *model, int link) { return model->link[link].column; }
rigid_frame rigid_model_frame_on(const rigid_model *model, int link, rigid_transform X) {
    const rigid_frame L = model->link[link].frame;
    return (rigid_frame){L.body, rigid_transform_mul(L.X, X)};
}

const double *rigid_model_damping(const rigid_model *model) { return model->damping; }
const double *rigid_model_friction(const rigid_model *model) { return model->friction; }
const double *rigid_model_armature(const rigid_model *model) { return model->armature; }
const double *rigid_model_stiffness(const rigid_model *model) { return model->stiffness; }
const double *rigid_model_springref(const rigid_model *model) { return model->springref; }

int rigid_regressor_columns(const rigid_model *model, unsigned joint_columns) {
    return rigid_count_columns(model, joint_columns);
}

void rigid_torque_regressor(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                            const double *a, unsigned joint_columns, double *Y) {
    const double *qd = v ? v : ws->zero, *qdd = a ? a : ws->zero;
    rigid_tree_slotine_li_regressor(model, ws, q, qd, qd, qdd, RIGID_FACTOR_CHRISTOFFEL, joint_columns, Y);
}
