/* Results of some thousand states are as large as the caches, and larger: half of the time in which they are written is then the system's,
   which makes their pages, and the processor's, which looks for them. */
#define _DEFAULT_SOURCE
#include "large_pages.h"

#include <stdint.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

void rigid_prefer_large_pages(void *memory, size_t bytes) {
#ifdef MADV_HUGEPAGE
    const uintptr_t page = 1 << 21, at = (uintptr_t)memory;
    const uintptr_t first = (at + page - 1) / page * page, last = (at + bytes) / page * page;
    if (first < last)
        (void)madvise((char *)memory + (first - at), last - first, MADV_HUGEPAGE); /* whether it does so is the system's affair */
#else
    (void)memory, (void)bytes;
#endif
}
