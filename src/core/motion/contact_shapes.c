/* Nearest points, of shapes and half-spaces by their support, of round shapes by the nearest points of two lines. */
#include "contact_shapes.h"
#include "../body/transform.h"

bool rigid_is_round(const rigid_contact *a) { return a->kind == RIGID_CONTACT_SPHERE || a->kind == RIGID_CONTACT_CAPSULE; }

int rigid_nearest_most(const rigid_contact *a) {
    switch (a->kind) {
    case RIGID_CONTACT_POINT:
    case RIGID_CONTACT_SPHERE:
        return 1;
    case RIGID_CONTACT_CAPSULE:
        return 2;
    case RIGID_CONTACT_HULL:
        return a->count < RIGID_PAIR_POINTS ? a->count : RIGID_PAIR_POINTS;
    default:
        return RIGID_PAIR_POINTS;
    }
}

/* ---- against a half-space --------------------------------------------------------------------------------------------- */

/* The ball of that radius about c: its point that stands deepest. */
static rigid_nearest ball_on(const rigid_ground *g, v3 c, double radius, int id) {
    return (rigid_nearest){id, v3_add_scaled(c, -radius, g->normal), g->normal, v3_dot(g->normal, c) - radius - g->offset};
}

static v3 along_z(const rigid_contact *a, rigid_transform X, double sign) {
    return rigid_transform_point(X, (v3){0, 0, sign * a->half.z});
}

static int corners_of_box(const rigid_contact *a, rigid_transform X, const rigid_ground *g, rigid_nearest *out) {
    for (int k = 0; k < 8; k++) {
        const v3 corner = {k & 1 ? a->half.x : -a->half.x, k & 2 ? a->half.y : -a->half.y, k & 4 ? a->half.z : -a->half.z};
        out[k] = ball_on(g, rigid_transform_point(X, corner), 0, k);
    }
    return 8;
}

/* A cylinder that stands so nearly upright has no lowest point of a rim. */
static const double upright = 1e-7;

static int points_of_rims(const rigid_contact *a, rigid_transform X, const rigid_ground *g, rigid_nearest *out) {
    const v3 down = m3_tmul_v3(X.R, v3_neg(g->normal)), flat = {down.x, down.y, 0};
    const double tilt = v3_norm(flat);
    const v3 d = tilt < upright ? (v3){1, 0, 0} : v3_scale(1 / tilt, flat);
    const v3 spoke[4] = {d, {-d.y, d.x, 0}, {-d.x, -d.y, 0}, {d.y, -d.x, 0}};
    for (int k = 0; k < 8; k++) {
        const v3 r = v3_scale(a->radius, spoke[k & 3]);
        out[k] = ball_on(g, rigid_transform_point(X, (v3){r.x, r.y, k & 4 ? a->half.z : -a->half.z}), 0, k);
    }
    return 8;
}

/* ---- hulls ------------------------------------------------------------------------------------------------------------ */

/* Corners that are no higher than that above the lowest, in parts of the hull's size, carry it together. */
static const double together = 1e-6;

static double height_of(const rigid_contact *a, v3 down, int k) { return -v3_dot(down, a->corner[k]); }

/* The corner farthest along d among those not above `most`. */
static int farthest(const rigid_contact *a, v3 down, v3 d, double most) {
    int best = -1;
    for (int k = 0; k < a->count; k++)
        if (height_of(a, down, k) <= most && (best < 0 || v3_dot(d, a->corner[k]) > v3_dot(d, a->corner[best])))
            best = k;
    return best;
}

static bool is_among(const rigid_nearest *list, int count, int id) {
    for (int i = 0; i < count; i++)
        if (list[i].id == id)
            return true;
    return false;
}

static int corners_of_hull(const rigid_contact *a, rigid_transform X, const rigid_ground *g, rigid_nearest *out) {
    const v3 down = m3_tmul_v3(X.R, v3_neg(g->normal));
    int lowest = 0, count = 0, low = 0;
    double size = 0;
    for (int k = 0; k < a->count; k++) {
        size = fmax(size, v3_max_abs(a->corner[k]));
        lowest = height_of(a, down, k) < height_of(a, down, lowest) ? k : lowest;
    }
    const double most = height_of(a, down, lowest) + together * size;
    for (int k = 0; k < a->count; k++)
        low += height_of(a, down, k) <= most;
    out[count++] = ball_on(g, rigid_transform_point(X, a->corner[lowest]), 0, lowest);
    const v3 least = fabs(down.x) < 0.6 ? (v3){1, 0, 0} : (v3){0, 1, 0}, x = v3_cross(down, least), y = v3_cross(down, x);
    for (int k = 0; k < 8 && low > 1; k++) {
        const double c = cos(k * 0.78539816339744831), s = sin(k * 0.78539816339744831);
        const int id = farthest(a, down, v3_add(v3_scale(c / v3_norm(x), x), v3_scale(s / v3_norm(y), y)), most);
        if (count < RIGID_PAIR_POINTS && !is_among(out, count, id))
            out[count] = ball_on(g, rigid_transform_point(X, a->corner[id]), 0, id), count++;
    }
    return count;
}

int rigid_nearest_ground(const rigid_contact *a, rigid_transform X, const rigid_ground *g, rigid_nearest *out) {
    switch (a->kind) {
    case RIGID_CONTACT_POINT:
        return out[0] = ball_on(g, X.p, 0, 0), 1;
    case RIGID_CONTACT_SPHERE:
        return out[0] = ball_on(g, X.p, a->radius, 0), 1;
    case RIGID_CONTACT_CAPSULE:
        out[0] = ball_on(g, along_z(a, X, -1), a->radius, 0), out[1] = ball_on(g, along_z(a, X, 1), a->radius, 1);
        return 2;
    case RIGID_CONTACT_BOX:
        return corners_of_box(a, X, g, out);
    case RIGID_CONTACT_CYLINDER:
        return points_of_rims(a, X, g, out);
    case RIGID_CONTACT_HULL:
    default:
        return corners_of_hull(a, X, g, out);
    }
}

/* ---- against each other ----------------------------------------------------------------------------------------------- */

/* The middle line of a round shape: from c - h to c + h. */
typedef struct {
    v3 c, h;
    double radius;
} line;

static line middle_of(const rigid_contact *a, rigid_transform X) {
    const v3 h = a->kind == RIGID_CONTACT_CAPSULE ? m3_mul_v3(X.R, (v3){0, 0, a->half.z}) : v3_zero();
    return (line){X.p, h, a->radius};
}

static double clamp(double x) { return fmin(fmax(x, -1), 1); }

/* The ball about p of a against that about r of b; false where they have no direction. */
static bool touch(line a, v3 p, line b, v3 r, int id, rigid_nearest *out) {
    const v3 way = v3_sub(p, r);
    const double far = v3_norm(way);
    if (!(far > 0))
        return false;
    const v3 n = v3_scale(1 / far, way);
    *out = (rigid_nearest){id, v3_add_scaled(p, -a.radius, n), n, far - a.radius - b.radius};
    return true;
}

static v3 at(line a, double s) { return v3_add_scaled(a.c, s, a.h); }

/* Where on the line, from -1 to 1, it is nearest to p. */
static double nearest_to(line a, v3 p) {
    const double square = v3_dot(a.h, a.h);
    return square > 0 ? clamp(v3_dot(v3_sub(p, a.c), a.h) / square) : 0;
}

/* Least of |a.c + s a.h - b.c - t b.h|² on the square, by its normal equations, then each end in turn. [Ericson 2005, §5.1.9] */
static int cross(line a, line b, rigid_nearest *out) {
    const v3 d = v3_sub(a.c, b.c);
    const double A = v3_dot(a.h, a.h), B = v3_dot(a.h, b.h), C = v3_dot(b.h, b.h), D = v3_dot(a.h, d), E = v3_dot(b.h, d);
    double s = clamp((B * E - C * D) / (A * C - B * B));
    const double t = nearest_to(b, at(a, s));
    s = nearest_to(a, at(b, t));
    return touch(a, at(a, s), b, at(b, t), 0, out);
}

/* Parallel: the ends of what of a lies beside b. */
static int beside(line a, line b, rigid_nearest *out) {
    const double from = nearest_to(a, at(b, -1)), to = nearest_to(a, at(b, 1));
    int count = touch(a, at(a, from), b, at(b, nearest_to(b, at(a, from))), 1, out);
    if (fabs(to - from) > 1e-9)
        count += touch(a, at(a, to), b, at(b, nearest_to(b, at(a, to))), 2, out + count);
    return count;
}

int rigid_nearest_pair(const rigid_contact *a, rigid_transform X, const rigid_contact *b, rigid_transform Y, rigid_nearest *out) {
    const line of_a = middle_of(a, X), of_b = middle_of(b, Y);
    const v3 normal = v3_cross(of_a.h, of_b.h);
    if (v3_is_zero(of_a.h))
        return touch(of_a, of_a.c, of_b, at(of_b, nearest_to(of_b, of_a.c)), 0, out);
    if (v3_is_zero(of_b.h))
        return touch(of_a, at(of_a, nearest_to(of_a, of_b.c)), of_b, of_b.c, 0, out);
    if (v3_dot(normal, normal) < 1e-14 * v3_dot(of_a.h, of_a.h) * v3_dot(of_b.h, of_b.h))
        return beside(of_a, of_b, out);
    return cross(of_a, of_b, out);
}
