/* LU with partial pivoting, and what comes of it; and of a positive definite matrix LLᵀ. */
#include "eigen.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <cfloat>

using namespace dense;

namespace {

/* 2^row A 2^col, with the largest entry of every row, then of every column, in [1/2, 1): row i is scaled by 2^row[i],
   column j by 2^col[j]. It keeps the elimination from overflowing. */
struct Equilibrated {
    Exponents row, col;
    Columns m;
    explicit Equilibrated(const Given &a) : row(a.rows()), col(a.cols()), m(a) {
        for (Index i = 0; i < m.rows(); i++)
            row[i] = exponent_to_one(largest_entry(a.row(i)));
        scale([this](Index i, Index) { return row[i]; });
        for (Index j = 0; j < m.cols(); j++)
            col[j] = exponent_to_one(largest_entry(m.col(j)));
        m = a; /* once, by both together: what lies between may underflow */
        scale([this](Index i, Index j) { return row[i] + col[j]; });
    }
    template <class Exponent> void scale(const Exponent &exponent) {
        for (Index j = 0; j < m.cols(); j++)
            for (Index i = 0; i < m.rows(); i++)
                m(i, j) = std::ldexp(m(i, j), exponent(i, j));
    }
};

using Factors = Eigen::PartialPivLU<Columns>;

bool has_inverse(const Factors &lu) { return (lu.matrixLU().diagonal().array() != 0).all(); }

double reciprocal_condition(const Factors &lu) { return has_inverse(lu) ? lu.rcond() : 0; }

/* |A| = sign(P) Π u_ii 2^-Σ(row + col) */
double determinant(const Factors &lu, const Equilibrated &a) {
    double mantissa = has_inverse(lu) ? static_cast<double>(lu.permutationP().determinant()) : 0;
    long exponent = 0;
    for (Index i = 0; i < a.m.rows(); i++) {
        int e;
        mantissa = std::frexp(mantissa * lu.matrixLU()(i, i), &e);
        exponent += e - a.row[i] - a.col[i];
    }
    /* further out is zero or infinite all the same */
    return std::ldexp(mantissa, static_cast<int>(std::fmax(-5000, std::fmin(5000, static_cast<double>(exponent)))));
}

} // namespace

extern "C" {

rigid_dense_status rigid_dense_lu(rigid_dense_until until, int n, const double *a, double *lu, int *pivots) {
    return guarded(until, [=] {
        Columns m = Given(a, n, n);
        Factors factors(m);
        Wanted(lu, n, n) = factors.matrixLU();
        for (int i = 0; i < n; i++)
            pivots[factors.permutationP().indices()[i]] = i;
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_determinant(rigid_dense_until until, int n, const double *a, double *out) {
    return guarded(until, [=] {
        Equilibrated scaled{Given(a, n, n)};
        *out = determinant(Factors(scaled.m), scaled);
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_inverse(rigid_dense_until until, int n, const double *a, double *inverse, double *rcond) {
    return guarded(until, [=] {
        Equilibrated scaled{Given(a, n, n)};
        Factors lu(scaled.m);
        *rcond = reciprocal_condition(lu);
        if (!(*rcond >= DBL_EPSILON))
            return RIGID_DENSE_SINGULAR;
        Columns x = lu.inverse();
        Wanted out(inverse, n, n);
        for (Index i = 0; i < n; i++)
            for (Index j = 0; j < n; j++)
                out(i, j) = std::ldexp(x(i, j), scaled.col[i] + scaled.row[j]);
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_solve(rigid_dense_until until, int n, const double *a, int cols, const double *b, double *x, double *rcond) {
    return guarded(until, [=] {
        Equilibrated scaled{Given(a, n, n)};
        Factors lu(scaled.m);
        *rcond = reciprocal_condition(lu);
        if (!(*rcond >= DBL_EPSILON))
            return RIGID_DENSE_SINGULAR;
        if (cols == 0) /* Eigen would take the address of a first entry */
            return RIGID_DENSE_OK;
        Columns y = Given(b, n, cols);
        for (Index k = 0; k < cols; k++)
            for (Index i = 0; i < n; i++)
                y(i, k) = std::ldexp(y(i, k), scaled.row[i]);
        y = lu.solve(y).eval();
        Wanted out(x, n, cols);
        for (Index k = 0; k < cols; k++)
            for (Index i = 0; i < n; i++)
                out(i, k) = std::ldexp(y(i, k), scaled.col[i]);
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_cholesky(rigid_dense_until until, int n, const double *a, double *l) {
    return guarded(until, [=] {
        Columns m = Given(a, n, n);
        int half = exponent_to_one(largest_entry(m.diagonal())) / 2;
        Scaled::scale(m, 2 * half);
        Eigen::LLT<Columns> llt(m);
        if (llt.info() != Eigen::Success)
            return RIGID_DENSE_NOT_POSITIVE;
        Columns lower = llt.matrixL();
        Scaled::scale(lower, -half);
        Wanted(l, n, n) = lower;
        return RIGID_DENSE_OK;
    });
}

} // extern "C"
