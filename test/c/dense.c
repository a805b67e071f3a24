/* usage: dense [digits]
   Holds dense algebra (src/dense/dense.h) to its word, without Lua: every decomposition multiplies back to what was given, on
   drawn matrices that are well and badly conditioned, graded, of half rank and with singular values that repeat; and where
   the k-th request for memory fails, or the k-th question finds it unwanted, for every k, each function says so, and has given
   back what it took (dense_memory.h). With `digits` it prints all results instead, to be compared. */
#include "dense_draws.h"
#include "dense_memory.h"

#include <stdio.h>
#include <stdlib.h>

/* ---- what holds --------------------------------------------------------------------------------------------------- */

static int failures, checks, printing;
static kind now;
static int now_rows, now_cols;

static void digits(const char *name, const double *at, int count) {
    for (int k = 0; printing && k < count; k++)
        printf("%s %a\n", name, at[k] + 0);
}

/* |a - b| <= tolerance scale */
static void near(const char *what, const double *a, const double *b, int count, double scale, double tolerance) {
    double most = 0;
    digits(what, a, count);
    for (int k = 0; k < count; k++)
        most = isfinite(a[k]) ? fmax(most, fabs(a[k] - b[k])) : INFINITY;
    checks++;
    if (most <= tolerance * scale)
        return;
    failures++;
    fprintf(stderr, "dense: %s, %d x %d %s: off by %g of %g\n", what, now_rows, now_cols, kinds[now], most, scale);
}

static void expect(const char *what, int found, int wanted) {
    checks++;
    if (found == wanted)
        return;
    failures++;
    fprintf(stderr, "dense: %s, %d x %d %s: %d where %d was expected\n", what, now_rows, now_cols, kinds[now], found, wanted);
}

static const double eps = 0x1p-52;

/* Whose answer changes at the question of that number; -1: at none. */
static long questions, unwanted_from = -1;
static int is_unwanted(const void *of) {
    (void)of;
    return ++questions > unwanted_from && unwanted_from >= 0;
}
static const rigid_dense_until until = {is_unwanted, NULL};

static void check_orthonormal(const char *what, int rows, int cols, const double *q) {
    matrix qt, product, unit = {0};
    for (int i = 0; i < cols; i++)
        unit[i * cols + i] = 1;
    transpose(rows, cols, q, qt);
    multiply(cols, rows, cols, qt, q, product);
    near(what, product, unit, cols * cols, 1, 16 * rows * eps);
}

static void check_lu(int n, const double *a) {
    matrix lu, l = {0}, u = {0}, product, permuted;
    int pivots[MOST];
    expect("lu", (int)rigid_dense_lu(until, n, a, lu, pivots), RIGID_DENSE_OK);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            *(i > j ? &l[i * n + j] : &u[i * n + j]) = lu[i * n + j];
    for (int i = 0; i < n; i++) {
        l[i * n + i] = 1;
        memcpy(permuted + i * n, a + pivots[i] * n, (size_t)n * sizeof *a);
    }
    multiply(n, n, n, l, u, product);
    near("lu", product, permuted, n * n, rigid_dense_norm(a, (size_t)(n * n)), 4 * n * eps);
}

/* The residual of LU with partial pivoting is small whatever the condition; the matrix may be refused. */
static void check_solve(int n, const double *a) {
    matrix x, inverse, b, product, unit = {0};
    double rcond, norm = rigid_dense_norm(a, (size_t)(n * n));
    int sides = 3, singular = now == HALF || now == ZERO;
    draw(b, n * sides);
    for (int i = 0; i < n; i++)
        unit[i * n + i] = 1;
    if (n == 1 && now == HALF)
        singular = 0;
    expect("solve", (int)rigid_dense_solve(until, n, a, sides, b, x, &rcond), singular ? RIGID_DENSE_SINGULAR : RIGID_DENSE_OK);
    expect("inverse", (int)rigid_dense_inverse(until, n, a, inverse, &rcond), singular ? RIGID_DENSE_SINGULAR : RIGID_DENSE_OK);
    if (singular)
        return;
    multiply(n, n, sides, a, x, product);
    near("solve", product, b, n * sides, norm * rigid_dense_norm(x, (size_t)(n * sides)), 4 * n * eps);
    multiply(n, n, n, a, inverse, product);
    near("inverse", product, unit, n * n, norm * rigid_dense_norm(inverse, (size_t)(n * n)), 4 * n * eps);
}

static void check_cholesky(int n, const double *a) {
    matrix at, s, l, lt, product;
    transpose(n, n, a, at);
    multiply(n, n, n, at, a, s);
    for (int i = 0; i < n; i++)
        s[i * n + i] += 1;
    expect("cholesky", (int)rigid_dense_cholesky(until, n, s, l), RIGID_DENSE_OK);
    transpose(n, n, l, lt);
    multiply(n, n, n, l, lt, product);
    near("cholesky", product, s, n * n, rigid_dense_norm(s, (size_t)(n * n)), 4 * n * eps);
    s[n * n - 1] = -1;
    expect("cholesky", (int)rigid_dense_cholesky(until, n, s, l), RIGID_DENSE_NOT_POSITIVE);
}

static void check_qr(int rows, int cols, const double *a) {
    int k = rows < cols ? rows : cols, pivots[MOST];
    matrix q, r, product, permuted;
    expect("qr", (int)rigid_dense_qr(until, rows, cols, a, q, r, pivots), RIGID_DENSE_OK);
    check_orthonormal("q", rows, k, q);
    multiply(rows, k, cols, q, r, product);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++)
            permuted[i * cols + j] = a[i * cols + pivots[j]];
    near("qr", product, permuted, rows * cols, rigid_dense_norm(a, (size_t)(rows * cols)), 8 * (rows + cols) * eps);
}

/* The same without an order of its own, and nothing negative on the diagonal of R. */
static void check_qr_in_order(int rows, int cols, const double *a) {
    int k = rows < cols ? rows : cols, good = 1;
    matrix q, r, product;
    expect("qr in order", (int)rigid_dense_qr_in_order(until, rows, cols, a, q, r), RIGID_DENSE_OK);
    check_orthonormal("q in order", rows, k, q);
    for (int i = 0; i < k; i++)
        for (int j = 0; j <= i && j < cols; j++)
            good = good && (j < i ? r[i * cols + j] == 0 : r[i * cols + j] >= 0);
    expect("what is on and below the diagonal of R", good, 1);
    multiply(rows, k, cols, q, r, product);
    near("qr in order", product, a, rows * cols, rigid_dense_norm(a, (size_t)(rows * cols)), 8 * (rows + cols) * eps);
}

/* The residual is at right angles to what A can reach: Aᵀ (A x - b) = 0. */
static void check_least_squares(int rows, int cols, const double *a) {
    matrix at, x, b, residual, zero = {0}, reached;
    double norm = rigid_dense_norm(a, (size_t)(rows * cols));
    draw(b, rows);
    expect("least squares", (int)rigid_dense_least_squares(until, rows, cols, a, 1, b, x), RIGID_DENSE_OK);
    multiply(rows, cols, 1, a, x, residual);
    for (int i = 0; i < rows; i++)
        residual[i] -= b[i];
    transpose(rows, cols, a, at);
    multiply(cols, rows, 1, at, residual, reached);
    near("least squares", reached, zero, cols, norm * (norm * rigid_dense_norm(x, (size_t)cols) + rigid_dense_norm(b, (size_t)rows)),
         8 * (rows + cols) * eps);
    digits("x", x, cols);
}

static void check_svd(int rows, int cols, const double *a) {
    int k = rows < cols ? rows : cols;
    matrix u, v, vt, product;
    double s[MOST];
    expect("svd", (int)rigid_dense_svd(until, rows, cols, a, u, s, v), RIGID_DENSE_OK);
    check_orthonormal("u", rows, k, u);
    check_orthonormal("v", cols, k, v);
    for (int i = 0; i < k; i++)
        expect("order of singular values", s[i] >= (i + 1 < k ? s[i + 1] : 0), 1);
    scale_columns(rows, k, u, s);
    transpose(cols, k, v, vt);
    multiply(rows, k, cols, u, vt, product);
    near("svd", product, a, rows * cols, rigid_dense_norm(a, (size_t)(rows * cols)), 8 * (rows + cols) * eps);
    double alone[MOST];
    expect("svd without vectors", (int)rigid_dense_svd(until, rows, cols, a, NULL, alone, NULL), RIGID_DENSE_OK);
    near("svd without vectors", alone, s, k, s[0], 8 * (rows + cols) * eps);
}

static void check_symmetric(int n, const double *a) {
    matrix s, z, zt, product;
    double w[MOST];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            s[i * n + j] = a[i * n + j] + a[j * n + i];
    expect("eigen_symmetric", (int)rigid_dense_eigen_symmetric(until, n, s, w, z), RIGID_DENSE_OK);
    check_orthonormal("z", n, n, z);
    transpose(n, n, z, zt);
    scale_columns(n, n, z, w);
    multiply(n, n, n, z, zt, product);
    near("eigen_symmetric", product, s, n * n, rigid_dense_norm(s, (size_t)(n * n)), 8 * n * eps);
}

/* A (x + iy) = (re + i im)(x + iy), of a pair by its first. */
static void check_eigen(int n, const double *a) {
    matrix v, av, wanted = {0};
    double re[MOST], im[MOST];
    expect("eigen", (int)rigid_dense_eigen(until, n, a, re, im, v), RIGID_DENSE_OK);
    multiply(n, n, n, a, v, av);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            double other = im[j] > 0 ? -im[j] * v[i * n + j + 1] : im[j] < 0 ? -im[j] * v[i * n + j - 1] : 0;
            wanted[i * n + j] = re[j] * v[i * n + j] + other;
        }
    near("eigen", av, wanted, n * n, rigid_dense_norm(a, (size_t)(n * n)), 32 * n * eps);
}

/* e^A e^-A = 1, and |e^A| is e to the trace. */
static void check_exponential(int n, const double *a) {
    matrix minus, e, back, product, unit = {0};
    double trace = 0, determinant, wanted;
    for (int k = 0; k < n * n; k++)
        minus[k] = -a[k];
    for (int i = 0; i < n; i++) {
        unit[i * n + i] = 1;
        trace += a[i * n + i];
    }
    expect("exponential", (int)rigid_dense_exponential(until, n, a, e), RIGID_DENSE_OK);
    rigid_dense_exponential(until, n, minus, back);
    multiply(n, n, n, e, back, product);
    double scale = rigid_dense_norm(e, (size_t)(n * n)) * rigid_dense_norm(back, (size_t)(n * n));
    near("exponential", product, unit, n * n, scale, 32 * n * eps);
    rigid_dense_determinant(until, n, e, &determinant);
    wanted = exp(trace);
    near("determinant of the exponential", &determinant, &wanted, 1, scale * wanted, 32 * n * eps);
}

/* The logarithm of e^A is A, where the eigenvalues of A are small. */
static void check_logarithm(int n, const double *a) {
    matrix small, e, l;
    double norm = rigid_dense_norm(a, (size_t)(n * n));
    for (int k = 0; k < n * n; k++)
        small[k] = norm > 0 ? a[k] / norm : 0;
    rigid_dense_exponential(until, n, small, e);
    expect("logarithm", (int)rigid_dense_logarithm(until, n, e, l), RIGID_DENSE_OK);
    near("logarithm", l, small, n * n, 1, 64 * n * eps);
}

/* A X + X Aᵀ = -Q, of an A all of whose eigenvalues lie left of zero; A X Aᵀ - X = -Q of one within the circle. */
static void check_lyapunov(int n, const double *a) {
    matrix left, within, turned, x, ax, xa, got, minus;
    double norm = rigid_dense_norm(a, (size_t)(n * n)), scale;
    if (norm == 0)
        return;
    for (int k = 0; k < n * n; k++) {
        left[k] = a[k] / norm - (k % (n + 1) == 0 ? 1.5 : 0);
        within[k] = 0.5 * a[k] / norm;
        minus[k] = -a[k] / norm;
    }
    for (int discrete = 0; discrete < 2; discrete++) {
        const double *used = discrete ? within : left;
        for (int k = 0; k < n * n; k++)
            turned[k % n * n + k / n] = used[k];
        expect("lyapunov", (int)rigid_dense_lyapunov(until, n, used, minus, discrete, x), RIGID_DENSE_OK);
        multiply(n, n, n, used, x, ax);
        multiply(n, n, n, discrete ? ax : x, turned, xa);
        for (int k = 0; k < n * n; k++)
            got[k] = discrete ? x[k] - xa[k] : -ax[k] - xa[k];
        scale = 1 + 4 * rigid_dense_norm(x, (size_t)(n * n));
        near(discrete ? "lyapunov, discrete" : "lyapunov", got, minus, n * n, scale, 32 * n * eps);
    }
}

static void check_shape(int rows, int cols) {
    matrix a;
    now_rows = rows;
    now_cols = cols;
    draw_matrix(now, rows, cols, a);
    check_qr(rows, cols, a);
    check_qr_in_order(rows, cols, a);
    check_least_squares(rows, cols, a);
    check_svd(rows, cols, a);
    if (rows != cols)
        return;
    check_lu(rows, a);
    check_solve(rows, a);
    check_cholesky(rows, a);
    check_symmetric(rows, a);
    check_eigen(rows, a);
    check_exponential(rows, a);
    check_logarithm(rows, a);
    check_lyapunov(rows, a);
}

/* e^[0 1; -1 0]θ turns by θ; what has three equal eigenvalues and one vector; norms beyond squares. */
static void check_known(void) {
    double turn[4] = {0, 30, -30, 0}, e[4], wanted[4] = {cos(30), sin(30), -sin(30), cos(30)};
    double large[3] = {3e200, 0, -4e200}, norm = rigid_dense_norm(large, 3), hypotenuse = 5e200;
    double nilpotent[9] = {0, 1, 0, 0, 0, 1, 0, 0, 0}, e3[9], wanted3[9] = {1, 1, 0.5, 0, 1, 1, 0, 0, 1};
    double mirror[4] = {-1, 0, 0, 2}, zero_sum[4] = {2, 1, 0, -2}, flat[4] = {1, 1, 1, 1}, l[4];
    double tiny[2] = {3e-310, 4e-310}, small = rigid_dense_norm(tiny, 2), wanted_small = 5e-310;
    rigid_dense_exponential(until, 2, turn, e);
    near("a turn", e, wanted, 4, 30, 8 * eps);
    rigid_dense_exponential(until, 3, nilpotent, e3);
    near("of a nilpotent matrix", e3, wanted3, 9, 1, 4 * eps);
    expect("the logarithm of a mirror", (int)rigid_dense_logarithm(until, 2, mirror, l), RIGID_DENSE_NOT_REAL);
    expect("Lyapunov's equation of a mirror", (int)rigid_dense_lyapunov(until, 2, zero_sum, flat, 0, l), RIGID_DENSE_SINGULAR);
    expect("Lyapunov's discrete equation of one", (int)rigid_dense_lyapunov(until, 2, mirror, flat, 1, l), RIGID_DENSE_SINGULAR);
    expect("the logarithm of what is flat", (int)rigid_dense_logarithm(until, 2, flat, l), RIGID_DENSE_SINGULAR);
    near("a large norm", &norm, &hypotenuse, 1, hypotenuse, 2 * eps);
    near("a small norm", &small, &wanted_small, 1, wanted_small, 1e-13);
    expect("the norm of an infinity", isinf(rigid_dense_norm((double[2]){1, INFINITY}, 2)), 1);
    expect("the norm of NaN", isnan(rigid_dense_norm((double[3]){NAN, INFINITY, 1e300}, 3)), 1);
}

/* ---- every request refused once ------------------------------------------------------------------------------------ */

static rigid_dense_status call(int which, int n, const double *a) {
    matrix x, y;
    double s[MOST], t[MOST];
    int ints[MOST];
    switch (which) {
    case 0: return rigid_dense_lu(until, n, a, x, ints);
    case 1: return rigid_dense_determinant(until, n, a, s);
    case 2: return rigid_dense_inverse(until, n, a, x, s);
    case 3: return rigid_dense_solve(until, n, a, 2, a, x, s);
    case 4: return rigid_dense_cholesky(until, n, a, x);
    case 5: return rigid_dense_qr(until, n, n, a, x, y, ints);
    case 6: return rigid_dense_rank(until, n / 2, n, a, 1e-9, ints);
    case 7: return rigid_dense_least_squares(until, n / 2, n, a, 1, a, x);
    case 8: return rigid_dense_svd(until, n, n / 2, a, x, s, y);
    case 9: return rigid_dense_eigen_symmetric(until, n, a, s, x);
    case 10: return rigid_dense_eigen(until, n, a, s, t, x);
    case 11: return rigid_dense_svd(until, n / 2, n, a, x, s, y);
    case 12: return rigid_dense_exponential(until, n, a, x);
    case 13: return rigid_dense_qr_in_order(until, n, n / 2, a, x, y);
    case 14: return rigid_dense_lyapunov(until, n, a, a, 0, x);
    case 15: return rigid_dense_lyapunov(until, n, a, a, 1, x);
    case 16: return rigid_dense_balance(until, n, a, s);
    default: return rigid_dense_logarithm(until, n, a, x);
    }
}
enum { FUNCTIONS = 18 };

/* Symmetric and positive definite. */
static void draw_near_one(double *a, int n) {
    draw(a, n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i * n + j] = a[j * n + i] = a[i * n + j] / n + (i == j);
}

static void check_memory(int which, int n) {
    matrix a;
    rigid_dense_status status = RIGID_DENSE_NO_MEMORY;
    long before = alive, k = 0;
    draw_near_one(a, n);
    for (; status == RIGID_DENSE_NO_MEMORY; k++) {
        requests = 0;
        refused_from = k;
        status = call(which, n, a);
        refused_from = -1;
        expect("blocks left behind", (int)(alive - before), 0);
    }
    expect("status once there is memory", (int)status, RIGID_DENSE_OK);
    expect("the engine's requests come by here", k > 1, 1);
}

/* The same where the work is unwanted from the k-th question on, of later ones for some k. */
static void check_unwanted(int which, int n) {
    matrix a;
    rigid_dense_status status = RIGID_DENSE_UNWANTED;
    long before = alive, k = 0;
    draw_near_one(a, n);
    for (; status == RIGID_DENSE_UNWANTED; k += 1 + k / 10) {
        questions = 0;
        unwanted_from = k;
        status = call(which, n, a);
        unwanted_from = -1;
        expect("questions after the answer", (int)(questions > k + 1), 0);
        expect("blocks left behind by what is unwanted", (int)(alive - before), 0);
    }
    expect("status where it is wanted", (int)status, RIGID_DENSE_OK);
    expect("somebody is asked", k > 1, 1);
}

int main(int count, char **words) {
    const int shapes[][2] = {{1, 1}, {2, 2}, {3, 3}, {6, 6}, {7, 7}, {36, 36}, {1, 5}, {5, 1}, {7, 4}, {4, 9}, {36, 20}};
    printing = count > 1 && strcmp(words[1], "digits") == 0;
    for (now = RANDOM; now < KINDS; now++)
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
            check_shape(shapes[k][0], shapes[k][1]);
    now = RANDOM;
    check_known();
    for (int which = 0; which < FUNCTIONS && !printing; which++)
        for (int n = 6; n <= 36; n += 30)
            check_memory(which, n);
    for (int which = 0; which < FUNCTIONS && !printing; which++)
        check_unwanted(which, 36);
    if (!printing)
        printf("dense: %d checks, %d failed\n", checks, failures);
    return failures != 0;
}
