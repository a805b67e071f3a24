/* Derivatives of inverse dynamics of a register of states, in the names of derivatives.c and by its formulas: in the world's axes, about
   the origin of the body that hangs from the world, so that a subtree is the sum of its bodies. Of joints whose S is constant. */
#include "over/kernels.h"
#include "over/square.h"
#include "over/state.h"

#include "../tree/world.h"

typedef struct {
    real m;
    vec h;
    sym I, dI;
    force p, f;
} composite;
typedef struct {
    mat R;
    vec p;
    motion V, A;
} course;
typedef struct {
    motion S, S1, S2, S3;
} column_of;
typedef struct {
    course *course;
    composite *composite;
    column_of *column; /* by freedom */
    square entries;
    real *q, *v, *H; /* by entry and by pair */
} scratch;

/* M x = (m u + ω x h, h x u + I ω) */
static inline force composite_mul(const composite *c, motion x) {
    return (force){vec_add(vec_scale(c->m, x.linear), vec_cross(x.angular, c->h)),
                   vec_add(vec_cross(c->h, x.linear), sym_mul(&c->I, x.angular))};
}
/* 2B x + M y */
static inline force factor(const composite *c, motion x, motion y) {
    const force My = composite_mul(c, y);
    const vec rate = vec_add(sym_mul(&c->dI, x.angular), vec_cross(x.angular, c->p.angular));
    return (force){vec_add(My.linear, vec_cross(x.angular, vec_add(c->p.linear, c->p.linear))), vec_add(My.angular, rate)};
}
/* The moment of 2Bᵀ x, which is no force. */
static inline vec factor_transposed(const composite *c, motion x) {
    const vec turned = vec_sub(vec_cross(vec_add(c->p.linear, c->p.linear), x.linear), vec_cross(x.angular, c->p.angular));
    return vec_add(sym_mul(&c->dI, x.angular), turned);
}

/* h = c + m p,  I + 2 (g·p) 1 - (g pᵀ + p gᵀ)  with  g = c + m p / 2 */
static inline void put_inertia(const rigid_inertia *M, const course *at, composite *c) {
    const mat A = mat_by_sym3(&at->R, &M->I);
    const vec p = at->p, first = mat_by_v3(&at->R, M->h), mp = vec_scale(reg_all(M->m), p), g = vec_add(first, vec_scale(reg_all(0.5), mp));
    const real xx = g.x * p.x, yy = g.y * p.y, zz = g.z * p.z;
    sym I = sym_of_product(&A, &at->R);
    I.xx = I.xx + 2.0 * (yy + zz), I.yy = I.yy + 2.0 * (zz + xx), I.zz = I.zz + 2.0 * (xx + yy);
    I.xy = I.xy - (g.x * p.y + p.x * g.y), I.yz = I.yz - (g.y * p.z + p.y * g.z), I.zx = I.zx - (g.z * p.x + p.z * g.x);
    c->m = reg_all(M->m), c->h = vec_add(first, mp), c->I = I;
}
/* İ of a body that moves at V: ω x I - I ω x + 2 (h·u) 1 - (u hᵀ + h uᵀ) */
static inline sym rate_of(const composite *c, motion V) {
    const sym *I = &c->I;
    const vec w = V.angular, u = V.linear, h = c->h;
    const real xx = u.x * h.x, yy = u.y * h.y, zz = u.z * h.z;
    sym D;
    D.xx = 2.0 * ((w.y * I->zx - w.z * I->xy) + (yy + zz));
    D.yy = 2.0 * ((w.z * I->xy - w.x * I->yz) + (zz + xx));
    D.zz = 2.0 * ((w.x * I->yz - w.y * I->zx) + (xx + yy));
    D.xy = (w.z * (I->xx - I->yy) + (w.y * I->yz - w.x * I->zx)) - (u.x * h.y + h.x * u.y);
    D.yz = (w.x * (I->yy - I->zz) + (w.z * I->zx - w.y * I->xy)) - (u.y * h.z + h.y * u.z);
    D.zx = (w.y * (I->zz - I->xx) + (w.x * I->xy - w.z * I->yz)) - (u.z * h.x + h.z * u.x);
    return D;
}

static inline void put_place(const lanes *s, const scratch *own, int i) {
    const rigid_body *b = &s->model->body[i];
    const course *up = &own->course[b->parent];
    course *at = &own->course[i];
    if (b->kind == RIGID_REVOLUTE) {
        const mat T = mat_by_hinge(&up->R, &s->hinge[i]);
        at->R = mat_turned(&T, s->sine[i], s->cosine[i]);
        at->p = b->parent > 0 ? vec_add(up->p, mat_by_v3(&up->R, s->hinge[i].X.p)) : vec_none();
        return;
    }
    at->R = mat_mul(up->R, s->X[i].R);
    at->p = b->parent > 0 ? vec_add(up->p, mat_mul_vec(up->R, s->X[i].p)) : vec_none();
}

/* S at the origin of the frame, in the world's axes. */
static inline motion freedom_of(const lanes *s, const course *at, const rigid_body *b, int k) {
    if (b->kind == RIGID_REVOLUTE) {
        const vec z = column_z(&at->R);
        return (motion){vec_cross(at->p, z), z};
    }
    const motion S = lanes_column(s, b, k);
    const vec w = mat_mul_vec(at->R, S.angular);
    return (motion){vec_add(mat_mul_vec(at->R, S.linear), vec_cross(at->p, w)), w};
}

static inline void outward(const lanes *s, const scratch *own) {
    const rigid_model *m = s->model;
    own->course[0] = (course){mat_all(m3_identity()), vec_none(), {vec_none(), vec_none()}, {vec_all(v3_neg(m->gravity)), vec_none()}};
    for (int i = 1; i <= m->count; i++) {
        const rigid_body *b = &m->body[i];
        const int count = freedoms(b);
        const course *up = &own->course[b->parent];
        course *at = &own->course[i];
        composite *c = &own->composite[i];
        put_place(s, own, i);
        at->V = up->V, at->A = up->A;
        for (int k = 0; k < count; k++) {
            column_of *d = &own->column[b->dof + k];
            d->S = freedom_of(s, at, b, k);
            d->S1 = motion_cross(up->V, d->S);
            d->S2 = motion_add(motion_cross(up->A, d->S), motion_cross(up->V, d->S1));
            at->V = motion_add(at->V, motion_scale(s->v[b->v + k], d->S));
            at->A = motion_add(at->A, motion_add(motion_scale(s->a[b->v + k], d->S), motion_scale(s->v[b->v + k], d->S1)));
        }
        for (int k = 0; k < count; k++) {
            column_of *d = &own->column[b->dof + k];
            d->S3 = motion_add(d->S1, count == 1 ? d->S1 : motion_cross(at->V, d->S));
        }
        put_inertia(&s->hinge[i].M, at, c);
        c->p = composite_mul(c, at->V), c->dI = rate_of(c, at->V);
        c->f = motion_add(composite_mul(c, at->A), motion_cross_force(at->V, c->p));
    }
}

static inline void add_composite(composite *to, const composite *c) {
    to->m = to->m + c->m, to->h = vec_add(to->h, c->h);
    to->I = sym_add(to->I, c->I), to->dI = sym_add(to->dI, c->dI);
    to->p = motion_add(to->p, c->p), to->f = motion_add(to->f, c->f);
}

/* The pairs of a freedom with those of a body that floats in the world, about whose origin all is said: three that only move, S = (u, 0) and
   S1 = S2 = 0, and three that only turn, S = (0, w), S1 = 0 and S2 = (a, 0). */
static inline void put_floating(const column_of *d, force t1, force t2, force t3, vec t4, real *q, real *v, real *H) {
    RIGID_WRITTEN_OUT
    for (int l = 0; l < 3; l++, d++, q += 2, v += 2, H++) {
        q[0] = vec_dot(d->S.linear, t3.linear), v[0] = vec_dot(d->S.linear, t2.linear), H[0] = vec_dot(d->S.linear, t1.linear);
        q[1] = reg_all(0), v[1] = vec_dot(d->S3.linear, t1.linear);
    }
    RIGID_WRITTEN_OUT
    for (int l = 0; l < 3; l++, d++, q += 2, v += 2, H++) {
        q[0] = vec_dot(d->S.angular, t3.angular), v[0] = vec_dot(d->S.angular, t2.angular), H[0] = vec_dot(d->S.angular, t1.angular);
        q[1] = vec_dot(d->S2.linear, t1.linear), v[1] = motion_dot(d->S3, t1) + vec_dot(d->S.angular, t4);
    }
}

/* Row and column of freedom k of body i. */
static inline void put_entries(const lanes *s, const scratch *own, int i, int k) {
    const rigid_model *m = s->model;
    const rigid_body *b = &m->body[i];
    int pair = own->entries.first[b->dof + k];
    const composite *c = &own->composite[i];
    const column_of *at = &own->column[b->dof + k];
    const force t1 = composite_mul(c, at->S), t2 = factor(c, at->S, at->S3), turned = factor(c, at->S1, at->S2);
    const force t3 = motion_add(turned, motion_cross_force(at->S, c->f));
    const vec t4 = factor_transposed(c, at->S);
    for (int l = 0; l < freedoms(b); l++) {
        const motion S = own->column[b->dof + l].S;
        const int to = square_own(&own->entries, b, l, k);
        own->q[to] = motion_dot(S, turned), own->v[to] = motion_dot(S, t2);
        if (l <= k)
            own->H[to / 2] = motion_dot(S, t1) + (l == k ? b->armature : 0);
    }
    pair += k + 1;
    for (int j = b->parent; j > 0; j = m->body[j].parent) {
        const rigid_body *up = &m->body[j];
        if (rigid_floats(up)) {
            put_floating(&own->column[up->dof], t1, t2, t3, t4, own->q + 2 * pair, own->v + 2 * pair, own->H + pair);
            continue;
        }
        for (int l = 0; l < freedoms(up); l++, pair++) {
            const column_of *d = &own->column[up->dof + l];
            real *q = own->q + 2 * pair, *v = own->v + 2 * pair; /* above and below the diagonal */
            q[0] = motion_dot(d->S, t3), v[0] = motion_dot(d->S, t2);
            q[1] = motion_dot(d->S2, t1) + vec_dot(d->S1.angular, t4);
            v[1] = motion_dot(d->S3, t1) + vec_dot(d->S.angular, t4);
            own->H[pair] = motion_dot(d->S, t1);
        }
    }
}

/* Body by body, while the block before is written. */
static inline void inward(const lanes *s, const scratch *own, sparse_block *before) {
    const rigid_model *m = s->model;
    for (int i = m->count; i >= 1; i--) {
        for (int k = 0; k < freedoms(&m->body[i]); k++)
            put_entries(s, own, i, k);
        if (m->body[i].parent > 0)
            add_composite(&own->composite[m->body[i].parent], &own->composite[i]);
        if (i % 2 == 0)
            sparse_write_part(before, m->count - i + 1, m->count);
    }
}

/* Room for entries, those of zeros written. */
static inline void take_entries(lanes *s, scratch *own, int pairs) {
    LANES_TAKE(s, own->q, 2 * pairs), LANES_TAKE(s, own->v, 2 * pairs), LANES_TAKE(s, own->H, pairs);
    own->q[0] = own->q[1] = own->v[0] = own->v[1] = own->H[0] = reg_all(0);
}

RIGID_KERNEL(void, rigid_lanes_derivatives, (const rigid_batch *batch, int first, int last, void *memory),
             (batch, first, last, memory)) {
    const rigid_model *m = batch->model;
    const int pairs = square_pairs(m);
    lanes s;
    scratch own, turns[2]; /* entries of one block and of the one before, by turns */
    sparse_block block = {.count = 0};
    lanes_begin(&s, batch, memory, true);
    LANES_TAKE(&s, own.course, m->count + 1), LANES_TAKE(&s, own.composite, m->count + 1), LANES_TAKE(&s, own.column, m->dofs);
    square_begin(&s, &own.entries);
    const sparse *entries = &own.entries.entries;
    turns[0] = turns[1] = own;
    take_entries(&s, &turns[0], pairs), take_entries(&s, &turns[1], pairs);
    lanes_taken(&s, memory);
    const bool streams = sparse_streams(&s, entries);
    for (int row = first; row < last; row += RIGID_WIDTH) {
        const int count = lanes_count(row, last);
        const scratch *now = &turns[row / RIGID_WIDTH % 2];
        lanes_read(&s, row, count);
        outward(&s, now);
        inward(&s, now, &block);
        sparse_write_rest(&s, &block);
        sparse_begin(&s, entries, row, count, streams, &block);
        sparse_add(&s, &block, now->q, entries->place), sparse_add(&s, &block, now->v, entries->place);
        sparse_add(&s, &block, now->H, own.entries.pairs);
    }
    sparse_write_rest(&s, &block);
    sparse_end(streams);
}
