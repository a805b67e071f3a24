/* m:inverse_dynamics_batch(Q, V, A [, out] [, {threads =, parameters =}]) and its kin: matrices with a state in each row, a row of
   results for each. What is written into is there, and a scratch for each thread, before a number is read. */
#include "batch.h"
#include "batch_threads.h"
#include "matrix.h"
#include "model_arguments.h"
#include "model_refusal.h"
#include "numbers.h"
#include "options.h"

#include <limits.h>


/* Of the call at hand: what is computed, and where in the stack its arguments are. */
typedef struct {
    rigid_compiled *c;
    rigid_batch batch;
    rigid_matrix *out[3];
    int arg; /* the one to be read next */
    int threads;
} call;

/* ---- arguments -------------------------------------------------------------------------------------------------------- */

/* Rows of so many numbers, as many as q has. */
static const double *read_rows(lua_State *L, call *k, const char *name, int cols) {
    const int arg = k->arg++;
    const rigid_matrix *m = rigid_get_matrix(L, arg, rigid_at(arg), 0, 0);
    const bool is_q = k->batch.q == NULL;
    const int rows = is_q ? m->rows : k->batch.n;
    if (m->cols != cols || m->rows != rows) {
        if (is_q)
            rigid_bad(L, rigid_at(arg), "%s: Matrix of %d columns expected, a state in each row, got %dx%d", name, cols, m->rows, m->cols);
        rigid_bad(L, rigid_at(arg), "%s: %dx%d Matrix expected, a row for each of q, got %dx%d", name, rows, cols, m->rows, m->cols);
    }
    k->batch.n = rows;
    return m->at;
}

/* The same, or nil for zeros. */
static const double *read_optional(lua_State *L, call *k, const char *name) {
    if (!lua_isnil(L, k->arg))
        return read_rows(L, k, name, k->batch.model->nv);
    k->arg++;
    return NULL;
}

static void read_threads(lua_State *L, call *k, int arg) {
    if (!rigid_field(L, arg, "threads"))
        return;
    k->threads = rigid_get_integer(L, -1, rigid_field_of(arg, "threads"), 1, RIGID_MOST_THREADS);
    lua_pop(L, 1);
}

/* Leaves the Matrix on the stack. */
static void read_parameters(lua_State *L, call *k, int arg) {
    if (!rigid_field(L, arg, "parameters"))
        return;
    const rigid_place at = rigid_field_of(arg, "parameters");
    const rigid_matrix *m = rigid_get_matrix(L, -1, at, 0, 0);
    const int cols = 10 * k->batch.model->links;
    if (m->rows != k->batch.n || m->cols != cols)
        rigid_bad(L, at, "%dx%d Matrix expected, ten numbers for each moving link, got %dx%d", k->batch.n, cols, m->rows, m->cols);
    k->batch.parameters = m->at;
}

static void read_options(lua_State *L, call *k, int arg) {
    static const char *const known[] = {"threads", "parameters", NULL}, *const fewer[] = {"threads", NULL};
    const bool weighs = k->batch.kind != RIGID_BATCH_POSES && k->batch.kind != RIGID_BATCH_JACOBIAN && k->batch.kind != RIGID_BATCH_REGRESSOR;
    rigid_check_options(L, arg, weighs ? known : fewer);
    read_threads(L, k, arg);
    if (weighs)
        read_parameters(L, k, arg);
}

/* ---- what comes out --------------------------------------------------------------------------------------------------- */

/* Push the Matrix that a result is written into: the one at arg, or a new one. */
static rigid_matrix *push_out(lua_State *L, call *k, int arg) {
    const rigid_model *m = k->batch.model;
    const int64_t count = (int64_t)rigid_batch_row(m, k->batch.kind), n = k->batch.n;
    const bool in_blocks = k->batch.kind == RIGID_BATCH_REGRESSOR; /* nv rows of the Matrix for each state */
    const int64_t rows = in_blocks ? n * m->nv : n, cols = in_blocks ? 10 * (int64_t)m->links : count;
    if (count > RIGID_MOST_ENTRIES || n * count > RIGID_MOST_ENTRIES || rows > INT_MAX)
        luaL_error(L, "the results of %d states would be more than 2^27 numbers: take fewer at a time", (int)n);
    return rigid_model_known_matrix(L, arg, (int)rows, (int)cols);
}

/* Raise where a Matrix is to take two results. */
static void check_apart(lua_State *L, const call *k, int first) {
    for (int i = 1; i < rigid_batch_gives[k->batch.kind]; i++)
        for (int j = 0; j < i; j++)
            if (k->batch.n > 0 && k->batch.out[i] == k->batch.out[j])
                rigid_bad(L, rigid_at(first + i), "this Matrix is to be written into as argument #%d already", first + j - 1);
}

/* What all threads of a call know: of each, what follows. */
typedef struct {
    const rigid_batch *batch;
    unsigned char *scratch; /* one after the other, of that size */
    size_t each;
    bool *refused; /* whether it refused a row */
} shared;

/* Zeros that no state changes need not be written where they stand already: in what the same method of the same tree wrote, or one whose
   zeros are the same, and no one since. What they are of, or 0. */
static uint64_t zeros_of(const call *k) {
    const uint64_t which = k->batch.kind == RIGID_BATCH_REGRESSOR;
    return rigid_batch_leaves_zeros(&k->batch) ? k->c->structure << 1 | which : 0;
}

/* Looks whether they stand in all results. What is written into is not known until all is. */
static uint64_t begin_writing(call *k) {
    const uint64_t zeros = zeros_of(k);
    k->batch.zeros = zeros != 0;
    for (int i = 0; i < rigid_batch_gives[k->batch.kind]; i++) {
        k->batch.zeros = k->batch.zeros && k->out[i]->zeros == zeros;
        k->out[i]->zeros = 0;
    }
    return zeros;
}
static void end_writing(call *k, const shared *all, uint64_t zeros) {
    for (int thread = 0; thread < k->threads; thread++)
        if (all->refused[thread])
            return;
    for (int i = 0; i < rigid_batch_gives[k->batch.kind]; i++)
        k->out[i]->zeros = zeros;
}

static void compute(const void *with, int thread, int first, int last) {
    const shared *all = with;
    rigid_batch batch = *all->batch;
    batch.refused = &all->refused[thread];
    rigid_batch_compute(&batch, first, last, all->scratch + (size_t)thread * all->each);
}

/* About how many numbers are gone through for a row. */
static size_t numbers_a_row(const rigid_batch *b) {
    enum { BODY = 40 }; /* what a body takes; the world counts, for there may be none besides */
    return rigid_batch_row(b->model, b->kind) + BODY * (1 + (size_t)b->model->count);
}

/* Rows that are computed between two looks for Ctrl-C: some hundredths of a second's. */
static int rows_a_piece(const rigid_batch *b) {
    const size_t rows = RIGID_PIECE / 4 / numbers_a_row(b);
    return rows < 8 ? 8 : (int)(rows / 8 * 8);
}

/* Read [out ...] [, options], compute, and return the results, which stand on the stack in their order. */
static int finish(lua_State *L, call *k) {
    const int gives = rigid_batch_gives[k->batch.kind], first = k->arg;
    int outs = 0;
    while (outs < gives && lua_type(L, first + outs) != LUA_TTABLE)
        outs++;
    const int options = first + outs;
    luaL_checkstack(L, 8, NULL);
    if (!lua_isnil(L, options))
        read_options(L, k, options);
    if (outs < gives)
        for (int rest = options + 1; rest <= first + gives; rest++)
            rigid_model_no_more(L, options, rest);
    k->threads = rigid_threads_for(k->batch.n, k->threads);
    rigid_workers *workers = k->threads > 1 ? rigid_push_workers(L) : NULL;
    const int none = lua_gettop(L) + 1;
    lua_pushnil(L);
    for (int i = 0; i < gives; i++) {
        k->out[i] = push_out(L, k, i < outs ? first + i : none);
        k->batch.out[i] = k->out[i]->at;
    }
    check_apart(L, k, first);
    bool refused[RIGID_MOST_THREADS] = {false};
    shared all = {&k->batch, NULL, rigid_batch_scratch(&k->batch), refused};
    all.scratch = (unsigned char *)rigid_model_scratch(L, (size_t)k->threads * all.each / sizeof(double) + 1);
    const rigid_hooks hooks = rigid_hooks_now(L);
    const uint64_t zeros = begin_writing(k);
    if (!rigid_share_rows(workers, &hooks, rows_a_piece(&k->batch), k->batch.n, numbers_a_row(&k->batch), k->threads, compute, &all))
        rigid_raise_interrupt(L);
    end_writing(k, &all, zeros);
    return gives;
}

/* ---- the methods ------------------------------------------------------------------------------------------------------ */

/* With q, and as many more as are read at once; so many arguments besides. */
static call begin(lua_State *L, rigid_batch_kind kind, int more) {
    call k = {.arg = 2, .threads = 1};
    k.c = rigid_check_model(L, rigid_batch_takes[kind] + rigid_batch_gives[kind] + 1 + more);
    k.batch.model = k.c->model, k.batch.kind = kind;
    k.batch.q = read_rows(L, &k, "q", k.c->model->nq);
    return k;
}

static int inverse_dynamics_batch(lua_State *L) {
    call k = begin(L, RIGID_BATCH_INVERSE_DYNAMICS, 0);
    k.batch.v = read_optional(L, &k, "v"), k.batch.a = read_optional(L, &k, "a");
    return finish(L, &k);
}

static int forward_dynamics_batch(lua_State *L) {
    call k = begin(L, RIGID_BATCH_FORWARD_DYNAMICS, 0);
    k.batch.v = read_optional(L, &k, "v"), k.batch.a = read_optional(L, &k, "tau");
    return finish(L, &k);
}

static int bias_forces_batch(lua_State *L) {
    call k = begin(L, RIGID_BATCH_BIAS_FORCES, 0);
    k.batch.v = read_rows(L, &k, "v", k.batch.model->nv);
    return finish(L, &k);
}

static int mass_matrix_batch(lua_State *L) {
    call k = begin(L, RIGID_BATCH_MASS_MATRIX, 0);
    return finish(L, &k);
}

static int poses_batch(lua_State *L) {
    call k = begin(L, RIGID_BATCH_POSES, 1);
    k.batch.frame = *rigid_model_frame(L, k.c, k.arg++);
    return finish(L, &k);
}

static int jacobian_batch(lua_State *L) {
    call k = begin(L, RIGID_BATCH_JACOBIAN, 1);
    k.batch.frame = *rigid_model_frame(L, k.c, k.arg++);
    return finish(L, &k);
}

static int com_batch(lua_State *L) {
    call k = begin(L, RIGID_BATCH_COM, 0);
    if (rigid_total_mass(k.batch.model) == 0)
        rigid_bad_mass(L);
    return finish(L, &k);
}

static int energies_batch(lua_State *L) {
    call k = begin(L, RIGID_BATCH_ENERGIES, 0);
    k.batch.v = read_rows(L, &k, "v", k.batch.model->nv);
    return finish(L, &k);
}

static int regressor_batch(lua_State *L) {
    call k = begin(L, RIGID_BATCH_REGRESSOR, 0);
    k.batch.v = read_optional(L, &k, "v"), k.batch.a = read_optional(L, &k, "a");
    return finish(L, &k);
}

static int inverse_dynamics_derivatives_batch(lua_State *L) {
    call k = begin(L, RIGID_BATCH_INVERSE_DYNAMICS_DERIVATIVES, 0);
    k.batch.v = read_optional(L, &k, "v"), k.batch.a = read_optional(L, &k, "a");
    return finish(L, &k);
}

#define BATCH_METHODS(ROW)                                                                                             \
    ROW("inverse_dynamics_batch", inverse_dynamics_batch, 5) ROW("forward_dynamics_batch", forward_dynamics_batch, 5)  \
    ROW("bias_forces_batch", bias_forces_batch, 4) ROW("mass_matrix_batch", mass_matrix_batch, 3)                      \
    ROW("poses_batch", poses_batch, 4) ROW("jacobian_batch", jacobian_batch, 4) ROW("com_batch", com_batch, 3)         \
    ROW("energies_batch", energies_batch, 4) ROW("regressor_batch", regressor_batch, 5)                                \
    ROW("inverse_dynamics_derivatives_batch", inverse_dynamics_derivatives_batch, 7)
BATCH_METHODS(RIGID_WRITER)
const luaL_Reg rigid_batch_methods[] = {BATCH_METHODS(RIGID_ROW){NULL, NULL}};
