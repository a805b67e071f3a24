/* How rows of matrices go on, by steppers of one compiled model, one for each thread. */
#ifndef RIGID_BIND_BATCH_COURSE_H
#define RIGID_BIND_BATCH_COURSE_H

#include "batch_threads.h"
#include "model.h"

typedef struct {
    rigid_model *own; /* with the parameters of a row; null where all have the model's */
    rigid_stepper *stepper;
    rigid_workspace *ws; /* of policies, with what they want and their torques, nv numbers each */
    double *want, *tau;
    double *inverse; /* of the mass matrix */
    void *stages; /* of rows that step together */
    int row, last, tick; /* where it stands in the rows that it has taken, and in time; and within a tick: */
    bool within;
    double t;
    rigid_pace pace;
} rigid_motion_worker;

typedef struct {
    const void *what;
    const rigid_compiled *block;
    bool holds, damped;
    bool together; /* rows step together, a stage at a time, but for those in which something stops or comes to a limit */
    double *friction, *lower, *upper; /* of each freedom; null where nothing holds it */
    rigid_method method;
    int threads;
    bool begun; /* a course, of which these are the rows that no one has taken */
    rigid_part part[RIGID_MOST_THREADS];
    rigid_motion_worker worker[RIGID_MOST_THREADS];
} rigid_motions;

/* kp (q_ref - q) + kd (v_ref - v), of nv numbers each, as torques besides those given; or as accelerations, for which the torques
   are computed by the model itself, not by the parameters of a row. */
typedef struct {
    const double *kp, *kd, *q_ref, *v_ref; /* rows of the references; v_ref: null for rest */
    bool computed;
} rigid_policy;

/* From tick `from`, so many ticks of dt, none beyond `until`; of the rows for which `which` has that number, or of all. */
typedef struct {
    rigid_motions *motions;
    double *q, *v;
    const double *tau, *parameters, *which;
    const rigid_policy *policy;
    double dt, until, tolerance, number;
    int from, ticks, rows;
    double late; /* the time at which a thread leaves off, in s */
} rigid_course;

/* The time at which a call that begins now leaves off. */
double rigid_course_late(void);
/* Have the rows of a course go on, from where they are in it; whether all are at its end. */
bool rigid_course_go(rigid_course *course, rigid_workers *workers);

#endif
