/* What a script returned, as bytes and back: tables, strings, numbers and booleans; of tables, the entries whose key is a
   string or a number. It is counted before anything is written. A value is one byte that says its kind, then
     'i' 'd'    eight bytes of an integer, of a double
     's'        eight bytes of a length, and the text
     't' 'f'    nothing
     '{'        eight bytes: how many entries lie in a row from 1 on; then keys and values, and '}'
     'n'        nothing: what is none of these, and is not in a table. */
#include <lauxlib.h>
#include <string.h>

#include "script_copy.h"

enum { SPOOL = 1 << 16, ROW = 8 /* entries in a row for which a table is made to size */ };

/* ---- counting ------------------------------------------------------------------------------------------------------ */

typedef struct tally {
    int64_t entries, text, left_out;
    script_end end;
} tally;

static bool too_much(tally *t) {
    if (t->entries > SCRIPT_ENTRIES)
        t->end = SCRIPT_MANY;
    else if (t->text > SCRIPT_TEXT)
        t->end = SCRIPT_LONG;
    return t->end != SCRIPT_FINE;
}

static void count_value(lua_State *S, tally *t, int depth);

static void count_table(lua_State *S, tally *t, int depth) {
    if (depth > SCRIPT_DEEPEST || !lua_checkstack(S, 3)) {
        t->end = depth > SCRIPT_DEEPEST ? SCRIPT_DEPTH : SCRIPT_MACHINE;
        return;
    }
    for (lua_pushnil(S); !too_much(t) && lua_next(S, -2); lua_pop(S, 1)) {
        t->entries++;
        int key = lua_type(S, -2);
        if (key == LUA_TSTRING)
            t->text += (int64_t)lua_rawlen(S, -2);
        if (key == LUA_TSTRING || key == LUA_TNUMBER)
            count_value(S, t, depth);
    }
}

static void count_value(lua_State *S, tally *t, int depth) {
    switch (lua_type(S, -1)) {
    case LUA_TTABLE:
        count_table(S, t, depth + 1);
        break;
    case LUA_TSTRING:
        t->text += (int64_t)lua_rawlen(S, -1);
        break;
    case LUA_TNUMBER:
    case LUA_TBOOLEAN:
        break;
    default:
        t->left_out++;
    }
}

void script_count(lua_State *S, script_report *report) {
    tally t = {0, 0, 0, SCRIPT_FINE};
    int top = lua_gettop(S);
    count_value(S, &t, 0);
    too_much(&t);
    lua_settop(S, top);
    report->end = (int32_t)t.end;
    report->left_out = (int32_t)t.left_out;
}

/* ---- writing ------------------------------------------------------------------------------------------------------- */

/* Room for some more bytes. */
static bool grow(script_sink *to, size_t more) {
    size_t size = to->size < SPOOL ? SPOOL : to->size;
    while (size - to->full < more)
        size *= 2;
    if (size == to->size)
        return true;
    char *block = to->account->lend(to->account->lender, to->block, to->block ? to->size : 0, size);
    if (!block)
        return false;
    to->block = block;
    to->size = size;
    return true;
}

void script_put(script_sink *to, const void *bytes, size_t size) {
    if (to->full >= SPOOL)
        script_flush(to);
    to->failed = to->failed || !grow(to, size);
    if (to->failed)
        return;
    memcpy(to->block + to->full, bytes, size);
    to->full += size;
}

void script_flush(script_sink *to) {
    if (to->send)
        to->send(to);
}

static void put_kind(script_sink *to, char kind) { script_put(to, &kind, 1); }

static void put_number(lua_State *S, int i, script_sink *to) {
    if (lua_isinteger(S, i)) {
        int64_t n = lua_tointeger(S, i);
        put_kind(to, 'i');
        script_put(to, &n, sizeof n);
    } else {
        double x = lua_tonumber(S, i);
        put_kind(to, 'd');
        script_put(to, &x, sizeof x);
    }
}

static void put_string(lua_State *S, int i, script_sink *to) {
    size_t length;
    const char *s = lua_tolstring(S, i, &length);
    uint64_t written = length;
    put_kind(to, 's');
    script_put(to, &written, sizeof written);
    script_put(to, s, length);
}

static void put_scalar(lua_State *S, int i, script_sink *to) {
    switch (lua_type(S, i)) {
    case LUA_TNUMBER:
        put_number(S, i, to);
        break;
    case LUA_TSTRING:
        put_string(S, i, to);
        break;
    case LUA_TBOOLEAN:
        put_kind(to, lua_toboolean(S, i) ? 't' : 'f');
        break;
    default:
        put_kind(to, 'n');
    }
}

static bool is_plain(lua_State *S, int i) {
    int kind = lua_type(S, i);
    return kind == LUA_TTABLE || kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TBOOLEAN;
}

/* Of what was counted; there is room on the stack, for counting needed it. */
void script_write(lua_State *S, script_sink *to) {
    if (lua_type(S, -1) != LUA_TTABLE) {
        put_scalar(S, -1, to);
        return;
    }
    uint64_t row = lua_rawlen(S, -1);
    put_kind(to, '{');
    script_put(to, &row, sizeof row);
    for (lua_pushnil(S); lua_next(S, -2); lua_pop(S, 1)) {
        int key = lua_type(S, -2);
        if ((key != LUA_TSTRING && key != LUA_TNUMBER) || !is_plain(S, -1))
            continue;
        put_scalar(S, -2, to);
        script_write(S, to);
    }
    put_kind(to, '}');
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

static void spoilt(lua_State *L) { luaL_error(L, "what the process of a script wrote cannot be read"); }

static void need(lua_State *L, script_source *from) {
    if (from->at == from->end && !from->more(L, from))
        spoilt(L);
}

void script_get(lua_State *L, script_source *from, void *bytes, size_t size) {
    for (char *to = bytes; size > 0;) {
        need(L, from);
        size_t ready = (size_t)(from->end - from->at), part = ready < size ? ready : size;
        memcpy(to, from->at, part);
        from->at += part;
        to += part;
        size -= part;
    }
}

static void push_string(lua_State *L, script_source *from) {
    uint64_t length;
    script_get(L, from, &length, sizeof length);
    if (length > SCRIPT_TEXT)
        spoilt(L);
    if ((uint64_t)(from->end - from->at) >= length) {
        lua_pushlstring(L, from->at, (size_t)length);
        from->at += length;
        return;
    }
    char *room = lua_newuserdatauv(L, (size_t)length, 0);
    script_get(L, from, room, (size_t)length);
    lua_pushlstring(L, room, (size_t)length);
    lua_remove(L, -2);
}

static bool push_kind(lua_State *L, script_source *from, int depth, int *entries);

static void push_table(lua_State *L, script_source *from, int depth, int *entries) {
    uint64_t row;
    script_get(L, from, &row, sizeof row);
    if (depth > SCRIPT_DEEPEST)
        spoilt(L);
    luaL_checkstack(L, 4, NULL);
    lua_createtable(L, row < ROW ? (int)row : ROW, 0);
    while (push_kind(L, from, depth, entries)) {
        int key = lua_type(L, -1);
        if (++*entries > SCRIPT_ENTRIES || (key != LUA_TSTRING && key != LUA_TNUMBER) ||
            !push_kind(L, from, depth, entries))
            spoilt(L);
        lua_rawset(L, -3);
    }
}

/* Push the next value; false where the table ends instead. */
static bool push_kind(lua_State *L, script_source *from, int depth, int *entries) {
    char kind;
    int64_t n;
    double x;
    script_get(L, from, &kind, 1);
    switch (kind) {
    case 'i':
        script_get(L, from, &n, sizeof n);
        lua_pushinteger(L, n);
        break;
    case 'd':
        script_get(L, from, &x, sizeof x);
        lua_pushnumber(L, x);
        break;
    case 's':
        push_string(L, from);
        break;
    case 't':
    case 'f':
        lua_pushboolean(L, kind == 't');
        break;
    case '{':
        push_table(L, from, depth + 1, entries);
        break;
    case 'n':
        lua_pushnil(L);
        break;
    case '}':
        return false;
    default:
        spoilt(L);
    }
    return true;
}

void script_push_value(lua_State *L, script_source *from) {
    int entries = 0;
    if (!push_kind(L, from, 0, &entries))
        spoilt(L);
}
