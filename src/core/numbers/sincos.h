/* Sine and cosine of one angle together, for the angles of joints: faster than two calls of the C library, and the same
   digits whatever that library is. The angle less its nearest multiple of a thirty-second of a turn, whose own sine and cosine
   are in a table, then Taylor's series up to terms below 3e-17: off by at most 1.5e-16. Of angles below 1e5 without a branch, so
   that the processor works on several joints at once; of larger ones, which joints seldom have, by whole numbers (sincos.c). */
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

/* sin(k π/16); from the eighth on, cos(k π/16) */
static const double rigid_sines[24] = {
    0, 0x1.8f8b83c69a60bp-3, 0x1.87de2a6aea963p-2, 0x1.1c73b39ae68c8p-1,
    0x1.6a09e667f3bcdp-1, 0x1.a9b66290ea1a3p-1, 0x1.d906bcf328d46p-1, 0x1.f6297cff75cb0p-1,
    1, 0x1.f6297cff75cb0p-1, 0x1.d906bcf328d46p-1, 0x1.a9b66290ea1a3p-1,
    0x1.6a09e667f3bcdp-1, 0x1.1c73b39ae68c8p-1, 0x1.87de2a6aea963p-2, 0x1.8f8b83c69a60bp-3,
    0, -0x1.8f8b83c69a60bp-3, -0x1.87de2a6aea963p-2, -0x1.1c73b39ae68c8p-1,
    -0x1.6a09e667f3bcdp-1, -0x1.a9b66290ea1a3p-1, -0x1.d906bcf328d46p-1, -0x1.f6297cff75cb0p-1,
};

/* Of r, at most a sixty-fourth of a turn, and that many thirty-seconds. */
static inline rigid_sine_cosine rigid_sincos_within(double r, uint64_t steps) {
    /* the terms are paired so that few wait for others */
    const double z = r * r, w = z * z, S = rigid_sines[steps % 16], C = rigid_sines[8 + steps % 16];
    const double s = r + r * z * ((z * (1.0 / 120) - 1.0 / 6) + w * (z * (1.0 / 362880) - 1.0 / 5040));
    const double c = z * ((z * (1.0 / 24) - 0.5) + w * (z * (1.0 / 40320) - 1.0 / 720)); /* cos r - 1 */
    const uint64_t half = (steps & 16) << 59; /* a half turn changes both signs */
    const rigid_double_bits sine = {S + (C * s + S * c)}, cosine = {C + (C * c - S * s)};
    return (rigid_sine_cosine){((rigid_double_bits){.bits = sine.bits ^ half}).x, ((rigid_double_bits){.bits = cosine.bits ^ half}).x};
}

/* Adding it leaves no place for a fraction, and the number of steps in the last bits. */
#define RIGID_NO_STEPS 0x1.8p52

/* Of |angle| < 1e5, and that many thirty-seconds of a turn. */
static inline rigid_sine_cosine rigid_sincos_beside(double angle, uint64_t steps) {
    /* π/16 in three parts: the first two have 33 bits, so that their products with fewer than 2^20 steps are exact */
    const double first = 0x1.921fb54400000p-3, second = 0x1.0b4611a600000p-37, third = 0x1.3198a2e037073p-72;
    const rigid_double_bits nearest = {angle * 5.0929581789406507446 + RIGID_NO_STEPS};
    const double whole = nearest.x - RIGID_NO_STEPS, r = ((angle - whole * first) - whole * second) - whole * third;
    return rigid_sincos_within(r, nearest.bits + steps);
}
static inline rigid_sine_cosine rigid_sincos_near(double angle) { return rigid_sincos_beside(angle, 0); }

/* Of any from 1e5 on, and as many steps further; NaN of NaN and of infinity. */
rigid_sine_cosine rigid_sincos_far(double angle, uint64_t steps);

/* Below what angle the first will do. NaN is not below. */
static inline bool rigid_is_near(double angle) { return fabs(angle) < 1e5; }

static inline rigid_sine_cosine rigid_sincos(double angle) {
    return rigid_is_near(angle) ? rigid_sincos_near(angle) : rigid_sincos_far(angle, 0);
}

#endif
