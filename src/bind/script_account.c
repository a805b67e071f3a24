/* The account of a script: its instructions, its clock and its memory, each of which has an end. What is looked at here runs
   within the script's state, as its hook, its allocator, or what its library asks before it works. */
#include "script_account.h"

#include <math.h>
#include <time.h>

enum {
    WEIGHT = 16 << 20, /* bytes that may be gone through between two looks: some tenths of a second at worst */
    STEPS = 10000,     /* instructions between two looks at most */
    NOTED = 64 << 10,  /* bytes of a thing whose making may take long, so that the line is noted */
    HEADER = 64,       /* bytes of a string beside its text, at most */
    BESIDE = 16        /* bytes that an allocator needs for a block beside it */
};
#define GLANCE                                                                                                         \
    0.002 /* seconds of the wall's clock, which is cheap to read, between two looks at the processor's and the caller */

script_account *script_account_of(lua_State *S) {
    void *a;
    lua_getallocf(S, &a);
    return a;
}

/* ---- limits ----------------------------------------------------------------------------------------------------- */

static double processor_clock(void) { return (double)clock() / CLOCKS_PER_SEC; }

static double wall_clock(void) {
    struct timespec now = {0, 0};
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void script_begin(script_account *a, script_limits most, bool trial) {
    a->most = most;
    a->trial = trial;
    a->used = a->largest = a->refused = 0;
    a->left = most.instructions;
    a->owed = 0;
    a->step = STEPS;
    a->began = processor_clock();
    a->looked = wall_clock();
    a->thread = NULL;
    a->end = SCRIPT_FINE;
    a->printed = false;
}

void script_end_by(script_account *a, script_end why) {
    bool cut_short = a->trial && (why == SCRIPT_MEMORY || why == SCRIPT_SECONDS);
    if (a->end == SCRIPT_FINE)
        a->end = cut_short ? SCRIPT_LARGE : why;
}

/* Look at what takes longer to look at, now and then. */
static void look_around(script_account *a) {
    double now = wall_clock();
    if (fabs(now - a->looked) < GLANCE) /* that clock may be set back */
        return;
    a->looked = now;
    if (processor_clock() - a->began > a->most.seconds)
        script_end_by(a, SCRIPT_SECONDS);
    if (a->end == SCRIPT_FINE && a->called_off(a->by))
        script_end_by(a, SCRIPT_INTERRUPTED);
}

bool script_look(script_account *a) {
    if (a->left < 0)
        script_end_by(a, SCRIPT_INSTRUCTIONS);
    look_around(a);
    return a->end == SCRIPT_FINE;
}

int script_line_of(lua_State *S) {
    lua_Debug at;
    for (int level = 0; lua_getstack(S, level, &at); level++)
        if (lua_getinfo(S, "l", &at) && at.currentline > 0)
            return at.currentline;
    return 0;
}

/* What raises here ends the script, for nothing in it can catch. */
static void raise_end(lua_State *S) {
    lua_pushnil(S);
    lua_error(S);
}

static void look_or_raise(lua_State *S, script_account *a) {
    if (a->line)
        *a->line = script_line_of(S);
    if (!script_look(a))
        raise_end(S);
}

static void on_step(lua_State *S, lua_Debug *at) {
    script_account *a = script_account_of(S);
    (void)at;
    a->left -= a->step;
    look_or_raise(S, a);
}

void script_charge(lua_State *S, int64_t work) {
    script_account *a = script_account_of(S);
    a->owed = work < INT64_MAX - a->owed ? a->owed + work : INT64_MAX;
    if (a->owed < a->step)
        return;
    a->left = a->owed < a->left ? a->left - a->owed : -1;
    a->owed = 0;
    look_or_raise(S, a);
}

void script_watch(lua_State *thread, script_account *a) { lua_sethook(thread, on_step, LUA_MASKCOUNT, a->step); }

void script_unwatch(lua_State *thread) { lua_sethook(thread, NULL, 0, 0); }

/* ---- memory ----------------------------------------------------------------------------------------------------- */

/* Whether a stack may be looked at while a block is asked for: not while it is itself one that grows, whose pointers Lua 5.5 has put away. */
static bool has_stack(const script_account *a, size_t held) { return a->thread && (LUA_VERSION_NUM < 505 || held == 0); }

/* The larger things are, the shorter the steps. lua_sethook may be called at any time, even from signal handlers. */
static void note_size(script_account *a, size_t held, size_t size) {
    if (a->line && size >= NOTED && has_stack(a, held))
        *a->line = script_line_of(a->thread);
    if (size <= a->largest)
        return;
    a->largest = size;
    size_t step = WEIGHT / size;
    if (step >= (size_t)a->step)
        return;
    a->step = step > 0 ? (int)step : 1;
    if (a->thread)
        script_watch(a->thread, a);
}

/* Lua asks once more after a collection, which may be a long one: so the clock is looked at. */
static bool refuse(script_account *a, size_t size) {
    a->refused = size;
    if (a->trial)
        script_end_by(a, SCRIPT_MEMORY);
    if (processor_clock() - a->began > a->most.seconds)
        script_end_by(a, SCRIPT_SECONDS);
    return false;
}

/* Bytes that a block takes of the machine's memory, with what allocators put beside it. */
static size_t cost(size_t size) { return size > 0 ? size + BESIDE : 0; }

/* Whether a thing may grow to that size. Once the script is being stopped, nothing may. */
static bool may_grow(script_account *a, bool is_string, size_t held, size_t size) {
    if (a->end != SCRIPT_FINE)
        return false;
    if (is_string && a->thread && size > a->most.string + HEADER) {
        script_end_by(a, SCRIPT_STRING);
        return false;
    }
    if (size > a->most.block) {
        script_end_by(a, SCRIPT_MEMORY);
        return false;
    }
    if (cost(size) > a->most.memory || a->used - cost(held) > a->most.memory - cost(size))
        return refuse(a, size);
    if (size == a->refused)
        a->refused = 0;
    if (is_string || a->thread) /* of what a compiler makes, strings alone are gone through later */
        note_size(a, held, size);
    return true;
}

void *script_lend(void *ud, void *block, size_t old, size_t size) {
    script_account *a = ud;
    size_t held = block ? old : 0; /* without a block, old is the kind of object */
    if (size > held && !may_grow(a, !block && old == LUA_TSTRING, held, size))
        return NULL;
    void *moved = a->lend(a->lender, block, old, size);
    if (!moved && size > held && !a->thread) /* Lua asks again after a collection, but not while it makes a state */
        moved = a->lend(a->lender, block, old, size);
    if (moved || size == 0)
        a->used = a->used - cost(held) + cost(size);
    return moved;
}

void script_check_string(lua_State *S, double bytes) {
    script_account *a = script_account_of(S);
    if (bytes <= (double)a->most.string)
        return;
    script_end_by(a, SCRIPT_STRING);
    raise_end(S);
}

void script_make_room(lua_State *S) {
    script_account *a = script_account_of(S);
    if (a->used + 4 * a->most.string < a->most.memory)
        return;
    lua_gc(S, LUA_GCCOLLECT);
    look_or_raise(S, a);
}
