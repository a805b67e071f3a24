/* The joint-space inertia of a register of states by composite bodies, as crba.c, in the axes of each body: what a freedom takes of the
   subtree that it moves, F = M S, walks from body to body to the root, and every freedom on the way takes Sᵀ F of it. About z, Sᵀ F
   stands in F; and F is made in the axes of the parent, of M turned into those, which is wanted there anyway. */
#include "over/axes.h"
#include "over/forces.h"

/* A body and all that it carries, but for its mass, which is the same in all states. */
typedef struct {
    vec h;
    sym I;
} composite;
typedef struct {
    double *mass;      /* by body: that of all it carries, too */
    composite *beyond; /* by body that carries several: all of these but the first */
    square entries;
    forces forces;
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

/* The entries of each freedom of a body that does not turn about z alone. */
RIGID_APART void put_rows_of_any(const lanes *s, const scratch *own, int i, const composite *C, sparse_block *before, bool streams) {
    const rigid_body *b = &s->model->body[i];
    for (int k = 0; k < freedoms(b); k++) {
        real *H = own->forces.H + own->entries.first[b->dof + k];
        const force F = force_of(s, b, k, own->mass[i], C);
        *H++ = motion_dot(lanes_column(s, b, k), F) + b->armature;
        put_entries(s, b, k, F, H);
        if (b->parent > 0) {
            const force there = force_out_of(s, i, F);
            forces_send_one(s, &own->forces, i, k, &there, before, streams);
        }
    }
}

/* The same of a body that floats in the world: [[m 1, -h×], [h×, I]] */
static inline void put_floating_rows(const scratch *own, const rigid_body *b, double mass, const composite *C) {
    const sym *I = &C->I;
    const vec h = C->h;
    const real o = reg_all(0), x = o - h.x, y = o - h.y, z = o - h.z, m = reg_all(mass + b->armature);
    const int *first = own->entries.first + b->dof;
    real *H = own->forces.H;
#define RIGID_PUT(k, ...) memcpy(H + first[k], (real[]){__VA_ARGS__}, ((k) + 1) * sizeof(real))
    RIGID_PUT(0, m);
    RIGID_PUT(1, m, o);
    RIGID_PUT(2, m, o, o);
    RIGID_PUT(3, I->xx + b->armature, o, z, h.y);
    RIGID_PUT(4, I->yy + b->armature, h.z, o, x, I->xy);
    RIGID_PUT(5, I->zz + b->armature, y, h.x, o, I->zx, I->yz);
#undef RIGID_PUT
}

static inline void put_rows(const lanes *s, const scratch *own, int i, composite C, sparse_block *before, bool streams) {
    const rigid_body *b = &s->model->body[i];
    if (rigid_floats(b))
        put_floating_rows(own, b, own->mass[i], &C);
    else if (b->kind != RIGID_REVOLUTE) {
        const composite in_memory = C;
        put_rows_of_any(s, own, i, &in_memory, before, streams);
    } else
        own->forces.H[own->entries.first[b->dof]] = C.I.zz + b->armature;
}

/* Body by body, while the block before is written; along a branch the composite body stays in registers. */
static inline void inward(const lanes *s, const scratch *own, sparse_block *before, bool streams) {
    const rigid_model *m = s->model;
    composite C = composite_of_body(s, m->count);
    for (int i = m->count; i >= 1; i--) {
        const rigid_body *b = &m->body[i], *up = &m->body[b->parent];
        forces_pass(s, &own->forces, i);
        put_rows(s, own, i, C, before, streams);
        if (b->parent > 0) {
            C = out_of_joint(s, i, C);
            if (b->kind == RIGID_REVOLUTE)
                forces_send(s, &own->forces, i, 0, turning_force(&s->hinge[i], &C), before, streams);
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
    lanes s;
    scratch own;
    sparse_block block = {.count = 0};
    lanes_begin(&s, batch, memory, true);
    s.in_world = false; /* on which no entry depends */
    LANES_TAKE(&s, own.mass, m->count + 1), LANES_TAKE(&s, own.beyond, m->count + 1);
    square_begin(&s, &own.entries);
    block.times = forces_begin(&s, &own.forces, &own.entries, pairs);
    put_masses(m, own.mass);
    lanes_taken(&s, memory);
    const bool streams = sparse_streams(&s, &own.entries.entries);
    for (int row = first; row < last; row += RIGID_WIDTH) {
        const int count = lanes_count(row, last);
        lanes_read(&s, row, count);
        forces_of_block(&s, &own.forces, row / RIGID_WIDTH);
        if (FORCES_WALK && streams)
            inward(&s, &own, &block, true);
        else
            inward(&s, &own, &block, false);
        sparse_write_rest(&s, &block);
        sparse_begin(&s, &own.entries.entries, row, count, streams, &block);
        sparse_add(&s, &block, own.forces.H, own.entries.pairs);
    }
    sparse_write_rest(&s, &block);
    sparse_end(streams);
}
