/* Reading in a process of its own. What assimp does with a malformed file (it may abort, run away or take all memory) ends
   there, and comes back as a reason. What comes from the child is checked like anything from outside. */
#ifndef RIGID_MESH_CHILD_H
#define RIGID_MESH_CHILD_H

#include <sys/types.h>

#include "read.h"

enum { MESH_REASON = 400 };

typedef struct mesh_child {
    pid_t pid; /* 0: none */
    int from;  /* what it writes, to be read; -1: closed */
    bool (*asks_to_stop)(const void *of);
    const void *of; /* for asks_to_stop */
} mesh_child;

/* Begin to read, for a child that knows whom to ask; false with the reason. */
bool mesh_child_begin(mesh_child *child, const mesh_file *files, int count, double unit, const double map[9], char *reason);
/* What will come, within MESH_MOST; false with the reason. */
bool mesh_child_counts(mesh_child *child, mesh_counts *counts, size_t *names, char *reason);
/* Fill the arrays that were counted, and names, which the parts then point into. */
bool mesh_child_arrays(mesh_child *child, const mesh_counts *counts, const mesh_arrays *arrays, char *names, size_t size,
                       char *reason);
/* End it, whatever it does. */
void mesh_child_end(mesh_child *child);

#endif
