/* What the algorithms over registers begin with: the numbers of as many states as a register has lanes, where joints stand, and
   which lanes hold a row that the single call would refuse. Algebra and joints are those of the plain algorithms; a joint about z and
   the other simple kinds are written out. */
#ifndef RIGID_OVER_STATE_H
#define RIGID_OVER_STATE_H

#include "hinges.h"
#include "transpose.h"

#include "../../numbers/asserts.h"
#include "../../tree/kernel.h"
#include "../../tree/plain/joints.h"
#include "../batch.h"

/* Of one thread. By body: [0..count], the world in slot 0. */
typedef struct {
    const rigid_batch *batch;
    const rigid_model *model;
    real *q, *v, *a, *out; /* out: nv numbers */
    real *sine, *cosine;
    pose *X;          /* in the parent; of those that do not turn about z alone */
    hinge *hinge;     /* resting frames, inertias and angles, in the axes chosen */
    bool in_world;    /* whether it matters where bodies are that hang from the world */
    reg_bits refused;
    unsigned char *rest; /* where other memory begins */
} lanes;

enum { RIGID_LANES_LINE = 64 };

static inline void *lanes_take(lanes *s, size_t count, size_t size) {
    unsigned char *at = s->rest;
    s->rest += (count * size + RIGID_LANES_LINE - 1) / RIGID_LANES_LINE * RIGID_LANES_LINE;
    return at;
}
#define LANES_TAKE(s, array, count) (array) = lanes_take(s, (size_t)(count), sizeof *(array))

/* What was taken is no more than what was asked for, which is for registers of the widest kind. */
static inline void lanes_taken(const lanes *s, const void *memory) {
    const size_t taken = (size_t)(s->rest - (const unsigned char *)memory);
    RIGID_ASSERT(taken <= rigid_batch_scratch(s->batch));
    (void)taken;
}

/* chosen: whether axes may be others than the model's. */
static inline void lanes_begin(lanes *s, const rigid_batch *batch, void *memory, bool chosen) {
    const rigid_model *m = batch->model;
    const uintptr_t beyond = (uintptr_t)memory % RIGID_LANES_LINE;
    s->batch = batch, s->model = m, s->in_world = true;
    s->rest = (unsigned char *)memory + (RIGID_LANES_LINE - beyond) % RIGID_LANES_LINE;
    LANES_TAKE(s, s->q, m->nq + RIGID_WIDTH), LANES_TAKE(s, s->v, m->nv + RIGID_WIDTH), LANES_TAKE(s, s->a, m->nv + RIGID_WIDTH);
    LANES_TAKE(s, s->out, m->nv + RIGID_WIDTH);
    LANES_TAKE(s, s->sine, m->count + 1), LANES_TAKE(s, s->cosine, m->count + 1);
    LANES_TAKE(s, s->X, m->count + 1), LANES_TAKE(s, s->hinge, m->count + 1);
    for (int k = 0; k < m->nv + RIGID_WIDTH; k++)
        s->v[k] = s->a[k] = s->out[k] = reg_all(0);
    hinge_last last = {.body = 0};
    s->hinge[0] = (hinge){.own = hinge_at_rest};
    for (int i = 1; i <= m->count; i++)
        hinge_make(m, i, chosen, &last, s->hinge);
}

/* ---- constants and numbers that differ from lane to lane --------------------------------------------------------------- */

static inline vec vec_all(v3 a) { return (vec){reg_all(a.x), reg_all(a.y), reg_all(a.z)}; }
static inline mat mat_all(m3 A) { return (mat){vec_all(A.x), vec_all(A.y), vec_all(A.z)}; }
static inline vec vec_none(void) { return vec_all((v3){0, 0, 0}); }
/* R a, Rᵀ a, and A R of a constant R */
static inline vec m3_by_vec(const m3 *R, vec a) {
    return (vec){R->x.x * a.x + R->x.y * a.y + R->x.z * a.z, R->y.x * a.x + R->y.y * a.y + R->y.z * a.z,
                 R->z.x * a.x + R->z.y * a.y + R->z.z * a.z};
}
static inline vec m3_back_vec(const m3 *R, vec a) {
    return (vec){R->x.x * a.x + R->y.x * a.y + R->z.x * a.z, R->x.y * a.x + R->y.y * a.y + R->z.y * a.z,
                 R->x.z * a.x + R->y.z * a.y + R->z.z * a.z};
}
static inline mat mat_by_m3(const mat *A, const m3 *R) {
    return (mat){m3_back_vec(R, A->x), m3_back_vec(R, A->y), m3_back_vec(R, A->z)};
}
/* The same of a turn about z */
static inline vec about_z(hinge_turn a, vec b) { return (vec){a.c * b.x - a.s * b.y, a.s * b.x + a.c * b.y, b.z}; }
static inline vec back_about_z(hinge_turn a, vec b) { return (vec){a.c * b.x + a.s * b.y, a.c * b.y - a.s * b.x, b.z}; }
/* of one about x by which a hinge leans */
static inline vec leaning(const hinge *h, vec a) {
    return (vec){a.x, h->cosine * a.y - h->sine * a.z, h->sine * a.y + h->cosine * a.z};
}
/* and of the resting frame of a joint: R a, Rᵀ a, and A R. */
static inline vec out_of_hinge(const hinge *h, vec a) {
    if (h->way == RIGID_ANY_WAY)
        return m3_by_vec(&h->X.R, a);
    if (h->way == RIGID_SQUARE)
        a = (vec){a.x, 0.0 - h->sine * a.z, h->sine * a.y};
    if (h->way == RIGID_LEANING)
        a = leaning(h, a);
    return h->aside ? about_z(h->about, a) : a;
}
static inline vec into_hinge(const hinge *h, vec a) {
    if (h->way == RIGID_ANY_WAY)
        return m3_back_vec(&h->X.R, a);
    if (h->aside)
        a = back_about_z(h->about, a);
    if (h->way == RIGID_SQUARE)
        return (vec){a.x, h->sine * a.z, 0.0 - h->sine * a.y};
    if (h->way == RIGID_LEANING)
        return (vec){a.x, h->cosine * a.y + h->sine * a.z, h->cosine * a.z - h->sine * a.y};
    return a;
}
static inline mat mat_by_hinge(const mat *A, const hinge *h) {
    return (mat){into_hinge(h, A->x), into_hinge(h, A->y), into_hinge(h, A->z)};
}
/* A a of a constant a; I a, of a constant symmetric I; a × b of a constant a */
static inline vec mat_by_v3(const mat *A, v3 a) {
    return (vec){A->x.x * a.x + A->x.y * a.y + A->x.z * a.z, A->y.x * a.x + A->y.y * a.y + A->y.z * a.z,
                 A->z.x * a.x + A->z.y * a.y + A->z.z * a.z};
}
static inline vec sym3_by_vec(const sym3 *I, vec a) {
    return (vec){I->xx * a.x + I->xy * a.y + I->xz * a.z, I->xy * a.x + I->yy * a.y + I->yz * a.z,
                 I->xz * a.x + I->yz * a.y + I->zz * a.z};
}
static inline vec v3_cross_vec(v3 a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/* ---- symmetric matrices ------------------------------------------------------------------------------------------------ */

typedef struct {
    real xx, yy, zz, xy, yz, zx;
} sym;

static inline vec column_x(const mat *A) { return (vec){A->x.x, A->y.x, A->z.x}; }
static inline vec column_y(const mat *A) { return (vec){A->x.y, A->y.y, A->z.y}; }
static inline vec column_z(const mat *A) { return (vec){A->x.z, A->y.z, A->z.z}; }

static inline vec sym_mul(const sym *A, vec b) {
    return (vec){A->xx * b.x + A->xy * b.y + A->zx * b.z, A->xy * b.x + A->yy * b.y + A->yz * b.z,
                 A->zx * b.x + A->yz * b.y + A->zz * b.z};
}
/* of a constant b */
static inline vec sym_by_v3(const sym *A, v3 b) {
    return (vec){A->xx * b.x + A->xy * b.y + A->zx * b.z, A->xy * b.x + A->yy * b.y + A->yz * b.z, A->zx * b.x + A->yz * b.y + A->zz * b.z};
}
static inline sym sym_add(sym a, sym b) {
    return (sym){a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.yz + b.yz, a.zx + b.zx};
}
static inline sym sym_all(const sym3 *I) {
    return (sym){reg_all(I->xx), reg_all(I->yy), reg_all(I->zz), reg_all(I->xy), reg_all(I->yz), reg_all(I->xz)};
}
static inline sym sym_none(void) {
    const real o = reg_all(0);
    return (sym){o, o, o, o, o, o};
}
/* R I of a constant symmetric I; and A Rᵀ, where it is symmetric */
static inline mat mat_by_sym3(const mat *R, const sym3 *I) {
    return (mat){sym3_by_vec(I, R->x), sym3_by_vec(I, R->y), sym3_by_vec(I, R->z)};
}
static inline sym sym_of_product(const mat *A, const mat *R) {
    return (sym){vec_dot(A->x, R->x), vec_dot(A->y, R->y), vec_dot(A->z, R->z), vec_dot(A->x, R->y), vec_dot(A->y, R->z), vec_dot(A->z, R->x)};
}

/* α× + ω× ω×: what it takes of a point's place to its acceleration beside that of the origin. */
static inline mat spin_of(vec w, vec alpha) {
    const real xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z, xy = w.x * w.y, yz = w.y * w.z, zx = w.z * w.x;
    return (mat){{0.0 - (yy + zz), xy - alpha.z, zx + alpha.y}, {xy + alpha.z, 0.0 - (xx + zz), yz - alpha.x},
                 {zx - alpha.y, yz + alpha.x, 0.0 - (xx + yy)}};
}

/* ---- joints ------------------------------------------------------------------------------------------------------------ */

RIGID_APART void any_place(const rigid_body *b, const real *q, pose *X) { *X = pose_in_parent(b, q); }
RIGID_APART void any_across(const rigid_body *b, const real *q, const real *x, motion *out) { *out = across(b, q, x); }
RIGID_APART void any_drift(const rigid_body *b, const real *q, const real *v, motion *out) { *out = drift(b, q, v); }
RIGID_APART void any_column(const rigid_body *b, const real *q, int k, motion *out) { *out = column(b, q, k); }

/* R turned about its z: Rz after it. */
static inline mat mat_turned(const mat *R, real s, real c) {
    return (mat){{c * R->x.x + s * R->x.y, c * R->x.y - s * R->x.x, R->x.z},
                 {c * R->y.x + s * R->y.y, c * R->y.y - s * R->y.x, R->y.z},
                 {c * R->z.x + s * R->z.y, c * R->z.y - s * R->z.x, R->z.z}};
}

/* Where a joint of one number stands: an angle or a distance. */
static inline real lanes_at(const lanes *s, int i) {
    const rigid_body *b = &s->model->body[i];
    return b->ratio * s->q[b->q] + b->offset;
}

/* Where the joint puts a body that does not turn about z alone. */
static inline void place_of(const lanes *s, int i) {
    const rigid_body *b = &s->model->body[i];
    pose *X = &s->X[i];
    const real *q = s->q + b->q;
    const rigid_transform *rest = &s->hinge[i].X;
    const mat R = mat_all(rest->R);
    switch (b->kind) {
    case RIGID_PRISMATIC:
    case RIGID_HELICAL: {
        const real along = b->kind == RIGID_HELICAL ? b->pitch * lanes_at(s, i) : lanes_at(s, i);
        X->R = b->kind == RIGID_HELICAL ? mat_turned(&R, s->sine[i], s->cosine[i]) : R;
        X->p = vec_add(vec_all(rest->p), vec_scale(along, vec_all(m3_column_z(rest->R))));
        return;
    }
    case RIGID_SPHERICAL:
    case RIGID_FREE:
        X->R = mat_mul(R, turn_of_quaternion(b->kind == RIGID_FREE ? q + 3 : q));
        X->p = vec_all(rest->p);
        if (b->kind == RIGID_FREE)
            X->p = vec_add(X->p, m3_by_vec(&rest->R, (vec){q[0], q[1], q[2]}));
        return;
    case RIGID_REVOLUTE:
        return;
    default:
        any_place(b, s->q, X);
    }
}

/* S x of numbers x of all joints, of a body that does not turn about z alone. */
static inline motion lanes_across(const lanes *s, const rigid_body *b, const real *x) {
    const real *at = x + b->v, none = reg_all(0);
    motion out;
    switch (b->kind) {
    case RIGID_PRISMATIC:
        return (motion){{none, none, b->ratio * at[0]}, {none, none, none}};
    case RIGID_HELICAL:
        return (motion){{none, none, b->pitch * b->ratio * at[0]}, {none, none, b->ratio * at[0]}};
    case RIGID_SPHERICAL:
        return (motion){{none, none, none}, {at[0], at[1], at[2]}};
    case RIGID_FREE:
        return (motion){{at[0], at[1], at[2]}, {at[3], at[4], at[5]}};
    default:
        any_across(b, s->q, x, &out);
        return out;
    }
}
/* Column k of S, its ratio included, of any joint. */
static inline motion lanes_column(const lanes *s, const rigid_body *b, int k) {
    if (!rigid_varies(b)) {
        const rigid_motion S = rigid_freedom_motion(b, k, b->ratio);
        return (motion){vec_all(S.linear), vec_all(S.angular)};
    }
    motion out;
    any_column(b, s->q, k, &out);
    return out;
}

/* From where a joint about z rests into the axes of its body, and back: Rzᵀ a and Rz a. */
static inline vec lanes_turned(const lanes *s, int i, vec a) {
    const real sine = s->sine[i], cosine = s->cosine[i];
    return (vec){cosine * a.x + sine * a.y, cosine * a.y - sine * a.x, a.z};
}
static inline vec lanes_turned_back(const lanes *s, int i, vec a) {
    const real sine = s->sine[i], cosine = s->cosine[i];
    return (vec){cosine * a.x - sine * a.y, sine * a.x + cosine * a.y, a.z};
}
/* The same from the axes of the parent, and back. */
static inline vec lanes_into(const lanes *s, int i, vec a) { return lanes_turned(s, i, into_hinge(&s->hinge[i], a)); }
static inline vec lanes_out_of(const lanes *s, int i, vec a) { return out_of_hinge(&s->hinge[i], lanes_turned_back(s, i, a)); }

/* ---- blocks of states -------------------------------------------------------------------------------------------------- */

static inline int lanes_count(int row, int last) { return last - row < RIGID_WIDTH ? last - row : RIGID_WIDTH; }

/* The rows after those are asked for while these are worked on. */
static inline void lanes_ask_for(const double *rows, int cols, int row, int count) {
#if defined(__GNUC__)
    const double *first = rows + (size_t)row * (size_t)cols;
    for (int k = 0; k < count * cols; k += RIGID_LANES_LINE / (int)sizeof *first)
        __builtin_prefetch(first + k);
#else
    (void)rows, (void)cols, (void)row, (void)count;
#endif
}

/* Zero times all numbers is zero, or NaN where one is not finite. */
static inline real lanes_load(const lanes *s, const double *rows, int cols, int row, int count, real *to, real poison) {
    lanes_of_rows(rows, cols, row, count, to);
    lanes_ask_for(rows, cols, row + count, lanes_count(row + count, s->batch->n));
    for (int k = 0; k < cols; k++)
        poison = poison + 0.0 * to[k];
    return poison;
}

static inline reg_bits no_quaternions(const lanes *s) {
    reg_bits none = bits_of(reg_all(0));
    for (int i = 1; i <= s->model->count; i++) {
        const rigid_body *b = &s->model->body[i];
        const int at = rigid_joint_quaternion(b->kind);
        const real *r = s->q + b->q + at;
        if (at >= 0)
            none |= ~reg_above(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3], reg_all(1e-12));
    }
    return none;
}

/* Whether a joint's sine and cosine are asked for. */
static inline bool lanes_turns(const rigid_body *b) { return b->kind == RIGID_REVOLUTE || b->kind == RIGID_HELICAL; }

/* Writes a joint's sine and cosine; where it stands further than its angle by no whole quarter, they are given without that. */
static inline void put_turn(const lanes *s, int i, real sine, real cosine) {
    const hinge *h = &s->hinge[i];
    s->sine[i] = h->turns ? h->more.c * sine + h->more.s * cosine : sine;
    s->cosine[i] = h->turns ? h->more.c * cosine - h->more.s * sine : cosine;
}

/* Of two joints; how large their angles are. */
static inline real put_two_turns(const lanes *s, int i, int next) {
    const real angle[2] = {lanes_at(s, i), lanes_at(s, next)};
    const double from[2] = {s->hinge[i].steps, s->hinge[next].steps};
    real sine[2], cosine[2], size = reg_all(0);
    reg_sincos_beside(2, angle, from, sine, cosine);
    put_turn(s, i, sine[0], cosine[0]), put_turn(s, next, sine[1], cosine[1]);
    if (lanes_turns(&s->model->body[i]))
        size = reg_size(angle[0]);
    return lanes_turns(&s->model->body[next]) ? size + reg_size(angle[1]) : size;
}

/* Where some angle is too far for that. */
RIGID_APART void put_far_turn(const lanes *s, int i) {
    real sine, cosine;
    real_sincos_far(lanes_at(s, i), (uint64_t)(s->hinge[i].steps - RIGID_NO_STEPS), &sine, &cosine);
    put_turn(s, i, sine, cosine);
}

/* Sines and cosines of joints of one number, and the poses of those that do not turn about z alone. */
static inline void lanes_place(const lanes *s) {
    const rigid_model *m = s->model;
    const int first = m->count > 0 && s->in_world && lanes_turns(&m->body[1]) ? 1 : 2;
    real sum = reg_all(0); /* of how large angles are: where it is near, all are */
    for (int i = first; i <= m->count; i += 2)
        sum = sum + put_two_turns(s, i, i < m->count ? i + 1 : i);
    if (bits_any(reg_is_far(sum)))
        for (int i = first; i <= m->count; i++)
            put_far_turn(s, i);
    for (int i = 1; i <= m->count; i++)
        if (m->body[i].kind != RIGID_REVOLUTE && (m->body[i].parent > 0 || s->in_world))
            place_of(s, i);
}

/* Reads a block of rows. */
static inline void lanes_read(lanes *s, int row, int count) {
    const rigid_batch *b = s->batch;
    real poison = lanes_load(s, b->q, s->model->nq, row, count, s->q, reg_all(0));
    if (b->v)
        poison = lanes_load(s, b->v, s->model->nv, row, count, s->v, poison);
    if (b->a)
        poison = lanes_load(s, b->a, s->model->nv, row, count, s->a, poison);
    s->refused = ~reg_is_number(poison) | no_quaternions(s);
    lanes_place(s);
}

/* So many numbers of each state become its rows of result k. */
static inline void lanes_write(const lanes *s, const real *from, int cols, int row, int count, int k) {
    rows_of_lanes(from, cols, count, s->batch->out[k] + (size_t)row * (size_t)cols, (size_t)cols);
}

/* After the results of a block are written: of which lanes hold a row that is refused. */
static inline void lanes_refuse(const lanes *s, reg_bits refused, int row, int count) {
    if (bits_any(refused))
        for (int l = 0; l < count; l++)
            if (bits_lane(&refused, l))
                rigid_row_refuse(s->batch, row + l);
}

#endif
