/* Batches: which rows the registers of states take, and which one state at a time, by the kernels of single calls. */
#include "batch.h"

#include "over/kernels.h"
#include "over/register.h"

#define TAKES(KIND, takes, gives) takes,
#define GIVES(KIND, takes, gives) gives,
const int rigid_batch_takes[RIGID_BATCH_KINDS] = {RIGID_BATCH_LIST(TAKES)};
const int rigid_batch_gives[RIGID_BATCH_KINDS] = {RIGID_BATCH_LIST(GIVES)};

size_t rigid_batch_row(const rigid_model *model, rigid_batch_kind kind) {
    const size_t nv = (size_t)model->nv;
    switch (kind) {
    case RIGID_BATCH_MASS_MATRIX:
    case RIGID_BATCH_INVERSE_DYNAMICS_DERIVATIVES:
        return nv * nv;
    case RIGID_BATCH_POSES:
        return 16;
    case RIGID_BATCH_JACOBIAN:
        return 6 * nv;
    case RIGID_BATCH_COM:
        return 3;
    case RIGID_BATCH_ENERGIES:
        return 2;
    case RIGID_BATCH_REGRESSOR:
        return nv * 10 * (size_t)model->links;
    case RIGID_BATCH_INVERSE_DYNAMICS:
    case RIGID_BATCH_FORWARD_DYNAMICS:
    case RIGID_BATCH_BIAS_FORCES:
    case RIGID_BATCH_KINDS:
    default:
        return nv;
    }
}

typedef void (*compute)(const rigid_batch *batch, int first, int last, void *scratch);

/* What takes a register of states at a time, or null; and what it takes for each body and freedom. */
static compute over_lanes(const rigid_batch *b, size_t *by_body, size_t *by_dof) {
    *by_body = RIGID_LANES_ID_BODY, *by_dof = 0;
    if (b->parameters)
        return NULL;
    if (b->kind == RIGID_BATCH_INVERSE_DYNAMICS || b->kind == RIGID_BATCH_BIAS_FORCES)
        return rigid_lanes_inverse_dynamics;
    if (b->kind != RIGID_BATCH_FORWARD_DYNAMICS || b->model->mimics)
        return NULL;
    *by_body = RIGID_LANES_FD_BODY, *by_dof = RIGID_LANES_FD_DOF;
    return rigid_lanes_forward_dynamics;
}

size_t rigid_batch_scratch(const rigid_batch *batch) {
    const rigid_model *m = batch->model;
    const size_t bodies = (size_t)m->count + 1, nq = (size_t)m->nq, nv = (size_t)m->nv;
    size_t by_body, by_dof;
    if (!over_lanes(batch, &by_body, &by_dof))
        return rigid_rows_scratch(batch);
    const size_t numbers = nq + 3 * nv + bodies * (RIGID_LANES_BODY + by_body) + (size_t)m->dofs * by_dof;
    return 64 * (RIGID_LANES_ARRAYS + 1) + numbers * RIGID_WIDEST * sizeof(double);
}

void rigid_batch_compute(const rigid_batch *batch, int first, int last, void *scratch) {
    size_t by_body, by_dof;
    const compute lanes = over_lanes(batch, &by_body, &by_dof);
    (lanes ? lanes : rigid_rows_compute)(batch, first, last, scratch);
}
