/* b49, written by rigid: 11 numbers in q, 10 in v. SI units: m, rad, kg, s; a quaternion has w first, and a floating body the twist in
   its own axes, linear first. Arrays that are written must not overlap those that are read.
   b50: floating, q[0..6], v[0..5]
   b51: universal, q[7..8], v[6..7]
   b52: cardan, q[9..10], v[8..9] */
#ifndef WORLD_H
#define WORLD_H

/* Compile with -DWORLD_FLOAT for single precision. */
#ifdef WORLD_FLOAT
typedef float world_real;
#else
typedef double world_real;
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* the forces and torques at the joints that give the acceleration a, N and N m */
void world_inverse_dynamics(const world_real q[11], const world_real v[10], const world_real a[10], world_real tau[10]);

/* the acceleration that tau gives; not finite where a joint moves no inertia */
void world_forward_dynamics(const world_real q[11], const world_real v[10], const world_real tau[10], world_real a[10]);

/* what velocities and gravity take of the joints, N and N m */
void world_bias_forces(const world_real q[11], const world_real v[10], world_real tau[10]);

/* what gravity takes of the joints, N and N m */
void world_gravity_forces(const world_real q[11], world_real tau[10]);

/* the joint-space inertia, row by row, rotors included */
void world_mass_matrix(const world_real q[11], world_real H[100]);

#ifdef __cplusplus
}
#endif

#endif
