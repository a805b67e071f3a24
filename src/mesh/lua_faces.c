/* Faces, edges and shells, for Lua. */
#include <math.h>
#include <string.h>

#include "packed.h"
#include "sums.h"
#include "surface.h"
#include "weld.h"

static v3 least(const v3 *points, int count) {
    v3 low = {INFINITY, INFINITY, INFINITY};
    for (int i = 0; i < count; i++)
        low = (v3){fmin(low.x, points[i].x), fmin(low.y, points[i].y), fmin(low.z, points[i].z)};
    return low;
}

/* weld(points, corners, tolerance): the same mesh with each place once. */
static int weld(lua_State *L) {
    mesh_packed mesh = mesh_lua_check_mesh(L, 1);
    double tolerance = luaL_checknumber(L, 3);
    luaL_argcheck(L, tolerance >= 0 && tolerance < INFINITY, 3, "a tolerance expected");
    int slots = mesh_weld_slots(mesh.vertices);
    int *place = mesh_lua_push_block(L, mesh.vertices, sizeof *place), *first = mesh_lua_push_block(L, mesh.vertices, sizeof *first);
    int *slot = mesh_lua_push_block(L, slots, sizeof *slot), *next = mesh_lua_push_block(L, mesh.vertices, sizeof *next);
    int count = mesh_weld(mesh.points, mesh.vertices, least(mesh.points, mesh.vertices), tolerance, place, first, slot, next);
    v3 *points = mesh_lua_push_block(L, count, sizeof *points);
    rigid_face *faces = mesh_lua_push_block(L, mesh.count, sizeof *faces);
    for (int i = 0; i < count; i++)
        points[i] = mesh.points[first[i]];
    for (int i = 0; i < mesh.count; i++)
        faces[i] = (rigid_face){place[mesh.faces[i].a], place[mesh.faces[i].b], place[mesh.faces[i].c]};
    lua_pushlstring(L, (const char *)points, (size_t)count * sizeof *points);
    mesh_lua_push_faces(L, faces, mesh.count);
    return 2;
}

/* clean(points, corners, drop_backs): the corners worth keeping, and how many faces were collapsed, duplicates, backs. */
static int clean(lua_State *L) {
    mesh_packed mesh = mesh_lua_check_mesh(L, 1);
    rigid_face *faces = mesh_lua_push_block(L, mesh.count, sizeof *faces);
    int *slots = mesh_lua_push_block(L, mesh_slots(mesh.count), sizeof *slots);
    mesh_cleaned n = mesh_clean(mesh.faces, mesh.count, lua_toboolean(L, 3), faces, slots);
    mesh_lua_push_faces(L, faces, n.kept);
    lua_pushinteger(L, n.collapsed);
    lua_pushinteger(L, n.duplicates);
    lua_pushinteger(L, n.backs);
    return 4;
}

/* The table of edges, on top of the stack. */
static mesh_edge *push_edges(lua_State *L, mesh_packed mesh, const int *shell, const unsigned char *flip, int *slots) {
    *slots = mesh_slots(3 * mesh.count);
    mesh_edge *table = mesh_lua_push_block(L, *slots, sizeof *table);
    mesh_edges(mesh.faces, mesh.count, shell, flip, table, *slots);
    return table;
}

/* edges(points, corners): how many edges there are, and of which kinds. */
static int edges(lua_State *L) {
    mesh_packed mesh = mesh_lua_check_mesh(L, 1);
    int slots;
    mesh_edge *table = push_edges(L, mesh, NULL, NULL, &slots);
    mesh_edge_counts n = mesh_count_edges(table, slots);
    lua_createtable(L, 0, 6);
    mesh_lua_set_integer(L, "edges", n.edges);
    mesh_lua_set_integer(L, "open", n.open);
    mesh_lua_set_integer(L, "odd", n.odd);
    mesh_lua_set_integer(L, "unbalanced", n.unbalanced);
    mesh_lua_set_integer(L, "doubled", n.doubled);
    mesh_lua_set_integer(L, "crowded", n.crowded);
    return 1;
}

/* ---- shells ----------------------------------------------------------------------------------------------------- */

typedef struct shell_sums {
    mesh_sums sums;
    v3 low, high;
    int faces, flips, unbalanced, first;
} shell_sums;

static void add_to_shell(shell_sums *s, const v3 *points, rigid_face f, v3 centre, int number, bool flipped) {
    v3 corner[3] = {points[f.a], points[f.b], points[f.c]};
    if (s->faces++ == 0)
        *s = (shell_sums){.low = corner[0], .high = corner[0], .faces = 1, .first = number};
    s->flips += flipped;
    for (int k = 0; k < 3; k++)
        mesh_lua_widen(&s->low, &s->high, corner[k]);
    mesh_add_face(&s->sums, v3_sub(corner[0], centre), v3_sub(corner[1], centre), v3_sub(corner[2], centre), flipped);
}

static void push_shell(lua_State *L, const shell_sums *s) {
    lua_createtable(L, 0, 8);
    mesh_lua_set_integer(L, "faces", s->faces);
    mesh_lua_set_integer(L, "flips", s->flips);
    mesh_lua_set_integer(L, "unbalanced", s->unbalanced);
    mesh_lua_set_integer(L, "first", s->first);
    mesh_lua_set_number(L, "volume", s->sums.solid.m);
    mesh_lua_set_number(L, "area", s->sums.surface.m);
    mesh_lua_set_packed(L, "low", &s->low, sizeof s->low);
    mesh_lua_set_packed(L, "high", &s->high, sizeof s->high);
}

/* shells(points, corners): a list of shells, wound one way as far as they can be, with the fields ids (the shell of each
   face, packed int32 from 0), flips (a byte for each face) and conflicts. */
static int shells(lua_State *L) {
    mesh_packed mesh = mesh_lua_check_mesh(L, 1);
    int slots, conflicts;
    mesh_edge *table = push_edges(L, mesh, NULL, NULL, &slots);
    int *ids = mesh_lua_push_block(L, mesh.count, sizeof *ids), *parent = mesh_lua_push_block(L, mesh.count, sizeof *parent);
    unsigned char *flip = mesh_lua_push_block(L, mesh.count, 1);
    int count = mesh_shells(table, slots, mesh.count, ids, flip, parent, &conflicts);
    shell_sums *list = mesh_lua_push_block(L, count, sizeof *list);
    memset(list, 0, (size_t)count * sizeof *list);
    v3 centre = mesh_centre(mesh.points, mesh.vertices);
    for (int f = 0; f < mesh.count; f++)
        add_to_shell(&list[ids[f]], mesh.points, mesh.faces[f], centre, f, flip[f]);
    mesh_edges(mesh.faces, mesh.count, ids, flip, table, slots);
    for (int i = 0; i < slots; i++)
        if (table[i].up != table[i].down)
            list[table[i].shell].unbalanced++;
    lua_createtable(L, count, 3);
    for (int i = 0; i < count; i++) {
        push_shell(L, &list[i]);
        lua_rawseti(L, -2, i + 1);
    }
    mesh_lua_set_integer(L, "conflicts", conflicts);
    mesh_lua_set_packed(L, "ids", ids, (size_t)mesh.count * sizeof *ids);
    mesh_lua_set_packed(L, "flips", flip, (size_t)mesh.count);
    return 1;
}

/* turn(points, corners, ids, flips, reversed): the corners with each face flipped that says so, or else its shell does (a
   byte for each shell), but not both. */
static int turn(lua_State *L) {
    mesh_packed mesh = mesh_lua_check_mesh(L, 1);
    int shell_count;
    const int *ids = mesh_lua_check_entries(L, 3, sizeof *ids, mesh.count);
    const unsigned char *flips = mesh_lua_check_entries(L, 4, 1, mesh.count), *reversed = mesh_lua_check_packed(L, 5, 1, &shell_count);
    rigid_face *faces = mesh_lua_push_block(L, mesh.count, sizeof *faces);
    for (int f = 0; f < mesh.count; f++) {
        luaL_argcheck(L, ids[f] >= 0 && ids[f] < shell_count, 3, "shell out of range");
        rigid_face t = mesh.faces[f];
        bool flipped = (flips[f] != 0) != (reversed[ids[f]] != 0);
        faces[f] = flipped ? (rigid_face){t.a, t.c, t.b} : t;
    }
    mesh_lua_push_faces(L, faces, mesh.count);
    return 1;
}

/* part(points, corners, ids, shell): the corners of one shell, numbered from 0. */
static int part(lua_State *L) {
    mesh_packed mesh = mesh_lua_check_mesh(L, 1);
    const int *ids = mesh_lua_check_entries(L, 3, sizeof *ids, mesh.count);
    lua_Integer wanted = luaL_checkinteger(L, 4);
    rigid_face *faces = mesh_lua_push_block(L, mesh.count, sizeof *faces);
    int count = 0;
    for (int f = 0; f < mesh.count; f++)
        if (ids[f] == wanted)
            faces[count++] = mesh.faces[f];
    mesh_lua_push_faces(L, faces, count);
    return 1;
}

const luaL_Reg mesh_lua_faces[] = {
    {"weld", weld},
    {"clean", clean},
    {"edges", edges},
    {"shells", shells},
    {"turn", turn},
    {"part", part},
    {NULL, NULL},
};
