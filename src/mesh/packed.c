/* Packed arguments checked, results packed, and the one value with a finaliser. */
#include "packed.h"

#include <math.h>

const void *mesh_lua_check_packed(lua_State *L, int arg, size_t size, int *count) {
    size_t length;
    const char *bytes = luaL_checklstring(L, arg, &length);
    luaL_argcheck(L, length % size == 0 && length / size <= MESH_MOST, arg, "packed numbers expected");
    *count = (int)(length / size);
    return bytes;
}

mesh_packed mesh_lua_check_mesh(lua_State *L, int arg) {
    mesh_packed mesh;
    mesh.points = mesh_lua_check_packed(L, arg, sizeof(v3), &mesh.vertices);
    mesh.faces = mesh_lua_check_packed(L, arg + 1, sizeof(rigid_face), &mesh.count);
    for (int i = 0; i < mesh.count; i++) {
        rigid_face f = mesh.faces[i];
        bool within = f.a >= 0 && f.b >= 0 && f.c >= 0 && f.a < mesh.vertices && f.b < mesh.vertices && f.c < mesh.vertices;
        luaL_argcheck(L, within, arg + 1, "corner out of range");
    }
    return mesh;
}

const void *mesh_lua_check_entries(lua_State *L, int arg, size_t size, int wanted) {
    int count;
    const void *entries = mesh_lua_check_packed(L, arg, size, &count);
    luaL_argcheck(L, count == wanted, arg, "as many entries as faces or shells expected");
    return entries;
}

void *mesh_lua_push_block(lua_State *L, int64_t count, size_t size) {
    return lua_newuserdatauv(L, (size_t)(count > 0 ? count : 1) * size, 0);
}

void mesh_lua_set_packed(lua_State *L, const char *name, const void *bytes, size_t size) {
    lua_pushlstring(L, bytes, size);
    lua_setfield(L, -2, name);
}

void mesh_lua_set_number(lua_State *L, const char *name, double value) {
    lua_pushnumber(L, value);
    lua_setfield(L, -2, name);
}

void mesh_lua_set_integer(lua_State *L, const char *name, int64_t value) {
    lua_pushinteger(L, value);
    lua_setfield(L, -2, name);
}

void mesh_lua_push_faces(lua_State *L, const rigid_face *faces, int count) {
    lua_pushlstring(L, (const char *)faces, (size_t)count * sizeof *faces);
}

int mesh_lua_push_problem(lua_State *L, const char *reason) {
    lua_pushnil(L);
    lua_pushstring(L, reason);
    return 2;
}

void mesh_lua_widen(v3 *low, v3 *high, v3 p) {
    *low = (v3){fmin(low->x, p.x), fmin(low->y, p.y), fmin(low->z, p.z)};
    *high = (v3){fmax(high->x, p.x), fmax(high->y, p.y), fmax(high->z, p.z)};
}

/* ---- the handle ------------------------------------------------------------------------------------------------- */

static const char HANDLE[] = "rigid.mesh.handle";

void mesh_lua_close_now(mesh_handle *h) {
    if (h->of)
        h->close(h->of);
    h->of = NULL;
}

static int close_handle(lua_State *L) {
    mesh_lua_close_now(luaL_checkudata(L, 1, HANDLE));
    return 0;
}

mesh_handle *mesh_lua_push_handle(lua_State *L, void (*close)(const void *)) {
    mesh_handle *h = lua_newuserdatauv(L, sizeof *h, 0);
    *h = (mesh_handle){NULL, close, {0, -1, NULL, NULL}};
    if (luaL_newmetatable(L, HANDLE)) {
        lua_pushcfunction(L, close_handle);
        lua_setfield(L, -2, "__gc");
        lua_pushboolean(L, false);
        lua_setfield(L, -2, "__metatable");
    }
    lua_setmetatable(L, -2);
    return h;
}
