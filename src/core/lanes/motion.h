/* Steps of a batch by explicit methods, a stage at a time for all rows: of models whose numbers are numbers, without quaternions, loops and
   contacts. Dry friction acts as the torque of what slips; what stands, or is at a limit, is held, while the force that this takes is within
   its bounds at both ends of the tick. A row in which something begins to move, stops, or comes to a limit within the tick is left alone, for
   a stepper to take. What the steppers (motion.h) do in the others, so. */
#ifndef RIGID_LANES_MOTION_H
#define RIGID_LANES_MOTION_H

#include "batch.h"

enum { RIGID_MOTION_ROWS = 64 }; /* at a time, at most */

typedef struct {
    const rigid_model *model;
    bool euler;                         /* semi-implicit, else the classical method of fourth order */
    const double *damping;              /* of each freedom, or null; springs are the model's */
    const double *tau;                  /* rows held, or null */
    const double *kp, *kd;              /* with these, rows more of kp (q_ref - q) + kd (v_ref - v); or null */
    const double *q_ref, *v_ref;        /* v_ref: null for rest */
    bool computed;                      /* those as accelerations */
    const double *friction, *lower, *upper; /* of each freedom, or null */
} rigid_motion_batch;

/* Whether the model is such a one. */
bool rigid_motion_is_plain(const rigid_model *model);
size_t rigid_motion_scratch(const rigid_model *model);
/* A tick of h of `count` rows, which are changed but for those that are left alone: alone[row] says which. One that is no longer finite stays
   so. */
void rigid_motion_step(const rigid_motion_batch *m, double *q, double *v, int count, double h, bool *alone, void *scratch);

#endif
