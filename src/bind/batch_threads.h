/* Rows shared among threads. */
#ifndef RIGID_BIND_BATCH_THREADS_H
#define RIGID_BIND_BATCH_THREADS_H

#include "interrupts.h"
#include "workers.h"

#include <stdatomic.h>

/* The rows of one thread, from which it takes so many at a time; when they are gone, of the others'. */
typedef struct {
    atomic_int next;
    int last;
    char apart[56]; /* a line of the cache for each */
} rigid_part;

/* A part for each thread, cut where a register begins with a new row. */
void rigid_parts_cut(rigid_part *parts, int threads, int rows);
/* The next rows for the thread of that number, at most so many; false where none are left. */
bool rigid_parts_take(rigid_part *parts, int threads, int number, int most, int *first, int *last);
/* How many to take at a time, of so many at most. */
int rigid_parts_piece(int threads, int rows, int most);

/* Work on rows first to last - 1, by the thread of that number. */
typedef void (*rigid_work)(const void *with, int thread, int first, int last);

/* How many threads so many rows are worth, of so many that may be. */
int rigid_threads_for(int rows, int most);
/* Do the work on all rows, at most `piece` at a time, until Ctrl-C comes: then the rest is left undone. Whether it was not. Where `since`
   is null, nobody asks for it. `numbers` is about how many are gone through for each row: who is to be woken for all? */
bool rigid_share_rows(rigid_workers *workers, const rigid_hooks *since, int piece, int rows, size_t numbers, int threads, rigid_work work,
                      const void *with);
/* Have threads 0, 1, ... do a job each; what of them does not come, the caller does. */
void rigid_share_jobs(rigid_workers *workers, int threads, bool worth_waking, rigid_job job, void *with);

#endif
