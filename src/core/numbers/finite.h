/* Whether numbers are finite, all of a list at once. */
#ifndef RIGID_FINITE_H
#define RIGID_FINITE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The exponent of what is not finite is all ones: one more carries into the sign, which is masked away before. Two numbers at
   a time; the last two may have been looked at before. */
#if defined(__GNUC__)
typedef uint64_t bits2 __attribute__((vector_size(16)));
#else
typedef struct {
    uint64_t at[2];
} bits2;
#endif
static inline bits2 exponents_carried(bits2 all, const double *at) {
    bits2 bits;
    memcpy(&bits, at, sizeof bits);
#if defined(__GNUC__)
    return all | ((bits & 0x7ff0000000000000u) + 0x0010000000000000u);
#else
    for (int i = 0; i < 2; i++)
        all.at[i] |= (bits.at[i] & 0x7ff0000000000000u) + 0x0010000000000000u;
    return all;
#endif
}
static inline bool are_finite(const double *at, int count) {
    if (count < 2)
        return count < 1 || isfinite(at[0]);
    bits2 all = {0};
    for (int i = 0; i + 2 < count; i += 2)
        all = exponents_carried(all, at + i);
    all = exponents_carried(all, at + count - 2);
    uint64_t both[2];
    memcpy(both, &all, sizeof both);
    return (both[0] | both[1]) >> 63 == 0;
}

#endif
