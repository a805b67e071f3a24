/* Numbers of three, what a call answers, and rotations with their charts: quaternion (w first), roll-pitch-yaw, axis and
   angle, exponential. Plain structs, the same in C11 and in C++17. SI units, radians, right-handed frames. Every name of
   these headers begins with rigid_ or RIGID_. */
#ifndef RIGID_NUMBERS_H
#define RIGID_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* After Semantic Versioning; the one place where it stands. */
#define RIGID_VERSION "1.0.0"

#ifdef __cplusplus
extern "C" {
#endif

/* What a reader or a solver answers. One list makes the codes and their words, so the two cannot drift apart.
   Plain algebra has no status: it is total, NaN in gives NaN out. */
#define RIGID_STATUS_LIST(X)                                                                                           \
    X(OK, "ok")                                                                                                        \
    X(NOT_FINITE, "a number is NaN or infinite")                                                                       \
    X(SINGULAR, "singular")                                                                                            \
    X(NOT_CONVERGED, "an iteration did not converge")                                                                  \
    X(ZERO_VOLUME, "the volume is zero")                                                                               \
    X(INWARD, "wound inward: the signed volume is negative")                                                           \
    X(OPEN_EDGE, "not closed: an edge belongs to one face only")                                                       \
    X(DOUBLED_EDGE, "not consistently wound: an edge is passed twice in the same direction")                           \
    X(DEGENERATE_FACE, "a face names the same vertex twice")                                                           \
    X(BAD_INDEX, "a face names a vertex that does not exist")                                                          \
    X(BAD_ORDER, "a body stands neither after its parent nor after what that carries already")                         \
    X(BAD_LINK, "a link names a parent, a leader or a type of joint that does not exist, or comes before its parent")  \
    X(BAD_AXIS, "an axis of a joint is not of unit length, or its two axes are parallel")                              \
    X(BAD_LEADER, "a joint follows another, and one of them has not exactly one freedom")                              \
    X(CIRCLE, "joints follow each other in a circle")

typedef enum rigid_status {
#define RIGID_STATUS_ENUM(code, text) RIGID_##code,
    RIGID_STATUS_LIST(RIGID_STATUS_ENUM)
#undef RIGID_STATUS_ENUM
        RIGID_STATUS_COUNT
} rigid_status;

/* The words of a status; never null. */
const char *rigid_status_text(rigid_status status);

/* ---- numbers --------------------------------------------------------------------------------------------------------- */

/* A position, a direction, a half of a spatial vector. */
typedef struct rigid_vec3 {
    double x, y, z;
} rigid_vec3;

/* A symmetric 3x3 matrix by its six entries, in the order of the inertial parameters. */
typedef struct rigid_sym3 {
    double xx, xy, xz, yy, yz, zz;
} rigid_sym3;

/* A 3x3 matrix by its rows. A rotation R_AB has the axes of B, seen in A, as columns. */
typedef struct rigid_mat3 {
    rigid_vec3 x, y, z;
} rigid_mat3;

typedef struct rigid_quaternion {
    double w, x, y, z;
} rigid_quaternion;

/* ---- rotations -------------------------------------------------------------------------------------------------------- */

/* Rz(yaw) Ry(pitch) Rx(roll): turns about the fixed axes x, y, z in that order, as in URDF. */
rigid_mat3 rigid_rotation_rpy(double roll, double pitch, double yaw);
/* (roll, pitch, yaw), pitch in [-π/2, π/2]. Where pitch is ±π/2 only yaw ∓ roll is determined; any split may come. */
rigid_vec3 rigid_rotation_to_rpy(rigid_mat3 R);

/* The quaternion is normalised first; one of zero or not finite length gives NaN. */
rigid_mat3 rigid_rotation_quaternion(rigid_quaternion q);
/* Unit, with w >= 0. */
rigid_quaternion rigid_rotation_to_quaternion(rigid_mat3 R);

/* A turn about a unit axis. */
rigid_mat3 rigid_rotation_axis_angle(rigid_vec3 axis, double angle);
/* exp(ω×): a turn by |ω| about ω. */
rigid_mat3 rigid_rotation_exp(rigid_vec3 omega);
/* The ω of smallest angle, in [0, π]. */
rigid_vec3 rigid_rotation_log(rigid_mat3 R);

/* The right Jacobians: exp(ω + δ) = exp(ω) exp(J δ) and log(R exp(δ)) = log R + J δ, to first order in δ. */
rigid_mat3 rigid_rotation_exp_jacobian(rigid_vec3 omega);
rigid_mat3 rigid_rotation_log_jacobian(rigid_mat3 R);

/* Turns about the axes `order[0]`, `order[1]`, `order[2]` (0 x, 1 y, 2 z; neighbours differ), each about the axis as the turns before
   have left it: R₁(a) R₂(b) R₃(c). About fixed axes the same turns are those of the order and the angles reversed. */
rigid_mat3 rigid_rotation_euler(const int order[3], rigid_vec3 angles);
/* The angles, b in [-π/2, π/2], or in [0, π] where the first and the last axis are one. Where b is at an end, only a sum or a
   difference of the others is determined; any split may come. */
rigid_vec3 rigid_rotation_to_euler(const int order[3], rigid_mat3 R);

/* The largest entry of RᵀR - 1, or 2 for a mirror: how far R is from being a rotation. */
double rigid_rotation_error(rigid_mat3 R);
/* The rotation nearest to a nearly orthonormal R, to rounding. */
rigid_mat3 rigid_rotation_nearest(rigid_mat3 R);

#ifdef __cplusplus
}
#endif

#endif
