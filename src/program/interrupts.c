/* Ctrl-C: it raises an error in whatever thread of Lua is running, and goes on raising it until the call that the program
   made has unwound: neither a coroutine nor a pcall in a loop holds it up. */
#include "program.h"

#include <signal.h>
#include <string.h>

static lua_State *volatile busy; /* the thread that runs the user's code; null while none does */
volatile sig_atomic_t program_interrupted, program_resized, program_continued;

/* Where an error of Ctrl-C is caught, the code there has GRACE instructions to clean up before the next; once that was
   granted in this thread, each instruction fails, for what still runs has caught both. A thread that waited for one that
   was program_interrupted has as many before its own first error, to note what came of it. No more than MOST_GRACES altogether: code that
   goes on starting threads ends too. */
enum { GRACE = 1000, WAITED = GRACE + 1, MOST_GRACES = 100 };
static int graces;

static int grace(int instructions) { return graces > 0 ? graces--, instructions : 1; }

/* The hook of a thread that is to stop. Its count tells how far the thread is: it fails for the first time at once, with
   the other events, or after WAITED instructions; then after GRACE; then at each. */
static void stop(lua_State *L, lua_Debug *where) {
    (void)where;
    if (!program_interrupted) { /* a coroutine that was left suspended with its hook set */
        lua_sethook(L, NULL, 0, 0);
        return;
    }
    bool first = lua_gethookmask(L) != LUA_MASKCOUNT || lua_gethookcount(L) == WAITED;
    lua_sethook(L, stop, LUA_MASKCOUNT, first ? grace(GRACE) : 1);
    luaL_where(L, 0);
    lua_pushliteral(L, "interrupted");
    lua_concat(L, 2);
    lua_error(L);
}

/* lua_sethook is the one function of Lua that a signal handler may call. */
static void arm(lua_State *L) { lua_sethook(L, stop, LUA_MASKCALL | LUA_MASKRET | LUA_MASKLINE | LUA_MASKCOUNT, 1); }

/* After Ctrl-C: let a thread that is about to run, or to go on, fail in its time, unless it is on its way there. */
static void arm_waiting(lua_State *L) {
    if (lua_gethook(L) != stop)
        lua_sethook(L, stop, LUA_MASKCOUNT, grace(WAITED));
}

static void on_signal(int number) {
    if (number == SIGINT) {
        program_interrupted = 1;
        if (busy)
            arm(busy);
    } else if (number == SIGWINCH) {
        program_resized = 1;
    } else {
        program_continued = 1;
    }
}

static int interrupt_flags; /* those that Ctrl-C is handled with */

void program_handle(int number, int flags) {
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = flags};
    if (number == SIGINT)
        interrupt_flags = flags;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

void program_forget(int number) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* From now on Ctrl-C interrupts what runs in L; returns who ran before, for program_unguard. */
lua_State *program_guard(lua_State *L) {
    lua_State *outer = busy; /* what a line editor completes may be typed while the user's code runs */
    program_interrupted = 0;
    graces = MOST_GRACES;
    busy = L;
    return outer;
}

/* The end of that; whether Ctrl-C came. */
bool program_unguard(lua_State *L, lua_State *outer) {
    bool stopped = program_interrupted;
    busy = outer;
    program_interrupted = 0;
    if (stopped)
        lua_sethook(L, NULL, 0, 0);
    return stopped;
}

/* lua_pcall of the user's code, which Ctrl-C may interrupt. *stopped says whether it did. */
int program_guarded_call(lua_State *L, int nargs, int nresults, int handler, bool *stopped) {
    lua_State *outer = program_guard(L);
    int status = lua_pcall(L, nargs, nresults, handler);
    *stopped = program_unguard(L, outer);
    return status;
}

int program_resting_call(lua_State *L, int nargs) {
    lua_State *outer = busy;
    int flags = interrupt_flags;
    busy = NULL;
    program_handle(SIGINT, 0);
    int status = lua_pcall(L, nargs, LUA_MULTRET, 0);
    program_handle(SIGINT, flags);
    busy = outer;
    if (outer && program_interrupted)
        arm(outer);
    return status;
}

/* Resume co with the nargs values on top of L, keeping account of which thread runs. Leaves the results on L and
   returns their number, or leaves the error and returns -1. */
static int resume(lua_State *L, lua_State *co, int nargs) {
    int count = 0;
    if (!lua_checkstack(co, nargs)) {
        lua_pushliteral(L, "too many arguments to resume");
        return -1;
    }
    lua_xmove(L, co, nargs);
    lua_State *outer = busy;
    if (outer)
        busy = co;
    if (outer && program_interrupted)
        arm_waiting(co);
    int status = lua_resume(co, L, nargs, &count);
    busy = outer;
    if (outer && program_interrupted)
        arm_waiting(outer);
    if (status != LUA_OK && status != LUA_YIELD) {
        lua_xmove(co, L, 1);
        return -1;
    }
    if (!lua_checkstack(L, count + 1)) {
        lua_pop(co, count);
        lua_pushliteral(L, "too many results to resume");
        return -1;
    }
    lua_xmove(co, L, count);
    return count;
}

/* coroutine.resume */
static int tracked_resume(lua_State *L) {
    lua_State *co = lua_tothread(L, 1);
    luaL_argexpected(L, co, 1, "coroutine");
    int count = resume(L, co, lua_gettop(L) - 1);
    lua_pushboolean(L, count >= 0);
    lua_insert(L, count >= 0 ? -(count + 1) : -2);
    return count >= 0 ? count + 1 : 2;
}

/* What coroutine.wrap returns; its upvalue is the thread. What is thrown inside is thrown on, with this place put in
   front. */
static int tracked_wrapped(lua_State *L) {
    lua_State *co = lua_tothread(L, lua_upvalueindex(1));
    int count = resume(L, co, lua_gettop(L));
    if (count >= 0)
        return count;
    int status = lua_status(co);
    if (status != LUA_OK && status != LUA_YIELD) { /* closing what it left open may throw another error instead */
        status = lua_resetthread(co);
        lua_xmove(co, L, 1);
    }
    if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

/* coroutine.wrap; its upvalue is coroutine.create. */
static int tracked_wrap(lua_State *L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    lua_pushcclosure(L, tracked_wrapped, 1);
    return 1;
}

void program_track_coroutines(lua_State *L) {
    lua_getglobal(L, LUA_COLIBNAME);
    lua_pushcfunction(L, tracked_resume);
    lua_setfield(L, -2, "resume");
    lua_getfield(L, -1, "create");
    lua_pushcclosure(L, tracked_wrap, 1);
    lua_setfield(L, -2, "wrap");
    lua_pop(L, 1);
}
