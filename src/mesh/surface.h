/* What triangles have in common: faces that say nothing or say it twice, edges and how often each is passed each way, and
   the shells that faces make together, wound one way as far as they can be. All scratch is the caller's. */
#ifndef RIGID_MESH_SURFACE_H
#define RIGID_MESH_SURFACE_H

#include "../core/body/mesh_inertia.h"

/* Slots of a hash table for that many entries: a power of two, at least twice as many. */
int mesh_slots(int entries);

typedef struct mesh_cleaned {
    int kept, collapsed, duplicates, backs; /* named a vertex twice; same as another; another the other way round */
} mesh_cleaned;

/* Copy the faces worth keeping to out. A face that another one backs is kept too, unless drop_backs. slots: mesh_slots(count). */
mesh_cleaned mesh_clean(const rigid_face *faces, int count, bool drop_backs, rigid_face *out, int *slots);

typedef struct mesh_edge {
    int low, high, shell;  /* vertices, low < high; 0 where shells are not told apart */
    int up, down;          /* faces that pass it from low to high, from high to low; both 0 in an empty slot */
    int first, second;     /* two of them, each 2 * face + (1 where it passes down); -1 where there is none */
} mesh_edge;

/* Fill table, of mesh_slots(3 * count). shell: by face, or null. flip: faces to be read the other way round, or null. */
void mesh_edges(const rigid_face *faces, int count, const int *shell, const unsigned char *flip, mesh_edge *table, int slots);

typedef struct mesh_edge_counts {
    int edges, open, odd, unbalanced, doubled, crowded; /* one face; odd number; not as often each way; twice one way; above two */
} mesh_edge_counts;
mesh_edge_counts mesh_count_edges(const mesh_edge *table, int slots);

/* Number the shells: faces that meet at edges of two. flip[face]: whether to read it the other way round so that its shell
   is wound one way, with the fewest faces flipped. conflicts: edges where that cannot be. parent: scratch. Returns how many. */
int mesh_shells(const mesh_edge *table, int slots, int count, int *shell, unsigned char *flip, int *parent, int *conflicts);

#endif
