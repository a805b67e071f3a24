/* Words, and tables of named fields, as arguments. */
#ifndef RIGID_BIND_OPTIONS_H
#define RIGID_BIND_OPTIONS_H

#include "errors.h"

/* One of a null-terminated list of words, as its index; fallback where absent (-1: it must be given). */
int rigid_get_word(lua_State *L, int idx, rigid_place at, const char *const *words, int fallback);
/* "linear" or "angular"; linear where absent. */
rigid_order rigid_check_order(lua_State *L, int arg);

/* Fields of a table of options at argument arg. rigid_check_options raises unless it is a table with no other fields
   than those listed (null-terminated), naming the nearest known one. */
void rigid_check_options(lua_State *L, int arg, const char *const *known);
/* The same for a table at idx that is itself a field of an argument; and the place of a field within it. */
void rigid_check_fields(lua_State *L, int idx, rigid_place at, const char *const *known);
rigid_place rigid_place_within(lua_State *L, rigid_place at, const char *field);
/* Push the field and say whether it is there; where it is absent nothing is pushed. */
bool rigid_field(lua_State *L, int arg, const char *name);
/* Raise: field 'mass' is missing: WHAT expected. */
int rigid_missing(lua_State *L, int arg, const char *field, const char *what);
double rigid_field_positive(lua_State *L, int arg, const char *name);
bool rigid_field_boolean(lua_State *L, int arg, const char *name, bool fallback);
/* Field 'factor', of a body or a tree: which Coriolis factor; christoffel where it is absent. */
rigid_factor rigid_factor_field(lua_State *L, int arg);

/* Push "; did you mean 'hand'?" with the key, of the table at index `names`, that is nearest to the string at idx, or ""
   where none is near enough to be meant. Its keys are strings. */
const char *rigid_push_hint(lua_State *L, int idx, int names);

#endif
