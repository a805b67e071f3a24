/* The engine of the pages: what its files share, and what the page's JavaScript (library.js) gives them. */
#ifndef RIGID_WEB_H
#define RIGID_WEB_H

#include <stddef.h>
#include <stdint.h>

#include <lua.h>

/* ---- of library.js ---------------------------------------------------------------------------------------------------- */

/* Hand a message, JSON, to the page. */
void rigid_web_post(const char *text, size_t length);
/* What the page wants of what runs; on the way it is given what was printed. */
enum { RIGID_WEB_NOTHING, RIGID_WEB_STOP, RIGID_WEB_LISTEN };
int rigid_web_wanted(void);

/* A mesh as the page's loaders have read it: one block of malloc's. After these counts come three floats for each vertex, three uint32
   for each face, three int32 for each part (its first face, how many, the length of its name), and the names. */
typedef struct rigid_web_mesh {
    int32_t vertices, faces, parts, names;
} rigid_web_mesh;
/* Null with the reason, cut to fit, where the bytes are no such mesh. The name ends in what it is (".stl"). */
rigid_web_mesh *rigid_web_read_mesh(const char *name, const char *bytes, size_t size, char *reason, size_t room);

/* ---- for the page ----------------------------------------------------------------------------------------------------- */

/* Open Lua, the module and the session; 0, or 1 once the reason is printed. */
int rigid_web_open(void);
/* Take a message of the page, JSON, of that length. */
void rigid_web_take(const char *text, size_t length);

/* ---- for Lua's interpreter, whose jumps count down (stop.c) ------------------------------------------------------------ */

extern int rigid_web_patience;
void rigid_web_look(lua_State *L);
/* The thread that may be left to listen. */
void rigid_web_serve(lua_State *L);

#endif
