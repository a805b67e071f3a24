/* Reading arguments. Each reader has two halves: a quiet one that says whether the value fits, and, only when it does
   not, one that looks again and raises an error naming the argument, what was wanted and what came. Tables are read raw:
   no metamethod of the caller's runs while we look. */
#include "bind.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- errors ------------------------------------------------------------------------------------------------------ */

/* "m:shift" -> kind 'm', name "shift" */
static char function_kind(lua_State *L, const char **name) {
    const char *tagged = lua_tostring(L, lua_upvalueindex(2));
    *name = tagged ? tagged + 2 : "?";
    return tagged ? tagged[0] : 's';
}

/* Whether a function is one that the library itself asks. */
static bool is_asked(char kind) { return kind == 'M' || kind == 'C'; }

bool rigid_is_asked(lua_State *L) {
    const char *name;
    return is_asked(function_kind(L, &name));
}

/* The number of an argument as the caller wrote it; 0 is the value that a method was called on. */
static int number_of(char kind, rigid_place at) { return kind == 's' ? at.arg : at.arg - 1; }

/* Raise as a value: of the function of that name, the argument of that number (0: there is no answer), and more in the
   table at index `fields`. */
static int throw_bad(lua_State *L, int fields, const char *name, int number, const char *field, const char *what) {
    lua_pushstring(L, name);
    lua_setfield(L, fields, "function");
    if (number == 0)
        return rigid_throw(L, fields, what, "'%s' has no answer: %s", name, what);
    lua_pushinteger(L, number);
    lua_setfield(L, fields, "argument");
    lua_pushstring(L, field);
    lua_setfield(L, fields, "field");
    return rigid_throw(L, fields, what, "bad argument #%d to '%s' (%s)", number, name, what);
}

int rigid_bad(lua_State *L, rigid_place at, const char *format, ...) {
    const char *name;
    char kind = function_kind(L, &name);
    int number = number_of(kind, at);
    va_list arguments;
    va_start(arguments, format);
    bool plain = rigid_plain_numbers();
    const char *problem = lua_pushvfstring(L, format, arguments);
    rigid_usual_numbers(plain);
    va_end(arguments);
    if (number == 0 || is_asked(kind)) {
        lua_createtable(L, 0, 6);
        return throw_bad(L, lua_gettop(L), name, number, at.field, problem);
    }
    if (at.field)
        problem = lua_pushfstring(L, "field '%s': %s", at.field, problem);
    return rigid_error(L, "bad argument #%d to '%s' (%s)", number, name, problem);
}

int rigid_no_answer(lua_State *L, int fields, const char *what) {
    const char *name;
    function_kind(L, &name);
    return throw_bad(L, fields, name, 0, NULL, what);
}

static const char *describe(lua_State *L, int idx);

void rigid_drop_surplus(lua_State *L, int most) {
    const char *name;
    int top = lua_gettop(L), surplus = most + 1, takes = function_kind(L, &name) == 's' ? most : most - 1;
    while (surplus <= top && lua_isnil(L, surplus))
        surplus++;
    if (surplus <= top) {
        const char *came = describe(L, surplus);
        if (takes == 0)
            rigid_bad(L, rigid_at(surplus), "no argument expected, got %s", came);
        rigid_bad(L, rigid_at(surplus), "nothing more expected after %d argument%s, got %s", takes,
                  takes == 1 ? "" : "s", came);
    }
    lua_settop(L, most);
}

const char *rigid_name_of(lua_State *L, int idx) {
    rigid_id id = rigid_id_of(L, idx);
    return id != ID_NONE ? rigid_classes[id]->name : luaL_typename(L, idx);
}

/* Push what came, as a reader recognises it: a number by its value, the rest by kind. */
static const char *describe(lua_State *L, int idx) {
    char digits[32];
    if (lua_isinteger(L, idx))
        return lua_pushfstring(L, "%I", (LUAI_UACINT)lua_tointeger(L, idx));
    if (lua_type(L, idx) == LUA_TNUMBER) {
        double x = lua_tonumber(L, idx);
        bool plain = rigid_plain_numbers();
        snprintf(digits, sizeof digits, "%.14g", isnan(x) ? NAN : x); /* never -nan */
        rigid_usual_numbers(plain);
        return lua_pushstring(L, digits);
    }
    if (lua_type(L, idx) == LUA_TTABLE)
        return lua_pushfstring(L, "a table of %I", (LUAI_UACINT)lua_rawlen(L, idx));
    const rigid_matrix *m = rigid_test(L, idx, ID_MATRIX);
    const rigid_vector *v = rigid_test(L, idx, ID_VECTOR);
    if (m)
        return lua_pushfstring(L, "Matrix %dx%d", m->rows, m->cols);
    return v ? lua_pushfstring(L, "Vector of %d", (int)v->size) : lua_pushstring(L, rigid_name_of(L, idx));
}

const char *rigid_short_text(lua_State *L, int idx) {
    enum { MOST = 40 };
    size_t length;
    const char *text = lua_tolstring(L, idx, &length);
    if (length <= MOST)
        return text;
    lua_pushlstring(L, text, MOST);
    lua_pushliteral(L, "...");
    lua_concat(L, 2);
    return lua_tostring(L, -1);
}

/* Where a method was called on what it is none of: say so. */
static void check_receiver(lua_State *L, rigid_place at, int idx, const char *what) {
    const char *name;
    if (number_of(function_kind(L, &name), at) == 0)
        rigid_error(L, "calling '%s' on %s: it is a method of %s, called as x:%s(...)", name, describe(L, idx), what, name);
}

int rigid_expected(lua_State *L, rigid_place at, int idx, const char *what) {
    idx = lua_absindex(L, idx);
    check_receiver(L, at, idx, what);
    return rigid_bad(L, at, "%s expected, got %s", what, describe(L, idx));
}

int rigid_expected_format(lua_State *L, rigid_place at, int idx, const char *format, ...) {
    const char *came = describe(L, lua_absindex(L, idx));
    va_list arguments;
    va_start(arguments, format);
    const char *what = lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    return rigid_bad(L, at, "%s expected, got %s", what, came);
}

static const char *with_article(lua_State *L, int idx) {
    rigid_id id = rigid_id_of(L, idx);
    if (id != ID_NONE)
        return lua_pushfstring(L, "%s %s", rigid_classes[id]->article, rigid_classes[id]->name);
    return lua_isnil(L, idx) ? "nil" : lua_pushfstring(L, "a %s", luaL_typename(L, idx));
}

int rigid_bad_operands(lua_State *L, const char *verb, const char *preposition, const char *hint) {
    const char *a = with_article(L, 1), *b = with_article(L, 2);
    return rigid_error(L, "cannot %s %s %s %s: %s", verb, a, preposition, b, hint);
}

void *rigid_check(lua_State *L, int arg, rigid_id id) {
    void *payload = rigid_test(L, arg, id);
    if (!payload)
        rigid_expected(L, rigid_at(arg), arg, rigid_classes[id]->name);
    return payload;
}

/* ---- numbers ------------------------------------------------------------------------------------------------------ */

double rigid_get_number(lua_State *L, int idx, rigid_place at) {
    if (lua_type(L, idx) != LUA_TNUMBER)
        rigid_expected(L, at, idx, "number");
    return lua_tonumber(L, idx);
}

double rigid_get_finite(lua_State *L, int idx, rigid_place at) {
    if (lua_type(L, idx) != LUA_TNUMBER || !isfinite(lua_tonumber(L, idx)))
        rigid_expected(L, at, idx, "finite number");
    return lua_tonumber(L, idx);
}

double rigid_get_positive(lua_State *L, int idx, rigid_place at) {
    double x = lua_type(L, idx) == LUA_TNUMBER ? lua_tonumber(L, idx) : -1;
    if (!(x > 0) || !isfinite(x))
        rigid_expected(L, at, idx, "positive finite number");
    return x;
}

int rigid_get_integer(lua_State *L, int idx, rigid_place at, int lowest, int highest) {
    int is_integer = 0;
    lua_Integer i = lua_type(L, idx) == LUA_TNUMBER ? lua_tointegerx(L, idx, &is_integer) : 0;
    if (!is_integer || i < lowest || i > highest) {
        idx = lua_absindex(L, idx);
        rigid_bad(L, at, "integer from %d to %d expected, got %s", lowest, highest, describe(L, idx));
    }
    return (int)i;
}

double rigid_check_tolerance(lua_State *L, int arg, double fallback) {
    if (lua_isnoneornil(L, arg))
        return fallback;
    double x = lua_type(L, arg) == LUA_TNUMBER ? lua_tonumber(L, arg) : -1;
    if (!(x >= 0) || !isfinite(x))
        rigid_expected(L, rigid_at(arg), arg, "tolerance (a finite number that is not negative)");
    return x;
}

/* ---- lists -------------------------------------------------------------------------------------------------------- */

bool rigid_read_list(lua_State *L, int idx, double *out, int count) {
    if (lua_type(L, idx) != LUA_TTABLE || lua_rawlen(L, idx) != (lua_Unsigned)count)
        return false;
    for (int i = 0; i < count; i++) {
        bool is_number = lua_rawgeti(L, idx, i + 1) == LUA_TNUMBER;
        out[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
        if (!is_number)
            return false;
    }
    return true;
}

/* A table that should have been a list of count numbers: say which entry is not. */
static int explain_list(lua_State *L, int idx, rigid_place at, int count, const char *what) {
    idx = lua_absindex(L, idx);
    if (lua_type(L, idx) != LUA_TTABLE)
        return rigid_expected(L, at, idx, what);
    for (int i = 1; i <= count; i++) {
        if (lua_rawgeti(L, idx, i) != LUA_TNUMBER)
            return rigid_bad(L, at, "%s expected, but its entry [%d] is %s", what, i, describe(L, -1));
        lua_pop(L, 1);
    }
    return rigid_expected(L, at, idx, what);
}

void rigid_get_numbers(lua_State *L, int idx, rigid_place at, double *out, int count, const char *what) {
    rigid_vector *v = rigid_test(L, idx, ID_VECTOR);
    if (v && v->size == count)
        memcpy(out, v->at, (size_t)count * sizeof *out);
    else if (!rigid_read_list(L, idx, out, count))
        explain_list(L, idx, at, count, what);
}

bool rigid_is_list(lua_State *L, int idx) {
    if (lua_type(L, idx) != LUA_TTABLE)
        return false;
    lua_Unsigned n = lua_rawlen(L, idx);
    for (lua_Unsigned i = 1; i <= n; i++) {
        int type = lua_rawgeti(L, idx, (lua_Integer)i);
        lua_pop(L, 1);
        if (type != LUA_TNUMBER)
            return false;
    }
    return true;
}

/* ---- 3-vectors ---------------------------------------------------------------------------------------------------- */

bool rigid_test_v3(lua_State *L, int idx, v3 *out) {
    const v3 *a = rigid_test(L, idx, ID_VEC3);
    double xyz[3];
    if (!a && !rigid_read_list(L, idx, xyz, 3))
        return false;
    *out = a ? *a : (v3){xyz[0], xyz[1], xyz[2]};
    return true;
}

v3 rigid_get_v3(lua_State *L, int idx, rigid_place at) {
    const v3 *a = rigid_test(L, idx, ID_VEC3);
    if (a)
        return *a;
    double xyz[3];
    rigid_get_numbers(L, idx, at, xyz, 3, "Vec3 or {x, y, z}");
    return (v3){xyz[0], xyz[1], xyz[2]};
}

static const char *describe_v3(lua_State *L, v3 a) {
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    rigid_add_v3(&b, RIGID_DIGITS, a);
    luaL_pushresult(&b);
    return lua_tostring(L, -1);
}

v3 rigid_get_finite_v3(lua_State *L, int idx, rigid_place at) {
    v3 a = rigid_get_v3(L, idx, at);
    if (!v3_is_finite(a))
        rigid_bad(L, at, "three finite numbers expected, got %s", describe_v3(L, a));
    return a;
}

v3 rigid_get_unit(lua_State *L, int idx, rigid_place at) {
    v3 a = rigid_get_v3(L, idx, at);
    double length = v3_norm(a);
    if (!(fabs(length - 1) <= 1e-14))
        rigid_bad(L, at, "unit vector expected, got %s of length %f; divide it by its length, or use :unit()",
                  describe_v3(L, a), length);
    return a;
}

/* ---- rotational inertias ------------------------------------------------------------------------------------------ */

static const char *const inertia_forms =
    "RotationalInertia, symmetric 3x3, {Ixx, Iyy, Izz}, {Ixx, Iyy, Izz, Ixy, Ixz, Iyz} or {xx=, yy=, zz=, xy=, xz=, yz=}";

/* Rounding apart, a matrix must be its own transpose. */
static sym3 symmetric(lua_State *L, rigid_place at, const double a[9]) {
    double scale = 0;
    for (int i = 0; i < 9; i++)
        scale = fmax(scale, fabs(a[i]));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++)
            if (fabs(a[3 * i + j] - a[3 * j + i]) > 1e-12 * scale)
                rigid_bad(L, at, "symmetric 3x3 expected, but entry (%d,%d) is %f and (%d,%d) is %f", i + 1, j + 1,
                          a[3 * i + j], j + 1, i + 1, a[3 * j + i]);
    return m3_symmetric((m3){{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, {a[6], a[7], a[8]}});
}

/* A table that has entries, but none at 1, 2, ... */
static bool has_names(lua_State *L, int idx) {
    if (lua_rawlen(L, idx) > 0)
        return false;
    idx = lua_absindex(L, idx);
    lua_pushnil(L);
    if (!lua_next(L, idx))
        return false;
    lua_pop(L, 2);
    return true;
}

static bool is_nested(lua_State *L, int idx) {
    bool nested = lua_rawgeti(L, idx, 1) == LUA_TTABLE;
    lua_pop(L, 1);
    return nested;
}

/* Which of the words the value at idx is, to the last byte; -1 where it is none. */
static int index_of_word(lua_State *L, int idx, const char *const *words) {
    size_t length = 0;
    const char *word = lua_type(L, idx) == LUA_TSTRING ? lua_tolstring(L, idx, &length) : NULL;
    for (int i = 0; word && words[i]; i++)
        if (strlen(words[i]) == length && memcmp(word, words[i], length) == 0)
            return i;
    return -1;
}

static sym3 named_inertia(lua_State *L, int idx, rigid_place at) {
    static const char *const names[] = {"xx", "yy", "zz", "xy", "xz", "yz", NULL};
    double value[6] = {0};
    idx = lua_absindex(L, idx);
    rigid_check_fields(L, idx, at, names);
    for (int i = 0; i < 6; i++) {
        lua_pushstring(L, names[i]);
        int type = lua_rawget(L, idx);
        if (type == LUA_TNIL && i < 3)
            rigid_bad(L, at, "%s expected, but '%s' is missing", inertia_forms, names[i]);
        if (type != LUA_TNIL && type != LUA_TNUMBER)
            rigid_bad(L, at, "number expected for '%s', got %s", names[i], describe(L, lua_gettop(L)));
        value[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    return (sym3){value[0], value[3], value[4], value[1], value[5], value[2]};
}

sym3 rigid_get_sym3(lua_State *L, int idx, rigid_place at) {
    const sym3 *I = rigid_test(L, idx, ID_ROTATIONAL_INERTIA);
    if (I)
        return *I;
    double a[6];
    if (rigid_read_list(L, idx, a, 3))
        return sym3_diagonal(a[0], a[1], a[2]);
    if (rigid_read_list(L, idx, a, 6))
        return (sym3){a[0], a[3], a[4], a[1], a[5], a[2]};
    if (rigid_test(L, idx, ID_MATRIX) || (lua_type(L, idx) == LUA_TTABLE && is_nested(L, idx))) {
        lua_pushvalue(L, idx);
        sym3 s = symmetric(L, at, rigid_get_matrix(L, lua_gettop(L), at, 3, 3)->at);
        lua_pop(L, 1);
        return s;
    }
    if (lua_type(L, idx) != LUA_TTABLE || !has_names(L, idx))
        rigid_expected(L, at, idx, inertia_forms);
    return named_inertia(L, idx, at);
}

/* ---- rotations ---------------------------------------------------------------------------------------------------- */

m3 rigid_get_rotation(lua_State *L, int idx, rigid_place at) {
    const m3 *R = rigid_test(L, idx, ID_ROTATION);
    if (R)
        return *R;
    if (!rigid_test(L, idx, ID_MATRIX) && lua_type(L, idx) != LUA_TTABLE)
        rigid_expected(L, at, idx, "Rotation or 3x3 matrix");
    lua_pushvalue(L, idx);
    const double *a = rigid_get_matrix(L, lua_gettop(L), at, 3, 3)->at;
    m3 A = {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, {a[6], a[7], a[8]}};
    lua_pop(L, 1);
    double error = rigid_rotation_error(A);
    if (!m3_is_finite(A))
        rigid_bad(L, at, "rotation matrix expected, got one with an entry that is not finite");
    if (m3_determinant(A) < 0)
        rigid_bad(L, at, "rotation matrix expected, got one that mirrors (its determinant is %f)", m3_determinant(A));
    if (error > 1e-6)
        rigid_bad(L, at, "rotation matrix expected, but its columns are not orthonormal: off by %f", error);
    return error > 1e-13 ? rigid_rotation_nearest(A) : A;
}

m3 rigid_finite_rotation(lua_State *L, rigid_place at, m3 R) {
    if (!m3_is_finite(R))
        rigid_bad(L, at, "rotation of finite numbers expected, got NaN");
    return R;
}

/* ---- spatial vectors ---------------------------------------------------------------------------------------------- */

static const char *const kind_or_six[ID_COUNT] = {
    [ID_MOTION] = "SpatialMotion or six numbers (linear first)", [ID_TWIST] = "Twist or six numbers (linear first)",
    [ID_ACC] = "SpatialAcc or six numbers (linear first)",       [ID_FORCE] = "SpatialForce or six numbers (linear first)",
    [ID_WRENCH] = "Wrench or six numbers (linear first)",        [ID_MOMENTUM] = "SpatialMomentum or six numbers (linear first)",
};

rigid_motion rigid_get_motion(lua_State *L, int idx, rigid_place at, rigid_id kind) {
    rigid_id id = rigid_id_of(L, idx);
    if (id == kind || id == ID_MOTION || (kind == ID_MOTION && rigid_is_motion(id)))
        return *(rigid_motion *)rigid_test(L, idx, id);
    double six[6];
    rigid_get_numbers(L, idx, at, six, 6, kind_or_six[kind]);
    return rigid_motion_from_array(six, RIGID_LINEAR_FIRST);
}

rigid_force rigid_get_force(lua_State *L, int idx, rigid_place at, rigid_id kind) {
    rigid_id id = rigid_id_of(L, idx);
    if (id == kind || id == ID_FORCE || (kind == ID_FORCE && rigid_is_force(id)))
        return *(rigid_force *)rigid_test(L, idx, id);
    double six[6];
    rigid_get_numbers(L, idx, at, six, 6, kind_or_six[kind]);
    return rigid_force_from_array(six, RIGID_LINEAR_FIRST);
}

/* ---- words and options -------------------------------------------------------------------------------------------- */

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

/* Of the fields that are known the first of the nearest; a beginning of a word is the word. */
static const char *nearest_word(const char *typed, const char *const *words) {
    search s = {typed, words[0], LONGEST_WORD + 1};
    size_t n = strlen(typed);
    for (int i = 0; words[i]; i++) {
        int distance = n > 0 && strncmp(typed, words[i], n) == 0 ? 0 : distance_to(&s, words[i]);
        if (distance < s.distance)
            s.word = words[i], s.distance = distance;
    }
    return s.word;
}

const char *rigid_push_hint(lua_State *L, int idx, int names) {
    int length = (int)lua_rawlen(L, idx), third = length / 3 > 2 ? length / 3 : 2;
    search s = {lua_tostring(L, idx), NULL, 1 + (length < 4 ? length / 2 : third)};
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
        if (index_of_word(L, key, known) < 0) {
            const char *nearest = nearest_word(lua_tostring(L, key), known);
            rigid_bad(L, at, "unknown field '%s'; did you mean '%s'?", rigid_short_text(L, key), nearest);
        }
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
