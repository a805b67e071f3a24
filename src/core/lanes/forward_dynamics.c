/* Forward dynamics of a register of states: the articulated bodies of aba.c, but in body axes. There a joint about z has its U = P S as a
   column of P, and of what it leaves of P a turn about z changes little: so what goes to the parent costs less than to turn each rigid
   body's inertia into the world's axes, which is what a single state does, whose registers hold three numbers of one. Where a freedom
   moves no inertia in a lane, that row is refused. */
#include "over/axes.h"
#include "over/course.h"
#include "over/kernels.h"

#include "../tree/world.h"

/* f = M a + H α + p.f,  n = Hᵀ a + I α + p.n */
typedef struct {
    sym M, I;
    mat H;
    force p;
} articulated;
typedef struct {
    travel travel; /* where no joint accelerates: a body takes p for that; by base parameters, which move the joints as much */
    articulated *articulated;
    force *K; /* by freedom: U / D, and u / D */
    real *u;
    motion *change; /* by body: how it accelerates beside that */
    real *moves, *force, *D; /* where some are held: by number of v, 1 or 0, and what holds; by freedom, D. Null where all move */
} scratch;

/* A - a bᵀ for parallel a and b */
static inline sym sym_less(sym A, vec a, vec b) {
    return (sym){A.xx - a.x * b.x, A.yy - a.y * b.y, A.zz - a.z * b.z, A.xy - a.x * b.y, A.yz - a.y * b.z, A.zx - a.z * b.x};
}
static inline articulated articulated_sum(const articulated *a, const articulated *b) {
    return (articulated){sym_add(a->M, b->M), sym_add(a->I, b->I), mat_add(a->H, b->H), motion_add(a->p, b->p)};
}

/* ---- leaves to root ---- */

/* What a body is itself: M = m, H = -h×. */
static inline articulated articulated_of(const rigid_inertia *M, const force *p) {
    const real m = reg_all(M->m), o = reg_all(0);
    const vec h = vec_all(M->h), less = vec_all(v3_neg(M->h));
    return (articulated){{m, m, m, o, o, o}, sym_all(&M->I), {{o, h.z, less.y}, {less.z, o, h.x}, {h.y, less.x, o}}, *p};
}
static inline void add_body(articulated *s, const rigid_inertia *M, const force *p) {
    const double m = M->m;
    const v3 h = M->h;
    const sym3 *I = &M->I;
    s->M.xx = s->M.xx + m, s->M.yy = s->M.yy + m, s->M.zz = s->M.zz + m;
    s->H.x.y = s->H.x.y + h.z, s->H.y.z = s->H.y.z + h.x, s->H.z.x = s->H.z.x + h.y;
    s->H.x.z = s->H.x.z - h.y, s->H.y.x = s->H.y.x - h.z, s->H.z.y = s->H.z.y - h.x;
    s->I.xx = s->I.xx + I->xx, s->I.yy = s->I.yy + I->yy, s->I.zz = s->I.zz + I->zz;
    s->I.xy = s->I.xy + I->xy, s->I.yz = s->I.yz + I->yz, s->I.zx = s->I.zx + I->xz;
    s->p = motion_add(s->p, *p);
}

/* About the point from which r leads to where it is: with Δ = -M r×, H' = H + Δ and I' = I + X + Xᵀ, X = r× (H + Δ/2). */
static inline void shift(articulated *s, vec r) {
    const sym *M = &s->M;
    const vec Mx = {M->xx, M->xy, M->zx}, My = {M->xy, M->yy, M->yz}, Mz = {M->zx, M->yz, M->zz};
    const vec dx = vec_sub(vec_scale(r.y, Mz), vec_scale(r.z, My)), dy = vec_sub(vec_scale(r.z, Mx), vec_scale(r.x, Mz));
    const vec dz = vec_sub(vec_scale(r.x, My), vec_scale(r.y, Mx)); /* the columns of Δ */
    const mat D = {{dx.x, dy.x, dz.x}, {dx.y, dy.y, dz.y}, {dx.z, dy.z, dz.z}}, moved = mat_add(s->H, D);
    const mat G = mat_add(s->H, moved);
    sym *I = &s->I;
    I->xx = I->xx + (r.y * G.z.x - r.z * G.y.x);
    I->yy = I->yy + (r.z * G.x.y - r.x * G.z.y);
    I->zz = I->zz + (r.x * G.y.z - r.y * G.x.z);
    I->xy = I->xy + 0.5 * ((r.y * G.z.y - r.z * G.y.y) + (r.z * G.x.x - r.x * G.z.x));
    I->yz = I->yz + 0.5 * ((r.z * G.x.z - r.x * G.z.z) + (r.x * G.y.y - r.y * G.x.y));
    I->zx = I->zx + 0.5 * ((r.x * G.y.x - r.y * G.x.x) + (r.y * G.z.z - r.z * G.y.z));
    s->H = moved;
}
/* P - U Kᵀ for parallel U and K */
static inline void less(articulated *s, force U, force K) {
    s->M = sym_less(s->M, U.linear, K.linear), s->I = sym_less(s->I, U.angular, K.angular);
    s->H = mat_sub(s->H, mat_outer(U.linear, K.angular));
}

/* What goes on to the parent through freedom k of a joint: K and u where it moves, nothing where it is held. */
static inline void pass_on(const scratch *own, const rigid_body *b, int k, real D, force *K, real *u) {
    if (!own->moves)
        return;
    const real moves = own->moves[b->v + k];
    own->D[b->dof + k] = D;
    *K = motion_scale(moves, *K), *u = moves * *u;
}

/* Through a joint about z, of which U is a column of P; of that P - U Kᵀ leaves what armature is of D, or all where the joint is held. All
   but 1 / D, for which everything waits, turns with the joint meanwhile; and then goes to the parent's axes and origin. K is kept in
   the axes in which the joint rests. */
static inline void fold_revolute(lanes *l, const scratch *own, int i, articulated *s) {
    const rigid_body *b = &l->model->body[i];
    const hinge *h = &l->hinge[i];
    const real D = s->I.zz + b->armature, one = 1.0 / D, torque = l->a[b->v] - s->p.angular.z;
    l->refused |= ~reg_above(D, reg_all(b->least.angular));
    const real sine = l->sine[i], cosine = l->cosine[i];
    const vec f = lanes_turned_back(l, i, column_z(&s->H)), n = lanes_turned_back(l, i, (vec){s->I.zx, s->I.yz, s->I.zz});
    const sym M = sym_about_z(s->M, sine, cosine), I = sym_about_z(s->I, sine, cosine);
    const mat H = mat_about_z(&s->H, sine, cosine);
    const force p = {lanes_turned_back(l, i, s->p.linear), lanes_turned_back(l, i, s->p.angular)}, U = {f, n};
    force K = motion_scale(one, U);
    real u = torque * one, rest = b->armature * one;
    own->K[b->dof] = K, own->u[b->dof] = u;
    pass_on(own, b, 0, D, &K, &u);
    if (own->moves)
        rest = own->moves[b->v] * rest + (1.0 - own->moves[b->v]);
    if (b->parent == 0)
        return;
    s->M = sym_out_of_hinge(h, sym_less(M, f, K.linear));
    s->I = sym_out_of_hinge(h, (sym){I.xx - n.x * K.angular.x, I.yy - n.y * K.angular.y, rest * n.z,
                                     I.xy - n.x * K.angular.y, rest * n.y, rest * n.x});
    s->H = mat_out_of_hinge(h, (mat){{H.x.x - f.x * K.angular.x, H.x.y - f.x * K.angular.y, rest * f.x},
                                     {H.y.x - f.y * K.angular.x, H.y.y - f.y * K.angular.y, rest * f.y},
                                     {H.z.x - f.z * K.angular.x, H.z.y - f.z * K.angular.y, rest * f.z}});
    s->p = force_out_of_hinge(h, motion_add(p, motion_scale(u, U)));
    shift(s, vec_all(h->X.p));
}

/* Freedom by freedom: a joint of several is a chain of single ones at the same place. */
static inline void fold(lanes *l, const scratch *own, int i, articulated *s) {
    const rigid_body *b = &l->model->body[i];
    const mat *R = &l->X[i].R;
    for (int k = freedoms(b) - 1; k >= 0; k--) {
        const motion S = lanes_column(l, b, k);
        const force U = {vec_add(sym_mul(&s->M, S.linear), mat_mul_vec(s->H, S.angular)),
                         vec_add(mat_tmul_vec(s->H, S.linear), sym_mul(&s->I, S.angular))};
        const real D = motion_dot(S, U) + b->armature;
        l->refused |= ~reg_above(D, reg_all(rigid_freedom_least(b, k)));
        const real one = 1.0 / D;
        real u = (l->a[b->v + k] - motion_dot(S, s->p)) * one;
        force K = motion_scale(one, U);
        own->K[b->dof + k] = K, own->u[b->dof + k] = u;
        pass_on(own, b, k, D, &K, &u);
        less(s, U, K);
        s->p = motion_add(s->p, motion_scale(u, U));
    }
    s->p = force_out_of(l, i, s->p);
    s->M = sym_by_mat(&s->M, R), s->I = sym_by_mat(&s->I, R), s->H = mat_by_mat(&s->H, R);
    shift(s, l->X[i].p);
}

/* A body that floats in the world, where nothing is beyond: P a' = τ - p at once, by P = LDLᵀ. */
static inline void float_off(lanes *l, const scratch *own, int i, const articulated *s) {
    const rigid_body *b = &l->model->body[i];
    const real *tau = l->a + b->v, rotor = reg_all(b->armature), o = reg_all(0);
    const sym *M = &s->M, *I = &s->I;
    const mat *H = &s->H;
    real A[6][6] = {{M->xx + rotor, o, o, o, o, o},
                    {M->xy, M->yy + rotor, o, o, o, o},
                    {M->zx, M->yz, M->zz + rotor, o, o, o},
                    {H->x.x, H->y.x, H->z.x, I->xx + rotor, o, o},
                    {H->x.y, H->y.y, H->z.y, I->xy, I->yy + rotor, o},
                    {H->x.z, H->y.z, H->z.z, I->zx, I->yz, I->zz + rotor}};
    const force *p = &s->p;
    real x[6] = {tau[0] - p->linear.x,  tau[1] - p->linear.y,  tau[2] - p->linear.z,
                 tau[3] - p->angular.x, tau[4] - p->angular.y, tau[5] - p->angular.z};
    RIGID_WRITTEN_OUT
    for (int k = 0; k < 6; k++) {
        l->refused |= ~reg_above(A[k][k], reg_all(k < 3 ? b->least.linear : b->least.angular));
        const real one = 1.0 / A[k][k];
        RIGID_WRITTEN_OUT
        for (int r = k + 1; r < 6; r++) {
            A[k][r] = A[r][k] * one; /* L, kept above the diagonal */
            RIGID_WRITTEN_OUT
            for (int c = k + 1; c <= r; c++)
                A[r][c] = A[r][c] - A[k][r] * A[c][k];
            x[r] = x[r] - A[k][r] * x[k];
        }
        x[k] = x[k] * one;
    }
    RIGID_WRITTEN_OUT
    for (int k = 5; k > 0; k--) {
        RIGID_WRITTEN_OUT
        for (int r = 0; r < k; r++)
            x[r] = x[r] - A[r][k] * x[k];
    }
    own->change[i] = (motion){{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

static inline void inward(lanes *l, const scratch *own) {
    const rigid_model *m = l->model;
    const vec none = vec_none();
    articulated s = {sym_none(), sym_none(), {none, none, none}, {none, none}}; /* of the body after, the first child wherever there is one */
    for (int i = m->count; i >= 1; i--) {
        const rigid_body *b = &m->body[i];
        articulated *up = &own->articulated[b->parent];
        if (b->last > i && b[1].last < b->last) /* other children */
            s = articulated_sum(&s, &own->articulated[i]);
        if (b->last == i)
            s = articulated_of(&l->hinge[i].M, &own->travel.load[i]);
        else
            add_body(&s, &l->hinge[i].M, &own->travel.load[i]);
        if (b->kind == RIGID_REVOLUTE)
            fold_revolute(l, own, i, &s);
        else if (rigid_floats(b))
            float_off(l, own, i, &s);
        else
            fold(l, own, i, &s);
        if (b->parent != i - 1 && b->parent > 0) /* whose last child comes first */
            *up = b->last == m->body[b->parent].last ? s : articulated_sum(&s, up);
    }
}

/* ---- root to leaves again ---- */

/* Freedom k, which would accelerate by x if it moved: by nothing where it is held, by the force that takes. */
static inline real held(const scratch *own, const rigid_body *b, int k, real x) {
    if (!own->moves)
        return x;
    const real moves = own->moves[b->v + k];
    own->force[b->v + k] = (moves - 1.0) * (own->D[b->dof + k] * x);
    return moves * x;
}

/* q̈ = u / D - Kᵀ a', with a' what comes to the accelerations that were there with no joint accelerating. */
static inline void accelerate(const lanes *l, const scratch *own) {
    const rigid_model *m = l->model;
    own->change[0] = motion_zero();
    for (int i = 1; i <= m->count; i++) {
        const rigid_body *b = &m->body[i];
        const motion *up = &own->change[b->parent];
        motion *at = &own->change[i];
        real *a = l->out + b->v;
        if (rigid_floats(b)) { /* solved */
            const real x[6] = {at->linear.x, at->linear.y, at->linear.z, at->angular.x, at->angular.y, at->angular.z};
            for (int k = 0; k < 6; k++)
                a[k] = x[k];
        } else if (b->kind == RIGID_REVOLUTE) {
            const hinge *h = &l->hinge[i];
            const vec u = vec_sub(up->linear, v3_cross_vec(h->X.p, up->angular));
            const motion moved = {into_hinge(h, u), into_hinge(h, up->angular)};
            a[0] = held(own, b, 0, own->u[b->dof] - motion_dot(own->K[b->dof], moved));
            *at = (motion){lanes_turned(l, i, moved.linear), lanes_turned(l, i, moved.angular)};
            at->angular.z = at->angular.z + a[0];
        } else {
            motion moved = to_body(l->X[i], *up);
            for (int k = 0; k < freedoms(b); k++) {
                a[k] = held(own, b, k, own->u[b->dof + k] - motion_dot(own->K[b->dof + k], moved));
                moved = motion_add(moved, motion_scale(a[k], lanes_column(l, b, k)));
            }
            *at = moved;
        }
    }
}

static inline void compute(const rigid_batch *batch, int first, int last, void *memory, bool holds) {
    const rigid_model *m = batch->model;
    lanes s;
    scratch own = {0};
    lanes_begin(&s, batch, memory, true);
    travel_begin(&s, &own.travel);
    LANES_TAKE(&s, own.articulated, m->count + 1);
    LANES_TAKE(&s, own.K, m->dofs), LANES_TAKE(&s, own.u, m->dofs), LANES_TAKE(&s, own.change, m->count + 1);
    if (holds)
        LANES_TAKE(&s, own.moves, m->nv + RIGID_WIDTH), LANES_TAKE(&s, own.force, m->nv + RIGID_WIDTH), LANES_TAKE(&s, own.D, m->dofs);
    lanes_taken(&s, memory);
    for (int row = first; row < last; row += RIGID_WIDTH) {
        const int count = lanes_count(row, last);
        lanes_read(&s, row, count);
        if (holds)
            lanes_of_rows(batch->moves, m->nv, row, count, own.moves);
        travel_outward(&s, NULL, &own.travel);
        inward(&s, &own);
        accelerate(&s, &own);
        lanes_write(&s, s.out, m->nv, row, count, 0);
        if (holds && batch->out[1])
            lanes_write(&s, own.force, m->nv, row, count, 1);
        lanes_refuse(&s, s.refused, row, count);
    }
}

RIGID_KERNEL(void, rigid_lanes_forward_dynamics, (const rigid_batch *batch, int first, int last, void *memory),
             (batch, first, last, memory)) {
    compute(batch, first, last, memory, false);
}

/* The same where some freedoms are held. */
RIGID_KERNEL(void, rigid_lanes_held_dynamics, (const rigid_batch *batch, int first, int last, void *memory),
             (batch, first, last, memory)) {
    compute(batch, first, last, memory, true);
}
