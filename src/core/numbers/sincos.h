/* Sine and cosine of one angle together, for the angles of joints: faster than two calls of the C library, and the same
   digits whatever that library is. The angle less its nearest multiple of a right angle, then Taylor's series up to terms
   below 1e-16: off by at most 2e-16. Of angles below 1e5 without a branch, so that the processor works on several joints at
   once; of larger ones, which joints seldom have, by whole numbers (sincos.c). */
#ifndef RIGID_SINCOS_H
#define RIGID_SINCOS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    double s, c;
} rigid_sine_cosine;

typedef union {
    double x;
    uint64_t bits;
} rigid_double_bits;

/* Of r, at most an eighth of a turn, and that many quarter turns. */
static inline rigid_sine_cosine rigid_sincos_within(double r, uint64_t quarters) {
    /* the terms are paired so that few wait for others */
    double z = r * r, w = z * z, half = 0.5 * z, one_less = 1 - half;
    double s3 = -1.0 / 6 + z * (1.0 / 120), s7 = -1.0 / 5040 + z * (1.0 / 362880);
    double s11 = -1.0 / 39916800 + z * (1.0 / 6227020800), s15 = -1.0 / 1307674368000;
    double c4 = 1.0 / 24 - z * (1.0 / 720), c8 = 1.0 / 40320 - z * (1.0 / 3628800);
    double c12 = 1.0 / 479001600 - z * (1.0 / 87178291200), c16 = 1.0 / 20922789888000;
    rigid_double_bits s = {r + r * z * (s3 + w * (s7 + w * (s11 + w * s15)))};
    rigid_double_bits c = {one_less + ((1 - one_less - half) + w * (c4 + w * (c8 + w * (c12 + w * c16))))};
    /* an odd number of quarter turns swaps the two; a half turn changes the sign */
    uint64_t swap = (s.bits ^ c.bits) & (0 - (quarters & 1));
    rigid_double_bits sine = {.bits = s.bits ^ swap ^ (quarters & 2) << 62};
    rigid_double_bits cosine = {.bits = c.bits ^ swap ^ ((quarters + 1) & 2) << 62};
    return (rigid_sine_cosine){sine.x, cosine.x};
}

/* Of |angle| < 1e5. */
static inline rigid_sine_cosine rigid_sincos_near(double angle) {
    /* π/2 in three parts: the first two have 33 bits, so that their products with fewer than 2^17 turns are exact. Adding
       1.5 2^52 leaves no place for a fraction, and the number of quarter turns in the last bits. */
    const double first = 0x1.921fb54400000p+0, second = 0x1.0b4611a600000p-34, third = 0x1.3198a2e037073p-69;
    const rigid_double_bits quarters = {angle * 0.63661977236758134308 + 0x1.8p52};
    double turns = quarters.x - 0x1.8p52, r = ((angle - turns * first) - turns * second) - turns * third;
    return rigid_sincos_within(r, quarters.bits);
}

/* Of any from 1e5 on; NaN of NaN and of infinity. */
rigid_sine_cosine rigid_sincos_far(double angle);

/* Below what angle the first will do. NaN is not below. */
static inline bool rigid_is_near(double angle) { return fabs(angle) < 1e5; }

static inline rigid_sine_cosine rigid_sincos(double angle) {
    return rigid_is_near(angle) ? rigid_sincos_near(angle) : rigid_sincos_far(angle);
}

#endif
