/* The inertia of a closed triangle mesh of uniform density: the sum over its faces of the tetrahedra they make with a
   point, exact for any closed outward-wound mesh, convex or not. Accumulated about a local point, then shifted, so that a
   mesh far from the origin keeps its digits. [THEORY: second moments; Mirtich 1996] */
#ifndef RIGID_MESH_INERTIA_H
#define RIGID_MESH_INERTIA_H

#include "inertia.h"

typedef struct {
    int a, b, c; /* 0-based vertex numbers, counter-clockwise seen from outside */
} rigid_face;

typedef struct {
    int from, to, face;
} rigid_edge;

/* Of density one (mass is the signed volume): the tetrahedron (0, p, q, r), about the origin. */
rigid_inertia rigid_tetrahedron(v3 p, v3 q, v3 r);
/* The same for any four vertices; RIGID_ZERO_VOLUME or RIGID_INWARD where it is flat or turned inside out. */
rigid_status rigid_solid_tetrahedron(double density, const v3 vertices[4], rigid_inertia *M);

/* Every edge of every face must be matched by its reverse exactly once. edges: scratch of 3 * face_count. On failure
   *culprit is the offending edge (or face, in .face). */
rigid_status rigid_mesh_check(const rigid_face *faces, int face_count, int vertex_count, rigid_edge *edges,
                              rigid_edge *culprit);
/* About the frame's origin, density one. The mesh must have passed rigid_mesh_check. RIGID_ZERO_VOLUME, RIGID_INWARD
   (and then *volume is the signed volume, as always). */
rigid_status rigid_mesh_inertia(const v3 *vertices, int vertex_count, const rigid_face *faces, int face_count,
                                rigid_inertia *M, double *volume);

#endif
