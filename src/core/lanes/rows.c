/* Row by row: the state is copied, since a result may take its place, and the single call's kernel computes. */
#include "batch.h"

#include "../../../include/rigid/dynamics.h"
#include "../tree/workspace.h"

#include <stdint.h>
#include <string.h>

enum { LINE = 64 };

typedef struct {
    rigid_model *own; /* with the parameters of a row; null where all rows have the model's */
    rigid_workspace *ws;
    double *q, *v, *a;
} row_scratch;

/* ---- memory ----------------------------------------------------------------------------------------------------------- */

static size_t lines(size_t bytes) { return (bytes + LINE - 1) / LINE * LINE; }

static size_t own_size(const rigid_batch *b) { return b->parameters ? lines(rigid_model_size(b->model->count)) : 0; }

static size_t state_size(const rigid_batch *b) {
    return lines(((size_t)b->model->nq + 2 * (size_t)b->model->nv) * sizeof(double));
}

size_t rigid_rows_scratch(const rigid_batch *b) {
    return LINE + own_size(b) + state_size(b) + lines(rigid_workspace_size(b->model));
}

static row_scratch scratch_in(const rigid_batch *b, void *memory) {
    unsigned char *at = (unsigned char *)memory + (LINE - (uintptr_t)memory % LINE) % LINE;
    row_scratch s = {0};
    if (b->parameters)
        s.own = memcpy(at, b->model, rigid_model_size(b->model->count));
    s.q = (double *)(void *)(at + own_size(b));
    s.v = s.q + b->model->nq, s.a = s.v + b->model->nv;
    s.ws = rigid_workspace_make(b->model, at + own_size(b) + state_size(b));
    return s;
}

/* ---- rows that are refused -------------------------------------------------------------------------------------------- */

/* What is not finite leaves NaN behind. */
static bool are_finite(const double *at, size_t count) {
    double poison = 0;
    for (size_t i = 0; i < count; i++)
        poison += 0 * at[i];
    return poison == 0;
}

static bool has_quaternions(const rigid_model *model, const double *q) {
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const int at = rigid_joint_quaternion(b->kind);
        const double *r = q + b->q + at;
        if (at >= 0 && !(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3] > 1e-12))
            return false;
    }
    return true;
}

bool rigid_row_is_sound(const rigid_batch *b, int row) {
    const size_t r = (size_t)row, nq = (size_t)b->model->nq, nv = (size_t)b->model->nv, np = 10 * (size_t)b->model->links;
    return are_finite(b->q + r * nq, nq) && (!b->v || are_finite(b->v + r * nv, nv)) &&
           (!b->a || are_finite(b->a + r * nv, nv)) && (!b->parameters || are_finite(b->parameters + r * np, np)) &&
           has_quaternions(b->model, b->q + r * nq);
}

int rigid_rows_unsound(const rigid_batch *b, const double *tau, int first, int last) {
    const size_t nv = (size_t)b->model->nv;
    for (int row = first; row < last; row++)
        if (!are_finite(tau + (size_t)row * nv, nv) || !rigid_row_is_sound(b, row))
            return row + 1;
    return 0;
}

void rigid_row_refuse(const rigid_batch *b, int row) {
    const size_t count = rigid_batch_row(b->model, b->kind);
    if (b->refused)
        *b->refused = true;
    for (int k = 0; k < rigid_batch_gives[b->kind]; k++)
        for (size_t i = 0; i < count; i++)
            b->out[k][(size_t)row * count + i] = NAN;
}

/* ---- one row ---------------------------------------------------------------------------------------------------------- */

static void put_pose(rigid_transform X, double out[16]) {
    const double at[16] = {X.R.x.x, X.R.x.y, X.R.x.z, X.p.x, X.R.y.x, X.R.y.y, X.R.y.z, X.p.y,
                           X.R.z.x, X.R.z.y, X.R.z.z, X.p.z, 0,       0,       0,       1};
    memcpy(out, at, sizeof at);
}

static void put_com(rigid_vec3 c, double out[3]) { out[0] = c.x, out[1] = c.y, out[2] = c.z; }

static rigid_status compute(const rigid_batch *b, const rigid_model *m, const row_scratch *s, double *const *out) {
    const double *q = s->q, *v = s->v, *a = s->a;
    int freedom;
    switch (b->kind) {
    case RIGID_BATCH_INVERSE_DYNAMICS:
    case RIGID_BATCH_BIAS_FORCES:
        rigid_rnea(m, s->ws, q, v, a, NULL, out[0]);
        return RIGID_OK;
    case RIGID_BATCH_FORWARD_DYNAMICS:
        return rigid_aba(m, s->ws, q, v, a, NULL, out[0], &freedom);
    case RIGID_BATCH_MASS_MATRIX:
        rigid_crba(m, s->ws, q, out[0]);
        return RIGID_OK;
    case RIGID_BATCH_POSES:
        put_pose(rigid_frame_pose(m, s->ws, q, b->frame), out[0]);
        return RIGID_OK;
    case RIGID_BATCH_JACOBIAN:
        rigid_jacobian(m, s->ws, q, b->frame, RIGID_LOCAL, out[0]);
        return RIGID_OK;
    case RIGID_BATCH_COM:
        put_com(rigid_center_of_mass(m, s->ws, q), out[0]);
        return RIGID_OK;
    case RIGID_BATCH_ENERGIES:
        out[0][0] = rigid_kinetic_energy(m, s->ws, q, v);
        out[0][1] = rigid_potential_energy(m, s->ws, q);
        return RIGID_OK;
    case RIGID_BATCH_REGRESSOR:
        rigid_torque_regressor(m, s->ws, q, v, a, 0, out[0]);
        return RIGID_OK;
    case RIGID_BATCH_INVERSE_DYNAMICS_DERIVATIVES:
        rigid_rnea_derivatives(m, s->ws, q, v, a, out[0], out[1], out[2]);
        return RIGID_OK;
    case RIGID_BATCH_KINDS:
    default:
        return RIGID_NOT_FINITE;
    }
}

static void take(double *to, const double *from, int row, int count) {
    if (from)
        memcpy(to, from + (size_t)row * (size_t)count, (size_t)count * sizeof *to);
    else
        memset(to, 0, (size_t)count * sizeof *to);
}

void rigid_rows_compute(const rigid_batch *b, int first, int last, void *memory) {
    const row_scratch s = scratch_in(b, memory);
    const rigid_model *m = b->model;
    const size_t count = rigid_batch_row(m, b->kind);
    for (int row = first; row < last; row++) {
        double *out[3];
        for (int k = 0; k < 3; k++)
            out[k] = b->out[k] + (b->out[k] ? (size_t)row * count : 0);
        if (!rigid_row_is_sound(b, row)) {
            rigid_row_refuse(b, row);
            continue;
        }
        take(s.q, b->q, row, m->nq), take(s.v, b->v, row, m->nv), take(s.a, b->a, row, m->nv);
        if (s.own)
            rigid_model_set_parameters(s.own, b->parameters + (size_t)row * 10 * (size_t)m->links);
        if (compute(b, s.own ? s.own : m, &s, out) != RIGID_OK)
            rigid_row_refuse(b, row);
    }
}
