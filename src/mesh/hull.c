/* qhull's reentrant library: one state for each hull, its own memory until closed. */
#define _POSIX_C_SOURCE 200809L
#include "hull.h"

#include <stdio.h>
#include <string.h>

#ifdef RIGID_QHULL

#include <libqhull_r/libqhull_r.h>
#include <stdlib.h>

bool mesh_has_hull(void) { return true; }

/* What qhull says in many lines, in one. */
static void explain(char *reason, size_t room) {
    char *end = strchr(reason, '\n');
    if (strstr(reason, "QH6154") || strstr(reason, "QH6013") || strstr(reason, "QH6023") || strstr(reason, "QH6214"))
        snprintf(reason, room, "flat");
    else if (end)
        *end = '\0';
}

const void *mesh_hull_open(const v3 *points, int count, char *reason, size_t room, int *faces) {
    qhT *qh = malloc(sizeof *qh); /* qhull's own, with the rest */
    v3 *copy = malloc((size_t)count * sizeof *copy);
    FILE *words = fmemopen(reason, room, "w");
    char command[] = "qhull Qt Pp";
    *faces = 0;
    if (!qh || !copy || !words) {
        if (words)
            fclose(words);
        free(copy);
        free(qh);
        snprintf(reason, room, "not enough memory");
        return NULL;
    }
    memcpy(copy, points, (size_t)count * sizeof *copy);
    qh_zero(qh, words);
    int code = count < 4 ? qh_ERRsingular : qh_new_qhull(qh, 3, count, (double *)copy, True, command, NULL, words);
    fclose(words);
    qh->ferr = qh->qhmem.ferr = stderr; /* in place of what is closed; nothing is said any more */
    if (code) {
        explain(reason, room);
        if (count < 4) {
            snprintf(reason, room, "flat");
            free(copy);
            free(qh);
        } else
            mesh_hull_close(qh);
        return NULL;
    }
    facetT *facet;
    FORALLfacets
        *faces += 1;
    return qh;
}

void mesh_hull_fill(const void *hull, const v3 *points, rigid_face *faces) {
    qhT *qh = (qhT *)(size_t)hull; /* qhull's macros want it by this name, and not constant */
    facetT *facet;
    vertexT *vertex, **vertexp;
    FORALLfacets {
        int corner[3] = {0}, k = 0;
        FOREACHvertex_(facet->vertices) {
            if (k < 3)
                corner[k++] = qh_pointid(qh, vertex->point);
        }
        v3 p = points[corner[0]], q = points[corner[1]], r = points[corner[2]];
        v3 n = {facet->normal[0], facet->normal[1], facet->normal[2]};
        bool outward = v3_dot(v3_cross(v3_sub(q, p), v3_sub(r, p)), n) >= 0;
        *faces++ = (rigid_face){corner[0], corner[outward ? 1 : 2], corner[outward ? 2 : 1]};
    }
}

void mesh_hull_close(const void *hull) {
    qhT *qh = (qhT *)(size_t)hull;
    int left, blocks;
    if (!qh)
        return;
    qh_freeqhull(qh, !qh_ALL);
    qh_memfreeshort(qh, &left, &blocks);
    free(qh);
}

#else

bool mesh_has_hull(void) { return false; }

const void *mesh_hull_open(const v3 *points, int count, char *reason, size_t room, int *faces) {
    (void)points, (void)count;
    *faces = 0;
    snprintf(reason, room, "rigid was built without qhull (apt-get install libqhull-dev, then `make build`)");
    return NULL;
}

void mesh_hull_fill(const void *hull, const v3 *points, rigid_face *faces) { (void)hull, (void)points, (void)faces; }

void mesh_hull_close(const void *hull) { (void)hull; }

#endif
