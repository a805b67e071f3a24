/* Sums over bodies or subtrees, each about its own origin in the world's axes, then shifted to the com. Bodies are seen from
   their stems, and those from the heaviest, so that nothing is lost far from the world's origin. */
#include "centroidal.h"
#include "subtree.h"

#include <string.h>

RIGID_KERNEL(double, rigid_total_mass, (const rigid_model *model), (model)) {
    double m = 0;
    for (int i = 1; i <= model->count; i++)
        m += model->body[i].inertia.m;
    return m;
}

/* First moment of all bodies about the world's origin: Σ R h + m p */
static inline v3 first_moment(const rigid_model *model, rigid_workspace *all, const double *q) {
    const rigid_subtrees_scratch *ws = &all->subtrees;
    w3 h = w3_zero();
    rigid_scratch_begin(all, RIGID_SCRATCH_subtrees);
    rigid_world_begin(model, &ws->turns, ws->place, q);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        rigid_put_place(ws, b, i, q, ws->place[b->parent].R);
        h = w3_add(h, w3_add_scaled(w33_mul_v3(ws->place[i].R, b->inertia.h), b->inertia.m, ws->place[i].p));
    }
    rigid_scratch_end(all, RIGID_SCRATCH_subtrees);
    return w3_to_v3(h);
}

RIGID_KERNEL(v3, rigid_center_of_mass,
             (const rigid_model *model, rigid_workspace *ws, const double *q), (model, ws, q)) {
    return v3_div(first_moment(model, ws, q), rigid_total_mass(model));
}

RIGID_KERNEL(double, rigid_potential_energy,
             (const rigid_model *model, rigid_workspace *ws, const double *q), (model, ws, q)) {
    return -v3_dot(model->gravity, first_moment(model, ws, q));
}

/* ---- where stems stand ----------------------------------------------------------------------------------------------- */

/* p + rest = p + d, but for the rounding of rest. [Knuth] */
static inline void move_spot(rigid_spot *at, w3 d) {
    const w3 p = w3_add(at->p, d), moved = w3_sub(p, at->p);
    at->rest = w3_add(at->rest, w3_add(w3_sub(at->p, w3_sub(p, moved)), w3_sub(d, moved)));
    at->p = p;
}

/* A slide without mass may be anywhere: the anchor will do. */
static inline bool is_anywhere(const rigid_body *b) { return b->kind == RIGID_PRISMATIC && b->inertia.m == 0; }

/* Writes spot. Needs angle and place. */
RIGID_APART void put_all_spots(const rigid_model *model, const rigid_subtrees_scratch *ws, const double *q) {
    ws->spot[0] = (rigid_spot){w3_zero(), w3_zero()};
    for (int i = 1; i <= model->count; i = rigid_next_stem(model, i)) {
        const rigid_body *b = &model->body[i];
        const w33 R = ws->place[b->parent].R;
        rigid_spot at = ws->spot[b->parent];
        move_spot(&at, w33_mul_v3(R, b->tree.p));
        move_spot(&at, w33_mul_v3(R, rigid_joint_slide(b, q, ws->turns.angle[i], rigid_turn_of(&ws->turns, i))));
        ws->spot[i] = at;
    }
    const rigid_spot anchor = ws->spot[model->anchor];
    for (int i = 1; i <= model->count; i = rigid_next_stem(model, i)) {
        const rigid_spot at = ws->spot[i];
        const w3 p = w3_add(w3_sub(at.p, anchor.p), w3_sub(at.rest, anchor.rest));
        ws->spot[i].p = is_anywhere(&model->body[i]) ? w3_zero() : p;
    }
}
static inline void put_spots(const rigid_model *model, const rigid_subtrees_scratch *ws, const double *q) {
    if (model->count > 0 && rigid_next_stem(model, 1) > model->count) /* there is but one */
        ws->spot[0].p = ws->spot[1].p = w3_zero();
    else
        put_all_spots(model, ws, q);
}

/* ---- momentum and energy --------------------------------------------------------------------------------------------- */

/* How each body moves, by its origin:  u = u_p + ω_p x (p - p_p) + u_J,  ω = ω_p + ω_J */
static inline void put_motions(const rigid_model *model, const rigid_subtrees_scratch *ws, const double *q, const double *v) {
    rigid_put_places(model, ws, q, true);
    ws->motion[0] = rigid_world_at_rest();
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const rigid_world_pose *X = &ws->place[i];
        const w6 V = ws->motion[b->parent].V;
        const rigid_motion joint = rigid_joint_motion(&ws->turns, b, v);
        const w3 u = w3_add(V.linear, w3_cross(V.angular, w3_sub(X->p, ws->place[b->parent].p)));
        ws->motion[i].V.linear = w3_add(u, w33_mul_v3(X->R, joint.linear));
        ws->motion[i].V.angular = w3_add(V.angular, w33_mul_v3(X->R, joint.angular));
    }
}

/* After those before it, how the body accelerates as it is seen from its own origin: A = A_p + V × S q̇ + S q̈ + S' q̇. */
static inline w6 acceleration_of(const rigid_subtrees_scratch *ws, const rigid_body *b, int i, const double *v, const double *a) {
    const rigid_world_pose *X = &ws->place[i];
    const rigid_motion rate = rigid_joint_motion(&ws->turns, b, v);
    rigid_motion second = rigid_joint_motion(&ws->turns, b, a);
    if (rigid_varies(b))
        second = rigid_motion_add(second, rigid_varying_drift(&ws->turns, b, v, v));
    const w6 S_rate = {w33_mul_v3(X->R, rate.linear), w33_mul_v3(X->R, rate.angular)};
    const w6 S_second = {w33_mul_v3(X->R, second.linear), w33_mul_v3(X->R, second.angular)};
    w6 A = ws->motion[b->parent].A;
    A.linear = w3_add(A.linear, w3_cross(A.angular, w3_sub(X->p, ws->place[b->parent].p)));
    return w6_add(A, w6_add(S_second, w6_cross(ws->motion[i].V, S_rate)));
}

/* Σ m c̈: of each body m (A + ω x u) + α x h + ω x (ω x h) */
RIGID_KERNEL(v3, rigid_com_acceleration,
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v, const double *a), (model, all, q, v, a)) {
    const rigid_subtrees_scratch *ws = &all->subtrees;
    rigid_scratch_begin(all, RIGID_SCRATCH_subtrees);
    w3 sum = w3_zero();
    double m = 0;
    put_motions(model, ws, q, v);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const w6 V = ws->motion[i].V, A = acceleration_of(ws, b, i, v, a);
        const w3 h = w33_mul_v3(ws->place[i].R, b->inertia.h), turned = w3_cross(V.angular, h);
        const w3 own = w3_add(w3_cross(A.angular, h), w3_cross(V.angular, turned));
        ws->motion[i].A = A;
        sum = w3_add(sum, w3_add_scaled(own, b->inertia.m, w3_add(A.linear, w3_cross(V.angular, V.linear))));
        m += b->inertia.m;
    }
    rigid_scratch_end(all, RIGID_SCRATCH_subtrees);
    return v3_div(w3_to_v3(sum), m);
}

RIGID_KERNEL(rigid_force, rigid_centroidal_momentum,
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v), (model, all, q, v)) {
    const rigid_subtrees_scratch *ws = &all->subtrees;
    rigid_scratch_begin(all, RIGID_SCRATCH_subtrees);
    w6 sum = w6_zero(); /* about the anchor */
    w3 first = w3_zero();
    double m = 0;
    put_motions(model, ws, q, v);
    put_spots(model, ws, q);
    for (int i = 1; i <= model->count; i++) {
        const w3 p = w3_add(ws->spot[model->body[i].stem].p, ws->place[i].p);
        const rigid_wide_inertia *M = &ws->subtree[i];
        const w6 F = rigid_subtree_momentum(M, ws->motion[i].V);
        sum = w6_add(sum, (w6){F.linear, w3_add(F.angular, w3_cross(p, F.linear))});
        first = w3_add(first, w3_add_scaled(M->h, M->m, p));
        m += M->m;
    }
    rigid_scratch_end(all, RIGID_SCRATCH_subtrees);
    return rigid_force_shift(rigid_force_of_wide(sum), v3_div(w3_to_v3(first), m));
}

RIGID_KERNEL(double, rigid_kinetic_energy,
             (const rigid_model *model, rigid_workspace *all, const double *q, const double *v), (model, all, q, v)) {
    const rigid_subtrees_scratch *ws = &all->subtrees;
    rigid_scratch_begin(all, RIGID_SCRATCH_subtrees);
    double twice = 0;
    put_motions(model, ws, q, v);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const w6 V = ws->motion[i].V, F = rigid_subtree_momentum(&ws->subtree[i], V);
        twice += w3_dot(V.linear, F.linear) + w3_dot(V.angular, F.angular);
        for (int k = 0; k < rigid_joint_nv[b->kind] && b->armature != 0; k++)
            twice += b->armature * b->ratio * b->ratio * v[b->v + k] * v[b->v + k];
    }
    rigid_scratch_end(all, RIGID_SCRATCH_subtrees);
    return 0.5 * twice;
}

/* ---- matrices -------------------------------------------------------------------------------------------------------- */

/* A freedom moves its whole subtree. Writes F: the momentum M S of each about the origin of its body; subtree[0] is all. */
static inline void put_forces(const rigid_model *model, const rigid_subtrees_scratch *ws, const double *q) {
    rigid_put_places(model, ws, q, true);
    put_spots(model, ws, q);
    ws->subtree[0] = (rigid_wide_inertia){{w3_zero(), w3_zero()}, w3_zero(), 0, {0}};
    for (int i = model->count; i >= 1; i--) {
        const rigid_body *b = &model->body[i];
        rigid_put_forces(ws, b, i);
        const w3 d = rigid_is_stem(b, i) ? w3_sub(ws->spot[i].p, ws->spot[b->parent].p)
                                         : w3_sub(ws->place[i].p, ws->place[b->parent].p);
        rigid_add_subtree(&ws->subtree[b->parent], &ws->subtree[i], d);
    }
}

/* The columns of the bodies of a stem, which is at p from the com. */
static inline void put_columns(const rigid_model *model, const rigid_subtrees_scratch *ws, int stem, w3 p, double *A) {
    const bool adds = model->mimics;
    const int n = model->nv, end = rigid_next_stem(model, stem);
    for (int i = stem; i < end; i++) {
        const rigid_body *b = &model->body[i];
        const w3 arm = w3_add(p, ws->place[i].p);
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
            const w3 f = ws->F[b->dof + k].linear, l = w3_add(ws->F[b->dof + k].angular, w3_cross(arm, f));
            rigid_put_wide_column(adds, A + b->v + k, n, (w6){f, l});
        }
    }
}

RIGID_KERNEL(void, rigid_centroidal_matrix,
             (const rigid_model *model, rigid_workspace *all, const double *q, double *A), (model, all, q, A)) {
    const rigid_subtrees_scratch *ws = &all->subtrees;
    rigid_scratch_begin(all, RIGID_SCRATCH_subtrees);
    if (model->mimics)
        memset(A, 0, 6 * (size_t)model->nv * sizeof *A);
    put_forces(model, ws, q);
    const w3 com = w3_of(v3_div(w3_to_v3(ws->subtree[0].h), ws->subtree[0].m));
    for (int stem = 1; stem <= model->count; stem = rigid_next_stem(model, stem))
        put_columns(model, ws, stem, w3_sub(ws->spot[stem].p, com), A);
    rigid_scratch_end(all, RIGID_SCRATCH_subtrees);
}

RIGID_KERNEL(void, rigid_com_jacobian, (const rigid_model *model, rigid_workspace *all, const double *q, double *J), (model, all, q, J)) {
    const rigid_subtrees_scratch *ws = &all->subtrees;
    rigid_scratch_begin(all, RIGID_SCRATCH_subtrees);
    const bool adds = model->mimics;
    const int n = model->nv;
    if (adds)
        memset(J, 0, 3 * (size_t)n * sizeof *J);
    put_forces(model, ws, q);
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        for (int k = 0; k < rigid_joint_nv[b->kind]; k++) {
            const v3 u = v3_div(w3_to_v3(ws->F[b->dof + k].linear), ws->subtree[0].m);
            double *column = J + b->v + k;
            rigid_put(adds, column, u.x), rigid_put(adds, column + n, u.y), rigid_put(adds, column + 2 * n, u.z);
        }
    }
    rigid_scratch_end(all, RIGID_SCRATCH_subtrees);
}
