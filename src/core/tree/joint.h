/* Joint kinds, one table. Every joint of a robot is made of these: an axis is always z, but for a screw's and the first of a
   cardan joint (whoever assembles a model turns the frame), and universal, cylindrical and planar joints are chains of them
   with massless bodies between.
   X_pj(q) is the pose of the joint's moving frame in its resting one; S, seen from the moving frame, spans its motions: of
   most kinds it is constant there, of those that VARY it goes with q.

   kind        q                      v                          X(q)              S
   REVOLUTE    angle                  rate                       Rz(q)             (0, z)
   PRISMATIC   distance               rate                       z q               (z, 0)
   HELICAL     angle                  rate                       Rz(q), z pitch q  (pitch z, z)
   SCREW       angle                  rate                       exp(q S)          any constant motion
   SPHERICAL   quaternion, w first    angular velocity, moving   R(q)              (0, 1)
   FREE        position, quaternion   twist, moving frame        R, p              1
   CARDAN      two angles             their rates                R(u, q1) Rz(q2)   (0, Rz(-q2) u), (0, z) */
#ifndef RIGID_JOINT_H
#define RIGID_JOINT_H

#include "../numbers/rotation.h"
#include "../body/transform.h"
#include "joint_list.h"

extern const int rigid_joint_nq[RIGID_JOINT_KINDS], rigid_joint_nv[RIGID_JOINT_KINDS];

enum { RIGID_JOINT_NV_MAX = 6, RIGID_JOINT_NQ_MAX = 7 };

/* Where in its q the quaternion of a kind begins, with which it ends; -1 where it has none, and as many numbers in q as in v. */
static inline int rigid_joint_quaternion(rigid_joint_kind kind) {
    return rigid_joint_nq[kind] > rigid_joint_nv[kind] ? rigid_joint_nq[kind] - 4 : -1;
}

/* q at rest: zeros, and the quaternion of no turn. */
void rigid_joint_neutral(rigid_joint_kind kind, double *q);
/* A quaternion in q becomes unit. */
void rigid_joint_normalize(rigid_joint_kind kind, double *q);
/* out = q moved along v for unit time; quaternions stay unit. out may be q. */
void rigid_joint_integrate(rigid_joint_kind kind, const double *q, const double *v, double *out);
/* The v that takes q0 to q1 in unit time, by the shorter way. */
void rigid_joint_difference(rigid_joint_kind kind, const double *q0, const double *q1, double *v);

#endif
