/* Words and options as arguments. What is not known is refused, with the nearest that is. Tables are read raw. */
#include "inner.h"
#include "numbers.h"
#include "options.h"
#include "print.h"

#include <string.h>

/* ---- words ----------------------------------------------------------------------------------------------------------- */

/* Which of the words the value at idx is, to the last byte; -1 where it is none. */
static int index_of_word(lua_State *L, int idx, const char *const *words) {
    size_t length = 0;
    const char *word = lua_type(L, idx) == LUA_TSTRING ? lua_tolstring(L, idx, &length) : NULL;
    for (int i = 0; word && words[i]; i++)
        if (strlen(words[i]) == length && memcmp(word, words[i], length) == 0)
            return i;
    return -1;
}

int rigid_get_word(lua_State *L, int idx, rigid_place at, const char *const *words, int fallback) {
    if (lua_isnoneornil(L, idx) && fallback >= 0)
        return fallback;
    int i = index_of_word(L, idx, words);
    if (i >= 0)
        return i;
    idx = lua_absindex(L, idx);
    luaL_Buffer list;
    luaL_buffinit(L, &list);
    for (i = 0; words[i]; i++)
        rigid_add_format(&list, "%s\"%s\"", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
    luaL_pushresult(&list);
    const char *what = lua_tostring(L, -1);
    if (lua_type(L, idx) == LUA_TSTRING)
        return rigid_bad(L, at, "%s expected, got \"%s\"", what, rigid_short_text(L, idx));
    return rigid_expected(L, at, idx, what);
}

rigid_order rigid_check_order(lua_State *L, int arg) {
    static const char *const orders[] = {"linear", "angular", NULL};
    return rigid_get_word(L, arg, rigid_at(arg), orders, 0) == 0 ? RIGID_LINEAR_FIRST : RIGID_ANGULAR_FIRST;
}

enum { LONGEST_WORD = 64 }; /* longer ones are not compared */

static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

/* How many letters to add, drop, change, or swap with their neighbour, to make a into b, whatever their case.
   [Damerau-Levenshtein, each stretch edited once] */
static int edit_distance(const char *a, const char *b) {
    int rows[3][LONGEST_WORD + 1];
    int *before = rows[0], *above = rows[1], *row = rows[2], n = (int)strlen(b);
    for (int j = 0; j <= n; j++)
        row[j] = j;
    for (int i = 1; a[i - 1]; i++) {
        int *spare = before;
        before = above, above = row, row = spare;
        row[0] = i;
        for (int j = 1; j <= n; j++) {
            int change = above[j - 1] + (lower(a[i - 1]) != lower(b[j - 1])), drop = above[j] + 1, add = row[j - 1] + 1;
            row[j] = change < drop ? change : drop;
            row[j] = add < row[j] ? add : row[j];
            bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped && before[j - 2] + 1 < row[j])
                row[j] = before[j - 2] + 1;
        }
    }
    return row[n];
}

/* The search for the word that was meant. */
typedef struct {
    const char *typed, *word;
    int distance; /* of the word; at first one more than may be */
} search;

static int distance_to(const search *s, const char *word) {
    if (strlen(s->typed) > LONGEST_WORD || strlen(word) > LONGEST_WORD)
        return LONGEST_WORD + 1;
    return edit_distance(s->typed, word);
}

/* Within how many letters of a word another one is near enough to be meant. */
static int near_enough(int length) { return length < 5 ? length > 1 : length / 3 > 2 ? length / 3 : 2; }

/* Of the fields that are known the first of the nearest; a beginning of a word is the word. Null where none is near. */
static const char *nearest_word(const char *typed, const char *const *words) {
    size_t n = strlen(typed);
    search s = {typed, NULL, 1 + near_enough((int)n)};
    for (int i = 0; words[i]; i++) {
        int distance = n > 0 && strncmp(typed, words[i], n) == 0 ? 0 : distance_to(&s, words[i]);
        if (distance < s.distance)
            s.word = words[i], s.distance = distance;
    }
    return s.word;
}

/* Refuse the field whose name is at key, with the nearest that is known, or all that are. */
static int refuse_field(lua_State *L, int key, rigid_place at, const char *const *known) {
    const char *name = rigid_short_text(L, key), *nearest = nearest_word(lua_tostring(L, key), known);
    if (nearest)
        return rigid_bad(L, at, "unknown field '%s'; did you mean '%s'?", name, nearest);
    luaL_Buffer list;
    luaL_buffinit(L, &list);
    for (int i = 0; known[i]; i++)
        rigid_add_format(&list, "%s%s", i == 0 ? "" : ", ", known[i]);
    luaL_pushresult(&list);
    return rigid_bad(L, at, known[1] ? "unknown field '%s'; the fields are %s" : "unknown field '%s'; the only field is %s", name, lua_tostring(L, -1));
}

const char *rigid_push_hint(lua_State *L, int idx, int names) {
    search s = {lua_tostring(L, idx), NULL, 1 + near_enough((int)lua_rawlen(L, idx))};
    for (lua_pushnil(L); lua_next(L, names); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING)
            continue;
        const char *word = lua_tostring(L, -2);
        int distance = distance_to(&s, word);
        bool before = s.word && distance == s.distance && strcmp(word, s.word) < 0; /* a table has no order of its own */
        if (distance < s.distance || before)
            s.word = word, s.distance = distance;
    }
    return s.word ? lua_pushfstring(L, "; did you mean '%s'?", s.word) : lua_pushliteral(L, "");
}

rigid_place rigid_place_within(lua_State *L, rigid_place at, const char *field) {
    luaL_checkstack(L, 4, NULL);
    return rigid_field_of(at.arg, at.field ? lua_pushfstring(L, "%s.%s", at.field, field) : field);
}

void rigid_check_fields(lua_State *L, int idx, rigid_place at, const char *const *known) {
    for (lua_pushnil(L); lua_next(L, idx); lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING)
            rigid_bad(L, at, "named fields expected (such as %s = ...), got an entry without a name", known[0]);
        int key = lua_gettop(L) - 1;
        if (index_of_word(L, key, known) < 0)
            refuse_field(L, key, at, known);
    }
}

void rigid_check_options(lua_State *L, int arg, const char *const *known) {
    if (lua_type(L, arg) != LUA_TTABLE)
        rigid_expected_format(L, rigid_at(arg), arg, "table with named fields (such as {%s = ...})", known[0]);
    rigid_check_fields(L, arg, rigid_at(arg), known);
}

bool rigid_field(lua_State *L, int arg, const char *name) {
    lua_pushstring(L, name);
    if (lua_rawget(L, arg) != LUA_TNIL)
        return true;
    lua_pop(L, 1);
    return false;
}

int rigid_missing(lua_State *L, int arg, const char *field, const char *what) {
    return rigid_bad(L, rigid_field_of(arg, field), "%s expected, got nil", what);
}

double rigid_field_positive(lua_State *L, int arg, const char *name) {
    if (!rigid_field(L, arg, name))
        rigid_missing(L, arg, name, "positive finite number");
    double x = rigid_get_positive(L, -1, rigid_field_of(arg, name));
    lua_pop(L, 1);
    return x;
}

bool rigid_field_boolean(lua_State *L, int arg, const char *name, bool fallback) {
    if (!rigid_field(L, arg, name))
        return fallback;
    if (lua_type(L, -1) != LUA_TBOOLEAN)
        rigid_expected(L, rigid_field_of(arg, name), -1, "true or false");
    bool value = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return value;
}

rigid_factor rigid_factor_field(lua_State *L, int arg) {
    static const char *const factors[] = {"christoffel", "body", "reference", NULL};
    static const rigid_factor meant[] = {RIGID_FACTOR_CHRISTOFFEL, RIGID_FACTOR_BODY, RIGID_FACTOR_REFERENCE};
    if (!rigid_field(L, arg, "factor"))
        return RIGID_FACTOR_CHRISTOFFEL;
    int i = rigid_get_word(L, lua_gettop(L), rigid_field_of(arg, "factor"), factors, -1);
    lua_pop(L, 1);
    return meant[i];
}

/* ---- for lua/rigid/nearest.lua ------------------------------------------------------------------------------------------- */

/* distance(a, b): as edit_distance; of words that are too long to be compared, more than any has letters. */
static int distance(lua_State *L) {
    const search s = {luaL_checkstring(L, 1), NULL, 0};
    lua_pushinteger(L, distance_to(&s, luaL_checkstring(L, 2)));
    return 1;
}

const luaL_Reg rigid_word_functions[] = {{"distance", distance}, {NULL, NULL}};
