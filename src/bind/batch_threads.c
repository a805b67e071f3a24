/* Threads for rows: made for the call and ended with it, so that nothing runs while Lua does. They take no signals; each has
   rows of its own, and knows nothing of Lua. */
#define _POSIX_C_SOURCE 200809L /* what signals a thread takes */
#include "batch_threads.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { GROUP = 8 }; /* rows are given out by so many, as registers take them */
enum { SECOND = 1000000000, MOMENT = SECOND / 20 }; /* ns; a moment between two questions while others work */

/* What all threads of a call know. Only the caller's asks whether Ctrl-C came, and tells the others. */
typedef struct {
    rigid_work work;
    const void *with;
    const rigid_hooks *since; /* null: nobody asks */
    int piece;                /* rows between two questions */
    atomic_bool unwanted;
    pthread_mutex_t door; /* of what follows */
    pthread_cond_t less;
    int running;
} undertaking;

typedef struct {
    undertaking *all;
    int number, first, last;
    pthread_t thread;
    bool runs;
} share;

static bool is_unwanted(undertaking *all, bool ask) {
    if (ask && all->since && rigid_is_interrupted(all->since))
        atomic_store(&all->unwanted, true);
    return atomic_load(&all->unwanted);
}

static void do_share(const share *s, bool ask) {
    undertaking *all = s->all;
    for (int at = s->first; at < s->last && !is_unwanted(all, ask);) {
        const int end = s->last - at > all->piece ? at + all->piece : s->last;
        all->work(all->with, s->number, at, end);
        at = end;
    }
}

static void *run(void *with) {
    const share *s = with;
    do_share(s, false);
    pthread_mutex_lock(&s->all->door);
    s->all->running--;
    pthread_cond_signal(&s->all->less);
    pthread_mutex_unlock(&s->all->door);
    return NULL;
}

/* Until the others are done, or have been told. */
static void wait_for_others(undertaking *all) {
    struct timespec then;
    pthread_mutex_lock(&all->door);
    while (all->running > 0 && !is_unwanted(all, true)) {
        timespec_get(&then, TIME_UTC);
        then.tv_nsec += MOMENT;
        then.tv_sec += then.tv_nsec / SECOND, then.tv_nsec %= SECOND;
        pthread_cond_timedwait(&all->less, &all->door, &then);
    }
    pthread_mutex_unlock(&all->door);
}

static bool begin_thread(share *s) {
    pthread_mutex_lock(&s->all->door);
    s->all->running++;
    pthread_mutex_unlock(&s->all->door);
    if (pthread_create(&s->thread, NULL, run, s) == 0)
        return true;
    pthread_mutex_lock(&s->all->door);
    s->all->running--;
    pthread_mutex_unlock(&s->all->door);
    return false;
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

static void share_rows(undertaking *all, int rows, int threads) {
    share shares[RIGID_MOST_THREADS];
    sigset_t every, before;
    sigfillset(&every);
    if (threads > 1)
        pthread_sigmask(SIG_SETMASK, &every, &before);
    for (int k = 0; k < threads; k++) {
        shares[k] = (share){.all = all, .number = k};
        shares[k].first = begins(rows, threads, k), shares[k].last = begins(rows, threads, k + 1);
        shares[k].runs = k > 0 && shares[k].first < shares[k].last && begin_thread(&shares[k]);
    }
    if (threads > 1)
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    for (int k = 0; k < threads; k++)
        if (!shares[k].runs)
            do_share(&shares[k], true);
    if (all->since && threads > 1)
        wait_for_others(all);
    for (int k = 1; k < threads; k++)
        if (shares[k].runs)
            pthread_join(shares[k].thread, NULL);
}

bool rigid_share_rows_until(const rigid_hooks *since, int piece, int rows, int threads, rigid_work work, const void *with) {
    undertaking all = {.work = work, .with = with, .since = since, .piece = piece};
    pthread_mutex_init(&all.door, NULL);
    pthread_cond_init(&all.less, NULL);
    share_rows(&all, rows, threads);
    pthread_cond_destroy(&all.less);
    pthread_mutex_destroy(&all.door);
    return !atomic_load(&all.unwanted);
}

void rigid_share_rows(int rows, int threads, rigid_work work, const void *with) {
    rigid_share_rows_until(NULL, INT_MAX, rows, threads, work, with);
}
