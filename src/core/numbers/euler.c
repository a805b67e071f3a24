/* Angles about three axes in turn, of any of the twelve orders. What the first two turns make of the last axis gives the first two
   angles; then the first turn is undone, as in rigid_rotation_to_rpy, so that the three together give R wherever they are. */
#include "rotation.h"

static v3 unit_axis(int i) { return (v3){i == 0, i == 1, i == 2}; }

/* The axis that is neither, and the sign of e_i x e_j along it. */
static int third(int i, int j) { return 3 - i - j; }
static double sign_of(int i, int j) { return (j - i + 3) % 3 == 1 ? 1 : -1; }

static double entry(m3 R, int i, int j) { return v3_dot(unit_axis(i), m3_mul_v3(R, unit_axis(j))); }

m3 rigid_rotation_euler(const int order[3], v3 angles) {
    m3 A = rigid_rotation_axis_angle(unit_axis(order[0]), angles.x), B = rigid_rotation_axis_angle(unit_axis(order[1]), angles.y);
    return m3_mul(m3_mul(A, B), rigid_rotation_axis_angle(unit_axis(order[2]), angles.z));
}

/* i, j, k all different, s the sign of (i, j, k): R e_k = s sin b e_i + cos b (cos a e_k - s sin a e_j), and of
   M = R_j(b) R_k(c) row j is (s sin c, cos c) along (i, j). */
static v3 of_three_axes(int i, int j, int k, m3 R) {
    double s = sign_of(i, j), across = entry(R, j, k), along = entry(R, k, k);
    double a = atan2(-s * across, along), b = atan2(s * entry(R, i, k), hypot(across, along));
    m3 M = m3_mul(rigid_rotation_axis_angle(unit_axis(i), -a), R);
    return (v3){a, b, atan2(s * entry(M, j, i), entry(M, j, j))};
}

/* i, j, i, with k the third and s the sign of (i, j, k): R e_i = cos b e_i + sin b (sin a e_j - s cos a e_k), and of
   M = R_j(b) R_i(c) row j is (cos c, -s sin c) along (j, k). */
static v3 of_two_axes(int i, int j, m3 R) {
    int k = third(i, j);
    double s = sign_of(i, j), across = entry(R, j, i), along = -s * entry(R, k, i);
    double a = atan2(across, along), b = atan2(hypot(across, along), entry(R, i, i));
    m3 M = m3_mul(rigid_rotation_axis_angle(unit_axis(i), -a), R);
    return (v3){a, b, atan2(-s * entry(M, j, k), entry(M, j, j))};
}

v3 rigid_rotation_to_euler(const int order[3], m3 R) {
    if (order[0] == order[2])
        return of_two_axes(order[0], order[1], R);
    return of_three_axes(order[0], order[1], order[2], R);
}
