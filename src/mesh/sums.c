/* Volume, surface and winding, face by face. */
#include "sums.h"

static const double pi = 3.14159265358979323846;

v3 mesh_centre(const v3 *points, int count) {
    v3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < count; i++) {
        low = (v3){fmin(low.x, points[i].x), fmin(low.y, points[i].y), fmin(low.z, points[i].z)};
        high = (v3){fmax(high.x, points[i].x), fmax(high.y, points[i].y), fmax(high.z, points[i].z)};
    }
    return count > 0 ? v3_add(v3_scale(0.5, low), v3_scale(0.5, high)) : v3_zero();
}

/* A = |n|, n = (q − p)×(r − p)/2; ∫x = A s/3, ∫x xᵀ = A/12 (p pᵀ + q qᵀ + r rᵀ + s sᵀ), s = p + q + r. */
static rigid_inertia triangle(v3 p, v3 q, v3 r, v3 *n) {
    *n = v3_scale(0.5, v3_cross(v3_sub(q, p), v3_sub(r, p)));
    double A = v3_norm(*n), k = A / 12;
    v3 s = v3_add(p, v3_add(q, r));
    sym3 sigma = sym3_add(sym3_add(sym3_outer(k, p), sym3_outer(k, q)), sym3_add(sym3_outer(k, r), sym3_outer(k, s)));
    return (rigid_inertia){A, v3_scale(A / 3, s), sym3_complement(sigma)};
}

void mesh_add_face(mesh_sums *sums, v3 p, v3 q, v3 r, bool flipped) {
    v3 n, second = flipped ? r : q, third = flipped ? q : r;
    rigid_inertia part = rigid_tetrahedron(p, second, third);
    sums->solid = rigid_inertia_add(sums->solid, part);
    sums->volumes += fabs(part.m);
    sums->surface = rigid_inertia_add(sums->surface, triangle(p, second, third, &n));
    sums->area_vector = v3_add(sums->area_vector, n);
}

mesh_sums mesh_sum(const v3 *points, const rigid_face *faces, int count, v3 centre) {
    mesh_sums sums = {rigid_inertia_zero(), rigid_inertia_zero(), 0, v3_zero()};
    for (int f = 0; f < count; f++)
        mesh_add_face(&sums, v3_sub(points[faces[f].a], centre), v3_sub(points[faces[f].b], centre),
                      v3_sub(points[faces[f].c], centre), false);
    return sums;
}

/* tan(Ω/2) = a·(b×c) / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|) */
static double half_solid_angle(v3 a, v3 b, v3 c) {
    double la = v3_norm(a), lb = v3_norm(b), lc = v3_norm(c);
    return atan2(v3_dot(a, v3_cross(b, c)), la * lb * lc + v3_dot(a, b) * lc + v3_dot(b, c) * la + v3_dot(c, a) * lb);
}

double mesh_winding(const v3 *points, const rigid_face *faces, int count, v3 at) {
    double sum = 0;
    for (int f = 0; f < count; f++)
        sum += half_solid_angle(v3_sub(points[faces[f].a], at), v3_sub(points[faces[f].b], at), v3_sub(points[faces[f].c], at));
    return sum / (2 * pi);
}

void mesh_beside(v3 p, v3 q, v3 r, double u, double v, v3 *outside, v3 *inside) {
    v3 e = v3_sub(q, p), f = v3_sub(r, p), n = v3_cross(e, f);
    double length = v3_norm(n), root = sqrt(u);
    v3 at = v3_add(p, v3_add(v3_scale(root * (1 - v), e), v3_scale(root * v, f)));
    v3 step = length > 0 ? v3_scale(1e-4 * sqrt(length) / length, n) : v3_zero();
    *outside = v3_add(at, step);
    *inside = v3_sub(at, step);
}
