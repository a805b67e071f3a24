/* Dense work on matrices of any size through src/dense: solve, inverse, determinant, symmetric eigenproblem, singular
   values, rank. Here arguments are checked, results pushed before the engine is asked to fill them, and its refusals said. */
#include "../dense/dense.h"
#include "dense.h"
#include "matrix.h"
#include "numbers.h"
#include "print.h"
#include "vector.h"

#include <float.h>

/* ---- the receiver, and what the engine answers ------------------------------------------------------------------- */

/* The index of the first entry that is NaN or infinite, or count. */
static size_t first_not_finite(const double *at, size_t count) {
    size_t k = 0;
    while (k < count && isfinite(at[k]))
        k++;
    return k;
}

/* Raise where a matrix has an entry that no solver can work with. */
static void check_finite(lua_State *L, const rigid_matrix *m, rigid_place at) {
    size_t count = rigid_matrix_count(m), k = first_not_finite(m->at, count);
    char text[RIGID_NUMBER_WIDTH];
    if (k < count)
        rigid_bad(L, at, "finite numbers expected, entry (%d, %d) is %s", (int)(k / (size_t)m->cols) + 1,
                  (int)(k % (size_t)m->cols) + 1, rigid_format_number(text, RIGID_DIGITS, m->at[k]));
}

/* The receiver: at least 1x1, every entry finite. */
const rigid_matrix *rigid_check_dense(lua_State *L) {
    const rigid_matrix *m = rigid_check(L, 1, ID_MATRIX);
    if (m->rows < 1 || m->cols < 1)
        rigid_bad(L, rigid_at(1), "Matrix of at least 1x1 expected, got %dx%d", m->rows, m->cols);
    check_finite(L, m, rigid_at(1));
    return m;
}

const rigid_matrix *rigid_check_square(lua_State *L) {
    const rigid_matrix *m = rigid_check_dense(L);
    if (m->rows != m->cols)
        rigid_bad(L, rigid_at(1), "square Matrix expected, got %dx%d", m->rows, m->cols);
    return m;
}

/* Raise where finite numbers have led to a result that a double cannot hold. */
void rigid_check_dense_result(lua_State *L, const double *at, size_t count) {
    if (first_not_finite(at, count) < count)
        rigid_bad(L, rigid_at(1), "the result is too large for floating point");
}

/* Raise for every status but OK. rcond: what is said of a singular matrix. */
void rigid_check_dense_status(lua_State *L, rigid_dense_status status, double rcond) {
    char text[RIGID_NUMBER_WIDTH];
    if (status == RIGID_DENSE_NO_MEMORY) {
        lua_pushliteral(L, "not enough memory"); /* as Lua itself says it, without a place */
        lua_error(L);
    }
    if (status == RIGID_DENSE_UNWANTED)
        rigid_raise_interrupt(L);
    if (status == RIGID_DENSE_SINGULAR)
        rigid_bad(L, rigid_at(1), "the Matrix is singular to working precision, reciprocal condition number %s",
                  rigid_format_number(text, RIGID_DIGITS, rcond));
    if (status == RIGID_DENSE_NOT_POSITIVE)
        rigid_bad(L, rigid_at(1), "the Matrix is not positive definite to working precision; m:eigen_symmetric() says by how much");
    if (status == RIGID_DENSE_NOT_REAL)
        rigid_bad(L, rigid_at(1), "an eigenvalue is negative: the logarithm is not a Matrix of real numbers; m:eigen() lists them");
    if (status != RIGID_DENSE_OK)
        rigid_bad(L, rigid_at(1), "the iteration did not converge");
}

/* ---- square systems ---------------------------------------------------------------------------------------------- */

int rigid_matrix_determinant(lua_State *L) {
    const rigid_matrix *A = rigid_check_square(L);
    double determinant;
    rigid_check_dense_status(L, rigid_dense_determinant(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->at, &determinant), 0);
    rigid_check_dense_result(L, &determinant, 1);
    lua_pushnumber(L, determinant);
    return 1;
}

int rigid_matrix_inverse(lua_State *L) {
    const rigid_matrix *A = rigid_check_square(L);
    rigid_matrix *inverse = rigid_push_matrix(L, A->rows, A->cols);
    double rcond = 0;
    rigid_check_dense_status(L, rigid_dense_inverse(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->at, inverse->at, &rcond), rcond);
    rigid_check_dense_result(L, inverse->at, rigid_matrix_count(inverse));
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

static void check_finite_vector(lua_State *L, const rigid_vector *b, rigid_place at) {
    size_t k = first_not_finite(b->at, (size_t)b->size);
    char text[RIGID_NUMBER_WIDTH];
    if (k < (size_t)b->size)
        rigid_bad(L, at, "finite numbers expected, entry %d is %s", (int)k + 1, rigid_format_number(text, RIGID_DIGITS, b->at[k]));
}

/* Argument 2, a Matrix or nested table or else a Vector or list, and an x of the same kind. */
static equations check_equations(lua_State *L, const rigid_matrix *A) {
    equations s = {.cols = 1};
    if (rigid_test(L, 2, ID_MATRIX) || rigid_is_nested(L, 2)) {
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

int rigid_matrix_solve(lua_State *L) {
    const rigid_matrix *A = rigid_check_dense(L);
    equations s = check_equations(L, A);
    double rcond = 0;
    rigid_dense_until until = UNTIL_INTERRUPTED(L, rigid_matrix_count(A) + (size_t)A->rows * (size_t)s.cols);
    rigid_check_dense_status(L,
                 A->rows == A->cols ? rigid_dense_solve(until, A->rows, A->at, s.cols, s.b, s.x, &rcond)
                                    : rigid_dense_least_squares(until, A->rows, A->cols, A->at, s.cols, s.b, s.x),
                 rcond);
    rigid_check_dense_result(L, s.x, (size_t)A->cols * (size_t)s.cols);
    lua_pushvalue(L, s.answer);
    return 1;
}

/* ---- eigenvalues and singular values ----------------------------------------------------------------------------- */

static double largest_entry(const rigid_matrix *m) {
    double largest = 0;
    size_t count = rigid_matrix_count(m);
    for (size_t k = 0; k < count; k++)
        largest = fmax(largest, fabs(m->at[k]));
    return largest;
}

/* Raise unless |a_ij - a_ji| <= 1e-9 of the largest entry; names the worst pair. */
void rigid_check_symmetric(lua_State *L, const rigid_matrix *m) {
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

int rigid_matrix_eigen_symmetric(lua_State *L) {
    const rigid_matrix *A = rigid_check_square(L);
    rigid_check_symmetric(L, A);
    rigid_vector *w = rigid_push_vector(L, A->rows);
    rigid_matrix *Z = rigid_push_matrix(L, A->rows, A->rows);
    rigid_check_dense_status(L, rigid_dense_eigen_symmetric(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->at, w->at, Z->at), 0);
    rigid_check_dense_result(L, w->at, (size_t)w->size);
    return 2;
}

int rigid_matrix_svd(lua_State *L) {
    const rigid_matrix *A = rigid_check_dense(L);
    int k = A->rows < A->cols ? A->rows : A->cols;
    rigid_matrix *U = rigid_push_matrix(L, A->rows, k);
    rigid_vector *s = rigid_push_vector(L, k);
    rigid_matrix *V = rigid_push_matrix(L, A->cols, k);
    rigid_check_dense_status(L, rigid_dense_svd(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->cols, A->at, U->at, s->at, V->at), 0);
    rigid_check_dense_result(L, s->at, (size_t)k);
    return 3;
}

int rigid_matrix_rank(lua_State *L) {
    const rigid_matrix *A = rigid_check_dense(L);
    double tolerance = rigid_check_tolerance(L, 2, (A->rows > A->cols ? A->rows : A->cols) * DBL_EPSILON);
    int rank;
    rigid_check_dense_status(L, rigid_dense_rank(UNTIL_INTERRUPTED(L, rigid_matrix_count(A)), A->rows, A->cols, A->at, tolerance, &rank), 0);
    lua_pushinteger(L, rank);
    return 1;
}
