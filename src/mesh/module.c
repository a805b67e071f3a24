/* luaopen_rigid_meshes: what the Lua room rigid.mesh needs done fast. Every function takes and gives strings of packed
   numbers, so that nothing here has a state or a type of its own: points are doubles (x, y, z), corners are uint32 (three
   for each face, from 0), both as this machine has them. Wrong lengths and numbers out of range are errors, whoever calls. */
#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <string.h>

#include "read.h"
#include "weld.h"

/* ---- packed arguments ------------------------------------------------------------------------------------------- */

/* Lua keeps the bytes of a string after a header of 24, so that doubles in it are aligned. */
typedef struct packed_mesh {
    const v3 *points;
    const uint32_t *corners;
    int vertices, faces;
} packed_mesh;

/* Entries of a packed string, so many bytes each; anchored by the stack. */
static const void *check_packed(lua_State *L, int arg, size_t size, int *count) {
    size_t length;
    const char *bytes = luaL_checklstring(L, arg, &length);
    luaL_argcheck(L, length % size == 0 && length / size <= MESH_MOST, arg, "packed numbers expected");
    *count = (int)(length / size);
    return bytes;
}

static packed_mesh check_mesh(lua_State *L, int arg) {
    packed_mesh mesh;
    mesh.points = check_packed(L, arg, sizeof(v3), &mesh.vertices);
    mesh.corners = check_packed(L, arg + 1, 3 * sizeof(uint32_t), &mesh.faces);
    for (int i = 0; i < 3 * mesh.faces; i++)
        luaL_argcheck(L, mesh.corners[i] < (uint32_t)mesh.vertices, arg + 1, "corner out of range");
    return mesh;
}

/* A block that Lua owns, on top of the stack. */
static void *push_block(lua_State *L, int64_t count, size_t size) {
    return lua_newuserdatauv(L, (size_t)(count > 0 ? count : 1) * size, 0);
}

static void set_packed(lua_State *L, const char *name, const void *bytes, size_t size) {
    lua_pushlstring(L, bytes, size);
    lua_setfield(L, -2, name);
}

static void set_integer(lua_State *L, const char *name, int64_t value) {
    lua_pushinteger(L, value);
    lua_setfield(L, -2, name);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static const char SCENE[] = "rigid.mesh.scene";

/* assimp's scene is not Lua's memory: the one value here with a finaliser. */
static int close_scene(lua_State *L) {
    const void **scene = luaL_checkudata(L, 1, SCENE);
    mesh_scene_close(*scene);
    *scene = NULL;
    return 0;
}

static const void **push_scene(lua_State *L) {
    const void **scene = lua_newuserdatauv(L, sizeof *scene, 0);
    *scene = NULL;
    if (luaL_newmetatable(L, SCENE)) {
        lua_pushcfunction(L, close_scene);
        lua_setfield(L, -2, "__gc");
        lua_pushboolean(L, false);
        lua_setfield(L, -2, "__metatable");
    }
    lua_setmetatable(L, -2);
    return scene;
}

static void push_part(lua_State *L, const mesh_part *part) {
    lua_createtable(L, 0, 4);
    set_integer(L, "first", part->first + 1);
    set_integer(L, "count", part->count);
    set_packed(L, "name", part->name, part->name_length);
    if (part->has_color) {
        lua_createtable(L, 4, 0);
        for (int k = 0; k < 4; k++) {
            lua_pushnumber(L, (lua_Number)part->color[k]);
            lua_rawseti(L, -2, k + 1);
        }
        lua_setfield(L, -2, "color");
    }
}

static void push_parts(lua_State *L, const mesh_part *parts, int64_t count) {
    lua_newtable(L);
    for (int64_t i = 0; i < count; i++) {
        push_part(L, &parts[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

static int push_scene_arrays(lua_State *L, const void *scene, double unit, const double map[9], mesh_counts n) {
    mesh_arrays out = {0};
    luaL_checkstack(L, 10, NULL);
    out.points = push_block(L, n.vertices, 3 * sizeof(double));
    out.corners = push_block(L, n.faces, 3 * sizeof(uint32_t));
    out.parts = push_block(L, n.parts, sizeof(mesh_part));
    out.normals = n.has_normals ? push_block(L, n.vertices, 3 * sizeof(float)) : NULL;
    out.colors = n.has_colors ? push_block(L, n.vertices, 4 * sizeof(float)) : NULL;
    mesh_scene_fill(scene, unit, map, &out);
    for (int64_t i = 0; i < 3 * n.vertices; i++)
        if (!isfinite(out.points[i]))
            return luaL_error(L, "vertex %I is not finite", (LUAI_UACINT)(i / 3 + 1));
    lua_createtable(L, 0, 16);
    set_packed(L, "points", out.points, (size_t)n.vertices * 3 * sizeof(double));
    set_packed(L, "corners", out.corners, (size_t)n.faces * 3 * sizeof(uint32_t));
    if (out.normals)
        set_packed(L, "normals", out.normals, (size_t)n.vertices * 3 * sizeof(float));
    if (out.colors)
        set_packed(L, "colors", out.colors, (size_t)n.vertices * 4 * sizeof(float));
    push_parts(L, out.parts, n.parts);
    lua_setfield(L, -2, "parts");
    return 1;
}

/* read(unit, map, name, bytes, name, bytes, ...): the file of the first name, with those it may open; map is nine packed
   doubles. A table of points, corners, parts and, where the file has them, normals and colors; or nil and the reason. */
static int read_mesh(lua_State *L) {
    double unit = luaL_checknumber(L, 1);
    int entries, count = (lua_gettop(L) - 2) / 2;
    const double *map = check_packed(L, 2, sizeof *map, &entries);
    luaL_argcheck(L, entries == 9, 2, "nine numbers expected");
    luaL_argcheck(L, count >= 1, 3, "name and bytes expected");
    mesh_file *files = push_block(L, count, sizeof *files);
    for (int i = 0; i < count; i++) {
        files[i].name = luaL_checkstring(L, 3 + 2 * i);
        files[i].bytes = luaL_checklstring(L, 4 + 2 * i, &files[i].size);
    }
    const void **scene = push_scene(L);
    char reason[400] = "";
    *scene = mesh_scene_open(files, count, reason, sizeof reason);
    mesh_counts counts;
    const char *problem = *scene ? mesh_scene_count(*scene, &counts) : reason;
    if (problem) {
        lua_pushnil(L);
        lua_pushstring(L, problem);
        return 2;
    }
    int box = lua_gettop(L);
    push_scene_arrays(L, *scene, unit, map, counts);
    mesh_scene_close(*scene);
    *(const void **)lua_touserdata(L, box) = NULL;
    return 1;
}

/* singles(doubles): the same numbers in single precision. */
static int singles(lua_State *L) {
    int count;
    const double *from = check_packed(L, 1, sizeof(double), &count);
    float *to = push_block(L, count, sizeof *to);
    for (int i = 0; i < count; i++)
        to[i] = (float)from[i];
    lua_pushlstring(L, (const char *)to, (size_t)count * sizeof *to);
    return 1;
}

/* bounds(points): the six numbers of the box around them. */
static int bounds(lua_State *L) {
    int count;
    const double *p = check_packed(L, 1, 3 * sizeof(double), &count);
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            low[k] = p[3 * i + k] < low[k] ? p[3 * i + k] : low[k];
            high[k] = p[3 * i + k] > high[k] ? p[3 * i + k] : high[k];
        }
    for (int k = 0; k < 6; k++)
        lua_pushnumber(L, k < 3 ? low[k] : high[k - 3]);
    return 6;
}

static v3 least(const v3 *points, int count) {
    v3 low = {INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < count; i++)
        low = (v3){fmin(low.x, points[i].x), fmin(low.y, points[i].y), fmin(low.z, points[i].z)};
    return low;
}

/* weld(points, corners, tolerance): the same mesh with each place once. */
static int weld(lua_State *L) {
    packed_mesh mesh = check_mesh(L, 1);
    double tolerance = luaL_checknumber(L, 3);
    luaL_argcheck(L, tolerance >= 0 && tolerance < INFINITY, 3, "a tolerance expected");
    int slots = mesh_weld_slots(mesh.vertices);
    int *place = push_block(L, mesh.vertices, sizeof *place), *first = push_block(L, mesh.vertices, sizeof *first);
    int *slot = push_block(L, slots, sizeof *slot), *next = push_block(L, mesh.vertices, sizeof *next);
    int count = mesh_weld(mesh.points, mesh.vertices, least(mesh.points, mesh.vertices), tolerance, place, first, slot, next);
    v3 *points = push_block(L, count, sizeof *points);
    uint32_t *corners = push_block(L, mesh.faces, 3 * sizeof *corners);
    for (int i = 0; i < count; i++)
        points[i] = mesh.points[first[i]];
    for (int i = 0; i < 3 * mesh.faces; i++)
        corners[i] = (uint32_t)place[mesh.corners[i]];
    lua_pushlstring(L, (const char *)points, (size_t)count * sizeof *points);
    lua_pushlstring(L, (const char *)corners, (size_t)mesh.faces * 3 * sizeof *corners);
    return 2;
}

static const luaL_Reg functions[] = {
    {"read", read_mesh}, {"singles", singles}, {"bounds", bounds}, {"weld", weld}, {NULL, NULL},
};

int luaopen_rigid_meshes(lua_State *L);

int luaopen_rigid_meshes(lua_State *L) {
    luaL_newlib(L, functions);
    lua_pushboolean(L, mesh_has_reader());
    lua_setfield(L, -2, "has_reader");
    return 1;
}
