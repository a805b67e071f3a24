/* The functions of `string` that take patterns, as scripts see them: the matcher (script_matching.h) tried at one place of the
   subject after the other. Arguments, results and messages are those of Lua's own. */
#include <ctype.h>
#include <lauxlib.h>
#include <string.h>

#include "script_account.h"
#include "script_matching.h"
#include "script_pattern.h"

/* ---- find, match, gmatch -------------------------------------------------------------------------------------------- */

static const char *begin(lua_State *S, script_matching *m, int subject, int pattern, const rigid_hooks *since) {
    size_t length, pattern_length;
    m->S = S, m->since = since, m->done = 0;
    m->subject = luaL_checklstring(S, subject, &length);
    m->subject_end = m->subject + length;
    const char *p = luaL_checklstring(S, pattern, &pattern_length);
    m->pattern_end = p + pattern_length;
    m->depth = m->count = 0;
    return p;
}

/* The place that an argument i means, counted from 0; more than the length where there is none. */
static size_t place_of(lua_State *S, int i, size_t length) {
    lua_Integer at = luaL_optinteger(S, i, 1);
    if (at > 0)
        return (lua_Unsigned)at - 1 > length ? length + 1 : (size_t)at - 1;
    if (at == 0 || at < -(lua_Integer)length)
        return 0;
    return length - (size_t)-at;
}

static bool is_plain(const char *p, const char *end) {
    for (; p < end; p++)
        if (strchr("^$*+?.([%-", *p) && *p)
            return false;
    return true;
}

/* Where the text of that length lies, from s on; null where it does not. */
static const char *find_plain(script_matching *m, const char *s, const char *text, size_t length) {
    if (length == 0)
        return s;
    while ((size_t)(m->subject_end - s) >= length) {
        const char *first = memchr(s, *text, (size_t)(m->subject_end - s) - length + 1);
        if (!first)
            return NULL;
        script_count_steps(m, 1 + (first - s) / 16 + (int64_t)(length / 16));
        if (memcmp(first, text, length) == 0)
            return first;
        s = first + 1;
    }
    return NULL;
}

/* Where the pattern matches, at s or after it: its end, and *s is its beginning. */
static const char *search(script_matching *m, const char **s, const char *p) {
    bool anchored = p < m->pattern_end && *p == '^';
    for (;; (*s)++) {
        const char *end = script_match_at(m, *s, p + anchored);
        if (end || anchored || *s >= m->subject_end)
            return end;
    }
}

int script_find_or_match(lua_State *S, bool find, const rigid_hooks *since) {
    script_matching m;
    const char *p = begin(S, &m, 1, 2, since), *end;
    size_t length = (size_t)(m.subject_end - m.subject), place = place_of(S, 3, length);
    if (place > length) {
        lua_pushnil(S);
        return 1;
    }
    const char *s = m.subject + place;
    if (find && (lua_toboolean(S, 4) || is_plain(p, m.pattern_end))) {
        s = find_plain(&m, s, p, (size_t)(m.pattern_end - p));
        end = s ? s + (m.pattern_end - p) : NULL;
    } else {
        end = search(&m, &s, p);
    }
    if (!end) {
        lua_pushnil(S);
        return 1;
    }
    if (!find)
        return script_push_captures(&m, s, end);
    lua_pushinteger(S, s - m.subject + 1);
    lua_pushinteger(S, end - m.subject);
    return 2 + script_push_captures(&m, NULL, NULL);
}

int script_find(lua_State *S) { return script_find_or_match(S, true, NULL); }

int script_match(lua_State *S) { return script_find_or_match(S, false, NULL); }

/* Upvalues: subject, pattern, where to go on, where the last match ended (-1: there was none). */
int script_next_match(lua_State *S, const rigid_hooks *since) {
    script_matching m;
    const char *p = begin(S, &m, lua_upvalueindex(1), lua_upvalueindex(2), since);
    const char *s = m.subject + lua_tointeger(S, lua_upvalueindex(3));
    lua_Integer last = lua_tointeger(S, lua_upvalueindex(4));
    for (; s <= m.subject_end; s++) {
        const char *end = script_match_at(&m, s, p);
        if (!end || end - m.subject == last)
            continue;
        lua_pushinteger(S, end - m.subject);
        lua_copy(S, -1, lua_upvalueindex(3));
        lua_replace(S, lua_upvalueindex(4));
        return script_push_captures(&m, s, end);
    }
    lua_pushinteger(S, m.subject_end - m.subject + 1);
    lua_replace(S, lua_upvalueindex(3));
    return 0;
}

static int next_match(lua_State *S) { return script_next_match(S, NULL); }

int script_gmatch(lua_State *S) { return script_gmatch_by(S, next_match); }

int script_gmatch_by(lua_State *S, lua_CFunction next) {
    size_t length;
    luaL_checklstring(S, 1, &length);
    luaL_checkstring(S, 2);
    size_t place = place_of(S, 3, length);
    lua_settop(S, 2);
    lua_pushinteger(S, (lua_Integer)place);
    lua_pushinteger(S, -1);
    lua_pushcclosure(S, next, 4);
    return 1;
}

/* ---- gsub ------------------------------------------------------------------------------------------------------------ */

/* Add the text at index 3 to the result, its %1 and so on filled in. */
static void add_filled(script_matching *m, luaL_Buffer *b, const char *s, const char *end) {
    size_t length;
    const char *by = lua_tolstring(m->S, 3, &length), *last = by + length, *mark;
    while ((mark = memchr(by, '%', (size_t)(last - by))) != NULL) {
        script_count_steps(m, 1);
        luaL_addlstring(b, by, (size_t)(mark - by));
        by = mark + 2;
        char what = '\0';
        if (mark + 1 < last)
            what = mark[1];
        if (what == '%') {
            luaL_addchar(b, '%');
        } else if (what == '0') {
            luaL_addlstring(b, s, (size_t)(end - s));
        } else if (isdigit((unsigned char)what)) {
            script_push_capture(m, what - '1', s, end);
            luaL_addvalue(b);
        } else {
            luaL_error(m->S, "invalid use of '%%' in replacement string");
        }
    }
    luaL_addlstring(b, by, (size_t)(last - by));
}

/* Push what the table or function at index 3 has for the match. */
static void push_found(script_matching *m, const char *s, const char *end) {
    if (lua_type(m->S, 3) == LUA_TTABLE) {
        script_push_capture(m, 0, s, end);
        lua_gettable(m->S, 3);
    } else {
        lua_pushvalue(m->S, 3);
        lua_call(m->S, script_push_captures(m, s, end), 1);
    }
}

/* Add what stands for the match from s to end; whether that is something else. */
static bool add_match(script_matching *m, luaL_Buffer *b, const char *s, const char *end) {
    int kind = lua_type(m->S, 3);
    if (kind == LUA_TSTRING || kind == LUA_TNUMBER) {
        add_filled(m, b, s, end);
        return true;
    }
    push_found(m, s, end);
    if (!lua_toboolean(m->S, -1)) {
        lua_pop(m->S, 1);
        luaL_addlstring(b, s, (size_t)(end - s));
        return false;
    }
    if (!lua_isstring(m->S, -1))
        luaL_error(m->S, "invalid replacement value (a %s)", luaL_typename(m->S, -1));
    luaL_addvalue(b);
    return true;
}

static void check_length(script_matching *m, luaL_Buffer *b) {
    if (!m->since)
        script_check_string(m->S, (double)luaL_bufflen(b));
}

static void check_replacement(lua_State *S) {
    int kind = lua_type(S, 3);
    luaL_argexpected(S, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION || kind == LUA_TTABLE, 3,
                     "string/function/table");
    if (kind == LUA_TNUMBER)
        lua_tostring(S, 3);
}

int script_gsub(lua_State *S) { return script_gsub_until(S, NULL); }

int script_gsub_until(lua_State *S, const rigid_hooks *since) {
    script_matching m;
    const char *p = begin(S, &m, 1, 2, since), *s = m.subject, *last = NULL;
    check_replacement(S);
    lua_Integer count = 0, most = luaL_optinteger(S, 4, (m.subject_end - m.subject) + 1);
    bool anchored = p < m.pattern_end && *p == '^', changed = false;
    luaL_Buffer b;
    if (!since)
        script_make_room(S);
    luaL_buffinit(S, &b);
    while (count < most) {
        const char *end = script_match_at(&m, s, p + anchored);
        if (end && end != last) {
            count++;
            changed = add_match(&m, &b, s, end) || changed;
            check_length(&m, &b);
            s = last = end;
        } else if (s < m.subject_end) {
            luaL_addchar(&b, *s++);
        } else {
            break;
        }
        if (anchored)
            break;
    }
    if (changed) {
        luaL_addlstring(&b, s, (size_t)(m.subject_end - s));
        check_length(&m, &b);
        luaL_pushresult(&b);
    } else {
        lua_pushvalue(S, 1);
    }
    lua_pushinteger(S, count);
    return 2;
}
