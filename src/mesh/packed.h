/* What the files of this folder that see Lua share. Arguments are strings of packed numbers, so that nothing here has a state
   or a type of its own: points are doubles (x, y, z), corners are int32 (three for each face, from 0), both as this machine
   has them. Wrong lengths and numbers out of range are errors, whoever calls. */
#ifndef RIGID_MESH_PACKED_H
#define RIGID_MESH_PACKED_H

#include <lauxlib.h>
#include <lua.h>

#include "../core/body/mesh_inertia.h"
#include "child.h"

/* Lua keeps the bytes of a string after a header of 24, so that doubles in it are aligned. */
typedef struct mesh_packed {
    const v3 *points;
    const rigid_face *faces;
    int vertices, count;
} mesh_packed;

/* Entries of a packed string, so many bytes each; anchored by the stack. */
const void *mesh_lua_check_packed(lua_State *L, int arg, size_t size, int *count);
/* The same where there must be so many. */
const void *mesh_lua_check_entries(lua_State *L, int arg, size_t size, int wanted);
/* Points and corners, at arg and the next. */
mesh_packed mesh_lua_check_mesh(lua_State *L, int arg);

/* A block that Lua owns, on top of the stack. */
void *mesh_lua_push_block(lua_State *L, int64_t count, size_t size);
/* Packed corners. */
void mesh_lua_push_faces(lua_State *L, const rigid_face *faces, int count);
/* nil and the reason; returns 2. */
int mesh_lua_push_problem(lua_State *L, const char *reason);
/* Set a field of the table on top of the stack. */
void mesh_lua_set_packed(lua_State *L, const char *name, const void *bytes, size_t size);
void mesh_lua_set_number(lua_State *L, const char *name, double value);
void mesh_lua_set_integer(lua_State *L, const char *name, int64_t value);

/* Make the box hold the point. */
void mesh_lua_widen(v3 *low, v3 *high, v3 p);

/* What is not Lua's memory: the process that reads, qhull's hull. The one value here with a finaliser. */
typedef struct mesh_handle {
    const void *of;
    void (*close)(const void *);
    mesh_child child; /* room for one, so that it lives as long */
} mesh_handle;

mesh_handle *mesh_lua_push_handle(lua_State *L, void (*close)(const void *));
void mesh_lua_close_now(mesh_handle *h);

extern const luaL_Reg mesh_lua_reading[], mesh_lua_faces[], mesh_lua_sums[];

#endif
