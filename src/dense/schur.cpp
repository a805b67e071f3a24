/* By the Schur form A = U T Uᴴ, which is complex: Lyapunov's equation, and the logarithm. */
#include "eigen.hpp"

#include <Eigen/Eigenvalues>

#include <cfloat>
#include <complex>

using namespace dense;

namespace {

using Complex = std::complex<double>;
using ComplexColumns = Eigen::MatrixXcd;

/* ---- the logarithm ------------------------------------------------------------------------------------------------ */

/* The principal root of an upper triangular matrix, in its place, column by column from the diagonal up:
   r_ij = (t_ij - Σ r_ik r_kj) / (r_ii + r_jj). [Björck & Hammarling 1983] */
void take_root(ComplexColumns &t) {
    for (Index j = 0; j < t.cols(); j++) {
        t(j, j) = std::sqrt(t(j, j));
        for (Index i = j - 1; i >= 0; i--) {
            Complex sum = t(i, j);
            for (Index k = i + 1; k < j; k++)
                sum -= t(i, k) * t(k, j);
            t(i, j) = sum / (t(i, i) + t(j, j));
        }
    }
}

/* The largest sum of a column of |T - 1|. */
double distance_from_one(const ComplexColumns &t) {
    double most = 0;
    for (Index j = 0; j < t.cols(); j++) {
        double sum = 0;
        for (Index i = 0; i <= j; i++)
            sum += std::abs(t(i, j) - (i == j ? 1.0 : 0.0));
        most = std::fmax(most, sum);
    }
    return most;
}

constexpr int MOST_ROOTS = 1100; /* each halves what is above the diagonal, so that these bring all numbers there to nothing */

/* log T = 2^s log T^(1/2^s), and near one log(1 + X) = ∫₀¹ X (1 + xX)⁻¹ dx by Gauss's rule of seven points, which is the Padé
   approximant of degree 7: below rounding for sums of columns up to 0.264. What stands on the diagonal is known without all that,
   log t_ii. False where no number of roots brings T near one. [Higham, Functions of Matrices, 2008, 11.5 and 11.6.2] */
bool take_logarithm(ComplexColumns &out, ComplexColumns t) {
    static const double at[] = {0, 0.4058451513773971669, 0.7415311855993944399, 0.9491079123427585245};
    static const double weight[] = {0.4179591836734693878, 0.3818300505051189449, 0.2797053914892766679, 0.1294849661688696933};
    Index n = t.rows();
    Columns unit = Columns::Identity(n, n);
    ComplexColumns given = t.diagonal();
    int roots = 0;
    for (; distance_from_one(t) > 0.264 && roots < MOST_ROOTS; roots++)
        take_root(t);
    if (!(distance_from_one(t) <= 0.264))
        return false;
    ComplexColumns x = t - unit, sum = ComplexColumns::Zero(n, n);
    for (int k = -3; k <= 3; k++) {
        int m = k < 0 ? -k : k;
        double share = 0.5 + (k < 0 ? -0.5 : 0.5) * at[m];
        ComplexColumns shifted = unit + share * x, part = x;
        shifted.template triangularView<Eigen::Upper>().solveInPlace(part);
        sum += 0.5 * weight[m] * part;
    }
    for (Index j = 0; j < n; j++)
        for (Index i = 0; i <= j; i++)
            out(i, j) = i == j ? std::log(given(i, 0)) : Complex(std::ldexp(sum(i, j).real(), roots), std::ldexp(sum(i, j).imag(), roots));
    return true;
}

/* Whether an eigenvalue, on the diagonal, is zero to working precision; or negative without an imaginary part. */
rigid_dense_status has_logarithm(const ComplexColumns &t) {
    double largest = 0;
    for (Index i = 0; i < t.rows(); i++)
        largest = std::fmax(largest, std::abs(t(i, i)));
    for (Index i = 0; i < t.rows(); i++) {
        if (!(std::abs(t(i, i)) > static_cast<double>(t.rows()) * DBL_EPSILON * largest))
            return RIGID_DENSE_SINGULAR;
        if (t(i, i).real() < 0 && std::fabs(t(i, i).imag()) <= 1e-13 * largest)
            return RIGID_DENSE_NOT_REAL;
    }
    return RIGID_DENSE_OK;
}

/* ---- Lyapunov's equation ------------------------------------------------------------------------------------------- */

/* With A = U T Uᴴ and X = U Y Uᴴ, A X + X Aᵀ = R is T Y + Y Tᴴ = Uᴴ R U, and A X Aᵀ - X = R is T Y Tᴴ - Y = Uᴴ R U: triangular
   equations for the columns of Y, from the last to the first. [Bartels & Stewart 1972; Kitagawa 1977] */
struct Lyapunov {
    bool discrete;
    ComplexColumns u, t;

    /* What stands on the diagonal where column j is solved for. */
    Complex pivot(Index i, Index j) const {
        return discrete ? t(i, i) * std::conj(t(j, j)) - 1.0 : t(i, i) + std::conj(t(j, j));
    }

    /* Whether two eigenvalues have the sum zero, or the product one, to working precision. */
    bool is_singular() const {
        double largest = t.diagonal().cwiseAbs().maxCoeff(), scale = discrete ? std::fmax(1, largest * largest) : largest;
        for (Index i = 0; i < t.rows(); i++)
            for (Index j = 0; j < t.rows(); j++)
                if (!(std::abs(pivot(i, j)) > 4 * static_cast<double>(t.rows()) * DBL_EPSILON * scale))
                    return true;
        return false;
    }

    Columns solve(const Columns &right) const {
        const Index n = t.rows();
        ComplexColumns y = u.adjoint() * right.cast<Complex>() * u;
        for (Index j = n - 1; j >= 0; j--) {
            ComplexColumns known = ComplexColumns::Zero(n, 1), column = y.col(j), m = t;
            for (Index k = j + 1; k < n; k++)
                known += std::conj(t(j, k)) * y.col(k);
            if (discrete) {
                column -= t * known;
                m *= std::conj(t(j, j));
            } else {
                column -= known;
            }
            for (Index i = 0; i < n; i++)
                m(i, i) = pivot(i, j);
            m.template triangularView<Eigen::Upper>().solveInPlace(column);
            y.col(j) = column;
        }
        ComplexColumns x = u * y * u.adjoint();
        return x.real();
    }
};

} // namespace

extern "C" {

rigid_dense_status rigid_dense_lyapunov(rigid_dense_until until, int n, const double *a, const double *q, int discrete, double *x) {
    return guarded(until, [=] {
        Scaled scaled{Given(a, n, n)};
        Eigen::ComplexSchur<ComplexColumns> schur(scaled.m.cast<Complex>());
        if (schur.info() != Eigen::Success)
            return RIGID_DENSE_NO_END;
        Lyapunov equation{discrete != 0, schur.matrixU(), schur.matrixT().template triangularView<Eigen::Upper>()};
        Columns A = Given(a, n, n), Q = Given(q, n, n), X = Columns::Zero(n, n);
        equation.t *= std::ldexp(1.0, -scaled.e);
        if (equation.is_singular())
            return RIGID_DENSE_SINGULAR;
        for (int k = 0; k < 2; k++) { /* the second time for what rounding left */
            Columns left = discrete ? Columns(A * X * A.transpose() - X + Q) : Columns(A * X + X * A.transpose() + Q);
            X -= equation.solve(left);
        }
        Wanted(x, n, n) = X;
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_logarithm(rigid_dense_until until, int n, const double *a, double *l) {
    return guarded(until, [=] {
        Scaled scaled{Given(a, n, n)};
        Eigen::ComplexSchur<ComplexColumns> schur(scaled.m.cast<Complex>());
        if (schur.info() != Eigen::Success)
            return RIGID_DENSE_NO_END;
        ComplexColumns t = schur.matrixT().template triangularView<Eigen::Upper>();
        rigid_dense_status status = has_logarithm(t);
        if (status != RIGID_DENSE_OK)
            return status;
        ComplexColumns log_t = ComplexColumns::Zero(n, n);
        if (!take_logarithm(log_t, t))
            return RIGID_DENSE_NO_END;
        ComplexColumns u = schur.matrixU(), product = u * log_t * u.adjoint();
        Wanted(l, n, n) = product.real();
        for (int i = 0; i < n; i++) /* log 2^e A = e log 2 + log A */
            l[i * n + i] -= scaled.e * 0.69314718055994530942;
        return RIGID_DENSE_OK;
    });
}

} // extern "C"
