/* Steps of a batch by explicit methods, a stage at a time for all rows, where nothing but torques, damping and springs acts: of models whose
   numbers are numbers, without quaternions, limits, dry friction, loops and contacts. What the steppers (motion.h) do there, so. */
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
} rigid_motion_batch;

/* Whether the model is such a one. */
bool rigid_motion_is_plain(const rigid_model *model);
size_t rigid_motion_scratch(const rigid_model *model);
/* A tick of h of `count` rows, which are changed. One that is no longer finite stays so. */
void rigid_motion_step(const rigid_motion_batch *m, double *q, double *v, int count, double h, void *scratch);

#endif
