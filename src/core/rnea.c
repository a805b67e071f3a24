/* Root to leaves: how each body turns, how the point at its origin accelerates, and the force that takes. Leaves to root:
   what passes through each joint. Accelerations are those of points, not spatial ones: then no linear velocity is needed,
   as Luh, Walker and Paul found. The spatial acceleration is (a - ω x u, α). */
#include "rnea.h"
#include "tree.h"

#include <string.h>

/* A = α× + ω×ω×: the point at r of a body that turns so accelerates by A r more than its origin. */
static inline m3 turning(v3 w, v3 alpha) {
    double xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z, xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
    return (m3){{-yy - zz, xy - alpha.z, xz + alpha.y},
                {xy + alpha.z, -xx - zz, yz - alpha.x},
                {xz - alpha.y, yz + alpha.x, -xx - yy}};
}

/* Across a joint that moves at (u, ω_J) in its moving frame: with ω and α of the parent, in that frame, to begin with,
   ω + ω_J,  α + α_J + ω x ω_J,  a + a_J + (2 ω + ω_J) x u */
static inline void cross_joint(const rigid_body *b, const double *qd, const double *qdd, v3 *w, v3 *alpha, v3 *a) {
    if (b->kind == RIGID_REVOLUTE) { /* about z, written out */
        double rate = b->ratio * qd[b->v];
        alpha->x += w->y * rate, alpha->y -= w->x * rate;
        alpha->z += b->ratio * qdd[b->v];
        w->z += rate;
        return;
    }
    rigid_motion rate = rigid_joint_motion(b, qd), change = rigid_joint_motion(b, qdd);
    v3 both = v3_add(*w, *w), own = rate.angular;
    *a = v3_add(*a, v3_add(change.linear, v3_cross(v3_add(both, own), rate.linear)));
    *alpha = v3_add(*alpha, v3_add(change.angular, v3_cross(*w, own)));
    *w = v3_add(*w, own);
}

/* f = (m a + A h, h x a + I α + ω x I ω) */
static inline rigid_force net_force(const rigid_inertia *M, v3 w, v3 alpha, v3 a, m3 A) {
    v3 moment = v3_add(sym3_mul_v3(M->I, alpha), v3_cross(w, sym3_mul_v3(M->I, w)));
    return (rigid_force){v3_add_scaled(m3_mul_v3(A, M->h), M->m, a), v3_add(v3_cross(M->h, a), moment)};
}

static void outward(const rigid_model *model, rigid_workspace *ws, const double *qd, const double *qdd) {
    ws->v[0].angular = ws->a[0].angular = v3_zero();
    ws->a[0].linear = v3_neg(model->gravity);
    ws->B[0].N = m3_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const rigid_transform *X = &ws->X[i];
        const int p = b->parent;
        v3 w = m3_tmul_v3(X->R, ws->v[p].angular), alpha = m3_tmul_v3(X->R, ws->a[p].angular);
        v3 a = m3_tmul_v3(X->R, v3_add(ws->a[p].linear, m3_mul_v3(ws->B[p].N, X->p)));
        cross_joint(b, qd, qdd, &w, &alpha, &a);
        m3 A = turning(w, alpha);
        ws->v[i].angular = w, ws->a[i] = (rigid_motion){a, alpha}, ws->B[i].N = A;
        ws->f[i] = net_force(&b->inertia, w, alpha, a, A);
    }
}

RIGID_KERNEL
void rigid_rnea(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *a,
                const rigid_force *external, double *tau) {
    const double *qdd = a ? a : ws->zero;
    rigid_joint_poses(model, ws, q);
    outward(model, ws, v ? v : ws->zero, qdd);
    if (external)
        for (int i = 1; i <= model->count; i++)
            ws->f[i] = rigid_force_sub(ws->f[i], external[i]);
    double *out = ws->tau; /* tau may be v or a */
    memset(out, 0, (size_t)model->nv * sizeof *out);
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        const rigid_force f = ws->f[i];
        rigid_joint_add_force(b, f, out);
        if (b->armature != 0)
            for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
                out[b->v + k] += b->ratio * b->ratio * b->armature * qdd[b->v + k];
        if (b->parent > 0)
            ws->f[b->parent] = rigid_force_add(ws->f[b->parent], rigid_transform_force(ws->X[i], f));
    }
    memcpy(tau, out, (size_t)model->nv * sizeof *tau);
}

void rigid_gravity_forces(const rigid_model *model, rigid_workspace *ws, const double *q, double *tau) {
    rigid_rnea(model, ws, q, NULL, NULL, NULL, tau);
}
