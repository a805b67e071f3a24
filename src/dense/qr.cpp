/* QR by Householder's reflections, with its columns as they are or the longest first; rank and least squares by it. */
#include "eigen.hpp"

#include <Eigen/QR>

#include <cfloat>

using namespace dense;

extern "C" {

rigid_dense_status rigid_dense_qr(rigid_dense_until until, int rows, int cols, const double *a, double *q, double *r, int *pivots) {
    return guarded(until, [=] {
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

rigid_dense_status rigid_dense_qr_in_order(rigid_dense_until until, int rows, int cols, const double *a, double *q, double *r) {
    return guarded(until, [=] {
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

rigid_dense_status rigid_dense_rank(rigid_dense_until until, int rows, int cols, const double *a, double tolerance, int *rank) {
    return guarded(until, [=] {
        int k = rows < cols ? rows : cols, count = 0;
        Scaled scaled{Given(a, rows, cols)};
        Eigen::ColPivHouseholderQR<Columns> qr(scaled.m.transpose());
        while (count < k && std::fabs(qr.matrixQR()(count, count)) > tolerance * std::fabs(qr.matrixQR()(0, 0)))
            count++;
        *rank = count;
        return RIGID_DENSE_OK;
    });
}

rigid_dense_status rigid_dense_least_squares(rigid_dense_until until, int rows, int cols, const double *a, int sides, const double *b, double *x) {
    return guarded(until, [=] {
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

} // extern "C"
