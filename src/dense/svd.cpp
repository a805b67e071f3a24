/* Singular values. */
#include "eigen.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>

using namespace dense;

extern "C" {

rigid_dense_status rigid_dense_svd(rigid_dense_until until, int rows, int cols, const double *a, double *u, double *s, double *v) {
    return guarded(until, [=] {
        bool wide = rows < cols;
        int k = wide ? rows : cols, tall = wide ? cols : rows;
        const bool with_vectors = u && v;
        Scaled scaled{Given(a, rows, cols)};
        Columns given(tall, k), left = Columns::Zero(tall, k);
        given = wide ? Columns(scaled.m.transpose()) : scaled.m;
        Eigen::ColPivHouseholderQR<Columns> qr(given);
        Columns upper = qr.matrixQR().topRows(k).template triangularView<Eigen::Upper>();
        Eigen::JacobiSVD<Columns, Eigen::NoQRPreconditioner> svd(upper, with_vectors ? Eigen::ComputeFullU | Eigen::ComputeFullV : 0);
        if (svd.info() != Eigen::Success)
            return RIGID_DENSE_NO_END;
        for (int j = 0; j < k; j++)
            s[j] = std::ldexp(svd.singularValues()[j], -scaled.e);
        if (!with_vectors)
            return RIGID_DENSE_OK;
        left.topRows(k) = svd.matrixU();
        left.applyOnTheLeft(qr.householderQ());
        Columns right = qr.colsPermutation() * svd.matrixV();
        for (int j = 0; j < k; j++) {
            double sign = is_turned(wide ? right.col(j) : left.col(j)) ? -1 : 1;
            Wanted(u, rows, k).col(j) = sign * (wide ? right : left).col(j);
            Wanted(v, cols, k).col(j) = sign * (wide ? left : right).col(j);
        }
        return RIGID_DENSE_OK;
    });
}

} // extern "C"
