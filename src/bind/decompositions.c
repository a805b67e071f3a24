/* What a Matrix is taken apart into: general eigenvalues, Cholesky, QR, LU, the pseudo-inverse, bases of what it maps to zero and of
   what it reaches, its condition, exponential and logarithm. Of src/dense, by the rules of dense.c: results are pushed before the
   engine fills them. */
#include "dense.h"
#include "class.h"
#include "inner.h"
#include "numbers.h"
#include "vector.h"

#include <float.h>
#include <string.h>

static int least_side(const rigid_matrix *m) { return m->rows < m->cols ? m->rows : m->cols; }
static int largest_side(const rigid_matrix *m) { return m->rows > m->cols ? m->rows : m->cols; }

/* ---- eigenvalues -------------------------------------------------------------------------------------------------- */

/* By real part, then by the size of the imaginary one; a pair stays together, so that of two that rounding has parted by less
   than 1e-12 of the scale the real parts count as one. */
static bool stands_before(const double *re, const double *im, int a, int b, double scale) {
    if (fabs(re[a] - re[b]) > 1e-12 * scale)
        return re[a] < re[b];
    return fabs(im[a]) < fabs(im[b]) - 1e-12 * scale;
}

/* order: indices of the firsts of the engine's eigenvalues (a pair counts once), sorted by insertion; returns how many. */
static int sort_eigenvalues(int n, const double *re, const double *im, int *order) {
    int count = 0;
    double scale = 0;
    for (int i = 0; i < n; i++)
        scale = fmax(scale, fmax(fabs(re[i]), fabs(im[i])));
    for (int i = 0; i < n; i += im[i] > 0 ? 2 : 1) {
        int k = count++;
        for (; k > 0 && stands_before(re, im, i, order[k - 1], scale); k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    return count;
}

/* list[place + 1] = {re, im} */
static void add_pair(lua_State *L, int list, int place, double re, double im) {
    lua_createtable(L, 2, 0);
    lua_pushnumber(L, re);
    lua_rawseti(L, -2, 1);
    lua_pushnumber(L, im);
    lua_rawseti(L, -2, 2);
    lua_rawseti(L, list, place + 1);
}

static void copy_column(rigid_matrix *to, int j, const rigid_matrix *from, int k) {
    for (int i = 0; i < from->rows; i++)
        to->at[(size_t)i * (size_t)to->cols + (size_t)j] = from->at[(size_t)i * (size_t)from->cols + (size_t)k];
}

/* m:eigen(): {{re, im}, ...}, vectors */
static int eigen(lua_State *L) {
    const rigid_matrix *A = rigid_check_square(L);
    int n = A->rows;
    double *re = rigid_push_vector(L, n)->at, *im = rigid_push_vector(L, n)->at;
    int *order = lua_newuserdatauv(L, (size_t)n * sizeof *order, 0);
    rigid_matrix *drawn = rigid_push_matrix(L, n, n);
    lua_createtable(L, n, 0);
    int list = lua_gettop(L);
    rigid_matrix *vectors = rigid_push_matrix(L, n, n);
    rigid_check_dense_status(L, rigid_dense_eigen(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), n, A->at, re, im, drawn->at), 0);
    rigid_check_dense_result(L, re, (size_t)n);
    rigid_check_dense_result(L, im, (size_t)n);
    int count = sort_eigenvalues(n, re, im, order), place = 0;
    for (int k = 0; k < count; k++) {
        int from = order[k], members = im[from] > 0 ? 2 : 1;
        for (int i = 0; i < members; i++, place++) {
            add_pair(L, list, place, re[from + i], im[from + i]);
            copy_column(vectors, place, drawn, from + i);
        }
    }
    return 2;
}

/* ---- factors ------------------------------------------------------------------------------------------------------ */

static int cholesky(lua_State *L) {
    const rigid_matrix *A = rigid_check_square(L);
    rigid_check_symmetric(L, A);
    rigid_matrix *lower = rigid_push_matrix(L, A->rows, A->rows);
    rigid_check_dense_status(L, rigid_dense_cholesky(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->at, lower->at), 0);
    return 1;
}

static int qr(lua_State *L) {
    const rigid_matrix *A = rigid_check_dense(L);
    rigid_matrix *Q = rigid_push_matrix(L, A->rows, least_side(A)), *R = rigid_push_matrix(L, least_side(A), A->cols);
    rigid_check_dense_status(L, rigid_dense_qr_in_order(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->cols, A->at, Q->at, R->at), 0);
    rigid_check_dense_result(L, R->at, rigid_matrix_count(R));
    return 2;
}

/* Row i of P A is row pivots[i] of A. */
static void write_permutation(rigid_matrix *P, const int *pivots) {
    memset(P->at, 0, rigid_matrix_count(P) * sizeof(double));
    for (int i = 0; i < P->rows; i++)
        P->at[(size_t)i * (size_t)P->cols + (size_t)pivots[i]] = 1;
}

/* Of L \ U, as the engine has them, U as it is and L with its ones. */
static void part(rigid_matrix *lower, rigid_matrix *upper) {
    size_t n = (size_t)upper->rows;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double *u = &upper->at[i * n + j];
            lower->at[i * n + j] = j < i ? *u : i == j;
            *u = j < i ? 0 : *u;
        }
}

static int lu(lua_State *L) {
    const rigid_matrix *A = rigid_check_square(L);
    int n = A->rows;
    int *pivots = lua_newuserdatauv(L, (size_t)n * sizeof *pivots, 0);
    rigid_matrix *lower = rigid_push_matrix(L, n, n), *upper = rigid_push_matrix(L, n, n), *P = rigid_push_matrix(L, n, n);
    rigid_check_dense_status(L, rigid_dense_lu(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), n, A->at, upper->at, pivots), 0);
    rigid_check_dense_result(L, upper->at, rigid_matrix_count(upper));
    part(lower, upper);
    write_permutation(P, pivots);
    return 3;
}

/* ---- by singular values ------------------------------------------------------------------------------------------- */

typedef struct {
    int rows, cols, k, rank;
    const double *u, *s, *v;
} singular;

/* A = U diag(s) Vᵀ on the stack; what is at most `tolerance` of the largest counts as zero. rows: those of A, or as many as it has
   columns, the last ones zero, so that V is whole. */
static singular decompose(lua_State *L, const rigid_matrix *A, int rows, double tolerance) {
    int k = rows < A->cols ? rows : A->cols;
    double *a = rigid_push_matrix(L, rows, A->cols)->at, *u = rigid_push_matrix(L, rows, k)->at;
    double *s = rigid_push_vector(L, k)->at, *v = rigid_push_matrix(L, A->cols, k)->at;
    size_t count = rigid_matrix_count(A), all = (size_t)rows * (size_t)A->cols;
    memcpy(a, A->at, count * sizeof *a);
    memset(a + count, 0, (all - count) * sizeof *a);
    rigid_check_dense_status(L, rigid_dense_svd(UNTIL_INTERRUPTED(L, all), rows, A->cols, a, u, s, v), 0);
    rigid_check_dense_result(L, s, (size_t)k);
    int rank = 0;
    while (rank < k && s[rank] > tolerance * s[0])
        rank++;
    return (singular){rows, A->cols, k, rank, u, s, v};
}

static double check_cut(lua_State *L, const rigid_matrix *A) {
    return rigid_check_tolerance(L, 2, largest_side(A) * DBL_EPSILON);
}

/* A⁺ = Σ v_i u_iᵀ / s_i */
static int pinv(lua_State *L) {
    const rigid_matrix *A = rigid_check_dense(L);
    singular d = decompose(L, A, A->rows, check_cut(L, A));
    const size_t rank = (size_t)d.rank, k = (size_t)d.k;
    double *left = rigid_push_matrix(L, d.cols, d.rank)->at, *right = rigid_push_matrix(L, d.rank, d.rows)->at;
    for (size_t i = 0; i < (size_t)d.cols; i++)
        for (size_t l = 0; l < rank; l++)
            left[i * rank + l] = d.v[i * k + l] / d.s[l];
    for (size_t j = 0; j < (size_t)d.rows; j++)
        for (size_t l = 0; l < rank; l++)
            right[l * (size_t)d.rows + j] = d.u[j * k + l];
    rigid_matrix *out = rigid_push_matrix(L, d.cols, d.rows);
    memset(out->at, 0, rigid_matrix_count(out) * sizeof(double));
    rigid_add_product(L, d.cols, d.rank, d.rows, left, right, out->at);
    rigid_check_dense_result(L, out->at, rigid_matrix_count(out));
    return 1;
}

/* Columns first to last - 1 of a matrix of `width` columns. */
static int push_columns(lua_State *L, const double *from, int rows, int width, int first, int last) {
    rigid_matrix *out = rigid_push_matrix(L, rows, last - first);
    for (int i = 0; i < rows; i++)
        memcpy(out->at + (size_t)i * (size_t)(last - first), from + (size_t)i * (size_t)width + (size_t)first,
               (size_t)(last - first) * sizeof(double));
    return 1;
}

static int null(lua_State *L) {
    const rigid_matrix *A = rigid_check_dense(L);
    singular d = decompose(L, A, largest_side(A), check_cut(L, A));
    return push_columns(L, d.v, d.cols, d.k, d.rank, d.cols);
}

static int orth(lua_State *L) {
    const rigid_matrix *A = rigid_check_dense(L);
    singular d = decompose(L, A, A->rows, check_cut(L, A));
    return push_columns(L, d.u, d.rows, d.k, 0, d.rank);
}

/* The singular values of A alone, a Vector on the stack. */
static const rigid_vector *push_values(lua_State *L, const rigid_matrix *A) {
    rigid_vector *s = rigid_push_vector(L, least_side(A));
    rigid_check_dense_status(L, rigid_dense_svd(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->cols, A->at, NULL, s->at, NULL), 0);
    rigid_check_dense_result(L, s->at, (size_t)s->size);
    return s;
}

/* s_1 / s_k; infinite for what is singular beyond doubt. */
static int condition(lua_State *L) {
    const rigid_vector *s = push_values(L, rigid_check_dense(L));
    const double least = s->at[s->size - 1];
    lua_pushnumber(L, least > 0 ? s->at[0] / least : HUGE_VAL);
    return 1;
}

/* inner.dense.values(A): its singular values, a Vector */
static int values(lua_State *L) {
    push_values(L, rigid_check_dense(L));
    return 1;
}

/* inner.dense.pivoted(A): Q, R, d with A = Q R, where R is triangular once its columns are put in the order in which what they add to those before is
   largest; d has its diagonal then, none negative, the largest first. */
static int pivoted(lua_State *L) {
    const rigid_matrix *A = rigid_check_dense(L);
    const int k = least_side(A), cols = A->cols;
    int *pivots = lua_newuserdatauv(L, (size_t)cols * sizeof *pivots, 0);
    double *upper = rigid_push_matrix(L, k, cols)->at;
    rigid_matrix *Q = rigid_push_matrix(L, A->rows, k), *R = rigid_push_matrix(L, k, cols);
    rigid_vector *d = rigid_push_vector(L, k);
    rigid_check_dense_status(L, rigid_dense_qr(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, cols, A->at, Q->at, upper, pivots), 0);
    rigid_check_dense_result(L, upper, rigid_matrix_count(R));
    for (int i = 0; i < k; i++) {
        for (int j = 0; j < cols; j++)
            R->at[(size_t)i * (size_t)cols + (size_t)pivots[j]] = upper[(size_t)i * (size_t)cols + (size_t)j];
        d->at[i] = fabs(upper[(size_t)i * (size_t)cols + (size_t)i]);
    }
    return 3;
}

/* inner.dense.stretched(A, x): row i of A times x_i */
static int stretched(lua_State *L) {
    const rigid_matrix *A = rigid_check(L, 1, ID_MATRIX);
    const rigid_vector *x = rigid_get_vector(L, 2, rigid_at(2), A->rows);
    const size_t rows = (size_t)A->rows, cols = (size_t)A->cols;
    rigid_matrix *out = rigid_push_matrix(L, A->rows, A->cols);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < cols; j++)
            out->at[i * cols + j] = x->at[i] * A->at[i * cols + j];
    return 1;
}

/* ---- functions ---------------------------------------------------------------------------------------------------- */

static int expm(lua_State *L) {
    const rigid_matrix *A = rigid_check_square(L);
    rigid_matrix *out = rigid_push_matrix(L, A->rows, A->rows);
    rigid_check_dense_status(L, rigid_dense_exponential(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->at, out->at), 0);
    rigid_check_dense_result(L, out->at, rigid_matrix_count(out));
    return 1;
}

static int logm(lua_State *L) {
    const rigid_matrix *A = rigid_check_square(L);
    rigid_matrix *out = rigid_push_matrix(L, A->rows, A->rows);
    rigid_check_dense_status(L, rigid_dense_logarithm(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->at, out->at), 0);
    rigid_check_dense_result(L, out->at, rigid_matrix_count(out));
    return 1;
}

/* inner.dense.lyapunov(A, Q, discrete): X, or nil where there is no single one. A and Q are square, of one size and finite. */
static int lyapunov(lua_State *L) {
    const rigid_matrix *A = rigid_check_square(L), *Q = rigid_get_matrix(L, 2, rigid_at(2), A->rows, A->rows);
    rigid_matrix *X = rigid_push_matrix(L, A->rows, A->rows);
    rigid_dense_status status = rigid_dense_lyapunov(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->at, Q->at, lua_toboolean(L, 3), X->at);
    if (status == RIGID_DENSE_SINGULAR)
        lua_pushnil(L);
    else
        rigid_check_dense_status(L, status, 0);
    return 1;
}

/* inner.dense.balance(A): the units in which its rows and columns are of a length, a Vector. A is square and finite. */
static int balance(lua_State *L) {
    const rigid_matrix *A = rigid_check_square(L);
    rigid_vector *units = rigid_push_vector(L, A->rows);
    rigid_check_dense_status(L, rigid_dense_balance(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->at, units->at), 0);
    return 1;
}

/* inner.dense.apart(A, B, order, scales): the worst of |a_(order_i)(order_k) - b_ik| / (s_(order_i) s_(order_k)), of square matrices and Vectors of a
   size; of what has the scale zero, the difference itself; NaN where one is. */
static int apart(lua_State *L) {
    const rigid_matrix *A = rigid_check(L, 1, ID_MATRIX), *B = rigid_check(L, 2, ID_MATRIX);
    const size_t n = (size_t)A->rows;
    luaL_argcheck(L, A->cols == A->rows && B->rows == A->rows && B->cols == A->rows, 2, "square matrices of a size expected");
    const rigid_vector *order = rigid_get_vector(L, 3, rigid_at(3), A->rows), *scales = rigid_get_vector(L, 4, rigid_at(4), A->rows);
    double worst = 0;
    for (size_t i = 0; i < n; i++)
        luaL_argcheck(L, order->at[i] >= 1 && order->at[i] <= (double)n, 3, "indices expected");
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const size_t from = (size_t)order->at[i] - 1, to = (size_t)order->at[k] - 1;
            const double scale = scales->at[from] * scales->at[to], difference = fabs(A->at[from * n + to] - B->at[i * n + k]);
            const double share = scale > 0 ? difference / scale : difference;
            worst = share <= worst || isnan(worst) ? worst : share;
        }
    lua_pushnumber(L, worst);
    return 1;
}

#define INNER(ROW) ROW("lyapunov", lyapunov, 3) ROW("balance", balance, 1) ROW("apart", apart, 4) ROW("values", values, 1) \
    ROW("pivoted", pivoted, 1) ROW("stretched", stretched, 2)
INNER(RIGID_STATIC)
const luaL_Reg rigid_dense_functions[] = {INNER(RIGID_ROW){NULL, NULL}};

#define METHODS(ROW)                                                                                                   \
    ROW("eigen", eigen, 0) ROW("cholesky", cholesky, 0) ROW("qr", qr, 0) ROW("lu", lu, 0) ROW("pinv", pinv, 1)         \
    ROW("null", null, 1) ROW("orth", orth, 1) ROW("condition", condition, 0) ROW("expm", expm, 0) ROW("logm", logm, 0)
METHODS(RIGID_METHOD)
const luaL_Reg rigid_matrix_decompositions[] = {METHODS(RIGID_ROW){NULL, NULL}};
