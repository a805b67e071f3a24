/* The mass of a body and its moment of inertia about its centre of mass, in the axes of a frame Bi placed there. Unlike
   rigid_inertia it holds whatever it is given, sound or not, and is asked afterwards: a body is judged by its principal
   moments, which Jacobi rotations give to a few eps and in ascending order.  I = R diag(moments) Rᵀ
   [gz-math 7.5.1 MassMatrix3] */
#ifndef RIGID_GZ_MASS_MATRIX_H
#define RIGID_GZ_MASS_MATRIX_H

#include "../numbers/mat3.h"

typedef struct {
    double mass; /* kg */
    sym3 I;      /* about the centre of mass, kg m² */
} rigid_mass_matrix;

/* The tolerance of the reference, in units of eps · ½ tr(I); half the trace bounds the largest moment of a real body. */
#define RIGID_MASS_MATRIX_TOLERANCE 10.0

static inline rigid_mass_matrix rigid_mass_matrix_zero(void) { return (rigid_mass_matrix){0, {0, 0, 0, 0, 0, 0}}; }

/* How much error the tests below forgive: tolerance · eps · ½ |tr(I)|, kg m². */
double rigid_mass_matrix_epsilon(const rigid_mass_matrix *M, double tolerance);

/* Can a body have it: mass >= 0 and, of the principal moments, no one above the sum of the other two by more than the
   epsilon (so none is negative either). Relative: the same verdict in grams and in tons. NaN is false. */
bool rigid_mass_matrix_is_valid(const rigid_mass_matrix *M, double tolerance);

/* The reference's two tests of definiteness, as documented: mass > 0 (>= 0), and Ixx, the leading 2x2 minor and the
   determinant each > 0 (>= 0) once the epsilon is added. Quick, but no proof: the epsilon, kg m², is added to products
   of moments too, so that a small enough matrix passes whatever it is (below about 1e-15 kg m²), and leading minors
   that are zero hide a negative moment behind them. rigid_mass_matrix_is_valid has neither flaw. */
bool rigid_mass_matrix_is_positive(const rigid_mass_matrix *M, double tolerance);
bool rigid_mass_matrix_is_near_positive(const rigid_mass_matrix *M, double tolerance);

/* The uniform box of the same mass and moment of inertia: its edges, longest first, along the columns of R. False where
   there is none, and then nothing is written: M is not valid, mass is zero, or the least moment is (a point, a rod), or an
   edge is beyond the largest number. */
bool rigid_mass_matrix_equivalent_box(const rigid_mass_matrix *M, v3 *size, m3 *R);

/* Every entry within the tolerance; false where one is NaN. */
bool rigid_mass_matrix_near(const rigid_mass_matrix *A, const rigid_mass_matrix *B, double tolerance);

#endif
