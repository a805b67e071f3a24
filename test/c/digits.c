/* Prints every number of every algorithm of a tree, to the last bit, on trees drawn by a seed. `make digits` compares what
   the copies of the core for different processors print, `make portable` what other compilers, machines and C libraries make
   of it. */
#include "draw.h"

static void print(const char *what, const double *at, int count) {
    printf("%s", what);
    for (int i = 0; i < count; i++)
        printf(" %a", at[i]);
    putchar('\n');
}

/* Angles to about scale, that of the turns and beyond where the short series ends. */
static void run(const rigid_model *m, double scale) {
    rigid_workspace ws;
    rigid_workspace_init(&ws, allocate(rigid_workspace_size(m)), m);
    int n = m->nv, freedom, columns = rigid_regressor_columns(m, RIGID_DAMPING_COLUMNS | RIGID_ARMATURE_COLUMNS);
    double *q = numbers(m->nq), *v = numbers(n), *a = numbers(n), *out = numbers(6 * n), *Y = numbers(n * columns);
    double *H = numbers(n * n), *dq = numbers(n * n), *dv = numbers(n * n);
    for (int i = 0; i < m->nq; i++)
        q[i] *= scale;
    rigid_rnea(m, &ws, q, v, a, NULL, out), print("rnea", out, n);
    if (rigid_aba(m, &ws, q, v, a, NULL, out, &freedom) == RIGID_OK)
        print("aba", out, n);
    rigid_crba(m, &ws, q, H), print("crba", H, n * n);
    if (rigid_inverse_mass_matrix(m, &ws, q, H, &freedom) == RIGID_OK)
        print("inverse", H, n * n);
    rigid_coriolis_matrix(m, &ws, q, v, H), print("coriolis", H, n * n);
    rigid_coriolis_matrix_by(m, &ws, q, v, RIGID_FACTOR_BODY, H), print("coriolis by body", H, n * n);
    rigid_rnea_derivatives(m, &ws, q, v, a, dq, dv, H), print("dq", dq, n * n), print("dv", dv, n * n), print("H", H, n * n);
    if (rigid_aba_derivatives(m, &ws, q, v, a, out, dq, dv, H, &freedom) == RIGID_OK)
        print("da/dq", dq, n * n), print("da/dv", dv, n * n), print("da/dtau", H, n * n);
    rigid_torque_regressor(m, &ws, q, v, a, RIGID_DAMPING_COLUMNS | RIGID_ARMATURE_COLUMNS, Y), print("Y", Y, n * columns);
    for (int factor = RIGID_FACTOR_REFERENCE; factor <= RIGID_FACTOR_BODY; factor++) {
        rigid_tree_slotine_li_regressor(m, &ws, q, v, a, a, (rigid_factor)factor, 0, Y);
        print("Slotine", Y, n * 10 * m->links);
    }
    double *y = numbers(60 * m->links);
    rigid_tree_momentum_regressor(m, &ws, q, v, y), print("y of momentum", y, 60 * m->links);
    rigid_kinetic_energy_regressor(m, &ws, q, v, y), print("y of T", y, 10 * m->links);
    rigid_potential_energy_regressor(m, &ws, q, y), print("y of U", y, 10 * m->links);
    rigid_centroidal_matrix(m, &ws, q, out), print("momentum", out, 6 * n);
    rigid_com_jacobian(m, &ws, q, out), print("com", out, 3 * n);
    for (int view = RIGID_LOCAL; view <= RIGID_ALIGNED; view++) {
        rigid_frame F = {m->count, {rigid_rotation_quaternion((rigid_quaternion){1, 2, 3, 4}), {0.1, 0.2, 0.3}}};
        rigid_jacobian(m, &ws, q, F, (rigid_view)view, out), print("J", out, 6 * n);
        rigid_jacobian_derivative(m, &ws, q, v, F, (rigid_view)view, out), print("dJ", out, 6 * n);
    }
    const rigid_vec3 com = rigid_com_acceleration(m, &ws, q, v, a);
    const double whole[5] = {com.x, com.y, com.z, rigid_kinetic_energy(m, &ws, q, v), rigid_potential_energy(m, &ws, q)};
    print("com and energy", whole, 5);
}

/* Batches of more rows than any register has lanes, and not a multiple of them. */
static void run_batches(const rigid_model *m, double scale) {
    enum { ROWS = 11 };
    const int columns = 10 * m->links;
    double *q = numbers(ROWS * m->nq), *v = numbers(ROWS * m->nv), *a = numbers(ROWS * m->nv);
    for (int i = 0; i < ROWS * m->nq; i++)
        q[i] *= scale;
    for (int kind = 0; kind < RIGID_BATCH_KINDS; kind++) {
        rigid_batch batch = {.model = m, .kind = (rigid_batch_kind)kind, .q = q, .v = v, .a = a, .n = ROWS, .frame = {m->count, rigid_transform_identity()}};
        const int count = ROWS * (int)rigid_batch_row(m, batch.kind);
        for (int k = 0; k < rigid_batch_gives[kind]; k++)
            batch.out[k] = numbers(count);
        rigid_batch_compute(&batch, 0, ROWS, allocate(rigid_batch_scratch(&batch)));
        for (int k = 0; k < rigid_batch_gives[kind]; k++)
            print("batch", batch.out[k], count);
    }
    double *moves = allocate((size_t)(ROWS * m->nv) * sizeof *moves);
    for (int i = 0; i < ROWS * m->nv; i++)
        moves[i] = i % 3 > 0;
    const rigid_batch held = {.model = m, .kind = RIGID_BATCH_FORWARD_DYNAMICS, .q = q, .v = v, .a = a, .moves = moves, .n = ROWS,
                              .out = {numbers(ROWS * m->nv), numbers(ROWS * m->nv)}};
    if (!m->mimics) {
        rigid_batch_compute(&held, 0, ROWS, allocate(rigid_batch_scratch(&held)));
        print("held", held.out[0], ROWS * m->nv), print("held by", held.out[1], ROWS * m->nv);
    }
    double *N = allocate((size_t)columns * (size_t)columns * sizeof *N), *b = allocate((size_t)columns * sizeof *b);
    const rigid_batch samples = {.model = m, .kind = RIGID_BATCH_REGRESSOR, .q = q, .v = v, .a = a, .n = ROWS};
    double square = 0;
    rigid_sums_add(&samples, v, NULL, N, b, &square, NULL, NULL, allocate(rigid_sums_scratch(m)));
    print("sums", N, columns * columns), print("sums", b, columns), print("sums", &square, 1);
}

int main(void) {
    const double far = 1e6;
    for (int count = 1; count <= 30; count++) {
        run(random_model(count, false), 4);
        run(random_model(count, true), count % 3 ? 10 : far);
        if (count <= 9)
            run_batches(random_model(count, count > 6), count % 3 ? 10 : far);
    }
    return 0;
}
