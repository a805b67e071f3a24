/* Householder reflections of a triangle above a block of rows: column k of the block is taken into R_kk, by the reflection 1 - β u uᵀ with
   u = (1, column / s). Two columns at a time: the second is reflected by the first alone, then the rest by both, in one pass over the rows. Each number
   of a row is computed as it would be alone, in the order of the rows, so that any number of columns may go side by side in a register. A
   column that has been taken is zero from then on: registers may begin before it. */
#include "triangle.h"

#include "../numbers/register.h"
#include "../tree/kernel.h"

#include <math.h>
#include <string.h>

enum { ROWS = RIGID_TRIANGLE_ROWS };

typedef struct {
    double beta, u[ROWS];
} reflection;

/* Σ x_r y_r */
static double product(const double *x, const double *y, int count) {
    double sum[4] = {0};
    int r = 0;
    for (; r + 4 <= count; r += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += x[r + k] * y[r + k];
    for (; r < count; r++)
        sum[0] += x[r] * y[r];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* The length of (first, x), whose squares are too small or too large. */
static double length_of(double first, const double *x, int count) {
    double most = fabs(first);
    for (int r = 0; r < count; r++)
        most = fmax(most, fabs(x[r]));
    if (!(most > 0 && most < INFINITY))
        return most;
    double sum = first / most * (first / most);
    for (int r = 0; r < count; r++)
        sum += x[r] / most * (x[r] / most);
    return most * sqrt(sum);
}

static bool is_zero(const double *x, int count) {
    for (int r = 0; r < count; r++)
        if (x[r] != 0)
            return false;
    return true;
}

/* From the column in u and R_kk, which becomes what is left of them. */
static void make_reflection(reflection *h, double *pivot, int count) {
    const double below = product(h->u, h->u, count), square = *pivot * *pivot + below;
    h->beta = 0;
    if (below == 0 && is_zero(h->u, count))
        return;
    const bool plain = below > 1e-280 && square < 1e280;
    const double length = plain ? sqrt(square) : length_of(*pivot, h->u, count);
    const double end = *pivot > 0 ? -length : length, s = *pivot - end, inverse = 1 / s;
    for (int r = 0; r < count; r++)
        h->u[r] = plain ? h->u[r] * inverse : h->u[r] / s;
    h->beta = -s / end;
    *pivot = end;
}

/* Columns k and k + 1 of the rows, which have zeros there then. */
static void take_columns(size_t apart, int k, int count, double *rows, double *first, double *second) {
    for (int r = 0; r < count; r++) {
        double *x = rows + (size_t)r * apart + k;
        first[r] = x[0], second[r] = x[1];
        x[0] = 0, x[1] = 0;
    }
}

/* So many registers of columns, at most STRIP, lose what two reflections take: w_1 = R_k + Σ u_r row_r; and of what is left then,
   w_2 = R_k+1 + Σ u'_r row_r - (u·u') β_1 w_1. Where it is used, `registers` is a constant. */
enum { STRIP = 4 };

static inline void reflect_strip(int registers, double *R1, double *R2, size_t apart, int count, double *rows, const reflection *one,
                                 const reflection *two, double across) {
    reg w1[STRIP], w2[STRIP];
    RIGID_WRITTEN_OUT
    for (int t = 0; t < registers; t++)
        w1[t] = reg_at(R1 + t * RIGID_WIDTH), w2[t] = reg_at(R2 + t * RIGID_WIDTH);
    for (int r = 0; r < count; r++) {
        const double *row = rows + (size_t)r * apart;
        RIGID_WRITTEN_OUT
        for (int t = 0; t < registers; t++) {
            const reg x = reg_at(row + t * RIGID_WIDTH);
            w1[t] = w1[t] + one->u[r] * x;
            w2[t] = w2[t] + two->u[r] * x;
        }
    }
    RIGID_WRITTEN_OUT
    for (int t = 0; t < registers; t++) {
        w1[t] = one->beta * w1[t];
        w2[t] = two->beta * (w2[t] - across * w1[t]);
        reg_put(R1 + t * RIGID_WIDTH, reg_at(R1 + t * RIGID_WIDTH) - w1[t]);
        reg_put(R2 + t * RIGID_WIDTH, reg_at(R2 + t * RIGID_WIDTH) - w2[t]);
    }
    for (int r = 0; r < count; r++) {
        double *row = rows + (size_t)r * apart;
        RIGID_WRITTEN_OUT
        for (int t = 0; t < registers; t++)
            reg_put(row + t * RIGID_WIDTH, reg_at(row + t * RIGID_WIDTH) - one->u[r] * w1[t] - two->u[r] * w2[t]);
    }
}

/* The columns behind k + 1, and what lies before them in the first register, where all is zero. */
static inline void reflect_rest(double *R1, double *R2, size_t apart, int k, int count, double *rows, const reflection *one, const reflection *two) {
    const double across = product(one->u, two->u, count);
    size_t j = ((size_t)k + 2) / RIGID_WIDTH * RIGID_WIDTH;
    for (; j + STRIP * RIGID_WIDTH <= apart; j += STRIP * RIGID_WIDTH)
        reflect_strip(STRIP, R1 + j, R2 + j, apart, count, rows + j, one, two, across);
    for (; j + 2 * RIGID_WIDTH <= apart; j += 2 * RIGID_WIDTH)
        reflect_strip(2, R1 + j, R2 + j, apart, count, rows + j, one, two, across);
    for (; j < apart; j += RIGID_WIDTH)
        reflect_strip(1, R1 + j, R2 + j, apart, count, rows + j, one, two, across);
}

/* Two columns into the rows k and k + 1 of R. */
static inline void absorb_pair(double *R1, double *R2, size_t apart, int k, int count, double *rows) {
    reflection one, two;
    double pivot = R1[k], beside = R1[k + 1], second = R2[k + 1];
    take_columns(apart, k, count, rows, one.u, two.u);
    make_reflection(&one, &pivot, count);
    const double w = one.beta * (beside + product(one.u, two.u, count));
    for (int r = 0; r < count; r++)
        two.u[r] -= one.u[r] * w;
    make_reflection(&two, &second, count);
    if (one.beta == 0 && two.beta == 0)
        return;
    R1[k] = R1[k + 1] = R2[k + 1] = 0;
    reflect_rest(R1, R2, apart, k, count, rows, &one, &two);
    R1[k] = pivot, R1[k + 1] = beside - w, R2[k + 1] = second;
}

RIGID_KERNEL(void, rigid_triangle_absorb, (int n, double *R, int count, double *rows), (n, R, count, rows)) {
    const size_t apart = rigid_triangle_apart(n);
    RIGID_ASSERT(count <= ROWS);
    int k = 0;
    for (; k + 1 < n; k += 2)
        absorb_pair(R + (size_t)k * apart, R + ((size_t)k + 1) * apart, apart, k, count, rows);
    if (k < n) { /* nothing is behind the last */
        reflection last;
        for (int r = 0; r < count; r++)
            last.u[r] = rows[(size_t)r * apart + (size_t)k];
        make_reflection(&last, R + (size_t)k * apart + k, count);
    }
}
