/* Prints every number of every algorithm of a tree, to the last bit, on trees drawn by a seed: of all kinds of joints, of
   depth and of breadth, with joints that follow others and with links turned in their bodies. `make digits` compares what
   the copies of the core for different processors print, `make portable` what other compilers and machines make of it: with
   an argument, no angle is so large that its sine is left to the C library. */
#include "../../src/core/rigid.h"

#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 20;

/* In (-1, 1). */
static double draw(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (double)(state >> 11) * 0x1p-52 - 1;
}

/* One after the other: in a list of arguments or values each compiler draws in an order of its own. */
static v3 draw_v3(void) {
    v3 a;
    a.x = draw();
    a.y = draw();
    a.z = draw();
    return a;
}

/* Without a function of the C library, whose sines differ in the last digit from one library to the next. */
static m3 draw_rotation(void) {
    v3 a = draw_v3();
    return rigid_rotation_quaternion((rigid_quaternion){draw(), a.x, a.y, a.z});
}

static sym3 draw_inertia(void) {
    v3 products = v3_scale(0.25, draw_v3());
    return (sym3){2, products.x, products.y, 2, products.z, 3};
}

static void *allocate(size_t bytes) {
    void *memory = calloc(1, bytes + 8);
    if (!memory)
        exit(1);
    return memory;
}

static double *numbers(int count) {
    double *at = allocate((size_t)count * sizeof *at);
    for (int i = 0; i < count; i++)
        at[i] = draw();
    return at;
}

static void print(const char *what, const double *at, int count) {
    printf("%s", what);
    for (int i = 0; i < count; i++)
        printf(" %a", at[i]);
    putchar('\n');
}

/* The body before, or one that carries it. */
static int random_parent(const rigid_model *m, int i) {
    int parent = i - 1;
    while (parent > 0 && draw() > 0.5)
        parent = m->body[parent].parent;
    return parent;
}

/* A body on a joint of any kind; every eighth follows the joint before it where it can. */
static rigid_body random_body(const rigid_model *m, int i, bool may_follow) {
    rigid_body b = {.kind = (rigid_joint_kind)((int)(20 + 20 * draw()) % RIGID_JOINT_KINDS), .ratio = 1, .q = m->nq, .v = m->nv};
    if (may_follow && i % 8 == 0 && rigid_joint_nv[m->body[i - 1].kind] == 1) {
        b = (rigid_body){.kind = RIGID_HELICAL, .follows = true};
        b.ratio = 1 + draw();
        b.offset = draw();
        b.q = m->body[i - 1].q, b.v = m->body[i - 1].v;
    }
    b.parent = random_parent(m, i);
    b.column = i - 1;
    b.pitch = draw();
    b.armature = draw() > 0 ? 1 + draw() : 0;
    b.link = i % 3 == 0 ? draw_rotation() : m3_identity();
    b.tree.R = draw_rotation();
    b.tree.p = draw_v3();
    const double mass = 2 + draw();
    const v3 center = draw_v3();
    b.inertia = rigid_inertia_from_central(mass, center, draw_inertia());
    return b;
}

static rigid_model *random_model(int count, bool may_follow) {
    rigid_model *m = allocate(rigid_model_size(count));
    m->gravity = (v3){1, 2, -9};
    for (int i = 1; i <= count; i++) {
        m->body[i] = random_body(m, i, may_follow);
        m->count = i;
        if (!m->body[i].follows)
            m->nq += rigid_joint_nq[m->body[i].kind], m->nv += rigid_joint_nv[m->body[i].kind];
    }
    if (rigid_model_finish(m) != RIGID_OK)
        exit(1);
    return m;
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
    double energy[2] = {rigid_kinetic_energy(m, &ws, q, v), rigid_potential_energy(m, &ws, q)};
    print("energy", energy, 2);
}

int main(int argc, char **argv) {
    (void)argv;
    const double far = argc > 1 ? 1e4 : 1e6;
    for (int count = 1; count <= 30; count++) {
        run(random_model(count, false), 4);
        run(random_model(count, true), count % 3 ? 10 : far);
    }
    return 0;
}
