/* What freedoms take of the subtrees that they move, on its way to the root: forces of which every freedom on the way takes Sᵀ F, its entry
   with that from which the force comes. With thirty-two registers each walks all the way by itself and stays in them; with sixteen, those of
   all that a body carries pass it one after the other, and what they are multiplied by stays. Both do the same operations on each. */
#ifndef RIGID_OVER_FORCES_H
#define RIGID_OVER_FORCES_H

#include "course.h"
#include "kernels.h"
#include "square.h"

#include "../../tree/world.h"

#if RIGID_WIDTH == 8
#define RIGID_WALKS
#endif

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

/* Through what a force comes out of a body that turns about z: most lean. Where that rests any way all forces take one rotation, but for level
   and square ones, through which three steps take less. */
typedef enum { OUT_OF_LEANING, OUT_OF_ANY_WAY, OUT_BY_STEPS } way_out;
static inline way_out way_out_of(const hinge *h) {
    return h->way == RIGID_LEANING && !h->aside ? OUT_OF_LEANING : h->way == RIGID_LEANING || h->way == RIGID_ANY_WAY ? OUT_OF_ANY_WAY : OUT_BY_STEPS;
}
static inline pose pose_of_hinge(const hinge *h, real s, real c) {
    const mat rest = mat_all(h->X.R);
    return (pose){mat_turned(&rest, s, c), vec_all(h->X.p)};
}

#if defined(RIGID_WALKS)
enum { FORCES_WALK = 1 };

/* How a force goes on from a body to its parent. */
typedef struct {
    enum { STEP_OTHER, STEP_LEANING, STEP_ANY_WAY, STEP_HINGE } way; /* about z and leaning, resting any way, or else; others, and the last */
    int parent, depth;
    double sine[4], cosine[4], x[2], y[2], z[2]; /* where it leans, once for each product: read within it, they take no register */
} step;
typedef struct {
    const square *entries;
    real *H;    /* by pair; of one block and the one before, by turns */
    real *turns[2];
    step *step; /* by body */
} forces;

/* A force in the axes of a body that turns about z, as its parent feels it where that leans. */
static inline force force_out_of_leaning(const step *at, real s, real c, force F) {
    const vec f = F.linear, n = F.angular;
    const double *sine = at->sine, *cosine = at->cosine, *x = at->x, *y = at->y, *z = at->z;
    const real fy = s * f.x + c * f.y, ny = s * n.x + c * n.y;
    const vec G = {c * f.x - s * f.y, cosine[0] * fy - sine[0] * f.z, sine[1] * fy + cosine[1] * f.z};
    const vec N = {c * n.x - s * n.y, cosine[2] * ny - sine[2] * n.z, sine[3] * ny + cosine[3] * n.z};
    return (force){G, {N.x + (y[0] * G.z - z[0] * G.y), N.y + (z[1] * G.x - x[0] * G.z), N.z + (x[1] * G.y - y[1] * G.x)}};
}

/* The entries of a freedom with all that carry it: F, in the axes of body i, walks to the root, and lines of the block before are written
   step by step. */
static inline void walk(const lanes *s, const forces *own, int i, force F, real *H, sparse_block *before, bool streams) {
    for (;;) {
        sparse_write_evenly(before, streams);
        const step *at = &own->step[i];
        const rigid_body *b = &s->model->body[i];
        switch (at->way) {
        case STEP_LEANING:
            *H++ = F.angular.z;
            F = force_out_of_leaning(at, s->sine[i], s->cosine[i], F);
            break;
        case STEP_ANY_WAY:
            *H++ = F.angular.z;
            F = force_to_parent(s->X[i], F);
            break;
        case STEP_HINGE:
            *H++ = F.angular.z;
            F = force_out_of_turn(s, i, F);
            break;
        case STEP_OTHER:
        default:
            H = put_entries(s, b, freedoms(b), F, H);
            if (at->parent == 0)
                return;
            F = force_to_parent(s->X[i], F);
        }
        i = at->parent;
    }
}

/* How they go on, and how many steps they take in all; */
static inline int put_steps(const lanes *s, step *list) {
    const rigid_model *m = s->model;
    int steps = 0;
    list[0].depth = 0;
    for (int i = 1; i <= m->count; i++) {
        const rigid_body *b = &m->body[i];
        const hinge *h = &s->hinge[i];
        static const int ways[] = {[OUT_OF_LEANING] = STEP_LEANING, [OUT_OF_ANY_WAY] = STEP_ANY_WAY, [OUT_BY_STEPS] = STEP_HINGE};
        step *at = &list[i];
        at->way = b->kind == RIGID_REVOLUTE && b->parent > 0 ? ways[way_out_of(h)] : STEP_OTHER;
        at->parent = b->parent, at->depth = list[b->parent].depth + 1;
        for (int k = 0; k < 4; k++)
            at->sine[k] = h->sine, at->cosine[k] = h->cosine;
        for (int k = 0; k < 2; k++)
            at->x[k] = h->X.p.x, at->y[k] = h->X.p.y, at->z[k] = h->X.p.z;
        steps += freedoms(b) * list[b->parent].depth;
    }
    return steps;
}
/* and where the joint puts bodies that turn about z and rest any way, which several ask. */
static inline void put_poses(const lanes *s, const step *list) {
    for (int i = 1; i <= s->model->count; i++)
        if (list[i].way == STEP_ANY_WAY && s->model->body[i].last > i)
            s->X[i] = pose_of_hinge(&s->hinge[i], s->sine[i], s->cosine[i]);
}

/* For a model of so many pairs; how many steps forces take in all, at each of which a line of the block before may be written. */
static inline int forces_begin(lanes *s, forces *own, const square *entries, int pairs) {
    own->entries = entries;
    LANES_TAKE(s, own->turns[0], pairs), LANES_TAKE(s, own->turns[1], pairs);
    own->turns[0][0] = own->turns[1][0] = reg_all(0);
    LANES_TAKE(s, own->step, s->model->count + 1);
    return put_steps(s, own->step);
}
/* Block `block`, when its joints are placed. */
static inline void forces_of_block(const lanes *s, forces *own, int block) {
    own->H = own->turns[block % 2];
    put_poses(s, own->step);
}
/* What freedom k of body i takes, as the parent of that feels it, begins its way. */
static inline void forces_send(const lanes *s, const forces *own, int i, int k, force F, sparse_block *before, bool streams) {
    const rigid_body *b = &s->model->body[i];
    walk(s, own, b->parent, F, own->H + own->entries->first[b->dof + k] + 1 + k, before, streams);
}
/* Those of all that body i carries pass it. */
static inline void forces_pass(const lanes *s, const forces *own, int i) { (void)s, (void)own, (void)i; }
#else
enum { FORCES_WALK = 0 };

typedef struct {
    const square *entries;
    real *H;    /* by pair, and then forces; of one block and the one before, by turns */
    real *turns[2];
    int *above; /* by body: freedoms of it and of all that carry it */
    int *pair;  /* by freedom: its pair with the first freedom of a body that carries it, and above[that] */
    int *force; /* by freedom: where in H its force is */
} forces;

static inline force *force_at(const forces *own, int dof) { return (force *)(void *)(own->H + own->force[dof]); }

/* Forces `first` to last - 1 in the axes of a body that turns about z: their entries with it, and as its parent feels them. Most lean, and
   what they are multiplied by then stays in registers. */
static inline void carry_by_leaning(const forces *own, int first, int last, real s, real c, const hinge *h, real *H) {
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
static inline void carry_any_way(const forces *own, int first, int last, real s, real c, const hinge *h, real *H) {
    const pose X = pose_of_hinge(h, s, c);
    for (int d = first; d < last; d++) {
        const force F = *force_at(own, d);
        H[own->pair[d]] = F.angular.z;
        *force_at(own, d) = force_to_parent(X, F);
    }
}
static inline void carry_by_hinge(const lanes *s, const forces *own, int i, int first, int last, real *H) {
    const hinge *h = &s->hinge[i];
    const way_out way = way_out_of(h);
    if (way == OUT_OF_LEANING)
        carry_by_leaning(own, first, last, s->sine[i], s->cosine[i], h, H);
    else if (way == OUT_OF_ANY_WAY)
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
static inline void forces_pass(const lanes *s, const forces *own, int i) {
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

/* Where entries and forces go: of forces that come to a body that floats, where their entries with it are. */
static inline void put_places(const rigid_model *m, const forces *own, int pairs) {
    int root = 0;
    own->above[0] = 0;
    for (int i = 1; i <= m->count; i++) {
        const rigid_body *b = &m->body[i];
        root = b->parent == 0 ? i : root;
        own->above[i] = own->above[b->parent] + freedoms(b);
        for (int k = 0; k < freedoms(b); k++) {
            const int d = b->dof + k, pair = own->entries->first[d] + k + 1 + own->above[b->parent];
            own->pair[d] = pair;
            own->force[d] = rigid_floats(&m->body[root]) ? pair - own->above[root] : pairs + 6 * d;
        }
    }
}

/* As above; lines of the block before are written otherwise. */
static inline int forces_begin(lanes *s, forces *own, const square *entries, int pairs) {
    const rigid_model *m = s->model;
    const int all = pairs + 6 * m->dofs;
    own->entries = entries;
    LANES_TAKE(s, own->turns[0], all), LANES_TAKE(s, own->turns[1], all);
    own->turns[0][0] = own->turns[1][0] = reg_all(0);
    LANES_TAKE(s, own->above, m->count + 1), LANES_TAKE(s, own->pair, m->dofs), LANES_TAKE(s, own->force, m->dofs);
    put_places(m, own, pairs);
    return 0;
}
static inline void forces_of_block(const lanes *s, forces *own, int block) {
    (void)s;
    own->H = own->turns[block % 2];
}
static inline void forces_send(const lanes *s, const forces *own, int i, int k, force F, sparse_block *before, bool streams) {
    (void)before, (void)streams;
    *force_at(own, s->model->body[i].dof + k) = F;
}
#endif

RIGID_APART void forces_send_one(const lanes *s, const forces *own, int i, int k, const force *F, sparse_block *before, bool streams) {
    forces_send(s, own, i, k, *F, before, streams);
}

#endif
