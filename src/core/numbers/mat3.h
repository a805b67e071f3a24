/* A 3x3 matrix by its rows. */
#ifndef RIGID_MAT3_H
#define RIGID_MAT3_H

#include "sym3.h"

typedef rigid_mat3 m3;

static inline m3 m3_identity(void) { return (m3){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}; }
static inline m3 m3_zero(void) { return (m3){{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}; }
static inline m3 m3_from_columns(v3 a, v3 b, v3 c) {
    return (m3){{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}};
}
static inline m3 m3_transpose(m3 a) { return m3_from_columns(a.x, a.y, a.z); }
static inline v3 m3_column_x(m3 a) { return (v3){a.x.x, a.y.x, a.z.x}; }
static inline v3 m3_column_y(m3 a) { return (v3){a.x.y, a.y.y, a.z.y}; }
static inline v3 m3_column_z(m3 a) { return (v3){a.x.z, a.y.z, a.z.z}; }
static inline m3 m3_add(m3 a, m3 b) { return (m3){v3_add(a.x, b.x), v3_add(a.y, b.y), v3_add(a.z, b.z)}; }
static inline m3 m3_sub(m3 a, m3 b) { return (m3){v3_sub(a.x, b.x), v3_sub(a.y, b.y), v3_sub(a.z, b.z)}; }
static inline m3 m3_scale(double s, m3 a) { return (m3){v3_scale(s, a.x), v3_scale(s, a.y), v3_scale(s, a.z)}; }
static inline v3 m3_mul_v3(m3 a, v3 b) { return (v3){v3_dot(a.x, b), v3_dot(a.y, b), v3_dot(a.z, b)}; }
/* aᵀ b */
static inline v3 m3_tmul_v3(m3 a, v3 b) {
    return (v3){a.x.x * b.x + a.y.x * b.y + a.z.x * b.z, a.x.y * b.x + a.y.y * b.y + a.z.y * b.z,
                a.x.z * b.x + a.y.z * b.y + a.z.z * b.z};
}
static inline m3 m3_mul(m3 a, m3 b) {
    return (m3){m3_tmul_v3(b, a.x), m3_tmul_v3(b, a.y), m3_tmul_v3(b, a.z)};
}
static inline double m3_determinant(m3 a) { return v3_dot(a.x, v3_cross(a.y, a.z)); }
static inline double m3_trace(m3 a) { return a.x.x + a.y.y + a.z.z; }
static inline bool m3_is_finite(m3 a) { return v3_is_finite(a.x) && v3_is_finite(a.y) && v3_is_finite(a.z); }
static inline bool m3_equal(m3 a, m3 b) { return v3_equal(a.x, b.x) && v3_equal(a.y, b.y) && v3_equal(a.z, b.z); }
static inline double m3_max_abs(m3 a) { return fmax(v3_max_abs(a.x), fmax(v3_max_abs(a.y), v3_max_abs(a.z))); }

/* a×, the matrix with (a×) b = a x b */
static inline m3 m3_skew(v3 a) { return (m3){{0, -a.z, a.y}, {a.z, 0, -a.x}, {-a.y, a.x, 0}}; }
static inline m3 m3_from_sym3(sym3 a) {
    return (m3){{a.xx, a.xy, a.xz}, {a.xy, a.yy, a.yz}, {a.xz, a.yz, a.zz}};
}
/* The symmetric part. */
static inline sym3 m3_symmetric(m3 a) {
    return (sym3){a.x.x,
                  0.5 * (a.x.y + a.y.x),
                  0.5 * (a.x.z + a.z.x),
                  a.y.y,
                  0.5 * (a.y.z + a.z.y),
                  a.z.z};
}

/* R A Rᵀ for a symmetric A; the result is symmetric to the last bit. */
static inline sym3 sym3_re_express(sym3 a, m3 R) {
    m3 b = {sym3_mul_v3(a, R.x), sym3_mul_v3(a, R.y), sym3_mul_v3(a, R.z)}; /* rows of R A */
    return (sym3){v3_dot(b.x, R.x), v3_dot(b.x, R.y), v3_dot(b.x, R.z),
                  v3_dot(b.y, R.y), v3_dot(b.y, R.z), v3_dot(b.z, R.z)};
}

#endif
