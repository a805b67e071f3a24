/* A stepper's insides: the state, what acts on it, and the stages of a step in the tangent space at the state. Each method is a row
   in the file of its step, a function that leaves the end of a step from (t, q, v) in new_q and new_v; it reads acc[0], the
   acceleration at the state, which is computed once however often a step is tried. */
#ifndef RIGID_STEPPER_H
#define RIGID_STEPPER_H

#include "../../../include/rigid/motion.h"
#include "../tree/workspace.h"
#include "rows.h"
#include "tangent.h"

enum { RIGID_STAGES_MAX = 7 };
enum { RIGID_WAYS = 3 }; /* in which a freedom's mode may end */
/* Of the error of the order below, of that taken while something touches. */
#define RIGID_OWN_PART 0.01

/* What a method says of itself. */
typedef struct rigid_method_row {
    rigid_status (*step)(rigid_stepper *s, double t, double h);
    int order, estimate; /* of the estimate of its error; 0: it has none */
    int stages;          /* accelerations that it keeps */
    bool last_known;     /* the last of them stands at the new state */
    bool square;         /* it takes matrices */
    bool watched;        /* where loops hold, its tolerance is of the energy that a step misses */
    bool damps;          /* damping and springs act as they are at the end of the step */
    double tolerance;    /* to which it is mostly asked to estimate */
    rigid_stability calm;
} rigid_method_row;

#define RIGID_METHOD_ROW(METHOD, name) extern const rigid_method_row rigid_method_##name;
RIGID_METHOD_LIST(RIGID_METHOD_ROW)
#undef RIGID_METHOD_ROW

/* The power of what acts but springs, and that of contacts; or what they do in a time. */
typedef struct rigid_power {
    double applied, pulled;
} rigid_power;

/* Each number of v, where there are holds (holds.h). */
typedef struct rigid_hold {
    double friction, lower, upper; /* of its range as it stands; infinite where it has none */
    double least, most;            /* as it was said: what begins outside is bound to go no farther out */
    int at_q;                      /* its number in q, or -1 where that does not simply add */
    int slips;                     /* the sign of the way in which it slips, or 0 */
    bool held, was_held; /* now; at the choice before */
    bool event;  /* its mode ends with the step tried */
    bool leaves; /* it stands at a limit, and is too fast away from it to be back within a step of ordinary forces */
    double lo, hi; /* of the force that holds it */
    rigid_happening happened;
    double impulse;
} rigid_hold;

struct rigid_stepper {
    const rigid_model *model;
    rigid_workspace *ws;
    const rigid_method_row *method;
    rigid_action action;
    void *with;
    const double *damping, *stiffness, *rest; /* by v, or null */
    double *q, *v, *new_q, *new_v;
    double *tau, *total;   /* held; all that acts */
    rigid_force *external; /* by body */
    double *pushed;        /* what external wrenches do to each number of v */
    double *theta;         /* where a stage or the end of the step is, from q */
    double *acc[RIGID_STAGES_MAX], *rate[RIGID_STAGES_MAX];
    bool known;  /* acc[0] is the acceleration at the state */
    bool linear; /* H, dq and dv are those of the state with that acceleration */
    rigid_power power[RIGID_STAGES_MAX]; /* at each acceleration kept */
    rigid_power power_now, new_work;     /* new_work: of the step tried */
    double work, lost;
    const double *pull; /* generalized, at the state: what the contacts of the step before go on doing, while something touches; or null */
    double *pulled;     /* the same elsewhere */
    const double *leeway; /* by how much they changed v otherwise in the step before; null where none is known, or with `pull` */
    double *off;          /* by v, where none is: the errors that are judged when that of this step is */
    bool flat; /* all numbers simply add */
    double error, tolerance; /* of a step: what is estimated; what is asked for, or 0 */
    int worst, bad;
    int full; /* so many steps of the full order come before a lower one is tried */
    bool leaps;  /* steps are tried as leaps over a singular configuration (pace.c) */
    double leap; /* the length of the last step, where it was one; else 0 */
    /* of the implicit methods */
    double *H, *dq, *dv, *matrix; /* nv x nv: the mass matrix, ∂τ/∂q, ∂τ/∂v, and what is solved */
    double *momentum, *rest_of, *mean; /* nv */
    int *pivot;
    struct rigid_loops *loops; /* of the model, or null */
    double cut;                /* of their rows */
    int rank;                  /* the most of them that counted */
    bool torn;                 /* they do not close */
    double liveliest;          /* the most kinetic energy since the state was set, where energy is watched */
    double singular, regular, time_singular; /* the least and the most of their condition, and when it was least */
    double time;               /* at which the step tried begins */
    struct rigid_contacts *contacts; /* likewise */
    /* of what may be held, or null */
    rigid_hold *hold;
    int held;          /* how many are */
    bool *held_flags; /* which */
    double restitution;
    double most, usual; /* size of steps asked for, whatever the method makes of it */
    double asked, size; /* of the step tried: shorter than asked for where a mode ends */
    bool events;
    bool lets_go; /* at the state, and no event said so */
    bool beyond; /* some freedom is outside its range */
    double *mass, *L, *load, *answer;           /* H and its factors; the right side; the solution */
    double *reaction;                           /* of what is held, where rigid_holds_accelerate has just been */
    double *ahead;           /* the acceleration at the end of the step tried, where something is held */
    rigid_power power_ahead; /* its power */
    double *left, *left_before, *left_behind, *left_aside; /* of each mode in each way to end, at the ends of steps tried */
    double grasp; /* rad or m, rad/s or m/s: what is as near to a limit, or as slow, at an event counts as there, or as standing */
    double force; /* the largest of those that act, which says what is rounding of them */
};

/* a = acceleration at (t, q, v), all forces counted. */
rigid_status rigid_accelerate(rigid_stepper *s, double t, const double *q, const double *v, double *a);
/* The rows of s->loops at the state, factored, without what is held. */
rigid_status rigid_stepper_factor_loops(rigid_stepper *s);
/* s->total = the forces that act at (t, q, v) but for gravity, velocity products and s->external, which it fills. */
rigid_status rigid_act(rigid_stepper *s, double t, const double *q, const double *v);
/* out = Σ w[i] h power[i] of the first `count`. */
rigid_power rigid_stepper_work_of(const rigid_stepper *s, double h, const double *w, int count);
/* The method's step, whatever modes end in it. */
rigid_status rigid_stepper_smooth(rigid_stepper *s, double t, double h);
/* After a smooth step of h: it ends with the first mode that ends in it. */
rigid_status rigid_stepper_cut(rigid_stepper *s, double t, double h);
/* acc[0] is known, or is made so. */
rigid_status rigid_stepper_begin(rigid_stepper *s, double t);
/* The configuration q moved by s->theta, into out: RIGID_NOT_FINITE where that or v is not finite. */
rigid_status rigid_stepper_place(rigid_stepper *s, const double *v, double *out);
/* The largest of |error[k]| / (1 + |x[k]|) against s->error; of what contacts change by more than
   is tolerated, by 0.3 by_v of that: what they do is known no better. */
void rigid_stepper_judge(rigid_stepper *s, double error, double x, double by_v, int k);
/* Those of s->off against s->error, by what contacts changed in this step. */
void rigid_stepper_judge_off(rigid_stepper *s, const double *leeway);

#endif
