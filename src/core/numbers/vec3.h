/* Three numbers: a position, a direction, a half of a spatial vector. All by value, all inline, all total. */
#ifndef RIGID_VEC3_H
#define RIGID_VEC3_H

#include "../../../include/rigid/numbers.h"

#include <math.h>
#include <stdbool.h>

typedef rigid_vec3 v3;

static inline v3 v3_make(double x, double y, double z) { return (v3){x, y, z}; }
static inline v3 v3_zero(void) { return (v3){0, 0, 0}; }
static inline v3 v3_add(v3 a, v3 b) { return (v3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline v3 v3_sub(v3 a, v3 b) { return (v3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline v3 v3_neg(v3 a) { return (v3){-a.x, -a.y, -a.z}; }
static inline v3 v3_scale(double s, v3 a) { return (v3){s * a.x, s * a.y, s * a.z}; }
static inline v3 v3_div(v3 a, double s) { return (v3){a.x / s, a.y / s, a.z / s}; }
/* a + s b */
static inline v3 v3_add_scaled(v3 a, double s, v3 b) { return (v3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
static inline double v3_dot(v3 a, v3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline v3 v3_cross(v3 a, v3 b) {
    return (v3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double v3_max_abs(v3 a) { return fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z))); }
static inline bool v3_is_finite(v3 a) { return isfinite(a.x) && isfinite(a.y) && isfinite(a.z); }
static inline bool v3_is_nan(v3 a) { return isnan(a.x) || isnan(a.y) || isnan(a.z); }
static inline bool v3_is_zero(v3 a) { return a.x == 0 && a.y == 0 && a.z == 0; }
static inline bool v3_equal(v3 a, v3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

/* |a|, without overflow or underflow on the way. */
static inline double v3_norm(v3 a) {
    double square = v3_dot(a, a);
    if (square > 1e-280 && square < 1e280)
        return sqrt(square);
    double s = v3_max_abs(a);
    if (s == 0 || !isfinite(s))
        return v3_is_nan(a) ? NAN : s;
    a = v3_div(a, s);
    return s * sqrt(v3_dot(a, a));
}

#endif
