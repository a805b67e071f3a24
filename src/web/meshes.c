/* Mesh files in a page: three.js's loaders read them there (web/engine/meshes.js), in the same worker, where the program has assimp in
   a process of its own (src/mesh/child.h). One is read at a time; what is held of it is one block, freed at the end. */
#include "../mesh/child.h"
#include "web.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    rigid_web_mesh *mesh;
    double map[9];
} held;

bool mesh_has_reader(void) { return true; }

static const float *points_of(const rigid_web_mesh *m) { return (const float *)(m + 1); }
static const uint32_t *corners_of(const rigid_web_mesh *m) { return (const uint32_t *)(points_of(m) + 3 * m->vertices); }
static const int32_t *parts_of(const rigid_web_mesh *m) { return (const int32_t *)(corners_of(m) + 3 * m->faces); }
static const char *names_of(const rigid_web_mesh *m) { return (const char *)(parts_of(m) + 3 * m->parts); }

bool mesh_child_begin(mesh_child *child, const mesh_file *files, int count, double unit, const double map[9], char *reason) {
    (void)child, (void)count, (void)unit; /* of Collada alone, which is refused */
    memcpy(held.map, map, sizeof held.map);
    held.mesh = rigid_web_read_mesh(files[0].name, files[0].bytes, files[0].size, reason, MESH_REASON);
    return held.mesh;
}

bool mesh_child_counts(mesh_child *child, mesh_counts *counts, size_t *names, char *reason) {
    (void)child;
    const rigid_web_mesh *m = held.mesh;
    *counts = (mesh_counts){.vertices = m->vertices, .faces = m->faces, .parts = m->parts};
    *names = (size_t)m->names;
    if (m->faces > 0 && m->vertices <= MESH_MOST && m->faces <= MESH_MOST)
        return true;
    snprintf(reason, MESH_REASON, m->faces > 0 ? "it has more than 67 million triangles or vertices" : "it has no triangles");
    return false;
}

/* p' = map p */
static void place(double to[3], const float from[3]) {
    for (int k = 0; k < 3; k++)
        to[k] = held.map[3 * k] * (double)from[0] + held.map[3 * k + 1] * (double)from[1] + held.map[3 * k + 2] * (double)from[2];
}

static bool mirrors(const double a[9]) {
    return a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6]) < 0;
}

bool mesh_child_arrays(mesh_child *child, const mesh_counts *counts, const mesh_arrays *arrays, char *names, size_t size,
                       char *reason) {
    (void)child, (void)counts, (void)reason;
    const rigid_web_mesh *m = held.mesh;
    const int32_t *part = parts_of(m);
    int second = mirrors(held.map) ? 2 : 1;
    for (int i = 0; i < m->vertices; i++)
        place(arrays->points + 3 * i, points_of(m) + 3 * i);
    for (int i = 0; i < m->faces; i++) {
        const uint32_t *from = corners_of(m) + 3 * i;
        memcpy(arrays->corners + 3 * i, (uint32_t[3]){from[0], from[second], from[3 - second]}, sizeof(uint32_t[3]));
    }
    memcpy(names, names_of(m), size);
    for (int i = 0; i < m->parts; i++, names += part[2], part += 3)
        arrays->parts[i] = (mesh_part){.first = part[0], .count = part[1], .name = names, .name_length = (size_t)part[2]};
    return true;
}

void mesh_child_end(mesh_child *child) {
    (void)child;
    free(held.mesh);
    held.mesh = NULL;
}
