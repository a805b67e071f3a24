/* A register with a state in each lane, as wide as the instruction set that the file is compiled for has them: `real` of the plain
   algorithms. Every operation does in each lane what it would do alone, in the same order at every width, so that no result tells how
   wide the register was. And rows of matrices into lanes and back. */
#ifndef RIGID_OVER_REGISTER_H
#define RIGID_OVER_REGISTER_H

#include "../../numbers/sincos.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PLAIN_REAL

#if defined(__GNUC__)
#if defined(__AVX512F__)
#define RIGID_WIDTH 8
#define RIGID_OF_LANES(f) {f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)}
#elif defined(__AVX__)
#define RIGID_WIDTH 4
#define RIGID_OF_LANES(f) {f(0), f(1), f(2), f(3)}
#else
#define RIGID_WIDTH 2
#define RIGID_OF_LANES(f) {f(0), f(1)}
#endif
typedef double real __attribute__((vector_size(8 * RIGID_WIDTH)));
typedef double real_anywhere __attribute__((vector_size(8 * RIGID_WIDTH), aligned(8), may_alias));
typedef uint64_t real_bits __attribute__((vector_size(8 * RIGID_WIDTH)));
static inline real_bits bits_of(real x) { return (real_bits)x; }
static inline real real_of_bits(real_bits x) { return (real)x; }
/* All bits of a lane where it holds. */
static inline real_bits real_above(real a, real b) { return (real_bits)(a > b); }
static inline real_bits real_is_number(real a) { return (real_bits)(a == a); }
#else
#define RIGID_WIDTH 1
#define RIGID_OF_LANES(f) f(0)
typedef double real;
typedef double real_anywhere;
typedef uint64_t real_bits;
static inline real_bits bits_of(real x) { return ((rigid_double_bits){x}).bits; }
static inline real real_of_bits(real_bits x) { return ((rigid_double_bits){.bits = x}).x; }
static inline real_bits real_above(real a, real b) { return a > b ? ~(real_bits)0 : 0; }
static inline real_bits real_is_number(real a) { return a == a ? ~(real_bits)0 : 0; }
#endif

/* How wide the widest is, for whoever measures memory before it is known which copy runs. */
enum { RIGID_WIDEST = 8 };

/* As many numbers as lanes, side by side anywhere in memory. */
static inline real real_at(const double *x) { return *(const real_anywhere *)x; }
static inline void real_put(double *x, real value) { *(real_anywhere *)x = value; }

static inline real real_all(double x) { return x - (real){0}; }

/* Whether some lane has a bit. */
static inline bool bits_any(real_bits b) {
    uint64_t lane[RIGID_WIDTH], any = 0;
    memcpy(lane, &b, sizeof lane);
    for (int l = 0; l < RIGID_WIDTH; l++)
        any |= lane[l];
    return any != 0;
}
/* That number of a register. */
static inline double real_lane(const real *x, int l) { return ((const double *)(const void *)x)[l]; }
static inline bool bits_lane(const real_bits *b, int l) { return ((const uint64_t *)(const void *)b)[l] != 0; }

/* ---- sine and cosine --------------------------------------------------------------------------------------------------- */

/* As rigid_sincos_near, digit by digit: of n angles, one or two, step by step side by side, so that none waits for itself. */
#define RIGID_EACH for (int k = 0; k < n; k++)
static inline void real_sincos_near(int n, const real *angle, real *sine, real *cosine) {
    const double first = 0x1.921fb54400000p+0, second = 0x1.0b4611a600000p-34, third = 0x1.3198a2e037073p-69;
    real shifted[2], turns[2], r[2], z[2], w[2], half[2], less[2], s[2], c[2];
    RIGID_EACH shifted[k] = angle[k] * 0.63661977236758134308 + 0x1.8p52;
    RIGID_EACH turns[k] = shifted[k] - 0x1.8p52;
    RIGID_EACH r[k] = angle[k] - turns[k] * first;
    RIGID_EACH r[k] = r[k] - turns[k] * second;
    RIGID_EACH r[k] = r[k] - turns[k] * third;
    RIGID_EACH z[k] = r[k] * r[k];
    RIGID_EACH w[k] = z[k] * z[k], half[k] = 0.5 * z[k];
    RIGID_EACH s[k] = (-1.0 / 39916800 + z[k] * (1.0 / 6227020800)) + w[k] * (-1.0 / 1307674368000);
    RIGID_EACH c[k] = (1.0 / 479001600 - z[k] * (1.0 / 87178291200)) + w[k] * (1.0 / 20922789888000);
    RIGID_EACH s[k] = (-1.0 / 5040 + z[k] * (1.0 / 362880)) + w[k] * s[k];
    RIGID_EACH c[k] = (1.0 / 40320 - z[k] * (1.0 / 3628800)) + w[k] * c[k];
    RIGID_EACH s[k] = (-1.0 / 6 + z[k] * (1.0 / 120)) + w[k] * s[k];
    RIGID_EACH c[k] = (1.0 / 24 - z[k] * (1.0 / 720)) + w[k] * c[k];
    RIGID_EACH less[k] = 1.0 - half[k];
    RIGID_EACH s[k] = r[k] + r[k] * z[k] * s[k];
    RIGID_EACH c[k] = less[k] + ((1.0 - less[k] - half[k]) + w[k] * c[k]);
    RIGID_EACH {
        const real_bits quarters = bits_of(shifted[k]), swap = (bits_of(s[k]) ^ bits_of(c[k])) & (0 - (quarters & 1));
        sine[k] = real_of_bits(bits_of(s[k]) ^ swap ^ (quarters & 2) << 62);
        cosine[k] = real_of_bits(bits_of(c[k]) ^ swap ^ ((quarters + 1) & 2) << 62);
    }
}
#undef RIGID_EACH
static inline real real_size(real x) { return real_of_bits(bits_of(x) & ~((uint64_t)1 << 63)); }
/* The lanes whose angle is too far for that, or NaN. */
static inline real_bits real_is_far(real angle) { return ~real_above(real_all(1e5), real_size(angle)); }
static inline void real_sincos_far(real angle, real *sine, real *cosine) {
    double at[RIGID_WIDTH], s[RIGID_WIDTH], c[RIGID_WIDTH];
    memcpy(at, &angle, sizeof at);
    for (int l = 0; l < RIGID_WIDTH; l++) {
        const rigid_sine_cosine turn = rigid_sincos(at[l]);
        s[l] = turn.s, c[l] = turn.c;
    }
    memcpy(sine, s, sizeof s), memcpy(cosine, c, sizeof c);
}
static inline void real_sincos(real angle, real *sine, real *cosine) {
    if (bits_any(real_is_far(angle)))
        real_sincos_far(angle, sine, cosine);
    else
        real_sincos_near(1, &angle, sine, cosine);
}

/* ---- rows and lanes ---------------------------------------------------------------------------------------------------- */

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector) && RIGID_WIDTH > 1
#define RIGID_SHUFFLES
#endif
#endif

/* As many registers as each has lanes: number l of register k becomes number k of register l. */
static inline void lanes_transpose(real x[RIGID_WIDTH]) {
#if defined(RIGID_SHUFFLES) && RIGID_WIDTH == 8
    real t[8], u[8];
    for (int k = 0; k < 8; k += 2) {
        t[k] = __builtin_shufflevector(x[k], x[k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
        t[k + 1] = __builtin_shufflevector(x[k], x[k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    }
    for (int k = 0; k < 8; k += 4)
        for (int odd = 0; odd < 2; odd++) {
            u[k + odd] = __builtin_shufflevector(t[k + odd], t[k + 2 + odd], 0, 1, 8, 9, 4, 5, 12, 13);
            u[k + 2 + odd] = __builtin_shufflevector(t[k + odd], t[k + 2 + odd], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (int k = 0; k < 4; k++) {
        x[k] = __builtin_shufflevector(u[k], u[4 + k], 0, 1, 2, 3, 8, 9, 10, 11);
        x[4 + k] = __builtin_shufflevector(u[k], u[4 + k], 4, 5, 6, 7, 12, 13, 14, 15);
    }
#elif defined(RIGID_SHUFFLES) && RIGID_WIDTH == 4
    const real t0 = __builtin_shufflevector(x[0], x[1], 0, 4, 2, 6), t1 = __builtin_shufflevector(x[0], x[1], 1, 5, 3, 7);
    const real t2 = __builtin_shufflevector(x[2], x[3], 0, 4, 2, 6), t3 = __builtin_shufflevector(x[2], x[3], 1, 5, 3, 7);
    x[0] = __builtin_shufflevector(t0, t2, 0, 1, 4, 5), x[1] = __builtin_shufflevector(t1, t3, 0, 1, 4, 5);
    x[2] = __builtin_shufflevector(t0, t2, 2, 3, 6, 7), x[3] = __builtin_shufflevector(t1, t3, 2, 3, 6, 7);
#else
    double at[RIGID_WIDTH][RIGID_WIDTH], turned[RIGID_WIDTH][RIGID_WIDTH];
    memcpy(at, x, sizeof at);
    for (int k = 0; k < RIGID_WIDTH; k++)
        for (int l = 0; l < RIGID_WIDTH; l++)
            turned[l][k] = at[k][l];
    memcpy(x, turned, sizeof turned);
#endif
}

/* The same of numbers in memory: `from` points to what would be in each register. */
static inline void lanes_turn(const double *const from[RIGID_WIDTH], real x[RIGID_WIDTH]) {
    for (int l = 0; l < RIGID_WIDTH; l++)
        x[l] = real_at(from[l]);
    lanes_transpose(x);
}

/* As many numbers as lanes, of which only the first `some` may be read: the others come out as anything. */
static inline real real_of_some(const double *at, int some) {
#define RIGID_LANE(l) at[(l) < some ? (l) : 0]
    return (real)RIGID_OF_LANES(RIGID_LANE);
#undef RIGID_LANE
}
/* The first `some` numbers of a register, fewer than it has lanes. */
static inline void real_put_some(double *to, real x, int some) {
    double at[RIGID_WIDTH];
    const double *from = at;
    memcpy(at, &x, sizeof at);
    for (int part = RIGID_WIDTH / 2; part > 0; part /= 2)
        if (some & part)
            memcpy(to, from, (size_t)part * sizeof *to), to += part, from += part;
}

/* Columns k to k + W - 1 of the first `count` rows of so many columns, W lanes to a register; those lanes that are left have the last row
   again. */
static inline void lanes_of_columns(const double *rows, int cols, int k, int count, real *to) {
    const double *from[RIGID_WIDTH];
    for (int l = 0; l < RIGID_WIDTH; l++)
        from[l] = rows + (size_t)(l < count ? l : count - 1) * (size_t)cols + k;
    lanes_turn(from, to + k);
}
/* Rows of fewer columns than a register has lanes: all but the last are read together with what is beyond their end, which is the next
   row; of all of W columns there are enough numbers for that where the rows are as many as lanes and have half as many columns. */
static inline bool lanes_overlap(int cols, int count) { return count == RIGID_WIDTH && 2 * cols >= RIGID_WIDTH; }

static inline void lanes_of_short_rows(const double *rows, int cols, int count, real *to) {
    if (lanes_overlap(cols, count)) {
        const double *from[RIGID_WIDTH];
        const real last = real_of_some(rows + (size_t)(RIGID_WIDTH - 1) * (size_t)cols, cols);
        for (int l = 0; l < RIGID_WIDTH - 1; l++)
            from[l] = rows + (size_t)l * (size_t)cols;
        from[RIGID_WIDTH - 1] = (const double *)(const void *)&last;
        lanes_turn(from, to);
        return;
    }
    for (int l = 0; l < RIGID_WIDTH; l++)
        to[l] = real_of_some(rows + (size_t)(l < count ? l : count - 1) * (size_t)cols, cols);
    lanes_transpose(to);
}
/* Rows `first` to first + count - 1 of so many columns, a row in each lane. `to` has room for whole registers of columns. */
static inline void lanes_of_rows(const double *rows, int cols, int first, int count, real *to) {
    const double *begin = rows + (size_t)first * (size_t)cols;
    int k = 0;
    if (cols < RIGID_WIDTH) {
        if (cols > 0)
            lanes_of_short_rows(begin, cols, count, to);
        return;
    }
    for (; k + RIGID_WIDTH <= cols; k += RIGID_WIDTH)
        lanes_of_columns(begin, cols, k, count, to);
    if (k < cols) /* the last, of which some are there already */
        lanes_of_columns(begin, cols, cols - RIGID_WIDTH, count, to);
}

/* And back: W registers that follow each other, turned, become the beginnings of the first `count` rows `apart`. */
static inline void lanes_put_turned(const real *registers, int count, double *rows, size_t apart) {
    const double *from[RIGID_WIDTH];
    real x[RIGID_WIDTH];
    for (int l = 0; l < RIGID_WIDTH; l++)
        from[l] = (const double *)(const void *)(registers + l);
    lanes_turn(from, x);
    if (count == RIGID_WIDTH)
        for (int l = 0; l < RIGID_WIDTH; l++)
            real_put(rows + (size_t)l * apart, x[l]);
    else
        for (int l = 0; l < count; l++)
            real_put(rows + (size_t)l * apart, x[l]);
}
/* How many neighbours of a row are best written together: of four, each state has all in one half of a register of eight after two steps,
   where eight take three; and where zeros are left standing, fewer are written along. */
enum { RIGID_RUN = RIGID_WIDTH < 4 ? RIGID_WIDTH : 4 };

#if defined(RIGID_SHUFFLES) && RIGID_WIDTH == 8
/* The halves of a register go to two places. */
static inline void real_put_halves(double *first, double *second, real x) {
    typedef double half __attribute__((vector_size(32), aligned(8), may_alias));
    *(half *)(void *)first = __builtin_shufflevector(x, x, 0, 1, 2, 3), *(half *)(void *)second = __builtin_shufflevector(x, x, 4, 5, 6, 7);
}
#endif

/* So many registers in memory, wherever each is, become neighbours in each of W rows `apart`. */
static inline void lanes_put_run(const double *const from[RIGID_RUN], double *rows, size_t apart) {
#if defined(RIGID_SHUFFLES) && RIGID_WIDTH == 8
    const real a = real_at(from[0]), b = real_at(from[1]), c = real_at(from[2]), d = real_at(from[3]);
    for (int odd = 0; odd < 2; odd++, rows += apart) { /* states 0, 2, 4 and 6; 1, 3, 5 and 7 */
        const real ab = odd ? __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15) : __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
        const real cd = odd ? __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15) : __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
        real_put_halves(rows, rows + 2 * apart, __builtin_shufflevector(ab, cd, 0, 1, 8, 9, 2, 3, 10, 11));
        real_put_halves(rows + 4 * apart, rows + 6 * apart, __builtin_shufflevector(ab, cd, 4, 5, 12, 13, 6, 7, 14, 15));
    }
#elif RIGID_WIDTH <= 4
    real x[RIGID_WIDTH];
    lanes_turn(from, x);
    for (int l = 0; l < RIGID_WIDTH; l++)
        real_put(rows + (size_t)l * apart, x[l]);
#else
    for (int l = 0; l < RIGID_WIDTH; l++)
        for (int e = 0; e < RIGID_RUN; e++)
            rows[(size_t)l * apart + (size_t)e] = from[e][l];
#endif
}
/* The same in the first `count` rows. */
static inline void lanes_put_run_of_some(const double *const from[RIGID_RUN], int count, double *rows, size_t apart) {
    double turned[RIGID_WIDTH][RIGID_RUN];
    lanes_put_run(from, turned[0], RIGID_RUN);
    for (int l = 0; l < count; l++)
        memcpy(rows + (size_t)l * apart, turned[l], sizeof turned[l]);
}
/* Two registers become the first two numbers of the first `count` rows. */
static inline void lanes_put_pairs(real a, real b, int count, double *rows, size_t apart) {
#if defined(RIGID_SHUFFLES) && RIGID_WIDTH > 2
#if RIGID_WIDTH == 8
    const real even = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14), odd = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
#else
    const real even = __builtin_shufflevector(a, b, 0, 4, 2, 6), odd = __builtin_shufflevector(a, b, 1, 5, 3, 7);
#endif
    double pairs[2][RIGID_WIDTH];
    memcpy(pairs[0], &even, sizeof even), memcpy(pairs[1], &odd, sizeof odd);
    for (int l = 0; l < count; l++, rows += apart)
        memcpy(rows, &pairs[l % 2][l / 2 * 2], 2 * sizeof *rows);
#else
    for (int l = 0; l < count; l++, rows += apart)
        rows[0] = real_lane(&a, l), rows[1] = real_lane(&b, l);
#endif
}
/* Columns k to k + W - 1, from[0] the first of them, of rows `apart`. */
static inline void columns_of_lanes(const real *from, int k, int count, double *rows, size_t apart) {
    lanes_put_turned(from, count, rows + k, apart);
}
/* Rows of fewer columns than a register has lanes, one after the other: what a register has too many is written over by the next row. */
static inline void short_rows_of_lanes(const real *from, int cols, int count, double *rows) {
    const double *each[RIGID_WIDTH];
    real x[RIGID_WIDTH];
    for (int l = 0; l < RIGID_WIDTH; l++)
        each[l] = (const double *)(const void *)(from + l);
    lanes_turn(each, x);
    int l = 0;
    if (lanes_overlap(cols, count))
        for (; l < RIGID_WIDTH - 1; l++)
            real_put(rows + (size_t)l * (size_t)cols, x[l]);
    for (; l < count; l++)
        real_put_some(rows + (size_t)l * (size_t)cols, x[l], cols);
}
/* The first `count` lanes of `cols` numbers become rows `apart`, one after the other where they are shorter than a register; which `from`
   has whole registers of, where they are. */
static inline void rows_of_lanes(const real *from, int cols, int count, double *rows, size_t apart) {
    int k = 0;
    if (cols < RIGID_WIDTH) {
        if (cols > 0)
            short_rows_of_lanes(from, cols, count, rows);
        return;
    }
    for (; k + RIGID_WIDTH <= cols; k += RIGID_WIDTH)
        columns_of_lanes(from + k, k, count, rows, apart);
    if (k < cols)
        columns_of_lanes(from + cols - RIGID_WIDTH, cols - RIGID_WIDTH, count, rows, apart);
}

#endif
