/* The kernels against the plain algorithms, which are the book's: on drawn trees of every kind of joint both give the same
   to 1e-13 of the scale. And the plain ones over a register of four states against themselves over doubles: the same to the
   last bit, in every lane. Prints how far they were apart at most, and fails where that is too far. */
#include "draw.h"

#include "../../src/core/tree/plain/aba.h"
#include "../../src/core/tree/plain/coriolis.h"
#include "../../src/core/tree/plain/crba.h"
#include "../../src/core/tree/plain/derivatives.h"
#include "twins.h"

#include <string.h>

static const double TOLERANCE = 1e-13;
static const double SOLVED = 1e-11; /* where H is solved with: its condition counts */

enum { NAMES = 32 };
static struct {
    const char *name;
    double worst, tolerance;
    int count;
} seen[NAMES];

/* The largest difference over the largest entry of either, or over 1, which is what a body here weighs. */
static double apart(const double *a, const double *b, int count) {
    double most = 0, scale = 1;
    for (int i = 0; i < count; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
        scale = fmax(scale, fmax(fabs(a[i]), fabs(b[i])));
        if (isnan(a[i]) || isnan(b[i]))
            return INFINITY;
    }
    return most / scale;
}

static void compare(const char *name, const double *kernel, const double *plain, int count, double tolerance) {
    int k = 0;
    while (seen[k].name && strcmp(seen[k].name, name) != 0)
        k++;
    seen[k].name = name, seen[k].tolerance = tolerance, seen[k].count++;
    seen[k].worst = fmax(seen[k].worst, apart(kernel, plain, count));
}

/* The six numbers of a column by halves. */
static void put_motion(double *at, motion m) {
    const double six[6] = {m.linear.x, m.linear.y, m.linear.z, m.angular.x, m.angular.y, m.angular.z};
    memcpy(at, six, sizeof six);
}

/* Everything that one tree in one state needs. */
typedef struct {
    const rigid_model *m;
    rigid_workspace *ws;
    twins_scratch s; /* of the plain algorithms */
    const double *q, *v, *a;
    double *kernel, *plain, *more, *tau;
} subject;

static void dynamics(const subject *t) {
    const int n = t->m->nv;
    int freedom, *parent = allocate((size_t)n * sizeof *parent);
    rigid_rnea(t->m, t->ws, t->q, t->v, t->a, NULL, t->kernel);
    plain_rnea(t->m, t->s.rnea, t->q, t->v, t->a, t->plain);
    compare("inverse dynamics", t->kernel, t->plain, n, TOLERANCE);
    rigid_crba(t->m, t->ws, t->q, t->kernel);
    plain_crba(t->m, t->s.crba, t->q, t->plain);
    compare("mass matrix", t->kernel, t->plain, n * n, TOLERANCE);
    /* forward dynamics by the factors of H, where joints follow others too */
    const bool solved = rigid_aba(t->m, t->ws, t->q, t->v, t->a, NULL, t->kernel, &freedom) == RIGID_OK;
    double *none = numbers(n);
    memset(none, 0, (size_t)n * sizeof *none);
    plain_rnea(t->m, t->s.rnea, t->q, t->v, none, t->more);
    for (int k = 0; k < n; k++)
        t->more[k] = t->a[k] - t->more[k];
    plain_paths(t->m, parent);
    plain_ltdl(n, parent, t->plain);
    plain_ltdl_solve(n, parent, t->plain, t->more);
    if (solved)
        compare("forward dynamics and H = LᵀDL", t->kernel, t->more, n, SOLVED);
    if (solved && !t->m->mimics) {
        plain_aba(t->m, t->s.aba, t->q, t->v, t->a, t->plain);
        compare("forward dynamics", t->kernel, t->plain, n, SOLVED);
    }
}

static void velocities(const subject *t) {
    const int n = t->m->nv;
    const rigid_frame F = {t->m->count, {rigid_rotation_rpy(1, 2, 3), {0.1, 0.2, 0.3}}};
    plain_poses(t->m, t->s.kinematics, t->q);
    plain_twists(t->m, t->s.kinematics, t->q, t->v);
    rigid_coriolis_matrix(t->m, t->ws, t->q, t->v, t->kernel);
    plain_coriolis(t->m, t->s.kinematics, t->q, t->v, t->plain);
    compare("Coriolis matrix", t->kernel, t->plain, n * n, TOLERANCE);
    rigid_jacobian(t->m, t->ws, t->q, F, RIGID_LOCAL, t->kernel);
    plain_jacobian(t->m, t->s.kinematics, t->q, NULL, F.body, F.X, t->plain);
    compare("Jacobian", t->kernel, t->plain, 6 * n, TOLERANCE);
    rigid_jacobian_derivative(t->m, t->ws, t->q, t->v, F, RIGID_LOCAL, t->kernel);
    plain_jacobian(t->m, t->s.kinematics, t->q, t->v, F.body, F.X, t->plain);
    compare("rate of the Jacobian", t->kernel, t->plain, 6 * n, TOLERANCE);
    const rigid_force p = rigid_centroidal_momentum(t->m, t->ws, t->q, t->v);
    put_motion(t->kernel, (motion){vec_of(p.linear), vec_of(p.angular)});
    put_motion(t->plain, plain_centroidal_momentum(t->m, t->s.kinematics));
    compare("centroidal momentum", t->kernel, t->plain, 6, 10 * TOLERANCE);
    const rigid_vec3 c = rigid_com_acceleration(t->m, t->ws, t->q, t->v, t->a);
    put_motion(t->kernel, (motion){vec_of(c), vec_zero()});
    put_motion(t->plain, (motion){plain_com_acceleration(t->m, t->s.kinematics, t->q, t->v, t->a, t->s.rnea.a), vec_zero()});
    compare("acceleration of the com", t->kernel, t->plain, 3, 10 * TOLERANCE);
    t->kernel[0] = rigid_kinetic_energy(t->m, t->ws, t->q, t->v);
    t->plain[0] = plain_kinetic_energy(t->m, t->s.kinematics, t->v);
    compare("kinetic energy", t->kernel, t->plain, 1, TOLERANCE);
    t->kernel[0] = rigid_potential_energy(t->m, t->ws, t->q), t->kernel[1] = rigid_total_mass(t->m);
    t->plain[0] = plain_potential_energy(t->m, t->s.kinematics), t->plain[1] = t->kernel[1];
    compare("potential energy", t->kernel, t->plain, 2, TOLERANCE);
}

static void derivatives(const subject *t) {
    const int n = t->m->nv;
    double *dv = t->kernel + n * n, *plain_dv = t->plain + n * n;
    rigid_rnea_derivatives(t->m, t->ws, t->q, t->v, t->a, t->kernel, dv, t->more);
    plain_rnea_derivatives(t->m, t->s.derivatives, t->q, t->v, t->a, t->tau, t->plain, plain_dv);
    compare("derivatives by q", t->kernel, t->plain, n * n, TOLERANCE);
    compare("derivatives by v", dv, plain_dv, n * n, TOLERANCE);
    rigid_torque_regressor(t->m, t->ws, t->q, t->v, t->a, 0, t->kernel);
    plain_rnea(t->m, t->s.rnea, t->q, t->v, t->a, t->tau);
    plain_torque_regressor(t->m, t->q, t->s.rnea.X, t->s.rnea.v, t->s.rnea.a, t->plain);
    compare("torque regressor", t->kernel, t->plain, n * 10 * t->m->links, TOLERANCE);
}

/* Four states at once, and each of them alone. */
static void lanes(const subject *t) {
    const int n = t->m->nv, nq = t->m->nq;
    double *q = numbers(4 * nq), *v = numbers(4 * n), *a = numbers(4 * n), *out = numbers(8 * n);
    twins_lanes(t->m, q, v, a, out, out + 4 * n);
    for (int lane = 0; lane < 4; lane++) {
        double *one[3] = {numbers(nq), numbers(n), numbers(n)};
        for (int k = 0; k < nq; k++)
            one[0][k] = q[4 * k + lane];
        for (int k = 0; k < n; k++)
            one[1][k] = v[4 * k + lane], one[2][k] = a[4 * k + lane];
        for (int k = 0; k < n; k++)
            t->kernel[k] = out[4 * k + lane], t->more[k] = out[4 * (n + k) + lane];
        plain_rnea(t->m, t->s.rnea, one[0], one[1], one[2], t->plain);
        compare("inverse dynamics of four states", t->kernel, t->plain, n, 0);
        if (t->m->mimics)
            continue;
        plain_aba(t->m, t->s.aba, one[0], one[1], one[2], t->plain);
        compare("forward dynamics of four states", t->more, t->plain, n, 0);
    }
}

static void run(const rigid_model *m, double scale) {
    rigid_workspace ws;
    rigid_workspace_init(&ws, allocate(rigid_workspace_size(m)), m);
    const int n = m->nv, most = 2 * n * n + 60 * n * m->links + 60;
    subject t = {m, &ws, twins_scratch_of(m), NULL, numbers(n), numbers(n), numbers(most), numbers(most), numbers(most), numbers(n)};
    double *q = numbers(m->nq);
    for (int i = 0; i < m->nq; i++)
        q[i] *= scale;
    t.q = q;
    dynamics(&t), velocities(&t), derivatives(&t), lanes(&t);
}

int main(void) {
    int failed = 0;
    for (int count = 1; count <= 24; count++)
        run(random_model(count, false), 4), run(random_model(count, true), 4);
    for (int k = 0; k < NAMES && seen[k].name; k++) {
        const bool far = !(seen[k].worst <= seen[k].tolerance);
        printf("%-34s %8.1e  (%d times; %g allowed)%s\n", seen[k].name, seen[k].worst, seen[k].count, seen[k].tolerance, far ? "  TOO FAR" : "");
        failed += far;
    }
    return failed > 0;
}
