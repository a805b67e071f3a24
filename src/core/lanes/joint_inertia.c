/* The joint-space inertia of a register of states by composite bodies, as crba.c, in the axes of each body: what a freedom takes of the
   subtree that it moves, F = M S, goes from body to body towards the root, and every freedom on the way takes Sᵀ F of it. About z, Sᵀ F
   stands in F; and F is made in the axes of the parent, of M turned into those, which is wanted there anyway. All forces of what a body
   carries pass it together, one after the other, none of which waits for another. */
#include "over/axes.h"
#include "over/course.h"
#include "over/kernels.h"
#include "over/square.h"

#include "../tree/world.h"

/* A body and all that it carries, but for its mass, which is the same in all states. */
typedef struct {
    vec h;
    sym I;
} composite;
typedef struct {
    double *mass;      /* by body: that of all it carries, too */
    composite *beyond; /* by body that carries several: all of these but the first */
    square entries;
    real *H;     /* by pair, then forces; of one block and the one before, by turns */
    int *above;  /* by body: freedoms of it and of all that carry it */
    int *pair;   /* by freedom: its pair with the first freedom of a body that carries it, and above[that] */
    int *force;  /* by freedom: where in H its force is */
} scratch;

static inline void put_masses(const rigid_model *m, double *mass) {
    mass[0] = 0;
    for (int i = 1; i <= m->count; i++)
        mass[i] = m->body[i].inertia.m;
    for (int i = m->count; i >= 1; i--)
        mass[m->body[i].parent] += mass[i];
}

/* ---- a composite body in the parent's axes ------------------------------------------------------------------------------ */

static inline composite composite_of_body(const lanes *s, int i) {
    const rigid_inertia *M = &s->hinge[i].M;
    return (composite){vec_all(M->h), sym_all(&M->I)};
}
static inline composite composite_sum(composite A, composite B) { return (composite){vec_add(A.h, B.h), sym_add(A.I, B.I)}; }

/* What body i and all beyond are in the axes of its parent, about the same point. */
static inline composite out_of_joint(const lanes *s, int i, composite C) {
    if (s->model->body[i].kind == RIGID_REVOLUTE)
        return (composite){lanes_out_of(s, i, C.h), sym_out_of_hinge(&s->hinge[i], sym_about_z(C.I, s->sine[i], s->cosine[i]))};
    return (composite){mat_mul_vec(s->X[i].R, C.h), sym_by_mat(&C.I, &s->X[i].R)};
}

/* About a point -d from there:  h' = h + m d,  I' = I + tr(E) 1 - E  with  E = h dᵀ + d h'ᵀ */
static inline composite shifted(composite C, vec md, vec d) {
    const vec h = C.h, moved = vec_add(h, md), sum = vec_add(h, moved);
    const sym *I = &C.I;
    const real xx = sum.x * d.x, yy = sum.y * d.y, zz = sum.z * d.z;
    return (composite){moved, {I->xx + (yy + zz), I->yy + (zz + xx), I->zz + (xx + yy), I->xy - (h.x * d.y + d.x * moved.y),
                               I->yz - (h.y * d.z + d.y * moved.z), I->zx - (h.z * d.x + d.z * moved.x)}};
}
static inline composite about_parent(const lanes *s, double mass, int i, composite C) {
    if (s->model->body[i].kind == RIGID_REVOLUTE) {
        const v3 p = s->hinge[i].X.p;
        return shifted(C, vec_all(v3_scale(mass, p)), vec_all(p));
    }
    return shifted(C, vec_scale(reg_all(mass), s->X[i].p), s->X[i].p);
}

/* ---- entries ------------------------------------------------------------------------------------------------------------ */

/* Sᵀ F of the first `count` freedoms of a body, in its axes. */
static inline real *put_entries(const lanes *s, const rigid_body *b, int count, force F, real *H) {
    if (b->kind == RIGID_REVOLUTE) {
        if (count > 0)
            *H++ = F.angular.z;
        return H;
    }
    if (b->kind == RIGID_FREE && count == 6) {
        H[0] = F.linear.x, H[1] = F.linear.y, H[2] = F.linear.z, H[3] = F.angular.x, H[4] = F.angular.y, H[5] = F.angular.z;
        return H + 6;
    }
    for (int l = 0; l < count; l++)
        *H++ = motion_dot(lanes_column(s, b, l), F);
    return H;
}

static inline force *force_at(const scratch *own, int dof) { return (force *)(void *)(own->H + own->force[dof]); }

/* Forces `first` to last - 1 in the axes of a body that turns about z: their entries with it, and as its parent feels them. Most lean, and
   what they are multiplied by then stays in registers. */
static inline void carry_by_leaning(const scratch *own, int first, int last, real s, real c, const hinge *h, real *H) {
    const real sine = reg_all(h->sine), cosine = reg_all(h->cosine), x = reg_all(h->X.p.x), y = reg_all(h->X.p.y), z = reg_all(h->X.p.z);
    for (int d = first; d < last; d++) {
        force *at = force_at(own, d);
        const vec f = at->linear, n = at->angular;
        const real fy = s * f.x + c * f.y, ny = s * n.x + c * n.y;
        const vec F = {c * f.x - s * f.y, cosine * fy - sine * f.z, sine * fy + cosine * f.z};
        const vec N = {c * n.x - s * n.y, cosine * ny - sine * n.z, sine * ny + cosine * n.z};
        H[own->pair[d]] = n.z;
        *at = (force){F, {N.x + (y * F.z - z * F.y), N.y + (z * F.x - x * F.z), N.z + (x * F.y - y * F.x)}};
    }
}
/* Where it rests any way, all take the same rotation; but for level and square ones, through which three steps take less. */
static inline void carry_any_way(const scratch *own, int first, int last, real s, real c, const hinge *h, real *H) {
    const mat rest = mat_all(h->X.R);
    const pose X = {mat_turned(&rest, s, c), vec_all(h->X.p)};
    for (int d = first; d < last; d++) {
        const force F = *force_at(own, d);
        H[own->pair[d]] = F.angular.z;
        *force_at(own, d) = force_to_parent(X, F);
    }
}
static inline void carry_by_hinge(const lanes *s, const scratch *own, int i, int first, int last, real *H) {
    const hinge *h = &s->hinge[i];
    if (h->way == RIGID_LEANING && !h->aside)
        carry_by_leaning(own, first, last, s->sine[i], s->cosine[i], h, H);
    else if (h->way == RIGID_LEANING || h->way == RIGID_ANY_WAY)
        carry_any_way(own, first, last, s->sine[i], s->cosine[i], h, H);
    else
        for (int d = first; d < last; d++) {
            const force F = *force_at(own, d);
            H[own->pair[d]] = F.angular.z;
            *force_at(own, d) = force_out_of_turn(s, i, F);
        }
}

/* The entries of each freedom of body i with those of all that it carries, whose forces become what its parent feels of them. Where it
   floats, the forces are the entries. */
static inline void put_entries_beyond(const lanes *s, const scratch *own, int i) {
    const rigid_body *body = s->model->body, *b = &body[i], *end = &body[b->last];
    const int first = b->dof + freedoms(b), last = end->dof + freedoms(end);
    real *H = own->H - own->above[i];
    if (rigid_floats(b))
        return;
    if (b->kind == RIGID_REVOLUTE && b->parent > 0) {
        carry_by_hinge(s, own, i, first, last, H);
        return;
    }
    for (int d = first; d < last; d++) {
        put_entries(s, b, freedoms(b), *force_at(own, d), H + own->pair[d]);
        if (b->parent > 0)
            *force_at(own, d) = force_to_parent(s->X[i], *force_at(own, d));
    }
}

/* M S, S a turn about where z of the joint stands in the parent's axes, from the parent's origin. */
static inline force turning_force(const hinge *at, const composite *C) {
    const vec h = C->h;
    const sym *I = &C->I;
    const v3 a = m3_column_z(at->X.R);
    const real o = reg_all(0);
    force F;
    if (at->way == RIGID_LEVEL)
        F = (force){{o - h.y, h.x, o}, {I->zx, I->yz, I->zz}};
    else if (at->way == RIGID_ANY_WAY || at->aside)
        F = (force){v3_cross_vec(a, h), sym_by_v3(I, a)};
    else if (at->way == RIGID_SQUARE)
        F = (force){{a.y * h.z, o, o - a.y * h.x}, {a.y * I->xy, a.y * I->yy, a.y * I->yz}};
    else
        F = (force){{a.y * h.z - a.z * h.y, a.z * h.x, o - a.y * h.x},
                    {a.y * I->xy + a.z * I->zx, a.y * I->yy + a.z * I->yz, a.y * I->yz + a.z * I->zz}};
    F.angular = vec_add(F.angular, v3_cross_vec(at->X.p, F.linear));
    return F;
}

/* M S of freedom k, in the axes of the body. */
static inline force force_of(const lanes *s, const rigid_body *b, int k, double mass, const composite *C) {
    const motion S = lanes_column(s, b, k);
    return (force){vec_add(vec_scale(reg_all(mass), S.linear), vec_cross(S.angular, C->h)),
                   vec_add(vec_cross(C->h, S.linear), sym_mul(&C->I, S.angular))};
}

/* The entries of each freedom of a body that does not turn about z alone with itself and those before it in its joint, and its force as the
   parent feels it. */
RIGID_APART void put_rows_of_any(const lanes *s, const scratch *own, int i, const composite *C) {
    const rigid_body *b = &s->model->body[i];
    for (int k = 0; k < freedoms(b); k++) {
        real *H = own->H + own->entries.first[b->dof + k];
        const force F = force_of(s, b, k, own->mass[i], C);
        *H++ = motion_dot(lanes_column(s, b, k), F) + b->armature;
        put_entries(s, b, k, F, H);
        if (b->parent > 0)
            *force_at(own, b->dof + k) = force_out_of(s, i, F);
    }
}

/* The same of a body that floats in the world: [[m 1, -h×], [h×, I]] */
static inline void put_floating_rows(const scratch *own, const rigid_body *b, double mass, const composite *C) {
    const sym *I = &C->I;
    const vec h = C->h;
    const real o = reg_all(0), x = o - h.x, y = o - h.y, z = o - h.z, m = reg_all(mass + b->armature);
    const int *first = own->entries.first + b->dof;
    real *H = own->H;
#define RIGID_PUT(k, ...) memcpy(H + first[k], (real[]){__VA_ARGS__}, ((k) + 1) * sizeof(real))
    RIGID_PUT(0, m);
    RIGID_PUT(1, m, o);
    RIGID_PUT(2, m, o, o);
    RIGID_PUT(3, I->xx + b->armature, o, z, h.y);
    RIGID_PUT(4, I->yy + b->armature, h.z, o, x, I->xy);
    RIGID_PUT(5, I->zz + b->armature, y, h.x, o, I->zx, I->yz);
#undef RIGID_PUT
}

static inline void put_rows(const lanes *s, const scratch *own, int i, composite C) {
    const rigid_body *b = &s->model->body[i];
    if (rigid_floats(b))
        put_floating_rows(own, b, own->mass[i], &C);
    else if (b->kind != RIGID_REVOLUTE) {
        const composite in_memory = C;
        put_rows_of_any(s, own, i, &in_memory);
    } else
        own->H[own->entries.first[b->dof]] = C.I.zz + b->armature;
}

/* Where entries and forces go: of forces that come to a body that floats, where their entries with it are. */
static inline void put_places(const rigid_model *m, const scratch *own, int pairs) {
    int root = 0;
    own->above[0] = 0;
    for (int i = 1; i <= m->count; i++) {
        const rigid_body *b = &m->body[i];
        root = b->parent == 0 ? i : root;
        own->above[i] = own->above[b->parent] + freedoms(b);
        for (int k = 0; k < freedoms(b); k++) {
            const int d = b->dof + k, pair = own->entries.first[d] + k + 1 + own->above[b->parent];
            own->pair[d] = pair;
            own->force[d] = rigid_floats(&m->body[root]) ? pair - own->above[root] : pairs + 6 * d;
        }
    }
}

/* Body by body, while the block before is written; along a branch the composite body stays in registers. */
static inline void inward(const lanes *s, const scratch *own, sparse_block *before) {
    const rigid_model *m = s->model;
    composite C = composite_of_body(s, m->count);
    for (int i = m->count; i >= 1; i--) {
        const rigid_body *b = &m->body[i], *up = &m->body[b->parent];
        put_entries_beyond(s, own, i);
        put_rows(s, own, i, C);
        if (b->parent > 0) {
            C = out_of_joint(s, i, C);
            if (b->kind == RIGID_REVOLUTE)
                *force_at(own, b->dof) = turning_force(&s->hinge[i], &C);
            C = about_parent(s, own->mass[i], i, C);
            if (b->last < up->last)
                C = composite_sum(own->beyond[b->parent], C);
            if (b->parent < i - 1)
                own->beyond[b->parent] = C;
        }
        C = b->parent > 0 && b->parent == i - 1 ? composite_sum(composite_of_body(s, i - 1), C) : composite_of_body(s, i - 1);
        if (i % 4 == 0) /* not after each: for that C is put away */
            sparse_write_part(before, m->count - i + 1, m->count);
    }
}

RIGID_KERNEL(void, rigid_lanes_mass_matrix, (const rigid_batch *batch, int first, int last, void *memory),
             (batch, first, last, memory)) {
    const rigid_model *m = batch->model;
    const int pairs = square_pairs(m);
    real *turns[2];
    lanes s;
    scratch own;
    sparse_block block = {.count = 0};
    lanes_begin(&s, batch, memory, true);
    s.in_world = false; /* on which no entry depends */
    LANES_TAKE(&s, own.mass, m->count + 1), LANES_TAKE(&s, own.beyond, m->count + 1);
    LANES_TAKE(&s, own.above, m->count + 1), LANES_TAKE(&s, own.pair, m->dofs), LANES_TAKE(&s, own.force, m->dofs);
    LANES_TAKE(&s, turns[0], pairs + 6 * m->dofs), LANES_TAKE(&s, turns[1], pairs + 6 * m->dofs);
    square_begin(&s, &own.entries);
    put_places(m, &own, pairs);
    put_masses(m, own.mass);
    lanes_taken(&s, memory);
    turns[0][0] = turns[1][0] = reg_all(0);
    const bool streams = sparse_streams(&s, &own.entries.entries);
    for (int row = first; row < last; row += RIGID_WIDTH) {
        const int count = lanes_count(row, last);
        own.H = turns[row / RIGID_WIDTH % 2];
        lanes_read(&s, row, count);
        inward(&s, &own, &block);
        sparse_write_rest(&s, &block);
        sparse_begin(&s, &own.entries.entries, row, count, streams, &block);
        sparse_add(&s, &block, own.H, own.entries.pairs);
    }
    sparse_write_rest(&s, &block);
    sparse_end(streams);
}
