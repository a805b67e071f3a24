/* Dense work on matrices of any size through LAPACKE: solve, inverse, determinant, symmetric eigenproblem, singular
   values, rank.

   A Matrix lies in memory row after row and LAPACK reads columns, so what LAPACK sees of our A is Aᵀ; every routine below
   is put so that this is what it wants, and only right-hand sides are transposed. Only the LAPACKE_*_work functions
   with column-major layout are called: they allocate nothing. All scratch is userdata left on the Lua stack, so an error
   anywhere leaks nothing. [LAPACK Users' Guide, 3rd ed.] */
#include "bind.h"

#include <float.h>
#include <lapacke.h> /* after bind.h: it brings in <complex.h>, whose macro I would rename fields of the core */
#include <limits.h>
#include <string.h>

/* ---- scratch, and the receiver ----------------------------------------------------------------------------------- */

static double *scratch(lua_State *L, size_t count) { return lua_newuserdatauv(L, count * sizeof(double), 0); }
static lapack_int *scratch_ints(lua_State *L, size_t count) {
    return lua_newuserdatauv(L, count * sizeof(lapack_int), 0);
}

/* The workspace a routine has asked for in a query, its size read from query and left in *size. */
static double *workspace(lua_State *L, double query, lapack_int *size) {
    *size = query < INT_MAX ? (lapack_int)ceil(query) : INT_MAX;
    return scratch(L, (size_t)*size);
}

static size_t count_of(const rigid_matrix *m) { return (size_t)m->rows * (size_t)m->cols; }

/* The index of the first entry that is NaN or infinite, or count. */
static size_t first_not_finite(const double *at, size_t count) {
    size_t k = 0;
    while (k < count && isfinite(at[k]))
        k++;
    return k;
}

/* Raise where a matrix has an entry that no solver can work with. */
static void check_finite(lua_State *L, const rigid_matrix *m, rigid_place at) {
    size_t count = count_of(m), k = first_not_finite(m->at, count);
    char text[RIGID_NUMBER_WIDTH];
    if (k < count)
        rigid_bad(L, at, "finite numbers expected, entry (%d, %d) is %s", (int)(k / (size_t)m->cols) + 1,
                  (int)(k % (size_t)m->cols) + 1, rigid_format_number(text, RIGID_DIGITS, m->at[k]));
}

/* The receiver: at least 1x1, every entry finite. */
static const rigid_matrix *check_dense(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    if (m->rows < 1 || m->cols < 1)
        rigid_bad(L, rigid_at(1), "Matrix of at least 1x1 expected, got %dx%d", m->rows, m->cols);
    check_finite(L, m, rigid_at(1));
    return m;
}

static const rigid_matrix *check_square(lua_State *L) {
    const rigid_matrix *m = check_dense(L);
    if (m->rows != m->cols)
        rigid_bad(L, rigid_at(1), "square Matrix expected, got %dx%d", m->rows, m->cols);
    return m;
}

/* Raise where finite numbers have led to a result that a double cannot hold. */
static void check_result(lua_State *L, const double *at, size_t count) {
    if (first_not_finite(at, count) < count)
        rigid_bad(L, rigid_at(1), "the result is too large for floating point");
}

/* out, cols x rows, becomes the transpose of at, rows x cols. */
static void transpose(const double *at, int rows, int cols, double *out) {
    for (size_t i = 0; i < (size_t)rows; i++)
        for (size_t j = 0; j < (size_t)cols; j++)
            out[j * (size_t)rows + i] = at[i * (size_t)cols + j];
}

/* ---- square systems: LU with partial pivoting -------------------------------------------------------------------- */

/* (2^row A 2^col)ᵀ = P L U. Scaling by powers of two is exact, takes units out of the question whether A is singular,
   and keeps the elimination from overflowing. Row i is scaled by 2^row[i], column j by 2^col[j]. */
typedef struct {
    int n;
    double *lu;
    lapack_int *row, *col, *pivots;
    double norm;      /* of the scaled matrix: its largest column sum */
    bool has_inverse; /* no pivot was exactly zero */
} factors;

/* The e with 2^e x in [1/2, 1); 0 for zero. */
static lapack_int exponent_to_one(double x) {
    int e;
    frexp(x, &e);
    return -e;
}

/* Scale so that the largest entry of every row, then of every column, is in [1/2, 1). */
static void equilibrate(const rigid_matrix *A, factors *f) {
    size_t n = (size_t)f->n;
    for (size_t i = 0; i < n; i++) {
        double largest = 0;
        for (size_t j = 0; j < n; j++)
            largest = fmax(largest, fabs(A->at[i * n + j]));
        f->row[i] = exponent_to_one(largest);
    }
    for (size_t j = 0; j < n; j++) {
        double largest = 0;
        for (size_t i = 0; i < n; i++)
            largest = fmax(largest, fabs(ldexp(A->at[i * n + j], f->row[i])));
        f->col[j] = exponent_to_one(largest);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            f->lu[i * n + j] = ldexp(A->at[i * n + j], f->row[i] + f->col[j]);
}

static factors factorise(lua_State *L, const rigid_matrix *A) {
    size_t n = (size_t)A->rows;
    lapack_int *ints = scratch_ints(L, 3 * n);
    factors f = {.n = A->rows, .lu = scratch(L, n * n), .row = ints, .col = ints + n, .pivots = ints + 2 * n};
    equilibrate(A, &f);
    f.norm = LAPACKE_dlange_work(LAPACK_COL_MAJOR, '1', f.n, f.n, f.lu, f.n, NULL);
    f.has_inverse = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, f.n, f.n, f.lu, f.n, f.pivots) == 0;
    return f;
}

/* The factors of A; raises where A is singular to working precision. */
static factors factorise_regular(lua_State *L, const rigid_matrix *A) {
    factors f = factorise(L, A);
    double rcond = 0;
    char text[RIGID_NUMBER_WIDTH];
    if (f.has_inverse)
        LAPACKE_dgecon_work(LAPACK_COL_MAJOR, '1', f.n, f.lu, f.n, f.norm, &rcond, scratch(L, 4 * (size_t)f.n),
                            scratch_ints(L, (size_t)f.n));
    if (!(rcond >= DBL_EPSILON))
        rigid_bad(L, rigid_at(1), "the Matrix is singular to working precision, reciprocal condition number %s",
                  rigid_format_number(text, RIGID_DIGITS, rcond));
    return f;
}

/* A = 2^-row (P L U)ᵀ 2^-col, hence |A| = sign(P) Π u_ii 2^-Σ(row + col) */
int rigid_matrix_determinant(lua_State *L) {
    const rigid_matrix *A = check_square(L);
    factors f = factorise(L, A);
    double mantissa = 1;
    long exponent = 0;
    for (int i = 0; i < f.n && f.has_inverse; i++) {
        int e;
        mantissa = frexp(mantissa * f.lu[(size_t)i * (size_t)(f.n + 1)], &e);
        exponent += e - f.row[i] - f.col[i];
        mantissa = f.pivots[i] == i + 1 ? mantissa : -mantissa;
    }
    int within = (int)fmax(-5000, fmin(5000, (double)exponent)); /* further out is zero or infinite all the same */
    double determinant = f.has_inverse ? ldexp(mantissa, within) : 0;
    check_result(L, &determinant, 1);
    lua_pushnumber(L, determinant);
    return 1;
}

/* A⁻¹ = 2^col ((P L U)⁻¹)ᵀ 2^row, and the transpose is how it lies in memory already. */
int rigid_matrix_inverse(lua_State *L) {
    const rigid_matrix *A = check_square(L);
    factors f = factorise_regular(L, A);
    size_t n = (size_t)f.n;
    double query;
    lapack_int size;
    LAPACKE_dgetri_work(LAPACK_COL_MAJOR, f.n, f.lu, f.n, f.pivots, &query, -1);
    double *work = workspace(L, query, &size);
    LAPACKE_dgetri_work(LAPACK_COL_MAJOR, f.n, f.lu, f.n, f.pivots, work, size);
    rigid_matrix *inverse = rigid_push_matrix(L, f.n, f.n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            inverse->at[i * n + j] = ldexp(f.lu[i * n + j], f.col[i] + f.row[j]);
    check_result(L, inverse->at, n * n);
    return 1;
}

/* ---- right-hand sides -------------------------------------------------------------------------------------------- */

/* What stands on the right of A x = b, and the place for x: both n x cols, row after row. */
typedef struct {
    const double *b;
    double *x;
    int cols;
    int answer; /* stack index of what holds x */
} equations;

static bool is_nested(lua_State *L, int idx) {
    if (!lua_istable(L, idx))
        return false;
    bool nested = lua_rawgeti(L, idx, 1) == LUA_TTABLE;
    lua_pop(L, 1);
    return nested;
}

static void check_finite_vector(lua_State *L, const rigid_vector *b, rigid_place at) {
    size_t k = first_not_finite(b->at, (size_t)b->size);
    char text[RIGID_NUMBER_WIDTH];
    if (k < (size_t)b->size)
        rigid_bad(L, at, "finite numbers expected, entry %d is %s", (int)k + 1, rigid_format_number(text, RIGID_DIGITS, b->at[k]));
}

/* Argument 2, a Matrix or nested table or else a Vector or list, and an x of the same kind. */
static equations check_equations(lua_State *L, const rigid_matrix *A) {
    equations s = {.cols = 1};
    if (rigid_test(L, 2, ID_MATRIX) || is_nested(L, 2)) {
        const rigid_matrix *b = rigid_get_matrix(L, 2, rigid_at(2), A->rows, 0);
        check_finite(L, b, rigid_at(2));
        s.b = b->at;
        s.cols = b->cols;
        s.x = rigid_push_matrix(L, A->cols, s.cols)->at;
    } else {
        const rigid_vector *b = rigid_get_vector(L, 2, rigid_at(2), A->rows);
        check_finite_vector(L, b, rigid_at(2));
        s.b = b->at;
        s.x = rigid_push_vector(L, A->cols)->at;
    }
    s.answer = lua_gettop(L);
    return s;
}

/* (2^row A 2^col) (2^-col x) = 2^row b */
static void solve_square(lua_State *L, const rigid_matrix *A, equations s) {
    factors f = factorise_regular(L, A);
    size_t n = (size_t)f.n, cols = (size_t)s.cols;
    double *y = scratch(L, n * cols);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < cols; k++)
            y[k * n + i] = ldexp(s.b[i * cols + k], f.row[i]);
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'T', f.n, s.cols, f.lu, f.n, f.pivots, y, f.n);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < cols; k++)
            s.x[i * cols + k] = ldexp(y[k * n + i], f.col[i]);
}

/* The x of least norm among those that make |A x - b| least, by QR with column pivoting; what is below
   max(rows, cols) eps counts as zero. */
static void solve_least_squares(lua_State *L, const rigid_matrix *A, equations s) {
    int rows = A->rows, cols = A->cols, tall = rows > cols ? rows : cols;
    double *a = scratch(L, count_of(A)), *y = scratch(L, (size_t)tall * (size_t)s.cols), query;
    lapack_int *pivots = scratch_ints(L, (size_t)cols), rank, size;
    transpose(A->at, rows, cols, a);
    memset(pivots, 0, (size_t)cols * sizeof *pivots); /* every column is free to move */
    for (size_t i = 0; i < (size_t)rows; i++)
        for (size_t k = 0; k < (size_t)s.cols; k++)
            y[k * (size_t)tall + i] = s.b[i * (size_t)s.cols + k];
    double rcond = tall * DBL_EPSILON;
    LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, rows, cols, s.cols, a, rows, y, tall, pivots, rcond, &rank, &query, -1);
    double *work = workspace(L, query, &size);
    LAPACKE_dgelsy_work(LAPACK_COL_MAJOR, rows, cols, s.cols, a, rows, y, tall, pivots, rcond, &rank, work, size);
    for (size_t i = 0; i < (size_t)cols; i++)
        for (size_t k = 0; k < (size_t)s.cols; k++)
            s.x[i * (size_t)s.cols + k] = y[k * (size_t)tall + i];
}

int rigid_matrix_solve(lua_State *L) {
    const rigid_matrix *A = check_dense(L);
    equations s = check_equations(L, A);
    if (A->rows == A->cols)
        solve_square(L, A, s);
    else
        solve_least_squares(L, A, s);
    check_result(L, s.x, (size_t)A->cols * (size_t)s.cols);
    lua_pushvalue(L, s.answer);
    return 1;
}

/* ---- eigenvalues and singular values ----------------------------------------------------------------------------- */

/* A direction is known up to its sign; everywhere the one is taken that makes the largest entry of the column positive.
   Of entries alike in size to 1e-6 the first decides, so that rounding does not. */
static bool is_turned(const rigid_matrix *m, size_t column) {
    size_t rows = (size_t)m->rows, cols = (size_t)m->cols, i = 0;
    double largest = 0;
    for (size_t k = 0; k < rows; k++)
        largest = fmax(largest, fabs(m->at[k * cols + column]));
    while (fabs(m->at[i * cols + column]) < (1 - 1e-6) * largest)
        i++;
    return m->at[i * cols + column] < 0;
}

static void turn(rigid_matrix *m, size_t column) {
    size_t rows = (size_t)m->rows, cols = (size_t)m->cols;
    for (size_t i = 0; i < rows; i++)
        m->at[i * cols + column] = -m->at[i * cols + column];
}

static double largest_entry(const rigid_matrix *m) {
    double largest = 0;
    size_t count = count_of(m);
    for (size_t k = 0; k < count; k++)
        largest = fmax(largest, fabs(m->at[k]));
    return largest;
}

/* Raise unless |a_ij - a_ji| <= 1e-9 of the largest entry; names the worst pair. */
static void check_symmetric(lua_State *L, const rigid_matrix *m) {
    size_t n = (size_t)m->rows, row = 0, col = 0;
    double worst = 0;
    char text[RIGID_NUMBER_WIDTH];
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            double difference = fabs(m->at[i * n + j] - m->at[j * n + i]);
            if (difference > worst) {
                worst = difference;
                row = i;
                col = j;
            }
        }
    if (worst > 1e-9 * largest_entry(m))
        rigid_bad(L, rigid_at(1), "symmetric Matrix expected, entries (%d, %d) and (%d, %d) differ by %s", (int)row + 1,
                  (int)col + 1, (int)col + 1, (int)row + 1, rigid_format_number(text, RIGID_DIGITS, worst));
}

/* out = 2^e ½ (A + Aᵀ) */
static void symmetrise(const rigid_matrix *A, lapack_int e, double *out) {
    size_t n = (size_t)A->rows;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double a = ldexp(A->at[i * n + j], e), b = ldexp(A->at[j * n + i], e);
            out[i * n + j] = 0.5 * (a + b);
        }
}

/* A = Z diag(w) Zᵀ. LAPACK leaves each eigenvector in a row of ours. It is given 2^e A with the largest entry in
   [1/2, 1): its own scaling leaves entries so far apart that the iteration may not end. */
int rigid_matrix_eigen_symmetric(lua_State *L) {
    const rigid_matrix *A = check_square(L);
    check_symmetric(L, A);
    int n = A->rows;
    double *z = scratch(L, count_of(A)), query;
    lapack_int size, e = exponent_to_one(largest_entry(A));
    symmetrise(A, e, z);
    LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'L', n, z, n, NULL, &query, -1);
    double *work = workspace(L, query, &size);
    rigid_vector *w = rigid_push_vector(L, n);
    if (LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'L', n, z, n, w->at, work, size) != 0)
        rigid_bad(L, rigid_at(1), "the eigenvalues did not converge");
    for (int i = 0; i < n; i++)
        w->at[i] = ldexp(w->at[i], -e);
    check_result(L, w->at, (size_t)n);
    rigid_matrix *Z = rigid_push_matrix(L, n, n);
    transpose(z, n, n, Z->at);
    for (size_t j = 0; j < (size_t)n; j++)
        if (is_turned(Z, j))
            turn(Z, j);
    return 2;
}

/* A = U diag(s) Vᵀ with k = min(rows, cols) columns in U and V. LAPACK decomposes Aᵀ = V diag(s) Uᵀ: its right factor
   lies in memory as our U does, its left one as our Vᵀ. */
int rigid_matrix_svd(lua_State *L) {
    const rigid_matrix *A = check_dense(L);
    int r = A->rows, c = A->cols, k = r < c ? r : c;
    double *a = scratch(L, count_of(A)), *vt = scratch(L, (size_t)c * (size_t)k), query;
    lapack_int *ints = scratch_ints(L, 8 * (size_t)k), size;
    memcpy(a, A->at, count_of(A) * sizeof *a);
    LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'S', c, r, a, c, NULL, vt, c, NULL, k, &query, -1, ints);
    double *work = workspace(L, query, &size);
    rigid_matrix *U = rigid_push_matrix(L, r, k);
    rigid_vector *s = rigid_push_vector(L, k);
    if (LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'S', c, r, a, c, s->at, vt, c, U->at, k, work, size, ints) != 0)
        rigid_bad(L, rigid_at(1), "the singular values did not converge");
    check_result(L, s->at, (size_t)k);
    rigid_matrix *V = rigid_push_matrix(L, c, k);
    transpose(vt, k, c, V->at);
    for (size_t j = 0; j < (size_t)k; j++)
        if (is_turned(U, j)) {
            turn(U, j);
            turn(V, j);
        }
    return 3;
}

/* How many |r_ii| of the pivoted QR exceed tol |r_11|; the rank of Aᵀ, which is that of A. */
int rigid_matrix_rank(lua_State *L) {
    const rigid_matrix *A = check_dense(L);
    int rows = A->rows, cols = A->cols, k = rows < cols ? rows : cols;
    double tolerance = rigid_check_tolerance(L, 2, (rows > cols ? rows : cols) * DBL_EPSILON);
    size_t count = count_of(A);
    double *a = scratch(L, count), *tau = scratch(L, (size_t)k), query;
    lapack_int *pivots = scratch_ints(L, (size_t)rows), size, e = exponent_to_one(largest_entry(A));
    for (size_t i = 0; i < count; i++)
        a[i] = ldexp(A->at[i], e);
    memset(pivots, 0, (size_t)rows * sizeof *pivots);
    LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, cols, rows, a, cols, pivots, tau, &query, -1);
    double *work = workspace(L, query, &size);
    LAPACKE_dgeqp3_work(LAPACK_COL_MAJOR, cols, rows, a, cols, pivots, tau, work, size);
    int rank = 0;
    while (rank < k && fabs(a[(size_t)rank * (size_t)(cols + 1)]) > tolerance * fabs(a[0]))
        rank++;
    lua_pushinteger(L, rank);
    return 1;
}
