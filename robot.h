/* model, written by rigid: 2 numbers in q, 2 in v. SI units: m, rad, kg, s; a quaternion has w first, and a floating body the twist in
   its own axes, linear first. Arrays that are written must not overlap those that are read.
   j1: revolute, q[0..0], v[0..0]
   j2: revolute, q[1..1], v[1..1] */
#ifndef ROBOT_H
#define ROBOT_H

/* Compile with -DROBOT_FLOAT for single precision. */
#ifdef ROBOT_FLOAT
typedef float robot_real;
#else
typedef double robot_real;
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* the forces and torques at the joints that give the acceleration a, N and N m */
void robot_inverse_dynamics(const robot_real q[2], const robot_real v[2], const robot_real a[2], robot_real tau[2]);

/* the acceleration that tau gives; not finite where a joint moves no inertia */
void robot_forward_dynamics(const robot_real q[2], const robot_real v[2], const robot_real tau[2], robot_real a[2]);

/* what velocities and gravity take of the joints, N and N m */
void robot_bias_forces(const robot_real q[2], const robot_real v[2], robot_real tau[2]);

/* what gravity takes of the joints, N and N m */
void robot_gravity_forces(const robot_real q[2], robot_real tau[2]);

/* the joint-space inertia, row by row, rotors included */
void robot_mass_matrix(const robot_real q[2], robot_real H[4]);

#ifdef __cplusplus
}
#endif

#endif
