/* `real` of the plain algorithms is a register here, with a state in each lane. And rows of matrices, a state each, into lanes and back. */
#ifndef RIGID_OVER_TRANSPOSE_H
#define RIGID_OVER_TRANSPOSE_H

#include "../../numbers/register.h"

#include <string.h>

#define PLAIN_REAL
typedef reg real;

/* Of any angles, and as many steps further, one by one, some being too far for the series. */
static inline void real_sincos_far(real angle, uint64_t steps, real *sine, real *cosine) {
    double at[RIGID_WIDTH], s[RIGID_WIDTH], c[RIGID_WIDTH];
    memcpy(at, &angle, sizeof at);
    for (int l = 0; l < RIGID_WIDTH; l++) {
        const rigid_sine_cosine turn = rigid_is_near(at[l]) ? rigid_sincos_beside(at[l], steps) : rigid_sincos_far(at[l], steps);
        s[l] = turn.s, c[l] = turn.c;
    }
    memcpy(sine, s, sizeof s), memcpy(cosine, c, sizeof c);
}
static inline void real_sincos(real angle, real *sine, real *cosine) {
    if (bits_any(reg_is_far(angle)))
        real_sincos_far(angle, 0, sine, cosine);
    else
        reg_sincos_near(1, &angle, sine, cosine);
}

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

#if defined(RIGID_SHUFFLES) && RIGID_WIDTH == 8
typedef double half_reg __attribute__((vector_size(32), aligned(8), may_alias));
static inline real reg_of_halves(const double *first, const double *second) {
    return (real)_mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(first)), _mm256_loadu_pd(second), 1);
}
/* The halves of a register go to two places. */
static inline void reg_put_halves(double *first, double *second, real x) {
    *(half_reg *)(void *)first = __builtin_shufflevector(x, x, 0, 1, 2, 3), *(half_reg *)(void *)second = __builtin_shufflevector(x, x, 4, 5, 6, 7);
}
#endif

/* The same of numbers in memory: `from` points to what would be in each register. Halves of eight are joined as they are read, which the one
   unit that shuffles has no part in. */
static inline void lanes_turn(const double *const from[RIGID_WIDTH], real x[RIGID_WIDTH]) {
#if defined(RIGID_SHUFFLES) && RIGID_WIDTH == 8
    for (int l = 0; l < 8; l += 4) {
        const real a = reg_of_halves(from[0] + l, from[4] + l), b = reg_of_halves(from[1] + l, from[5] + l);
        const real c = reg_of_halves(from[2] + l, from[6] + l), d = reg_of_halves(from[3] + l, from[7] + l);
        const real ab = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14), AB = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
        const real cd = __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14), CD = __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15);
        x[l] = __builtin_shufflevector(ab, cd, 0, 1, 8, 9, 4, 5, 12, 13), x[l + 2] = __builtin_shufflevector(ab, cd, 2, 3, 10, 11, 6, 7, 14, 15);
        x[l + 1] = __builtin_shufflevector(AB, CD, 0, 1, 8, 9, 4, 5, 12, 13), x[l + 3] = __builtin_shufflevector(AB, CD, 2, 3, 10, 11, 6, 7, 14, 15);
    }
#else
    for (int l = 0; l < RIGID_WIDTH; l++)
        x[l] = reg_at(from[l]);
    lanes_transpose(x);
#endif
}

/* As many numbers as lanes, of which only the first `some` may be read: the others come out as anything. */
static inline reg reg_of_some(const double *at, int some) {
#define RIGID_LANE(l) at[(l) < some ? (l) : 0]
    return (reg)RIGID_OF_LANES(RIGID_LANE);
#undef RIGID_LANE
}
/* The first `some` numbers of a register, fewer than it has lanes. */
static inline void reg_put_some(double *to, real x, int some) {
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
        const real last = reg_of_some(rows + (size_t)(RIGID_WIDTH - 1) * (size_t)cols, cols);
        for (int l = 0; l < RIGID_WIDTH - 1; l++)
            from[l] = rows + (size_t)l * (size_t)cols;
        from[RIGID_WIDTH - 1] = (const double *)(const void *)&last;
        lanes_turn(from, to);
        return;
    }
    for (int l = 0; l < RIGID_WIDTH; l++)
        to[l] = reg_of_some(rows + (size_t)(l < count ? l : count - 1) * (size_t)cols, cols);
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
            reg_put(rows + (size_t)l * apart, x[l]);
    else
        for (int l = 0; l < count; l++)
            reg_put(rows + (size_t)l * apart, x[l]);
}
/* How many neighbours of a row are best written together: of four, each state has all in one half of a register of eight after two steps,
   where eight take three; and where zeros are left standing, fewer are written along. */
enum { RIGID_RUN = RIGID_WIDTH < 4 ? RIGID_WIDTH : 4 };

/* So many registers in memory, wherever each is, become neighbours in each of W rows `apart`. */
static inline void lanes_put_run(const double *const from[RIGID_RUN], double *rows, size_t apart) {
#if defined(RIGID_SHUFFLES) && RIGID_WIDTH == 8
    const real a = reg_at(from[0]), b = reg_at(from[1]), c = reg_at(from[2]), d = reg_at(from[3]);
    for (int odd = 0; odd < 2; odd++, rows += apart) { /* states 0, 2, 4 and 6; 1, 3, 5 and 7 */
        const real ab = odd ? __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15) : __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
        const real cd = odd ? __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15) : __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
        reg_put_halves(rows, rows + 2 * apart, __builtin_shufflevector(ab, cd, 0, 1, 8, 9, 2, 3, 10, 11));
        reg_put_halves(rows + 4 * apart, rows + 6 * apart, __builtin_shufflevector(ab, cd, 4, 5, 12, 13, 6, 7, 14, 15));
    }
#elif RIGID_WIDTH <= 4
    real x[RIGID_WIDTH];
    lanes_turn(from, x);
    for (int l = 0; l < RIGID_WIDTH; l++)
        reg_put(rows + (size_t)l * apart, x[l]);
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
        rows[0] = reg_lane(&a, l), rows[1] = reg_lane(&b, l);
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
            reg_put(rows + (size_t)l * (size_t)cols, x[l]);
    for (; l < count; l++)
        reg_put_some(rows + (size_t)l * (size_t)cols, x[l], cols);
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
