/* Three numbers side by side: what v3 and m3 are to the rest of the core, these are to the kernels, in one register where
   the processor takes four numbers at a time (AVX), else one by one. Both do the same operations on each number in the
   same order, which is also that of v3 and m3, so that no digit tells them apart. In memory they are 32 bytes either way;
   the fourth number means nothing and nothing comes of it. */
#ifndef RIGID_WIDE_H
#define RIGID_WIDE_H

#include "mat3.h"

#if defined(__AVX__) && defined(__GNUC__)

typedef double w3 __attribute__((vector_size(32), aligned(8)));

/* W4_PICK(a, b, i, j, k, l): those with these numbers, 0 to 3 in a and 4 to 7 in b. */
#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define W4_PICK(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#endif
#endif
#if !defined(W4_PICK) /* GCC before 12 */
typedef long long w4_places __attribute__((vector_size(32)));
#define W4_PICK(a, b, i, j, k, l) __builtin_shuffle(a, b, (w4_places){i, j, k, l})
#endif

static inline w3 w3_make(double x, double y, double z) { return (w3){x, y, z, 0}; }
static inline double w3_x(w3 a) { return a[0]; }
static inline double w3_y(w3 a) { return a[1]; }
static inline double w3_z(w3 a) { return a[2]; }
static inline w3 w3_add(w3 a, w3 b) { return a + b; }
static inline w3 w3_sub(w3 a, w3 b) { return a - b; }
static inline w3 w3_scale(double s, w3 a) { return (w3){s, s, s, s} * a; }
/* Number by number. */
static inline w3 w3_times(w3 a, w3 b) { return a * b; }
static inline w3 w3_all(double s) { return (w3){s, s, s, s}; }
/* (y, z, x) */
static inline w3 w3_yzx(w3 a) { return W4_PICK(a, a, 1, 2, 0, 3); }
/* (z, x, y) */
static inline w3 w3_zxy(w3 a) { return W4_PICK(a, a, 2, 0, 1, 3); }
/* (y, x, z) */
static inline w3 w3_yxz(w3 a) { return W4_PICK(a, a, 1, 0, 2, 3); }
static inline w3 w3_xxx(w3 a) { return W4_PICK(a, a, 0, 0, 0, 0); }
static inline w3 w3_yyy(w3 a) { return W4_PICK(a, a, 1, 1, 1, 1); }
static inline w3 w3_zzz(w3 a) { return W4_PICK(a, a, 2, 2, 2, 2); }
#else

typedef struct {
    double x, y, z, rest;
} w3;

static inline w3 w3_make(double x, double y, double z) { return (w3){x, y, z, 0}; }
static inline double w3_x(w3 a) { return a.x; }
static inline double w3_y(w3 a) { return a.y; }
static inline double w3_z(w3 a) { return a.z; }
static inline w3 w3_add(w3 a, w3 b) { return w3_make(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline w3 w3_sub(w3 a, w3 b) { return w3_make(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline w3 w3_scale(double s, w3 a) { return w3_make(s * a.x, s * a.y, s * a.z); }
static inline w3 w3_times(w3 a, w3 b) { return w3_make(a.x * b.x, a.y * b.y, a.z * b.z); }
static inline w3 w3_all(double s) { return w3_make(s, s, s); }
static inline w3 w3_yzx(w3 a) { return w3_make(a.y, a.z, a.x); }
static inline w3 w3_zxy(w3 a) { return w3_make(a.z, a.x, a.y); }
static inline w3 w3_yxz(w3 a) { return w3_make(a.y, a.x, a.z); }
static inline w3 w3_xxx(w3 a) { return w3_make(a.x, a.x, a.x); }
static inline w3 w3_yyy(w3 a) { return w3_make(a.y, a.y, a.y); }
static inline w3 w3_zzz(w3 a) { return w3_make(a.z, a.z, a.z); }
#endif

static inline w3 w3_zero(void) { return w3_make(0, 0, 0); }
static inline w3 w3_of(v3 a) { return w3_make(a.x, a.y, a.z); }
static inline v3 w3_to_v3(w3 a) { return (v3){w3_x(a), w3_y(a), w3_z(a)}; }
static inline w3 w3_add_scaled(w3 a, double s, w3 b) { return w3_add(a, w3_scale(s, b)); }
static inline double w3_sum(w3 a) { return w3_x(a) + w3_y(a) + w3_z(a); }
static inline double w3_dot(w3 a, w3 b) { return w3_sum(w3_times(a, b)); }
/* a x b in the order z, x, y, so that of a sum of several only the sum needs w3_yzx. */
static inline w3 w3_cross_zxy(w3 a, w3 b) { return w3_sub(w3_times(a, w3_yzx(b)), w3_times(w3_yzx(a), b)); }
static inline w3 w3_cross(w3 a, w3 b) { return w3_yzx(w3_cross_zxy(a, b)); }
/* a x b where b has its numbers in that order: nothing has to be put in order afterwards. */
static inline w3 w3_cross_of_zxy(w3 a, w3 b) { return w3_sub(w3_times(w3_yzx(a), b), w3_times(w3_zxy(a), w3_zxy(b))); }
/* a x b + c x d */
static inline w3 w3_cross_pair(w3 a, w3 b, w3 c, w3 d) {
    return w3_yzx(w3_add(w3_cross_zxy(a, b), w3_cross_zxy(c, d)));
}

/* A 3x3 matrix by its columns; and one by its rows, of another type, so that neither is taken for the other. */
typedef struct {
    w3 x, y, z;
} w33;
typedef struct {
    w3 x, y, z;
} w33r;

/* A b = x b.x + y b.y + z b.z */
static inline w3 w33_mul(w33 A, w3 b) {
    return w3_add(w3_add(w3_times(A.x, w3_xxx(b)), w3_times(A.y, w3_yyy(b))), w3_times(A.z, w3_zzz(b)));
}
/* The same for a vector in memory, of which a processor can take one number for all without moving it about. */
static inline w3 w33_mul_at(w33 A, const w3 *b) {
    return w3_add(w3_add(w3_times(A.x, w3_all(w3_x(*b))), w3_times(A.y, w3_all(w3_y(*b)))), w3_times(A.z, w3_all(w3_z(*b))));
}
static inline w3 w33_mul_v3(w33 A, v3 b) {
    return w3_add(w3_add(w3_scale(b.x, A.x), w3_scale(b.y, A.y)), w3_scale(b.z, A.z));
}
/* A B */
static inline w33 w33_mul_m3(w33 A, m3 B) {
    return (w33){w33_mul_v3(A, m3_column_x(B)), w33_mul_v3(A, m3_column_y(B)), w33_mul_v3(A, m3_column_z(B))};
}
static inline w33 w33_mul_w33(w33 A, const w33 *B) {
    return (w33){w33_mul_at(A, &B->x), w33_mul_at(A, &B->y), w33_mul_at(A, &B->z)};
}
static inline w33r w33_rows(m3 A) { return (w33r){w3_of(A.x), w3_of(A.y), w3_of(A.z)}; }
/* Aᵀ: its columns are the rows of A. */
static inline w33 w33_transposed(w33r A) { return (w33){A.x, A.y, A.z}; }
static inline w33 w33_columns(m3 A) { return w33_transposed(w33_rows(m3_transpose(A))); }
static inline w33 w33_of_sym3(sym3 A) { return w33_columns(m3_from_sym3(A)); }

/* A symmetric one: its diagonal, and what stands at xy, yz, zx. */
typedef struct {
    w3 diagonal, off;
} wsym;

static inline wsym wsym_add(wsym A, wsym B) { return (wsym){w3_add(A.diagonal, B.diagonal), w3_add(A.off, B.off)}; }
/* A b, and the part of it that A's numbers beside the diagonal make, in the order z, x, y. */
static inline w3 wsym_mul(wsym A, w3 b) {
    return w3_add(w3_add(w3_times(A.diagonal, b), w3_times(A.off, w3_yzx(b))), w3_zxy(w3_times(A.off, b)));
}
static inline w3 wsym_mul_zxy(wsym A, w3 b) { return w3_add(w3_yzx(w3_times(A.off, b)), w3_times(w3_zxy(A.off), b)); }
/* R A Rᵀ, of R A: column k of that times row k of Rᵀ, summed, of which six numbers are wanted. */
static inline wsym wsym_re_expressed(w33 RA, w33 R) {
    return (wsym){w3_add(w3_add(w3_times(RA.x, R.x), w3_times(RA.y, R.y)), w3_times(RA.z, R.z)),
                  w3_add(w3_add(w3_times(RA.x, w3_yzx(R.x)), w3_times(RA.y, w3_yzx(R.y))), w3_times(RA.z, w3_yzx(R.z)))};
}

/* Four numbers side by side, all of which count. */
#if defined(__AVX__) && defined(__GNUC__)

typedef w3 w4;

static inline w4 w4_make(double a, double b, double c, double d) { return (w4){a, b, c, d}; }
static inline w4 w4_of(w3 a) { return a; }
static inline w4 w4_add(w4 a, w4 b) { return a + b; }
static inline w4 w4_sub(w4 a, w4 b) { return a - b; }
static inline w4 w4_scale(double s, w4 a) { return (w4){s, s, s, s} * a; }
static inline w4 w4_times(w4 a, w4 b) { return a * b; }
static inline double w4_number(w4 a, int i) { return a[i]; }
/* x + y + z of each of four. */
static inline w4 w4_sums(w3 a, w3 b, w3 c, w3 d) {
    const w4 ab = W4_PICK(a, b, 0, 4, 2, 6), cd = W4_PICK(c, d, 0, 4, 2, 6);
    const w4 y = W4_PICK(W4_PICK(a, b, 1, 5, 3, 7), W4_PICK(c, d, 1, 5, 3, 7), 0, 1, 4, 5);
    return W4_PICK(ab, cd, 0, 1, 4, 5) + y + W4_PICK(ab, cd, 2, 3, 6, 7);
}

#else

typedef struct {
    double at[4];
} w4;

static inline w4 w4_make(double a, double b, double c, double d) { return (w4){{a, b, c, d}}; }
static inline w4 w4_of(w3 a) { return w4_make(a.x, a.y, a.z, 0); }
static inline double w4_picked(w4 a, w4 b, int i) { return i < 4 ? a.at[i] : b.at[i - 4]; }
#define W4_PICK(a, b, i, j, k, l)                                                                                      \
    w4_make(w4_picked(a, b, i), w4_picked(a, b, j), w4_picked(a, b, k), w4_picked(a, b, l))
static inline w4 w4_add(w4 a, w4 b) {
    return w4_make(a.at[0] + b.at[0], a.at[1] + b.at[1], a.at[2] + b.at[2], a.at[3] + b.at[3]);
}
static inline w4 w4_sub(w4 a, w4 b) {
    return w4_make(a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2], a.at[3] - b.at[3]);
}
static inline w4 w4_times(w4 a, w4 b) {
    return w4_make(a.at[0] * b.at[0], a.at[1] * b.at[1], a.at[2] * b.at[2], a.at[3] * b.at[3]);
}
static inline w4 w4_scale(double s, w4 a) { return w4_times(w4_make(s, s, s, s), a); }
static inline double w4_number(w4 a, int i) { return a.at[i]; }
static inline w4 w4_sums(w3 a, w3 b, w3 c, w3 d) {
    return w4_make(a.x + a.y + a.z, b.x + b.y + b.z, c.x + c.y + c.z, d.x + d.y + d.z);
}

#endif

#endif
