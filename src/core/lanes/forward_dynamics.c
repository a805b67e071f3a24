/* Forward dynamics of a register of states: the articulated bodies of aba.c, in the world's axes about each body's own origin, so
   that an articulated inertia goes to its parent by a shift alone. Where a freedom moves no inertia in a lane, that row is refused. */
#include "over/kernels.h"
#include "over/state.h"

#include "../tree/world.h"

/* f = M a + H α + p.f,  n = Hᵀ a + I α + p.n */
typedef struct {
    sym M, I;
    mat H;
    force p;
} articulated;
/* Of the rigid body alone, besides m and -h×: I, and the force that it takes where no joint accelerates. */
typedef struct {
    vec h, Iz, Iw; /* I by the z axis of the body, and by ω */
    sym I;
    force p;
} part;
/* By body: axes, the way from the parent's origin, how it turns; and how its origin accelerates, where no joint does. */
typedef struct {
    mat R;
    vec r, w, alpha, a;
} course;
typedef struct {
    course *course;
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
static inline articulated none(void) {
    const vec o = vec_none();
    return (articulated){sym_none(), sym_none(), {o, o, o}, {o, o}};
}

/* ---- root to leaves ---- */

static inline void outward(const lanes *s, const scratch *own) {
    const rigid_model *m = s->model;
    course *at = own->course;
    at[0] = (course){mat_all(m3_identity()), vec_none(), vec_none(), vec_none(), vec_all(v3_neg(m->gravity))};
    for (int i = 1; i <= m->count; i++) {
        const rigid_body *b = &m->body[i];
        const course *up = &at[b->parent];
        const mat B = spin_of(up->w, up->alpha);
        course *c = &at[i];
        if (b->parent != i - 1)
            own->articulated[b->parent] = none();
        if (b->kind == RIGID_REVOLUTE) {
            const mat T = mat_by_hinge(&up->R, &s->hinge[i]);
            c->R = mat_turned(&T, s->sine[i], s->cosine[i]);
            c->r = mat_by_v3(&up->R, s->hinge[i].X.p);
            const vec turn = vec_scale(s->v[b->v], column_z(&c->R));
            c->w = vec_add(up->w, turn), c->alpha = vec_add(up->alpha, vec_cross(up->w, turn));
            c->a = vec_add(up->a, mat_mul_vec(B, c->r));
            continue;
        }
        const motion rate = lanes_across(s, b, s->v);
        c->R = mat_mul(up->R, s->X[i].R), c->r = mat_mul_vec(up->R, s->X[i].p);
        const vec turn = mat_mul_vec(c->R, rate.angular), u = mat_mul_vec(c->R, rate.linear);
        c->w = vec_add(up->w, turn), c->alpha = vec_add(up->alpha, vec_cross(up->w, turn));
        c->a = vec_add(up->a, vec_add(mat_mul_vec(B, c->r), vec_cross(vec_add(up->w, c->w), u)));
        if (rigid_varies(b)) {
            motion more;
            any_drift(b, s->q, s->v, &more);
            c->alpha = vec_add(c->alpha, mat_mul_vec(c->R, more.angular)), c->a = vec_add(c->a, mat_mul_vec(c->R, more.linear));
        }
    }
}

/* ---- leaves to root ---- */

static inline part part_of(const rigid_inertia *M, const course *c) {
    const mat *R = &c->R;
    const mat A = mat_by_sym3(R, &M->I);
    part p;
    p.I = sym_of_product(&A, R);
    p.Iz = column_z(&A);
    p.h = mat_by_v3(R, M->h);
    p.Iw = sym_mul(&p.I, c->w);
    const mat B = spin_of(c->w, c->alpha);
    p.p.linear = vec_add(vec_scale(real_all(M->m), c->a), mat_mul_vec(B, p.h));
    p.p.angular = vec_add(sym_mul(&p.I, c->alpha), vec_add(vec_cross(c->w, p.Iw), vec_cross(p.h, c->a)));
    return p;
}

static inline void add_part(articulated *s, const rigid_inertia *M, const part *p) {
    const double m = M->m;
    s->M.xx = s->M.xx + m, s->M.yy = s->M.yy + m, s->M.zz = s->M.zz + m;
    s->H.x.y = s->H.x.y + p->h.z, s->H.y.z = s->H.y.z + p->h.x, s->H.z.x = s->H.z.x + p->h.y;
    s->H.x.z = s->H.x.z - p->h.y, s->H.y.x = s->H.y.x - p->h.z, s->H.z.y = s->H.z.y - p->h.x;
    s->I = sym_add(s->I, p->I);
    s->p = motion_add(s->p, p->p);
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
static inline force shift_force(force f, vec r) { return (force){f.linear, vec_add(f.angular, vec_cross(r, f.linear))}; }

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

/* Through a joint about z, and to the parent's origin, of whose sums those of the body itself are taken from its constants, as
   aba.c says. */
static inline void fold_revolute(lanes *l, const scratch *own, int i, articulated *s) {
    const rigid_body *b = &l->model->body[i];
    const course *c = &own->course[i];
    const rigid_inertia *M = &l->hinge[i].M;
    const part p = part_of(M, c);
    const vec z = column_z(&c->R), turned = vec_cross(c->w, z);
    const v3 h = M->h;
    const force mine = {vec_sub(vec_scale(real_all(h.x), column_y(&c->R)), vec_scale(real_all(h.y), column_x(&c->R))), p.Iz};
    const vec beyond = sym_mul(&s->I, z);
    const force U = motion_add(mine, (force){mat_mul_vec(s->H, z), beyond});
    const real D = (M->I.zz + b->armature) + vec_dot(z, beyond);
    const real zp = vec_dot(z, s->p.angular) + (vec_dot(mine.linear, c->a) + vec_dot(mine.angular, c->alpha) - vec_dot(turned, p.Iw));
    add_part(s, M, &p);
    l->refused |= ~real_above(D, real_all(b->least.angular));
    const real one = 1.0 / D;
    real u = (l->a[b->v] - zp) * one;
    own->u[b->dof] = u;
    const force there = shift_force(U, c->r);
    force K = motion_scale(one, there);
    own->K[b->dof] = K;
    pass_on(own, b, 0, D, &K, &u);
    if (b->parent == 0)
        return;
    shift(s, c->r);
    less(s, there, K);
    s->p = motion_add(shift_force(s->p, c->r), motion_scale(u, there));
}

/* S_k in the world's axes, about the body's origin. */
static inline motion axis_of(const lanes *l, const scratch *own, int i, int k) {
    const mat *R = &own->course[i].R;
    const motion S = lanes_column(l, &l->model->body[i], k);
    return (motion){mat_mul_vec(*R, S.linear), mat_mul_vec(*R, S.angular)};
}

/* Freedom by freedom: a joint of several is a chain of single ones at the same place. */
static inline void fold(lanes *l, const scratch *own, int i, articulated *s) {
    const rigid_body *b = &l->model->body[i];
    for (int k = freedoms(b) - 1; k >= 0; k--) {
        const motion S = axis_of(l, own, i, k);
        const force U = {vec_add(sym_mul(&s->M, S.linear), mat_mul_vec(s->H, S.angular)),
                         vec_add(mat_tmul_vec(s->H, S.linear), sym_mul(&s->I, S.angular))};
        const real D = motion_dot(S, U) + b->armature;
        l->refused |= ~real_above(D, real_all(rigid_freedom_least(b, k)));
        const real one = 1.0 / D;
        real u = (l->a[b->v + k] - motion_dot(S, s->p)) * one;
        force K = motion_scale(one, U);
        own->K[b->dof + k] = K, own->u[b->dof + k] = u;
        pass_on(own, b, k, D, &K, &u);
        less(s, U, K);
        s->p = motion_add(s->p, motion_scale(u, U));
    }
    shift(s, own->course[i].r);
    s->p = shift_force(s->p, own->course[i].r);
}

/* A body that floats in the world, where nothing is beyond: P a' = τ - p at once, by P = LDLᵀ. */
static inline void float_off(lanes *l, const scratch *own, int i, const articulated *s) {
    const rigid_body *b = &l->model->body[i];
    const mat *R = &own->course[i].R;
    const real *tau = l->a + b->v, rotor = real_all(b->armature), o = real_all(0);
    const sym *M = &s->M, *I = &s->I;
    const mat *H = &s->H;
    real A[6][6] = {{M->xx + rotor, o, o, o, o, o},
                    {M->xy, M->yy + rotor, o, o, o, o},
                    {M->zx, M->yz, M->zz + rotor, o, o, o},
                    {H->x.x, H->y.x, H->z.x, I->xx + rotor, o, o},
                    {H->x.y, H->y.y, H->z.y, I->xy, I->yy + rotor, o},
                    {H->x.z, H->y.z, H->z.z, I->zx, I->yz, I->zz + rotor}};
    const vec f = vec_sub(mat_mul_vec(*R, (vec){tau[0], tau[1], tau[2]}), s->p.linear);
    const vec n = vec_sub(mat_mul_vec(*R, (vec){tau[3], tau[4], tau[5]}), s->p.angular);
    real x[6] = {f.x, f.y, f.z, n.x, n.y, n.z};
    RIGID_WRITTEN_OUT
    for (int k = 0; k < 6; k++) {
        l->refused |= ~real_above(A[k][k], real_all(k < 3 ? b->least.linear : b->least.angular));
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
    articulated s; /* of the body after, which is the first child wherever there is one */
    for (int i = m->count; i >= 1; i--) {
        const rigid_body *b = &m->body[i];
        articulated *up = &own->articulated[b->parent];
        if (b->last == i)
            s = none();
        else if (b[1].last < b->last) { /* other children */
            const articulated *a = &own->articulated[i];
            s.M = sym_add(s.M, a->M), s.I = sym_add(s.I, a->I), s.H = mat_add(s.H, a->H), s.p = motion_add(s.p, a->p);
        }
        if (b->kind == RIGID_REVOLUTE)
            fold_revolute(l, own, i, &s);
        else {
            const part p = part_of(&l->hinge[i].M, &own->course[i]);
            add_part(&s, &l->hinge[i].M, &p);
            if (rigid_floats(b))
                float_off(l, own, i, &s);
            else
                fold(l, own, i, &s);
        }
        if (b->parent != i - 1 && b->parent > 0)
            up->M = sym_add(s.M, up->M), up->I = sym_add(s.I, up->I), up->H = mat_add(s.H, up->H), up->p = motion_add(s.p, up->p);
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
        const course *c = &own->course[i];
        const motion up = own->change[b->parent];
        motion *at = &own->change[i];
        real *a = l->out + b->v;
        if (rigid_floats(b)) { /* solved; in its own axes */
            const vec u = mat_tmul_vec(c->R, at->linear), w = mat_tmul_vec(c->R, at->angular);
            a[0] = u.x, a[1] = u.y, a[2] = u.z, a[3] = w.x, a[4] = w.y, a[5] = w.z;
            continue;
        }
        motion moved = {vec_add(up.linear, vec_cross(up.angular, c->r)), up.angular};
        if (b->kind == RIGID_REVOLUTE) {
            a[0] = held(own, b, 0, own->u[b->dof] - motion_dot(own->K[b->dof], up));
            moved.angular = vec_add(moved.angular, vec_scale(a[0], column_z(&c->R)));
        } else
            for (int k = 0; k < freedoms(b); k++) {
                a[k] = held(own, b, k, own->u[b->dof + k] - motion_dot(own->K[b->dof + k], moved));
                moved = motion_add(moved, motion_scale(a[k], axis_of(l, own, i, k)));
            }
        *at = moved;
    }
}

static inline void compute(const rigid_batch *batch, int first, int last, void *memory, bool holds) {
    const rigid_model *m = batch->model;
    lanes s;
    scratch own = {0};
    lanes_begin(&s, batch, memory, true);
    LANES_TAKE(&s, own.course, m->count + 1), LANES_TAKE(&s, own.articulated, m->count + 1);
    LANES_TAKE(&s, own.K, m->dofs), LANES_TAKE(&s, own.u, m->dofs), LANES_TAKE(&s, own.change, m->count + 1);
    if (holds)
        LANES_TAKE(&s, own.moves, m->nv + RIGID_WIDTH), LANES_TAKE(&s, own.force, m->nv + RIGID_WIDTH), LANES_TAKE(&s, own.D, m->dofs);
    lanes_taken(&s, memory);
    for (int row = first; row < last; row += RIGID_WIDTH) {
        const int count = lanes_count(row, last);
        lanes_read(&s, row, count);
        if (holds)
            lanes_of_rows(batch->moves, m->nv, row, count, own.moves);
        outward(&s, &own);
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
