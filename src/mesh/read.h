/* A scene read by assimp, as flat arrays. The reader sees the bytes it is given and no file: what a mesh refers to (the
   materials of an OBJ) is handed over by name, beforehand. Coordinates come as assimp holds them, single precision;
   they are placed, scaled and given in double. Built without assimp, every scene is null with the reason ABSENT. */
#ifndef RIGID_MESH_READ_H
#define RIGID_MESH_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct mesh_file {
    const char *name, *bytes;
    size_t size;
} mesh_file;

typedef struct mesh_part {
    int64_t first, count; /* of faces */
    const char *name;     /* not terminated; as long as the scene lives */
    size_t name_length;
    float color[4];
    bool has_color;
} mesh_part;

typedef struct mesh_counts {
    int64_t vertices, faces, parts;
    bool has_normals, has_colors; /* of vertices: all parts have normals; some part has colours */
} mesh_counts;

/* Room for what mesh_scene_count counted; normals and colors may be null. */
typedef struct mesh_arrays {
    double *points;    /* 3 for each vertex, m */
    uint32_t *corners; /* 3 for each face, from 0, counter-clockwise seen from outside */
    float *normals;    /* 3 for each vertex, unit length or zero */
    float *colors;     /* 4 for each vertex */
    mesh_part *parts;
} mesh_arrays;

enum { MESH_MOST = 1 << 26 }; /* vertices, and faces */

bool mesh_has_reader(void);
/* The scene of files[0], whose name ends in what it is (".stl"); null with the reason, cut to fit. */
const void *mesh_scene_open(const mesh_file *files, int count, char *reason, size_t room);
void mesh_scene_close(const void *scene);
/* Null, or why it cannot be taken. */
const char *mesh_scene_count(const void *scene, mesh_counts *counts);
/* unit: metres per unit of the file, which assimp has rounded; 0 where it has none. map: applied to all that comes of it;
   where it mirrors, faces are wound the other way round. */
void mesh_scene_fill(const void *scene, double unit, const double map[9], const mesh_arrays *arrays);

#endif
