/* Root to leaves: how each body turns, how the point at its origin accelerates, and the force that takes. Leaves to root:
   what passes through each joint. Accelerations are those of points, not spatial ones: then no linear velocity is needed,
   as Luh, Walker and Paul found. The spatial acceleration is (a - ω x u, α). */
#include "rnea.h"
#include "tree.h"

#include <string.h>

/* Across a joint that moves at (u, ω_J) = S q̇ in its moving frame, where that changes at (a_J, α_J) = S q̈ + S' q̇: with ω and
   α of the parent, in that frame, to begin with,
   ω + ω_J,  α + α_J + ω x ω_J,  a + a_J + (2 ω + ω_J) x u */
static inline void cross_joint(const rigid_turns *t, const rigid_body *b, const double *qd, const double *qdd, w3 *w,
                               w3 *alpha, w3 *a) {
    if (b->kind == RIGID_REVOLUTE) { /* about z, written out */
        const double rate = b->ratio * qd[b->v];
        *alpha = w3_add(*alpha, w3_times(w3_yxz(*w), w3_make(rate, -rate, 0)));
        *alpha = w3_add(*alpha, w3_make(0, 0, b->ratio * qdd[b->v]));
        *w = w3_add(*w, w3_make(0, 0, rate));
        return;
    }
    const rigid_motion rate = rigid_joint_motion(t, b, qd);
    rigid_motion change = rigid_joint_motion(t, b, qdd);
    if (rigid_varies(b))
        change = rigid_motion_add(change, rigid_varying_drift(t, b, qd, qd));
    const w3 own = w3_of(rate.angular), twice = w3_add(w3_add(*w, *w), own);
    *a = w3_add(*a, w3_add(w3_of(change.linear), w3_cross(twice, w3_of(rate.linear))));
    *alpha = w3_add(*alpha, w3_add(w3_of(change.angular), w3_cross(*w, own)));
    *w = w3_add(*w, own);
}

/* Where the body's share of the torques begins: with what its rotor takes. Joints that mimic share their numbers. */
static inline void begin_torque(const rigid_model *model, const rigid_body *b, const double *qdd, double *tau) {
    for (int k = b->v; k < b->v + rigid_joint_nv[b->kind]; k++)
        tau[k] = (model->mimics ? tau[k] : 0) + b->ratio * b->ratio * b->armature * qdd[k];
}

/* How each body moves, and the force that takes: (m a + α x h + ω x (ω x h), h x a + I α + ω x I ω). */
static void outward(const rigid_model *model, const rigid_rnea_scratch *ws, const double *qd, const double *qdd, double *tau) {
    ws->w[0] = ws->alpha[0] = w3_zero();
    ws->accel[0] = w3_of(v3_neg(model->gravity));
    w3 w = ws->w[0], alpha = ws->alpha[0], a = ws->accel[0];
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const rigid_wide_pose *X = &ws->pose[i];
        const int p = b->parent;
        const w33 into = w33_transposed(X->rows); /* Rᵀ */
        if (p != i - 1)
            w = ws->w[p], alpha = ws->alpha[p], a = ws->accel[p];
        a = w33_mul(into, w3_add(a, rigid_turning(w, alpha, X->p)));
        w = w33_mul(into, w), alpha = w33_mul(into, alpha);
        cross_joint(&ws->turns, b, qd, qdd, &w, &alpha, &a);
        begin_torque(model, b, qdd, tau);
        ws->w[i] = w, ws->alpha[i] = alpha, ws->accel[i] = a;
        const w3 h = b->wide.h;
        ws->force[i] = w3_add_scaled(rigid_turning(w, alpha, h), b->inertia.m, a);
        ws->moment[i] = w3_add(w33_mul(b->wide.I, alpha), w3_cross_pair(w, w33_mul(b->wide.I, w), h, a));
    }
}

/* What passes through each joint; its share goes to tau, and the rest to the parent. */
static void inward(const rigid_model *model, const rigid_rnea_scratch *ws, double *tau) {
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        const rigid_wide_pose *X = &ws->pose[i];
        const w3 f = ws->force[i], n = ws->moment[i];
        if (b->kind == RIGID_REVOLUTE)
            tau[b->v] += b->ratio * w3_z(n);
        else
            rigid_joint_add_force(&ws->turns, b, (rigid_force){w3_to_v3(f), w3_to_v3(n)}, tau);
        if (b->parent == 0)
            continue;
        const w3 turned = w33_mul_at(X->columns, &ws->force[i]), moment = w33_mul_at(X->columns, &ws->moment[i]);
        ws->force[b->parent] = w3_add(ws->force[b->parent], turned);
        ws->moment[b->parent] = w3_add(ws->moment[b->parent], w3_add(moment, w3_cross(X->p, turned)));
    }
}

RIGID_KERNEL(void, rigid_rnea,
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v, const double *a,
              const rigid_force *external, double *tau), (model, all, q, v, a, external, tau)) {
    const rigid_rnea_scratch *ws = &all->rnea;
    rigid_scratch_begin(all, RIGID_SCRATCH_rnea);
    double *out = model->mimics ? ws->tau : tau; /* tau may be v or a, of which each body reads its own alone */
    if (model->mimics)
        memset(out, 0, (size_t)model->nv * sizeof *out);
    rigid_wide_poses(model, ws, q);
    outward(model, ws, v ? v : all->zero, a ? a : all->zero, out);
    if (external)
        for (int i = 1; i <= model->count; i++) {
            ws->force[i] = w3_sub(ws->force[i], w3_of(external[i].linear));
            ws->moment[i] = w3_sub(ws->moment[i], w3_of(external[i].angular));
        }
    inward(model, ws, out);
    if (model->mimics)
        memcpy(tau, out, (size_t)model->nv * sizeof *tau);
    rigid_scratch_end(all, RIGID_SCRATCH_rnea);
}

RIGID_KERNEL(void, rigid_gravity_forces,
             (const rigid_model *model, rigid_workspace *ws, const double *q, double *tau), (model, ws, q, tau)) {
    rigid_rnea(model, ws, q, NULL, NULL, NULL, tau);
}
