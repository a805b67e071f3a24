/* Patterns of Lua (manual, 6.4.1), matched with an account of each step, so that none takes longer than a script may: Lua's own
   functions cannot be stopped, and patterns of a few letters can keep them busy for years. Results and messages are theirs.

   A match is tried at one place of the subject by going through the pattern item by item; what repeats is tried with every
   number of repetitions that fits, the rest of the pattern by recursion. */
#include <ctype.h>
#include <lauxlib.h>
#include <string.h>

#include "script_pattern.h"
#include "script_account.h"

enum { DEEPEST = 200, CAPTURES = 32, OPEN = -1, POSITION = -2 };

typedef struct matching {
    lua_State *S;
    const char *subject, *subject_end, *pattern_end;
    int depth, count;
    struct {
        const char *at;
        ptrdiff_t length; /* or OPEN, or POSITION */
    } captures[CAPTURES];
} matching;

static const char *match(matching *m, const char *s, const char *p);

/* ---- single characters --------------------------------------------------------------------------------------------- */

static int byte_of(const char *c) { return (unsigned char)*c; }

/* The end of the set that begins after the bracket at p. */
static const char *set_end(matching *m, const char *p) {
    p++;
    if (p < m->pattern_end && *p == '^')
        p++;
    do { /* a bracket that comes first is one of the set */
        if (p == m->pattern_end)
            luaL_error(m->S, "malformed pattern (missing ']')");
        if (*p++ == '%' && p < m->pattern_end)
            p++;
    } while (p == m->pattern_end || *p != ']');
    return p + 1;
}

/* The end of the single-character item at p. */
static const char *item_end(matching *m, const char *p) {
    if (*p == '%') {
        if (p + 1 == m->pattern_end)
            luaL_error(m->S, "malformed pattern (ends with '%%')");
        return p + 2;
    }
    return *p == '[' ? set_end(m, p) : p + 1;
}

/* Whether c is of the class that %letter means. */
static bool in_class(int c, int letter) {
    bool is;
    switch (tolower(letter)) {
    case 'a':
        is = isalpha(c);
        break;
    case 'c':
        is = iscntrl(c);
        break;
    case 'd':
        is = isdigit(c);
        break;
    case 'g':
        is = isgraph(c);
        break;
    case 'l':
        is = islower(c);
        break;
    case 'p':
        is = ispunct(c);
        break;
    case 's':
        is = isspace(c);
        break;
    case 'u':
        is = isupper(c);
        break;
    case 'w':
        is = isalnum(c);
        break;
    case 'x':
        is = isxdigit(c);
        break;
    default:
        return letter == c;
    }
    return isupper(letter) ? !is : is;
}

/* Whether c is in the set from p, its opening bracket, to last, its closing one. */
static bool in_set(int c, const char *p, const char *last) {
    bool found = true;
    if (*++p == '^')
        found = false, p++;
    for (; p < last; p++) {
        if (*p == '%') {
            if (in_class(c, byte_of(++p)))
                return found;
        } else if (p[1] == '-' && p + 2 < last) {
            if (byte_of(p) <= c && c <= byte_of(p + 2))
                return found;
            p += 2;
        } else if (byte_of(p) == c) {
            return found;
        }
    }
    return !found;
}

/* Whether the character at s is what the item from p to end stands for. */
static bool is_single(matching *m, const char *s, const char *p, const char *end) {
    script_charge(m->S, 1 + (end - p) / 8);
    if (s >= m->subject_end)
        return false;
    switch (*p) {
    case '.':
        return true;
    case '%':
        return in_class(byte_of(s), byte_of(p + 1));
    case '[':
        return in_set(byte_of(s), p, end - 1);
    default:
        return *p == *s;
    }
}

/* ---- items of other kinds ------------------------------------------------------------------------------------------ */

static const char *match_balanced(matching *m, const char *s, const char *p) {
    if (m->pattern_end - p < 2)
        luaL_error(m->S, "malformed pattern (missing arguments to '%%b')");
    if (s >= m->subject_end || *s != p[0])
        return NULL;
    int64_t open = 1;
    for (const char *c = s + 1; c < m->subject_end; c++) {
        script_charge(m->S, 1);
        if (*c == p[1]) {
            if (--open == 0)
                return c + 1;
        } else if (*c == p[0]) {
            open++;
        }
    }
    return NULL;
}

/* The set at p begins to hold at s. */
static bool is_frontier(matching *m, const char *s, const char *p, const char *end) {
    int before = s == m->subject ? '\0' : byte_of(s - 1), here = s < m->subject_end ? byte_of(s) : '\0';
    script_charge(m->S, 1 + (end - p) / 4);
    return !in_set(before, p, end - 1) && in_set(here, p, end - 1);
}

/* Again what the capture of that digit took. */
static const char *match_again(matching *m, const char *s, int digit) {
    int i = digit - '1';
    if (i < 0 || i >= m->count || m->captures[i].length == OPEN)
        luaL_error(m->S, "invalid capture index %%%d", i + 1);
    /* a position is taken for a very long capture, which fits nowhere */
    size_t length = (size_t)m->captures[i].length;
    if ((size_t)(m->subject_end - s) < length)
        return NULL;
    script_charge(m->S, 1 + (int64_t)(length / 16));
    return memcmp(m->captures[i].at, s, length) == 0 ? s + length : NULL;
}

static const char *open_capture(matching *m, const char *s, const char *p, ptrdiff_t length) {
    if (m->count >= CAPTURES)
        luaL_error(m->S, "too many captures");
    m->captures[m->count].at = s;
    m->captures[m->count].length = length;
    m->count++;
    const char *end = match(m, s, p);
    if (!end)
        m->count--;
    return end;
}

static const char *close_capture(matching *m, const char *s, const char *p) {
    int i = m->count - 1;
    while (i >= 0 && m->captures[i].length != OPEN)
        i--;
    if (i < 0)
        luaL_error(m->S, "invalid pattern capture");
    m->captures[i].length = s - m->captures[i].at;
    const char *end = match(m, s, p);
    if (!end)
        m->captures[i].length = OPEN;
    return end;
}

/* The item from p to end as often as it fits, or less often, and the rest of the pattern. */
static const char *match_most(matching *m, const char *s, const char *p, const char *end) {
    ptrdiff_t i = 0;
    while (is_single(m, s + i, p, end))
        i++;
    for (; i >= 0; i--) {
        const char *found = match(m, s + i, end + 1);
        if (found)
            return found;
    }
    return NULL;
}

/* As seldom as it fits. */
static const char *match_least(matching *m, const char *s, const char *p, const char *end) {
    for (;; s++) {
        const char *found = match(m, s, end + 1);
        if (found || !is_single(m, s, p, end))
            return found;
    }
}

/* ---- the pattern --------------------------------------------------------------------------------------------------- */

/* One single-character item at *p with what says how often. True: the rest, from *s and *p on, decides. False: *s is the
   answer. */
static bool match_item(matching *m, const char **s, const char **p) {
    const char *end = item_end(m, *p), *found;
    char how = '\0';
    if (end < m->pattern_end)
        how = *end;
    if (how == '*' || how == '-') {
        *s = how == '*' ? match_most(m, *s, *p, end) : match_least(m, *s, *p, end);
        return false;
    }
    bool is = is_single(m, *s, *p, end);
    if (how == '+') {
        *s = is ? match_most(m, *s + 1, *p, end) : NULL;
        return false;
    }
    if (how == '?') {
        if (is && (found = match(m, *s + 1, end + 1)) != NULL) {
            *s = found;
            return false;
        }
        *p = end + 1;
        return true;
    }
    *s = is ? *s + 1 : NULL;
    *p = end;
    return is;
}

/* %b, %f and %1 to %9, as match_item; *handled says whether it is one. */
static bool match_special(matching *m, const char **s, const char **p, bool *handled) {
    char kind = '\0';
    if (**p == '%' && *p + 1 < m->pattern_end)
        kind = (*p)[1];
    *handled = kind == 'b' || kind == 'f' || isdigit((unsigned char)kind);
    if (kind == 'b') {
        *s = match_balanced(m, *s, *p + 2);
        *p += 4;
    } else if (kind == 'f') {
        *p += 2;
        if (*p == m->pattern_end || **p != '[')
            luaL_error(m->S, "missing '[' after '%%f' in pattern");
        const char *end = set_end(m, *p);
        if (!is_frontier(m, *s, *p, end))
            *s = NULL;
        *p = end;
    } else if (*handled) {
        *s = match_again(m, *s, kind);
        *p += 2;
    }
    return *s != NULL;
}

static const char *match_rest(matching *m, const char *s, const char *p) {
    while (p < m->pattern_end) {
        bool handled = false, more;
        script_charge(m->S, 1);
        if (*p == '(')
            return p + 1 < m->pattern_end && p[1] == ')' ? open_capture(m, s, p + 2, POSITION)
                                                         : open_capture(m, s, p + 1, OPEN);
        if (*p == ')')
            return close_capture(m, s, p + 1);
        if (*p == '$' && p + 1 == m->pattern_end)
            return s == m->subject_end ? s : NULL;
        more = match_special(m, &s, &p, &handled);
        if (!handled)
            more = match_item(m, &s, &p);
        if (!more)
            return s;
    }
    return s;
}

/* The end of what the pattern from p on matches at s; null where it does not. */
static const char *match(matching *m, const char *s, const char *p) {
    if (m->depth++ >= DEEPEST)
        luaL_error(m->S, "pattern too complex");
    const char *end = match_rest(m, s, p);
    m->depth--;
    return end;
}

/* Try at s, as if for the first time. */
static const char *match_at(matching *m, const char *s, const char *p) {
    m->depth = m->count = 0;
    return match(m, s, p);
}

/* ---- captures ------------------------------------------------------------------------------------------------------ */

/* Push capture i of a match from s to end; where the pattern has none, the first is the whole match. */
static void push_capture(matching *m, int i, const char *s, const char *end) {
    if (i >= m->count) {
        if (i != 0)
            luaL_error(m->S, "invalid capture index %%%d", i + 1);
        lua_pushlstring(m->S, s, (size_t)(end - s));
    } else if (m->captures[i].length == POSITION) {
        lua_pushinteger(m->S, m->captures[i].at - m->subject + 1);
    } else {
        if (m->captures[i].length == OPEN)
            luaL_error(m->S, "unfinished capture");
        lua_pushlstring(m->S, m->captures[i].at, (size_t)m->captures[i].length);
    }
}

/* Push all captures, or the whole match where there are none and `s` is given; their number. */
static int push_captures(matching *m, const char *s, const char *end) {
    int count = m->count == 0 && s ? 1 : m->count;
    luaL_checkstack(m->S, count, "too many captures");
    for (int i = 0; i < count; i++)
        push_capture(m, i, s, end);
    return count;
}

/* ---- find, match, gmatch -------------------------------------------------------------------------------------------- */

static const char *begin(lua_State *S, matching *m, int subject, int pattern) {
    size_t length, pattern_length;
    m->S = S;
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
static const char *find_plain(matching *m, const char *s, const char *text, size_t length) {
    if (length == 0)
        return s;
    while ((size_t)(m->subject_end - s) >= length) {
        const char *first = memchr(s, *text, (size_t)(m->subject_end - s) - length + 1);
        if (!first)
            return NULL;
        script_charge(m->S, 1 + (first - s) / 16 + (int64_t)(length / 16));
        if (memcmp(first, text, length) == 0)
            return first;
        s = first + 1;
    }
    return NULL;
}

/* Where the pattern matches, at s or after it: its end, and *s is its beginning. */
static const char *search(matching *m, const char **s, const char *p) {
    bool anchored = p < m->pattern_end && *p == '^';
    for (;; (*s)++) {
        const char *end = match_at(m, *s, p + anchored);
        if (end || anchored || *s >= m->subject_end)
            return end;
    }
}

static int find_or_match(lua_State *S, bool find) {
    matching m;
    const char *p = begin(S, &m, 1, 2), *end;
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
        return push_captures(&m, s, end);
    lua_pushinteger(S, s - m.subject + 1);
    lua_pushinteger(S, end - m.subject);
    return 2 + push_captures(&m, NULL, NULL);
}

int script_find(lua_State *S) { return find_or_match(S, true); }

int script_match(lua_State *S) { return find_or_match(S, false); }

/* Upvalues: subject, pattern, where to go on, where the last match ended (-1: there was none). */
static int next_match(lua_State *S) {
    matching m;
    const char *p = begin(S, &m, lua_upvalueindex(1), lua_upvalueindex(2));
    const char *s = m.subject + lua_tointeger(S, lua_upvalueindex(3));
    lua_Integer last = lua_tointeger(S, lua_upvalueindex(4));
    for (; s <= m.subject_end; s++) {
        const char *end = match_at(&m, s, p);
        if (!end || end - m.subject == last)
            continue;
        lua_pushinteger(S, end - m.subject);
        lua_copy(S, -1, lua_upvalueindex(3));
        lua_replace(S, lua_upvalueindex(4));
        return push_captures(&m, s, end);
    }
    lua_pushinteger(S, m.subject_end - m.subject + 1);
    lua_replace(S, lua_upvalueindex(3));
    return 0;
}

int script_gmatch(lua_State *S) {
    size_t length;
    luaL_checklstring(S, 1, &length);
    luaL_checkstring(S, 2);
    size_t place = place_of(S, 3, length);
    lua_settop(S, 2);
    lua_pushinteger(S, (lua_Integer)place);
    lua_pushinteger(S, -1);
    lua_pushcclosure(S, next_match, 4);
    return 1;
}

/* ---- gsub ------------------------------------------------------------------------------------------------------------ */

/* Add the text at index 3 to the result, its %1 and so on filled in. */
static void add_filled(matching *m, luaL_Buffer *b, const char *s, const char *end) {
    size_t length;
    const char *by = lua_tolstring(m->S, 3, &length), *last = by + length, *mark;
    while ((mark = memchr(by, '%', (size_t)(last - by))) != NULL) {
        script_charge(m->S, 1);
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
            push_capture(m, what - '1', s, end);
            luaL_addvalue(b);
        } else {
            luaL_error(m->S, "invalid use of '%%' in replacement string");
        }
    }
    luaL_addlstring(b, by, (size_t)(last - by));
}

/* Push what the table or function at index 3 has for the match. */
static void push_found(matching *m, const char *s, const char *end) {
    if (lua_type(m->S, 3) == LUA_TTABLE) {
        push_capture(m, 0, s, end);
        lua_gettable(m->S, 3);
    } else {
        lua_pushvalue(m->S, 3);
        lua_call(m->S, push_captures(m, s, end), 1);
    }
}

/* Add what stands for the match from s to end; whether that is something else. */
static bool add_match(matching *m, luaL_Buffer *b, const char *s, const char *end) {
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

static void check_replacement(lua_State *S) {
    int kind = lua_type(S, 3);
    luaL_argexpected(S, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION || kind == LUA_TTABLE, 3,
                     "string/function/table");
    if (kind == LUA_TNUMBER)
        lua_tostring(S, 3);
}

int script_gsub(lua_State *S) {
    matching m;
    const char *p = begin(S, &m, 1, 2), *s = m.subject, *last = NULL;
    check_replacement(S);
    lua_Integer count = 0, most = luaL_optinteger(S, 4, (m.subject_end - m.subject) + 1);
    bool anchored = p < m.pattern_end && *p == '^', changed = false;
    luaL_Buffer b;
    script_make_room(S);
    luaL_buffinit(S, &b);
    while (count < most) {
        const char *end = match_at(&m, s, p + anchored);
        if (end && end != last) {
            count++;
            changed = add_match(&m, &b, s, end) || changed;
            script_check_string(S, (double)luaL_bufflen(&b));
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
        luaL_pushresult(&b);
    } else {
        lua_pushvalue(S, 1);
    }
    lua_pushinteger(S, count);
    return 2;
}
