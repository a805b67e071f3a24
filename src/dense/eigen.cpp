/* The engine behind dense.h: Eigen (eigen.tuxfamily.org), used nowhere else. Only double, dynamic, column-major matrices are
   instantiated.

   What keeps the digits of a build the same on every machine: Eigen's own vectors of numbers are off, whose sums follow the instruction
   set and the alignment of what is given, and the sizes of its blocks do not follow the caches of the processor; the Makefile
   adds no fused multiply-add. What keeps C code safe: each function is noexcept, and the one thing Eigen throws, std::bad_alloc,
   becomes a status; Eigen's matrices free themselves on the way. A matrix that is not empty must never be given
   another size, by which Eigen 3.4 frees a block twice where memory ends; test/c/dense.c refuses every request once.

   Each function first brings its matrix to a largest entry in [1/2, 1) by a power of two, which is exact: Householder's
   reflections square what they are given. */
#define EIGEN_MPL2_ONLY
#define EIGEN_DONT_VECTORIZE
#define EIGEN_DONT_PARALLELIZE
#define EIGEN_NO_CPUID
#define EIGEN_DEFAULT_L1_CACHE_SIZE (32 * 1024)
#define EIGEN_DEFAULT_L2_CACHE_SIZE (256 * 1024)
#define EIGEN_DEFAULT_L3_CACHE_SIZE (2 * 1024 * 1024)
#define EIGEN_STACK_ALLOCATION_LIMIT (16 * 1024) /* more is taken from malloc: a thread's stack may be small */
#ifdef __SANITIZE_ADDRESS__ // as gcc says it
#define UNDER_ASAN
#elif defined __has_feature
#if __has_feature(address_sanitizer) // as clang does
#define UNDER_ASAN
#endif
#endif
#ifndef UNDER_ASAN
#define EIGEN_NO_DEBUG /* its assertions, which abort, are for the sanitized build */
#endif

#include "dense.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <cfloat>
#include <cmath>
#include <complex>
#include <new>

namespace {

using Columns = Eigen::MatrixXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Given = Eigen::Map<const Rows>;
using Wanted = Eigen::Map<Rows>;
using Exponents = Eigen::VectorXi;
using Eigen::Index;

template <class Work> rigid_dense_status guarded(const Work &work) noexcept {
    try {
        return work();
    } catch (const std::bad_alloc &) {
        return RIGID_DENSE_NO_MEMORY;
    }
}

/* ---- scaling by powers of two ------------------------------------------------------------------------------------- */

/* The e with 2^e x in [1/2, 1); 0 for zero. */
int exponent_to_one(double x) {
    int e;
    std::frexp(x, &e);
    return -e;
}

template <class M> double largest_entry(const M &m) { return m.size() ? m.cwiseAbs().maxCoeff() : 0; }

/* 2^e m, and e itself. */
struct Scaled {
    int e;
    Columns m;
    explicit Scaled(const Given &given) : e(exponent_to_one(largest_entry(given))), m(given) { scale(m, e); }
    template <class M> static void scale(M &m, int e) {
        for (Index j = 0; j < m.cols(); j++)
            for (Index i = 0; i < m.rows(); i++)
                m(i, j) = std::ldexp(m(i, j), e);
    }
};

/* ---- LU ----------------------------------------------------------------------------------------------------------- */

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

/* ---- balance ------------------------------------------------------------------------------------------------------- */

/* D⁻¹ A D in the place of A, by powers of two, so that row i and column i are of a length: eigenvalues are then as good as the
   entries are, in whatever units they were told; and what stands on the diagonal of D. [Parlett & Reinsch 1969; in the lengths of James,
   Langou & Lowery 2014] */
Exponents balance(Columns &m) {
    const double worth = 0.95; /* what a change must bring the sum of both lengths to */
    Exponents units = Exponents::Zero(m.rows());
    bool changed = true;
    for (int sweep = 0; changed && sweep < 1000; sweep++) {
        changed = false;
        for (Index i = 0; i < m.rows(); i++) {
            const double along = m.col(i).stableNorm(), across = m.row(i).stableNorm();
            if (!(along > 0 && across > 0))
                continue;
            const int e = static_cast<int>(std::lround(std::log2(across / along) / 2));
            if (!(std::ldexp(along, e) + std::ldexp(across, -e) < worth * (along + across)))
                continue;
            for (Index k = 0; k < m.rows(); k++) {
                m(k, i) = std::ldexp(m(k, i), k == i ? 0 : e);
                m(i, k) = std::ldexp(m(i, k), k == i ? 0 : -e);
            }
            units[i] += e;
            changed = true;
        }
    }
    units.array() -= units.maxCoeff();
    return units;
}

/* ---- the exponential ---------------------------------------------------------------------------------------------- */

constexpr double PADE = 5.371920351148152; /* the approximant of degree 13 is exact to rounding up to there */

double norm1(const Columns &m) { return m.cwiseAbs().colwise().sum().maxCoeff(); }

/* By how many halvings fewer than its norm asks for a matrix of at most that norm will do: what decides is how fast its powers grow,
   |A^4|^(1/4), |A^6|^(1/6), |A^8|^(1/8); and too many squarings would lose what a large entry off the diagonal is large beside. The
   second bound is on the rounding that |A|^27 lets in. [Al-Mohy & Higham, A new scaling and squaring algorithm, 2009] */
int spared(const Columns &a, int halvings) {
    const Columns a2 = a * a, a4 = a2 * a2;
    const double d6 = std::pow(norm1(a4 * a2), 1 / 6.0), d4 = std::pow(norm1(a4), 1 / 4.0), d8 = std::pow(norm1(a4 * a4), 1 / 8.0);
    const double grows = std::fmin(std::fmax(d4, d6), std::fmax(d6, d8));
    double spare = grows > 0 ? std::floor(std::log2(PADE / grows)) : halvings;
    spare = std::fmin(std::fmax(spare, 0), halvings);
    Eigen::RowVectorXd sums = Eigen::RowVectorXd::Ones(a.rows());
    for (int k = 0; k < 27; k++)
        sums = (sums * a.cwiseAbs()).eval();
    const double ratio = sums.maxCoeff() / norm1(a) / 1.1325077560602111e35; /* the error's first coefficient */
    const double needed = ratio > 0 ? std::ceil((std::log2(ratio) + 26 * spare + 53) / 26) : 0;
    return static_cast<int>(std::fmax(spare - std::fmax(needed, 0), 0));
}

/* e^A = (r(A 2^-s))^2^s, where r = q⁻¹ p, q(A) = p(-A), is the Padé approximant of degree 13. [Higham, The scaling and squaring
   method for the matrix exponential revisited, 2005, 2.3] */
Columns exponential(const Columns &given) {
    static const double b[] = {64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000,
                               10559470521600,    670442572800,      33522128640,      1323241920,      40840800,
                               960960,            16380,             182,              1};
    static const double SMALLER = std::ldexp(1.0, -56); /* about 1 / b[0], without rounding */
    int squarings;
    std::frexp(norm1(given) / PADE, &squarings);
    squarings = squarings < 0 ? 0 : squarings;
    Columns a = given, unit = Columns::Identity(a.rows(), a.cols());
    Scaled::scale(a, -squarings);
    if (squarings > 0) {
        const int spare = spared(a, squarings);
        Scaled::scale(a, spare);
        squarings -= spare;
    }
    Columns a2 = a * a, a4 = a2 * a2, a6 = a4 * a2;
    Columns high = b[13] * a6 + b[11] * a4 + b[9] * a2, odd = b[7] * a6 + b[5] * a4 + b[3] * a2 + b[1] * unit;
    odd += a6 * high;
    odd = (a * (odd * SMALLER)).eval(); /* of what follows, both halves are made smaller alike */
    high = b[12] * a6 + b[10] * a4 + b[8] * a2;
    Columns even = b[6] * a6 + b[4] * a4 + b[2] * a2 + b[0] * unit;
    even = (even + a6 * high) * SMALLER;
    Columns e = Factors(even - odd).solve(even + odd);
    for (int k = 0; k < squarings; k++)
        e = (e * e).eval();
    return e;
}

/* ---- the logarithm ------------------------------------------------------------------------------------------------ */

using Complex = std::complex<double>;
using ComplexColumns = Eigen::MatrixXcd;

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

/* ---- signs -------------------------------------------------------------------------------------------------------- */

/* Whether the entry that decides the sign of a direction is negative. */
template <class Column> bool is_turned(const Column &column) {
    double largest = largest_entry(column);
    Index i = 0;
    while (std::fabs(column[i]) < (1 - 1e-6) * largest)
        i++;
    return column[i] < 0;
}

} // namespace

extern "C" {

rigid_dense_status rigid_dense_lu(int n, const double *a, double *lu, int *pivots) {
    return guarded([=] {
        Columns m = Given(a, n, n);
        Factors factors(m);
        Wanted(lu, n, n) = factors.matrixLU();
        for (int i = 0; i < n; i++)
            pivots[factors.permutationP().indices()[i]] = i;
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_determinant(int n, const double *a, double *out) {
    return guarded([=] {
        Equilibrated scaled{Given(a, n, n)};
        *out = determinant(Factors(scaled.m), scaled);
        return RIGID_DENSE_OK;
    });
}

/* A⁻¹ = 2^col (2^row A 2^col)⁻¹ 2^row */
rigid_dense_status rigid_dense_inverse(int n, const double *a, double *inverse, double *rcond) {
    return guarded([=] {
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

/* (2^row A 2^col) (2^-col x) = 2^row b */
rigid_dense_status rigid_dense_solve(int n, const double *a, int cols, const double *b, double *x, double *rcond) {
    return guarded([=] {
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

/* An even power of two, whose root is exact. */
rigid_dense_status rigid_dense_cholesky(int n, const double *a, double *l) {
    return guarded([=] {
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

rigid_dense_status rigid_dense_qr(int rows, int cols, const double *a, double *q, double *r, int *pivots) {
    return guarded([=] {
        int k = rows < cols ? rows : cols;
        Scaled scaled{Given(a, rows, cols)};
        Eigen::ColPivHouseholderQR<Columns> qr(scaled.m);
        Columns upper = qr.matrixQR().topRows(k).template triangularView<Eigen::Upper>();
        Scaled::scale(upper, -scaled.e);
        Wanted(r, k, cols) = upper;
        Columns orthonormal = Columns::Identity(rows, k);
        orthonormal.applyOnTheLeft(qr.householderQ());
        Wanted(q, rows, k) = orthonormal;
        for (int j = 0; j < cols; j++)
            pivots[j] = qr.colsPermutation().indices()[j];
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_qr_in_order(int rows, int cols, const double *a, double *q, double *r) {
    return guarded([=] {
        int k = rows < cols ? rows : cols;
        Scaled scaled{Given(a, rows, cols)};
        Eigen::HouseholderQR<Columns> qr(scaled.m);
        Columns upper = qr.matrixQR().topRows(k).template triangularView<Eigen::Upper>();
        Scaled::scale(upper, -scaled.e);
        Columns orthonormal = Columns::Identity(rows, k);
        orthonormal.applyOnTheLeft(qr.householderQ());
        for (int i = 0; i < k; i++) {
            double sign = upper(i, i) < 0 ? -1 : 1;
            Wanted(r, k, cols).row(i) = sign * upper.row(i);
            Wanted(q, rows, k).col(i) = sign * orthonormal.col(i);
        }
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_rank(int rows, int cols, const double *a, double tolerance, int *rank) {
    return guarded([=] {
        int k = rows < cols ? rows : cols, count = 0;
        Scaled scaled{Given(a, rows, cols)};
        Eigen::ColPivHouseholderQR<Columns> qr(scaled.m.transpose());
        while (count < k && std::fabs(qr.matrixQR()(count, count)) > tolerance * std::fabs(qr.matrixQR()(0, 0)))
            count++;
        *rank = count;
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_least_squares(int rows, int cols, const double *a, int sides, const double *b, double *x) {
    return guarded([=] {
        if (sides == 0)
            return RIGID_DENSE_OK;
        Scaled left{Given(a, rows, cols)}, right{Given(b, rows, sides)};
        Eigen::CompleteOrthogonalDecomposition<Columns> cod(rows, cols);
        cod.setThreshold((rows > cols ? rows : cols) * DBL_EPSILON);
        Columns y = cod.compute(left.m).solve(right.m);
        Scaled::scale(y, left.e - right.e);
        Wanted(x, cols, sides) = y;
        return RIGID_DENSE_OK;
    });
}

/* Of A, or of Aᵀ where A is wide: A P = Q R, and of R = U' diag(s) V'ᵀ by Jacobi's rotations: U = Q U', V = P V'. Eigen's own
   way to do both frees a block twice where memory ends; and its divide and conquer (BDCSVD) is off by more than a tenth on
   matrices of half rank whose other singular values repeat. */
rigid_dense_status rigid_dense_svd(int rows, int cols, const double *a, double *u, double *s, double *v) {
    return guarded([=] {
        bool wide = rows < cols;
        int k = wide ? rows : cols, tall = wide ? cols : rows;
        Scaled scaled{Given(a, rows, cols)};
        Columns given(tall, k), left = Columns::Zero(tall, k);
        given = wide ? Columns(scaled.m.transpose()) : scaled.m;
        Eigen::ColPivHouseholderQR<Columns> qr(given);
        Columns upper = qr.matrixQR().topRows(k).template triangularView<Eigen::Upper>();
        Eigen::JacobiSVD<Columns, Eigen::NoQRPreconditioner> svd(upper, Eigen::ComputeFullU | Eigen::ComputeFullV);
        if (svd.info() != Eigen::Success)
            return RIGID_DENSE_NO_END;
        left.topRows(k) = svd.matrixU();
        left.applyOnTheLeft(qr.householderQ());
        Columns right = qr.colsPermutation() * svd.matrixV();
        for (int j = 0; j < k; j++) {
            double sign = is_turned(wide ? right.col(j) : left.col(j)) ? -1 : 1;
            s[j] = std::ldexp(svd.singularValues()[j], -scaled.e);
            Wanted(u, rows, k).col(j) = sign * (wide ? right : left).col(j);
            Wanted(v, cols, k).col(j) = sign * (wide ? left : right).col(j);
        }
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_eigen_symmetric(int n, const double *a, double *w, double *z) {
    return guarded([=] {
        Scaled scaled{Given(a, n, n)};
        scaled.m = (0.5 * (scaled.m + scaled.m.transpose())).eval();
        Eigen::SelfAdjointEigenSolver<Columns> solver(scaled.m);
        if (solver.info() != Eigen::Success)
            return RIGID_DENSE_NO_END;
        for (int j = 0; j < n; j++) {
            double sign = is_turned(solver.eigenvectors().col(j)) ? -1 : 1;
            w[j] = std::ldexp(solver.eigenvalues()[j], -scaled.e);
            Wanted(z, n, n).col(j) = sign * solver.eigenvectors().col(j);
        }
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_eigen(int n, const double *a, double *re, double *im, double *vectors) {
    return guarded([=] {
        Scaled scaled{Given(a, n, n)};
        const Exponents units = balance(scaled.m);
        Eigen::EigenSolver<Columns> solver(scaled.m, vectors != nullptr);
        if (solver.info() != Eigen::Success)
            return RIGID_DENSE_NO_END;
        for (int j = 0; j < n; j++) {
            re[j] = std::ldexp(solver.eigenvalues()[j].real(), -scaled.e);
            im[j] = std::ldexp(solver.eigenvalues()[j].imag(), -scaled.e);
        }
        if (vectors) {
            Columns drawn = solver.pseudoEigenvectors(); /* by exact zeros; eigenvectors() takes what is nearly real for it */
            for (int i = 0; i < n; i++)
                for (int j = 0; j < n; j++)
                    drawn(i, j) = std::ldexp(drawn(i, j), units[i]);
            for (int j = 0; j < n; j += im[j] > 0 ? 2 : 1) {
                int members = im[j] > 0 ? 2 : 1;
                double length = drawn.middleCols(j, members).norm();
                for (int k = 0; k < members; k++)
                    Wanted(vectors, n, n).col(j + k) = drawn.col(j + k) / length;
            }
        }
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_balance(int n, const double *a, double *units) {
    return guarded([=] {
        Scaled scaled{Given(a, n, n)};
        const Exponents found = balance(scaled.m);
        for (int i = 0; i < n; i++)
            units[i] = std::ldexp(1.0, found[i]);
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_lyapunov(int n, const double *a, const double *q, int discrete, double *x) {
    return guarded([=] {
        Scaled scaled{Given(a, n, n)};
        ComplexColumns given = scaled.m.cast<Complex>();
        Eigen::ComplexSchur<ComplexColumns> schur(given);
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

rigid_dense_status rigid_dense_exponential(int n, const double *a, double *e) {
    return guarded([=] {
        Columns m = Given(a, n, n);
        Wanted(e, n, n) = exponential(m);
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_logarithm(int n, const double *a, double *l) {
    return guarded([=] {
        Scaled scaled{Given(a, n, n)};
        ComplexColumns given = scaled.m.cast<Complex>();
        Eigen::ComplexSchur<ComplexColumns> schur(given);
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
