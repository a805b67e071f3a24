/* Patterns, each step of which is counted. */
#ifndef RIGID_SCRIPT_PATTERN_H
#define RIGID_SCRIPT_PATTERN_H

#include <stdbool.h>

#include "interrupts.h"

/* string.find, match, gmatch and gsub, each step of which is counted. */
int script_find(lua_State *S);
int script_match(lua_State *S);
int script_gmatch(lua_State *S);
int script_gsub(lua_State *S);

/* The same of a person's own, until Ctrl-C comes. next: what goes on with gmatch, by script_next_match. */
int script_find_or_match(lua_State *S, bool find, const rigid_hooks *since);
int script_gmatch_by(lua_State *S, lua_CFunction next);
int script_next_match(lua_State *S, const rigid_hooks *since);
int script_gsub_until(lua_State *S, const rigid_hooks *since);

#endif
