/* Root to leaves: where bodies are, how they turn, and how they would accelerate if no joint did. Leaves to root: the
   articulated inertia P of each body, and the force p that it would then take, seen through its joint by its parent. Root to
   leaves: the accelerations a' beside those. In the names of the book: U = P S, D = SᵀU, K = U / D, u = τ - Sᵀp; and
   since p has all that velocities and gravity do before anything is folded, it takes no P c on its way.

   All stands in the world's axes, about each body's own origin. P then goes to the parent by a shift alone; in body axes,
   R P Rᵀ would be the greater part of the work, and what it is here is R I Rᵀ of the rigid bodies and U = P S. The origins
   stay with the bodies, so that a far one costs no digits.

   A matrix is kept by its diagonals, A0 = (xx, yy, zz), A1 = (xy, yz, zx) and A2 = (xz, yx, zy), so that three numbers at a
   time A b = A0 b + A1 (b.y, b.z, b.x) + A2 (b.z, b.x, b.y), and likewise a bᵀ; of a symmetric one, A2 = (A1.z, A1.x, A1.y). */
#include "aba.h"
#include "crba.h"
#include "ltdl.h"
#include "rnea.h"
#include "world.h"

/* ---- root to leaves ---- */

/* A joint about z: R = R_p R_tree turned, and ω and α go on from the parent's. */
static inline void turn_on(const rigid_body *b, const rigid_aba_scratch *ws, int i, const double *qd) {
    const rigid_sine_cosine turn = rigid_turn_of(&ws->turns, i);
    const w33 R = ws->place[i].R = rigid_turned_columns(w33_mul_m3(ws->place[b->parent].R, b->tree.R), turn);
    const w3 w = ws->w[b->parent], own = w3_scale(qd[b->v], R.z);
    ws->w[i] = w3_add(w, own);
    ws->alpha[i] = w3_add(ws->alpha[b->parent], w3_cross(w, own));
}

/* Any other: besides, its origin moves in the parent at u, and accelerates by (2 ω + ω_J) x u; and by S' q̇, where S varies. */
RIGID_APART void drift_on(const rigid_body *b, const rigid_aba_scratch *ws, int i, const double *qd) {
    const rigid_motion drift = rigid_varying_drift(&ws->turns, b, qd, qd);
    ws->alpha[i] = w3_add(ws->alpha[i], w33_mul_v3(ws->place[i].R, drift.angular));
    ws->accel[i] = w3_add(ws->accel[i], w33_mul_v3(ws->place[i].R, drift.linear));
}
static inline void move_on(const rigid_body *b, const rigid_aba_scratch *ws, int i, const double *q, const double *qd) {
    const rigid_transform X = rigid_body_pose_at(b, q, ws->turns.angle[i], rigid_turn_of(&ws->turns, i));
    const w33 *above = &ws->place[b->parent].R;
    const w33 R = ws->place[i].R = w33_mul_m3(*above, X.R);
    const rigid_motion rate = rigid_joint_motion(&ws->turns, b, qd);
    const w3 w = ws->w[b->parent], own = w33_mul_v3(R, rate.angular), u = w33_mul_v3(R, rate.linear);
    ws->place[i].p = w33_mul_v3(*above, X.p);
    ws->w[i] = w3_add(w, own);
    ws->alpha[i] = w3_add(ws->alpha[b->parent], w3_cross(w, own));
    ws->accel[i] = w3_add(ws->accel[b->parent],
                          w3_add(rigid_turning(w, ws->alpha[b->parent], ws->place[i].p), w3_cross(w3_add(w, ws->w[i]), u)));
    if (rigid_varies(b))
        drift_on(b, ws, i, qd);
}

/* Written out, in registers: {0} is a loop of the processor's own, which takes long to begin. */
static inline rigid_articulated nothing(void) {
    const w3 o = w3_zero();
    return (rigid_articulated){{{o, o}, {o, o}, o, o, o}, {o, o}};
}

static void outward(const rigid_model *model, const rigid_aba_scratch *ws, const double *q, const double *qd) {
    rigid_world_begin(model, &ws->turns, ws->place, q);
    ws->w[0] = ws->alpha[0] = w3_zero();
    ws->accel[0] = w3_of(v3_neg(model->gravity));
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const int p = b->parent;
        if (p != i - 1) /* it has other children */
            ws->articulated[p] = nothing();
        if (b->kind != RIGID_REVOLUTE) {
            move_on(b, ws, i, q, qd);
            continue;
        }
        ws->place[i].p = w33_mul_v3(ws->place[p].R, b->tree.p);
        ws->accel[i] = w3_add(ws->accel[p], rigid_turning(ws->w[p], ws->alpha[p], ws->place[i].p));
        turn_on(b, ws, i, qd);
    }
}

/* ---- leaves to root ---- */

static inline rigid_articulated add(rigid_articulated a, const rigid_articulated *b) {
    const rigid_wide_abi *P = &a.P, *Q = &b->P;
    return (rigid_articulated){{wsym_add(P->M, Q->M), wsym_add(P->I, Q->I), w3_add(P->H0, Q->H0), w3_add(P->H1, Q->H1),
                                w3_add(P->H2, Q->H2)},
                              {w3_add(a.p.linear, b->p.linear), w3_add(a.p.angular, b->p.angular)}};
}

/* Of the rigid body alone: M = m, H = -h×, R I Rᵀ; and p, what it takes to move as it would if no joint accelerated:
   (m a + α x h + ω x (ω x h), h x a + I α + ω x I ω). */
typedef struct {
    double m;
    w3 h;
    wsym I;
    w6 p;
    w3 Iz, Iw; /* I by the z axis of the body, and by ω */
} rigid_part;

static inline rigid_part part_of(const rigid_body *b, const rigid_aba_scratch *ws, int i) {
    const w33 R = ws->place[i].R, B = w33_mul_m3(ws->place[i].R, m3_from_sym3(b->inertia.I));
    const w3 h = w33_mul_v3(R, b->inertia.h), w = ws->w[i], alpha = ws->alpha[i], a = ws->accel[i];
    const wsym I = wsym_re_expressed(B, R);
    const w3 Iw = wsym_mul(I, w), moment = w3_add(wsym_mul(I, alpha), w3_cross_pair(w, Iw, h, a));
    const w6 force = {w3_add_scaled(rigid_turning(w, alpha, h), b->inertia.m, a), moment};
    return (rigid_part){b->inertia.m, h, I, force, B.z, Iw};
}

static inline void add_part(rigid_articulated *s, const rigid_part *part) {
    rigid_wide_abi *P = &s->P;
    P->M.diagonal = w3_add(P->M.diagonal, w3_all(part->m));
    P->H1 = w3_add(P->H1, w3_zxy(part->h)), P->H2 = w3_sub(P->H2, w3_yzx(part->h));
    P->I = wsym_add(P->I, part->I);
    s->p = w6_add(s->p, part->p);
}

/* About the point from which r leads to where it is: with Δ = -M r×, H' = H + Δ and I' = I + X + Xᵀ, X = r× (H + Δ/2). */
static inline rigid_wide_abi shift(const rigid_wide_abi *P, w3 r) {
    const w3 M0 = P->M.diagonal, M1 = P->M.off, M2 = w3_zxy(M1), y = w3_yzx(r), z = w3_zxy(r), half = w3_all(0.5);
    const w3 H0 = w3_add(P->H0, w3_sub(w3_times(y, M2), w3_times(z, M1)));
    const w3 H1 = w3_add(P->H1, w3_sub(w3_times(z, M0), w3_times(r, M2)));
    const w3 H2 = w3_add(P->H2, w3_sub(w3_times(r, M1), w3_times(y, M0)));
    const w3 Y0 = w3_add(P->H0, H0), Y1 = w3_zxy(w3_add(P->H1, H1)), Y2 = w3_add(P->H2, H2);
    const w3 X0 = w3_sub(w3_times(y, Y1), w3_times(z, w3_yzx(Y2)));
    const w3 X1 = w3_add(w3_sub(w3_times(y, w3_zxy(Y2)), w3_times(r, Y1)), w3_times(z, w3_sub(Y0, w3_yzx(Y0))));
    return (rigid_wide_abi){P->M, {w3_add(P->I.diagonal, X0), w3_add(P->I.off, w3_times(half, X1))}, H0, H1, H2};
}

/* P - U Kᵀ, for K parallel to U */
static inline rigid_wide_abi less_outer(const rigid_wide_abi *P, w6 U, w6 K) {
    const w3 l = U.linear, a = U.angular, ky = w3_yzx(K.angular), kz = w3_zxy(K.angular);
    const wsym M = {w3_sub(P->M.diagonal, w3_times(l, K.linear)), w3_sub(P->M.off, w3_times(l, w3_yzx(K.linear)))};
    const wsym I = {w3_sub(P->I.diagonal, w3_times(a, K.angular)), w3_sub(P->I.off, w3_times(a, ky))};
    return (rigid_wide_abi){M, I, w3_sub(P->H0, w3_times(l, K.angular)), w3_sub(P->H1, w3_times(l, ky)),
                            w3_sub(P->H2, w3_times(l, kz))};
}

static inline w6 shift_force(w6 f, w3 r) { return (w6){f.linear, w3_add(f.angular, w3_cross(r, f.linear))}; }

/* Through a joint about z, and to the parent's origin: P - U Kᵀ is shifted by shifting P and U, of which P need not wait
   for 1 / D. Keeps K about the parent's origin. In s is what the children give.

   What the body itself adds to U, D and zᵀp is taken from its constants, (z x h, I z), I_zz and the product of that U with
   (a, α), less (ω x z)ᵀ I ω: a body slender along its axis has an I z that is far below the rounding of I.

   A joint that is held gives all on, and keeps U and u D in their place: its reaction is Uᵀa' - u D. */
static inline rigid_status fold_revolute(const rigid_body *b, const rigid_aba_scratch *ws, int i, double tau,
                                         const rigid_part *part, bool held, rigid_articulated *s) {
    const w33 R = ws->place[i].R;
    const w3 z = R.z, r = ws->place[i].p, turned = w3_cross(ws->w[b->parent], z);
    const v3 h = b->inertia.h;
    const w6 own = {w3_sub(w3_scale(h.x, R.y), w3_scale(h.y, R.x)), part->Iz};
    const w3 beyond = wsym_mul(s->P.I, z);
    const w6 U = w6_add(own, (w6){rigid_diagonals_mul(s->P.H0, s->P.H1, s->P.H2, z), beyond});
    const double D = b->inertia.I.zz + w3_dot(z, beyond) + b->armature;
    const w3 moved = w3_add(w3_times(own.linear, ws->accel[i]), w3_times(own.angular, ws->alpha[i]));
    const w3 zp = w3_add(w3_times(z, s->p.angular), w3_sub(moved, w3_times(turned, part->Iw)));
    add_part(s, part);
    const w6 there = shift_force(U, r);
    const rigid_wide_abi whole = shift(&s->P, r);
    if (held) {
        ws->K[b->dof] = there, ws->u[b->dof] = tau - w3_sum(zp);
        s->P = whole, s->p = shift_force(s->p, r);
        return RIGID_OK;
    }
    if (!(D > b->least.angular))
        return RIGID_SINGULAR;
    const double u = (tau - w3_sum(zp)) * (1 / D);
    const w6 K = w6_scale(1 / D, there);
    ws->K[b->dof] = K, ws->u[b->dof] = u, ws->D[b->v] = 1 / D;
    s->P = less_outer(&whole, there, K);
    s->p = w6_add_scaled(shift_force(s->p, r), u, there);
    return RIGID_OK;
}

/* Freedom by freedom: a joint of several is a chain of single ones at the same place. Keeps K about the body's origin. */
static inline rigid_status fold(const rigid_body *b, const rigid_aba_scratch *ws, int i, const double *tau, const bool *held,
                                rigid_articulated *s, int *freedom) {
    for (int k = rigid_joint_nv[b->kind] - 1; k >= 0; k--) {
        const w6 S = rigid_joint_axis(&ws->turns, b, &ws->place[i].R, k), U = rigid_wide_abi_mul(&s->P, S);
        const double D = w6_dot(S, U) + b->armature;
        if (held && held[b->v + k]) {
            ws->K[b->dof + k] = U, ws->u[b->dof + k] = tau[b->v + k] - w6_dot(S, s->p);
            continue;
        }
        if (!(D > rigid_freedom_least(b, k))) {
            *freedom = b->v + k;
            return RIGID_SINGULAR;
        }
        const double u = (tau[b->v + k] - w6_dot(S, s->p)) * (1 / D);
        const w6 K = w6_scale(1 / D, U);
        ws->K[b->dof + k] = K, ws->u[b->dof + k] = u, ws->D[b->v + k] = 1 / D;
        s->P = less_outer(&s->P, U, K);
        s->p = w6_add_scaled(s->p, u, U);
    }
    s->P = shift(&s->P, ws->place[i].p);
    s->p = shift_force(s->p, ws->place[i].p);
    return RIGID_OK;
}

/* x = A⁻¹ x by A = LDLᵀ, of which the lower triangle is given and lost. The number of the first pivot that is not above its
   least, or 6. */
static inline int solve_six(double A[6][6], const double least[6], double x[6]) {
    RIGID_WRITTEN_OUT
    for (int k = 0; k < 6; k++) {
        if (!(A[k][k] > least[k]))
            return k;
        const double one = 1 / A[k][k];
        RIGID_WRITTEN_OUT
        for (int r = k + 1; r < 6; r++) {
            const double L = A[k][r] = A[r][k] * one; /* kept above the diagonal */
            RIGID_WRITTEN_OUT
            for (int c = k + 1; c <= r; c++)
                A[r][c] -= L * A[c][k];
            x[r] -= L * x[k];
        }
        x[k] *= one;
    }
    RIGID_WRITTEN_OUT
    for (int k = 5; k > 0; k--) {
        RIGID_WRITTEN_OUT
        for (int r = 0; r < k; r++)
            x[r] -= A[r][k] * x[k];
    }
    return 6;
}

/* A body that floats in the world, where nothing is beyond: P a' = τ - p at once. */
static inline rigid_status float_off(const rigid_body *b, const rigid_aba_scratch *ws, int i, const double *tau,
                                     const rigid_articulated *s, int *freedom) {
    const rigid_wide_abi *P = &s->P;
    const double rotor = b->armature, m = b->least.linear, I = b->least.angular;
    double A[6][6] = {{w3_x(P->M.diagonal) + rotor},
                      {w3_x(P->M.off), w3_y(P->M.diagonal) + rotor},
                      {w3_z(P->M.off), w3_y(P->M.off), w3_z(P->M.diagonal) + rotor},
                      {w3_x(P->H0), w3_y(P->H2), w3_z(P->H1), w3_x(P->I.diagonal) + rotor},
                      {w3_x(P->H1), w3_y(P->H0), w3_z(P->H2), w3_x(P->I.off), w3_y(P->I.diagonal) + rotor},
                      {w3_x(P->H2), w3_y(P->H1), w3_z(P->H0), w3_z(P->I.off), w3_y(P->I.off), w3_z(P->I.diagonal) + rotor}};
    const double least[6] = {m, m, m, I, I, I};
    const w33 R = ws->place[i].R;
    const w3 f = w3_sub(w33_mul_v3(R, (v3){tau[0], tau[1], tau[2]}), s->p.linear);
    const w3 n = w3_sub(w33_mul_v3(R, (v3){tau[3], tau[4], tau[5]}), s->p.angular);
    double x[6] = {w3_x(f), w3_y(f), w3_z(f), w3_x(n), w3_y(n), w3_z(n)};
    const int pivot = solve_six(A, least, x);
    if (pivot < 6) {
        *freedom = b->v + pivot;
        return RIGID_SINGULAR;
    }
    ws->accel[i] = w3_make(x[0], x[1], x[2]), ws->alpha[i] = w3_make(x[3], x[4], x[5]);
    ws->articulated[i].P = *P; /* for those who want its freedoms one by one */
    return RIGID_OK;
}

/* Body i, with what its children give in s; leaves there what it gives itself. */
static inline rigid_status pass(const rigid_body *b, const rigid_aba_scratch *ws, int i, const double *tau,
                                const rigid_force *external, const bool *held, rigid_articulated *s, int *freedom) {
    rigid_part part = part_of(b, ws, i);
    double torque = tau[b->v];
    if (external) {
        part.p.linear = w3_sub(part.p.linear, w33_mul_v3(ws->place[i].R, external[i].linear));
        part.p.angular = w3_sub(part.p.angular, w33_mul_v3(ws->place[i].R, external[i].angular));
        torque += external[i].angular.z;
    }
    if (b->kind == RIGID_REVOLUTE)
        return fold_revolute(b, ws, i, torque, &part, held && held[b->v], s);
    add_part(s, &part);
    return rigid_floats(b) ? float_off(b, ws, i, tau + b->v, s, freedom) : fold(b, ws, i, tau, held, s, freedom);
}

static inline rigid_status inward(const rigid_model *model, const rigid_aba_scratch *ws, const double *tau,
                                  const rigid_force *external, const bool *held, int *freedom) {
    rigid_articulated s; /* of the body after, which is the first child wherever there is one */
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        if (b->last == i)
            s = nothing();
        else if (b[1].last < b->last) /* other children */
            s = add(s, &ws->articulated[i]);
        *freedom = b->v;
        rigid_status status = pass(b, ws, i, tau, external, held, &s, freedom);
        if (status != RIGID_OK)
            return status;
        if (b->parent != i - 1)
            ws->articulated[b->parent] = add(s, &ws->articulated[b->parent]);
    }
    return RIGID_OK;
}

/* ---- root to leaves again ---- */

/* q̈ = u / D - Kᵀ a', where a' is what comes to the accelerations that were there with no joint accelerating. The sum in
   Kᵀ a' is made in each of three places, and what need not wait for it comes first. */
static inline void turn_off(const rigid_body *b, const rigid_aba_scratch *ws, int i, double *a) {
    const w6 *K = &ws->K[b->dof], above = {ws->accel[b->parent], ws->alpha[b->parent]};
    const w3 z = ws->place[i].R.z, u = w3_all(ws->u[b->dof]);
    const w3 part = w3_add(w3_times(K->linear, above.linear), w3_times(K->angular, above.angular));
    const w3 sum = w3_add(w3_add(part, w3_yzx(part)), w3_zxy(part));
    *a = w3_x(w3_sub(u, sum));
    ws->accel[i] = w3_add(above.linear, w3_cross(above.angular, ws->place[i].p));
    ws->alpha[i] = w3_sub(w3_add(above.angular, w3_times(u, z)), w3_times(sum, z));
}

/* The same of one that is held, with its reaction. */
static inline void stay_off(const rigid_body *b, const rigid_aba_scratch *ws, int i, double *a, double *reaction) {
    const w6 *K = &ws->K[b->dof], above = {ws->accel[b->parent], ws->alpha[b->parent]};
    const w3 arm = ws->place[i].p;
    *a = 0, *reaction = w6_dot(*K, above) - ws->u[b->dof];
    ws->accel[i] = w3_add(above.linear, w3_cross(above.angular, arm)), ws->alpha[i] = above.angular;
}

/* Freedom by freedom in the order opposite to folding. */
static inline void move_off(const rigid_body *b, const rigid_aba_scratch *ws, int i, const bool *held, double *reaction, double *a) {
    w6 moved = {ws->accel[b->parent], ws->alpha[b->parent]};
    moved.linear = w3_add(moved.linear, w3_cross(moved.angular, ws->place[i].p));
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
        if (held && held[b->v + k]) {
            a[k] = 0, reaction[b->v + k] = w6_dot(ws->K[b->dof + k], moved) - ws->u[b->dof + k];
            continue;
        }
        a[k] = ws->u[b->dof + k] - w6_dot(ws->K[b->dof + k], moved);
        moved = w6_add_scaled(moved, a[k], rigid_joint_axis(&ws->turns, b, &ws->place[i].R, k));
    }
    ws->accel[i] = moved.linear, ws->alpha[i] = moved.angular;
}

static inline void accelerate(const rigid_model *model, const rigid_aba_scratch *ws, const bool *held, double *reaction, double *a) {
    ws->accel[0] = ws->alpha[0] = w3_zero();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        if (b->kind == RIGID_REVOLUTE && held && held[b->v])
            stay_off(b, ws, i, a + b->v, reaction + b->v);
        else if (b->kind == RIGID_REVOLUTE)
            turn_off(b, ws, i, a + b->v);
        else if (rigid_floats(b)) { /* solved; in its own axes */
            const w33 R = ws->place[i].R;
            const w3 linear = ws->accel[i], alpha = ws->alpha[i];
            double *at = a + b->v;
            at[0] = w3_dot(R.x, linear), at[1] = w3_dot(R.y, linear), at[2] = w3_dot(R.z, linear);
            at[3] = w3_dot(R.x, alpha), at[4] = w3_dot(R.y, alpha), at[5] = w3_dot(R.z, alpha);
        } else
            move_off(b, ws, i, held, reaction, a + b->v);
    }
}

/* H̄ a = tau - bias, where joints follow others. */
static rigid_status by_mass_matrix(const rigid_model *model, rigid_workspace *all, const double *q, const double *v,
                                   const double *tau, const rigid_force *external, double *a, int *freedom) {
    const rigid_solve_scratch *ws = &all->solve;
    int n = model->nv;
    rigid_crba(model, all, q, ws->square);
    rigid_status status = rigid_ltdl(model, ws->square, all, freedom);
    if (status != RIGID_OK)
        return status;
    rigid_rnea(model, all, q, v, NULL, external, ws->tau);
    for (int i = 0; i < n; i++)
        ws->tau[i] = tau[i] - ws->tau[i];
    rigid_ltdl_solve(n, ws->square, all, 1, ws->tau);
    for (int i = 0; i < n; i++)
        a[i] = ws->tau[i];
    return RIGID_OK;
}

RIGID_KERNEL(rigid_status, rigid_aba,
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v, const double *tau,
              const rigid_force *external, double *a, int *freedom), (model, all, q, v, tau, external, a, freedom)) {
    const double *qd = v ? v : all->zero, *t = tau ? tau : all->zero;
    const rigid_aba_scratch *ws = &all->aba;
    rigid_status status;
    if (model->mimics) {
        rigid_scratch_begin(all, RIGID_SCRATCH_ltdl), rigid_scratch_begin(all, RIGID_SCRATCH_solve);
        status = by_mass_matrix(model, all, q, qd, t, external, a, freedom);
        rigid_scratch_end(all, RIGID_SCRATCH_ltdl), rigid_scratch_end(all, RIGID_SCRATCH_solve);
        return status;
    }
    rigid_scratch_begin(all, RIGID_SCRATCH_aba);
    outward(model, ws, q, qd);
    status = inward(model, ws, t, external, NULL, freedom);
    if (status == RIGID_OK)
        accelerate(model, ws, NULL, NULL, a);
    rigid_scratch_end(all, RIGID_SCRATCH_aba);
    return status;
}

RIGID_KERNEL(rigid_status, rigid_aba_held,
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v, const double *tau,
              const rigid_force *external, const bool *held, double *a, double *reaction, int *freedom),
             (model, all, q, v, tau, external, held, a, reaction, freedom)) {
    const rigid_aba_scratch *ws = &all->aba;
    RIGID_ASSERT(!model->mimics);
    rigid_scratch_begin(all, RIGID_SCRATCH_aba);
    outward(model, ws, q, v);
    const rigid_status status = inward(model, ws, tau, external, held, freedom);
    if (status == RIGID_OK)
        accelerate(model, ws, held, reaction, a);
    rigid_scratch_end(all, RIGID_SCRATCH_aba);
    return status;
}
