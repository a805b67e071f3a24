/* Configurations of joints as points of a manifold: rest, step, difference. */
#include "joint.h"

#include "../numbers/quaternion.h"

#include <string.h>

#define NQ(KIND, kind, nq, nv) nq,
#define NV(KIND, kind, nq, nv) nv,
const int rigid_joint_nq[RIGID_JOINT_KINDS] = {RIGID_JOINT_KIND_LIST(NQ)};
const int rigid_joint_nv[RIGID_JOINT_KINDS] = {RIGID_JOINT_KIND_LIST(NV)};

static rigid_quaternion quaternion_at(const double *q) { return (rigid_quaternion){q[0], q[1], q[2], q[3]}; }

static void put_quaternion(double *out, rigid_quaternion q) {
    double n = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    out[0] = q.w / n, out[1] = q.x / n, out[2] = q.y / n, out[3] = q.z / n;
}

void rigid_joint_neutral(rigid_joint_kind kind, double *q) {
    memset(q, 0, (size_t)rigid_joint_nq[kind] * sizeof *q);
    if (kind == RIGID_SPHERICAL)
        q[0] = 1;
    if (kind == RIGID_FREE)
        q[3] = 1;
}

void rigid_joint_normalize(rigid_joint_kind kind, double *q) {
    const int at = rigid_joint_quaternion(kind);
    if (at >= 0)
        put_quaternion(q + at, quaternion_at(q + at));
}

void rigid_joint_integrate(rigid_joint_kind kind, const double *q, const double *v, double *out) {
    if (kind == RIGID_SPHERICAL) {
        put_quaternion(out, qt_mul(quaternion_at(q), qt_exp((v3){v[0], v[1], v[2]})));
        return;
    }
    if (kind != RIGID_FREE) {
        for (int k = 0; k < rigid_joint_nv[kind]; k++)
            out[k] = q[k] + v[k];
        return;
    }
    /* X exp(v): the position through V(ω) u, the attitude through the quaternion */
    rigid_motion twist = {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
    v3 step = m3_mul_v3(rigid_rotation_quaternion(quaternion_at(q + 3)), rigid_motion_exp_position(twist));
    out[0] = q[0] + step.x, out[1] = q[1] + step.y, out[2] = q[2] + step.z;
    put_quaternion(out + 3, qt_mul(quaternion_at(q + 3), qt_exp(twist.angular)));
}

void rigid_joint_difference(rigid_joint_kind kind, const double *q0, const double *q1, double *v) {
    if (kind == RIGID_SPHERICAL) {
        m3 R0 = rigid_rotation_quaternion(quaternion_at(q0)), R1 = rigid_rotation_quaternion(quaternion_at(q1));
        v3 w = rigid_rotation_log(m3_mul(m3_transpose(R0), R1));
        v[0] = w.x, v[1] = w.y, v[2] = w.z;
        return;
    }
    if (kind != RIGID_FREE) {
        for (int k = 0; k < rigid_joint_nv[kind]; k++)
            v[k] = q1[k] - q0[k];
        return;
    }
    rigid_transform X0 = {rigid_rotation_quaternion(quaternion_at(q0 + 3)), {q0[0], q0[1], q0[2]}};
    rigid_transform X1 = {rigid_rotation_quaternion(quaternion_at(q1 + 3)), {q1[0], q1[1], q1[2]}};
    rigid_motion d = rigid_transform_log(rigid_transform_mul(rigid_transform_inverse(X0), X1));
    v[0] = d.linear.x, v[1] = d.linear.y, v[2] = d.linear.z;
    v[3] = d.angular.x, v[4] = d.angular.y, v[5] = d.angular.z;
}
