/* The algorithms over registers of states, and the memory that each takes, of any alignment. */
#ifndef RIGID_OVER_KERNELS_H
#define RIGID_OVER_KERNELS_H

#include "../batch.h"

/* What arrays take for each body and for each freedom, in numbers: those of any state, and of each algorithm. */
enum { RIGID_LANES_BODY = 22, RIGID_LANES_DOF = 6, RIGID_LANES_ID_BODY = 24, RIGID_LANES_FD_BODY = 57, RIGID_LANES_FD_DOF = 7,
       RIGID_LANES_HD_DOF = 10, RIGID_LANES_MM_BODY = 12, RIGID_LANES_MM_DOF = 13, RIGID_LANES_RG_BODY = 23, RIGID_LANES_DV_BODY = 52,
       RIGID_LANES_DV_DOF = 24 };
/* And how many arrays there are at most, each of which begins a line. */
enum { RIGID_LANES_ARRAYS = 24 };
/* What is read or written beyond the numbers of q, v, a, what moves, and three results. */
enum { RIGID_LANES_BEYOND = 7 * 8 };

/* Pairs of a freedom and itself or one that carries it, and one more. */
size_t rigid_lanes_pairs(const rigid_model *model);
/* Numbers of a regressor that may be other than zero, and one more; 0 where they are too many to be kept for a register of states. */
size_t rigid_lanes_tens(const rigid_model *model);

void rigid_lanes_inverse_dynamics(const rigid_batch *batch, int first, int last, void *scratch);
void rigid_lanes_forward_dynamics(const rigid_batch *batch, int first, int last, void *scratch);
void rigid_lanes_held_dynamics(const rigid_batch *batch, int first, int last, void *scratch);
void rigid_lanes_mass_matrix(const rigid_batch *batch, int first, int last, void *scratch);
void rigid_lanes_regressor(const rigid_batch *batch, int first, int last, void *scratch);
void rigid_lanes_derivatives(const rigid_batch *batch, int first, int last, void *scratch);

#endif
