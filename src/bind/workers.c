/* Threads that wait for work, those of one Lua state. To make a thread takes 30 us, to wake one 10, in which a core computes the
   dynamics of hundreds of states; one that looks for work of itself comes at once. So they are made when they are first called, stay,
   look around for a moment after each work, and sleep then. They take no signals, and know nothing of Lua.

   The caller does not need them: what is to be done is taken piece by piece by those that are there (batch_threads.c), the caller
   one of them, and who comes when all is taken finds nothing. Nobody is waited for but who has begun. So it is the same work where
   other processes have the processors, and where the system makes no threads.

   They belong to the state: its registry holds them, and they end when it is closed, before the library is unloaded; nothing of
   them is shared with other states. In a process that was forked they are not there, and are made anew. */
#ifdef __linux__
#define _GNU_SOURCE /* which processor this is */
#else
#define _POSIX_C_SOURCE 200809L /* what signals a thread takes, and a clock that is not set */
#endif
#include "workers.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#ifdef __linux__
#include <sched.h>
#endif
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    SECOND = 1000000000, /* ns */
    AWAKE = 100000,      /* for so long one looks for work of itself */
    SOON = 20000         /* a call that soon after another is one of many: what it takes to wake somebody will come back */
};

enum { IDLE, CALLED, AT_WORK };

typedef struct {
    rigid_workers *all;
    int number;
    pthread_t thread;
    bool made;
    atomic_int state; /* the caller calls an idle one, and one that is called goes to work, unless the caller takes it back before */
    atomic_bool sleeps;
    atomic_int at; /* the processor on which it went to work */
    pthread_cond_t wanted;
} worker;

/* What is called for is written while nobody works. The door is for sleeping alone: who sleeps says so behind it, looks once more, and
   waits; who sees that goes through it to wake the other. */
struct rigid_workers {
    const void *what;
    pid_t process; /* that they are threads of */
    int processors;
    rigid_job job;
    void *with;
    fenv_t rounding; /* the caller's, which theirs is to be */
    int called;      /* 1 to that number were */
    atomic_int at;   /* the processor of who called */
    int64_t ended;   /* when the last work did */
    atomic_bool closing, waits;
    pthread_mutex_t door;
    pthread_cond_t less;
    worker one[RIGID_MOST_THREADS]; /* by number */
};

static const char workers_key = 0; /* its address says what a userdata is */

static int64_t now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (int64_t)at.tv_sec * SECOND + at.tv_nsec;
}

/* On which processor this runs, where the system says so. Who looks for what another does is in the way of that other on the same one. */
static int processor(void) {
#ifdef __linux__
    return sched_getcpu();
#else
    return -1;
#endif
}
static bool is_here(atomic_int *at) {
    const int here = processor();
    return here >= 0 && here == atomic_load(at);
}

/* ---- theirs ----------------------------------------------------------------------------------------------------------- */

static bool is_wanted(worker *w) { return atomic_load(&w->state) == CALLED || atomic_load(&w->all->closing); }

static void look_around(worker *w) {
    const int64_t until = w->number < w->all->processors ? now() + AWAKE : 0;
    while (!is_wanted(w) && now() < until && !is_here(&w->all->at))
        continue; /* who gives its processor to others meanwhile may have it back after milliseconds */
}

static void sleep_until_wanted(worker *w) {
    pthread_mutex_lock(&w->all->door);
    atomic_store(&w->sleeps, true);
    while (!is_wanted(w))
        pthread_cond_wait(&w->wanted, &w->all->door);
    atomic_store(&w->sleeps, false);
    pthread_mutex_unlock(&w->all->door);
}

static bool change(worker *w, int from, int to) { return atomic_compare_exchange_strong(&w->state, &from, to); }

static void *live(void *with) {
    worker *w = with;
    rigid_workers *all = w->all;
    while (!atomic_load(&all->closing)) {
        look_around(w);
        if (!is_wanted(w))
            sleep_until_wanted(w);
        if (!change(w, CALLED, AT_WORK))
            continue;
        atomic_store(&w->at, processor());
        fesetenv(&all->rounding);
        all->job(all->with, w->number);
        atomic_store(&w->state, IDLE);
        if (atomic_load(&all->waits)) {
            pthread_mutex_lock(&all->door);
            pthread_cond_signal(&all->less);
            pthread_mutex_unlock(&all->door);
        }
    }
    return NULL;
}

/* ---- the caller's ----------------------------------------------------------------------------------------------------- */

static void make(worker *w) {
    sigset_t every, before;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    w->made = pthread_create(&w->thread, NULL, live, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void wake(worker *w) {
    pthread_mutex_lock(&w->all->door);
    pthread_cond_signal(&w->wanted);
    pthread_mutex_unlock(&w->all->door);
}

void rigid_workers_call(rigid_workers *all, int count, bool worth_waking, rigid_job job, void *with) {
    const bool wakes = worth_waking || now() - all->ended < SOON;
    all->called = atomic_load(&all->closing) ? 0 : count;
    all->job = job, all->with = with;
    atomic_store(&all->at, processor());
    fegetenv(&all->rounding);
    for (int k = 1; k <= all->called; k++) {
        worker *w = &all->one[k];
        if (!wakes && (!w->made || atomic_load(&w->sleeps)))
            continue;
        atomic_store(&w->state, CALLED);
        if (!w->made)
            make(w);
        else if (atomic_load(&w->sleeps))
            wake(w);
    }
}

static worker *who_works(rigid_workers *all) {
    for (int k = 1; k <= all->called; k++)
        if (atomic_load(&all->one[k].state) == AT_WORK)
            return &all->one[k];
    return NULL;
}

static void look_after(rigid_workers *all) {
    const int64_t until = now() + AWAKE;
    for (worker *w = who_works(all); w && now() < until && !is_here(&w->at);)
        w = who_works(all);
}

void rigid_workers_dismiss(rigid_workers *all) {
    for (int k = 1; k <= all->called; k++)
        change(&all->one[k], CALLED, IDLE);
    look_after(all);
    if (who_works(all)) {
        pthread_mutex_lock(&all->door);
        atomic_store(&all->waits, true);
        while (who_works(all))
            pthread_cond_wait(&all->less, &all->door);
        atomic_store(&all->waits, false);
        pthread_mutex_unlock(&all->door);
    }
    all->ended = now();
}

/* ---- as long as the state lives --------------------------------------------------------------------------------------- */

static int count_processors(void) {
#ifdef _SC_NPROCESSORS_ONLN
    return (int)sysconf(_SC_NPROCESSORS_ONLN);
#else
    return 1;
#endif
}

static void begin(rigid_workers *all) {
    memset(all, 0, sizeof *all);
    all->what = &workers_key;
    all->process = getpid();
    all->processors = count_processors();
    pthread_mutex_init(&all->door, NULL);
    pthread_cond_init(&all->less, NULL);
    for (int k = 0; k < RIGID_MOST_THREADS; k++) {
        all->one[k].all = all, all->one[k].number = k;
        pthread_cond_init(&all->one[k].wanted, NULL);
    }
    all->ended = now() - SECOND;
}

static void send_away(rigid_workers *all) {
    pthread_mutex_lock(&all->door);
    atomic_store(&all->closing, true);
    for (int k = 1; k < RIGID_MOST_THREADS; k++)
        pthread_cond_signal(&all->one[k].wanted);
    pthread_mutex_unlock(&all->door);
    for (int k = 1; k < RIGID_MOST_THREADS; k++)
        if (all->one[k].made)
            pthread_join(all->one[k].thread, NULL);
}

/* They end, and are not made again: what is asked of a state that is being closed, the caller does alone. */
static int end(lua_State *L) {
    rigid_workers *all = lua_touserdata(L, 1);
    luaL_argcheck(L, all && lua_rawlen(L, 1) >= sizeof *all && all->what == &workers_key, 1, "workers expected");
    if (all->process != getpid())
        begin(all);
    if (atomic_load(&all->closing))
        return 0;
    send_away(all);
    for (int k = 0; k < RIGID_MOST_THREADS; k++)
        pthread_cond_destroy(&all->one[k].wanted);
    pthread_cond_destroy(&all->less);
    pthread_mutex_destroy(&all->door);
    return 0;
}

/* A new one, on top of the stack. */
static rigid_workers *push_new(lua_State *L) {
    rigid_workers *all = lua_newuserdatauv(L, sizeof *all, 0);
    begin(all);
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, end);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &workers_key);
    return all;
}

rigid_workers *rigid_push_workers(lua_State *L) {
    luaL_checkstack(L, 4, NULL);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &workers_key);
    rigid_workers *all = lua_touserdata(L, -1);
    if (!all || lua_rawlen(L, -1) < sizeof *all || all->what != &workers_key) {
        lua_pop(L, 1);
        return push_new(L);
    }
    if (all->process != getpid())
        begin(all);
    return all;
}
