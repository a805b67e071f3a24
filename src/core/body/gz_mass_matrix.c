/* The verdicts on a mass and its moments, and the box that has the same. */
#include "gz_mass_matrix.h"

#include "../numbers/eigen.h"

#include <float.h>

double rigid_mass_matrix_epsilon(const rigid_mass_matrix *M, double tolerance) {
    double half_trace = 0.5 * M->I.xx + 0.5 * M->I.yy + 0.5 * M->I.zz;
    return tolerance * DBL_EPSILON * fabs(half_trace);
}

/* Of ascending moments I1 + I2 >= I3 says all: I1 >= I3 - I2 >= 0. The difference first, as the sum might overflow. */
static bool satisfy_triangle(v3 moments, double epsilon) { return moments.x - (moments.z - moments.y) + epsilon >= 0; }

bool rigid_mass_matrix_is_valid(const rigid_mass_matrix *M, double tolerance) {
    v3 moments;
    m3 R;
    return M->mass >= 0 && rigid_eigen_sym3(M->I, &moments, &R) == RIGID_OK &&
           satisfy_triangle(moments, rigid_mass_matrix_epsilon(M, tolerance));
}

/* What each test of definiteness compares with zero: Ixx, the leading 2x2 minor and the determinant, each plus epsilon. */
typedef struct {
    double first, second, third;
} minors;

/* The matrix is halved or doubled k times first, and the epsilon as often as each product needs, so that no product
   overflows or vanishes. That is exact: the signs are those of the formula as documented. */
static minors leading_minors(const rigid_mass_matrix *M, double tolerance) {
    double largest = sym3_max_abs(M->I), epsilon = rigid_mass_matrix_epsilon(M, tolerance);
    int k = 0;
    if (isfinite(largest))
        frexp(largest, &k);
    sym3 a = {ldexp(M->I.xx, -k), ldexp(M->I.xy, -k), ldexp(M->I.xz, -k),
              ldexp(M->I.yy, -k), ldexp(M->I.yz, -k), ldexp(M->I.zz, -k)};
    return (minors){a.xx + ldexp(epsilon, -k), a.xx * a.yy - a.xy * a.xy + ldexp(epsilon, -2 * k),
                    m3_determinant(m3_from_sym3(a)) + ldexp(epsilon, -3 * k)};
}

bool rigid_mass_matrix_is_positive(const rigid_mass_matrix *M, double tolerance) {
    minors minor = leading_minors(M, tolerance);
    return M->mass > 0 && minor.first > 0 && minor.second > 0 && minor.third > 0;
}

bool rigid_mass_matrix_is_near_positive(const rigid_mass_matrix *M, double tolerance) {
    minors minor = leading_minors(M, tolerance);
    return M->mass >= 0 && minor.first >= 0 && minor.second >= 0 && minor.third >= 0;
}

/* The edge s along an axis of moment I, J and K those of the others: J + K - I = m s² / 6. What rounding alone can make
   is zero. Roots come before the quotient, which a tiny mass then cannot make overflow. */
static double edge(double I, double J, double K, double mass, double epsilon) {
    double excess = K - (I - J);
    return excess > epsilon ? sqrt(6) * sqrt(excess) / sqrt(mass) : 0;
}

bool rigid_mass_matrix_equivalent_box(const rigid_mass_matrix *M, v3 *size, m3 *R) {
    v3 I;
    m3 axes;
    double epsilon = rigid_mass_matrix_epsilon(M, RIGID_MASS_MATRIX_TOLERANCE);
    if (!(M->mass > 0) || rigid_eigen_sym3(M->I, &I, &axes) != RIGID_OK || !satisfy_triangle(I, epsilon) ||
        !(I.x > epsilon))
        return false;
    v3 edges = {edge(I.x, I.y, I.z, M->mass, epsilon), edge(I.y, I.z, I.x, M->mass, epsilon),
                edge(I.z, I.y, I.x, M->mass, epsilon)};
    if (!v3_is_finite(edges))
        return false;
    *size = edges;
    *R = axes;
    return true;
}

bool rigid_mass_matrix_near(const rigid_mass_matrix *A, const rigid_mass_matrix *B, double tolerance) {
    sym3 d = sym3_sub(A->I, B->I);
    const double differences[] = {A->mass - B->mass, d.xx, d.xy, d.xz, d.yy, d.yz, d.zz};
    for (int i = 0; i < 7; i++)
        if (!(fabs(differences[i]) <= tolerance))
            return false;
    return true;
}
