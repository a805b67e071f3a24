/* Ctrl-C while a function of C works for long. Whoever handles it, the program or lua5.4, asks what runs to end by setting a hook,
   on the thread that runs or on the main one; no hook is called before the function returns. So the function looks for one, between
   pieces of its work. */
#ifndef RIGID_BIND_INTERRUPTS_H
#define RIGID_BIND_INTERRUPTS_H

#include <lauxlib.h>
#include <stdbool.h>

#include "../dense/dense.h"

/* The hooks as they were when the work began. */
typedef struct rigid_hooks {
    lua_State *thread[2];
    lua_Hook hook[2];
    int mask[2];
} rigid_hooks;

/* May raise: what was asked already before this was called. */
rigid_hooks rigid_hooks_now(lua_State *L);
/* Whether the work is to end. Reads alone, and may be called by any thread while the one of L waits. */
bool rigid_is_interrupted(const rigid_hooks *since);
/* Raise what the hook raises. */
int rigid_raise_interrupt(lua_State *L);
/* The same if it came. */
void rigid_end_if_interrupted(lua_State *L, const rigid_hooks *since);

/* What a function goes through between two looks: some hundredths of a second. Counts so many numbers more; whether it is time. */
enum { RIGID_PIECE = 1 << 24 };
static inline bool rigid_piece_is_done(size_t *done, size_t more) {
    *done += more;
    if (*done < RIGID_PIECE)
        return false;
    *done = 0;
    return true;
}

/* For dense.h, of matrices with so many entries: until then; nobody is asked about a few, which take no time. */
rigid_dense_until rigid_until_interrupted(lua_State *L, size_t entries, rigid_hooks *room);
#define UNTIL_INTERRUPTED(L, entries) rigid_until_interrupted(L, entries, &(rigid_hooks){.mask = {0}})

#endif
