/* dexp and its inverse are polynomials of ad(theta), which satisfies ad⁵ + 2a² ad³ + a⁴ ad = 0 with a the angle: their coefficients
   are those of the power series, folded by that. A turn alone satisfies ad³ + a² ad = 0, and the same coefficients serve. */
#include "tangent.h"

/* 1 + c[0] z + c[1] z² + c[2] z³ + c[3] z⁴ */
typedef struct {
    double c[4];
} polynomial;

static v3 turned(polynomial p, v3 theta, v3 y) {
    v3 out = v3_scale(p.c[3], y);
    for (int k = 2; k >= -1; k--)
        out = v3_add(v3_scale(k < 0 ? 1 : p.c[k], y), v3_cross(theta, out));
    return out;
}

static rigid_motion screwed(polynomial p, rigid_motion theta, rigid_motion y) {
    rigid_motion out = rigid_motion_scale(p.c[3], y);
    for (int k = 2; k >= -1; k--)
        out = rigid_motion_add(rigid_motion_scale(k < 0 ? 1 : p.c[k], y), rigid_motion_cross(theta, out));
    return out;
}

/* ---- coefficients, of the square of the angle ------------------------------------------------------------------------- */

static const double small = 1.0 / 16; /* below it the series are shorter and more exact */

/* z / (1 - e⁻ᶻ) = 1 + z/2 + A z² + B z⁴: with g = a/2 cot a/2 and d = a/2 dg/da, A = (d - 2 (g - 1)) / a²,
   B = (d - (g - 1)) / a⁴. */
static polynomial inverse(double square) {
    if (square < small) {
        const double x = -square;
        return (polynomial){{0.5, 1.0 / 12 + x * x * (-1.0 / 30240 + x * (2.0 / 1209600 - x * 3.0 / 47900160)), 0,
                             -1.0 / 720 + x * (2.0 / 30240 + x * (-3.0 / 1209600 + x * 4.0 / 47900160))}};
    }
    const double half = 0.5 * sqrt(square), s = sin(half), g = half * cos(half) / s, d = 0.5 * (g - half * half / (s * s));
    return (polynomial){{0.5, (d - 2 * (g - 1)) / square, 0, (d - (g - 1)) / (square * square)}};
}

/* (1 - e⁻ᶻ) / z from sinh z / z and (cosh z - 1) / z². */
static polynomial forward(double square) {
    const double x = -square;
    if (square < small)
        return (polynomial){{-(0.5 - x * x * (1.0 / 720 + x * (2.0 / 40320 + x * 3.0 / 3628800))),
                             1.0 / 6 - x * x * (1.0 / 5040 + x * (2.0 / 362880 + x * 3.0 / 39916800)),
                             -(1.0 / 24 + x * (2.0 / 720 + x * (3.0 / 40320 + x * (4.0 / 3628800 + x * 5.0 / 479001600)))),
                             1.0 / 120 + x * (2.0 / 5040 + x * (3.0 / 362880 + x * (4.0 / 39916800 + x * 5.0 / 6227020800)))}};
    const double angle = sqrt(square), sine = sin(angle), cosine = cos(angle);
    const double s = sine / angle - 1, xs = -0.5 * (sine / angle - cosine); /* sinh z / z - 1, and x times its slope by x */
    const double c = (1 - cosine) / square, slope = (2 * (1 - cosine) - angle * sine) / (2 * square * square);
    return (polynomial){{-(c - x * slope), (2 * s - xs) / x, -slope, (xs - s) / (square * square)}};
}

/* ---- one joint -------------------------------------------------------------------------------------------------------- */

v3 rigid_rotation_rate(v3 theta, v3 w) { return turned(inverse(v3_dot(theta, theta)), theta, w); }
v3 rigid_rotation_velocity(v3 theta, v3 rate) { return turned(forward(v3_dot(theta, theta)), theta, rate); }
rigid_motion rigid_motion_rate(rigid_motion theta, rigid_motion v) {
    return screwed(inverse(v3_dot(theta.angular, theta.angular)), theta, v);
}
rigid_motion rigid_motion_velocity(rigid_motion theta, rigid_motion rate) {
    return screwed(forward(v3_dot(theta.angular, theta.angular)), theta, rate);
}

/* 2 atan(a/2) / a */
static double cayley_ratio(double a) {
    const double x = 0.5 * a;
    return x < 1e-3 ? 1 - x * x * (1.0 / 3 - x * x / 5) : atan(x) / x;
}

v3 rigid_rotation_cayley(v3 w) { return v3_scale(cayley_ratio(v3_norm(w)), w); }

/* The function f of a screw (a + εb) about a line is (f(a) + εb f'(a)) about the same line. */
rigid_motion rigid_motion_cayley(rigid_motion v) {
    const double a = v3_norm(v.angular), ratio = cayley_ratio(a), slope = 1 / (1 + 0.25 * a * a);
    const double along = a > 0 ? (slope - ratio) * v3_dot(v.linear, v.angular) / (a * a) : 0;
    return (rigid_motion){v3_add(v3_scale(ratio, v.linear), v3_scale(along, v.angular)), v3_scale(ratio, v.angular)};
}

/* ---- a model ---------------------------------------------------------------------------------------------------------- */

static v3 three(const double *x) { return (v3){x[0], x[1], x[2]}; }
static void put(double *out, v3 x) { out[0] = x.x, out[1] = x.y, out[2] = x.z; }

typedef v3 (*of_rotations)(v3, v3);
typedef rigid_motion (*of_motions)(rigid_motion, rigid_motion);

static void map(const rigid_model *model, of_rotations turn, of_motions move, const double *theta, const double *y, double *out) {
    if (out != y)
        for (int k = 0; k < model->nv; k++)
            out[k] = y[k];
    for (int i = 1; i <= model->count; i++) {
        const rigid_body *b = &model->body[i];
        const double *at = theta + b->v;
        if (b->kind == RIGID_SPHERICAL) {
            put(out + b->v, turn(three(at), three(y + b->v)));
        } else if (b->kind == RIGID_FREE) {
            const rigid_motion x = move((rigid_motion){three(at), three(at + 3)}, (rigid_motion){three(y + b->v), three(y + b->v + 3)});
            put(out + b->v, x.linear), put(out + b->v + 3, x.angular);
        }
    }
}

void rigid_tangent_rate(const rigid_model *model, const double *theta, const double *v, double *out) {
    map(model, rigid_rotation_rate, rigid_motion_rate, theta, v, out);
}
void rigid_tangent_velocity(const rigid_model *model, const double *theta, const double *rate, double *out) {
    map(model, rigid_rotation_velocity, rigid_motion_velocity, theta, rate, out);
}

static v3 turn_cayley(v3 unused, v3 w) { return (void)unused, rigid_rotation_cayley(w); }
static rigid_motion move_cayley(rigid_motion unused, rigid_motion v) { return (void)unused, rigid_motion_cayley(v); }

void rigid_tangent_cayley(const rigid_model *model, const double *v, double *out) {
    map(model, turn_cayley, move_cayley, v, v, out);
}
