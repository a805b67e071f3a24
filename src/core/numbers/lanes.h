/* Eight numbers of a row side by side, in registers as wide as the processor has them, with the same operations on each in
   the same order in every copy; and four, as wide.h has them. */
#ifndef RIGID_LANES_H
#define RIGID_LANES_H

#include "wide.h"

#include <string.h>

#if defined(__AVX__) && defined(__GNUC__)
static inline w4 w4_at(const double *row) { return *(const w4 *)row; }
static inline void w4_put(double *row, w4 a) { *(w4 *)row = a; }
#else
static inline w4 w4_at(const double *row) { return w4_make(row[0], row[1], row[2], row[3]); }
static inline void w4_put(double *row, w4 a) { row[0] = a.at[0], row[1] = a.at[1], row[2] = a.at[2], row[3] = a.at[3]; }
#endif
static inline w4 w4_all(double s) { return w4_make(s, s, s, s); }
/* a - s b */
static inline w4 w4_less(w4 a, double s, w4 b) { return w4_sub(a, w4_scale(s, b)); }

#if defined(__AVX512F__) && defined(__GNUC__)

typedef double w8 __attribute__((vector_size(64), aligned(8)));

static inline w8 w8_at(const double *row) { return *(const w8 *)row; }
static inline void w8_put(double *row, w8 a) { *(w8 *)row = a; }
static inline w8 w8_all(double s) { return (w8){s, s, s, s, s, s, s, s}; }
static inline w8 w8_less(w8 a, double s, w8 b) { return a - w8_all(s) * b; }
/* The first four numbers and the others. */
static inline void w8_put_halves(double *first, double *second, w8 a) {
    w4 half[2];
    memcpy(half, &a, sizeof half);
    w4_put(first, half[0]), w4_put(second, half[1]);
}

/* As many as one register holds, where eight and four give the same. */
typedef w8 wn;
enum { RIGID_WN = 8 };
static inline wn wn_at(const double *row) { return w8_at(row); }
static inline void wn_put(double *row, wn a) { w8_put(row, a); }
static inline wn wn_add(wn a, wn b) { return a + b; }
static inline wn wn_scale(double s, wn a) { return w8_all(s) * a; }

#else

typedef struct {
    w4 a, b;
} w8;

static inline w8 w8_at(const double *row) { return (w8){w4_at(row), w4_at(row + 4)}; }
static inline void w8_put(double *row, w8 a) { w4_put(row, a.a), w4_put(row + 4, a.b); }
static inline w8 w8_all(double s) { return (w8){w4_all(s), w4_all(s)}; }
static inline w8 w8_less(w8 a, double s, w8 b) { return (w8){w4_less(a.a, s, b.a), w4_less(a.b, s, b.b)}; }
static inline void w8_put_halves(double *first, double *second, w8 a) { w4_put(first, a.a), w4_put(second, a.b); }

typedef w4 wn;
enum { RIGID_WN = 4 };
static inline wn wn_at(const double *row) { return w4_at(row); }
static inline void wn_put(double *row, wn a) { w4_put(row, a); }
static inline wn wn_add(wn a, wn b) { return w4_add(a, b); }
static inline wn wn_scale(double s, wn a) { return w4_scale(s, a); }

#endif

#endif
