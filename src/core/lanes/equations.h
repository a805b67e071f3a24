/* The equations of samples by registers of states, for sums of their products: of each state and each freedom the ten numbers of the links
   that it carries, and its torque. Eight states are a group, whatever the processor's registers are, so that every sum is of the same
   numbers in the same order. */
#ifndef RIGID_LANES_EQUATIONS_H
#define RIGID_LANES_EQUATIONS_H

#include "batch.h"

enum { RIGID_GROUP = 8, RIGID_SUMS_BEYOND = 4 };

/* Where the numbers of a group stand, eight of each: first ten for each `slot`, which is a link and a number of v that moves it; then the
   torques, by number of v. */
typedef struct {
    int slots;
    int *way;   /* of each body with a link, and each freedom that carries it on the way to the root: its slot; ~slot, where joints that follow
                   each other add up in one */
    size_t apart; /* of one group from the next, in numbers */
} rigid_sums_layout;

/* Bytes of scratch for the equations of a batch, of any alignment. */
size_t rigid_lanes_equations_scratch(const rigid_model *model);
/* The groups of rows first to last - 1, of which what is missing is zeros; all multiplied by weights of the freedoms, or null. */
void rigid_lanes_equations(const rigid_batch *batch, const double *tau, const double *weights, int first, int last, const rigid_sums_layout *at,
                           double *Y, void *scratch);
/* The 10 x 10 sums over groups and pairs of slots of y yᵀ, and RIGID_SUMS_BEYOND more; `pairs`: where those of each begin. Of a link with itself
   what is above the diagonal is there. */
void rigid_lanes_products(const double *Y, size_t apart, int groups, const int *pairs, int count, double *out);
/* The same of the ten numbers y and one t. */
void rigid_lanes_right_sides(const double *Y, size_t apart, int groups, const int *pairs, int count, double *out);

#endif
