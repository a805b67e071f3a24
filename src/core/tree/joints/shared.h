/* What the files of joints have to begin with: turning the axes of a joint at rest. */
#ifndef RIGID_JOINT_SHARED_H
#define RIGID_JOINT_SHARED_H

#include "../../numbers/sincos.h"
#include "../workspace.h"

/* R Rz of an angle by its sine and cosine, rows of R turned one by one. */
static inline m3 rigid_turn_z(m3 R, rigid_sine_cosine turn) {
    double c = turn.c, s = turn.s;
    return (m3){{c * R.x.x + s * R.x.y, c * R.x.y - s * R.x.x, R.x.z},
                {c * R.y.x + s * R.y.y, c * R.y.y - s * R.y.x, R.y.z},
                {c * R.z.x + s * R.z.y, c * R.z.y - s * R.z.x, R.z.z}};
}

/* R R(q) of a quaternion, w first. */
static inline m3 rigid_turn_quaternion(m3 R, const double *q) {
    return m3_mul(R, rigid_rotation_quaternion((rigid_quaternion){q[0], q[1], q[2], q[3]}));
}

#endif
