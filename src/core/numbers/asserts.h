/* What must hold whatever the arguments, where a comment alone would say so: looked at in builds with -DRIGID_ASSERTS, which
   are those with sanitizers and that of `make asserts`; elsewhere nothing is computed, and the core asks nothing of the system. */
#ifndef RIGID_ASSERTS_H
#define RIGID_ASSERTS_H

#if defined(RIGID_ASSERTS)
#include <assert.h>
#define RIGID_ASSERT(holds) assert(holds)
#else
#define RIGID_ASSERT(holds) ((void)(0 && (holds)))
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether two arrays of that many numbers have none in common; null ones have none. */
static inline bool rigid_apart(const double *a, size_t count_a, const double *b, size_t count_b) {
    const uintptr_t from_a = (uintptr_t)a, from_b = (uintptr_t)b;
    return !a || !b || from_a + count_a * sizeof *a <= from_b || from_b + count_b * sizeof *b <= from_a;
}

#endif
