/* Threads for rows: made for the call and ended with it, so that nothing runs while Lua does. They take no signals; each has
   rows of its own, and knows nothing of Lua. */
#define _POSIX_C_SOURCE 200809L /* what signals a thread takes */
#include "batch_threads.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GROUP = 8 }; /* rows are given out by so many, as registers take them */

typedef struct {
    rigid_work work;
    const void *with;
    int number, first, last;
    pthread_t thread;
    bool runs;
} share;

static void *run(void *with) {
    const share *s = with;
    if (s->first < s->last)
        s->work(s->with, s->number, s->first, s->last);
    return NULL;
}

int rigid_threads_for(int rows, int most) {
    const int groups = rows / GROUP;
    return groups < 1 ? 1 : groups < most ? groups : most;
}

/* Where share k of so many begins. */
static int begins(int rows, int threads, int k) {
    const int64_t groups = ((int64_t)rows + GROUP - 1) / GROUP, at = groups * k / threads * GROUP;
    return k == threads || at > rows ? rows : (int)at;
}

void rigid_share_rows(int rows, int threads, rigid_work work, const void *with) {
    share shares[RIGID_MOST_THREADS];
    sigset_t all, before;
    sigfillset(&all);
    if (threads > 1)
        pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int k = 0; k < threads; k++) {
        shares[k] = (share){.work = work, .with = with, .number = k};
        shares[k].first = begins(rows, threads, k), shares[k].last = begins(rows, threads, k + 1);
        shares[k].runs = k > 0 && shares[k].first < shares[k].last && pthread_create(&shares[k].thread, NULL, run, &shares[k]) == 0;
    }
    if (threads > 1)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    for (int k = 0; k < threads; k++)
        if (!shares[k].runs)
            run(&shares[k]);
    for (int k = 1; k < threads; k++)
        if (shares[k].runs)
            pthread_join(shares[k].thread, NULL);
}
