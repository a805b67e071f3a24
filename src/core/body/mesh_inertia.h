/* The inertia of a closed triangle mesh of uniform density: the sum over its faces of the tetrahedra they make with a
   point, exact for any closed outward-wound mesh, convex or not. Accumulated about a local point, then shifted, so that a
   mesh far from the origin keeps its digits. [THEORY: second moments; Mirtich 1996] */
#ifndef RIGID_MESH_INERTIA_H
#define RIGID_MESH_INERTIA_H

#include "inertia.h"

#endif
