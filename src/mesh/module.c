/* luaopen_rigid_meshes: what the Lua room rigid.mesh needs done fast. Every function takes and gives strings of packed
   numbers, so that nothing here has a state or a type of its own: points are doubles (x, y, z), corners are uint32 (three
   for each face, from 0), both as this machine has them. Wrong lengths and numbers out of range are errors, whoever calls. */
#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <string.h>

#include "../core/order.h"
#include "child.h"
#include "hull.h"
#include "sums.h"
#include "surface.h"
#include "weld.h"

/* ---- packed arguments ------------------------------------------------------------------------------------------- */

/* Lua keeps the bytes of a string after a header of 24, so that doubles in it are aligned. */
typedef struct packed_mesh {
    const v3 *points;
    const rigid_face *faces;
    int vertices, count;
} packed_mesh;

/* Entries of a packed string, so many bytes each; anchored by the stack. */
static const void *check_packed(lua_State *L, int arg, size_t size, int *count) {
    size_t length;
    const char *bytes = luaL_checklstring(L, arg, &length);
    luaL_argcheck(L, length % size == 0 && length / size <= MESH_MOST, arg, "packed numbers expected");
    *count = (int)(length / size);
    return bytes;
}

/* Points and corners, at arg and the next. */
static packed_mesh check_mesh(lua_State *L, int arg) {
    packed_mesh mesh;
    mesh.points = check_packed(L, arg, sizeof(v3), &mesh.vertices);
    mesh.faces = check_packed(L, arg + 1, sizeof(rigid_face), &mesh.count);
    for (int i = 0; i < mesh.count; i++) {
        rigid_face f = mesh.faces[i];
        bool within = f.a >= 0 && f.b >= 0 && f.c >= 0 && f.a < mesh.vertices && f.b < mesh.vertices && f.c < mesh.vertices;
        luaL_argcheck(L, within, arg + 1, "corner out of range");
    }
    return mesh;
}

/* As many entries as there should be. */
static const void *check_entries(lua_State *L, int arg, size_t size, int wanted) {
    int count;
    const void *entries = check_packed(L, arg, size, &count);
    luaL_argcheck(L, count == wanted, arg, "as many entries as faces or shells expected");
    return entries;
}

/* A block that Lua owns, on top of the stack. */
static void *push_block(lua_State *L, int64_t count, size_t size) {
    return lua_newuserdatauv(L, (size_t)(count > 0 ? count : 1) * size, 0);
}

static void set_packed(lua_State *L, const char *name, const void *bytes, size_t size) {
    lua_pushlstring(L, bytes, size);
    lua_setfield(L, -2, name);
}

static void set_number(lua_State *L, const char *name, double value) {
    lua_pushnumber(L, value);
    lua_setfield(L, -2, name);
}

static void set_integer(lua_State *L, const char *name, int64_t value) {
    lua_pushinteger(L, value);
    lua_setfield(L, -2, name);
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static const char HANDLE[] = "rigid.mesh.handle";

/* What is not Lua's memory: the process that reads, qhull's hull. The one value here with a finaliser. */
typedef struct handle {
    const void *of;
    void (*close)(const void *);
    mesh_child child; /* room for one, so that it lives as long */
} handle;

static void close_now(handle *h) {
    if (h->of)
        h->close(h->of);
    h->of = NULL;
}

static int close_handle(lua_State *L) {
    close_now(luaL_checkudata(L, 1, HANDLE));
    return 0;
}

static handle *push_handle(lua_State *L, void (*close)(const void *)) {
    handle *h = lua_newuserdatauv(L, sizeof *h, 0);
    *h = (handle){NULL, close, {0, -1}};
    if (luaL_newmetatable(L, HANDLE)) {
        lua_pushcfunction(L, close_handle);
        lua_setfield(L, -2, "__gc");
        lua_pushboolean(L, false);
        lua_setfield(L, -2, "__metatable");
    }
    lua_setmetatable(L, -2);
    return h;
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

static void end_child(const void *child) { mesh_child_end((mesh_child *)(size_t)child); }

static int push_problem(lua_State *L, const char *reason) {
    lua_pushnil(L);
    lua_pushstring(L, reason);
    return 2;
}

/* Room for what was counted: blocks on the stack. */
static mesh_arrays push_arrays(lua_State *L, mesh_counts n) {
    mesh_arrays out = {0};
    luaL_checkstack(L, 12, NULL);
    out.points = push_block(L, n.vertices, 3 * sizeof(double));
    out.corners = push_block(L, n.faces, 3 * sizeof(uint32_t));
    out.parts = push_block(L, n.parts, sizeof(mesh_part));
    out.normals = n.has_normals ? push_block(L, n.vertices, 3 * sizeof(float)) : NULL;
    out.colors = n.has_colors ? push_block(L, n.vertices, 4 * sizeof(float)) : NULL;
    return out;
}

static int push_mesh(lua_State *L, mesh_counts n, const mesh_arrays *a) {
    for (int64_t i = 0; i < 3 * n.vertices; i++)
        if (!isfinite(a->points[i]))
            return push_problem(L, lua_pushfstring(L, "vertex %I is not finite", (LUAI_UACINT)(i / 3 + 1)));
    lua_createtable(L, 0, 16);
    set_packed(L, "points", a->points, (size_t)n.vertices * 3 * sizeof(double));
    set_packed(L, "corners", a->corners, (size_t)n.faces * 3 * sizeof(uint32_t));
    if (a->normals)
        set_packed(L, "normals", a->normals, (size_t)n.vertices * 3 * sizeof(float));
    if (a->colors)
        set_packed(L, "colors", a->colors, (size_t)n.vertices * 4 * sizeof(float));
    push_parts(L, a->parts, n.parts);
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
    handle *h = push_handle(L, end_child);
    char reason[MESH_REASON] = "";
    mesh_counts counts;
    size_t names_size;
    if (!mesh_child_begin(&h->child, files, count, unit, map, reason))
        return push_problem(L, reason);
    h->of = &h->child;
    bool ok = mesh_child_counts(&h->child, &counts, &names_size, reason);
    mesh_arrays arrays = ok ? push_arrays(L, counts) : (mesh_arrays){0};
    char *names = ok ? push_block(L, (int64_t)names_size, 1) : NULL;
    ok = ok && mesh_child_arrays(&h->child, &counts, &arrays, names, names_size, reason);
    close_now(h);
    return ok ? push_mesh(L, counts, &arrays) : push_problem(L, reason);
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

static void widen(v3 *low, v3 *high, v3 p) {
    *low = (v3){fmin(low->x, p.x), fmin(low->y, p.y), fmin(low->z, p.z)};
    *high = (v3){fmax(high->x, p.x), fmax(high->y, p.y), fmax(high->z, p.z)};
}

/* bounds(points, corners): the six numbers of the box around the points that faces use. */
static int bounds(lua_State *L) {
    packed_mesh mesh = check_mesh(L, 1);
    v3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (int f = 0; f < mesh.count; f++) {
        widen(&low, &high, mesh.points[mesh.faces[f].a]);
        widen(&low, &high, mesh.points[mesh.faces[f].b]);
        widen(&low, &high, mesh.points[mesh.faces[f].c]);
    }
    double at[6] = {low.x, low.y, low.z, high.x, high.y, high.z};
    for (int k = 0; k < 6; k++)
        lua_pushnumber(L, at[k]);
    return 6;
}

/* ---- faces ------------------------------------------------------------------------------------------------------ */

static void push_faces(lua_State *L, const rigid_face *faces, int count) {
    lua_pushlstring(L, (const char *)faces, (size_t)count * sizeof *faces);
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
    rigid_face *faces = push_block(L, mesh.count, sizeof *faces);
    for (int i = 0; i < count; i++)
        points[i] = mesh.points[first[i]];
    for (int i = 0; i < mesh.count; i++)
        faces[i] = (rigid_face){place[mesh.faces[i].a], place[mesh.faces[i].b], place[mesh.faces[i].c]};
    lua_pushlstring(L, (const char *)points, (size_t)count * sizeof *points);
    push_faces(L, faces, mesh.count);
    return 2;
}

/* clean(points, corners, drop_backs): the corners worth keeping, and how many faces were collapsed, duplicates, backs. */
static int clean(lua_State *L) {
    packed_mesh mesh = check_mesh(L, 1);
    rigid_face *faces = push_block(L, mesh.count, sizeof *faces);
    int *slots = push_block(L, mesh_slots(mesh.count), sizeof *slots);
    mesh_cleaned n = mesh_clean(mesh.faces, mesh.count, lua_toboolean(L, 3), faces, slots);
    push_faces(L, faces, n.kept);
    lua_pushinteger(L, n.collapsed);
    lua_pushinteger(L, n.duplicates);
    lua_pushinteger(L, n.backs);
    return 4;
}

/* The table of edges, on top of the stack. */
static mesh_edge *push_edges(lua_State *L, packed_mesh mesh, const int *shell, const unsigned char *flip, int *slots) {
    *slots = mesh_slots(3 * mesh.count);
    mesh_edge *table = push_block(L, *slots, sizeof *table);
    mesh_edges(mesh.faces, mesh.count, shell, flip, table, *slots);
    return table;
}

/* edges(points, corners): how many edges there are, and of which kinds. */
static int edges(lua_State *L) {
    packed_mesh mesh = check_mesh(L, 1);
    int slots;
    mesh_edge *table = push_edges(L, mesh, NULL, NULL, &slots);
    mesh_edge_counts n = mesh_count_edges(table, slots);
    lua_createtable(L, 0, 6);
    set_integer(L, "edges", n.edges);
    set_integer(L, "open", n.open);
    set_integer(L, "odd", n.odd);
    set_integer(L, "unbalanced", n.unbalanced);
    set_integer(L, "doubled", n.doubled);
    set_integer(L, "crowded", n.crowded);
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
        widen(&s->low, &s->high, corner[k]);
    mesh_add_face(&s->sums, v3_sub(corner[0], centre), v3_sub(corner[1], centre), v3_sub(corner[2], centre), flipped);
}

static void push_shell(lua_State *L, const shell_sums *s) {
    lua_createtable(L, 0, 8);
    set_integer(L, "faces", s->faces);
    set_integer(L, "flips", s->flips);
    set_integer(L, "unbalanced", s->unbalanced);
    set_integer(L, "first", s->first);
    set_number(L, "volume", s->sums.solid.m);
    set_number(L, "area", s->sums.surface.m);
    set_packed(L, "low", &s->low, sizeof s->low);
    set_packed(L, "high", &s->high, sizeof s->high);
}

/* shells(points, corners): a list of shells, wound one way as far as they can be, with the fields ids (the shell of each
   face, packed int32 from 0), flips (a byte for each face) and conflicts. */
static int shells(lua_State *L) {
    packed_mesh mesh = check_mesh(L, 1);
    int slots, conflicts;
    mesh_edge *table = push_edges(L, mesh, NULL, NULL, &slots);
    int *ids = push_block(L, mesh.count, sizeof *ids), *parent = push_block(L, mesh.count, sizeof *parent);
    unsigned char *flip = push_block(L, mesh.count, 1);
    int count = mesh_shells(table, slots, mesh.count, ids, flip, parent, &conflicts);
    shell_sums *list = push_block(L, count, sizeof *list);
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
    set_integer(L, "conflicts", conflicts);
    set_packed(L, "ids", ids, (size_t)mesh.count * sizeof *ids);
    set_packed(L, "flips", flip, (size_t)mesh.count);
    return 1;
}

/* turn(points, corners, ids, flips, reversed): the corners with each face flipped that says so, or else its shell does (a
   byte for each shell), but not both. */
static int turn(lua_State *L) {
    packed_mesh mesh = check_mesh(L, 1);
    int shell_count;
    const int *ids = check_entries(L, 3, sizeof *ids, mesh.count);
    const unsigned char *flips = check_entries(L, 4, 1, mesh.count), *reversed = check_packed(L, 5, 1, &shell_count);
    rigid_face *faces = push_block(L, mesh.count, sizeof *faces);
    for (int f = 0; f < mesh.count; f++) {
        luaL_argcheck(L, ids[f] >= 0 && ids[f] < shell_count, 3, "shell out of range");
        rigid_face t = mesh.faces[f];
        bool flipped = (flips[f] != 0) != (reversed[ids[f]] != 0);
        faces[f] = flipped ? (rigid_face){t.a, t.c, t.b} : t;
    }
    push_faces(L, faces, mesh.count);
    return 1;
}

/* part(points, corners, ids, shell): the corners of one shell, numbered from 0. */
static int part(lua_State *L) {
    packed_mesh mesh = check_mesh(L, 1);
    const int *ids = check_entries(L, 3, sizeof *ids, mesh.count);
    lua_Integer wanted = luaL_checkinteger(L, 4);
    rigid_face *faces = push_block(L, mesh.count, sizeof *faces);
    int count = 0;
    for (int f = 0; f < mesh.count; f++)
        if (ids[f] == wanted)
            faces[count++] = mesh.faces[f];
    push_faces(L, faces, count);
    return 1;
}

/* ---- sums ------------------------------------------------------------------------------------------------------- */

static void push_parameters(lua_State *L, const rigid_inertia *M) {
    double p[10];
    rigid_inertia_to_parameters(M, p);
    lua_createtable(L, 10, 0);
    for (int i = 0; i < 10; i++) {
        lua_pushnumber(L, p[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/* sums(points, corners): {centre=, solid=, surface=, volumes=, area_vector=}; solid and surface are the ten parameters about
   the centre, at density one. */
static int sums(lua_State *L) {
    packed_mesh mesh = check_mesh(L, 1);
    v3 centre = mesh_centre(mesh.points, mesh.vertices);
    mesh_sums all = mesh_sum(mesh.points, mesh.faces, mesh.count, centre);
    lua_createtable(L, 0, 5);
    set_packed(L, "centre", &centre, sizeof centre);
    push_parameters(L, &all.solid);
    lua_setfield(L, -2, "solid");
    push_parameters(L, &all.surface);
    lua_setfield(L, -2, "surface");
    set_number(L, "volumes", all.volumes);
    set_number(L, "area_vector", v3_norm(all.area_vector));
    return 1;
}

/* winding(points, corners, places): how often the mesh winds around each of the packed places, as packed doubles. */
static int winding(lua_State *L) {
    packed_mesh mesh = check_mesh(L, 1);
    int count;
    const v3 *places = check_packed(L, 3, sizeof *places, &count);
    double *w = push_block(L, count, sizeof *w);
    for (int i = 0; i < count; i++)
        w[i] = mesh_winding(mesh.points, mesh.faces, mesh.count, places[i]);
    lua_pushlstring(L, (const char *)w, (size_t)count * sizeof *w);
    return 1;
}

static double area_of(packed_mesh mesh, int f) {
    v3 p = mesh.points[mesh.faces[f].a], q = mesh.points[mesh.faces[f].b], r = mesh.points[mesh.faces[f].c];
    return v3_norm(v3_cross(v3_sub(q, p), v3_sub(r, p)));
}

/* beside(points, corners, count): packed places in pairs, outside and inside of faces drawn evenly over the area: the
   golden ratio's kin fill the unit square of places in a face. [Roberts 2018, R2] */
static int beside(lua_State *L) {
    packed_mesh mesh = check_mesh(L, 1);
    int count = (int)luaL_checkinteger(L, 3), taken = 0;
    luaL_argcheck(L, count >= 0 && count <= 1 << 20, 3, "a count expected");
    v3 *places = push_block(L, 2 * (int64_t)count, sizeof *places);
    double total = 0, passed = 0;
    for (int f = 0; f < mesh.count; f++)
        total += area_of(mesh, f);
    for (int f = 0; f < mesh.count && total > 0; f++) {
        passed += area_of(mesh, f);
        for (; taken < count && (taken + 0.5) / count * total <= passed; taken++) {
            double u = fmod(0.5 + 0.7548776662466927 * taken, 1), v = fmod(0.5 + 0.5698402909980532 * taken, 1);
            mesh_beside(mesh.points[mesh.faces[f].a], mesh.points[mesh.faces[f].b], mesh.points[mesh.faces[f].c], u, v,
                        &places[2 * taken], &places[2 * taken + 1]);
        }
    }
    lua_pushlstring(L, (const char *)places, 2 * (size_t)taken * sizeof *places);
    return 1;
}

/* ---- hull ------------------------------------------------------------------------------------------------------- */

/* The points that faces use, about their centre and over their size, in a block on the stack. */
static v3 *push_used(lua_State *L, packed_mesh mesh, int *numbers, int *count) {
    v3 centre = mesh_centre(mesh.points, mesh.vertices), *used = push_block(L, mesh.vertices, sizeof *used);
    memset(numbers, 0, (size_t)mesh.vertices * sizeof *numbers);
    for (int f = 0; f < mesh.count; f++)
        numbers[mesh.faces[f].a] = numbers[mesh.faces[f].b] = numbers[mesh.faces[f].c] = 1;
    double size = 0;
    *count = 0;
    for (int i = 0; i < mesh.vertices; i++)
        if (numbers[i]) {
            used[*count] = v3_sub(mesh.points[i], centre);
            size = fmax(size, v3_norm(used[*count]));
            numbers[(*count)++] = i;
        }
    for (int i = 0; i < *count && size > 0; i++)
        used[i] = v3_div(used[i], size);
    return used;
}

/* hull(points, corners): points and corners of the convex hull of what the faces use; or nil and the reason. */
static int hull(lua_State *L) {
    packed_mesh mesh = check_mesh(L, 1);
    int *numbers = push_block(L, mesh.vertices, sizeof *numbers), count, faces;
    v3 *used = push_used(L, mesh, numbers, &count);
    handle *h = push_handle(L, mesh_hull_close);
    char reason[400] = "";
    h->of = mesh_hull_open(used, count, reason, sizeof reason, &faces);
    if (!h->of) {
        lua_pushnil(L);
        lua_pushstring(L, reason);
        return 2;
    }
    rigid_face *corners = push_block(L, faces, sizeof *corners);
    int *renumbered = push_block(L, count, sizeof *renumbered), kept = 0;
    v3 *points = push_block(L, count, sizeof *points);
    mesh_hull_fill(h->of, used, corners);
    close_now(h);
    memset(renumbered, 0xff, (size_t)count * sizeof *renumbered);
    for (int f = 0; f < faces; f++) {
        int *corner[3] = {&corners[f].a, &corners[f].b, &corners[f].c};
        for (int k = 0; k < 3; k++) {
            int was = *corner[k];
            if (renumbered[was] < 0) {
                points[kept] = mesh.points[numbers[was]];
                renumbered[was] = kept++;
            }
            *corner[k] = renumbered[was];
        }
    }
    lua_pushlstring(L, (const char *)points, (size_t)kept * sizeof *points);
    push_faces(L, corners, faces);
    return 2;
}

static const luaL_Reg functions[] = {
    {"read", read_mesh}, {"singles", singles}, {"bounds", bounds},   {"weld", weld},     {"clean", clean}, {"edges", edges}, {"shells", shells},
    {"turn", turn},      {"part", part},       {"sums", sums},       {"winding", winding}, {"beside", beside}, {"hull", hull},   {NULL, NULL},
};

int luaopen_rigid_meshes(lua_State *L);

int luaopen_rigid_meshes(lua_State *L) {
    luaL_newlib(L, functions);
    lua_pushboolean(L, mesh_has_reader());
    lua_setfield(L, -2, "has_reader");
    lua_pushboolean(L, mesh_has_hull());
    lua_setfield(L, -2, "has_hull");
    return 1;
}
