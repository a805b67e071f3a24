/* run(text, limits...): a script in a state of its own, for files/sandbox.lua. Whatever is held outside of Lua meanwhile, the
   script's state, a process, the bytes of what it returned, is released before this returns or raises: the work is done
   under lua_pcall, so that no finaliser is needed. */
#include <limits.h>
#include <string.h>

#include "inner.h"
#include "script_child.h"
#include "script_copy.h"
#include "script_state.h"

typedef struct job {
    lua_State *L;
    const char *text;
    size_t length;
    script_limits most;
    script_account account;
    script_sink sink;
    script_child child;
    lua_State *main;     /* the main thread, where that is another */
    lua_Hook main_hook;  /* what was set there when the script began */
    char spool[1 << 14]; /* of what the child wrote */
} job;

/* What a trial has: things so small that no instruction goes on for long. */
static const script_limits trial = {.memory = 32 << 20, .block = 512 << 10, .seconds = 0.25};

/* ---- being called off ---------------------------------------------------------------------------------------------- */

static int nothing(lua_State *L) {
    (void)L;
    return 0;
}

/* Ctrl-C sets a hook in the caller's state, which runs no code while the script does. So we do a little there, a call and
   then some instructions, and the hook raises what it would raise anywhere. The error stays on top. Of a
   coroutine that lua5.4 runs, the hook is set in the main thread, where nothing can be called now. */
static bool called_off(void *by) {
    static const char little[] = "for _ = 1, 1000 do end";
    job *j = by;
    if (lua_gethookmask(j->L) != 0) {
        lua_pushcfunction(j->L, nothing);
        return lua_pcall(j->L, 0, 0, 0) != LUA_OK ||
               luaL_loadbufferx(j->L, little, sizeof little - 1, "=load", "t") != LUA_OK ||
               lua_pcall(j->L, 0, 0, 0) != LUA_OK;
    }
    if (!j->main || lua_gethookmask(j->main) == 0 || lua_gethook(j->main) == j->main_hook)
        return false;
    lua_pushliteral(j->L, "interrupted");
    return true;
}

static void watch_main_thread(lua_State *L, job *j) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    j->main = lua_tothread(L, -1);
    lua_pop(L, 1);
    if (j->main == L)
        j->main = NULL;
    else
        j->main_hook = lua_gethook(j->main);
}

/* ---- what came of it ----------------------------------------------------------------------------------------------- */

static const char *const ends[SCRIPT_ENDS] = {"fine",    "error",  "memory", "string", "instructions",
                                              "seconds", "depth",  "many",   "long",   "interrupted",
                                              "machine", "broken", "large"};

/* Push true, what was returned, its type, whether it printed, how many entries were left out; or false, why, the line or
   nil, and a text, or else the type of what was raised. */
static int push_outcome(lua_State *L, const script_report *report, script_source *from) {
    bool fine = report->end == SCRIPT_FINE;
    lua_pushboolean(L, fine);
    if (fine) {
        script_push_value(L, from);
        lua_pushstring(L, lua_typename(L, report->kind));
        lua_pushboolean(L, report->printed);
        lua_pushinteger(L, report->left_out);
        return 5;
    }
    lua_pushstring(L, ends[report->end]);
    if (report->line > 0)
        lua_pushinteger(L, report->line);
    else
        lua_pushnil(L);
    if (report->length > 0 || report->kind == LUA_TSTRING) {
        lua_pushlstring(L, report->what, (size_t)report->length);
        return 4;
    }
    lua_pushnil(L);
    lua_pushstring(L, lua_typename(L, report->kind));
    return 5;
}

/* What a process says of itself is looked at before it is used. */
static bool is_sane(const script_report *r) {
    return r->end >= SCRIPT_FINE && r->end < SCRIPT_ENDS && r->kind >= LUA_TNIL && r->kind <= LUA_TTHREAD &&
           r->length >= 0 && r->length <= SCRIPT_WHAT;
}

/* ---- here, or in a child ------------------------------------------------------------------------------------------- */

static bool no_more(lua_State *L, script_source *from) {
    (void)L;
    (void)from;
    return false;
}

/* Run it here. False where it needs more than a trial has. */
static bool run_here(lua_State *L, job *j, script_limits most, bool is_trial, script_report *report,
                     script_source *from) {
    script_begin(&j->account, most, is_trial);
    script_perform(&j->account, j->text, j->length, &j->sink);
    if (j->account.end == SCRIPT_INTERRUPTED)
        lua_error(L); /* what called_off left on top */
    if (j->sink.failed)
        luaL_error(L, "not enough memory");
    *from = (script_source){j->sink.block, j->sink.block + j->sink.full, no_more, NULL};
    script_get(L, from, report, sizeof *report);
    j->sink.full = 0;
    return report->end != SCRIPT_LARGE;
}

static bool read_more(lua_State *L, script_source *from) {
    job *j = from->of;
    long got;
    do {
        if (called_off(j))
            lua_error(L);
        got = script_child_read(&j->child, j->spool, sizeof j->spool);
    } while (got < 0);
    from->at = j->spool;
    from->end = j->spool + got;
    return got > 0;
}

/* Run it in a process of its own. False where none can be had. */
static bool run_in_child(lua_State *L, job *j, script_report *report, script_source *from) {
    j->account.most = j->most;
    if (!script_child_begin(&j->child, &j->account, j->text, j->length))
        return false;
    *from = (script_source){j->spool, j->spool, read_more, j};
    if (read_more(L, from)) {
        script_get(L, from, report, sizeof *report);
        if (!is_sane(report))
            luaL_error(L, "what the process of a script wrote cannot be read");
    } else {
        script_child_post_mortem(&j->child, report);
    }
    return true;
}

static script_limits for_trial(script_limits most) {
    script_limits t = trial;
    t.memory = most.memory < t.memory ? most.memory : t.memory;
    t.seconds = most.seconds < t.seconds ? most.seconds : t.seconds;
    t.string = most.string;
    t.instructions = most.instructions;
    return t;
}

/* The job is a light userdata at 1, where to run it at 2: "here", "apart", or nil, which tries it here first. */
static int work(lua_State *L) {
    job *j = lua_touserdata(L, 1);
    const char *where = lua_tostring(L, 2);
    bool here = where && strcmp(where, "here") == 0, apart = where && strcmp(where, "apart") == 0;
    script_report report = {0};
    script_source from;
    j->L = L;
    if (!here && !apart && script_child_possible) {
        if (run_here(L, j, for_trial(j->most), true, &report, &from))
            return push_outcome(L, &report, &from);
        apart = true;
    }
    if (!(apart && run_in_child(L, j, &report, &from)))
        run_here(L, j, j->most, false, &report, &from);
    return push_outcome(L, &report, &from);
}

static void release(job *j) {
    if (j->sink.block)
        j->account.lend(j->account.lender, j->sink.block, j->sink.size, 0);
    script_child_end(&j->child);
}

/* run(text, bytes, string, instructions, seconds [, where]) */
static int run_script(lua_State *L) {
    job j = {.child = {.from = -1}};
    j.text = luaL_checklstring(L, 1, &j.length);
    j.most = (script_limits){.memory = (size_t)luaL_checkinteger(L, 2),
                             .string = (size_t)luaL_checkinteger(L, 3),
                             .block = SIZE_MAX,
                             .instructions = luaL_checkinteger(L, 4),
                             .seconds = luaL_checknumber(L, 5)};
    lua_settop(L, 6);
    watch_main_thread(L, &j);
    j.account.lend = lua_getallocf(L, &j.account.lender);
    j.account.called_off = called_off;
    j.account.by = &j;
    j.sink.account = &j.account;
    lua_pushcfunction(L, work);
    lua_pushlightuserdata(L, &j);
    lua_pushvalue(L, 6);
    int status = lua_pcall(L, 2, LUA_MULTRET, 0);
    release(&j);
    return status == LUA_OK ? lua_gettop(L) - 6 : lua_error(L);
}

const luaL_Reg rigid_script_functions[] = {{"run", run_script}, {NULL, NULL}};
