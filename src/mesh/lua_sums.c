/* Sums, winding numbers and hulls, for Lua. */
#include <math.h>
#include <string.h>

#include "../core/body/order.h"
#include "hull.h"
#include "packed.h"
#include "sums.h"

/* bounds(points, corners): the six numbers of the box around the points that faces use. */
static int bounds(lua_State *L) {
    mesh_packed mesh = mesh_lua_check_mesh(L, 1);
    v3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (int f = 0; f < mesh.count; f++) {
        mesh_lua_widen(&low, &high, mesh.points[mesh.faces[f].a]);
        mesh_lua_widen(&low, &high, mesh.points[mesh.faces[f].b]);
        mesh_lua_widen(&low, &high, mesh.points[mesh.faces[f].c]);
    }
    double at[6] = {low.x, low.y, low.z, high.x, high.y, high.z};
    for (int k = 0; k < 6; k++)
        lua_pushnumber(L, at[k]);
    return 6;
}

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
    mesh_packed mesh = mesh_lua_check_mesh(L, 1);
    v3 centre = mesh_centre(mesh.points, mesh.vertices);
    mesh_sums all = mesh_sum(mesh.points, mesh.faces, mesh.count, centre);
    lua_createtable(L, 0, 5);
    mesh_lua_set_packed(L, "centre", &centre, sizeof centre);
    push_parameters(L, &all.solid);
    lua_setfield(L, -2, "solid");
    push_parameters(L, &all.surface);
    lua_setfield(L, -2, "surface");
    mesh_lua_set_number(L, "volumes", all.volumes);
    mesh_lua_set_number(L, "area_vector", v3_norm(all.area_vector));
    return 1;
}

/* winding(points, corners, places): how often the mesh winds around each of the packed places, as packed doubles. */
static int winding(lua_State *L) {
    mesh_packed mesh = mesh_lua_check_mesh(L, 1);
    int count;
    const v3 *places = mesh_lua_check_packed(L, 3, sizeof *places, &count);
    double *w = mesh_lua_push_block(L, count, sizeof *w);
    for (int i = 0; i < count; i++)
        w[i] = mesh_winding(mesh.points, mesh.faces, mesh.count, places[i]);
    lua_pushlstring(L, (const char *)w, (size_t)count * sizeof *w);
    return 1;
}

static double area_of(mesh_packed mesh, int f) {
    v3 p = mesh.points[mesh.faces[f].a], q = mesh.points[mesh.faces[f].b], r = mesh.points[mesh.faces[f].c];
    return v3_norm(v3_cross(v3_sub(q, p), v3_sub(r, p)));
}

/* beside(points, corners, count): packed places in pairs, outside and inside of faces drawn evenly over the area: the
   golden ratio's kin fill the unit square of places in a face. [Roberts 2018, R2] */
static int beside(lua_State *L) {
    mesh_packed mesh = mesh_lua_check_mesh(L, 1);
    int count = (int)luaL_checkinteger(L, 3), taken = 0;
    luaL_argcheck(L, count >= 0 && count <= 1 << 20, 3, "a count expected");
    v3 *places = mesh_lua_push_block(L, 2 * (int64_t)count, sizeof *places);
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
static v3 *push_used(lua_State *L, mesh_packed mesh, int *numbers, int *count) {
    v3 centre = mesh_centre(mesh.points, mesh.vertices), *used = mesh_lua_push_block(L, mesh.vertices, sizeof *used);
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
    mesh_packed mesh = mesh_lua_check_mesh(L, 1);
    int *numbers = mesh_lua_push_block(L, mesh.vertices, sizeof *numbers), count, faces;
    v3 *used = push_used(L, mesh, numbers, &count);
    mesh_handle *h = mesh_lua_push_handle(L, mesh_hull_close);
    char reason[400] = "";
    h->of = mesh_hull_open(used, count, reason, sizeof reason, &faces);
    if (!h->of) {
        lua_pushnil(L);
        lua_pushstring(L, reason);
        return 2;
    }
    rigid_face *corners = mesh_lua_push_block(L, faces, sizeof *corners);
    int *renumbered = mesh_lua_push_block(L, count, sizeof *renumbered), kept = 0;
    v3 *points = mesh_lua_push_block(L, count, sizeof *points);
    mesh_hull_fill(h->of, used, corners);
    mesh_lua_close_now(h);
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
    mesh_lua_push_faces(L, corners, faces);
    return 2;
}

const luaL_Reg mesh_lua_sums[] = {
    {"bounds", bounds},
    {"sums", sums},
    {"winding", winding},
    {"beside", beside},
    {"hull", hull},
    {NULL, NULL},
};
