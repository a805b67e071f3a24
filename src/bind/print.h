/* Values as text, and as the plain tables of Lua's. */
#ifndef RIGID_BIND_PRINT_H
#define RIGID_BIND_PRINT_H

#include <lauxlib.h>
#include <lua.h>

#include "../core/core.h"

/* A number as people read it: so many significant digits, no trailing noise, "-0" as "0". Returns buffer. */
#define RIGID_NUMBER_WIDTH 32
char *rigid_format_number(char buffer[RIGID_NUMBER_WIDTH], int digits, double x);
/* Significant digits of what is printed: six, but a __tostring of ours takes another number as its second argument. */
enum { RIGID_DIGITS = 6, RIGID_MOST_DIGITS = 17 };
/* Add "(x, y, z)". */
void rigid_add_v3(luaL_Buffer *b, int digits, v3 a);
/* Add lua_pushfstring-like text; formats: %s and %f of C's printf kind. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void rigid_add_format(luaL_Buffer *b, const char *format, ...);
/* Add aligned columns, one row a line, each line begun by indent; no newline after the last. */
void rigid_add_table(luaL_Buffer *b, int digits, const double *at, int rows, int cols, const char *indent);
/* Push a list of numbers; push a nested list of rows. */
void rigid_push_list(lua_State *L, const double *at, int count);
void rigid_push_rows(lua_State *L, const double *at, int rows, int cols);
/* Push {xx=, yy=, zz=, xy=, xz=, yz=}. */
void rigid_push_inertia_fields(lua_State *L, sym3 I);

#endif
