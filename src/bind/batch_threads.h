/* Rows shared among threads. */
#ifndef RIGID_BIND_BATCH_THREADS_H
#define RIGID_BIND_BATCH_THREADS_H

#include "interrupts.h"

enum { RIGID_MOST_THREADS = 64 };

/* Work on rows first to last - 1, by the thread of that number. */
typedef void (*rigid_work)(const void *with, int thread, int first, int last);

/* How many threads so many rows are worth, of so many that may be. */
int rigid_threads_for(int rows, int most);
/* Do the work on all rows. What the system does not give a thread for, the caller does itself: the results are the same. */
void rigid_share_rows(int rows, int threads, rigid_work work, const void *with);
/* The same, each thread so many rows at a time until Ctrl-C comes: then the rest is left undone. Whether it was not. */
bool rigid_share_rows_until(const rigid_hooks *since, int piece, int rows, int threads, rigid_work work, const void *with);

#endif
