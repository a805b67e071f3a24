/* Reflections that leave a triangle, column by column, the largest that is left first; then the same of the triangle's rows, where
   some columns depend on others. A reflection goes over the rows of all columns at once, each column's sum in the order of the rows,
   so that a compiler may take several columns at a time and the digits stay the same. */
#include "qr.h"
#include "../numbers/lanes.h"
#include "kernel.h"

#include <math.h>
#include <string.h>

/* Σ x y, in the order of eight sums side by side. */
static inline double product(int n, const double *x, const double *y) {
    w4 a = w4_all(0), b = a;
    int i = 0;
    for (; i + 8 <= n; i += 8)
        a = w4_add(a, w4_times(w4_at(x + i), w4_at(y + i))), b = w4_add(b, w4_times(w4_at(x + i + 4), w4_at(y + i + 4)));
    a = w4_add(a, b);
    double sum = (w4_number(a, 0) + w4_number(a, 1)) + (w4_number(a, 2) + w4_number(a, 3));
    for (; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

static const double nothing = 1e-200; /* of the square of a column's first number: what is below it is no more */

/* A reflection that leaves of x its first number alone: 1 - beta u uᵀ, u with a first number of one in the place of the rest of x;
   the number that is left goes to *norm. */
static double reflector(int n, double *x, double *norm) {
    const double below = product(n - 1, x + 1, x + 1);
    *norm = x[0];
    if (below <= nothing * x[0] * x[0])
        return 0;
    *norm = sqrt(x[0] * x[0] + below);
    const double u0 = x[0] > 0 ? -below / (x[0] + *norm) : x[0] - *norm, beta = 2 * u0 * u0 / (below + u0 * u0), s = 1 / u0;
    RIGID_INDEPENDENT
    for (int i = 1; i < n; i++)
        x[i] *= s;
    x[0] = 1;
    return beta;
}

static void add_row(double *sum, double s, const double *x, int m) {
    RIGID_INDEPENDENT
    for (int j = 0; j < m; j++)
        sum[j] += s * x[j];
}
static void add_squares(double *sum, const double *x, int m) {
    RIGID_INDEPENDENT
    for (int j = 0; j < m; j++)
        sum[j] += x[j] * x[j];
}

/* Reflect m columns of n rows that begin at A, a row every `stride`; `sum` has m numbers. */
static void reflect_columns(int n, const double *u, double beta, double *A, int m, int stride, double *sum) {
    memset(sum, 0, (size_t)m * sizeof *sum);
    for (int i = 0; i < n; i++)
        add_row(sum, u[i], A + i * stride, m);
    for (int i = 0; i < n; i++)
        add_row(A + i * stride, -beta * u[i], sum, m);
}

/* Reduce the first column of A, of n rows: its triangle's number, and u below that. The m columns behind it follow. u has n numbers. */
static double reduce(int n, double *A, int m, int stride, double *u, double *sum) {
    double norm;
    for (int i = 0; i < n; i++)
        u[i] = A[i * stride];
    const double beta = reflector(n, u, &norm);
    if (beta != 0)
        reflect_columns(n, u, beta, A + 1, m, stride, sum);
    A[0] = norm;
    for (int i = 1; i < n; i++)
        A[i * stride] = u[i];
    return beta;
}

/* The same for four columns of each of some blocks at once: x -= u (beta Σ u x), and squares of what is below the first row. Sums are of
   the even rows and of the odd ones, so that no addition waits for the one before. */
static inline void reflect_blocks(const int blocks, int n, const double *u, double beta, double *A, int width, double *squares) {
    w4 sum[3][2], square[3][2];
    for (int b = 0; b < blocks; b++)
        sum[b][0] = sum[b][1] = square[b][0] = square[b][1] = w4_all(0);
    for (int i = 0; i + 2 <= n; i += 2)
        for (int b = 0; b < blocks; b++) {
            sum[b][0] = w4_less(sum[b][0], -u[i], w4_at(A + i * width + 4 * b));
            sum[b][1] = w4_less(sum[b][1], -u[i + 1], w4_at(A + (i + 1) * width + 4 * b));
        }
    for (int b = 0; b < blocks; b++) {
        if (n % 2)
            sum[b][0] = w4_less(sum[b][0], -u[n - 1], w4_at(A + (n - 1) * width + 4 * b));
        sum[b][0] = w4_scale(beta, w4_add(sum[b][0], sum[b][1]));
        w4_put(A + 4 * b, w4_less(w4_at(A + 4 * b), u[0], sum[b][0]));
    }
    for (int i = 1; i < n; i += 2)
        for (int b = 0; b < blocks; b++)
            for (int odd = 0; odd < 2 && i + odd < n; odd++) {
                double *at = A + (i + odd) * width + 4 * b;
                const w4 x = w4_less(w4_at(at), u[i + odd], sum[b][0]);
                w4_put(at, x);
                square[b][odd] = w4_add(square[b][odd], w4_times(x, x));
            }
    for (int b = 0; b < blocks; b++)
        w4_put(squares + 4 * b, w4_add(square[b][0], square[b][1]));
}

/* Reduce column k of the whole: the columns from the block of the next on are reflected, and what that makes of those up to k below
   the triangle is not asked for. */
static void reduce_whole(rigid_qr *qr, int k, int width, double *squares) {
    const int n = qr->n - k;
    double *u = qr->U + k * qr->n + k, *A = qr->B + k * width, norm;
    for (int i = 0; i < n; i++)
        u[i] = A[i * width + k];
    qr->beta[k] = reflector(n, u, &norm);
    u[0] = 1;
    int j = (k + 1) / 4 * 4;
    for (; j + 12 <= width; j += 12)
        reflect_blocks(3, n, u, qr->beta[k], A + j, width, squares + j);
    if (j + 8 <= width)
        reflect_blocks(2, n, u, qr->beta[k], A + j, width, squares + j);
    else if (j < width)
        reflect_blocks(1, n, u, qr->beta[k], A + j, width, squares + j);
    A[k] = norm;
}

static int largest_of(const double *squares, int first, int end) {
    int at = first;
    for (int j = first; j < end; j++)
        if (squares[j] > squares[at])
            at = j;
    return at;
}

static void exchange_columns(rigid_qr *qr, int width, int a, int b) {
    const int order = qr->order[a];
    qr->order[a] = qr->order[b], qr->order[b] = order;
    for (int i = 0; i < qr->n; i++) {
        double *row = qr->B + i * width;
        const double x = row[a];
        row[a] = row[b], row[b] = x;
    }
}

static bool is_whole(const rigid_qr *qr) { return qr->rank == qr->m; }

/* Rᵀ = Z (U; 0), with U an upper triangle. */
static void factor_back(rigid_qr *qr, int width) {
    const int r = qr->rank, m = qr->m;
    for (int j = 0; j < m; j++)
        for (int i = 0; i < r; i++)
            qr->back[j * r + i] = j < i ? 0 : qr->B[i * width + j];
    for (int k = 0; k < r; k++)
        qr->beta[m + k] = reduce(m - k, qr->back + k * r + k, r - k - 1, r, qr->room, qr->room + m);
}

/* B P = Q (R; 0), R rank x m. */
RIGID_KERNEL(int, rigid_qr_factor, (rigid_qr *qr, double cut), (qr, cut)) {
    const int n = qr->n, m = qr->m, width = rigid_qr_width(m);
    double *squares = qr->room, first = 0;
    memset(squares, 0, (size_t)width * sizeof *squares);
    for (int i = 0; i < n; i++)
        add_squares(squares, qr->B + i * width, m);
    for (int j = 0; j < m; j++)
        qr->order[j] = j;
    for (qr->rank = 0; qr->rank < n && qr->rank < m; qr->rank++) {
        const int k = qr->rank, at = largest_of(squares, k, m);
        first = k == 0 ? squares[at] : first;
        if (!(squares[at] > cut * cut * first))
            break;
        if (at != k)
            exchange_columns(qr, width, at, k);
        reduce_whole(qr, k, width, squares);
    }
    if (!is_whole(qr))
        factor_back(qr, width);
    return qr->rank;
}

RIGID_KERNEL(void, rigid_qr_turn, (const rigid_qr *qr, double *A, int m, int stride, double *sum), (qr, A, m, stride, sum)) {
    for (int k = 0; k < qr->rank; k++)
        reflect_columns(qr->n - k, qr->U + k * qr->n + k, qr->beta[k], A + k * stride, m, stride, sum);
}

/* 1 - beta u uᵀ on x, with u, whose first number is one, a number every `stride` of A. */
static void reflect(int n, const double *A, int stride, double beta, double *x) {
    double s = x[0];
    for (int i = 1; i < n; i++)
        s += A[i * stride] * x[i];
    s *= beta;
    x[0] -= s;
    for (int i = 1; i < n; i++)
        x[i] -= s * A[i * stride];
}

/* The same where u stands in a row. */
static inline void reflect_in_row(int n, const double *u, double beta, double *x) {
    const double s = beta * (x[0] + product(n - 1, u + 1, x + 1));
    x[0] -= s;
    RIGID_INDEPENDENT
    for (int i = 1; i < n; i++)
        x[i] -= s * u[i];
}

/* w = R⁻ᵀ Pᵀ x, in the first rank of m numbers: Rᵀ is a lower triangle where its columns are all independent, else Z (U; 0). */
static void down(const rigid_qr *qr, const double *x, double *w) {
    const int m = qr->m, r = qr->rank, width = rigid_qr_width(m);
    for (int j = 0; j < m; j++)
        w[j] = x[qr->order[j]];
    if (is_whole(qr)) {
        for (int i = 0; i < r; i++) {
            w[i] /= qr->B[i * width + i];
            for (int j = i + 1; j < r; j++)
                w[j] -= qr->B[i * width + j] * w[i];
        }
        return;
    }
    for (int k = 0; k < r; k++)
        reflect(m - k, qr->back + k * r + k, r, qr->beta[m + k], w + k);
    for (int i = r - 1; i >= 0; i--) {
        for (int j = i + 1; j < r; j++)
            w[i] -= qr->back[i * r + j] * w[j];
        w[i] /= qr->back[i * r + i];
    }
}

/* w = R⁺ w, of least norm, all m numbers of it. */
static void climb(const rigid_qr *qr, double *w) {
    const int m = qr->m, r = qr->rank, width = rigid_qr_width(m);
    if (is_whole(qr)) {
        for (int i = r - 1; i >= 0; i--) {
            for (int j = i + 1; j < r; j++)
                w[i] -= qr->B[i * width + j] * w[j];
            w[i] /= qr->B[i * width + i];
        }
        return;
    }
    for (int i = 0; i < r; i++) {
        w[i] /= qr->back[i * r + i];
        for (int j = i + 1; j < r; j++)
            w[j] -= qr->back[i * r + j] * w[i];
    }
    memset(w + r, 0, (size_t)(m - r) * sizeof *w);
    for (int k = r - 1; k >= 0; k--)
        reflect(m - k, qr->back + k * r + k, r, qr->beta[m + k], w + k);
}

/* x = P R⁺ w; w is lost. */
static void up(const rigid_qr *qr, double *w, double *x) {
    climb(qr, w);
    for (int j = 0; j < qr->m; j++)
        x[qr->order[j]] = w[j];
}

/* BᵀB = P RᵀR Pᵀ */
RIGID_KERNEL(void, rigid_qr_normal_solve, (const rigid_qr *qr, double *x, double *scratch), (qr, x, scratch)) {
    down(qr, x, scratch), up(qr, scratch, x);
}

RIGID_KERNEL(void, rigid_qr_half_solve, (const rigid_qr *qr, const double *x, double *w), (qr, x, w)) {
    const int r = qr->rank, width = rigid_qr_width(qr->m);
    for (int i = 0; i < r; i++) {
        w[i] = x[qr->order[i]];
        for (int j = 0; j < i; j++)
            w[i] -= qr->B[j * width + i] * w[j];
        w[i] /= qr->B[i * width + i];
    }
}

static const double agrees = 1e-9; /* m, rad, or in a second */

/* How far x is from what its independent numbers make of the others. */
static double apart(const rigid_qr *qr, const double *x, const double *w) {
    const int width = rigid_qr_width(qr->m);
    double most = 0;
    for (int j = qr->rank; j < qr->m; j++) {
        double left = x[qr->order[j]];
        for (int i = 0; i < qr->rank; i++)
            left -= qr->B[i * width + j] * w[i];
        most = fmax(most, fabs(left));
    }
    return most;
}

RIGID_KERNEL(void, rigid_qr_nearest_half, (const rigid_qr *qr, const double *x, double *w, double *scratch), (qr, x, w, scratch)) {
    rigid_qr_half_solve(qr, x, w);
    if (!(apart(qr, x, w) > agrees))
        return;
    down(qr, x, scratch);
    memcpy(w, scratch, (size_t)qr->rank * sizeof *w);
}

RIGID_KERNEL(void, rigid_qr_other_half, (const rigid_qr *qr, const double *w, double *x, double *scratch), (qr, w, x, scratch)) {
    memcpy(scratch, w, (size_t)qr->rank * sizeof *w);
    up(qr, scratch, x);
}

/* Bᵀ y = x: P Rᵀ Q1ᵀ y = x, y = Q1 R⁻ᵀ Pᵀ x */
RIGID_KERNEL(void, rigid_qr_row_solve, (const rigid_qr *qr, const double *x, double *y, double *scratch), (qr, x, y, scratch)) {
    down(qr, x, scratch);
    memset(y, 0, (size_t)qr->n * sizeof *y);
    memcpy(y, scratch, (size_t)qr->rank * sizeof *y);
    for (int k = qr->rank - 1; k >= 0; k--)
        reflect_in_row(qr->n - k, qr->U + k * qr->n + k, qr->beta[k], y + k);
}
