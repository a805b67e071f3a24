/* A body B as a description file gives it: its mass and moment of inertia about the centre of mass in the axes of the
   inertial frame Bi, the pose X_FBi of that frame in the frame F of the object, and perhaps the inertia of the fluid the
   body sets in motion, a 6x6 matrix about the origin of F, linear half first.
   Like the mass matrix it may hold what no body has; setters ask first, and either succeed or change nothing.
   [gz-math 7.5.1 Inertial] */
#ifndef RIGID_GZ_INERTIAL_H
#define RIGID_GZ_INERTIAL_H

#include "gz_mass_matrix.h"
#include "validity.h"

typedef struct {
    rigid_mass_matrix mass_matrix; /* about the centre of mass, axes Bi */
    rigid_transform pose;          /* X_FBi; its position is the centre of mass in F */
    double added_mass[36];         /* row after row; zero where there is none */
    bool has_added_mass;
} rigid_inertial;

/* No mass, at the origin of F. */
rigid_inertial rigid_inertial_zero(void);

/* About the centre of mass, in the axes of F: R I Rᵀ. */
sym3 rigid_inertial_moi(const rigid_inertial *B);
/* The spatial inertia about the origin of F, in its axes; without the fluid. */
rigid_inertia rigid_inertial_to_inertia(const rigid_inertial *B);
/* The same with the moment of inertia about the centre of mass left in place of that about the origin: what the
   reference calls the body's matrix. No inertia of anything unless the centre of mass is the origin. */
rigid_inertia rigid_inertial_documented(const rigid_inertial *B);

/* Each answers whether it succeeded. The first four fail where the resulting mass matrix is not valid. */
bool rigid_inertial_set_mass_matrix(rigid_inertial *B, const rigid_mass_matrix *M, double tolerance);
bool rigid_inertial_set_pose(rigid_inertial *B, rigid_transform X_FBi);
/* New axes for Bi, R in those of F. The moment of inertia in F does not change. */
bool rigid_inertial_set_rotation(rigid_inertial *B, m3 R_FBi);
/* New axes for Bi, such that its principal axes are the columns of R there. The moment of inertia in F does not change. */
bool rigid_inertial_set_mass_matrix_rotation(rigid_inertial *B, m3 R);
/* Fails unless the matrix is symmetric to 1e-6 (and so finite); it is kept as given. */
bool rigid_inertial_set_added_mass(rigid_inertial *B, const double added_mass[36]);

/* Why there is no sum, or no difference, and by how much. */
typedef struct {
    rigid_flaw flaw; /* RIGID_SOUND: there is. RIGID_FLAW_NEGATIVE_MASS: mass is not positive. */
    double mass;
    v3 moments; /* principal, ascending; meant for RIGID_FLAW_NEGATIVE_SPREAD */
} rigid_inertial_verdict;

/* Two bodies in one frame F as one, and a body without a part of it; added masses likewise. The result has the axes of
   F. What rounding of the operands alone can take from a moment is given back, so that the result is always a valid
   body. *out, which may be an operand, is written only where the verdict is RIGID_SOUND. */
rigid_inertial_verdict rigid_inertial_add(const rigid_inertial *A, const rigid_inertial *B, rigid_inertial *out);
rigid_inertial_verdict rigid_inertial_subtract(const rigid_inertial *A, const rigid_inertial *B, rigid_inertial *out);

/* Mass, moments, position, rotation (as a quaternion, up to sign) and added mass within the tolerance, number by number;
   an absent added mass is near an absent one only. */
bool rigid_inertial_near(const rigid_inertial *A, const rigid_inertial *B, double tolerance);

#endif
