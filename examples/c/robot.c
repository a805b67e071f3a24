/* A robot by the C library alone: a column that turns, an arm on its top with an elbow, and a tool welded to the hand. It is
   held, let go, and followed for a second by a stepper.
     cc -std=c11 -Iinclude examples/c/robot.c build/librigid.a -lm -o robot && ./robot */
#include <rigid/rigid.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN = 1, UPPER, FORE, TOOL, LINKS = TOOL, NV = 3 }; /* three angles: nq is nv */

/* A rod of that mass from the joint along x, on a joint about `axis` at `place` in the parent. */
static rigid_link rod_on(int parent, rigid_vec3 place, rigid_vec3 axis, double mass, double length) {
    rigid_link link = rigid_link_default(parent);
    const rigid_vec3 x = {1, 0, 0}, to_joint = {-0.5 * length, 0, 0};
    link.joint.type = RIGID_JOINT_REVOLUTE, link.joint.axis = axis;
    link.placement.p = place;
    link.inertia = rigid_inertia_shift(rigid_thin_rod(mass, length, x), to_joint);
    return link;
}

static rigid_model *make_robot(void) {
    const rigid_vec3 up = {0, 0, 1}, across = {0, 1, 0}, top = {0, 0, 0.8}, elbow = {0.5, 0, 0}, hand = {0.4, 0, 0};
    rigid_link link[LINKS + 1];
    link[COLUMN] = rod_on(0, (rigid_vec3){0, 0, 0}, up, 0, 0);
    link[COLUMN].inertia = rigid_solid_cylinder(12, 0.1, 0.8, up);
    link[UPPER] = rod_on(COLUMN, top, across, 3, elbow.x);
    link[FORE] = rod_on(UPPER, elbow, across, 2, hand.x);
    link[TOOL] = rigid_link_default(FORE);
    link[TOOL].placement.p = hand, link[TOOL].inertia = rigid_solid_box(0.5, 0.1, 0.05, 0.05);
    const rigid_description robot = {.count = LINKS, .link = link, .gravity = {0, 0, -9.81}};

    void *memory = malloc(rigid_description_size(&robot));
    int at = 0;
    const rigid_status status = memory ? rigid_model_describe(&robot, memory, &at) : RIGID_STATUS_COUNT;
    if (status == RIGID_OK)
        return memory;
    fprintf(stderr, "no robot: link %d: %s\n", at, memory ? rigid_status_text(status) : "not enough memory");
    exit(EXIT_FAILURE);
}

/* How fast q and v change when the joints are left alone. */
static void rates(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v, double *a) {
    int freedom;
    if (rigid_aba(model, ws, q, v, NULL, NULL, a, &freedom) != RIGID_OK) {
        fprintf(stderr, "number %d of v moves no inertia\n", freedom);
        exit(EXIT_FAILURE);
    }
}

/* Steps of the classical Runge-Kutta method, on the manifold of configurations, from (q, v) on. */
static void follow(const rigid_model *model, double *q, double *v, double h, int steps) {
    void *memory = malloc(rigid_stepper_size(model, RIGID_METHOD_RK4, false));
    if (!memory)
        exit(EXIT_FAILURE);
    rigid_stepper *s = rigid_stepper_make(model, RIGID_METHOD_RK4, false, memory);
    rigid_stepper_set(s, q, v);
    for (int k = 0; k < steps; k++)
        if (rigid_stepper_step(s, k * h, h) != RIGID_OK || rigid_stepper_accept(s) != RIGID_OK)
            exit(EXIT_FAILURE);
    memcpy(q, rigid_stepper_q(s), NV * sizeof *q), memcpy(v, rigid_stepper_v(s), NV * sizeof *v);
    free(memory);
}

static double energy(const rigid_model *model, rigid_workspace *ws, const double *q, const double *v) {
    return rigid_kinetic_energy(model, ws, q, v) + rigid_potential_energy(model, ws, q);
}

static void print(const char *what, const double *x) { printf("  %-24s %9.4f %9.4f %9.4f\n", what, x[0], x[1], x[2]); }

int main(void) {
    rigid_model *model = make_robot();
    void *memory = malloc(rigid_workspace_size(model));
    if (!memory)
        return EXIT_FAILURE;
    rigid_workspace *ws = rigid_workspace_make(model, memory);
    printf("%d links, %d moving; %d numbers in q, %d in v; %.1f kg\n", rigid_model_links(model),
           rigid_model_moving_links(model), rigid_model_nq(model), rigid_model_nv(model), rigid_total_mass(model));

    double q[NV] = {0.3, -0.4, 0.9}, v[NV] = {1, 0, -0.5}, tau[NV], a[NV];
    const rigid_frame tool = rigid_model_link_frame(model, TOOL);
    const rigid_vec3 p = rigid_frame_pose(model, ws, q, tool).p;
    print("the tool is at, m", (double[]){p.x, p.y, p.z});
    rigid_gravity_forces(model, ws, q, tau);
    print("torques to hold it, N m", tau);
    rates(model, ws, q, v, a);
    print("let go, rad/s2", a);
    rigid_rnea(model, ws, q, v, a, NULL, tau);
    printf("  and the torques that these accelerations need are zero: %s\n",
           tau[0] * tau[0] + tau[1] * tau[1] + tau[2] * tau[2] < 1e-20 ? "yes" : "no");

    const double before = energy(model, ws, q, v);
    follow(model, q, v, 1e-3, 1000);
    print("a second later, rad", q);
    print("and rad/s", v);
    const double drift = energy(model, ws, q, v) - before;
    printf("  energy %.4f J, off by less than a microjoule: %s\n", before, drift * drift < 1e-12 ? "yes" : "no");
    free(memory);
    free(model);
    return 0;
}
