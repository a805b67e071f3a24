/* The state of a script: its memory, its clock, its run from text to report. Nothing in here touches the caller's state, and
   no error leaves script_perform: whatever raises in the script's state does so under lua_pcall or lua_resume. */
#include <lauxlib.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "script.h"

enum {
    WEIGHT = 16 << 20, /* bytes that may be gone through between two looks: some tenths of a second at worst */
    STEPS = 10000,     /* instructions between two looks at most */
    NOTED = 64 << 10,  /* bytes of a thing whose making may take long, so that the line is noted */
    HEADER = 64,       /* bytes of a string beside its text, at most */
    BESIDE = 16,       /* bytes that an allocator needs for a block beside it */
    PIECE = 256 /* bytes of text between two looks while it is compiled: each word may go through all code so far */
};
#define GLANCE                                                                                                         \
    0.002 /* seconds of the wall's clock, which is cheap to read, between two looks at the processor's and the caller */
#define CHUNK "model"

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

static void end_by(script_account *a, script_end why) {
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
        end_by(a, SCRIPT_SECONDS);
    if (a->end == SCRIPT_FINE && a->called_off(a->by))
        end_by(a, SCRIPT_INTERRUPTED);
}

/* Whether it may go on. */
static bool look(script_account *a) {
    if (a->left < 0)
        end_by(a, SCRIPT_INSTRUCTIONS);
    look_around(a);
    return a->end == SCRIPT_FINE;
}

/* The line that the script is in; 0 where it is in none. */
static int line_of(lua_State *S) {
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
        *a->line = line_of(S);
    if (!look(a))
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

/* ---- memory ----------------------------------------------------------------------------------------------------- */

/* The larger things are, the shorter the steps. lua_sethook may be called at any time, even from signal handlers. */
static void note_size(script_account *a, size_t size) {
    if (a->line && a->thread && size >= NOTED)
        *a->line = line_of(a->thread);
    if (size <= a->largest)
        return;
    a->largest = size;
    size_t step = WEIGHT / size;
    if (step >= (size_t)a->step)
        return;
    a->step = step > 0 ? (int)step : 1;
    if (a->thread)
        lua_sethook(a->thread, on_step, LUA_MASKCOUNT, a->step);
}

/* Lua asks once more after a collection, which may be a long one: so the clock is looked at. */
static bool refuse(script_account *a, size_t size) {
    a->refused = size;
    if (a->trial)
        end_by(a, SCRIPT_MEMORY);
    if (processor_clock() - a->began > a->most.seconds)
        end_by(a, SCRIPT_SECONDS);
    return false;
}

/* Bytes that a block takes of the machine's memory, with what allocators put beside it. */
static size_t cost(size_t size) { return size > 0 ? size + BESIDE : 0; }

/* Whether a thing may grow to that size. Once the script is being stopped, nothing may. */
static bool may_grow(script_account *a, bool is_string, size_t held, size_t size) {
    if (a->end != SCRIPT_FINE)
        return false;
    if (is_string && a->thread && size > a->most.string + HEADER) {
        end_by(a, SCRIPT_STRING);
        return false;
    }
    if (size > a->most.block) {
        end_by(a, SCRIPT_MEMORY);
        return false;
    }
    if (cost(size) > a->most.memory || a->used - cost(held) > a->most.memory - cost(size))
        return refuse(a, size);
    if (size == a->refused)
        a->refused = 0;
    if (is_string || a->thread) /* of what a compiler makes, strings alone are gone through later */
        note_size(a, size);
    return true;
}

static void *lend(void *ud, void *block, size_t old, size_t size) {
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
    end_by(a, SCRIPT_STRING);
    raise_end(S);
}

void script_make_room(lua_State *S) {
    script_account *a = script_account_of(S);
    if (a->used + 4 * a->most.string < a->most.memory)
        return;
    lua_gc(S, LUA_GCCOLLECT);
    look_or_raise(S, a);
}

/* ---- from text to report ---------------------------------------------------------------------------------------- */

typedef struct reading {
    script_account *account;
    const char *at, *end;
    int line, status;
} reading;

/* The next piece of the text; none when its time is over. */
static const char *next_piece(lua_State *S, void *ud, size_t *size) {
    reading *r = ud;
    const char *piece = r->at;
    (void)S;
    *size = r->end - r->at < PIECE ? (size_t)(r->end - r->at) : PIECE;
    if (r->account->line)
        *r->account->line = r->line;
    if (!look(r->account))
        *size = 0;
    r->at += *size;
    for (const char *c = piece; c < r->at; c++)
        r->line += *c == '\n';
    return piece;
}

/* Without the mark of UTF-8, and without a first line for a shell. */
static reading begin_reading(script_account *a, const char *text, size_t length) {
    reading r = {a, text, text + length, 1, LUA_OK};
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        r.at += 3;
    if (r.at < r.end && *r.at == '#') {
        const char *newline = memchr(r.at, '\n', (size_t)(r.end - r.at));
        r.at = newline ? newline : r.end;
    }
    return r;
}

/* Make the globals, the thread, and in it the function that the text is; or leave what is wrong with it there. */
static int prepare(lua_State *S) {
    reading *r = lua_touserdata(S, 1);
    script_push_globals(S);
    lua_State *thread = lua_newthread(S);
    lua_gc(S, LUA_GCSTOP); /* a compiler leaves little behind */
    r->status = lua_load(S, next_piece, r, "=" CHUNK, "t");
    lua_gc(S, LUA_GCRESTART);
    if (r->status == LUA_OK) {
        lua_pushvalue(S, 2);
        lua_setupvalue(S, -2, 1);
    }
    lua_xmove(S, thread, 1);
    return 1;
}

/* The place that Lua puts before a message, "model:12: ", goes into the line. */
static const char *take_place(const char *message, script_report *report) {
    static const char before[] = CHUNK ":";
    if (strncmp(message, before, sizeof before - 1) != 0)
        return message;
    char *after;
    long line = strtol(message + sizeof before - 1, &after, 10);
    if (line <= 0 || line > INT_MAX || strncmp(after, ": ", 2) != 0)
        return message;
    report->line = (int32_t)line;
    return after + 2;
}

static void take_message(lua_State *S, script_report *report) {
    size_t length;
    const char *whole = lua_tolstring(S, -1, &length), *message = take_place(whole, report);
    length -= (size_t)(message - whole);
    if (length > SCRIPT_WHAT)
        memcpy(report->what + SCRIPT_WHAT - 3, "...", 3);
    memcpy(report->what, message, length > SCRIPT_WHAT ? SCRIPT_WHAT - 3 : length);
    report->length = length > SCRIPT_WHAT ? SCRIPT_WHAT : (int32_t)length;
}

/* Why it failed, with what it raised on top. */
static void explain(lua_State *S, script_account *a, int status, script_report *report) {
    if (a->end == SCRIPT_FINE && (a->refused || status == LUA_ERRMEM))
        end_by(a, a->refused ? SCRIPT_MEMORY : SCRIPT_MACHINE);
    if (a->end == SCRIPT_FINE)
        end_by(a, SCRIPT_ERROR);
    report->end = (int32_t)a->end;
    report->kind = lua_type(S, -1);
    if (a->end == SCRIPT_ERROR && report->kind == LUA_TSTRING)
        take_message(S, report);
}

/* Run what prepare left in the thread; what it returned, or raised, is then on top of it. */
static void run(lua_State *S, script_account *a, script_report *report) {
    int results = 0;
    lua_State *thread = a->thread;
    lua_sethook(thread, on_step, LUA_MASKCOUNT, a->step);
    int status = lua_resume(thread, S, 0, &results);
    lua_sethook(thread, NULL, 0, 0);
    if (status == LUA_YIELD) /* which nothing in there can do */
        status = LUA_ERRRUN;
    report->line = status == LUA_OK ? 0 : line_of(thread);
    if (status != LUA_OK) {
        explain(thread, a, status, report);
        return;
    }
    if (results == 0 && lua_checkstack(thread, 1))
        lua_pushnil(thread);
    lua_settop(thread, 1);
    report->kind = lua_type(thread, 1);
    script_count(thread, report);
}

static void run_text(lua_State *S, script_account *a, reading *r, script_report *report) {
    lua_pushcfunction(S, prepare);
    lua_pushlightuserdata(S, r);
    int status = lua_pcall(S, 1, 1, 0);
    lua_State *thread = status == LUA_OK ? lua_tothread(S, -1) : S;
    status = status == LUA_OK ? r->status : status;
    if (status == LUA_OK && a->end == SCRIPT_FINE) {
        a->thread = thread;
        run(S, a, report);
    } else { /* what there was of the text when its time was over may be a whole script */
        report->line = r->line;
        explain(thread, a, status, report);
    }
}

static lua_State *new_state(script_account *a) {
#if LUA_VERSION_NUM >= 505
    return lua_newstate(lend, a, luaL_makeseed(NULL));
#else
    return lua_newstate(lend, a);
#endif
}

void script_perform(script_account *a, const char *text, size_t length, script_sink *to) {
    script_report report = {.end = SCRIPT_FINE};
    reading r = begin_reading(a, text, length);
    lua_State *S = new_state(a);
    if (S)
        run_text(S, a, &r, &report);
    else
        report.end = a->end != SCRIPT_FINE ? (int32_t)a->end : SCRIPT_MACHINE;
    report.printed = a->printed;
    script_put(to, &report, sizeof report);
    if (report.end == SCRIPT_FINE)
        script_write(a->thread, to);
    script_flush(to);
    if (S)
        lua_close(S);
}
