/* A symmetric 3x3 matrix by its six entries, in the order of the inertial parameters: xx xy xz yy yz zz. */
#ifndef RIGID_SYM3_H
#define RIGID_SYM3_H

#include "vec3.h"

typedef rigid_sym3 sym3;

static inline sym3 sym3_zero(void) { return (sym3){0, 0, 0, 0, 0, 0}; }
static inline sym3 sym3_diagonal(double xx, double yy, double zz) { return (sym3){xx, 0, 0, yy, 0, zz}; }
static inline sym3 sym3_add(sym3 a, sym3 b) {
    return (sym3){a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
}
static inline sym3 sym3_sub(sym3 a, sym3 b) {
    return (sym3){a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz, a.zz - b.zz};
}
static inline sym3 sym3_scale(double s, sym3 a) {
    return (sym3){s * a.xx, s * a.xy, s * a.xz, s * a.yy, s * a.yz, s * a.zz};
}
static inline sym3 sym3_div(sym3 a, double s) {
    return (sym3){a.xx / s, a.xy / s, a.xz / s, a.yy / s, a.yz / s, a.zz / s};
}
static inline v3 sym3_mul_v3(sym3 a, v3 b) {
    return (v3){a.xx * b.x + a.xy * b.y + a.xz * b.z, a.xy * b.x + a.yy * b.y + a.yz * b.z,
                a.xz * b.x + a.yz * b.y + a.zz * b.z};
}
static inline double sym3_trace(sym3 a) { return a.xx + a.yy + a.zz; }
static inline v3 sym3_moments(sym3 a) { return (v3){a.xx, a.yy, a.zz}; }
static inline v3 sym3_products(sym3 a) { return (v3){a.xy, a.xz, a.yz}; }
static inline sym3 sym3_from_moments_products(v3 moments, v3 products) {
    return (sym3){moments.x, products.x, products.y, moments.y, products.z, moments.z};
}
/* a bᵀ + b aᵀ */
static inline sym3 sym3_outer_pair(v3 a, v3 b) {
    return (sym3){2 * a.x * b.x,         a.x * b.y + a.y * b.x, a.x * b.z + a.z * b.x,
                  2 * a.y * b.y,         a.y * b.z + a.z * b.y, 2 * a.z * b.z};
}
/* s a aᵀ */
static inline sym3 sym3_outer(double s, v3 a) {
    return (sym3){s * a.x * a.x, s * a.x * a.y, s * a.x * a.z, s * a.y * a.y, s * a.y * a.z, s * a.z * a.z};
}
/* tr(a) 1 - a: turns the second moment of mass into the rotational inertia; and back, ½ tr(I) 1 - I. */
static inline sym3 sym3_complement(sym3 a) {
    return (sym3){a.yy + a.zz, -a.xy, -a.xz, a.xx + a.zz, -a.yz, a.xx + a.yy};
}
static inline sym3 sym3_second_moment(sym3 I) {
    const double half = 0.5 * sym3_trace(I);
    return sym3_sub(sym3_diagonal(half, half, half), I);
}
static inline double sym3_max_abs(sym3 a) {
    return fmax(v3_max_abs(sym3_moments(a)), v3_max_abs(sym3_products(a)));
}
static inline bool sym3_is_finite(sym3 a) { return v3_is_finite(sym3_moments(a)) && v3_is_finite(sym3_products(a)); }
static inline bool sym3_is_nan(sym3 a) { return v3_is_nan(sym3_moments(a)) || v3_is_nan(sym3_products(a)); }
static inline bool sym3_is_zero(sym3 a) { return v3_is_zero(sym3_moments(a)) && v3_is_zero(sym3_products(a)); }
static inline bool sym3_equal(sym3 a, sym3 b) {
    return v3_equal(sym3_moments(a), sym3_moments(b)) && v3_equal(sym3_products(a), sym3_products(b));
}

#endif
