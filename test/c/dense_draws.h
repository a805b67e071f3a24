/* Matrices to try dense algebra on: random, badly conditioned, graded, of half rank, with singular values that repeat, zero; and the little
   algebra that puts decompositions together again, each a line of its definition. */
#ifndef DENSE_DRAWS_H
#define DENSE_DRAWS_H

#include "../../src/dense/dense.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST = 40, ROOM = MOST * MOST };
typedef double matrix[ROOM];

static uint64_t seed = 4242;
static double drawn(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) * 0x1p-52 - 1;
}

static void draw(double *at, int count) {
    for (int k = 0; k < count; k++)
        at[k] = drawn();
}

/* out = a b, r x k by k x c */
static void multiply(int r, int k, int c, const double *a, const double *b, double *out) {
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++) {
            double sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * c + j];
            out[i * c + j] = sum;
        }
}

static void transpose(int r, int c, const double *a, double *out) {
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            out[j * r + i] = a[i * c + j];
}

static void scale_columns(int r, int c, double *a, const double *by) {
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            a[i * c + j] *= by[j];
}

typedef enum { RANDOM, ILL, GRADED, HALF, REPEATED, ZERO, KINDS } kind;
static const char *const kinds[] = {"random", "ill conditioned", "graded", "of half rank", "with repeated values", "zero"};

static double singular_value(kind what, int j, int n) {
    if (what == ILL)
        return pow(10, -12.0 * j / n);
    return what == HALF ? 2 * j < n : 1;
}

static void draw_orthonormal(int n, double *q) {
    matrix a = {0}, r;
    int pivots[MOST];
    draw(a, n * n);
    rigid_dense_qr((rigid_dense_until){0}, n, n, a, q, r, pivots);
}

static void draw_matrix(kind what, int rows, int cols, double *a) {
    int n = rows > cols ? rows : cols;
    matrix u, v, uv;
    double s[MOST];
    draw(a, rows * cols);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            a[i * cols + j] *= what == GRADED ? pow(10, -8.0 * (i + j) / n) : what != ZERO;
    if (what == RANDOM || what == GRADED || what == ZERO)
        return;
    draw_orthonormal(n, u);
    draw_orthonormal(n, v);
    for (int j = 0; j < n; j++)
        s[j] = singular_value(what, j, n);
    scale_columns(n, n, u, s);
    multiply(n, n, n, u, v, uv);
    for (int i = 0; i < rows; i++)
        memcpy(a + i * cols, uv + i * n, (size_t)cols * sizeof *a);
}

#endif
