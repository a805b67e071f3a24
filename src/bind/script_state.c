/* The run of a script from text to report. Nothing in here touches the caller's state, and no error leaves script_perform:
   whatever raises in the script's state does so under lua_pcall or lua_resume. */
#include "script_state.h"

#include <lauxlib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "script_library.h"

enum { PIECE = 256 }; /* bytes of text between two looks while it is compiled: each word may go through all code so far */
#define CHUNK "model"

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
    if (!script_look(r->account))
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
        script_end_by(a, a->refused ? SCRIPT_MEMORY : SCRIPT_MACHINE);
    if (a->end == SCRIPT_FINE)
        script_end_by(a, SCRIPT_ERROR);
    report->end = (int32_t)a->end;
    report->kind = lua_type(S, -1);
    if (a->end == SCRIPT_ERROR && report->kind == LUA_TSTRING)
        take_message(S, report);
}

/* Run what prepare left in the thread; what it returned, or raised, is then on top of it. */
static void run(lua_State *S, script_account *a, script_report *report) {
    int results = 0;
    lua_State *thread = a->thread;
    script_watch(thread, a);
    int status = lua_resume(thread, S, 0, &results);
    script_unwatch(thread);
    if (status == LUA_YIELD) /* which nothing in there can do */
        status = LUA_ERRRUN;
    report->line = status == LUA_OK ? 0 : script_line_of(thread);
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
    return lua_newstate(script_lend, a, luaL_makeseed(NULL));
#else
    return lua_newstate(script_lend, a);
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
