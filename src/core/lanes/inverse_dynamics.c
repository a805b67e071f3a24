/* Inverse dynamics of a register of states, in body axes, as rnea.c. */
#include "over/course.h"
#include "over/kernels.h"

/* What is there already where a freedom has several joints, some of which follow others. */
static inline real so_far(const lanes *s, const real *tau) { return s->model->mimics ? *tau : reg_all(0); }

/* Sᵀ f of each freedom, and what its rotor takes. */
static inline void put_torques(const lanes *s, const rigid_body *b, force f) {
    const double rotor = b->ratio * b->ratio * b->armature;
    real *tau = s->out + b->v;
    const real *a = s->a + b->v;
    if (b->kind == RIGID_REVOLUTE) {
        tau[0] = so_far(s, tau) + b->ratio * f.angular.z;
        if (rotor != 0)
            tau[0] = tau[0] + rotor * a[0];
        return;
    }
    if (b->kind == RIGID_FREE) {
        const real at[6] = {f.linear.x, f.linear.y, f.linear.z, f.angular.x, f.angular.y, f.angular.z};
        for (int k = 0; k < 6; k++)
            tau[k] = so_far(s, tau + k) + rotor * a[k] + at[k];
        return;
    }
    for (int k = 0; k < freedoms(b); k++)
        tau[k] = so_far(s, tau + k) + rotor * a[k] + motion_dot(lanes_column(s, b, k), f);
}

static inline void inward(const lanes *s, const travel *own) {
    const rigid_model *m = s->model;
    force c = {vec_none(), vec_none()}; /* what the body after gives its parent */
    for (int k = 0; m->mimics && k < m->nv; k++)
        s->out[k] = reg_all(0);
    for (int i = m->count; i >= 1; i--) {
        const rigid_body *b = &m->body[i];
        force f = own->load[i];
        if (b->last > i)
            f = motion_add(f, c);
        put_torques(s, b, f);
        if (b->parent == 0)
            continue;
        c = force_out_of(s, i, f);
        if (b->parent != i - 1)
            own->load[b->parent] = motion_add(own->load[b->parent], c);
    }
}

RIGID_KERNEL(void, rigid_lanes_inverse_dynamics, (const rigid_batch *batch, int first, int last, void *memory),
             (batch, first, last, memory)) {
    lanes s;
    travel own;
    lanes_begin(&s, batch, memory, true);
    travel_begin(&s, &own);
    lanes_taken(&s, memory);
    for (int row = first; row < last; row += RIGID_WIDTH) {
        const int count = lanes_count(row, last);
        lanes_read(&s, row, count);
        travel_outward(&s, s.a, &own);
        inward(&s, &own);
        lanes_write(&s, s.out, batch->model->nv, row, count, 0);
        lanes_refuse(&s, s.refused, row, count);
    }
}
