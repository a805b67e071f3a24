/* Sums over the faces of a mesh, about a point near it, so that a mesh far from the origin keeps its digits.
   [THEORY: second moments] */
#ifndef RIGID_MESH_SUMS_H
#define RIGID_MESH_SUMS_H

#include "../core/body/mesh_inertia.h"

typedef struct mesh_sums {
    rigid_inertia solid;   /* density one: its mass is the signed volume, what is wound twice counts twice */
    rigid_inertia surface; /* area density one: its mass is the area */
    double volumes;        /* of the tetrahedra, without their signs: what rounding is measured against */
    v3 area_vector;        /* of a closed surface zero */
} mesh_sums;

/* The middle of the box around the points. */
v3 mesh_centre(const v3 *points, int count);
mesh_sums mesh_sum(const v3 *points, const rigid_face *faces, int count, v3 centre);
/* One face alone; flipped, if so. */
void mesh_add_face(mesh_sums *sums, v3 p, v3 q, v3 r, bool flipped);

/* How often the surface winds around a point: 1 inside of a closed mesh wound outward, 0 outside, a fraction near a hole.
   [van Oosterom and Strackee 1983; Jacobson, Kavan, Sorkine-Hornung 2013] */
double mesh_winding(const v3 *points, const rigid_face *faces, int count, v3 at);

/* Two points beside the face, on the outside and on the inside, a ten-thousandth of its size from the place in it that two
   numbers from 0 to 1 say. */
void mesh_beside(v3 p, v3 q, v3 r, double u, double v, v3 *outside, v3 *inside);

#endif
