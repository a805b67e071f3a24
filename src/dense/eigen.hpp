/* The engine behind dense.h: Eigen (eigen.tuxfamily.org), used nowhere else. Only dynamic, column-major matrices of double, and of
   complex where a Schur form is, are instantiated. A file for each decomposition, since it is Eigen that takes long to compile: each
   includes this first.

   What keeps the digits of a build the same on every machine: Eigen's own vectors of numbers are off, whose sums follow the instruction
   set and the alignment of what is given, and the sizes of its blocks do not follow the caches of the processor; the Makefile
   adds no fused multiply-add. What keeps C code safe: all work is `guarded`, which is noexcept, and what Eigen throws, std::bad_alloc,
   and we throw from within it, Unwanted, becomes a status; Eigen's matrices free themselves on the way. A matrix that is not empty must never be given
   another size, by which Eigen 3.4 frees a block twice where memory ends; test/c/dense.c refuses every request once.

   All but the bare LU and the exponential first bring their matrix to a largest entry in [1/2, 1), or the largest of each row and
   column, by powers of two, which is exact: Householder's reflections square what they are given. */
#ifndef RIGID_DENSE_EIGEN_HPP
#define RIGID_DENSE_EIGEN_HPP

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

#ifdef UNDER_ASAN
#include <cassert>
#endif

namespace dense {

/* The work of a thread that is to be left, and of which nothing is to be kept but what it has taken. */
struct Unwanted {};

#ifdef __GLIBC__
#define DENSE_NEAR __attribute__((tls_model("initial-exec"))) // without a call; where a module is loaded, glibc keeps room for a few of these
#else
#define DENSE_NEAR
#endif
extern __thread int patience DENSE_NEAR; /* looks left until somebody is asked */
void ask();                              /* may throw Unwanted */

/* Whether an assertion of Eigen's is one of work that is as long as a row at the least: a block is taken, something is written into a matrix,
   two rows are rotated, a panel is packed. Others are of single entries and small objects, which would cost a multiple with a look at each. */
constexpr bool begins(const char *said, const char *with) { return !*with || (*said == *with && begins(said + 1, with + 1)); }
constexpr bool is_of_work(const char *said) {
    return begins(said, "startRow >= 0") || begins(said, "dst.rows() == src.rows()") || begins(said, "xpr_x.size()") ||
           begins(said, "((!PanelMode)");
}

template <bool OF_WORK> inline void look() {
    if (OF_WORK && --patience < 0)
        ask();
}

} // namespace dense

/* Eigen asserts wherever work is begun, and there we look up. Its own tests throw from there, too; by the name they give themselves the one
   destructor that asserts may throw. */
#define VERIFY_RAISES_ASSERT
#ifdef UNDER_ASAN
#define eigen_assert(x) (dense::look<dense::is_of_work(#x)>(), assert(x))
#else
#define eigen_assert(x) dense::look<dense::is_of_work(#x)>()
#endif

#include <Eigen/Core>

#include <cmath>
#include <new>

namespace dense {

using Columns = Eigen::MatrixXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Given = Eigen::Map<const Rows>;
using Wanted = Eigen::Map<Rows>;
using Exponents = Eigen::VectorXi;
using Eigen::Index;

/* While it lives, looking up asks that one. */
class Watch {
    rigid_dense_until before;
  public:
    explicit Watch(rigid_dense_until until) noexcept;
    ~Watch();
    Watch(const Watch &) = delete;
    Watch &operator=(const Watch &) = delete;
};

template <class Work> rigid_dense_status guarded(rigid_dense_until until, const Work &work) noexcept {
    try {
        const Watch watch(until);
        return work();
    } catch (const std::bad_alloc &) {
        return RIGID_DENSE_NO_MEMORY;
    } catch (const Unwanted &) {
        return RIGID_DENSE_UNWANTED;
    }
}

/* The e with 2^e x in [1/2, 1); 0 for zero. */
inline int exponent_to_one(double x) {
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

/* Whether the entry that decides the sign of a direction is negative. */
template <class Column> bool is_turned(const Column &column) {
    double largest = largest_entry(column);
    Index i = 0;
    while (std::fabs(column[i]) < (1 - 1e-6) * largest)
        i++;
    return column[i] < 0;
}

} // namespace dense

#endif
