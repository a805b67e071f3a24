/* Patterns of Lua (manual, 6.4.1), matched with an account of each step, so that none takes longer than a script may, or than a person
   will wait: Lua's own functions cannot be stopped, and patterns of a few letters can keep them busy for years. Results and messages are theirs.

   A match is tried at one place of the subject by going through the pattern item by item; what repeats is tried with every
   number of repetitions that fits, the rest of the pattern by recursion. */
#include <ctype.h>
#include <lauxlib.h>
#include <string.h>

#include "script_account.h"
#include "script_matching.h"

enum { DEEPEST = 200 };

static const char *match(script_matching *m, const char *s, const char *p);

void script_count_steps(script_matching *m, int64_t steps) {
    if (!m->since)
        script_charge(m->S, steps);
    else if (rigid_piece_is_done(&m->done, (size_t)steps))
        rigid_end_if_interrupted(m->S, m->since);
}

/* ---- single characters --------------------------------------------------------------------------------------------- */

static int byte_of(const char *c) { return (unsigned char)*c; }

/* The end of the set that begins after the bracket at p. */
static const char *set_end(script_matching *m, const char *p) {
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
static const char *item_end(script_matching *m, const char *p) {
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
    case 'z': /* of old, and Lua's own still has it */
        is = c == 0;
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
static bool is_single(script_matching *m, const char *s, const char *p, const char *end) {
    script_count_steps(m, 1 + (end - p) / 8);
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

static const char *match_balanced(script_matching *m, const char *s, const char *p) {
    if (m->pattern_end - p < 2)
        luaL_error(m->S, "malformed pattern (missing arguments to '%%b')");
    if (s >= m->subject_end || *s != p[0])
        return NULL;
    int64_t open = 1;
    for (const char *c = s + 1; c < m->subject_end; c++) {
        script_count_steps(m, 1);
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
static bool is_frontier(script_matching *m, const char *s, const char *p, const char *end) {
    int before = s == m->subject ? '\0' : byte_of(s - 1), here = s < m->subject_end ? byte_of(s) : '\0';
    script_count_steps(m, 1 + (end - p) / 4);
    return !in_set(before, p, end - 1) && in_set(here, p, end - 1);
}

/* Again what the capture of that digit took. */
static const char *match_again(script_matching *m, const char *s, int digit) {
    int i = digit - '1';
    if (i < 0 || i >= m->count || m->captures[i].length == SCRIPT_OPEN)
        luaL_error(m->S, "invalid capture index %%%d", i + 1);
    /* a position is taken for a very long capture, which fits nowhere */
    size_t length = (size_t)m->captures[i].length;
    if ((size_t)(m->subject_end - s) < length)
        return NULL;
    script_count_steps(m, 1 + (int64_t)(length / 16));
    return memcmp(m->captures[i].at, s, length) == 0 ? s + length : NULL;
}

static const char *open_capture(script_matching *m, const char *s, const char *p, ptrdiff_t length) {
    if (m->count >= SCRIPT_CAPTURES)
        luaL_error(m->S, "too many captures");
    m->captures[m->count].at = s;
    m->captures[m->count].length = length;
    m->count++;
    const char *end = match(m, s, p);
    if (!end)
        m->count--;
    return end;
}

static const char *close_capture(script_matching *m, const char *s, const char *p) {
    int i = m->count - 1;
    while (i >= 0 && m->captures[i].length != SCRIPT_OPEN)
        i--;
    if (i < 0)
        luaL_error(m->S, "invalid pattern capture");
    m->captures[i].length = s - m->captures[i].at;
    const char *end = match(m, s, p);
    if (!end)
        m->captures[i].length = SCRIPT_OPEN;
    return end;
}

/* The item from p to end as often as it fits, or less often, and the rest of the pattern. */
static const char *match_most(script_matching *m, const char *s, const char *p, const char *end) {
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
static const char *match_least(script_matching *m, const char *s, const char *p, const char *end) {
    for (;; s++) {
        const char *found = match(m, s, end + 1);
        if (found || !is_single(m, s, p, end))
            return found;
    }
}

/* ---- the pattern --------------------------------------------------------------------------------------------------- */

/* One single-character item at *p with what says how often. True: the rest, from *s and *p on, decides. False: *s is the
   answer. */
static bool match_item(script_matching *m, const char **s, const char **p) {
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
static bool match_special(script_matching *m, const char **s, const char **p, bool *handled) {
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

static const char *match_rest(script_matching *m, const char *s, const char *p) {
    while (p < m->pattern_end) {
        bool handled = false, more;
        script_count_steps(m, 1);
        if (*p == '(')
            return p + 1 < m->pattern_end && p[1] == ')' ? open_capture(m, s, p + 2, SCRIPT_POSITION)
                                                         : open_capture(m, s, p + 1, SCRIPT_OPEN);
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
static const char *match(script_matching *m, const char *s, const char *p) {
    if (m->depth++ >= DEEPEST)
        luaL_error(m->S, "pattern too complex");
    const char *end = match_rest(m, s, p);
    m->depth--;
    return end;
}

const char *script_match_at(script_matching *m, const char *s, const char *p) {
    m->depth = m->count = 0;
    return match(m, s, p);
}

/* ---- captures ------------------------------------------------------------------------------------------------------ */

void script_push_capture(script_matching *m, int i, const char *s, const char *end) {
    if (i >= m->count) {
        if (i != 0)
            luaL_error(m->S, "invalid capture index %%%d", i + 1);
        lua_pushlstring(m->S, s, (size_t)(end - s));
    } else if (m->captures[i].length == SCRIPT_POSITION) {
        lua_pushinteger(m->S, m->captures[i].at - m->subject + 1);
    } else {
        if (m->captures[i].length == SCRIPT_OPEN)
            luaL_error(m->S, "unfinished capture");
        lua_pushlstring(m->S, m->captures[i].at, (size_t)m->captures[i].length);
    }
}

int script_push_captures(script_matching *m, const char *s, const char *end) {
    int count = m->count == 0 && s ? 1 : m->count;
    luaL_checkstack(m->S, count, "too many captures");
    for (int i = 0; i < count; i++)
        script_push_capture(m, i, s, end);
    return count;
}
