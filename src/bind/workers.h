/* Threads of a Lua state that wait for work. */
#ifndef RIGID_BIND_WORKERS_H
#define RIGID_BIND_WORKERS_H

#include <lauxlib.h>
#include <stdbool.h>

enum { RIGID_MOST_THREADS = 64 }; /* that work at once, the caller's with them */

typedef struct rigid_workers rigid_workers;
/* What one does that is called: worker 1, 2, ...; the caller is 0. */
typedef void (*rigid_job)(void *with, int number);

/* Push those of L, which are to stay on the stack while they are called. May raise. */
rigid_workers *rigid_push_workers(lua_State *L);
/* Call workers 1 to count. Which of them come, and when, is not known; those that sleep are left to unless it is worth waking them. */
void rigid_workers_call(rigid_workers *all, int count, bool worth_waking, rigid_job job, void *with);
/* Those that have not come yet no longer do; those that have, end. Before this, nothing may be taken away that they work with. */
void rigid_workers_dismiss(rigid_workers *all);

#endif
