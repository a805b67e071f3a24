/* Reading mesh files, for Lua. */
#include <math.h>

#include "packed.h"
#include "read.h"

static void push_part(lua_State *L, const mesh_part *part) {
    lua_createtable(L, 0, 4);
    mesh_lua_set_integer(L, "first", part->first + 1);
    mesh_lua_set_integer(L, "count", part->count);
    mesh_lua_set_packed(L, "name", part->name, part->name_length);
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

static void end_child(const void *child) { mesh_child_end((mesh_child *)(size_t)child); }

/* Ctrl-C, as lua.c and rigid handle it, sets a hook on the thread that runs or on the main one: whether one came. */
typedef struct hooks {
    lua_State *thread[2];
    lua_Hook hook[2];
    int mask[2];
} hooks;

static bool are_changed(const void *of) {
    const hooks *h = of;
    for (int i = 0; i < 2; i++)
        if (lua_gethook(h->thread[i]) != h->hook[i] || lua_gethookmask(h->thread[i]) != h->mask[i])
            return true;
    return false;
}

static hooks hooks_now(lua_State *L) {
    hooks h = {{L, NULL}, {NULL}, {0}};
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    h.thread[1] = lua_tothread(L, -1);
    lua_pop(L, 1);
    for (int i = 0; i < 2; i++)
        h.hook[i] = lua_gethook(h.thread[i]), h.mask[i] = lua_gethookmask(h.thread[i]);
    return h;
}

/* Room for what was counted: blocks on the stack. */
static mesh_arrays push_arrays(lua_State *L, mesh_counts n) {
    mesh_arrays out = {0};
    luaL_checkstack(L, 12, NULL);
    out.points = mesh_lua_push_block(L, n.vertices, 3 * sizeof(double));
    out.corners = mesh_lua_push_block(L, n.faces, 3 * sizeof(uint32_t));
    out.parts = mesh_lua_push_block(L, n.parts, sizeof(mesh_part));
    out.normals = n.has_normals ? mesh_lua_push_block(L, n.vertices, 3 * sizeof(float)) : NULL;
    out.colors = n.has_colors ? mesh_lua_push_block(L, n.vertices, 4 * sizeof(float)) : NULL;
    return out;
}

static int push_mesh(lua_State *L, mesh_counts n, const mesh_arrays *a) {
    for (int64_t i = 0; i < 3 * n.vertices; i++)
        if (!isfinite(a->points[i]))
            return mesh_lua_push_problem(L, lua_pushfstring(L, "vertex %I is not finite", (LUAI_UACINT)(i / 3 + 1)));
    lua_createtable(L, 0, 16);
    mesh_lua_set_packed(L, "points", a->points, (size_t)n.vertices * 3 * sizeof(double));
    mesh_lua_set_packed(L, "corners", a->corners, (size_t)n.faces * 3 * sizeof(uint32_t));
    if (a->normals)
        mesh_lua_set_packed(L, "normals", a->normals, (size_t)n.vertices * 3 * sizeof(float));
    if (a->colors)
        mesh_lua_set_packed(L, "colors", a->colors, (size_t)n.vertices * 4 * sizeof(float));
    push_parts(L, a->parts, n.parts);
    lua_setfield(L, -2, "parts");
    return 1;
}

/* read(unit, map, name, bytes, name, bytes, ...): the file of the first name, with those it may open; map is nine packed
   doubles. A table of points, corners, parts and, where the file has them, normals and colors; or nil and the reason. */
static int read_mesh(lua_State *L) {
    double unit = luaL_checknumber(L, 1);
    int entries, count = (lua_gettop(L) - 2) / 2;
    const double *map = mesh_lua_check_packed(L, 2, sizeof *map, &entries);
    luaL_argcheck(L, entries == 9, 2, "nine numbers expected");
    luaL_argcheck(L, count >= 1, 3, "name and bytes expected");
    mesh_file *files = mesh_lua_push_block(L, count, sizeof *files);
    for (int i = 0; i < count; i++) {
        files[i].name = luaL_checkstring(L, 3 + 2 * i);
        files[i].bytes = luaL_checklstring(L, 4 + 2 * i, &files[i].size);
    }
    mesh_handle *h = mesh_lua_push_handle(L, end_child);
    hooks before = hooks_now(L);
    h->child.asks_to_stop = are_changed;
    h->child.of = &before;
    char reason[MESH_REASON] = "";
    mesh_counts counts;
    size_t names_size;
    if (!mesh_child_begin(&h->child, files, count, unit, map, reason))
        return mesh_lua_push_problem(L, reason);
    h->of = &h->child;
    bool ok = mesh_child_counts(&h->child, &counts, &names_size, reason);
    mesh_arrays arrays = ok ? push_arrays(L, counts) : (mesh_arrays){0};
    char *names = ok ? mesh_lua_push_block(L, (int64_t)names_size, 1) : NULL;
    ok = ok && mesh_child_arrays(&h->child, &counts, &arrays, names, names_size, reason);
    mesh_lua_close_now(h);
    return ok ? push_mesh(L, counts, &arrays) : mesh_lua_push_problem(L, reason);
}

/* singles(doubles): the same numbers in single precision. */
static int singles(lua_State *L) {
    int count;
    const double *from = mesh_lua_check_packed(L, 1, sizeof(double), &count);
    float *to = mesh_lua_push_block(L, count, sizeof *to);
    for (int i = 0; i < count; i++)
        to[i] = (float)from[i];
    lua_pushlstring(L, (const char *)to, (size_t)count * sizeof *to);
    return 1;
}

const luaL_Reg mesh_lua_reading[] = {
    {"read", read_mesh},
    {"singles", singles},
    {NULL, NULL},
};
