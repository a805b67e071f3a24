/* A register of as many numbers side by side as the instruction set has them that the file is compiled for: angles of neighbouring joints,
   rows of samples, or a state in each lane (lanes/over). Every operation does in each lane what it would do alone, in the same order at
   every width, so that no result tells how wide the register was. With RIGID_FOUR_LANES it is no wider than that. */
#ifndef RIGID_REGISTER_H
#define RIGID_REGISTER_H

#include "sincos.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#if defined(__AVX512F__) && !defined(RIGID_FOUR_LANES)
#define RIGID_WIDTH 8
#define RIGID_OF_LANES(f) {f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)}
#elif defined(__AVX__)
#define RIGID_WIDTH 4
#define RIGID_OF_LANES(f) {f(0), f(1), f(2), f(3)}
#else
#define RIGID_WIDTH 2
#define RIGID_OF_LANES(f) {f(0), f(1)}
#endif
typedef double reg __attribute__((vector_size(8 * RIGID_WIDTH)));
typedef double reg_anywhere __attribute__((vector_size(8 * RIGID_WIDTH), aligned(8), may_alias));
typedef uint64_t reg_bits __attribute__((vector_size(8 * RIGID_WIDTH)));
static inline reg_bits bits_of(reg x) { return (reg_bits)x; }
static inline reg reg_of_bits(reg_bits x) { return (reg)x; }
/* All bits of a lane where it holds. */
static inline reg_bits reg_above(reg a, reg b) { return (reg_bits)(a > b); }
static inline reg_bits reg_is_number(reg a) { return (reg_bits)(a == a); }
#else
#define RIGID_WIDTH 1
#define RIGID_OF_LANES(f) f(0)
typedef double reg;
typedef double reg_anywhere;
typedef uint64_t reg_bits;
static inline reg_bits bits_of(reg x) { return ((rigid_double_bits){x}).bits; }
static inline reg reg_of_bits(reg_bits x) { return ((rigid_double_bits){.bits = x}).x; }
static inline reg_bits reg_above(reg a, reg b) { return a > b ? ~(reg_bits)0 : 0; }
static inline reg_bits reg_is_number(reg a) { return a == a ? ~(reg_bits)0 : 0; }
#endif

#if RIGID_WIDTH == 8
#include <immintrin.h>
#endif

/* How wide the widest is, for whoever measures memory before it is known which copy runs. */
enum { RIGID_WIDEST = 8 };

/* As many numbers as lanes, side by side anywhere in memory. */
static inline reg reg_at(const double *x) { return *(const reg_anywhere *)x; }
static inline void reg_put(double *x, reg value) { *(reg_anywhere *)x = value; }
static inline reg reg_all(double x) { return x - (reg){0}; }

/* Whether some lane has a bit. */
static inline bool bits_any(reg_bits b) {
    uint64_t lane[RIGID_WIDTH], any = 0;
    memcpy(lane, &b, sizeof lane);
    for (int l = 0; l < RIGID_WIDTH; l++)
        any |= lane[l];
    return any != 0;
}
/* That number of a register. */
static inline double reg_lane(const reg *x, int l) { return ((const double *)(const void *)x)[l]; }
static inline bool bits_lane(const reg_bits *b, int l) { return ((const uint64_t *)(const void *)b)[l] != 0; }

/* ---- sine and cosine --------------------------------------------------------------------------------------------------- */

/* Numbers 0 to 15 of a table, by the last four bits of each lane. */
static inline reg reg_of_table(const double *table, reg_bits k) {
#if RIGID_WIDTH == 8
    return (reg)_mm512_permutex2var_pd(_mm512_loadu_pd(table), (__m512i)k, _mm512_loadu_pd(table + 8));
#else
    uint64_t at[RIGID_WIDTH];
    memcpy(at, &k, sizeof at);
#define RIGID_NUMBER(l) table[at[l] % 16]
    return (reg)RIGID_OF_LANES(RIGID_NUMBER);
#undef RIGID_NUMBER
#endif
}

/* As rigid_sincos_beside, digit by digit: of n angles, one or two, step by step side by side, so that none waits for itself. `from` is
   RIGID_NO_STEPS, and as many more as each angle is further. */
#define RIGID_EACH for (int k = 0; k < n; k++)
static inline void reg_sincos_beside(int n, const reg *angle, const double *from, reg *sine, reg *cosine) {
    const double first = 0x1.921fb54400000p-3, second = 0x1.0b4611a600000p-37, third = 0x1.3198a2e037073p-72; /* π/16 */
    reg shifted[2], turns[2], r[2], z[2], w[2], s[2], c[2];
    RIGID_EACH shifted[k] = angle[k] * 5.0929581789406507446 + from[k];
    RIGID_EACH turns[k] = shifted[k] - from[k];
    RIGID_EACH r[k] = angle[k] - turns[k] * first;
    RIGID_EACH r[k] = r[k] - turns[k] * second;
    RIGID_EACH r[k] = r[k] - turns[k] * third;
    RIGID_EACH z[k] = r[k] * r[k];
    RIGID_EACH w[k] = z[k] * z[k];
    RIGID_EACH s[k] = (z[k] * (1.0 / 120) - 1.0 / 6) + w[k] * (z[k] * (1.0 / 362880) - 1.0 / 5040);
    RIGID_EACH c[k] = (z[k] * (1.0 / 24) - 0.5) + w[k] * (z[k] * (1.0 / 40320) - 1.0 / 720);
    RIGID_EACH s[k] = r[k] + r[k] * z[k] * s[k];
    RIGID_EACH c[k] = z[k] * c[k]; /* cos r - 1 */
    RIGID_EACH {
        const reg_bits steps = bits_of(shifted[k]), half = (steps & 16) << 59; /* half a turn more changes both signs */
        const reg S = reg_of_table(rigid_sines, steps), C = reg_of_table(rigid_sines + 8, steps);
        sine[k] = reg_of_bits(bits_of(S + (C * s[k] + S * c[k])) ^ half);
        cosine[k] = reg_of_bits(bits_of(C + (C * c[k] - S * s[k])) ^ half);
    }
}
#undef RIGID_EACH
static inline void reg_sincos_near(int n, const reg *angle, reg *sine, reg *cosine) {
    const double from[2] = {RIGID_NO_STEPS, RIGID_NO_STEPS};
    reg_sincos_beside(n, angle, from, sine, cosine);
}
static inline reg reg_size(reg x) { return reg_of_bits(bits_of(x) & ~((uint64_t)1 << 63)); }
/* The lanes whose angle is too far for that, or NaN. */
static inline reg_bits reg_is_far(reg angle) { return ~reg_above(reg_all(1e5), reg_size(angle)); }

#endif
