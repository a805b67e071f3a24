/* Bodies in the world's axes about its origin, three numbers at a time, for what sums over subtrees: nothing has to be
   turned or moved on its way from a body to its parent.
   With M the inertia, p = (φ, L) = M v the momentum and Ṁ = v ×̄* M - M v× the rate of M, whose parameters are (0, φ, İ),
   twice the Christoffel factor is  2B w = Ṁ w + w ×̄* p = (2 ω x φ, İ ω + ω x L)  and  2Bᵀ w = (0, İ ω - ω x L + 2 φ x u)
   for w = (u, ω). All of these are linear in M, so that those of a subtree are sums. [Echeandia & Wensing 2021] */
#ifndef RIGID_WORLD_H
#define RIGID_WORLD_H

#include "tree.h"

/* ---- motions and forces ---------------------------------------------------------------------------------------------- */

static inline w6 w6_zero(void) { return (w6){w3_zero(), w3_zero()}; }
static inline w6 w6_add(w6 a, w6 b) { return (w6){w3_add(a.linear, b.linear), w3_add(a.angular, b.angular)}; }
static inline w6 w6_add_scaled(w6 a, double s, w6 b) {
    return (w6){w3_add_scaled(a.linear, s, b.linear), w3_add_scaled(a.angular, s, b.angular)};
}
static inline w6 w6_scale(double s, w6 a) { return (w6){w3_scale(s, a.linear), w3_scale(s, a.angular)}; }
/* Of a motion and a force. */
static inline double w6_dot(w6 a, w6 b) {
    return w3_sum(w3_add(w3_times(a.linear, b.linear), w3_times(a.angular, b.angular)));
}
/* v × x of motions */
static inline w6 w6_cross(w6 v, w6 x) {
    return (w6){w3_cross_pair(v.angular, x.linear, v.linear, x.angular), w3_cross(v.angular, x.angular)};
}
/* v ×̄* f */
static inline w6 w6_cross_force(w6 v, w6 f) {
    return (w6){w3_cross(v.angular, f.linear), w3_cross_pair(v.linear, f.linear, v.angular, f.angular)};
}

/* (y, z, x) + (z, x, y), of which the diagonal of tr(A) 1 - A comes for a diagonal A. */
static inline w3 w3_others(w3 a) { return w3_add(w3_yzx(a), w3_zxy(a)); }
/* What stands beside the diagonal of a bᵀ + b aᵀ: a.x b.y + a.y b.x, and on in the order z, x, y, as w3_cross_zxy. */
static inline w3 w3_pair_zxy(w3 a, w3 b) { return w3_add(w3_times(a, w3_yzx(b)), w3_times(w3_yzx(a), b)); }

/* A b by the diagonals of A, as a rigid_wide_abi has those of H. */
static inline w3 rigid_diagonals_mul(w3 A0, w3 A1, w3 A2, w3 b) {
    return w3_add(w3_add(w3_times(A0, b), w3_times(A1, w3_yzx(b))), w3_times(A2, w3_zxy(b)));
}
/* P S */
static inline w6 rigid_wide_abi_mul(const rigid_wide_abi *P, w6 S) {
    const w3 l = S.linear, a = S.angular;
    const w3 h = rigid_diagonals_mul(P->H0, P->H1, P->H2, a);
    const w3 t = rigid_diagonals_mul(P->H0, w3_yzx(P->H2), w3_zxy(P->H1), l);
    return (w6){w3_add(wsym_mul(P->M, l), h), w3_add(t, wsym_mul(P->I, a))};
}

/* ---- a body, or a subtree -------------------------------------------------------------------------------------------- */

/* M x = (m u + ω x h, h x u + I ω) */
static inline w6 rigid_composite_mul(const rigid_composite *c, w6 x) {
    w3 moment = w3_add(w3_cross_zxy(c->h, x.linear), wsym_mul_zxy(c->I, x.angular));
    return (w6){w3_add(w3_times(c->m, x.linear), w3_cross(x.angular, c->h)),
                w3_add(w3_times(c->I.diagonal, x.angular), w3_yzx(moment))};
}
/* 2B x + M y */
static inline w6 rigid_composite_factor(const rigid_composite *c, w6 x, w6 y) {
    w3 turned = w3_add(w3_cross_zxy(x.angular, w3_add(c->p.linear, c->p.linear)), w3_cross_zxy(y.angular, c->h));
    w3 rate = w3_add(wsym_mul_zxy(c->dI, x.angular), w3_cross_zxy(x.angular, c->p.angular));
    w3 moment = w3_add(w3_cross_zxy(c->h, y.linear), wsym_mul_zxy(c->I, y.angular));
    w3 straight = w3_add(w3_times(c->dI.diagonal, x.angular), w3_times(c->I.diagonal, y.angular));
    return (w6){w3_add(w3_times(c->m, y.linear), w3_yzx(turned)), w3_add(straight, w3_yzx(w3_add(rate, moment)))};
}
/* The moment of 2Bᵀ x, which is no force. */
static inline w3 rigid_composite_factor_transposed(const rigid_composite *c, w6 x) {
    w3 turned = w3_sub(w3_cross_zxy(w3_add(c->p.linear, c->p.linear), x.linear), w3_cross_zxy(x.angular, c->p.angular));
    return w3_add(w3_times(c->dI.diagonal, x.angular), w3_yzx(w3_add(turned, wsym_mul_zxy(c->dI, x.angular))));
}

/* c, R I Rᵀ and the parallel axis theorem: with c the first moment about the body's origin, which is at p, and
   g = c + m p / 2:  h = c + m p,  I + 2 (g·p) 1 - (g pᵀ + p gᵀ) */
static inline void rigid_composite_place(const rigid_body *b, const rigid_world_pose *X, rigid_composite *out) {
    const w33 R = X->R;
    const w3 p = X->p, m = w3_all(b->inertia.m), c = w33_mul_at(R, &b->wide.h), mp = w3_times(m, p);
    const w3 g = w3_add_scaled(c, 0.5, mp), twice = w3_add(w3_times(g, p), w3_times(g, p));
    const wsym I = wsym_re_expressed(w33_mul_w33(R, &b->wide.I), R);
    out->m = m, out->h = w3_add(c, mp);
    out->I = (wsym){w3_add(I.diagonal, w3_others(twice)), w3_sub(I.off, w3_pair_zxy(g, p))};
}

/* İ of a body that moves at V: ω x I - I ω x + 2 (h·u) 1 - (u hᵀ + h uᵀ) */
static inline wsym rigid_composite_rate(const rigid_composite *c, w6 V) {
    const w3 w = V.angular, off = w3_yzx(c->I.off), d = w3_sub(c->I.diagonal, w3_yzx(c->I.diagonal));
    const w3 e = w3_times(w, off), g = w3_times(c->h, V.linear);
    const w3 turned = w3_add(w3_yzx(w3_add(e, g)), w3_zxy(w3_sub(g, e)));
    const w3 beside = w3_add(w3_cross_zxy(w, off), w3_pair_zxy(V.linear, c->h));
    return (wsym){w3_add(turned, turned), w3_sub(w3_times(w3_zxy(w), d), beside)};
}

/* All of a body at that pose but the force. */
static inline void rigid_composite_of(const rigid_body *b, const rigid_world_pose *X, w6 V, rigid_composite *out) {
    rigid_composite_place(b, X, out);
    out->p = rigid_composite_mul(out, V);
    out->dI = rigid_composite_rate(out, V);
}

/* To the parent's, but for the force. */
static inline void rigid_composite_add(rigid_composite *parent, const rigid_composite *child) {
    parent->m = w3_add(parent->m, child->m), parent->h = w3_add(parent->h, child->h);
    parent->I = wsym_add(parent->I, child->I), parent->dI = wsym_add(parent->dI, child->dI);
    parent->p = w6_add(parent->p, child->p);
}

/* A body that floats in the world, where nothing is beyond. */
static inline bool rigid_floats(const rigid_body *b) { return b->kind == RIGID_FREE && b->parent == 0; }

/* ---- outward --------------------------------------------------------------------------------------------------------- */

/* Where in the world all happens changes no force. So what a stem carries is seen from it, rather than from the world's
   origin: what is far from that loses no digits. */
static inline void rigid_see_from_stem(const rigid_body *b, int i, rigid_world_pose *X) {
    if (rigid_is_stem(b, i))
        X->p = w3_zero();
}

static inline rigid_world_pose rigid_world_pose_after(const rigid_world_pose *P, const w33 *columns, const w3 *p) {
    return (rigid_world_pose){w33_mul_w33(P->R, columns), w3_add(P->p, w33_mul_at(P->R, p))};
}

/* The pose of body i, with the turns of all at hand, and its parent's. */
static inline rigid_world_pose rigid_world_pose_beyond(const rigid_turns *t, const rigid_world_pose *parent, const rigid_body *b, int i,
                                                       const double *q) {
    const rigid_sine_cosine turn = rigid_turn_of(t, i);
    if (b->kind == RIGID_REVOLUTE) {
        rigid_world_pose X = rigid_world_pose_after(parent, &b->wide.columns, &b->wide.p);
        X.R = rigid_turned_columns(X.R, turn);
        return X;
    }
    const rigid_transform X = rigid_body_pose_at(b, q, t->angle[i], turn);
    const w33 columns = w33_columns(X.R);
    const w3 p = w3_of(X.p);
    return rigid_world_pose_after(parent, &columns, &p);
}
static inline rigid_world_pose rigid_world_pose_of(const rigid_turns *t, const rigid_world_pose *place,
                                                   const rigid_body *b, int i, const double *q) {
    return rigid_world_pose_beyond(t, &place[b->parent], b, i, q);
}

/* (u + p x w, w), of a freedom that is (u, w) at the body's origin; as many times as the ratio says. */
static inline w6 rigid_world_freedom(const rigid_body *b, const rigid_world_pose *X, w6 axis) {
    const w6 own = w6_scale(b->ratio, axis);
    return (w6){w3_add(own.linear, w3_cross(X->p, own.angular)), own.angular};
}
/* S of a body at that pose, ratio included. */
static inline void rigid_world_freedoms(const rigid_turns *t, const rigid_body *b, const rigid_world_pose *X,
                                        rigid_column *at) {
    if (b->kind == RIGID_REVOLUTE) { /* about z, written out */
        const w3 z = w3_scale(b->ratio, X->R.z);
        at->S = (w6){w3_cross(X->p, z), z};
        return;
    }
#define RIGID_AT_AXIS(k, axis) at[k].S = rigid_world_freedom(b, X, axis)
    RIGID_EACH_AXIS(t, b, &X->R)
#undef RIGID_AT_AXIS
}

/* What the moving frame of a body at that pose sees of its freedoms, as the world does. */
static inline void rigid_world_of_own(const rigid_body *b, const rigid_world_pose *X, const rigid_motion *own, w6 *out) {
    for (int k = 0; k < rigid_joint_nv[b->kind]; k++)
        out[k] = rigid_world_freedom(b, X, (w6){w33_mul_v3(X->R, own[k].linear), w33_mul_v3(X->R, own[k].angular)});
}
/* S' of a body whose S goes with q, when its own numbers are v; and S'' besides. */
RIGID_APART void rigid_world_rates(const rigid_turns *t, const rigid_body *b, const rigid_world_pose *X, const double *v,
                                   w6 *out) {
    rigid_motion dS[RIGID_JOINT_NV_MAX];
    rigid_varying_rates(t, b, v, dS);
    rigid_world_of_own(b, X, dS, out);
}
RIGID_APART void rigid_world_seconds(const rigid_turns *t, const rigid_body *b, const rigid_world_pose *X, const double *v,
                                     const double *a, w6 *out) {
    rigid_motion dS[RIGID_JOINT_NV_MAX], ddS[RIGID_JOINT_NV_MAX];
    rigid_varying_rates(t, b, v, dS);
    rigid_varying_seconds(t, b, dS, v, a, ddS);
    rigid_world_of_own(b, X, ddS, out);
}

/* The world's own place; where turns have to be found, those; and how it moves, which it does not. */
static inline rigid_world_pose rigid_world_itself(void) {
    return (rigid_world_pose){{w3_make(1, 0, 0), w3_make(0, 1, 0), w3_make(0, 0, 1)}, w3_zero()};
}
static inline void rigid_world_begin(const rigid_model *model, const rigid_turns *t, rigid_world_pose *place,
                                     const double *q) {
    rigid_put_turns(model, t, q);
    place[0] = rigid_world_itself();
}
static inline rigid_world_motion rigid_world_at_rest(void) { return (rigid_world_motion){w6_zero(), w6_zero()}; }

/* ---- rows ------------------------------------------------------------------------------------------------------------ */

/* An entry of a matrix, and a column of one with six rows of n: where joints share a number, sums. */
static inline void rigid_put(bool adds, double *at, double x) { *at = adds ? *at + x : x; }
static inline void rigid_put_wide_column(bool adds, double *column, int n, w6 x) {
    rigid_put(adds, column, w3_x(x.linear)), rigid_put(adds, column + n, w3_y(x.linear));
    rigid_put(adds, column + 2 * n, w3_z(x.linear)), rigid_put(adds, column + 3 * n, w3_x(x.angular));
    rigid_put(adds, column + 4 * n, w3_y(x.angular)), rigid_put(adds, column + 5 * n, w3_z(x.angular));
}
/* As numbers of their own, each of which then meets a row. */
static inline rigid_force rigid_force_of_wide(w6 f) { return (rigid_force){w3_to_v3(f.linear), w3_to_v3(f.angular)}; }

#endif
