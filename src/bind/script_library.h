/* What a script sees. */
#ifndef RIGID_SCRIPT_LIBRARY_H
#define RIGID_SCRIPT_LIBRARY_H

#include <lua.h>

/* Push the globals of a script. */
void script_push_globals(lua_State *S);

#endif
