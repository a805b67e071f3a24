/* Welding by a hash of cells. Without a tolerance a cell is a point; else it is a cube of four tolerances, and what is near
   a vertex lies in one of the eight cells that the cube of two tolerances around it touches. */
#include "weld.h"

#include <stdint.h>
#include <string.h>

int mesh_weld_slots(int vertices) {
    int slots = 64;
    while (slots < 2 * vertices)
        slots *= 2;
    return slots;
}

typedef struct cell {
    uint64_t x, y, z;
} cell;

static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static int slot_of(cell c, int slots) { return (int)(mix(c.x + mix(c.y + mix(c.z))) & (uint64_t)(slots - 1)); }

static uint64_t bits_of(double x) {
    uint64_t bits;
    x += 0.0; /* -0 is 0 */
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static uint64_t step_of(double x, double size) {
    double steps = floor(x / size);
    return steps > 0 && steps < 9e15 ? (uint64_t)steps : 0;
}

static cell cell_of(v3 p, v3 low, double size) {
    if (!(size > 0))
        return (cell){bits_of(p.x), bits_of(p.y), bits_of(p.z)};
    return (cell){step_of(p.x - low.x, size), step_of(p.y - low.y, size), step_of(p.z - low.z, size)};
}

/* The place within reach of p among those of the cell's slot; -1 where there is none. */
static int find(const v3 *points, const int *first, int at, const int *next, v3 p, double tolerance) {
    for (; at >= 0; at = next[at]) {
        v3 d = v3_sub(points[first[at]], p);
        if (v3_dot(d, d) <= tolerance * tolerance)
            return at;
    }
    return -1;
}

static int find_near(const v3 *points, const int *first, const int *slots, const int *next, int slot_count, v3 p, v3 low,
                     double tolerance) {
    double size = 4 * tolerance;
    for (int k = 0; k < (size > 0 ? 8 : 1); k++) {
        v3 q = {p.x + (k & 1 ? tolerance : -tolerance), p.y + (k & 2 ? tolerance : -tolerance),
                p.z + (k & 4 ? tolerance : -tolerance)};
        int found = find(points, first, slots[slot_of(cell_of(q, low, size), slot_count)], next, p, tolerance);
        if (found >= 0)
            return found;
    }
    return -1;
}

int mesh_weld(const v3 *points, int vertices, v3 low, double tolerance, int *place, int *first, int *slots, int *next) {
    int count = 0, slot_count = mesh_weld_slots(vertices);
    for (int s = 0; s < slot_count; s++)
        slots[s] = -1;
    for (int i = 0; i < vertices; i++) {
        place[i] = find_near(points, first, slots, next, slot_count, points[i], low, tolerance);
        if (place[i] >= 0)
            continue;
        int *slot = &slots[slot_of(cell_of(points[i], low, 4 * tolerance), slot_count)];
        first[count] = i;
        next[count] = *slot;
        *slot = count;
        place[i] = count++;
    }
    return count;
}
