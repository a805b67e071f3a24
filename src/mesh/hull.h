/* The convex hull of points, through qhull. Built without qhull, there is none, and the reason says so. */
#ifndef RIGID_MESH_HULL_H
#define RIGID_MESH_HULL_H

#include <stddef.h>

#include "../core/body/mesh_inertia.h"

bool mesh_has_hull(void);
/* A hull to fill from and close, with its number of triangles; null with the reason, cut to fit: "flat" where all points
   lie in a plane. The points should be of the order of one. */
const void *mesh_hull_open(const v3 *points, int count, char *reason, size_t room, int *faces);
/* Its triangles, wound outward, by the numbers of the points. */
void mesh_hull_fill(const void *hull, const v3 *points, rigid_face *faces);
void mesh_hull_close(const void *hull);

#endif
