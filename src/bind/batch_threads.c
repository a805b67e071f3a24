/* Rows shared among threads: each has a part of them, the same at each call, so that what a core has in its cache is asked of that
   core; what takes pieces of its own part until there are none left takes of the others' then, so that no one is waited for who came
   late, or not at all. Which thread takes which rows is not known, and does not change what comes out of them. */
#include "batch_threads.h"

#include <stddef.h>
#include <stdint.h>

enum {
    GROUP = 8,     /* parts begin at multiples of it, as registers take rows */
    FEW = 16,      /* groups: what it takes to begin with rows is little beside as many */
    PIECES = 16,   /* of a part */
    WORTH = 1 << 19 /* numbers gone through, in the time of which somebody who sleeps can be woken, and gains */
};

int rigid_threads_for(int rows, int most) {
    const int groups = rows / GROUP;
    return groups < 1 ? 1 : groups < most ? groups : most;
}

/* ---- parts ------------------------------------------------------------------------------------------------------------ */

/* Where part k of so many begins. */
static int begins(int rows, int threads, int k) {
    const int64_t groups = ((int64_t)rows + GROUP - 1) / GROUP, at = groups * k / threads * GROUP;
    return k == threads || at > rows ? rows : (int)at;
}

void rigid_parts_cut(rigid_part *parts, int threads, int rows) {
    for (int k = 0; k < threads; k++) {
        atomic_init(&parts[k].next, begins(rows, threads, k));
        parts[k].last = begins(rows, threads, k + 1);
    }
}

int rigid_parts_piece(int threads, int rows, int most) {
    const int groups = rows / threads / PIECES / GROUP, piece = (groups < FEW ? FEW : groups) * GROUP;
    return piece < most ? piece : most;
}

bool rigid_parts_take(rigid_part *parts, int threads, int number, int most, int *first, int *last) {
    for (int k = 0; k < threads; k++) {
        rigid_part *p = &parts[(number + k) % threads];
        if (atomic_load(&p->next) >= p->last)
            continue;
        *first = atomic_fetch_add(&p->next, most);
        *last = p->last - most > *first ? *first + most : p->last;
        if (*first < p->last)
            return true;
    }
    return false;
}

/* ---- rows ------------------------------------------------------------------------------------------------------------- */

/* What all threads of a call know. Only the caller's asks whether Ctrl-C came, and tells the others. */
typedef struct {
    rigid_work work;
    const void *with;
    const rigid_hooks *since; /* null: nobody asks */
    int threads, piece;
    atomic_bool unwanted;
    rigid_part part[RIGID_MOST_THREADS];
} undertaking;

static bool is_unwanted(undertaking *all, bool ask) {
    if (ask && all->since && rigid_is_interrupted(all->since))
        atomic_store(&all->unwanted, true);
    return atomic_load(&all->unwanted);
}

static void do_rows(void *with, int number) {
    undertaking *all = with;
    int first, last;
    while (!is_unwanted(all, number == 0) && rigid_parts_take(all->part, all->threads, number, all->piece, &first, &last))
        all->work(all->with, number, first, last);
}

bool rigid_share_rows(rigid_workers *workers, const rigid_hooks *since, int piece, int rows, size_t numbers, int threads, rigid_work work,
                      const void *with) {
    undertaking all; /* no more of it than there are threads */
    all.work = work, all.with = with, all.since = since, all.threads = threads;
    all.piece = threads > 1 ? rigid_parts_piece(threads, rows, piece) : piece;
    atomic_init(&all.unwanted, false);
    rigid_parts_cut(all.part, threads, rows);
    if (threads > 1)
        rigid_workers_call(workers, threads - 1, (size_t)rows * numbers >= WORTH, do_rows, &all);
    do_rows(&all, 0);
    if (threads > 1)
        rigid_workers_dismiss(workers);
    return !atomic_load(&all.unwanted);
}

/* ---- jobs ------------------------------------------------------------------------------------------------------------- */

typedef struct {
    rigid_job job;
    void *with;
    atomic_bool taken[RIGID_MOST_THREADS];
} jobs;

static void take_job(void *with, int number) {
    jobs *all = with;
    if (!atomic_exchange(&all->taken[number], true))
        all->job(all->with, number);
}

void rigid_share_jobs(rigid_workers *workers, int threads, bool worth_waking, rigid_job job, void *with) {
    jobs all = {.job = job, .with = with};
    if (threads > 1)
        rigid_workers_call(workers, threads - 1, worth_waking, take_job, &all);
    for (int k = 0; k < threads; k++)
        take_job(&all, k);
    if (threads > 1)
        rigid_workers_dismiss(workers);
}
