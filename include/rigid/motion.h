/* Motion: steps of the equations of motion q' = v, H(q) v' = τ + passive forces - C v - g + Σ Jᵀ f on the manifold of
   configurations. A stepper holds a state and tries steps from it; nothing is allocated, and the state stays as it was until a
   step is accepted.

       rigid_stepper *s = rigid_stepper_make(model, RIGID_METHOD_RK4, false, malloc(rigid_stepper_size(model, RIGID_METHOD_RK4, false)));
       rigid_stepper_set(s, q, v);
       for (int k = 0; k < 1000; k++)
           if (rigid_stepper_step(s, 1e-3 * k, 1e-3) == RIGID_OK)
               rigid_stepper_accept(s);
       ... rigid_stepper_q(s), rigid_stepper_v(s) */
#ifndef RIGID_MOTION_H
#define RIGID_MOTION_H

#include "dynamics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What each keeps, its order, and what it is for. Damping and springs of joints are part of all of them.

   rk4                  order 4. Runge-Kutta-Munthe-Kaas: stages in the tangent space where the step begins. Explicit: a damping d of
                        a freedom that moves the inertia I asks for steps below 2.78 I / d
   rkmk45               order 5, with an estimate of its error: Dormand and Prince's pair, likewise
   semi_implicit_euler  order 1. v first, then q with the new v. Keeps neither energy nor momentum but for one joint alone
   implicit             order 3. Rosenbrock-W of four stages, L-stable (ROS34PW2): damping, springs, velocity product forces
                        and gravity are linear in each step, so that what is stiff is calm; loses energy rather than gain it
   midpoint             order 2. Implicit, symmetric: keeps momentum of what nothing pushes to rounding, that of a body in the air and
                        its energy, and any energy in a band */
#define RIGID_METHOD_LIST(X)                                                                                           \
    X(RK4, rk4)                                                                                                        \
    X(RKMK45, rkmk45)                                                                                                  \
    X(SEMI_IMPLICIT_EULER, semi_implicit_euler)                                                                        \
    X(IMPLICIT, implicit)                                                                                              \
    X(MIDPOINT, midpoint)

typedef enum rigid_method {
#define RIGID_METHOD_ENUM(METHOD, name) RIGID_METHOD_##METHOD,
    RIGID_METHOD_LIST(RIGID_METHOD_ENUM)
#undef RIGID_METHOD_ENUM
        RIGID_METHODS
} rigid_method;

/* How far from zero a step times a rate of damping, and a step times an angular frequency, may be for the method to be calm: infinite
   for the implicit ones. */
typedef struct rigid_stability {
    double rate, frequency;
} rigid_stability;

const char *rigid_method_name(rigid_method method);
int rigid_method_order(rigid_method method);
/* Of the estimate of its error, 0 where it has none; and the tolerance (rigid_pace) that it is mostly taken with. That of rk4, which has
   none, is of the energy that a step misses where loops hold, and changes nothing elsewhere. */
int rigid_method_estimate_order(rigid_method method);
double rigid_method_tolerance(rigid_method method);
rigid_stability rigid_method_stability(rigid_method method);

/* What acts on the robot at (t, q, v): tau has nv numbers, those held (rigid_stepper_tau) when it is called, which it may change; external,
   a wrench for each body as rigid_rnea takes them, all zero when it is called. Anything but RIGID_OK ends the step with that. It
   is asked at each stage. */
typedef rigid_status (*rigid_action)(void *with, double t, const double *q, const double *v, double *tau, rigid_force *external);

/* What joints do of themselves, as generalized forces: -stiffness (q - springref) - damping v - friction sign(v). */
double rigid_elastic_energy(const rigid_model *model, const double *q);
void rigid_passive_forces(const rigid_model *model, const double *q, const double *v, double *tau);

/* ---- loops ------------------------------------------------------------------------------------------------------------- */

/* What a closed loop adds to a tree: frame b stands in frame a as a joint of that type lets it (never floating), X_ab = X_joint of some
   number; or at a distance of `length`; or its origin on the line along `axis` through that of a, or in the plane across it; or the
   joint of q follows another as a polynomial of its number. */
typedef enum rigid_loop_kind {
    RIGID_LOOP_JOINT,
    RIGID_LOOP_DISTANCE,
    RIGID_LOOP_LINE,
    RIGID_LOOP_PLANE,
    RIGID_LOOP_COUPLING
} rigid_loop_kind;

typedef struct rigid_loop {
    rigid_loop_kind kind;
    rigid_frame a, b;
    rigid_joint_type joint;
    rigid_vec3 axis, axis2; /* of the joint: unit, in the loop frame */
    rigid_vec3 point;       /* screw */
    double pitch;           /* helical, screw */
    double length;
    /* coupling: y = Σ coefficient[k] x^k, of y = ratio q[q] + offset and x = of_ratio q[of_q] + of_offset; ratios are 1 and offsets 0
       but for a joint that follows another in the tree */
    int q, v, of_q, of_v;
    double ratio, offset, of_ratio, of_offset;
    int terms;
    const double *coefficient;
} rigid_loop;

/* Six less the joint's freedoms; two on a line; or one. */
int rigid_loop_equations(const rigid_loop *loop);

/* Loops of a model, which keep a pointer to it and to the list, and a workspace of their own: made in memory of that size, aligned as
   malloc's. Matrices of nv x nv are in it. Rows of all loops stand one after the other, of a joint first those of the linear half. */
typedef struct rigid_loops rigid_loops;
size_t rigid_loops_size(const rigid_model *model, const rigid_loop *loop, int count);
rigid_loops *rigid_loops_make(const rigid_model *model, const rigid_loop *loop, int count, void *memory);
int rigid_loops_equations(const rigid_loops *loops);

/* How far from closed, m and rad, a number for each row; and their Jacobian, rows x nv, row after row. */
void rigid_loops_error(rigid_loops *loops, const double *q, double *error);
void rigid_loops_jacobian(rigid_loops *loops, const double *q, double *J);
/* The part of the second derivative of the errors that is there without acceleration: J a + drift is all of it. */
void rigid_loops_drift(rigid_loops *loops, const double *q, const double *v, double *drift);
/* How many rows of loop k alone, or of all where k is negative, are independent at q. */
int rigid_loops_rank(rigid_loops *loops, const double *q, int k);

/* The acceleration that tau gives under the loops, H a + h = tau + Σ Jᵀ external + Σ (J_b - X_ba J_a)ᵀ W, and the multipliers of
   the rows, those of least norm, in N and N m, where lambda is not null. external as rigid_rnea takes it, or null. */
rigid_status rigid_constrained_dynamics(rigid_loops *loops, const double *q, const double *v, const double *tau,
                                        const rigid_force *external, double *a, double *lambda, int *freedom);
/* Of loop k, from multipliers: the wrench on b at its loop frame, in its axes. Zero for a coupling. Null q is that of the call before. */
rigid_force rigid_loops_wrench(rigid_loops *loops, const double *q, const double *lambda, int k);

/* Close the loops from q on by Newton's method, the least way by the numbers themselves: out may be q. RIGID_NOT_CONVERGED where
   they do not; out is then where the errors are least that was found. */
rigid_status rigid_loops_assemble(rigid_loops *loops, const double *q, double *out);
/* The least change by kinetic energy that closes them: of q, a few steps of Newton's; of v. */
rigid_status rigid_loops_project(rigid_loops *loops, double *q, double *v, int *freedom);

/* ---- contacts ---------------------------------------------------------------------------------------------------------- */

/* What may touch: a shape that stands in a frame of a body, rigid, with Coulomb's friction. Capsules and cylinders lie along the frame's
   z. All of them meet the grounds, which are half-spaces of the world; spheres and capsules meet each other as well, where their
   bodies are neither one nor neighbours. */
typedef enum rigid_contact_kind {
    RIGID_CONTACT_POINT,
    RIGID_CONTACT_SPHERE,
    RIGID_CONTACT_BOX,
    RIGID_CONTACT_CAPSULE,
    RIGID_CONTACT_CYLINDER,
    RIGID_CONTACT_HULL
} rigid_contact_kind;

typedef struct rigid_contact {
    rigid_contact_kind kind;
    rigid_frame frame;
    double radius;            /* of a sphere, capsule, cylinder */
    rigid_vec3 half;          /* of a box; half.z of a cylinder, and of a capsule without its half balls */
    int count;                /* of a hull: its corners, in the frame */
    const rigid_vec3 *corner;
    double friction, restitution;
} rigid_contact;

/* The half-space normal · p <= offset; the normal is unit. */
typedef struct rigid_ground {
    rigid_vec3 normal;
    double offset, friction, restitution;
} rigid_ground;

/* One point that touches: contact `contact` against `other`, a contact, or where negative ground -1 - other. In world axes: where, the
   normal out of the other, and the force (N) or impulse (N s) on the first. */
typedef struct rigid_touch {
    int contact, other;
    rigid_vec3 point, normal, force;
} rigid_touch;

/* What touches what: the contacts and grounds of a model, whose lists are kept by pointers, the forces between them, and a workspace of
   their own, made in memory of that size, aligned as malloc's. loops: those that close the same model, or null. */
typedef struct rigid_contacts rigid_contacts;
size_t rigid_contacts_size(const rigid_model *model, const rigid_contact *contact, int contacts, const rigid_ground *ground, int grounds,
                           rigid_loops *loops);
rigid_contacts *rigid_contacts_make(const rigid_model *model, const rigid_contact *contact, int contacts, const rigid_ground *ground,
                                    int grounds, rigid_loops *loops, void *memory);

/* The forces that act in what touches at (q, v) under tau: how many points, in *list, which stays until the next call with these
   contacts. RIGID_NOT_CONVERGED: no forces obey Coulomb's law there that were found. Approaching velocities count as zero. */
rigid_status rigid_contacts_forces(rigid_contacts *c, const double *q, const double *v, const double *tau, const rigid_touch **list,
                                   int *count, int *freedom);
/* The least gap of all, negative inside; HUGE_VAL where nothing can meet. *contact is whose, unless null. */
double rigid_contacts_gap(rigid_contacts *c, const double *q, int *contact);

typedef struct rigid_stepper rigid_stepper;

/* Bytes for a stepper of that method, aligned as malloc's, and the stepper made in them: at rest, with the model's own damping. The
   implicit methods take matrices of nv x nv. */
size_t rigid_stepper_size(const rigid_model *model, rigid_method method, bool holds);
rigid_stepper *rigid_stepper_make(const rigid_model *model, rigid_method method, bool holds, void *memory);

/* The state: nq and nv numbers, copied. */
void rigid_stepper_set(rigid_stepper *s, const double *q, const double *v);
/* Whether the stepper has contacts and its last step was accepted and ended in that very state: steps then go on with the forces that
   are known, as long as nothing is set. */
bool rigid_stepper_goes_on(const rigid_stepper *s, const double *q, const double *v);
const double *rigid_stepper_q(const rigid_stepper *s);
const double *rigid_stepper_v(const rigid_stepper *s);
/* The torques held during steps, nv numbers to be written: zeros at first. */
double *rigid_stepper_tau(rigid_stepper *s);
const double *rigid_stepper_torque(const rigid_stepper *s);
/* Who else pushes; null for nobody. */
void rigid_stepper_act(rigid_stepper *s, rigid_action action, void *with);
/* Damping and spring of each number of v, nv numbers each, or null for none, in place of the model's: the forces -damping v -
   stiffness (q - rest), of a spherical joint -stiffness times its rotation vector. They are read at each step. */
void rigid_stepper_damping(rigid_stepper *s, const double *damping);
void rigid_stepper_springs(rigid_stepper *s, const double *stiffness, const double *rest);

/* Of a stepper made with `holds`: dry friction and the range of each number of v, nv numbers each, or null for none, copied; and what part
   of its speed a joint keeps that meets a limit. */
void rigid_stepper_holds(rigid_stepper *s, const double *friction, const double *lower, const double *upper, double restitution);
/* That part alone. */
void rigid_stepper_restitution(rigid_stepper *s, double restitution);
/* The loops that hold: the stepper keeps the pointer, and closes them after each step. Null for none. */
void rigid_stepper_close(rigid_stepper *s, rigid_loops *loops);
/* The state brought to one that the loops allow, where it is none: q to where they close (rigid_loops_assemble), and v to what keeps them
   so, by the least kinetic energy. How far open they were (m, rad), and are; and how fast they would have opened. */
typedef struct rigid_closing {
    double open, left, speed;
} rigid_closing;
rigid_closing rigid_stepper_assemble(rigid_stepper *s);
/* Whether the loops do not close: behind the step that was refused with RIGID_NOT_CONVERGED, or where they were to be assembled. */
bool rigid_stepper_torn(const rigid_stepper *s);
/* What touches: the stepper keeps the pointer. While nothing does, steps are the method's own, up to the moment when something meets;
   there impulses act, by Poisson's law. While something touches, a step is the method's without contacts, limits and dry friction,
   then the impulses of all these at once, so that velocities obey them at its end. Null for none. */
void rigid_stepper_touch(rigid_stepper *s, rigid_contacts *contacts);
/* How many points can touch at most. */
int rigid_contacts_most(const rigid_contacts *c);
/* After a step was accepted: what touched in it, with the mean forces; and, where it ended by an impact, what was struck, with impulses. */
int rigid_contacts_touching(const rigid_contacts *c, const rigid_touch **list);
int rigid_contacts_struck(const rigid_contacts *c, const rigid_touch **list);
/* How far the last step's impulses were from all laws, m/s; the most iterations that one of its problems took, Newton's rounds among them;
   and whether the last impact was not thrown back because the body would have returned within a step. */
double rigid_contacts_residual(const rigid_contacts *c);
int rigid_contacts_iterations(const rigid_contacts *c);
bool rigid_contacts_settled(const rigid_contacts *c);
/* Whether that is why a step was refused with RIGID_NOT_CONVERGED: no impulses were found that obey all laws. */
bool rigid_contacts_unsolved(const rigid_contacts *c);

/* How long the step tried is: shorter than asked for where a freedom stops, slips or meets a limit; such a one must be accepted before
   the next. */
double rigid_stepper_size_tried(const rigid_stepper *s);
bool rigid_stepper_ends_a_mode(const rigid_stepper *s);
/* Once the acceleration at the state is known: whether something that stood is let go there by forces that have changed at once since
   the step before, rigid_stepper_happened saying what. */
bool rigid_stepper_lets_go(const rigid_stepper *s);
/* Once such a step was accepted: what happened to number k of v, and where it met a limit the impulse that it took from there. Who stops may
   be held by friction from then on, or go on in the other direction; who was held goes, or leaves
   the limit that it stood at. */
typedef enum rigid_happening {
    RIGID_HAPPENED_NOTHING,
    RIGID_HAPPENED_LOWER,
    RIGID_HAPPENED_UPPER,
    RIGID_HAPPENED_STOP,
    RIGID_HAPPENED_GO,
    RIGID_HAPPENED_LEAVE
} rigid_happening;
rigid_happening rigid_stepper_happened(const rigid_stepper *s, int k, double *impulse);

/* Forces have changed otherwise than by these calls: what is known of the acceleration at the state is no longer true. */
void rigid_stepper_forget(rigid_stepper *s);

/* The acceleration at the state: nv numbers that stay until the next call. */
rigid_status rigid_stepper_acceleration(rigid_stepper *s, double t, const double **a);
/* Whether rigid_stepper_pace goes over a singular configuration, at which there is none, where joints are damped. */
bool rigid_stepper_may_leap(const rigid_stepper *s);

/* How stiff damping and springs are at the state: the fastest rate at which damping takes a speed away, in 1/s, the highest
   angular frequency of springs, in rad/s; and the number of v that does most in the larger of them: to be held against
   rigid_method_stability. */
rigid_status rigid_stepper_stiffness(rigid_stepper *s, double *rate, double *frequency, int *worst);

/* What torques, wrenches, damping and dry friction did on the way from where the state was set, J, by the method's own quadrature;
   springs are not counted, which have potential energy. And what was lost where freedoms met their limits. */
double rigid_stepper_work(const rigid_stepper *s);
double rigid_stepper_lost(const rigid_stepper *s);

/* Try a step of h from the state at t. RIGID_NOT_FINITE, RIGID_SINGULAR: with the number of v at fault in rigid_stepper_bad.
   RIGID_NOT_CONVERGED: the midpoint's equations, h is too large. */
rigid_status rigid_stepper_step(rigid_stepper *s, double t, double h);
/* How long steps are: with a tolerance, as long as the error that the method estimates stays below it; without, or of a method
   that estimates none, as long as they may be; rk4 where loops hold: as long as the energy is kept. `next` is the size to be tried first. */
typedef struct rigid_pace {
    double tolerance, next, before;
    double whole, leap, leapt; /* the longest step asked for; the last leap over a singular configuration, and where it ended */
    long steps, refused;
} rigid_pace;
rigid_pace rigid_pace_begin(double tolerance, double h);
/* Try steps from t, none longer than `most`, until one will do: rigid_stepper_size_tried. RIGID_NOT_CONVERGED where it would become
   too short to move the time, with the number of v that has the largest error in rigid_stepper_worst; others as rigid_stepper_step. */
rigid_status rigid_stepper_pace(rigid_stepper *s, rigid_pace *pace, double t, double most);

/* Where the step tried ends. */
const double *rigid_stepper_new_q(const rigid_stepper *s);
const double *rigid_stepper_new_v(const rigid_stepper *s);
/* Of a method with an estimate (rkmk45, implicit): the largest error of the step tried, each number's over 1 + its size; and
   the number of v that has it. Zero for the others. */
double rigid_stepper_error(const rigid_stepper *s);
int rigid_stepper_worst(const rigid_stepper *s);
int rigid_stepper_bad(const rigid_stepper *s);
/* How near the loops came to a singular configuration in all steps accepted, of which it is 0: their condition where it was least, as a part of
   where it was most; 1 without loops. And when that was. */
double rigid_stepper_singular(const rigid_stepper *s, double *t);
/* The step tried becomes the state. */
rigid_status rigid_stepper_accept(rigid_stepper *s);

#ifdef __cplusplus
}
#endif

#endif
