/* What a link's ten parameters take of each freedom that carries it, of a register of states. Of each link the wrench that each of them
   takes, about the link's own origin, of which every freedom that carries the link takes its component there. All stands in the axes of the
   world, or of the body that floats in it and carries the link: then the freedoms of that one are those axes, and only read off. With ω, α
   how the link turns, d how its origin accelerates, B = α× + ω×ω×, R its axes, and s = u + w x r how a freedom (u, w) moves the link's origin:
     at the mass s·d, at the first moment s·B R - w·d×R, and at the inertia w·R G, G what multiplies it in I α + ω x I ω. */
#ifndef RIGID_OVER_TEN_H
#define RIGID_OVER_TEN_H

#include "state.h"

#include "../../tree/world.h"

typedef struct {
    mat R;
    vec p, w, alpha, a; /* p from the origin of the root */
} course;
/* A link's axes in its body's: the same; those or their opposites in another order, as where a joint turns about x or y; or any. */
typedef struct {
    enum { RIGID_LINK_SAME, RIGID_LINK_SQUARE, RIGID_LINK_TURNED } way;
    int axis[3];
    double sign[3];
} link_axes;
typedef struct {
    course *course;
    motion *S;       /* by freedom: in the same axes, about the origin of its body */
    link_axes *link; /* by body */
} travel;

static inline link_axes link_axes_of(const rigid_body *b) {
    const m3 R = m3_transpose(b->link); /* the link's axes in rows */
    const v3 axis[3] = {R.x, R.y, R.z};
    link_axes at = {.way = b->link_turned ? RIGID_LINK_SQUARE : RIGID_LINK_SAME};
    for (int k = 0; k < 3; k++) {
        const v3 e = axis[k];
        at.axis[k] = e.x != 0 ? 0 : e.y != 0 ? 1 : 2;
        at.sign[k] = e.x + e.y + e.z;
        if (v3_max_abs(e) != 1 || fabs(e.x) + fabs(e.y) + fabs(e.z) != 1)
            at.way = RIGID_LINK_TURNED;
    }
    return at;
}

/* A body that floats, in its own axes. */
static inline course adrift(const lanes *s, const rigid_body *b, int i) {
    const motion rate = lanes_across(s, b, s->v), change = lanes_across(s, b, s->a);
    const vec up = mat_tmul_vec(s->X[i].R, vec_all(v3_neg(s->model->gravity)));
    return (course){mat_all(m3_identity()), vec_none(), rate.angular, change.angular,
                    vec_add(up, vec_add(vec_cross(rate.angular, rate.linear), change.linear))};
}

static inline void outward(const lanes *s, const travel *own) {
    const rigid_model *m = s->model;
    own->course[0] = (course){mat_all(m3_identity()), vec_none(), vec_none(), vec_none(), vec_all(v3_neg(m->gravity))};
    for (int i = 1; i <= m->count; i++) {
        const rigid_body *b = &m->body[i];
        const course *up = &own->course[b->parent];
        course *c = &own->course[i];
        if (rigid_floats(b)) {
            *c = adrift(s, b, i);
            continue;
        }
        const mat B = spin_of(up->w, up->alpha);
        if (b->kind == RIGID_REVOLUTE) {
            const mat T = mat_by_hinge(&up->R, &s->hinge[i]);
            c->R = mat_turned(&T, s->sine[i], s->cosine[i]);
            const vec r = mat_by_v3(&up->R, s->hinge[i].X.p), z = vec_scale(reg_all(b->ratio), column_z(&c->R));
            const vec turn = vec_scale(s->v[b->v], z);
            c->p = b->parent > 0 ? vec_add(up->p, r) : vec_none();
            c->w = vec_add(up->w, turn);
            c->alpha = vec_add(up->alpha, vec_add(vec_cross(up->w, turn), vec_scale(s->a[b->v], z)));
            c->a = vec_add(up->a, mat_mul_vec(B, r));
            own->S[b->dof] = (motion){vec_none(), z};
            continue;
        }
        const motion rate = lanes_across(s, b, s->v);
        motion change = lanes_across(s, b, s->a), more;
        if (rigid_varies(b)) {
            any_drift(b, s->q, s->v, &more);
            change = motion_add(change, more);
        }
        c->R = mat_mul(up->R, s->X[i].R);
        const vec r = mat_mul_vec(up->R, s->X[i].p), turn = mat_mul_vec(c->R, rate.angular), u = mat_mul_vec(c->R, rate.linear);
        c->p = b->parent > 0 ? vec_add(up->p, r) : vec_none();
        c->w = vec_add(up->w, turn);
        c->alpha = vec_add(up->alpha, vec_add(vec_cross(up->w, turn), mat_mul_vec(c->R, change.angular)));
        const vec beside = vec_add(vec_cross(vec_add(up->w, c->w), u), mat_mul_vec(c->R, change.linear));
        c->a = vec_add(up->a, vec_add(mat_mul_vec(B, r), beside));
        for (int k = 0; k < freedoms(b); k++) {
            const motion S = lanes_column(s, b, k);
            own->S[b->dof + k] = (motion){mat_mul_vec(c->R, S.linear), mat_mul_vec(c->R, S.angular)};
        }
    }
}

static inline mat mat_of_columns(vec a, vec b, vec c) { return (mat){{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}}; }

static inline vec axis_of(const course *c, const link_axes *at, int k) {
    const real *R = &c->R.x.x + at->axis[k];
    return vec_scale(reg_all(at->sign[k]), (vec){R[0], R[3], R[6]});
}
static inline mat axes_of_link(const rigid_body *b, const course *c, const link_axes *at) {
    if (at->way == RIGID_LINK_SQUARE)
        return mat_of_columns(axis_of(c, at, 0), axis_of(c, at, 1), axis_of(c, at, 2));
    return at->way == RIGID_LINK_TURNED ? mat_by_m3(&c->R, &b->link) : c->R;
}

/* Of a link: d; B R and d× R, by columns; and R G, a column for each of Ixx, Ixy, Ixz, Iyy, Iyz, Izz. */
typedef struct {
    vec d;
    mat B, D;
    vec G[6];
} rows;

/* A particle at r takes the moment r x B r: at the second moment of two axes e and f stands e x B f + f x B e, and what (e + f) x B (e + f) has
   more than both alone. From second moments to I: Ixx is the other two, and  x x B x + y x B y + z x B z = 2 α. */
static inline rows rows_of(const rigid_body *b, const course *c, const link_axes *at) {
    const mat R = axes_of_link(b, c, at), BR = mat_mul(spin_of(c->w, c->alpha), R);
    const vec x = column_x(&R), y = column_y(&R), z = column_z(&R), bx = column_x(&BR), by = column_y(&BR), bz = column_z(&BR);
    const vec xx = vec_sub(c->alpha, vec_cross(x, bx)), yy = vec_sub(c->alpha, vec_cross(y, by)), zz = vec_sub(c->alpha, vec_cross(z, bz));
    const vec xy = vec_cross(vec_add(x, y), vec_add(bx, by)), yz = vec_cross(vec_add(y, z), vec_add(by, bz)), zx = vec_cross(vec_add(z, x), vec_add(bz, bx));
    rows Y = {.d = c->a, .B = BR, .D = mat_of_columns(vec_cross(c->a, x), vec_cross(c->a, y), vec_cross(c->a, z))};
    Y.G[0] = xx, Y.G[1] = vec_sub(vec_add(c->alpha, zz), xy), Y.G[2] = vec_sub(vec_add(c->alpha, yy), zx);
    Y.G[3] = yy, Y.G[4] = vec_sub(vec_add(c->alpha, xx), yz), Y.G[5] = zz;
    return Y;
}

/* Those of a link's inertia in the equation of a freedom that turns by w. */
static inline void put_numbers_of_inertia(const rows *Y, vec w, real out[6]) {
    RIGID_WRITTEN_OUT
    for (int k = 0; k < 6; k++)
        out[k] = vec_dot(w, Y->G[k]);
}

/* The ten numbers of a link in the equation of a freedom whose motion at the link's origin is (s, w). */
static inline void put_numbers(const rows *Y, vec s, vec w, real out[10]) {
    const vec h = vec_sub(mat_tmul_vec(Y->B, s), mat_tmul_vec(Y->D, w));
    out[0] = vec_dot(s, Y->d), out[1] = h.x, out[2] = h.y, out[3] = h.z;
    put_numbers_of_inertia(Y, w, out + 4);
}

/* Of one that turns about that origin. */
static inline void put_numbers_about(const rows *Y, vec w, real out[10]) {
    const vec h = vec_sub(vec_none(), mat_tmul_vec(Y->D, w));
    out[0] = reg_all(0), out[1] = h.x, out[2] = h.y, out[3] = h.z;
    put_numbers_of_inertia(Y, w, out + 4);
}

/* Of a freedom that does not turn, the first four: the wrench's moments do not count. */
static inline void put_numbers_along(const rows *Y, vec s, real out[4]) {
    const vec h = mat_tmul_vec(Y->B, s);
    out[0] = vec_dot(s, Y->d), out[1] = h.x, out[2] = h.y, out[3] = h.z;
}

/* Of freedom k of a body that floats, r from that to the link: along an axis, and about one, where s = e x r. */
static inline vec row_of(const mat *A, int k) { return k == 0 ? A->x : k == 1 ? A->y : A->z; }
static inline real number_of(vec a, int k) { return k == 0 ? a.x : k == 1 ? a.y : a.z; }
static inline void put_numbers_adrift(const rows *Y, int k, vec r, real out[10]) {
    const int x = k % 3, y = (k + 1) % 3, z = (k + 2) % 3;
    vec h = row_of(&Y->B, x);
    out[0] = number_of(Y->d, x);
    if (k >= 3) {
        const real ry = number_of(r, y), rz = number_of(r, z);
        const vec moment = vec_sub(vec_scale(ry, row_of(&Y->B, z)), vec_scale(rz, row_of(&Y->B, y)));
        h = vec_sub(moment, row_of(&Y->D, x));
        out[0] = ry * number_of(Y->d, z) - rz * number_of(Y->d, y);
        RIGID_WRITTEN_OUT
        for (int c = 0; c < 6; c++)
            out[4 + c] = number_of(Y->G[c], x);
    }
    out[1] = h.x, out[2] = h.y, out[3] = h.z;
}

/* How many of the ten may be other than zero, of a freedom; those come first. */
static inline int tens_of(const rigid_body *up, int k) {
    return up->kind == RIGID_PRISMATIC || (up->kind == RIGID_FREE && k < 3) ? 4 : 10;
}

/* Those of the link of body i in the equation of freedom k of body j, which is that body or carries it. */
static inline void put_tens(const lanes *s, const travel *own, const rows *L, int i, int j, int k, real out[10]) {
    const rigid_body *up = &s->model->body[j];
    const motion *S = &own->S[up->dof + k];
    const vec r = vec_sub(own->course[i].p, own->course[j].p);
    if (rigid_floats(up))
        put_numbers_adrift(L, k, r, out);
    else if (tens_of(up, k) == 4)
        put_numbers_along(L, S->linear, out);
    else if (i == j && up->kind == RIGID_REVOLUTE)
        put_numbers_about(L, S->angular, out);
    else
        put_numbers(L, vec_add(S->linear, vec_cross(S->angular, r)), S->angular, out);
}
/* Of all freedoms of body j, one after the other; the end of them. */
static inline real *put_tens_of_all(const lanes *s, const travel *own, const rows *L, int i, int j, real *out) {
    const rigid_body *up = &s->model->body[j];
    if (!rigid_floats(up)) {
        for (int k = 0; k < freedoms(up); out += tens_of(up, k++))
            put_tens(s, own, L, i, j, k, out);
        return out;
    }
    const vec r = vec_sub(own->course[i].p, own->course[j].p);
    RIGID_WRITTEN_OUT
    for (int k = 0; k < 3; k++)
        put_numbers_adrift(L, k, r, out + 4 * k), put_numbers_adrift(L, 3 + k, r, out + 12 + 10 * k);
    return out + 42;
}
/* The same of one, with the zeros. */
static inline void put_ten(const lanes *s, const travel *own, const rows *L, int i, int j, int k, real out[10]) {
    for (int c = 4; c < 10; c++)
        out[c] = reg_all(0);
    put_tens(s, own, L, i, j, k, out);
}

static inline void travel_begin(lanes *s, travel *own, const rigid_batch *batch, void *memory) {
    lanes_begin(s, batch, memory, false);
    LANES_TAKE(s, own->course, batch->model->count + 1), LANES_TAKE(s, own->S, batch->model->dofs);
    LANES_TAKE(s, own->link, batch->model->count + 1);
    for (int i = 1; i <= batch->model->count; i++)
        own->link[i] = link_axes_of(&batch->model->body[i]);
}

#endif
