/* The exponential of a matrix. */
#include "eigen.hpp"

#include <Eigen/LU>

using namespace dense;

namespace {

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
    Columns e = Eigen::PartialPivLU<Columns>(even - odd).solve(even + odd);
    for (int k = 0; k < squarings; k++)
        e = (e * e).eval();
    return e;
}

} // namespace

extern "C" {

rigid_dense_status rigid_dense_exponential(rigid_dense_until until, int n, const double *a, double *e) {
    return guarded(until, [=] {
        Columns m = Given(a, n, n);
        Wanted(e, n, n) = exponential(m);
        return RIGID_DENSE_OK;
    });
}

} // extern "C"
