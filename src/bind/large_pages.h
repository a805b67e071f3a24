/* Memory of many megabytes. */
#ifndef RIGID_BIND_LARGE_PAGES_H
#define RIGID_BIND_LARGE_PAGES_H

#include <stddef.h>

enum { RIGID_LARGE = 1 << 22 }; /* bytes: what takes fewer gains nothing */

/* Ask the system to have so many bytes, into which nothing has been written yet, in pages of megabytes: they are there at fewer faults, and
   the processor finds them at fewer misses. Where it has none, nothing happens. */
void rigid_prefer_large_pages(void *memory, size_t bytes);

#endif
