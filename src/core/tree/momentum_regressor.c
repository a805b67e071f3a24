/* Regressors of momentum and of the two energies: what each link's ten parameters are multiplied by. */
#include "tree_regressor.h"

#include "link_rows.h"
#include "tree.h"

/* ---- momentum ----------------------------------------------------------------------------------------------------------- */

/* The rows of the momentum, in the world, are like those of the wrench:
   (u, ω× R),  x× F - u× (0, R),  rᵀ I ω */
static inline rigid_link_rows momentum_rows(v3 x, w33 axes, rigid_motion V) {
    const w34 R = w34_of_axes(axes);
    const w4 w = w34_mix(R, V.angular);
    rigid_link_rows Y;
    Y.force = w34_add(w34_cross(V.angular, R), w34_of_column(V.linear));
    Y.moment = w34_sub(w34_cross(x, Y.force), w34_cross(V.linear, R));
    rigid_put_products(&Y, rigid_products_of(R.x, w), rigid_products_of(R.y, w), rigid_products_of(R.z, w));
    return Y;
}

RIGID_KERNEL(void, rigid_tree_momentum_regressor,
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v, double *Y),
             (model, all, q, v, Y)) {
    const rigid_poses_scratch *ws = &all->poses;
    const rigid_row_table out = {Y, 10 * (size_t)model->links, false};
    rigid_scratch_begin(all, RIGID_SCRATCH_poses);
    rigid_origin_motions(model, all, q, v);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->column < 0)
            continue;
        const rigid_link_rows L = momentum_rows(ws->Xw[i].p, rigid_in_link_axes(b, w33_columns(ws->Xw[i].R)), ws->V[i]);
        rigid_put_free_rows(&out, Y + 10 * b->column, &L);
    }
    rigid_scratch_end(all, RIGID_SCRATCH_poses);
}

/* ---- energies ----------------------------------------------------------------------------------------------------------- */

static inline rigid_motion motion_in_link(const rigid_body *b, rigid_motion v) {
    return b->link_turned ? (rigid_motion){m3_tmul_v3(b->link, v.linear), m3_tmul_v3(b->link, v.angular)} : v;
}

/* T = ½ m u·u + h·(u x ω) + ½ ωᵀ I ω, the twist carried from body to body: v = X⁻¹ v_p + S q̇ */
RIGID_KERNEL(void, rigid_kinetic_energy_regressor,
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v, double *y),
             (model, all, q, v, y)) {
    const rigid_poses_scratch *ws = &all->poses;
    rigid_scratch_begin(all, RIGID_SCRATCH_poses);
    rigid_joint_poses(model, ws, q);
    ws->v[0] = rigid_motion_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        ws->v[i] = rigid_motion_add(rigid_into_body(ws->X[i], ws->v[b->parent]), rigid_joint_motion(&ws->turns, b, v));
        if (b->column < 0)
            continue;
        const rigid_motion t = motion_in_link(b, ws->v[i]);
        const v3 w = t.angular, h = v3_cross(t.linear, w);
        double *at = y + 10 * b->column;
        at[0] = 0.5 * v3_dot(t.linear, t.linear);
        at[1] = h.x, at[2] = h.y, at[3] = h.z;
        at[4] = 0.5 * w.x * w.x, at[5] = w.x * w.y, at[6] = w.x * w.z;
        at[7] = 0.5 * w.y * w.y, at[8] = w.y * w.z, at[9] = 0.5 * w.z * w.z;
    }
    rigid_scratch_end(all, RIGID_SCRATCH_poses);
}

/* U = -gᵀ (m p + R h), gravity carried from body to body: Rᵀ g, and its potential -gᵀ p at the origin */
RIGID_KERNEL(void, rigid_potential_energy_regressor,
             (const rigid_model *model, rigid_workspace *all, const double *q, double *y), (model, all, q, y)) {
    const rigid_poses_scratch *ws = &all->poses;
    rigid_scratch_begin(all, RIGID_SCRATCH_poses);
    rigid_joint_poses(model, ws, q);
    ws->g[0] = model->gravity;
    ws->potential[0] = 0;
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const v3 above = ws->g[b->parent];
        ws->potential[i] = ws->potential[b->parent] - v3_dot(above, ws->X[i].p);
        ws->g[i] = m3_tmul_v3(ws->X[i].R, above);
        if (b->column < 0)
            continue;
        const v3 g = b->link_turned ? m3_tmul_v3(b->link, ws->g[i]) : ws->g[i];
        double *at = y + 10 * b->column;
        memset(at, 0, 10 * sizeof *at);
        at[0] = ws->potential[i];
        at[1] = -g.x, at[2] = -g.y, at[3] = -g.z;
    }
    rigid_scratch_end(all, RIGID_SCRATCH_poses);
}
