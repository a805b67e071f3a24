/* Threads for a batch: made for the call and ended with it, so that nothing runs while Lua does. They take no signals; each has
   rows and a scratch of its own, and knows nothing of Lua. */
#define _POSIX_C_SOURCE 200809L /* what signals a thread takes */
#include "batch_threads.h"

#include <pthread.h>
#include <signal.h>

enum { GROUP = 8 }; /* rows are given out by so many, as registers take them */

typedef struct {
    const rigid_batch *batch;
    int first, last;
    void *scratch;
    pthread_t thread;
    bool runs;
} share;

static void *compute(void *with) {
    const share *s = with;
    rigid_batch_compute(s->batch, s->first, s->last, s->scratch);
    return NULL;
}

int rigid_batch_threads(const rigid_batch *batch, int most) {
    const int groups = batch->n / GROUP;
    return groups < 1 ? 1 : groups < most ? groups : most;
}

/* Where share k of so many begins. */
static int begins(const rigid_batch *batch, int threads, int k) {
    const int64_t groups = ((int64_t)batch->n + GROUP - 1) / GROUP, at = groups * k / threads * GROUP;
    return k == threads || at > batch->n ? batch->n : (int)at;
}

void rigid_batch_run(const rigid_batch *batch, int threads, unsigned char *scratch) {
    share shares[RIGID_MOST_THREADS];
    const size_t each = rigid_batch_scratch(batch);
    sigset_t all, before;
    sigfillset(&all);
    if (threads > 1)
        pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int k = 0; k < threads; k++) {
        shares[k] = (share){.batch = batch, .scratch = scratch + (size_t)k * each};
        shares[k].first = begins(batch, threads, k), shares[k].last = begins(batch, threads, k + 1);
        shares[k].runs = k > 0 && pthread_create(&shares[k].thread, NULL, compute, &shares[k]) == 0;
    }
    if (threads > 1)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    for (int k = 0; k < threads; k++)
        if (!shares[k].runs)
            compute(&shares[k]);
    for (int k = 1; k < threads; k++)
        if (shares[k].runs)
            pthread_join(shares[k].thread, NULL);
}
