/* Can a body have this inertia? Exactly when mass is positive and its second moment about the com,
   Σ_c = ½ tr(I_c) 1 - I_c = ∫ρ x xᵀ, has no negative eigenvalue: that one test says positive moments and the triangle
   inequality too. Tolerances are relative, so that a body is judged alike in grams and in tons, near the frame and far
   from it. [Traversaro et al. 2016; Wensing, Kim, Slotine 2018] */
#ifndef RIGID_VALIDITY_H
#define RIGID_VALIDITY_H

#include "inertia.h"

typedef enum rigid_flaw {
    RIGID_SOUND,
    RIGID_FLAW_NOT_FINITE, /* a NaN or an infinity among the ten numbers, or overflow on the way */
    RIGID_FLAW_NEGATIVE_MASS,
    RIGID_FLAW_MASSLESS, /* mass zero, but not all else */
    RIGID_FLAW_NEGATIVE_SPREAD,
} rigid_flaw;

typedef struct {
    rigid_flaw flaw;
    double tolerance;   /* how far below zero rounding alone may take a spread */
    v3 spread;          /* eigenvalues of Σ_c, ascending, kg m² */
    m3 axes;            /* their axes, columns */
    v3 moments;         /* principal moments about the com, ascending */
    sym3 nearest;       /* I_c with the negative spreads clipped to zero */
    double change;      /* how much that changes I_c, relative (Frobenius) */
} rigid_verdict;

/* How far below zero rounding alone may take an eigenvalue of Σ_c. */
double rigid_inertia_spread_tolerance(const rigid_inertia *M);

rigid_verdict rigid_inertia_judge(const rigid_inertia *M);
/* The same for a rotational inertia alone, taken as central. */
rigid_verdict rigid_rotational_inertia_judge(sym3 I);
/* mass >= 0; at zero mass only the zero inertia. */
bool rigid_inertia_is_valid(const rigid_inertia *M);
/* mass > 0 as well. */
bool rigid_inertia_is_consistent(const rigid_inertia *M);
bool rigid_inertia_is_nan(const rigid_inertia *M);
bool rigid_inertia_is_zero(const rigid_inertia *M);
bool rigid_inertia_is_finite(const rigid_inertia *M);

#endif
