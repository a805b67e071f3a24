/* Eigenvalues and their vectors, of a symmetric matrix and of any; and the units in which these come out best. */
#include "eigen.hpp"

#include <Eigen/Eigenvalues>

using namespace dense;

namespace {

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

} // namespace

extern "C" {

rigid_dense_status rigid_dense_eigen_symmetric(rigid_dense_until until, int n, const double *a, double *w, double *z) {
    return guarded(until, [=] {
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

rigid_dense_status rigid_dense_eigen(rigid_dense_until until, int n, const double *a, double *re, double *im, double *vectors) {
    return guarded(until, [=] {
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

rigid_dense_status rigid_dense_balance(rigid_dense_until until, int n, const double *a, double *units) {
    return guarded(until, [=] {
        Scaled scaled{Given(a, n, n)};
        const Exponents found = balance(scaled.m);
        for (int i = 0; i < n; i++)
            units[i] = std::ldexp(1.0, found[i]);
        return RIGID_DENSE_OK;
    });
}

} // extern "C"
