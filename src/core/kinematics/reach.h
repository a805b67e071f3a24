/* Frames of a tree, its com and its loops brought where they are wanted: Levenberg and Marquardt's method on the manifold of q, within
   bounds. A number that rests against its bound and is pushed outward stays; what a step would carry beyond ends there.

   An error is the way that is left, towards which J δ = e: of a frame in its own axes, where the turn is log(Rᵀ R*), whose gradient needs
   no Jacobian of the logarithm, for that keeps e as it is; of the com in the world's; of loops what they are open by.

   Nothing in it knows the size of a robot: freedoms that slide are counted in units of the longest lever or of the farthest target, and the
   damping goes with the length of e and with the longest column, so that metres or millimetres give the same way. [Levenberg 1944;
   Marquardt 1963; Fan & Yuan 2005] */
#ifndef RIGID_REACH_H
#define RIGID_REACH_H

#include "../../../include/rigid/motion.h"
#include "../tree/workspace.h"

typedef enum rigid_reach_kind { RIGID_REACH_FRAME, RIGID_REACH_COM, RIGID_REACH_LOOPS } rigid_reach_kind;
typedef enum rigid_reach_turn { RIGID_TURN_FREE, RIGID_TURN_ROTATION, RIGID_TURN_AXIS } rigid_reach_turn;

typedef struct rigid_reach_target {
    rigid_reach_kind kind;
    rigid_frame F;         /* whose origin is to be at `position`, if it is `placed` */
    bool placed;
    rigid_reach_turn turn; /* to `rotation`; or `axis`, unit, of F, along `direction`, unit, in the world */
    v3 position, axis, direction;
    m3 rotation;
    double place_weight, turn_weight; /* of the rows */
    double off, turned;               /* out: how far it is, m and rad, unweighted; zero where nothing is wanted */
} rigid_reach_target;

/* Of a freedom: the number of q whose rate it is (-1: it has none, or no bounds), its bounds, and whether it is metres. */
typedef struct rigid_reach_freedom {
    int q;
    bool slides;
    double lower, upper;
} rigid_reach_freedom;

typedef struct rigid_reach {
    const rigid_model *model;
    rigid_workspace *ws;
    rigid_loops *loops;                 /* or null */
    int count, rows;                    /* of targets; of their errors */
    rigid_reach_target *target;         /* [count] */
    const rigid_reach_freedom *freedom; /* [nv] */
    double tolerance;                   /* of the worst target */
    /* where the search is */
    double *q, *e, *J, *gradient; /* nq; rows; rows x nv; Jᵀ e */
    double cost, lever;           /* e·e; the longest lever of a freedom that turns */
    double damping, grow;
    int stalled;
    /* room for a step */
    double *columns, *H, *M, *step, *trial_q, *trial_e;
    int *free;
} rigid_reach;

/* How many rows a target has; loops may be null where none is of that kind. */
int rigid_reach_rows(const rigid_reach_target *target, const rigid_loops *loops);
/* Bytes for all the arrays of numbers, and where they are: model, ws, loops, count, rows, target, freedom and tolerance are set. */
size_t rigid_reach_size(const rigid_model *model, int rows);
void rigid_reach_place(rigid_reach *r, void *memory);

/* Errors and Jacobian at q, which is clamped to the bounds. */
void rigid_reach_begin(rigid_reach *r, const double *q);
/* The farthest of all targets, m or rad; infinite where it is no number. */
double rigid_reach_residual(const rigid_reach *r);

typedef enum rigid_reach_state {
    RIGID_REACH_GOES_ON,
    RIGID_REACH_THERE, /* within the tolerance */
    RIGID_REACH_RESTS  /* nothing is gained any more */
} rigid_reach_state;
/* At most so many steps from where it is. */
rigid_reach_state rigid_reach_go(rigid_reach *r, int steps);

#endif
