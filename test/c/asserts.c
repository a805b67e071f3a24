/* The core built with -DRIGID_ASSERTS (`make asserts`): every use that its asserts are for must end the process, each in a
   child of its own, and the right use beside it must not. */
#define _POSIX_C_SOURCE 200809L
#include "draw.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    rigid_model *m;
    rigid_workspace ws;
    double *q, *v, *H, *J;
    int freedom;
} subject;

/* Sixteen bodies, of which none follows another. */
static subject make(void) {
    subject s;
    state = 20;
    s.m = random_model(16, false);
    rigid_workspace_init(&s.ws, allocate(rigid_workspace_size(s.m)), s.m);
    const int n = s.m->nv;
    s.q = numbers(s.m->nq), s.v = numbers(n), s.H = numbers(3 * n * n), s.J = numbers(6 * n), s.freedom = 0;
    return s;
}

/* ---- what is right ---------------------------------------------------------------------------------------------------- */

static void everything(subject *s) {
    const size_t square = (size_t)s->m->nv * (size_t)s->m->nv;
    rigid_rnea(s->m, &s->ws, s->q, s->v, s->v, NULL, s->v);
    rigid_crba(s->m, &s->ws, s->q, s->H);
    rigid_aba_derivatives(s->m, &s->ws, s->q, s->v, s->v, s->J, s->H, s->H + square, s->H + 2 * square, &s->freedom);
    rigid_jacobian(s->m, &s->ws, s->q, (rigid_frame){s->m->count, rigid_transform_identity()}, RIGID_WORLD, s->J);
    rigid_scratch_begin(&s->ws, RIGID_SCRATCH_ltdl);
    rigid_crba(s->m, &s->ws, s->q, s->H);
    rigid_ltdl(s->m, s->H, &s->ws, &s->freedom);
    rigid_scratch_end(&s->ws, RIGID_SCRATCH_ltdl);
}
static void front_is_kept(subject *s) {
    rigid_scratch_begin(&s->ws, RIGID_SCRATCH_ltdl);
    s->ws.ltdl.D[0] = 3;
    rigid_rnea(s->m, &s->ws, s->q, s->v, s->v, NULL, s->v);
    if (s->ws.ltdl.D[0] != 3)
        abort();
}

/* ---- what is wrong ---------------------------------------------------------------------------------------------------- */

static void rnea_over_crba(subject *s) {
    rigid_scratch_begin(&s->ws, RIGID_SCRATCH_subtrees);
    rigid_rnea(s->m, &s->ws, s->q, s->v, s->v, NULL, s->v);
}
static void rnea_over_aba(subject *s) {
    rigid_scratch_begin(&s->ws, RIGID_SCRATCH_aba);
    rigid_rnea(s->m, &s->ws, s->q, s->v, s->v, NULL, s->v);
}
static void crba_within_itself(subject *s) {
    rigid_scratch_begin(&s->ws, RIGID_SCRATCH_subtrees);
    rigid_crba(s->m, &s->ws, s->q, s->H);
}
static void factors_unheld(subject *s) { rigid_ltdl(s->m, s->H, &s->ws, &s->freedom); }
static void ended_twice(subject *s) {
    rigid_scratch_begin(&s->ws, RIGID_SCRATCH_rnea);
    rigid_scratch_end(&s->ws, RIGID_SCRATCH_rnea), rigid_scratch_end(&s->ws, RIGID_SCRATCH_rnea);
}
static void relies_on_before(subject *s) { /* ABA leaves accelerations, which are NaN to whoever begins there */
    rigid_aba(s->m, &s->ws, s->q, s->v, s->v, NULL, s->v, &s->freedom);
    rigid_scratch_begin(&s->ws, RIGID_SCRATCH_aba);
    if (s->ws.aba.u[0] != s->ws.aba.u[0])
        abort();
}
static void overlapping(subject *s) { rigid_crba(s->m, &s->ws, s->H + 1, s->H); }
static void one_matrix_for_two(subject *s) {
    rigid_rnea_derivatives(s->m, &s->ws, s->q, s->v, s->v, s->H, s->H, s->H + s->m->nv * s->m->nv);
}
static void no_such_body(subject *s) {
    rigid_frame_pose(s->m, &s->ws, s->q, (rigid_frame){s->m->count + 1, rigid_transform_identity()});
}
static void child_before_parent(subject *s) {
    s->m->body[3].parent = 4;
    rigid_workspace_init(&s->ws, allocate(rigid_workspace_size(s->m)), s->m);
}
static void beyond_v(subject *s) {
    s->m->body[s->m->count].v = s->m->nv;
    rigid_workspace_init(&s->ws, allocate(rigid_workspace_size(s->m)), s->m);
}
static void ratio_of_none(subject *s) {
    s->m->body[2].ratio = 2;
    rigid_workspace_init(&s->ws, allocate(rigid_workspace_size(s->m)), s->m);
}
static void seven_rows(subject *s) { rigid_eigen_symmetric(7, s->H, s->v, s->J); }

static const struct {
    const char *name;
    void (*use)(subject *);
    bool wrong;
} uses[] = {
    {"every algorithm", everything, false},
    {"what stands in front is kept", front_is_kept, false},
    {"RNEA while CRBA's scratch is in use", rnea_over_crba, true},
    {"RNEA while ABA's scratch is in use", rnea_over_aba, true},
    {"CRBA within itself", crba_within_itself, true},
    {"factors that nobody holds", factors_unheld, true},
    {"a scratch that is not in use ends", ended_twice, true},
    {"what was there before", relies_on_before, true},
    {"H over q", overlapping, true},
    {"one matrix for two results", one_matrix_for_two, true},
    {"a frame on no body", no_such_body, true},
    {"a child before its parent", child_before_parent, true},
    {"numbers beyond nv", beyond_v, true},
    {"a ratio without a leader", ratio_of_none, true},
    {"an eigenproblem of seven rows", seven_rows, true},
};

/* Whether the use ends its process by SIGABRT; what assert says of it goes nowhere. */
static bool is_noticed(void (*use)(subject *)) {
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(2);
        subject s = make();
        use(&s);
        _exit(0);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || (WIFEXITED(status) && WEXITSTATUS(status) != 0))
        exit(1);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int main(void) {
    int missed = 0, count = (int)(sizeof uses / sizeof *uses);
    for (int i = 0; i < count; i++)
        if (is_noticed(uses[i].use) != uses[i].wrong)
            fprintf(stderr, "asserts: %s: %s\n", uses[i].name, uses[i].wrong ? "is not noticed" : "is not let through"), missed++;
    if (missed == 0)
        printf("asserts hold: %d uses are noticed, or let through, as they should be\n", count);
    return missed > 0;
}
