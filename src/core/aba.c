/* Root to leaves: how bodies turn, and bias forces. Leaves to root: each body's articulated inertia, seen through its joint
   by its parent. Root to leaves: accelerations. In the names of the book: U = P S, D = SᵀU, u = τ - Sᵀp; kept are U / D and u / D. Accelerations are
   those of the points at the bodies' origins, as in inverse dynamics: then no linear velocity is needed. */
#include "aba.h"
#include "crba.h"
#include "ltdl.h"
#include "rnea.h"
#include "tree.h"

#include <float.h>

/* P - g kᵀ, for k parallel to g */
static inline rigid_abi less_outer(rigid_abi P, rigid_force g, rigid_force k) {
    P.M = (sym3){P.M.xx - g.linear.x * k.linear.x, P.M.xy - g.linear.x * k.linear.y, P.M.xz - g.linear.x * k.linear.z,
                 P.M.yy - g.linear.y * k.linear.y, P.M.yz - g.linear.y * k.linear.z, P.M.zz - g.linear.z * k.linear.z};
    P.H.x = v3_add_scaled(P.H.x, -g.linear.x, k.angular);
    P.H.y = v3_add_scaled(P.H.y, -g.linear.y, k.angular);
    P.H.z = v3_add_scaled(P.H.z, -g.linear.z, k.angular);
    P.I = (sym3){P.I.xx - g.angular.x * k.angular.x, P.I.xy - g.angular.x * k.angular.y,
                 P.I.xz - g.angular.x * k.angular.z, P.I.yy - g.angular.y * k.angular.y,
                 P.I.yz - g.angular.y * k.angular.z, P.I.zz - g.angular.z * k.angular.z};
    return P;
}

/* The columns of P that S picks, S constant in body axes: U = P S for one freedom of a joint. */
static inline rigid_force column(const rigid_body *b, const rigid_abi *P, int k) {
    const v3 e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    rigid_motion S = rigid_motion_zero();
    switch (b->kind) {
    case RIGID_REVOLUTE:
        return (rigid_force){m3_column_z(P->H), {P->I.xz, P->I.yz, P->I.zz}};
    case RIGID_PRISMATIC:
        return (rigid_force){{P->M.xz, P->M.yz, P->M.zz}, P->H.z};
    case RIGID_HELICAL:
        S = (rigid_motion){{0, 0, b->pitch}, e[2]};
        break;
    case RIGID_SPHERICAL:
        S.angular = e[k];
        break;
    case RIGID_FREE:
        *(k < 3 ? &S.linear : &S.angular) = e[k % 3];
        break;
    case RIGID_JOINT_KINDS:
    default:
        break;
    }
    return rigid_abi_mul(P, S);
}

/* Sᵀ f, number k of the joint. */
static inline double component(const rigid_body *b, rigid_force f, int k) {
    const double l[3] = {f.linear.x, f.linear.y, f.linear.z}, a[3] = {f.angular.x, f.angular.y, f.angular.z};
    switch (b->kind) {
    case RIGID_REVOLUTE:
        return f.angular.z;
    case RIGID_PRISMATIC:
        return f.linear.z;
    case RIGID_HELICAL:
        return f.angular.z + b->pitch * f.linear.z;
    case RIGID_SPHERICAL:
        return a[k];
    case RIGID_FREE:
        return k < 3 ? l[k] : a[k - 3];
    case RIGID_JOINT_KINDS:
    default:
        return 0;
    }
}

/* Of a body whose parent turns with w (in the parent's axes): its own w; c, what its acceleration is beside its parent's
   and S q̈, which is the parent's ω x (ω x p), (2 ω + ω_J) x u and ω x ω_J; and its bias force (ω x (ω x h), ω x I ω). */
static inline void turn_on(const rigid_body *b, const rigid_transform *X, v3 w, const double *qd, v3 *own,
                           rigid_motion *c, rigid_force *bias) {
    v3 above = m3_tmul_v3(X->R, w);
    c->linear = m3_tmul_v3(X->R, v3_cross(w, v3_cross(w, X->p)));
    if (b->kind == RIGID_REVOLUTE) {
        double rate = b->ratio * qd[b->v];
        c->angular = (v3){above.y * rate, -above.x * rate, 0};
        *own = (v3){above.x, above.y, above.z + rate};
    } else {
        rigid_motion vJ = rigid_joint_motion(b, qd);
        *own = v3_add(above, vJ.angular);
        c->linear = v3_add(c->linear, v3_cross(v3_add(*own, above), vJ.linear));
        c->angular = v3_cross(above, vJ.angular);
    }
    bias->linear = v3_cross(*own, v3_cross(*own, b->inertia.h));
    bias->angular = v3_cross(*own, sym3_mul_v3(b->inertia.I, *own));
}

static void outward(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                    const rigid_force *external) {
    ws->v[0].angular = v3_zero();
    rigid_joint_poses(model, ws, q);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        turn_on(b, &ws->X[i], ws->v[b->parent].angular, v, &ws->v[i].angular, &ws->a[i], &ws->f[i]);
        if (external)
            ws->f[i] = rigid_force_sub(ws->f[i], external[i]);
        ws->P[i] = (rigid_abi){sym3_diagonal(b->inertia.m, b->inertia.m, b->inertia.m), m3_skew(v3_neg(b->inertia.h)),
                               b->inertia.I};
    }
}

/* ---- inertias seen by the parent ---- */

/* About the point that p leads back from: H' = H + p× M's rows, I' = I + p x H' + (p x H)ᵀ, by columns of H. */
static inline rigid_abi shift_back(sym3 M, m3 H, sym3 I, v3 p) {
    v3 x = v3_cross(p, m3_column_x(H)), y = v3_cross(p, m3_column_y(H)), z = v3_cross(p, m3_column_z(H));
    m3 G = {v3_add(H.x, v3_cross(p, (v3){M.xx, M.xy, M.xz})), v3_add(H.y, v3_cross(p, (v3){M.xy, M.yy, M.yz})),
            v3_add(H.z, v3_cross(p, (v3){M.xz, M.yz, M.zz}))};
    v3 u = v3_cross(p, m3_column_x(G)), v = v3_cross(p, m3_column_y(G)), w = v3_cross(p, m3_column_z(G));
    return (rigid_abi){
        M,
        G,
        {I.xx + u.x + x.x, I.xy + v.x + x.y, I.xz + w.x + x.z, I.yy + v.y + y.y, I.yz + w.y + y.z, I.zz + w.z + z.z}};
}

static inline rigid_abi into_parent(const rigid_transform *X, const rigid_abi *P) {
    const m3 R = X->R;
    return shift_back(sym3_re_express(P->M, R), m3_mul(m3_mul(R, P->H), m3_transpose(R)), sym3_re_express(P->I, R),
                      X->p);
}

/* The same for what is seen through a revolute joint, where a turn about z takes nothing: column z of H is zero, and so are
   row and column z of I. */
static inline v3 turn_pair(m3 R, double x, double y) {
    return (v3){R.x.x * x + R.x.y * y, R.y.x * x + R.y.y * y, R.z.x * x + R.z.y * y};
}
static inline rigid_abi into_parent_through_z(const rigid_transform *X, const rigid_abi *P) {
    const m3 R = X->R;
    v3 h1 = m3_mul_v3(R, m3_column_x(P->H)), h2 = m3_mul_v3(R, m3_column_y(P->H));
    v3 i1 = turn_pair(R, P->I.xx, P->I.xy), i2 = turn_pair(R, P->I.xy, P->I.yy); /* columns of R I */
    v3 x = turn_pair(R, i1.x, i2.x), y = turn_pair(R, i1.y, i2.y), z = turn_pair(R, i1.z, i2.z);
    m3 H = {turn_pair(R, h1.x, h2.x), turn_pair(R, h1.y, h2.y), turn_pair(R, h1.z, h2.z)};
    return shift_back(sym3_re_express(P->M, R), H, (sym3){x.x, x.y, x.z, y.y, y.z, z.z}, X->p);
}

/* Add to the parent's. */
static inline void give(rigid_workspace *ws, int parent, const rigid_transform *X, rigid_abi seen, rigid_force p) {
    rigid_abi *P = &ws->P[parent];
    *P = (rigid_abi){sym3_add(P->M, seen.M), m3_add(P->H, seen.H), sym3_add(P->I, seen.I)};
    ws->f[parent] = rigid_force_add(ws->f[parent], rigid_transform_force(*X, p));
}

/* A revolute joint without armature, the joint that robots are made of: fold and into_parent at once, z written out.
   p counts P c already. */
static inline rigid_status fold_revolute(const rigid_body *b, rigid_workspace *ws, int i, double tau, rigid_force p) {
    const rigid_abi *P = &ws->P[i];
    const rigid_force U = {m3_column_z(P->H), {P->I.xz, P->I.yz, P->I.zz}};
    double D = P->I.zz;
    if (!(D > 0))
        return RIGID_SINGULAR;
    const rigid_force K = rigid_force_scale(1 / D, U);
    const double u = tau - p.angular.z;
    ws->U[b->dof] = K, ws->u[b->dof] = u / D;
    if (b->parent == 0)
        return RIGID_OK;
    v3 l = U.linear, k = K.linear;
    double kx = K.angular.x, ky = K.angular.y;
    rigid_abi seen;
    seen.M = sym3_sub(P->M, (sym3){l.x * k.x, l.x * k.y, l.x * k.z, l.y * k.y, l.y * k.z, l.z * k.z});
    seen.H.x = (v3){P->H.x.x - l.x * kx, P->H.x.y - l.x * ky, 0};
    seen.H.y = (v3){P->H.y.x - l.y * kx, P->H.y.y - l.y * ky, 0};
    seen.H.z = (v3){P->H.z.x - l.z * kx, P->H.z.y - l.z * ky, 0};
    seen.I = (sym3){P->I.xx - U.angular.x * kx, P->I.xy - U.angular.x * ky, 0, P->I.yy - U.angular.y * ky, 0, 0};
    p = rigid_force_add(p, rigid_force_scale(u, K));
    give(ws, b->parent, &ws->X[i], into_parent_through_z(&ws->X[i], &seen), p);
    return RIGID_OK;
}

/* Freedom by freedom: a joint of several is a chain of single ones at the same place. Takes each out of P and p,
   with the joint's own acceleration bias in p already. */
static rigid_status fold(const rigid_body *b, rigid_workspace *ws, int i, const double *tau, rigid_abi *P,
                         rigid_force *p) {
    for (int k = rigid_joint_nv[b->kind] - 1; k >= 0; k--) {
        int d = b->dof + k;
        rigid_force U = column(b, P, k);
        double SU = component(b, U, k), D = SU + b->armature;
        if (!(D > 0) || D <= 4 * DBL_EPSILON * component(b, column(b, &ws->P[i], k), k))
            return RIGID_SINGULAR;
        double u = tau[b->v + k] - component(b, *p, k);
        ws->U[d] = rigid_force_scale(1 / D, U), ws->u[d] = u / D;
        *P = less_outer(*P, U, ws->U[d]);
        *p = rigid_force_add(*p, rigid_force_scale(u / D, U));
    }
    return RIGID_OK;
}

static inline rigid_status fold_any(const rigid_body *b, rigid_workspace *ws, int i, const double *tau, rigid_force p) {
    rigid_abi P = ws->P[i];
    rigid_status status = fold(b, ws, i, tau, &P, &p);
    if (status == RIGID_OK && b->parent > 0)
        give(ws, b->parent, &ws->X[i], into_parent(&ws->X[i], &P), p);
    return status;
}

static rigid_status inward(const rigid_model *model, rigid_workspace *ws, const double *tau, int *freedom) {
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        /* p + P c, then through the joint: P^a = P - U D⁻¹ Uᵀ, p^a = p + P c - U D⁻¹ UᵀC + U D⁻¹ u */
        rigid_force p = rigid_force_add(ws->f[i], rigid_abi_mul(&ws->P[i], ws->a[i]));
        bool plain = b->kind == RIGID_REVOLUTE && b->armature == 0;
        rigid_status status = plain ? fold_revolute(b, ws, i, tau[b->v], p) : fold_any(b, ws, i, tau, p);
        if (status != RIGID_OK) {
            *freedom = b->v;
            return status;
        }
    }
    return RIGID_OK;
}

/* q̈ = u / D - (U / D)ᵀ a', freedom by freedom in the order opposite to folding. */
static void accelerate(const rigid_model *model, rigid_workspace *ws, double *a) {
    ws->a[0] = (rigid_motion){v3_neg(model->gravity), {0, 0, 0}};
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        /* the bias c is in u already through p; a' is the parent's acceleration plus what the earlier freedoms add */
        rigid_motion above = rigid_into_body(ws->X[i], ws->a[b->parent]), c = ws->a[i];
        if (b->kind == RIGID_REVOLUTE) {
            a[b->v] = ws->u[b->dof] - rigid_motion_dot(above, ws->U[b->dof]);
            above.angular.z += a[b->v];
            ws->a[i] = rigid_motion_add(above, c);
            continue;
        }
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
            int d = b->dof + k;
            double x = ws->u[d] - rigid_motion_dot(above, ws->U[d]);
            a[b->v + k] = x;
            above = rigid_motion_add(above, rigid_freedom_motion(b, k, x));
        }
        ws->a[i] = rigid_motion_add(above, c);
    }
}

/* H̄ a = tau - bias, where joints follow others. */
static rigid_status by_mass_matrix(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v,
                                   const double *tau, const rigid_force *external, double *a, int *freedom) {
    int n = model->nv;
    rigid_crba(model, ws, q, ws->square);
    rigid_status status = rigid_ltdl(n, ws->square, ws, freedom);
    if (status != RIGID_OK)
        return status;
    rigid_rnea(model, ws, q, v, NULL, external, ws->tau);
    for (int i = 0; i < n; i++)
        ws->tau[i] = tau[i] - ws->tau[i];
    rigid_ltdl_solve(n, ws->square, ws, 1, ws->tau, 1);
    for (int i = 0; i < n; i++)
        a[i] = ws->tau[i];
    return RIGID_OK;
}

RIGID_KERNEL(rigid_status, rigid_aba,
             (const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, const double *tau,
              const rigid_force *external, double *a, int *freedom)) {
    const double *qd = v ? v : ws->zero, *t = tau ? tau : ws->zero;
    if (model->mimics)
        return by_mass_matrix(model, ws, q, qd, t, external, a, freedom);
    outward(model, ws, q, qd, external);
    rigid_status status = inward(model, ws, t, freedom);
    if (status == RIGID_OK)
        accelerate(model, ws, a);
    return status;
}
