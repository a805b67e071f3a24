/* A batch computed by several threads. */
#ifndef RIGID_BIND_BATCH_THREADS_H
#define RIGID_BIND_BATCH_THREADS_H

#include "../core/core.h"

enum { RIGID_MOST_THREADS = 64 };

/* How many threads are worth it, of so many that may be. */
int rigid_batch_threads(const rigid_batch *batch, int most);
/* Computes all rows; `scratch` has rigid_batch_scratch bytes for each thread. What the system does not give a thread for, the caller
   computes itself: the results are the same. */
void rigid_batch_run(const rigid_batch *batch, int threads, unsigned char *scratch);

#endif
