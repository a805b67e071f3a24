/* Errors: how they are raised, and what they name. */
#ifndef RIGID_BIND_ERRORS_H
#define RIGID_BIND_ERRORS_H

#include "value.h"

/* Where a value came from, for messages: an argument, by its name too where that says more than its number ("q"), and in it perhaps
   a field ("density", "vertices[3]"). */
typedef struct rigid_place {
    int arg;
    const char *field, *name;
} rigid_place;

static inline rigid_place rigid_at(int arg) { return (rigid_place){.arg = arg}; }
static inline rigid_place rigid_named(int arg, const char *name) { return (rigid_place){.arg = arg, .name = name}; }
static inline rigid_place rigid_field_of(int arg, const char *field) { return (rigid_place){.arg = arg, .field = field}; }

/* Raise: bad argument #1 to 'solid_box' (field 'density': positive finite number expected, got -3). Of the value that a
   method was called on it is said, as a value, that there is no answer (errors.c). The format is that of
   lua_pushfstring. Never returns; int, so that callers may return it. */
int rigid_bad(lua_State *L, rigid_place at, const char *format, ...);
/* Raise: WHAT expected, got THE VALUE at idx, described ("-3", "string", "Twist"). */
int rigid_expected(lua_State *L, rigid_place at, int idx, const char *what);
/* The same with WHAT from a format. (A string pushed for rigid_expected would itself become an argument not given.) */
int rigid_expected_format(lua_State *L, rigid_place at, int idx, const char *format, ...);
/* Raise, as a value: 'forward_dynamics' has no answer: WHAT. More of its fields are in the table at index `fields`. */
int rigid_no_answer(lua_State *L, int fields, const char *what);
/* Raise for an operator: cannot VERB a Twist and a Wrench: HINT. */
int rigid_bad_operands(lua_State *L, const char *verb, const char *preposition, const char *hint);

/* Whether at index 1 of the function that runs stands what it was called on, self or a class, and no argument. */
bool rigid_has_self(lua_State *L);

/* Push what came, as a reader recognises it: a number by its value, the rest by kind. */
const char *rigid_describe(lua_State *L, int idx);
/* The string at idx, cut where it is long (and then pushed), so that a message stays a message. */
const char *rigid_short_text(lua_State *L, int idx);

/* What those make use of. Push the place of the innermost caller that is not of our Lua files ("script.lua:3"), or "". */
const char *rigid_where(lua_State *L);
/* Raise a text, with that place before it; a table as an error value, whose message has that place before it. */
int rigid_error(lua_State *L, const char *format, ...);
int rigid_throw(lua_State *L, int fields, const char *what, const char *format, ...);

/* The value itself if it is of the class, else an error; for self and for arguments that must be of one class. */
static inline void *rigid_check(lua_State *L, int arg, rigid_id id) {
    void *payload = rigid_test(L, arg, id);
    if (!payload)
        rigid_expected(L, rigid_at(arg), arg, rigid_kinds[id].name);
    return payload;
}

#endif
