/* The sums of least squares over the regressors of a batch: YᵀWY, YᵀWτ and τᵀWτ, in memory that does not grow with the samples. A row of
   Y has numbers only at the links that its freedom carries; no others are touched. */
#ifndef RIGID_SUMS_H
#define RIGID_SUMS_H

#include "batch.h"

/* Bytes of scratch, aligned as malloc's. */
size_t rigid_sums_scratch(const rigid_model *model);
/* Adds the samples of a batch of kind REGRESSOR, all of whose rows are sound and whose results need no place: to the columns x columns
   matrix N, which is symmetric, and to the vector b. tau: a row of nv numbers each. weights: by which each freedom's equations are
   multiplied, or null. square: what comes to τᵀWτ is added. Before each block of samples is_unwanted(of) is asked, unless it is null: where
   it says so the answer is false, and N, b and square are as they were. */
bool rigid_sums_add(const rigid_batch *batch, const double *tau, const double *weights, double *N, double *b, double *square,
                    bool (*is_unwanted)(const void *of), const void *of, void *scratch);

#endif
