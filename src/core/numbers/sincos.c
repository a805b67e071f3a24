/* Sine and cosine of angles of any size. An angle is m 2^e with a whole m of 53 bits. Of its right angles, m 2^e 2/π, all that is
   a multiple of four is let go, and with it the bits of 2/π that make nothing else; the 192 bits that follow give the rest to
   2^-137 of a right angle. No double but zero is nearer to a multiple of one than 2^-62 [Payne and Hanek, "Radian reduction for
   trigonometric functions", 1983]. */
#include "sincos.h"

enum { WORDS = 6, BEFORE = 64 };

/* 2/π, bit by bit, with zeros before the point: enough for the largest double. */
static const uint32_t two_over_pi[] = {
    0,          0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561,
    0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c, 0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
    0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7,
    0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046, 0xfc7b6bab,
};

/* The 32 bits of it that follow the first `at` behind the point; at >= -BEFORE. */
static uint32_t bits_behind(int at) {
    const uint32_t *word = two_over_pi + (at + BEFORE) / 32;
    return (uint32_t)(((uint64_t)word[0] << 32 | word[1]) << (at + BEFORE) % 32 >> 32);
}

/* sum += factor w 2^(32 up), of which what is beyond the first word is let go. */
static void add_times(uint32_t *sum, uint32_t factor, const uint32_t *w, int up) {
    uint64_t carry = 0;
    for (int i = WORDS - 1; i >= up; i--) {
        carry += (uint64_t)factor * w[i] + sum[i - up];
        sum[i - up] = (uint32_t)carry;
        carry >>= 32;
    }
}

/* The right angles in m 2^e less a multiple of four: the first two bits are the whole ones. */
static void count_right_angles(uint64_t m, int e, uint32_t *turns) {
    uint32_t w[WORDS];
    for (int i = 0; i < WORDS; i++)
        w[i] = bits_behind(e - 2 + 32 * i), turns[i] = 0;
    add_times(turns, (uint32_t)m, w, 0);
    add_times(turns, (uint32_t)(m >> 32), w, 1);
}

/* What is left of them from the nearest whole one, in radians and without its sign. `left` begins 2^-30 of a right angle above
   the point; 30 bits times the first part of π/2, which has 23, are exact. */
static double radians(const uint32_t *left) {
    const double first = 0x1.921fb4p+0, second = 0x1.4442d18469899p-24, right_angle = 0x1.921fb54442d18p+0;
    const double most = left[0] * 0x1p-30, next = (double)((uint64_t)left[1] << 32 | left[2]) * 0x1p-94;
    const double last = (double)((uint64_t)left[3] << 32 | left[4]) * 0x1p-158;
    return most * first + (most * second + (next + last) * right_angle);
}

rigid_sine_cosine rigid_sincos_far(double angle, uint64_t steps) {
    const rigid_double_bits at = {fabs(angle)};
    if (!(at.x < HUGE_VAL))
        return (rigid_sine_cosine){angle - angle, angle - angle};
    uint32_t turns[WORDS];
    count_right_angles((at.bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52, (int)(at.bits >> 52) - 1075, turns);
    turns[0] += (uint32_t)1 << 29; /* to the nearest */
    const uint32_t whole = turns[0] >> 30;
    turns[0] = (turns[0] & 0x3fffffff) - ((uint32_t)1 << 29);
    const bool negative = turns[0] >> 31;
    for (int i = 0; negative && i < WORDS; i++)
        turns[i] = ~turns[i];
    const double r = radians(turns);
    const rigid_sine_cosine turn = rigid_sincos_beside(negative ? -r : r, 8 * (uint64_t)whole + (angle < 0 ? 0 - steps : steps));
    return (rigid_sine_cosine){angle < 0 ? -turn.s : turn.s, turn.c};
}
