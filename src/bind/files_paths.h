/* What reading and writing of files share. Where something cannot be done, functions give a script nil and why; none raises while
   a descriptor is open. */
#ifndef RIGID_BIND_FILES_PATHS_H
#define RIGID_BIND_FILES_PATHS_H

#include "interrupts.h"

#include <sys/types.h>

/* ---- paths ------------------------------------------------------------------------------------------------------ */

/* The path at arg; null where it has a zero byte, which would end it early: then the reason is files_zero_byte. */
const char *files_path_at(lua_State *L, int arg);
extern const char files_zero_byte[];

/* Return nil and the reason. */
int files_push_problem(lua_State *L, const char *reason);

/* The number of the open descriptor that the path names: /dev/fd/N, /proc/self/fd/N; -1 for any other. */
int files_descriptor_in(const char *path);
/* Push where the path leads, all links of its last part followed, though there be nothing yet; null where they are too many. */
const char *files_push_resolved(lua_State *L, const char *path);
/* The descriptor that the path leads to (/dev/stdin leads to 0), or -1. */
int files_descriptor_of(lua_State *L, const char *path);
/* "file", "directory", "pipe" or "device" */
const char *files_kind_of(mode_t mode);

/* Wait until the descriptor is ready (POLLIN, POLLOUT), or has ended; false once Ctrl-C came. */
bool files_wait_for(int descriptor, short what, const rigid_hooks *h);

#endif
