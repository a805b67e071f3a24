/* The joint-space inertia of a register of states by composite bodies, as crba.c: in the axes of the body that hangs from the world,
   which H does not depend on, a subtree goes to its parent by a shift; and every entry is Sᵀ F at the origin of that frame. */
#include "over/kernels.h"
#include "over/square.h"
#include "over/state.h"

#include "../tree/world.h"

typedef struct {
    real m;
    vec h;
    sym I;
} composite;
/* By body: its axes and where it is in the frame of its root. */
typedef struct {
    mat R;
    vec p;
} spot;
typedef struct {
    spot *spot;
    composite *subtree;
    motion *S; /* by freedom, at the origin of the frame */
    square entries;
    real *H; /* by pair; of one block and the one before, by turns */
} scratch;

/* S at the origin of the frame: (u + p x w, w) */
static inline motion at_origin(motion S, vec p) { return (motion){vec_add(S.linear, vec_cross(p, S.angular)), S.angular}; }

static inline void put_spot(const lanes *s, const scratch *own, int i) {
    const rigid_body *b = &s->model->body[i];
    const spot *up = &own->spot[b->parent];
    spot *at = &own->spot[i];
    if (b->parent == 0) {
        at->R = mat_all(m3_identity()), at->p = vec_none();
        return;
    }
    if (b->kind != RIGID_REVOLUTE) {
        at->R = mat_mul(up->R, s->X[i].R), at->p = vec_add(up->p, mat_mul_vec(up->R, s->X[i].p));
        return;
    }
    const mat T = mat_by_hinge(&up->R, &s->hinge[i]);
    at->R = mat_turned(&T, s->sine[i], s->cosine[i]), at->p = vec_add(up->p, mat_by_v3(&up->R, s->hinge[i].X.p));
}

static inline void outward(const lanes *s, const scratch *own) {
    for (int i = 1; i <= s->model->count; i++) {
        const rigid_body *b = &s->model->body[i];
        const rigid_inertia *M = &s->hinge[i].M;
        put_spot(s, own, i);
        const mat *R = &own->spot[i].R, A = mat_by_sym3(R, &M->I);
        own->subtree[i] = (composite){real_all(M->m), mat_by_v3(R, M->h), sym_of_product(&A, R)};
        for (int k = 0; k < freedoms(b); k++) {
            motion S = {vec_none(), column_z(R)};
            if (b->kind != RIGID_REVOLUTE) {
                S = lanes_column(s, b, k);
                S = (motion){mat_mul_vec(*R, S.linear), mat_mul_vec(*R, S.angular)};
            }
            own->S[b->dof + k] = at_origin(S, own->spot[i].p);
        }
    }
}

/* A += B, which is about a point d from A's:  h' = h + m d,  I' = I + tr(E) 1 - E  with  E = h dᵀ + d h'ᵀ */
static inline void add_subtree(composite *A, const composite *B, vec d) {
    const vec moved = vec_add(B->h, vec_scale(B->m, d)), sum = vec_add(B->h, moved), h = B->h;
    const real xx = sum.x * d.x, yy = sum.y * d.y, zz = sum.z * d.z;
    A->I.xx = A->I.xx + (B->I.xx + (yy + zz)), A->I.yy = A->I.yy + (B->I.yy + (zz + xx)), A->I.zz = A->I.zz + (B->I.zz + (xx + yy));
    A->I.xy = A->I.xy + (B->I.xy - (h.x * d.y + d.x * moved.y)), A->I.yz = A->I.yz + (B->I.yz - (h.y * d.z + d.y * moved.z));
    A->I.zx = A->I.zx + (B->I.zx - (h.z * d.x + d.z * moved.x));
    A->h = vec_add(A->h, moved), A->m = A->m + B->m;
}

/* The entries of freedom k of body i with itself, those before it in its joint, and those of all that carries it. */
static inline void put_row(const lanes *s, const scratch *own, int i, int k) {
    const rigid_model *m = s->model;
    const rigid_body *b = &m->body[i];
    real *H = own->H + own->entries.first[b->dof + k];
    const composite *C = &own->subtree[i];
    const vec p = own->spot[i].p, w = own->S[b->dof + k].angular, u = vec_sub(own->S[b->dof + k].linear, vec_cross(p, w));
    /* F = M S, about the body's origin, then about that of the frame */
    const bool turns = b->kind == RIGID_REVOLUTE;
    force F = {vec_cross(w, C->h), sym_mul(&C->I, w)};
    if (!turns)
        F = (force){vec_add(F.linear, vec_scale(C->m, u)), vec_add(F.angular, vec_cross(C->h, u))};
    const real own_entry = turns ? vec_dot(w, F.angular) : vec_dot(u, F.linear) + vec_dot(w, F.angular);
    F.angular = vec_add(F.angular, vec_cross(p, F.linear));
    *H++ = own_entry + b->armature;
    for (int l = 0; l < k; l++)
        *H++ = motion_dot(own->S[b->dof + l], F);
    for (int j = b->parent; j > 0; j = m->body[j].parent) {
        const rigid_body *up = &m->body[j];
        if (rigid_floats(up)) { /* whose own axes these are */
            H[0] = F.linear.x, H[1] = F.linear.y, H[2] = F.linear.z, H[3] = F.angular.x, H[4] = F.angular.y, H[5] = F.angular.z;
            continue;
        }
        for (int l = 0; l < freedoms(up); l++)
            *H++ = motion_dot(own->S[up->dof + l], F);
    }
}

/* Body by body, while the block before is written. */
static inline void inward(const lanes *s, const scratch *own, sparse_block *before) {
    const rigid_model *m = s->model;
    for (int i = m->count; i >= 1; i--) {
        const rigid_body *b = &m->body[i];
        for (int k = 0; k < freedoms(b); k++)
            put_row(s, own, i, k);
        if (b->parent > 0)
            add_subtree(&own->subtree[b->parent], &own->subtree[i], vec_sub(own->spot[i].p, own->spot[b->parent].p));
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
    LANES_TAKE(&s, own.spot, m->count + 1), LANES_TAKE(&s, own.subtree, m->count + 1);
    LANES_TAKE(&s, own.S, m->dofs), LANES_TAKE(&s, turns[0], pairs), LANES_TAKE(&s, turns[1], pairs);
    square_begin(&s, &own.entries);
    lanes_taken(&s, memory);
    turns[0][0] = turns[1][0] = real_all(0);
    const bool streams = sparse_streams(&s, &own.entries.entries);
    for (int row = first; row < last; row += RIGID_WIDTH) {
        const int count = lanes_count(row, last);
        own.H = turns[row / RIGID_WIDTH % 2];
        lanes_read(&s, row, count);
        outward(&s, &own);
        inward(&s, &own, &block);
        sparse_write_rest(&s, &block);
        sparse_begin(&s, &own.entries.entries, row, count, streams, &block);
        sparse_add(&s, &block, own.H, own.entries.pairs);
    }
    sparse_write_rest(&s, &block);
    sparse_end(streams);
}
