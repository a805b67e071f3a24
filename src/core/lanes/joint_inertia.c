/* The joint-space inertia of a register of states by composite bodies, as crba.c, in the axes of each body: what a freedom takes of the
   subtree that it moves, F = M S, goes from body to body towards the root, and every freedom on the way takes Sᵀ F of it. About z, F stands
   in M, and Sᵀ F in F. */
#include "over/axes.h"
#include "over/course.h"
#include "over/kernels.h"
#include "over/square.h"

#include "../tree/world.h"

/* About the origin of a body, in its axes. */
typedef struct {
    real m;
    vec h;
    sym I;
} composite;
typedef struct {
    composite *beyond; /* by body: all that its children carry */
    square entries;
    real *H; /* by pair; of one block and the one before, by turns */
} scratch;

/* ---- a composite body in the parent's axes ------------------------------------------------------------------------------ */

/* About a point -d from there:  h' = h + m d,  I' = I + tr(E) 1 - E  with  E = h dᵀ + d h'ᵀ */
static inline void put_shifted(real m, vec h, const sym *I, vec d, composite *to) {
    const vec moved = vec_add(h, vec_scale(m, d)), sum = vec_add(h, moved);
    const real xx = sum.x * d.x, yy = sum.y * d.y, zz = sum.z * d.z;
    to->m = m, to->h = moved;
    to->I.xx = I->xx + (yy + zz), to->I.yy = I->yy + (zz + xx), to->I.zz = I->zz + (xx + yy);
    to->I.xy = I->xy - (h.x * d.y + d.x * moved.y), to->I.yz = I->yz - (h.y * d.z + d.y * moved.z);
    to->I.zx = I->zx - (h.z * d.x + d.z * moved.x);
}

static inline void put_out_of_hinge(const lanes *s, int i, const composite *C, composite *to) {
    const vec h = lanes_out_of(s, i, C->h);
    const sym I = sym_out_of_hinge(&s->hinge[i], sym_about_z(C->I, s->sine[i], s->cosine[i]));
    put_shifted(C->m, h, &I, vec_all(s->hinge[i].X.p), to);
}
static inline void put_out_of_joint(const lanes *s, int i, const composite *C, composite *to) {
    const sym I = sym_by_mat(&C->I, &s->X[i].R);
    put_shifted(C->m, mat_mul_vec(s->X[i].R, C->h), &I, s->X[i].p, to);
}

/* Of a body, and of it and all that it carries. */
static inline composite composite_of_body(const rigid_inertia *M) {
    return (composite){real_all(M->m), vec_all(M->h), sym_all(&M->I)};
}
static inline void put_composite(const lanes *s, const scratch *own, int i, composite *to) {
    const composite C = composite_of_body(&s->hinge[i].M), *B = &own->beyond[i];
    if (s->model->body[i].last > i)
        to->m = C.m + B->m, to->h = vec_add(C.h, B->h), to->I = sym_add(C.I, B->I);
    else
        to->m = C.m, to->h = C.h, to->I = C.I;
}

/* What body i and all beyond are to its parent, whose last child comes first. */
static inline void give(const lanes *s, const scratch *own, int i, const composite *C) {
    const rigid_body *b = &s->model->body[i];
    composite *up = &own->beyond[b->parent];
    if (b->parent == 0)
        return;
    composite moved;
    if (b->kind == RIGID_REVOLUTE)
        put_out_of_hinge(s, i, C, &moved);
    else
        put_out_of_joint(s, i, C, &moved);
    if (b->last == s->model->body[b->parent].last)
        up->m = moved.m, up->h = moved.h, up->I = moved.I;
    else
        up->m = up->m + moved.m, up->h = vec_add(up->h, moved.h), up->I = sym_add(up->I, moved.I);
}

/* ---- entries ------------------------------------------------------------------------------------------------------------ */

/* M S of freedom k */
static inline force force_of(const lanes *s, const rigid_body *b, int k, const composite *C) {
    const vec h = C->h;
    if (b->kind == RIGID_REVOLUTE)
        return (force){{real_all(0) - h.y, h.x, real_all(0)}, {C->I.zx, C->I.yz, C->I.zz}};
    const motion S = lanes_column(s, b, k);
    return (force){vec_add(vec_scale(C->m, S.linear), vec_cross(S.angular, h)), vec_add(vec_cross(h, S.linear), sym_mul(&C->I, S.angular))};
}

static inline void put_six(force F, real *H) {
    H[0] = F.linear.x, H[1] = F.linear.y, H[2] = F.linear.z, H[3] = F.angular.x, H[4] = F.angular.y, H[5] = F.angular.z;
}

/* Sᵀ F of the first `count` freedoms of a body, in its axes. */
static inline real *put_entries(const lanes *s, const rigid_body *b, int count, force F, real *H) {
    if (b->kind == RIGID_REVOLUTE) {
        if (count > 0)
            *H++ = F.angular.z;
        return H;
    }
    if (b->kind == RIGID_FREE && count == 6) {
        put_six(F, H);
        return H + 6;
    }
    for (int l = 0; l < count; l++)
        *H++ = motion_dot(lanes_column(s, b, l), F);
    return H;
}

/* The entries of freedom k of body i with itself, those before it in its joint, and those of all that carries it. */
static inline void put_row(const lanes *s, const scratch *own, int i, int k, const composite *C) {
    const rigid_model *m = s->model;
    const rigid_body *b = &m->body[i];
    real *H = own->H + own->entries.first[b->dof + k];
    force F = force_of(s, b, k, C);
    *H++ = (b->kind == RIGID_REVOLUTE ? F.angular.z : motion_dot(lanes_column(s, b, k), F)) + b->armature;
    H = put_entries(s, b, k, F, H);
    for (int j = i; m->body[j].parent > 0; j = m->body[j].parent) {
        const rigid_body *up = &m->body[m->body[j].parent];
        F = force_out_of(s, j, F);
        H = put_entries(s, up, freedoms(up), F, H);
    }
}

/* The same of a body that floats in the world: [[m 1, -h×], [h×, I]] */
static inline void put_floating_rows(const lanes *s, const scratch *own, int i, const composite *C) {
    const rigid_body *b = &s->model->body[i];
    const sym *I = &C->I;
    const vec h = C->h;
    const real o = real_all(0), x = o - h.x, y = o - h.y, z = o - h.z, m = C->m + b->armature;
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

/* Body by body, while the block before is written. */
static inline void inward(const lanes *s, const scratch *own, sparse_block *before) {
    const rigid_model *m = s->model;
    for (int i = m->count; i >= 1; i--) {
        const rigid_body *b = &m->body[i];
        composite C;
        put_composite(s, own, i, &C);
        if (rigid_floats(b))
            put_floating_rows(s, own, i, &C);
        else
            for (int k = 0; k < freedoms(b); k++)
                put_row(s, own, i, k, &C);
        give(s, own, i, &C);
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
    LANES_TAKE(&s, own.beyond, m->count + 1), LANES_TAKE(&s, turns[0], pairs), LANES_TAKE(&s, turns[1], pairs);
    square_begin(&s, &own.entries);
    lanes_taken(&s, memory);
    turns[0][0] = turns[1][0] = real_all(0);
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
