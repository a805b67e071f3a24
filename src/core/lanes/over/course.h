/* How a register of states moves, from the root to the leaves in body axes: the recursion of rnea.c, whose accelerations are those of
   points. With B = α× + ω×ω×, the point at r of a body accelerates by B r more than its origin, and what its mass takes is m a + B h. */
#ifndef RIGID_OVER_COURSE_H
#define RIGID_OVER_COURSE_H

#include "state.h"

/* How a body moves, in its own axes; kept for children that do not follow it. */
typedef struct {
    vec w, alpha, a;
    mat B;
} course;
typedef struct {
    course *kept; /* by body */
    force *load;  /* by body: what it takes to move so, counted by base parameters */
} travel;

static inline void travel_begin(lanes *s, travel *own) {
    LANES_TAKE(s, own->kept, s->model->count + 1), LANES_TAKE(s, own->load, s->model->count + 1);
    hinges_regroup(s->model, s->hinge);
}

/* α + ω x ω_J + α_J,  ω + ω_J about z */
static inline void turn_on(const lanes *s, const rigid_body *b, int i, const real *qdd, course *c) {
    const real rate = b->ratio * s->v[b->v];
    c->a = lanes_into(s, i, c->a), c->w = lanes_into(s, i, c->w), c->alpha = lanes_into(s, i, c->alpha);
    c->alpha.x = c->alpha.x + c->w.y * rate, c->alpha.y = c->alpha.y - c->w.x * rate;
    if (qdd)
        c->alpha.z = c->alpha.z + b->ratio * qdd[b->v];
    c->w.z = c->w.z + rate;
}
/* Any other joint: besides, a + a_J + (2 ω + ω_J) x u. */
static inline void move_on(const lanes *s, const rigid_body *b, int i, const real *qdd, course *c) {
    const mat R = s->X[i].R;
    const motion rate = lanes_across(s, b, s->v);
    motion change = qdd ? lanes_across(s, b, qdd) : (motion){vec_none(), vec_none()}, more;
    if (rigid_varies(b)) {
        any_drift(b, s->q, s->v, &more);
        change = motion_add(change, more);
    }
    const vec w = mat_tmul_vec(R, c->w), own = rate.angular;
    c->a = vec_add(mat_tmul_vec(R, c->a), vec_add(change.linear, vec_cross(vec_add(vec_add(w, w), own), rate.linear)));
    c->alpha = vec_add(mat_tmul_vec(R, c->alpha), vec_add(change.angular, vec_cross(w, own)));
    c->w = vec_add(w, own);
}

/* (m a + B h, h x a + I α + ω x I ω) */
static inline force load_of(const rigid_inertia *M, const course *c) {
    const vec f = vec_add(vec_scale(reg_all(M->m), c->a), mat_by_v3(&c->B, M->h));
    const vec n = vec_add(sym3_by_vec(&M->I, c->alpha), vec_cross(c->w, sym3_by_vec(&M->I, c->w)));
    return (force){f, vec_add(n, v3_cross_vec(M->h, c->a))};
}

/* The same of base parameters of a body that turns about z. A particle at r takes the moment r x B r, which comes of second moments. */
static inline force load_of_hinge(const hinge *h, const course *c) {
    const double x = h->base.h.x, y = h->base.h.y;
    const sym3 *P = &h->second;
    const mat *B = &c->B;
    const vec a = c->a, f = {B->x.x * x + B->x.y * y, B->y.x * x + B->y.y * y, B->z.x * x + B->z.y * y};
    const vec n = {(B->z.x * P->xy + B->z.y * P->yy) + ((B->z.z - B->y.y) * P->yz - B->y.x * P->xz),
                   (B->x.y * P->yz - B->z.x * P->xx) + ((B->x.x - B->z.z) * P->xz - B->z.y * P->xy),
                   (B->y.z * P->xz - B->x.z * P->yz) + ((B->y.y - B->x.x) * P->xy + (B->y.x * P->xx - B->x.y * P->yy))};
    return (force){f, {n.x + y * a.z, n.y - x * a.z, n.z + (x * a.y - y * a.x)}};
}

/* With joints that accelerate by qdd; null: by nothing. */
static inline void travel_outward(const lanes *s, const real *qdd, const travel *own) {
    const rigid_model *m = s->model;
    const vec none = vec_none();
    course c = {none, none, none, {none, none, none}}; /* begun anew, nothing of the block before is kept in registers */
    for (int i = 1; i <= m->count; i++) {
        const rigid_body *b = &m->body[i];
        const bool turns = b->kind == RIGID_REVOLUTE;
        if (b->parent == 0)
            c.w = c.alpha = vec_none(), c.a = vec_all(v3_neg(m->gravity));
        else {
            if (b->parent != i - 1)
                c = own->kept[b->parent];
            c.a = vec_add(c.a, turns ? mat_by_v3(&c.B, s->hinge[i].X.p) : mat_mul_vec(c.B, s->X[i].p));
        }
        if (turns)
            turn_on(s, b, i, qdd, &c);
        else
            move_on(s, b, i, qdd, &c);
        c.B = spin_of(c.w, c.alpha);
        own->load[i] = turns ? load_of_hinge(&s->hinge[i], &c) : load_of(&s->hinge[i].base, &c);
        if (b->last > i && b[1].last < b->last) /* it has other children than the next */
            own->kept[i] = c;
    }
}

/* A force on body i, as its parent feels it; of one whose joint turns about z, in the axes in which that rests, and in its own. Most lean,
   and that is asked once for both of its vectors. */
static inline force force_out_of_hinge(const hinge *h, force F) {
    if (h->way == RIGID_LEANING && !h->aside)
        F = (force){leaning(h, F.linear), leaning(h, F.angular)};
    else
        F = (force){out_of_hinge(h, F.linear), out_of_hinge(h, F.angular)};
    return (force){F.linear, vec_add(F.angular, v3_cross_vec(h->X.p, F.linear))};
}
static inline force force_out_of_turn(const lanes *s, int i, force F) {
    return force_out_of_hinge(&s->hinge[i], (force){lanes_turned_back(s, i, F.linear), lanes_turned_back(s, i, F.angular)});
}
static inline force force_out_of(const lanes *s, int i, force F) {
    return s->model->body[i].kind == RIGID_REVOLUTE ? force_out_of_turn(s, i, F) : force_to_parent(s->X[i], F);
}

#endif
