/* All contacts of a model together: where they come near at a configuration, and one problem of impulses (admm.h) for what touches,
   joints at their limits, joints with dry friction, and loops:

       v' = v + M⁻¹ Jᵀ (x - x0),   z = J v',   x in K, z + s(z) in K*, at right angles

   x0 is what of x is in v already. M = H, or with damping where the method takes that implicitly. With M = LᵀDL, the rows of J
   through half of that make G = BᵀB. Loops have nothing to choose: what of the other rows they hold is taken out first, by rank, and
   their own impulses follow (contact_loops.c). */
#ifndef RIGID_CONTACTS_H
#define RIGID_CONTACTS_H

#include "admm.h"
#include "bounded.h"
#include "contact_shapes.h"
#include "stepper.h"

/* Two contacts, or a contact and ground -1 - b. */
typedef struct rigid_pair {
    int a, b;
    double friction, restitution;
} rigid_pair;

/* A point that may touch. */
typedef struct rigid_contact_point {
    rigid_nearest at;
    int pair;
    bool active;       /* it has rows */
    v3 force, lean;    /* N; velocity and shift of the solver: of the step before, in world axes */
} rigid_contact_point;

typedef struct rigid_point_list {
    int count;
    rigid_contact_point *point;
} rigid_point_list;

struct rigid_contacts {
    const rigid_model *model;
    rigid_workspace *ws;
    rigid_loops *loops;
    const rigid_contact *contact;
    const rigid_ground *ground;
    int contacts, grounds, pairs, points_max, rows_max;
    rigid_pair *pair;
    bool *used;            /* by moving body: it has contacts, or carries one that has */
    rigid_transform *pose; /* of those, at the configuration last looked at */
    rigid_transform *at;   /* by contact, its frame there */
    int *path;             /* by moving body that has contacts: how many freedoms are on the way to it, and which */
    double *columns;       /* 6 x nv: how each freedom moves at the world's origin, in its axes; or where joints follow others, the Jacobian of
                              one body */
    const double *q;       /* where columns are made */
    int columns_of;        /* of which body they are; 0: of all; -1: of none */
    rigid_point_list here, there, end; /* at the state; where the step tried has its rows; at its end */
    bool found;                        /* `here` is that of the state */
    bool foreseen;                     /* forces of the step before are known, or likely */
    bool ended;                        /* the state is that in which a step ended */
    bool measured;                     /* `change` is of a step */
    bool accelerated;                  /* the acceleration at the state under those forces is known */
    bool pressed;                      /* the step tried is one with rows */
    bool meets;                        /* it ends where something meets */
    /* the problem */
    int rows, blocks, limits; /* limits: the first block of those */
    int bounded;              /* rows of which impulses are bounded: the first, all but those of loops */
    rigid_block *block;
    int *of;  /* by block: the point, or freedom, or -1 - that at its upper limit */
    double *J, *B, *G, *g, *x, *x0, *z, *M;
    double *all; /* by row: of what g is the sum, the sum of the sizes */
    double *C, *free_G, *free_g; /* of the bounded rows, what loops leave: columns, matrix, velocities; without loops G and g are meant */
    rigid_qr left;               /* those columns, factored */
    int left_rows;               /* of which they are now: as many as their rank, and one for each, by which it yields */
    double *left_size, *left_y;  /* how long they were; the motion that is left */
    rigid_qr some;               /* of some of them */
    double *push, *start_v, *by_x; /* nv: M⁻¹Jᵀ of something */
    double *moved;                 /* nq */
    double *taken, *change;        /* nv: impulses of a step beside those of its forces, and what they change of v */
    double *leeway;                /* nv: how little is known of velocities, by all that */
    double *halved;                /* nv: of what is taken off */
    double *pull, *next_pull;      /* generalized, of the forces of the step before */
    double *trend, *last_trend;    /* how those change in time, and did */
    double *more;                  /* what they are expected to have more in the step tried */
    double *acts;                  /* both together */
    double since;                  /* s: how long the step was of which they are the mean */
    bool followed;                 /* a step before that is known, too */
    double gained;                 /* J: what all that holds did in the step tried */
    double liveliest;              /* J: the most kinetic energy at the end of a step */
    bool fed, doubted;             /* the step tried has energy from nowhere; the forces of before were doubted for that */
    void *scratch;
    int iterations; /* the most that one problem of the step took */
    double rho, residual, noise, nothing; /* m/s: what rounding leaves of g; what is too slow to count */
    rigid_admm_report report;
    /* the forces in the step before and in that tried: by freedom of dry friction and of limits, by row of loops */
    double *rubbed, *stopped, *joined, *next_rubbed, *next_stopped, *next_joined;
    rigid_touch *touch, *strike; /* of the step last accepted */
    int touched, struck;
    bool settled;
    bool unsolved; /* no impulses were found */
    int soon; /* events that came one soon after another */
};

/* The point of a block, or its freedom, at whichever limit. */
static inline int rigid_contacts_of(const rigid_contacts *c, int block) { return c->of[block] < 0 ? -1 - c->of[block] : c->of[block]; }

enum { RIGID_CONTACT_ITERATIONS = 3000 };
#define RIGID_CONTACT_EXACTNESS 1e-12 /* of the speeds at hand */

/* Nearer than this counts as touching, m (and rad of limits). */
#define RIGID_TOUCHING 1e-9
/* m/s: too slow to count, as what steps leave that are too short to move anything. */
#define RIGID_NO_SPEED 1e-15
/* m/s: what approaches more slowly is not struck, but left to the step. */
#define RIGID_SLOW 1e-6
#define RIGID_LOOP_SPEED 1e-12 /* that loops alone may be left with */
/* Of a state that somebody gives, whose numbers may be rounded. */
#define RIGID_NEAR 1e-6

/* All points at q, none active, forces zero; poses are kept, and so are columns, where rows will be asked for. */
void rigid_contacts_find(rigid_contacts *c, const double *q, rigid_point_list *out);
void rigid_contacts_find_for_rows(rigid_contacts *c, const double *q, rigid_point_list *out);
/* Three unit vectors, the normal last. */
void rigid_contact_axes(v3 n, v3 axes[3]);
/* Rows of the velocity of the first against the second at point p, along three directions: 3 x nv. */
void rigid_contact_rows(rigid_contacts *c, const rigid_contact_point *p, const v3 *d, double *J);
/* The same of a motion, v of all bodies being known by v. */
v3 rigid_contact_velocity(rigid_contacts *c, const double *q, const double *v, const rigid_contact_point *p);

/* Two points that push each other off the ground can change places for ever, each time for a shorter while, and so can joints at their limits:
   where events come soon one after another, what is a little off counts as touching. */
#define RIGID_MOST_OFF 1e-5
static inline double rigid_contacts_reach(const rigid_contacts *c) { return fmin(RIGID_MOST_OFF, ldexp(RIGID_TOUCHING, c->soon)); }

/* A freedom stands at a limit of its, or as near as `reach`. */
static inline bool rigid_at_lower(const rigid_hold *f, const double *q, double reach) { return f->at_q >= 0 && q[f->at_q] <= f->lower + reach; }
static inline bool rigid_at_upper(const rigid_hold *f, const double *q, double reach) { return f->at_q >= 0 && q[f->at_q] >= f->upper - reach; }

/* Which freedoms have rows beside the points; null lists have none. */
typedef struct rigid_row_choice {
    const rigid_hold *hold; /* limits and friction by freedom, or null */
    const double *q;        /* at which a freedom may stand at a limit */
    double time;            /* in which forces act: 0 for impulses, of which friction has none */
} rigid_row_choice;

/* Rows for the active points of the list at q, then limits, friction, loops; M factored, B and G made. Keep until
   rigid_contacts_done. */
rigid_status rigid_contacts_set_up(rigid_contacts *c, const double *q, rigid_point_list *list, rigid_row_choice choice,
                                   const double *damping, const double *stiffness, double h, int *freedom);
/* out = Jᵀ x */
void rigid_contacts_pull(const rigid_contacts *c, const double *x, double *out);
/* out += M⁻¹ Jᵀ x */
void rigid_contacts_push(rigid_contacts *c, const double *x, double *out);
/* g = J (v - M⁻¹p), with p halved by M, or null */
void rigid_contacts_aim(rigid_contacts *c, const double *v, const double *halved);
rigid_status rigid_contacts_solve(rigid_contacts *c, double tolerance);
void rigid_contacts_done(rigid_contacts *c);
/* Where there are loops: of rows that move with g, those whose impulses are bounded while loops are stopped; and what loops have to give for
   that beside impulses x of those, behind them. */
void rigid_contacts_untie(rigid_contacts *c, const double *g, double *out);
void rigid_contacts_tie(rigid_contacts *c, const double *g, double *x);
/* The matrix of the bounded rows. */
static inline const double *rigid_contacts_free(const rigid_contacts *c) { return c->loops ? c->free_G : c->G; }
/* What is left to the bounded rows: c->free_G from B, c->free_g from c->g. */
void rigid_contacts_free_rows(rigid_contacts *c);
void rigid_contacts_free_velocities(rigid_contacts *c);
/* Of rows of which no more than this part is left beside others, it is better not to close them: they jam. */
#define RIGID_NEARLY_JAMMED 1e-2
/* x: by how much so many of the bounded rows are to move; in its place the least that moves them so, as far as they can together. */
void rigid_contacts_close_left(rigid_contacts *c, int count, const int *rows, double *x);
/* The same as a problem of least squares, where nothing touches. */
rigid_bounded_problem rigid_contacts_bounded(rigid_contacts *c, double tolerance);

/* The forces that the impulses x are in h, of the points of the list, to which its blocks belong, and of all else; and what of them is
   taken over by the next step. */
void rigid_contacts_note(rigid_contacts *c, rigid_point_list *list, double h);
void rigid_contacts_take_over(rigid_contacts *c, const double *q0, const double *q, double h);
/* c->acts: what they are expected to be in a step of h, as they were or as they changed. */
void rigid_contacts_expect(rigid_contacts *c, double h, bool follows);
/* Of a state of which no step before is known: the forces that velocities at the end of this one ask for, by what is there at its
   beginning. Where there are none, none. */
rigid_status rigid_contacts_foresee(rigid_stepper *s, double t, double h);

/* The state is another one than was known; or the forces that go on there are. */
void rigid_contacts_forget(rigid_contacts *c);
void rigid_contacts_forget_forces(rigid_contacts *c);
/* The step of a stepper that has contacts, and what follows its acceptance. */
rigid_status rigid_contacts_step(rigid_stepper *s, double t, double h);
rigid_status rigid_contacts_accept(rigid_stepper *s);
/* Impulses at the state, where what touches approaches. */
rigid_status rigid_contacts_strike(rigid_stepper *s);
/* Of dry friction: its force is within its bounds, and not at one of them but for rounding, where it slips. */
bool rigid_sticks_within(const rigid_block *b, double x);
/* From where the method's step ends. *again: some rows are left out from now on, and all is to be done anew. */
rigid_status rigid_contacts_land(rigid_stepper *s, double t, double h, bool *again);
/* Springs are taken implicitly, by Euler's step. */
static inline bool rigid_by_once(const rigid_stepper *s) { return s->method->damps && s->stiffness; }
/* theta, the way that positions still go, takes what is closed to where it is closed, as nearly as its gap is known. */
void rigid_contacts_close_gaps(rigid_stepper *s, double *theta);
/* What begins deeper inside, or where rows contradict each other, is pushed out so far in a step; and no freedom moves farther for it, m and rad. */
#define RIGID_FARTHEST 1e-4
#define RIGID_LONGEST 1e-3
/* The way of all freedoms by the multipliers x of all rows, and how far the farthest goes. */
double rigid_contacts_way(rigid_contacts *c, const double *x, double *way);
typedef struct {
    int count, *rows;  /* those that are pressed; a list of all, and behind it room for another */
    const double *gap; /* by row */
    double *scratch;   /* two numbers by row */
} rigid_closing_rows;

/* The way that closes loops, and of rows that may jam as many as can be. */
void rigid_contacts_close_jammed(rigid_stepper *s, const double *theta, rigid_closing_rows of, double *way);
/* The speed of a rebound below which a body would come back within a step, or cannot be told from one that stays. */
double rigid_least_rebound(const rigid_stepper *s);
/* Points of c->here that count as touching become active: how many. */
int rigid_contacts_activate(rigid_contacts *c);

#endif
