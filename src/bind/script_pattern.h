/* Patterns, each step of which is counted. */
#ifndef RIGID_SCRIPT_PATTERN_H
#define RIGID_SCRIPT_PATTERN_H

#include <lua.h>

/* string.find, match, gmatch and gsub, each step of which is counted. */
int script_find(lua_State *S);
int script_match(lua_State *S);
int script_gmatch(lua_State *S);
int script_gsub(lua_State *S);

#endif
