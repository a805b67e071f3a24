/* What the tree algorithms cost in the core itself, without Lua: nanoseconds per call on trees shaped like an arm, a
   quadruped and a humanoid, and on chains. The bodies are made up, since the cost depends on the shape alone. For profiling,
   one algorithm on one tree alone:  build/bench-core rnea humanoid 1000000
   usage: build/bench-core [ALGORITHM [TREE [CALLS]]]   without CALLS, the median of many batches of each */
#include "../src/core/core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCHES = 41 };

typedef struct {
    const char *name;
    bool floating; /* the first body is free; all other joints turn */
    int count;
    int parent[32]; /* of body 1, 2, ..; where the list is all zeros, each body's is the one before */
} shape;

static const shape shapes[] = {
    {"arm", false, 7, {0, 1, 2, 3, 4, 5, 6}},
    {"quadruped", true, 13, {0, 1, 2, 3, 1, 5, 6, 1, 8, 9, 1, 11, 12}},
    {"humanoid", true, 31, {0,  1,  2,  3,  4, 3,  6,  7,  8,  9,  10, 11, 3,  13, 14, 15,
                            16, 17, 18, 1,  20, 21, 22, 23, 24, 1,  26, 27, 28, 29, 30}},
    {"chain10", false, 10, {0}},
    {"chain50", false, 50, {0}},
    {"chain100", false, 100, {0}},
    {"chain500", false, 500, {0}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* ---- a tree, a state of it, and room for results --------------------------------------------------------------------- */

typedef struct {
    rigid_model *model;
    rigid_workspace ws;
    rigid_frame tip;
    double *q, *v, *a, *tau, *out, *H, *dq, *dv, *Y;
} subject;

static void *allocate(size_t bytes) {
    void *memory = calloc(1, bytes ? bytes : 1);
    if (!memory) {
        fputs("bench-core: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static double *numbers(int count) { return allocate((size_t)count * sizeof(double)); }

static rigid_body body_of(const shape *s, int i, int q, int v) {
    rigid_body b = {.kind = s->floating && i == 1 ? RIGID_FREE : RIGID_REVOLUTE, .q = q, .v = v, .ratio = 1};
    b.parent = s->parent[1] ? s->parent[i - 1] : i - 1;
    b.column = i - 1;
    b.link = m3_identity();
    b.tree.R = rigid_rotation_rpy(1.1 * i, 0.7 * i, 0.4 * i);
    b.tree.p = (v3){0.1, 0.02, -0.2};
    b.inertia = rigid_inertia_from_central(1 + 0.1 * i, (v3){0.02, -0.01, 0.1}, (sym3){0.03, 0.001, 0.002, 0.02, -0.001, 0.01});
    return b;
}

static subject make(const shape *s) {
    subject t;
    t.model = allocate(rigid_model_size(s->count));
    t.model->count = s->count;
    t.model->gravity = (v3){0, 0, -9.81};
    for (int i = 1; i <= s->count; i++) {
        rigid_body b = body_of(s, i, t.model->nq, t.model->nv);
        t.model->body[i] = b;
        t.model->nq += rigid_joint_nq[b.kind];
        t.model->nv += rigid_joint_nv[b.kind];
    }
    if (rigid_model_finish(t.model) != RIGID_OK)
        exit(1);
    rigid_workspace_init(&t.ws, allocate(rigid_workspace_size(t.model)), t.model);
    t.tip = (rigid_frame){s->count, rigid_transform_identity()};
    int n = t.model->nv;
    t.q = numbers(t.model->nq), t.v = numbers(n), t.a = numbers(n), t.tau = numbers(n), t.out = numbers(6 * n);
    t.H = numbers(n * n), t.dq = numbers(n * n), t.dv = numbers(n * n), t.Y = numbers(10 * n * s->count);
    for (int i = 0; i < n; i++)
        t.v[i] = sin(1.7 * i + 1), t.a[i] = 2 * cos(0.9 * i), t.tau[i] = sin(3.1 * i);
    rigid_model_neutral(t.model, t.q);
    rigid_model_integrate(t.model, t.q, t.v, t.q);
    return t;
}

/* ---- the algorithms -------------------------------------------------------------------------------------------------- */

static void run_rnea(subject *t) { rigid_rnea(t->model, &t->ws, t->q, t->v, t->a, NULL, t->out); }
static void run_aba(subject *t) {
    int freedom;
    rigid_aba(t->model, &t->ws, t->q, t->v, t->tau, NULL, t->out, &freedom);
}
static void run_crba(subject *t) { rigid_crba(t->model, &t->ws, t->q, t->H); }
static void run_inverse(subject *t) {
    int freedom;
    rigid_inverse_mass_matrix(t->model, &t->ws, t->q, t->H, &freedom);
}
static void run_coriolis(subject *t) { rigid_coriolis_matrix(t->model, &t->ws, t->q, t->v, t->H); }
static void run_derivatives(subject *t) { rigid_rnea_derivatives(t->model, &t->ws, t->q, t->v, t->a, t->dq, t->dv, t->H); }
static void run_forward_derivatives(subject *t) {
    int freedom;
    rigid_aba_derivatives(t->model, &t->ws, t->q, t->v, t->tau, t->a, t->dq, t->dv, t->H, &freedom);
}
static void run_regressor(subject *t) { rigid_torque_regressor(t->model, &t->ws, t->q, t->v, t->a, 0, t->Y); }
static void run_jacobian(subject *t) { rigid_jacobian(t->model, &t->ws, t->q, t->tip, RIGID_LOCAL, t->out); }
static void run_momentum(subject *t) {
    const rigid_force h = rigid_centroidal_momentum(t->model, &t->ws, t->q, t->v);
    t->out[0] = h.angular.x;
}
static void run_energy(subject *t) { t->out[0] = rigid_kinetic_energy(t->model, &t->ws, t->q, t->v); }
static void run_centroidal(subject *t) { rigid_centroidal_matrix(t->model, &t->ws, t->q, t->out); }
static void run_com_jacobian(subject *t) { rigid_com_jacobian(t->model, &t->ws, t->q, t->out); }
static void run_poses(subject *t) { rigid_poses(t->model, &t->ws, t->q); }

static const struct {
    const char *name;
    void (*run)(subject *);
    bool matrices; /* its result grows with the square: not on long chains */
} algorithms[] = {
    {"rnea", run_rnea, false},
    {"aba", run_aba, false},
    {"poses", run_poses, false},
    {"jacobian", run_jacobian, false},
    {"momentum", run_momentum, false},
    {"energy", run_energy, false},
    {"centroidal", run_centroidal, false},
    {"com_jacobian", run_com_jacobian, false},
    {"crba", run_crba, true},
    {"inverse", run_inverse, true},
    {"coriolis", run_coriolis, true},
    {"derivatives", run_derivatives, true},
    {"forward_derivatives", run_forward_derivatives, true},
    {"regressor", run_regressor, true},
};
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };

/* ---- timing ---------------------------------------------------------------------------------------------------------- */

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static double batch(void (*run)(subject *), subject *t, long calls) {
    double start = seconds();
    for (long i = 0; i < calls; i++)
        run(t);
    return seconds() - start;
}

static int ascending(const void *x, const void *y) {
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* The median of batches of about two milliseconds, in nanoseconds per call. */
static double median(void (*run)(subject *), subject *t) {
    double times[BATCHES];
    long calls = 1;
    while (batch(run, t, calls) < 2e-3)
        calls *= 2;
    for (int i = 0; i < BATCHES; i++)
        times[i] = batch(run, t, calls);
    qsort(times, BATCHES, sizeof *times, ascending);
    return 1e9 * times[BATCHES / 2] / (double)calls;
}

static bool wanted(int argc, char **argv, int arg, const char *name) {
    return argc <= arg || strcmp(argv[arg], name) == 0;
}

int main(int argc, char **argv) {
    static subject subjects[SHAPES];
    printf("%-22s", "ns per call in C");
    for (int s = 0; s < SHAPES; s++) {
        subjects[s] = make(&shapes[s]);
        if (wanted(argc, argv, 2, shapes[s].name))
            printf(" %10s", shapes[s].name);
    }
    for (int a = 0; a < ALGORITHMS; a++) {
        if (!wanted(argc, argv, 1, algorithms[a].name))
            continue;
        printf("\n%-22s", algorithms[a].name);
        for (int s = 0; s < SHAPES; s++) {
            if (!wanted(argc, argv, 2, shapes[s].name) || (algorithms[a].matrices && shapes[s].count > 50))
                continue;
            if (argc > 3)
                printf(" %10.0f", 1e9 * batch(algorithms[a].run, &subjects[s], atol(argv[3])) / atof(argv[3]));
            else
                printf(" %10.0f", median(algorithms[a].run, &subjects[s]));
        }
    }
    putchar('\n');
    return 0;
}
