/* Batches: which rows the registers of states take, and which one state at a time, by the kernels of single calls. */
#include "batch.h"

#include "../numbers/register.h"
#include "equations.h"
#include "over/kernels.h"

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
/* What takes a register of states at a time, and the numbers it takes besides those of any state: for each body, each freedom, each pair
   of freedoms of which one carries the other, and each number of a regressor that may be other than zero. */
typedef struct {
    compute compute;
    size_t by_body, by_dof, by_pair, by_ten;
} kernel;

/* Null, where none does. Joints that follow others share rows and columns, which the kernels of single calls add up. */
static const kernel *over_lanes(const rigid_batch *b) {
    static const kernel inverse_dynamics = {rigid_lanes_inverse_dynamics, RIGID_LANES_ID_BODY, 0, 0, 0};
    static const kernel forward_dynamics = {rigid_lanes_forward_dynamics, RIGID_LANES_FD_BODY, RIGID_LANES_FD_DOF, 0, 0};
    static const kernel mass_matrix = {rigid_lanes_mass_matrix, RIGID_LANES_MM_BODY, RIGID_LANES_MM_DOF, 2, 0};
    static const kernel regressor = {rigid_lanes_regressor, RIGID_LANES_RG_BODY, RIGID_LANES_DOF, 0, 2};
    static const kernel derivatives = {rigid_lanes_derivatives, RIGID_LANES_DV_BODY, RIGID_LANES_DV_DOF, 10, 0};
    static const kernel held_dynamics = {rigid_lanes_held_dynamics, RIGID_LANES_FD_BODY, RIGID_LANES_HD_DOF, 0, 0};
    const bool inverse = b->kind == RIGID_BATCH_INVERSE_DYNAMICS || b->kind == RIGID_BATCH_BIAS_FORCES;
    if (b->parameters || (b->model->mimics && !inverse))
        return NULL;
    return inverse                                     ? &inverse_dynamics
           : b->kind == RIGID_BATCH_FORWARD_DYNAMICS ? (b->moves ? &held_dynamics : &forward_dynamics)
           : b->kind == RIGID_BATCH_MASS_MATRIX      ? &mass_matrix
           : b->kind == RIGID_BATCH_REGRESSOR        ? &regressor
           : b->kind == RIGID_BATCH_INVERSE_DYNAMICS_DERIVATIVES && !b->model->varies ? &derivatives
                                                                                       : NULL;
}

size_t rigid_lanes_pairs(const rigid_model *m) {
    size_t pairs = 1;
    for (int i = 1; i <= m->count; i++) {
        const size_t own = (size_t)rigid_joint_nv[m->body[i].kind];
        pairs += own * (own + 1) / 2;
        for (int j = m->body[i].parent; j > 0; j = m->body[j].parent)
            pairs += own * (size_t)rigid_joint_nv[m->body[j].kind];
    }
    return pairs;
}

size_t rigid_lanes_tens(const rigid_model *m) {
    const size_t most = 4096; /* of eight states a quarter of what a core has of its own */
    size_t numbers = 1;
    for (int i = 1; i <= m->count && numbers <= most; i++)
        for (int j = m->body[i].column >= 0 ? i : 0; j > 0; j = m->body[j].parent)
            numbers += 10 * (size_t)rigid_joint_nv[m->body[j].kind];
    return numbers <= most ? numbers : 0;
}

/* Of an algorithm over registers, which takes so much by body, freedom and pair. */
static size_t lanes_scratch(const rigid_model *m, const kernel *k) {
    const size_t bodies = (size_t)m->count + 1, nq = (size_t)m->nq, nv = (size_t)m->nv, dofs = (size_t)m->dofs;
    const size_t pairs = k->by_pair > 0 ? rigid_lanes_pairs(m) * k->by_pair : 0;
    const size_t tens = k->by_ten > 0 ? rigid_lanes_tens(m) * k->by_ten : 0;
    const size_t size = pairs > 0 ? 2 * nv * nv + dofs : 10 * nv * (size_t)m->links; /* places of those in the matrix */
    const size_t places = pairs + tens > 0 ? 2 * size * sizeof(int) : 0;
    const size_t numbers = nq + 3 * nv + bodies * (RIGID_LANES_BODY + k->by_body) + dofs * k->by_dof + pairs + tens;
    return 64 * (RIGID_LANES_ARRAYS + 1) + places + (numbers + RIGID_LANES_BEYOND) * RIGID_WIDEST * sizeof(double);
}

size_t rigid_batch_scratch(const rigid_batch *batch) {
    const kernel *k = over_lanes(batch);
    return k ? lanes_scratch(batch->model, k) : rigid_rows_scratch(batch);
}

size_t rigid_lanes_equations_scratch(const rigid_model *m) {
    static const kernel equations = {NULL, RIGID_LANES_RG_BODY, RIGID_LANES_DOF + 2, 0, 0}; /* two more: weights and torques */
    return lanes_scratch(m, &equations);
}

void rigid_batch_compute(const rigid_batch *batch, int first, int last, void *scratch) {
    const kernel *k = over_lanes(batch);
    (k ? k->compute : rigid_rows_compute)(batch, first, last, scratch);
}

/* ---- zeros that no state changes ------------------------------------------------------------------------------------------ */

bool rigid_batch_leaves_zeros(const rigid_batch *b) {
    const bool some = b->kind == RIGID_BATCH_MASS_MATRIX || b->kind == RIGID_BATCH_REGRESSOR || b->kind == RIGID_BATCH_INVERSE_DYNAMICS_DERIVATIVES;
    return some && over_lanes(b) != NULL;
}
