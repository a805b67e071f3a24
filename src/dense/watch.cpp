/* Who is asked, in each thread, whether what it works on is wanted still. */
#include "eigen.hpp"

namespace dense {

namespace {

constexpr int LOOKS = 16; /* between two questions */
__thread rigid_dense_until watched; /* nobody, once we leave */

} // namespace

__thread int patience = 0;

void ask() {
    patience = LOOKS;
    if (watched.is_unwanted && watched.is_unwanted(watched.of)) {
        watched = rigid_dense_until();
        throw Unwanted();
    }
}

Watch::Watch(rigid_dense_until until) noexcept : before(watched) {
    watched = until;
    patience = LOOKS;
}

Watch::~Watch() { watched = before; }

} // namespace dense
