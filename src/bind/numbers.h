/* Reading plain numbers out of arguments: single ones, lists, three of them. The rigid_get_… functions read the value at stack
   index idx and name `at` when it does not fit; the rigid_check_… ones read the argument of that number. NaN and infinities
   pass unless the name says finite. */
#ifndef RIGID_BIND_NUMBERS_H
#define RIGID_BIND_NUMBERS_H

#include "errors.h"

double rigid_get_number(lua_State *L, int idx, rigid_place at);
double rigid_get_finite(lua_State *L, int idx, rigid_place at);
double rigid_get_positive(lua_State *L, int idx, rigid_place at); /* positive and finite */
int rigid_get_integer(lua_State *L, int idx, rigid_place at, int lowest, int highest);
/* An optional tolerance: finite and not negative. */
double rigid_check_tolerance(lua_State *L, int arg, double fallback);
/* The significant digits that a __tostring of ours is to print: its second argument, or RIGID_DIGITS. */
int rigid_check_digits(lua_State *L);

/* A list of exactly count numbers; raises otherwise. */
void rigid_get_numbers(lua_State *L, int idx, rigid_place at, double *out, int count, const char *what);
/* Quietly: exactly count numbers in a plain table? Allocates nothing. */
bool rigid_read_list(lua_State *L, int idx, double *out, int count);
/* True for a plain table whose [1..n] are all numbers, n = its length; no error. */
bool rigid_is_list(lua_State *L, int idx);
/* Raise where the table at idx, read as a list of that many, has other entries: with holes a list has no length to rely on. */
void rigid_check_whole(lua_State *L, int idx, rigid_place at, lua_Unsigned count);
/* True for a plain table whose first entry is a table. */
bool rigid_is_nested(lua_State *L, int idx);

v3 rigid_get_v3(lua_State *L, int idx, rigid_place at);
v3 rigid_get_finite_v3(lua_State *L, int idx, rigid_place at);
/* Quietly, for operators: is it a Vec3 or a list of three numbers? */
bool rigid_test_v3(lua_State *L, int idx, v3 *out);
/* A unit vector to 1e-14, as the reference asks. */
v3 rigid_get_unit(lua_State *L, int idx, rigid_place at);

static inline double rigid_check_number(lua_State *L, int arg) { return rigid_get_number(L, arg, rigid_at(arg)); }
static inline v3 rigid_check_v3(lua_State *L, int arg) { return rigid_get_v3(L, arg, rigid_at(arg)); }

#endif
