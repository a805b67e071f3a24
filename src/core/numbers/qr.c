/* Reflections that leave a triangle, column by column, the largest that is left first; then the same of the triangle's rows. */
#include "qr.h"

#include <math.h>
#include <string.h>

static double dot(int n, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* A reflection that leaves of x its first number alone: 1 - beta u uᵀ, u with a first number of one in the place of the rest of x. */
static double reflector(int n, double *x) {
    const double below = dot(n - 1, x + 1, x + 1), norm = sqrt(x[0] * x[0] + below);
    if (below == 0)
        return 0;
    const double u0 = x[0] > 0 ? -below / (x[0] + norm) : x[0] - norm, beta = 2 * u0 * u0 / (below + u0 * u0);
    for (int i = 1; i < n; i++)
        x[i] /= u0;
    x[0] = norm;
    return beta;
}
static void reflect(int n, const double *u, double beta, double *y) {
    const double s = beta * (y[0] + dot(n - 1, u + 1, y + 1));
    y[0] -= s;
    for (int i = 1; i < n; i++)
        y[i] -= s * u[i];
}

static int largest_column(const rigid_qr *qr, int k, double *size) {
    int at = k;
    *size = -1;
    for (int j = k; j < qr->m; j++) {
        const double *x = qr->B + j * qr->n + k, s = dot(qr->n - k, x, x);
        if (s > *size)
            *size = s, at = j;
    }
    return at;
}

static void exchange_columns(rigid_qr *qr, int a, int b) {
    const int order = qr->order[a];
    qr->order[a] = qr->order[b], qr->order[b] = order;
    for (int i = 0; i < qr->n; i++) {
        const double x = qr->B[a * qr->n + i];
        qr->B[a * qr->n + i] = qr->B[b * qr->n + i], qr->B[b * qr->n + i] = x;
    }
}

/* B P = Q (R; 0), R rank x m, and Rᵀ = Z (Tᵀ; 0). */
int rigid_qr_factor(rigid_qr *qr, double cut) {
    const int n = qr->n, m = qr->m;
    double first = 0;
    for (int j = 0; j < m; j++)
        qr->order[j] = j;
    for (qr->rank = 0; qr->rank < n && qr->rank < m; qr->rank++) {
        const int k = qr->rank;
        double size;
        const int at = largest_column(qr, k, &size);
        first = k == 0 ? size : first;
        if (!(size > cut * cut * first))
            break;
        if (at != k)
            exchange_columns(qr, at, k);
        double *x = qr->B + k * n + k;
        qr->beta[k] = reflector(n - k, x);
        for (int j = k + 1; j < m; j++)
            reflect(n - k, x, qr->beta[k], qr->B + j * n + k);
    }
    const int r = qr->rank;
    for (int i = 0; i < r; i++) /* column i of Rᵀ is row i of R */
        for (int j = 0; j < m; j++)
            qr->back[i * m + j] = j < i ? 0 : qr->B[j * n + i];
    for (int k = 0; k < r; k++) {
        double *x = qr->back + k * m + k;
        qr->beta[m + k] = reflector(m - k, x);
        for (int j = k + 1; j < r; j++)
            reflect(m - k, x, qr->beta[m + k], qr->back + j * m + k);
    }
    return r;
}

/* Zᵀ and Z on m numbers. */
static void turn(const rigid_qr *qr, double *x) {
    for (int k = 0; k < qr->rank; k++)
        reflect(qr->m - k, qr->back + k * qr->m + k, qr->beta[qr->m + k], x + k);
}
static void turn_back(const rigid_qr *qr, double *x) {
    for (int k = qr->rank - 1; k >= 0; k--)
        reflect(qr->m - k, qr->back + k * qr->m + k, qr->beta[qr->m + k], x + k);
}

/* U = the upper triangle in `back`, Rᵀ = Z (U; 0): x = U⁻¹ x and x = U⁻ᵀ x. */
static void solve_upper(const rigid_qr *qr, double *x) {
    for (int i = qr->rank - 1; i >= 0; i--) {
        for (int j = i + 1; j < qr->rank; j++)
            x[i] -= qr->back[j * qr->m + i] * x[j];
        x[i] /= qr->back[i * qr->m + i];
    }
}
static void solve_upper_transposed(const rigid_qr *qr, double *x) {
    for (int i = 0; i < qr->rank; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= qr->back[i * qr->m + j] * x[j];
        x[i] /= qr->back[i * qr->m + i];
    }
}

/* BᵀB = P RᵀR Pᵀ = P Z (U Uᵀ) Zᵀ Pᵀ */
void rigid_qr_normal_solve(const rigid_qr *qr, double *x, double *scratch) {
    for (int j = 0; j < qr->m; j++)
        scratch[j] = x[qr->order[j]];
    turn(qr, scratch);
    solve_upper(qr, scratch), solve_upper_transposed(qr, scratch);
    memset(scratch + qr->rank, 0, (size_t)(qr->m - qr->rank) * sizeof *scratch);
    turn_back(qr, scratch);
    for (int j = 0; j < qr->m; j++)
        x[qr->order[j]] = scratch[j];
}

/* Bᵀ y = x: P Rᵀ Q1ᵀ y = x, y = Q1 U⁻¹ Zᵀ Pᵀ x */
void rigid_qr_row_solve(const rigid_qr *qr, const double *x, double *y, double *scratch) {
    for (int j = 0; j < qr->m; j++)
        scratch[j] = x[qr->order[j]];
    turn(qr, scratch);
    solve_upper(qr, scratch);
    memset(y, 0, (size_t)qr->n * sizeof *y);
    memcpy(y, scratch, (size_t)qr->rank * sizeof *y);
    for (int k = qr->rank - 1; k >= 0; k--)
        reflect(qr->n - k, qr->B + k * qr->n + k, qr->beta[k], y + k);
}
