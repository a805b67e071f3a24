/* What each closing joint does not let through: wrenches on b, orthonormal, and how far off b is along them. Near where the loop is
   closed, the rate of an error is its wrench times the velocity of b against a, whichever way that goes. */
#include "loops.h"
#include "../body/force.h"
#include "../body/transform.h"
#include "../tree/kernel.h"
#include "../tree/kinematics.h"

#include <math.h>
#include <string.h>

int rigid_loop_equations(const rigid_loop *loop) {
    if (loop->kind == RIGID_LOOP_JOINT)
        return 6 - rigid_joint_type_nv(loop->joint);
    return loop->kind == RIGID_LOOP_LINE ? 2 : 1;
}

/* ---- what a closing joint does not let through -------------------------------------------------------------------------- */

/* How far a loop is from closed, by its rows: the wrenches T on b, and the errors whose rates are Tᵀ(v_b - X_ba v_a). */
typedef struct {
    rigid_force T[RIGID_LOOP_ROWS_MAX];
    double error[RIGID_LOOP_ROWS_MAX];
    int count;
} rows;

static void push(rows *r, v3 error, v3 along) {
    r->T[r->count] = (rigid_force){along, {0, 0, 0}};
    r->error[r->count++] = v3_dot(error, along);
}
static void turn(rows *r, v3 error, v3 about) {
    r->T[r->count] = (rigid_force){{0, 0, 0}, about};
    r->error[r->count++] = v3_dot(error, about);
}

typedef struct {
    v3 x, y;
} pair;

/* Two unit vectors across a unit axis and each other. */
static pair across(v3 a) {
    const double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    const v3 least = x <= y && x <= z ? (v3){1, 0, 0} : y <= z ? (v3){0, 1, 0} : (v3){0, 0, 1};
    const v3 first = v3_cross(least, a), unit = v3_scale(1 / v3_norm(first), first);
    return (pair){unit, v3_cross(a, unit)};
}

static void push_all(rows *r, v3 p) { push(r, p, (v3){1, 0, 0}), push(r, p, (v3){0, 1, 0}), push(r, p, (v3){0, 0, 1}); }
static void push_across(rows *r, v3 p, v3 axis) { push(r, p, across(axis).x), push(r, p, across(axis).y); }
static void turn_all(rows *r, v3 w) { turn(r, w, (v3){1, 0, 0}), turn(r, w, (v3){0, 1, 0}), turn(r, w, (v3){0, 0, 1}); }

/* The least turn from one unit vector to another; where they are opposite, half a turn about `aside`. */
static v3 turn_between(v3 from, v3 to, v3 aside) {
    const v3 n = v3_cross(from, to);
    const double sine = v3_norm(n), angle = atan2(sine, v3_dot(from, to));
    return sine > 0 ? v3_scale(angle / sine, n) : v3_scale(angle, aside);
}

/* The axis, fixed in both frames, must be the same: seen in b, what turns Rᵀa to a is left. */
static v3 turn_left(m3 R, v3 axis) { return turn_between(m3_tmul_v3(R, axis), axis, across(axis).x); }
static void turn_across(rows *r, v3 left, v3 axis) { turn(r, left, across(axis).x), turn(r, left, across(axis).y); }

/* p with the turn taken back that is left: how far off it is then changes with the velocity of b's origin alone, as the rows say,
   also where p is long. */
static v3 turned_back(v3 left, v3 p) { return m3_mul_v3(rigid_rotation_exp(left), p); }

/* On the axis, turned about it as it likes. */
static void ride(rows *r, v3 left, v3 p, v3 axis) { push_across(r, turned_back(left, p), axis), turn_across(r, left, axis); }

/* Along the axis as many times the pitch as about it, whatever the turns: of the branches of the angle the nearest. */
static void slide(rows *r, const rigid_loop *l, m3 R, v3 p) {
    const double about = v3_dot(rigid_rotation_log(R), l->axis), lead = 2 * 3.14159265358979323846 * l->pitch;
    const double unit = 1 / sqrt(1 + l->pitch * l->pitch), off = v3_dot(p, l->axis) - l->pitch * about;
    r->T[r->count] = (rigid_force){v3_scale(unit, l->axis), v3_scale(-unit * l->pitch, l->axis)};
    r->error[r->count++] = unit * (lead == 0 ? off : off - lead * nearbyint(off / lead));
}

/* The two axes keep their angle: about their common normal nothing turns. Where they have become parallel, about any normal. */
static void cross_axes(rows *r, const rigid_loop *l, m3 R) {
    const v3 first = m3_tmul_v3(R, l->axis), n = v3_cross(first, l->axis2);
    const double size = v3_norm(n), meant = atan2(v3_norm(v3_cross(l->axis, l->axis2)), v3_dot(l->axis, l->axis2));
    r->T[r->count] = (rigid_force){{0, 0, 0}, size > 0 ? v3_scale(1 / size, n) : across(l->axis2).x};
    r->error[r->count++] = atan2(size, v3_dot(first, l->axis2)) - meant;
}

/* Orthonormal again, each with the error along it. */
static void straighten(rows *r) {
    for (int i = 0; i < r->count; i++) {
        rigid_force *T = &r->T[i];
        for (int j = 0; j < i; j++) {
            const double along = v3_dot(T->linear, r->T[j].linear) + v3_dot(T->angular, r->T[j].angular);
            *T = rigid_force_sub(*T, rigid_force_scale(along, r->T[j]));
            r->error[i] -= along * r->error[j];
        }
        const double size = sqrt(v3_dot(T->linear, T->linear) + v3_dot(T->angular, T->angular));
        *T = rigid_force_scale(1 / size, *T);
        r->error[i] /= size;
    }
}

static void screw(rows *r, const rigid_loop *l, m3 R, v3 p) {
    ride(r, turn_left(R, l->axis), p, l->axis), slide(r, l, R, p);
}

/* About an axis through a point of both frames: as from there, seen from b's own origin. */
static void screw_aside(rows *r, const rigid_loop *l, m3 R, v3 p) {
    const v3 point = l->point;
    screw(r, l, R, v3_add(p, v3_sub(point, m3_tmul_v3(R, point))));
    for (int i = 0; i < r->count; i++)
        r->T[i].angular = v3_add(r->T[i].angular, v3_cross(point, r->T[i].linear));
    straighten(r);
}

/* What a loop that is closed by a joint holds, a row for each freedom that the joint takes away. */
typedef enum { NOTHING, WELD, HINGE, SLIDE, THREAD, THREAD_ASIDE, CROSS, RAIL, POINT, PLANE } closing;
static const closing closing_of[RIGID_JOINT_TYPES] = {
#define NO_PART(KIND, place)
#define CLOSING(TYPE, closing, parts) [RIGID_JOINT_##TYPE] = closing,
    RIGID_JOINT_TYPE_LIST(CLOSING, NO_PART)
#undef CLOSING
#undef NO_PART
};

static void close_joint(rows *r, const rigid_loop *l, m3 R, v3 p) {
    v3 left;
    switch (closing_of[l->joint]) {
    case HINGE:
        push_all(r, p), turn_across(r, turn_left(R, l->axis), l->axis);
        break;
    case SLIDE:
        left = rigid_rotation_log(R);
        push_across(r, turned_back(left, p), l->axis), turn_all(r, left);
        break;
    case THREAD:
        screw(r, l, R, p);
        break;
    case THREAD_ASIDE:
        screw_aside(r, l, R, p);
        break;
    case CROSS:
        push_all(r, p), cross_axes(r, l, R);
        break;
    case RAIL:
        ride(r, turn_left(R, l->axis), p, l->axis);
        break;
    case POINT:
        push_all(r, p);
        break;
    case PLANE:
        left = turn_left(R, l->axis);
        push(r, turned_back(left, p), l->axis), turn_across(r, left, l->axis);
        break;
    case WELD:
        push_all(r, p), turn_all(r, rigid_rotation_log(R));
        break;
    case NOTHING:
    default:
        break;
    }
}

/* How far b's origin is from a's in a direction of a. */
static void stay(rows *r, rigid_transform X, v3 direction) {
    r->T[r->count] = (rigid_force){m3_tmul_v3(X.R, direction), {0, 0, 0}};
    r->error[r->count++] = v3_dot(X.p, direction);
}

/* R and p of b in a. */
static rows close_loop(const rigid_loop *l, rigid_transform X) {
    rows r = {.count = 0};
    const v3 p = m3_tmul_v3(X.R, X.p); /* in b's axes */
    if (l->kind == RIGID_LOOP_DISTANCE) {
        const double length = v3_norm(p);
        r.T[0] = (rigid_force){length > 0 ? v3_scale(1 / length, p) : (v3){1, 0, 0}, {0, 0, 0}};
        r.error[r.count++] = length - l->length;
    } else if (l->kind == RIGID_LOOP_LINE) {
        stay(&r, X, across(l->axis).x), stay(&r, X, across(l->axis).y);
    } else if (l->kind == RIGID_LOOP_PLANE) {
        stay(&r, X, l->axis);
    } else {
        close_joint(&r, l, X.R, p);
    }
    return r;
}

/* ---- couplings -------------------------------------------------------------------------------------------------------- */

/* y = Σ c x^k, with y and x where the two joints stand, which are numbers of q unless they follow others. */
static void couple(const rigid_loop *l, const double *q, const double *v, double *error, double *J, double *drift, int n) {
    double value = 0, slope = 0, bend = 0;
    const double x = l->of_ratio * q[l->of_q] + l->of_offset;
    for (int k = l->terms - 1; k >= 0; k--) {
        bend = bend * x + 2 * slope;
        slope = slope * x + value;
        value = value * x + l->coefficient[k];
    }
    if (error)
        error[0] = l->ratio * q[l->q] + l->offset - value;
    if (J)
        memset(J, 0, (size_t)n * sizeof *J), J[l->v] += l->ratio, J[l->of_v] -= slope * l->of_ratio;
    if (drift) {
        const double rate = l->of_ratio * v[l->of_v];
        drift[0] = -bend * rate * rate;
    }
}

/* ---- rows ------------------------------------------------------------------------------------------------------------- */

/* The numbers of v, from the first to the last, that joints on the way from one body to another have. */
typedef struct {
    int first, end;
} stretch;
static stretch stretch_of(const rigid_model *model, int body, int from) {
    stretch s = {model->nv, 0};
    for (int i = body; i > from; i = model->body[i].parent) {
        const rigid_body *b = &model->body[i];
        const int end = b->v + rigid_joint_nv[b->kind];
        s.first = b->v < s.first ? b->v : s.first, s.end = end > s.end ? end : s.end;
    }
    return s;
}

/* J of a row: T on the columns of b, less T seen from a on those of a. */
static void put_row(rigid_force T, const double *of, int n, stretch on, double sign, double *J) {
    const double *ux = of, *uy = ux + n, *uz = uy + n, *wx = uz + n, *wy = wx + n, *wz = wy + n;
    const v3 f = v3_scale(sign, T.linear), m = v3_scale(sign, T.angular);
    RIGID_INDEPENDENT
    for (int k = on.first; k < on.end; k++)
        J[k] += f.x * ux[k] + f.y * uy[k] + f.z * uz[k] + m.x * wx[k] + m.y * wy[k] + m.z * wz[k];
}

/* Of the wrench that turns in b: what its turning adds to the rate of Tᵀ v. */
static double turned(const rigid_loop *l, const rigid_force *T, rigid_transform X, rigid_motion v) {
    if (l->kind == RIGID_LOOP_DISTANCE) {
        const v3 p = m3_tmul_v3(X.R, X.p), rate = v3_sub(v.linear, v3_cross(v.angular, p));
        const v3 u = T->linear;
        return (v3_dot(rate, v.linear) - v3_dot(u, v.linear) * v3_dot(u, rate)) / v3_norm(p);
    }
    if (l->kind == RIGID_LOOP_LINE || l->kind == RIGID_LOOP_PLANE)
        return v3_dot(v3_cross(T->linear, v.angular), v.linear);
    if (closing_of[l->joint] != CROSS || v3_dot(T->linear, T->linear) > 0)
        return 0;
    const v3 first = m3_tmul_v3(X.R, l->axis), n = v3_cross(first, l->axis2), rate = v3_cross(first, v.angular);
    return v3_dot(v3_cross(rate, l->axis2), v.angular) / v3_norm(n); /* of n x ω, where n is across ω */
}

/* The last body that carries both, or the world: seen from there, it does not matter how far away the robot is. */
static int common(const rigid_model *model, int i, int j) {
    while (i != j)
        if (i > j)
            i = model->body[i].parent;
        else
            j = model->body[j].parent;
    return i;
}

void rigid_loop_rows(const rigid_model *model, rigid_workspace *ws, const rigid_loop *l, const double *q, const double *v,
                     double *error, double *J, double *drift, rigid_force *T, double *columns) {
    const int n = model->nv;
    if (l->kind == RIGID_LOOP_COUPLING) {
        couple(l, q, v, error, J, drift, n);
        return;
    }
    double *of_b = J ? columns : NULL, *of_a = J ? columns + 6 * n : NULL;
    rigid_frame_state a, b;
    const int from = common(model, l->a.body, l->b.body);
    rigid_frame_climb(model, ws, q, drift ? v : NULL, &l->a, from, &a, of_a), rigid_frame_climb(model, ws, q, drift ? v : NULL, &l->b, from, &b, of_b);
    const rigid_transform X = rigid_transform_mul(rigid_transform_inverse(a.X), b.X), back = rigid_transform_inverse(X);
    const rows r = close_loop(l, X);
    if (error)
        memcpy(error, r.error, (size_t)r.count * sizeof *error);
    if (T)
        memcpy(T, r.T, (size_t)r.count * sizeof *T);
    const stretch on_b = stretch_of(model, l->b.body, from), on_a = stretch_of(model, l->a.body, from);
    if (J)
        memset(J, 0, (size_t)(r.count * n) * sizeof *J);
    for (int i = 0; J && i < r.count; i++) {
        put_row(r.T[i], of_b, n, on_b, 1, J + i * n);
        put_row(rigid_transform_force(X, r.T[i]), of_a, n, on_a, -1, J + i * n);
    }
    if (drift) {
        const rigid_motion va = rigid_transform_motion(back, a.v), rate = rigid_motion_sub(b.v, va);
        const rigid_motion acc =
            rigid_motion_add(rigid_motion_sub(b.a, rigid_transform_motion(back, a.a)), rigid_motion_cross(rate, va));
        for (int i = 0; i < r.count; i++)
            drift[i] = rigid_motion_dot(acc, r.T[i]) + turned(l, &r.T[i], X, rate);
    }
}
