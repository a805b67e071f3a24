/* Closed triangle meshes and tetrahedra. */
#include "mesh_inertia.h"

#include <float.h>

/* V = det[p q r] / 6, ∫x = V s / 4, ∫x xᵀ = V/20 (p pᵀ + q qᵀ + r rᵀ + s sᵀ), s = p + q + r. */
rigid_inertia rigid_tetrahedron(v3 p, v3 q, v3 r) {
    double V = v3_dot(p, v3_cross(q, r)) / 6, k = V / 20;
    v3 s = v3_add(p, v3_add(q, r));
    sym3 sigma = sym3_add(sym3_add(sym3_outer(k, p), sym3_outer(k, q)), sym3_add(sym3_outer(k, r), sym3_outer(k, s)));
    return (rigid_inertia){V, v3_scale(V / 4, s), sym3_complement(sigma)};
}

static rigid_inertia times(double s, rigid_inertia M) {
    return (rigid_inertia){s * M.m, v3_scale(s, M.h), sym3_scale(s, M.I)};
}

/* Zero where rounding could have made it: measured against the volumes that were summed. */
static rigid_status volume_status(double volume, double summed) {
    if (!isfinite(volume))
        return RIGID_NOT_FINITE;
    if (fabs(volume) <= 16 * DBL_EPSILON * summed)
        return RIGID_ZERO_VOLUME;
    return volume < 0 ? RIGID_INWARD : RIGID_OK;
}

rigid_status rigid_solid_tetrahedron(double density, const v3 vertices[4], rigid_inertia *M) {
    v3 p = v3_sub(vertices[1], vertices[0]), q = v3_sub(vertices[2], vertices[0]), r = v3_sub(vertices[3], vertices[0]);
    rigid_inertia unit = rigid_tetrahedron(p, q, r);
    double box = v3_norm(p) * v3_norm(q) * v3_norm(r) / 6;
    rigid_status status = volume_status(unit.m, box);
    if (status == RIGID_OK)
        *M = rigid_inertia_shift(times(density, unit), v3_neg(vertices[0]));
    return status;
}

/* ---- closedness: sort the edges, then look at neighbours ---- */

static bool edge_before(rigid_edge a, rigid_edge b) {
    int alow = a.from < a.to ? a.from : a.to, blow = b.from < b.to ? b.from : b.to;
    int ahigh = a.from < a.to ? a.to : a.from, bhigh = b.from < b.to ? b.to : b.from;
    if (alow != blow)
        return alow < blow;
    if (ahigh != bhigh)
        return ahigh < bhigh;
    return a.from < b.from;
}

static void sift_down(rigid_edge *edges, int start, int count) {
    rigid_edge e = edges[start];
    int hole = start;
    for (int child; (child = 2 * hole + 1) < count; hole = child) {
        if (child + 1 < count && edge_before(edges[child], edges[child + 1]))
            child++;
        if (!edge_before(e, edges[child]))
            break;
        edges[hole] = edges[child];
    }
    edges[hole] = e;
}

static void sort_edges(rigid_edge *edges, int count) { /* heapsort: in place, no worst case */
    for (int i = count / 2 - 1; i >= 0; i--)
        sift_down(edges, i, count);
    for (int last = count - 1; last > 0; last--) {
        rigid_edge e = edges[last];
        edges[last] = edges[0], edges[0] = e;
        sift_down(edges, 0, last);
    }
}

static bool same_edge(rigid_edge a, rigid_edge b) { return a.from == b.from && a.to == b.to; }
static bool reverse_edge(rigid_edge a, rigid_edge b) { return a.from == b.to && a.to == b.from; }

static rigid_status list_edges(const rigid_face *faces, int face_count, int vertex_count, rigid_edge *edges,
                               rigid_edge *culprit) {
    for (int f = 0; f < face_count; f++) {
        rigid_face t = faces[f];
        *culprit = (rigid_edge){t.a, t.b, f};
        if (t.a < 0 || t.b < 0 || t.c < 0 || t.a >= vertex_count || t.b >= vertex_count || t.c >= vertex_count)
            return RIGID_BAD_INDEX;
        if (t.a == t.b || t.b == t.c || t.c == t.a)
            return RIGID_DEGENERATE_FACE;
        edges[3 * f] = (rigid_edge){t.a, t.b, f};
        edges[3 * f + 1] = (rigid_edge){t.b, t.c, f};
        edges[3 * f + 2] = (rigid_edge){t.c, t.a, f};
    }
    return RIGID_OK;
}

rigid_status rigid_mesh_check(const rigid_face *faces, int face_count, int vertex_count, rigid_edge *edges,
                              rigid_edge *culprit) {
    rigid_status status = list_edges(faces, face_count, vertex_count, edges, culprit);
    if (status != RIGID_OK)
        return status;
    int count = 3 * face_count;
    sort_edges(edges, count);
    for (int i = 0; i < count; i += 2) {
        *culprit = edges[i];
        if (i + 1 < count && same_edge(edges[i], edges[i + 1]))
            return RIGID_DOUBLED_EDGE;
        if (i + 1 >= count || !reverse_edge(edges[i], edges[i + 1]))
            return RIGID_OPEN_EDGE;
        if (i + 2 < count && same_edge(edges[i + 1], edges[i + 2]))
            return RIGID_DOUBLED_EDGE;
    }
    return RIGID_OK;
}

static v3 mean_of(const v3 *vertices, int count) {
    v3 mean = v3_zero();
    for (int i = 0; i < count; i++) /* a running mean cannot overflow */
        mean = v3_add(mean, v3_div(v3_sub(vertices[i], mean), i + 1));
    return mean;
}

rigid_status rigid_mesh_inertia(const v3 *vertices, int vertex_count, const rigid_face *faces, int face_count,
                                rigid_inertia *M, double *volume) {
    v3 centre = mean_of(vertices, vertex_count);
    rigid_inertia sum = rigid_inertia_zero();
    double summed = 0;
    for (int f = 0; f < face_count; f++) {
        rigid_inertia part = rigid_tetrahedron(v3_sub(vertices[faces[f].a], centre), v3_sub(vertices[faces[f].b], centre),
                                               v3_sub(vertices[faces[f].c], centre));
        summed += fabs(part.m);
        sum = rigid_inertia_add(sum, part);
    }
    *volume = sum.m;
    rigid_status status = volume_status(sum.m, summed);
    if (status == RIGID_OK)
        *M = rigid_inertia_shift(sum, v3_neg(centre));
    return status;
}
