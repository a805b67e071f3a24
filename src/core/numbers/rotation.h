/* Rotations R_AB as matrices, and their charts: quaternion (w first), roll-pitch-yaw, axis and angle, exponential. */
#ifndef RIGID_ROTATION_H
#define RIGID_ROTATION_H

#include "mat3.h"

typedef struct {
    double w, x, y, z;
} rigid_quaternion;

/* Rz(yaw) Ry(pitch) Rx(roll): turns about the fixed axes x, y, z in that order, as in URDF. */
m3 rigid_rotation_rpy(double roll, double pitch, double yaw);
/* (roll, pitch, yaw), pitch in [-π/2, π/2]. Where pitch is ±π/2 only yaw ∓ roll is determined; any split may come. */
v3 rigid_rotation_to_rpy(m3 R);

/* The quaternion is normalised first; one of zero or not finite length gives NaN. */
m3 rigid_rotation_quaternion(rigid_quaternion q);
/* Unit, with w >= 0. */
rigid_quaternion rigid_rotation_to_quaternion(m3 R);

/* A turn about a unit axis. */
m3 rigid_rotation_axis_angle(v3 axis, double angle);
/* exp(ω×): a turn by |ω| about ω. */
m3 rigid_rotation_exp(v3 omega);
/* The ω of smallest angle, in [0, π]. */
v3 rigid_rotation_log(m3 R);

/* The largest entry of RᵀR - 1, or 2 for a mirror: how far R is from being a rotation. */
double rigid_rotation_error(m3 R);
/* The rotation nearest to a nearly orthonormal R, to rounding. */
m3 rigid_rotation_nearest(m3 R);

/* What both exponentials are made of: with the vector w (ω itself where the angle is small, else its direction)
   exp(ω×) = 1 + r1 w× + r2 w×w×  and  V(ω) = 1 + v1 w× + v2 w×w×. */
typedef struct {
    v3 w;
    double r1, r2, v1, v2;
} rigid_exp_terms;
rigid_exp_terms rigid_exp_terms_of(v3 omega);

#endif
