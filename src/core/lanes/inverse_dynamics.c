/* Inverse dynamics of a register of states, in body axes: the recursion of rnea.c, whose accelerations are those of points. With
   B = α× + ω×ω×, the point at r of a body accelerates by B r more than its origin, and what its mass takes is m a + B h. */
#include "over/kernels.h"
#include "over/state.h"

/* How a body moves, in its own axes; kept for children that do not follow it. */
typedef struct {
    vec w, alpha, a;
    mat B;
} course;
typedef struct {
    vec f, n;
} load;
typedef struct {
    course *kept;
    load *load;
} scratch;

/* α + ω x ω_J + α_J,  ω + ω_J about z */
static inline void turn_on(const lanes *s, const rigid_body *b, int i, course *c) {
    const real rate = b->ratio * s->v[b->v];
    c->a = lanes_into(s, i, c->a), c->w = lanes_into(s, i, c->w), c->alpha = lanes_into(s, i, c->alpha);
    c->alpha.x = c->alpha.x + c->w.y * rate, c->alpha.y = c->alpha.y - c->w.x * rate;
    c->alpha.z = c->alpha.z + b->ratio * s->a[b->v];
    c->w.z = c->w.z + rate;
}
/* Any other joint: besides, a + a_J + (2 ω + ω_J) x u. */
static inline void move_on(const lanes *s, const rigid_body *b, int i, course *c) {
    const mat R = s->X[i].R;
    const motion rate = lanes_across(s, b, s->v);
    motion change = lanes_across(s, b, s->a), more;
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
static inline load load_of(const rigid_inertia *M, const course *c) {
    const vec f = vec_add(vec_scale(real_all(M->m), c->a), mat_by_v3(&c->B, M->h));
    const vec n = vec_add(sym3_by_vec(&M->I, c->alpha), vec_cross(c->w, sym3_by_vec(&M->I, c->w)));
    return (load){f, vec_add(n, v3_cross_vec(M->h, c->a))};
}

static inline void outward(const lanes *s, const scratch *own) {
    const rigid_model *m = s->model;
    course c;
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
            turn_on(s, b, i, &c);
        else
            move_on(s, b, i, &c);
        c.B = spin_of(c.w, c.alpha);
        own->load[i] = load_of(&s->hinge[i].M, &c);
        if (b->last > i && b[1].last < b->last) /* it has other children than the next */
            own->kept[i] = c;
    }
}

/* Sᵀ f of each freedom, and what its rotor takes. */
static inline void put_torques(const lanes *s, const rigid_body *b, load f) {
    const double rotor = b->ratio * b->ratio * b->armature;
    real *tau = s->out + b->v;
    const real *a = s->a + b->v;
    if (b->kind == RIGID_REVOLUTE) {
        tau[0] = tau[0] + b->ratio * f.n.z;
        if (rotor != 0)
            tau[0] = tau[0] + rotor * a[0];
        return;
    }
    if (b->kind == RIGID_FREE) {
        const real at[6] = {f.f.x, f.f.y, f.f.z, f.n.x, f.n.y, f.n.z};
        for (int k = 0; k < 6; k++)
            tau[k] = tau[k] + rotor * a[k] + at[k];
        return;
    }
    for (int k = 0; k < freedoms(b); k++)
        tau[k] = tau[k] + rotor * a[k] + motion_dot(lanes_column(s, b, k), (force){f.f, f.n});
}

static inline void inward(const lanes *s, const scratch *own) {
    const rigid_model *m = s->model;
    load c = {vec_none(), vec_none()}; /* what the body after gives its parent */
    for (int k = 0; k < m->nv; k++)
        s->out[k] = real_all(0);
    for (int i = m->count; i >= 1; i--) {
        const rigid_body *b = &m->body[i];
        const bool turns = b->kind == RIGID_REVOLUTE;
        load f = own->load[i];
        if (b->last > i)
            f.f = vec_add(f.f, c.f), f.n = vec_add(f.n, c.n);
        put_torques(s, b, f);
        if (b->parent == 0)
            continue;
        c.f = turns ? lanes_out_of(s, i, f.f) : mat_mul_vec(s->X[i].R, f.f);
        c.n = turns ? lanes_out_of(s, i, f.n) : mat_mul_vec(s->X[i].R, f.n);
        c.n = vec_add(c.n, turns ? v3_cross_vec(s->hinge[i].X.p, c.f) : vec_cross(s->X[i].p, c.f));
        if (b->parent != i - 1) {
            load *up = &own->load[b->parent];
            up->f = vec_add(up->f, c.f), up->n = vec_add(up->n, c.n);
        }
    }
}

RIGID_KERNEL(void, rigid_lanes_inverse_dynamics, (const rigid_batch *batch, int first, int last, void *memory),
             (batch, first, last, memory)) {
    lanes s;
    scratch own;
    lanes_begin(&s, batch, memory, true);
    LANES_TAKE(&s, own.kept, batch->model->count + 1), LANES_TAKE(&s, own.load, batch->model->count + 1);
    lanes_taken(&s, memory);
    for (int row = first; row < last; row += RIGID_WIDTH) {
        const int count = lanes_count(row, last);
        lanes_read(&s, row, count);
        outward(&s, &own);
        inward(&s, &own);
        lanes_write(&s, s.out, batch->model->nv, row, count, 0);
        lanes_refuse(&s, s.refused, row, count);
    }
}
