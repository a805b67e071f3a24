/* Writing files. */
#ifndef RIGID_BIND_FILES_WRITE_H
#define RIGID_BIND_FILES_WRITE_H

#include <lauxlib.h>
#include <stdbool.h>

/* write(path, text), new(before, after, text): for scripts of ours. */
int files_write(lua_State *L);
int files_write_new(lua_State *L);

/* nil and why no file can be made in the directory, where there may be one that it would replace. */
int files_push_no_room(lua_State *L, const char *directory, int problem, bool has_old);

#endif
