/* Axes in which joints about z take the least to compute. Where a body's x points, z being its joint's axis, is free: with every rotation
   from one joint to the next as Rz(a) Rx(b) Rz(c), the parent's axes turn by a, and c comes to the joint's own angle. What is left, Rx(b),
   changes two numbers of three. Of several children only the first has this, the others keep their Rz(a), and so has no child of a body
   that does not turn about z; no torque, no acceleration and no entry of the joint-space inertia tells of it. */
#ifndef RIGID_OVER_HINGES_H
#define RIGID_OVER_HINGES_H

#include "../../numbers/sincos.h"
#include "../../tree/model.h"

#include <math.h>

typedef struct {
    double s, c;
} hinge_turn;
typedef struct {
    rigid_inertia M;     /* about the body's origin, in the axes chosen */
    rigid_transform X;   /* the joint's resting frame in the parent's, chosen */
    enum { RIGID_LEVEL, RIGID_SQUARE, RIGID_LEANING, RIGID_ANY_WAY } way; /* X.R: Rz(a) and 1, Rx(b) with cos b = 0, or Rx(b); any rotation */
    double sine, cosine; /* of b */
    bool aside;          /* a is not 0: */
    hinge_turn about;    /* a */
    double steps;        /* RIGID_NO_STEPS, and as many thirty-seconds of a turn as the joint stands further than its angle, in whole quarters; */
    bool turns;          /* or by what is none: */
    hinge_turn more;
    hinge_turn own;      /* of the axes chosen in the model's */
    rigid_inertia base;  /* base parameters; of a body that turns about z no more of these than h.x and h.y, */
    sym3 second;         /* and its second moments but that along z */
} hinge;

typedef struct {
    hinge_turn a, b, c;
} hinge_parts;

static const hinge_turn hinge_at_rest = {0, 1};

static inline hinge_turn hinge_sum(hinge_turn a, hinge_turn b) { return (hinge_turn){a.s * b.c + a.c * b.s, a.c * b.c - a.s * b.s}; }
static inline m3 hinge_about_z(hinge_turn a) { return (m3){{a.c, -a.s, 0}, {a.s, a.c, 0}, {0, 0, 1}}; }
static inline m3 hinge_about_x(hinge_turn b) { return (m3){{1, 0, 0}, {0, b.c, -b.s}, {0, b.s, b.c}}; }

static inline double hinge_off(v3 a, v3 b) { return v3_max_abs(v3_sub(a, b)); }

/* R = Rz(a) Rx(b) Rz(c), a within a quarter of none; whether that is so but for rounding. */
static inline bool hinge_take_apart(m3 R, hinge_parts *parts) {
    const double x = R.x.z, y = -R.y.z, size = sqrt(x * x + y * y), sign = y < 0 || (y == 0 && x < 0) ? -1 : 1;
    parts->a = size > 0 ? (hinge_turn){sign * x / size, sign * y / size} : hinge_at_rest;
    const m3 rest = m3_mul(m3_transpose(hinge_about_z(parts->a)), R);
    parts->c = (hinge_turn){-rest.x.y, rest.x.x};
    parts->b = (hinge_turn){rest.z.x * parts->c.s + rest.z.y * parts->c.c, rest.z.z};
    const m3 again = m3_mul(m3_mul(hinge_about_z(parts->a), hinge_about_x(parts->b)), hinge_about_z(parts->c));
    return hinge_off(again.x, R.x) <= 1e-15 && hinge_off(again.y, R.y) <= 1e-15 && hinge_off(again.z, R.z) <= 1e-15;
}

/* The body taken apart last, which is asked for twice: for the sake of the body before it and for its own. */
typedef struct {
    int body;
    bool is;
    hinge_parts parts;
} hinge_last;

static inline bool hinge_take(const rigid_model *m, int i, hinge_last *last) {
    if (last->body != i)
        last->body = i, last->is = hinge_take_apart(m->body[i].tree.R, &last->parts);
    return last->is;
}

/* How far the axes of body i turn about its z for the sake of its first child. */
static inline hinge_turn hinge_choice(const rigid_model *m, int i, hinge_last *last) {
    const rigid_body *b = &m->body[i];
    if (i == 0 || b->kind != RIGID_REVOLUTE || b->last == i)
        return hinge_at_rest;
    for (int child = i + 1; child <= b->last; child = m->body[child].last + 1)
        if (m->body[child].kind != RIGID_REVOLUTE)
            return hinge_at_rest;
    return hinge_take(m, i + 1, last) ? last->parts.a : hinge_at_rest;
}

/* Whole quarters of a turn, or -1. */
static inline int hinge_quarters(hinge_turn a) {
    return a.s == 0 && a.c == 1 ? 0 : a.s == 1 && a.c == 0 ? 1 : a.s == 0 && a.c == -1 ? 2 : a.s == -1 && a.c == 0 ? 3 : -1;
}

static inline void hinge_put_way(hinge *h, hinge_turn a, hinge_turn b) {
    h->aside = hinge_quarters(a) != 0, h->about = a;
    h->X.R = m3_mul(hinge_about_z(a), hinge_about_x(b)), h->sine = b.s, h->cosine = b.c;
    h->way = b.s == 0 && b.c == 1 ? RIGID_LEVEL : b.c == 0 ? RIGID_SQUARE : RIGID_LEANING;
}

/* Body i of a list in which those before it are; of the model's own axes unless others may be chosen. */
static inline void hinge_make(const rigid_model *m, int i, bool chosen, hinge_last *last, hinge *list) {
    const rigid_body *b = &m->body[i];
    const bool apart = b->kind == RIGID_REVOLUTE && hinge_take(m, i, last);
    const hinge_parts parts = last->parts;
    const hinge_turn above = list[b->parent].own, own = chosen ? hinge_choice(m, i, last) : hinge_at_rest;
    const m3 back = m3_transpose(hinge_about_z(above)), back_own = m3_transpose(hinge_about_z(own));
    hinge_turn turn = own;
    hinge *h = &list[i];
    *h = (hinge){.M = b->inertia, .X = b->tree, .way = RIGID_ANY_WAY, .steps = RIGID_NO_STEPS, .own = own};
    if (hinge_quarters(above) != 0)
        h->X.R = m3_mul(back, b->tree.R), h->X.p = m3_mul_v3(back, b->tree.p);
    if (hinge_quarters(own) != 0)
        h->M.h = m3_mul_v3(back_own, b->inertia.h), h->M.I = sym3_re_express(b->inertia.I, back_own);
    if (apart) {
        const bool first = parts.a.s == above.s && parts.a.c == above.c;
        hinge_put_way(h, first ? hinge_at_rest : hinge_sum(parts.a, (hinge_turn){-above.s, above.c}), parts.b);
        turn = hinge_sum(parts.c, own);
    }
    const int quarters = hinge_quarters(turn);
    h->turns = quarters < 0;
    if (h->turns)
        h->more = turn;
    else
        h->steps = RIGID_NO_STEPS + 8 * quarters;
}

/* Base parameters: what lies on the axis about which a body turns would take as much of every joint if the parent carried it there. So the mass
   and its first and second moments along z count as the parent's, from the leaves on.
   [Gautier and Khalil 1990] */
static inline void hinges_regroup(const rigid_model *m, hinge *list) {
    for (int i = 1; i <= m->count; i++) {
        list[i].base = list[i].M;
        list[i].second = sym3_second_moment(list[i].M.I);
    }
    for (int i = m->count; i >= 1; i--) {
        hinge *h = &list[i], *up = &list[m->body[i].parent];
        if (m->body[i].kind != RIGID_REVOLUTE) {
            h->base.I = sym3_complement(h->second);
            continue;
        }
        const v3 p = h->X.p, z = m3_column_z(h->X.R), along = v3_scale(h->base.h.z, z);
        up->base.m += h->base.m, up->base.h = v3_add(up->base.h, v3_add_scaled(along, h->base.m, p));
        up->second = sym3_add(up->second, sym3_outer_pair(v3_add_scaled(along, 0.5 * h->base.m, p), p));
        up->second = sym3_add(up->second, sym3_outer(h->second.zz, z));
    }
}

#endif
