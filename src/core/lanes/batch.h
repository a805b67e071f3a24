/* An algorithm over a batch: matrices with a state in each row, row after row in memory, and a row of results for each. What
   comes out of a row depends on that row alone, to the last bit: not on its neighbours, nor on which rows a call is asked for,
   nor on how wide the processor's registers are. So threads may share a batch, each with rows and a scratch of its own.

   A row that the single call would refuse, for a number that is not finite, a quaternion of zeros or a freedom that moves no
   inertia, comes out as NaN, all of it. */
#ifndef RIGID_BATCH_H
#define RIGID_BATCH_H

#include "../tree/model.h"

/* What is computed, how many arrays that takes of q, v and (a or tau), and how many it gives. */
#define RIGID_BATCH_LIST(X)                                                                                            \
    X(INVERSE_DYNAMICS, 3, 1)                                                                                          \
    X(FORWARD_DYNAMICS, 3, 1)                                                                                          \
    X(BIAS_FORCES, 2, 1)                                                                                               \
    X(MASS_MATRIX, 1, 1)                                                                                               \
    X(POSES, 1, 1)                                                                                                     \
    X(JACOBIAN, 1, 1)                                                                                                  \
    X(COM, 1, 1)                                                                                                       \
    X(ENERGIES, 2, 1)                                                                                                  \
    X(REGRESSOR, 3, 1)                                                                                                 \
    X(INVERSE_DYNAMICS_DERIVATIVES, 3, 3)

typedef enum {
#define RIGID_BATCH_ENUM(KIND, takes, gives) RIGID_BATCH_##KIND,
    RIGID_BATCH_LIST(RIGID_BATCH_ENUM)
#undef RIGID_BATCH_ENUM
        RIGID_BATCH_KINDS
} rigid_batch_kind;

extern const int rigid_batch_takes[RIGID_BATCH_KINDS], rigid_batch_gives[RIGID_BATCH_KINDS];

typedef struct {
    const rigid_model *model;
    rigid_batch_kind kind;
    const double *q, *v, *a;  /* n rows of nq, nv, nv; v, a: null for zeros */
    const double *parameters; /* n rows of ten for each link, in place of the model's; or null */
    const double *moves;      /* of forward dynamics: n rows of nv, 1 of a freedom that moves, 0 of one that is held; or null, where all do */
    rigid_frame frame;        /* of poses and Jacobians */
    double *out[3];           /* n rows each; one may be an input of as many columns. With `moves`, out[1]: the forces that hold, or null */
    bool zeros;               /* whether out holds, in every row, the zeros that no state changes (rigid_batch_leaves_zeros): they are not written then.
                                 In a row that is refused they do not stand. */
    bool *refused;            /* becomes true where a row is refused; or null, where nobody asks */
    int n;
} rigid_batch;

/* How many numbers a row of each result has: the nv rows of a regressor one after the other are one. */
size_t rigid_batch_row(const rigid_model *model, rigid_batch_kind kind);
/* Bytes of scratch for whoever computes rows of it, of any alignment. */
size_t rigid_batch_scratch(const rigid_batch *batch);
/* Whether such results are zero in places that the tree alone decides. These are the same for a mass matrix and for derivatives. */
bool rigid_batch_leaves_zeros(const rigid_batch *batch);
/* Computes rows first to last - 1. */
void rigid_batch_compute(const rigid_batch *batch, int first, int last, void *scratch);

/* ---- for those who compute one ---------------------------------------------------------------------------------------- */

/* The same, a state at a time, by the kernels of single calls. */
size_t rigid_rows_scratch(const rigid_batch *batch);
void rigid_rows_compute(const rigid_batch *batch, int first, int last, void *scratch);
/* Whether the single call would take a row: all numbers finite, no quaternion of zeros; and the row of results of one that is refused. */
bool rigid_row_is_sound(const rigid_batch *batch, int row);
void rigid_row_refuse(const rigid_batch *batch, int row);
/* The first row of first to last - 1, counted from 1, that the single call would refuse, or whose torques, nv a row, are not finite; 0: none. */
int rigid_rows_unsound(const rigid_batch *batch, const double *tau, int first, int last);

#endif
