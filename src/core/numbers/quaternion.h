/* Quaternions w + x i + y j + z k, w first: Hamilton's product, and the exponential and the logarithm by rotation vectors. Unit ones, q and -q
   alike, are rotations: R(a b) = R(a) R(b). */
#ifndef RIGID_QUATERNION_H
#define RIGID_QUATERNION_H

#include "rotation.h"

typedef rigid_quaternion qt;

static inline qt qt_add(qt a, qt b) { return (qt){a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline qt qt_scale(double s, qt a) { return (qt){s * a.w, s * a.x, s * a.y, s * a.z}; }
static inline qt qt_conjugate(qt a) { return (qt){a.w, -a.x, -a.y, -a.z}; }
static inline double qt_dot(qt a, qt b) { return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z; }

static inline qt qt_mul(qt a, qt b) {
    return (qt){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

/* Without overflow or underflow on the way. */
static inline double qt_norm(qt a) {
    const double square = qt_dot(a, a);
    return square > 1e-280 && square < 1e280 ? sqrt(square) : hypot(hypot(a.w, a.x), hypot(a.y, a.z));
}

/* exp of half the rotation vector: (cos θ/2, sin θ/2 n) */
static inline qt qt_exp(v3 omega) {
    double angle = v3_norm(omega), half = 0.5 * angle;
    double s = angle > 1e-3 ? sin(half) / angle : 0.5 - half * half / 12 * (1 - half * half / 20);
    return (qt){cos(half), s * omega.x, s * omega.y, s * omega.z};
}

/* The rotation vector of the smallest angle, in [0, π], whatever the length of a and whichever of a and -a it is. */
static inline v3 qt_log(qt a) {
    const double sign = a.w < 0 ? -1 : 1;
    const v3 axis = v3_scale(sign, (v3){a.x, a.y, a.z});
    const double n = v3_norm(axis);
    return n == 0 ? v3_zero() : v3_scale(2 * atan2(n, sign * a.w) / n, axis);
}

#endif
