/* Batches: which rows the registers of states take, and which one state at a time, by the kernels of single calls. */
#include "batch.h"

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

size_t rigid_batch_scratch(const rigid_batch *batch) { return rigid_rows_scratch(batch); }

void rigid_batch_compute(const rigid_batch *batch, int first, int last, void *scratch) {
    rigid_rows_compute(batch, first, last, scratch);
}
