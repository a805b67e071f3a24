/* A script of somebody else's that is to describe a model: run in a Lua state of its own, which shares nothing with the
   caller's. It has its own memory, each block of which is counted; a library that only computes, in which no call does unbounded work;
   and what it returns comes back as bytes, which hold nothing but tables, strings, numbers and booleans.

   Instructions are counted by a hook, and the clock is looked at in it. Between two looks no more than WEIGHT bytes can be
   gone through: the larger the largest thing that the script made, the fewer instructions there are between them. That
   bounds everything but one thing: a table whose keys collide by design can hold up a single instruction for minutes when it
   grows. Therefore a script begins in our own process with room for small things and little time, which is enough for nearly
   every model; one that needs more begins anew in a process of its own, which the system ends when its time is over
   (script_child.c). Where there are no processes, it goes on in ours. */
#ifndef RIGID_SCRIPT_ACCOUNT_H
#define RIGID_SCRIPT_ACCOUNT_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SCRIPT_DEEPEST = 40,      /* tables in tables of what it returns */
    SCRIPT_ENTRIES = 3000000, /* in all of them */
    SCRIPT_TEXT = 64 << 20,   /* bytes of all strings in them */
    SCRIPT_WHAT = 1024        /* bytes of a message */
};

/* How a run ended. The names are what Lua is told, in this order. */
typedef enum script_end {
    SCRIPT_FINE,
    SCRIPT_ERROR,  /* its own, in `what` */
    SCRIPT_MEMORY, /* over the limits */
    SCRIPT_STRING,
    SCRIPT_INSTRUCTIONS,
    SCRIPT_SECONDS,
    SCRIPT_DEPTH, /* what it returned is too deep, too much, too long */
    SCRIPT_MANY,
    SCRIPT_LONG,
    SCRIPT_INTERRUPTED, /* by the caller */
    SCRIPT_MACHINE,     /* the machine has no memory */
    SCRIPT_BROKEN,      /* its process ended otherwise, how is in `what` */
    SCRIPT_LARGE,       /* it needs more than a trial has */
    SCRIPT_ENDS
} script_end;

typedef struct script_limits {
    size_t memory;        /* bytes of its state, those between its blocks included */
    size_t string;        /* bytes of a string that it builds */
    size_t block;         /* bytes of one thing */
    int64_t instructions; /* of Lua, and what our functions do instead, in about their worth */
    double seconds;       /* of the processor */
} script_limits;

/* The account of one run. */
typedef struct script_account {
    script_limits most;
    bool trial;     /* what is over the limits of memory, block and seconds is SCRIPT_LARGE */
    lua_Alloc lend; /* where the memory comes from */
    void *lender;
    bool (*called_off)(void *by); /* whether the caller wants it to end */
    void *by;
    volatile int *line; /* where to note the line it is in, for others to see; or null */

    size_t used, largest; /* bytes: of all, of the largest thing since it runs */
    size_t refused;       /* bytes of the request that was refused last, and not granted since; 0 for none */
    int64_t left;         /* instructions */
    int64_t owed;         /* work of our functions that is not yet taken off */
    int step;             /* instructions between two looks */
    double began, looked; /* clocks: of the processor, of the wall */
    lua_State *thread;    /* where it runs; null before it does */
    script_end end;       /* why it is being stopped */
    bool printed;
} script_account;

/* What is known of a run that ended. */
typedef struct script_report {
    int32_t end, line; /* line 0: not known */
    int32_t kind;      /* of Lua: of what it returned, or raised */
    int32_t printed, left_out;
    int32_t length; /* of what */
    char what[SCRIPT_WHAT];
} script_report;

script_account *script_account_of(lua_State *S);
/* Begin to count for a run within limits; trial says that the first limit met is no verdict. */
void script_begin(script_account *a, script_limits most, bool trial);
/* Take the work of so many instructions off what is left. May end the script. */
void script_charge(lua_State *S, int64_t work);
/* A string of so many bytes is to be made; a number, for they may be too many to count. May end the script. */
void script_check_string(lua_State *S, double bytes);
/* Make room for a few of the largest strings, if need be by collecting what is not needed: the buffers of Lua's library
   give up where other requests collect. May end the script. */
void script_make_room(lua_State *S);

/* ---- for script_state.c */

/* The run is to end, and why; the first reason holds. */
void script_end_by(script_account *a, script_end why);
/* Whether it may go on. */
bool script_look(script_account *a);
/* The line that the script is in; 0 where it is in none. */
int script_line_of(lua_State *S);
/* Count the instructions of a thread from now on, or no longer. */
void script_watch(lua_State *thread, script_account *a);
void script_unwatch(lua_State *thread);
/* The lua_Alloc of a script's state; ud is its account. */
void *script_lend(void *ud, void *block, size_t old, size_t size);

#endif
