/* Vertices at the same place made one: what formats that repeat a corner for every face (STL) have lost. A vertex within
   the tolerance of one that came before it moves there, so that none moves by more; without a tolerance none moves. */
#ifndef RIGID_MESH_WELD_H
#define RIGID_MESH_WELD_H

#include "../core/numbers/vec3.h"

/* Slots of scratch for that many vertices: a power of two. */
int mesh_weld_slots(int vertices);
/* place[i]: the number of the vertex's place; first[place]: the vertex that is there. Returns how many places there are.
   low: the least corner of the box around the points. slots, next: scratch, of mesh_weld_slots and vertices. */
int mesh_weld(const v3 *points, int vertices, v3 low, double tolerance, int *place, int *first, int *slots, int *next);

#endif
