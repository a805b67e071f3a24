/* Who is asked, in each thread, whether what it works on is wanted still. */
#include "eigen.hpp"

#include <chrono>
#include <limits>

namespace dense {

namespace {

constexpr int FEW = 4, MANY = 256; /* looks between two questions: at first, and at most */
constexpr std::chrono::microseconds OFTEN(100);
using Clock = std::chrono::steady_clock;

__thread rigid_dense_until watched DENSE_NEAR; /* nobody, once we leave */
__thread int looks DENSE_NEAR;                 /* between the last question and the next */
__thread Clock::rep asked DENSE_NEAR;          /* when; 0: not yet */

} // namespace

__thread int patience DENSE_NEAR = 0;

/* A look comes after as little as the work of a row of six, or as much as a product of two panels: twice as many from one question to the
   next, as long as they take no time. */
void ask() {
    const Clock::rep now = Clock::now().time_since_epoch().count();
    const bool is_late = asked && Clock::duration(now - asked) > OFTEN;
    looks = is_late ? 1 : looks < MANY ? 2 * looks : MANY;
    patience = looks, asked = now;
    if (watched.is_unwanted && watched.is_unwanted(watched.of)) {
        watched = rigid_dense_until();
        throw Unwanted();
    }
}

Watch::Watch(rigid_dense_until until) noexcept : before(watched) {
    watched = until;
    looks = FEW, asked = 0;
    patience = until.is_unwanted ? looks : std::numeric_limits<int>::max();
}

Watch::~Watch() { watched = before; }

} // namespace dense
