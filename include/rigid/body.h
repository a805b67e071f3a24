/* One body: motions, forces, poses, inertias, shapes, meshes, validity, regressors. Spatial vectors have their linear half
   first. p_PQ is from P to Q; R_AB and X_AB have the axes of B in A; M_B is the inertia of or about B. */
#ifndef RIGID_BODY_H
#define RIGID_BODY_H

#include "numbers.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A twist (velocity of the point at the origin, angular velocity), a spatial acceleration, a direction of motion. */
typedef struct rigid_motion {
    rigid_vec3 linear, angular;
} rigid_motion;

/* A wrench (force, moment about the origin), a spatial momentum. */
typedef struct rigid_force {
    rigid_vec3 linear, angular;
} rigid_force;

/* A pose X_AB: the axes of B in those of A and the origin of B in A. Applied to what is given in B it gives the same thing
   in A; neighbours cancel, X_AC = X_AB X_BC. */
typedef struct rigid_transform {
    rigid_mat3 R; /* R_AB */
    rigid_vec3 p; /* p_AB_A */
} rigid_transform;

/* The inertia of a body about the origin of a frame, by its ten parameters: adding bodies is adding numbers. */
typedef struct rigid_inertia {
    double m;     /* mass, kg */
    rigid_vec3 h; /* first moment of mass about the origin, kg m */
    rigid_sym3 I; /* rotational inertia about the origin, kg m² */
} rigid_inertia;

/* An articulated-body inertia P = [ M  H ; Hᵀ  I ], f = P a + bias for a body that carries others on joints. */
typedef struct rigid_abi {
    rigid_sym3 M; /* force per linear acceleration, kg */
    rigid_mat3 H; /* force per angular acceleration, kg m */
    rigid_sym3 I; /* moment per angular acceleration, kg m² */
} rigid_abi;

/* The halves of a 6-vector as an array. */
typedef enum rigid_order { RIGID_LINEAR_FIRST, RIGID_ANGULAR_FIRST } rigid_order;

/* A 6x10 matrix Y with Y π a wrench or momentum, π the ten inertial parameters. */
typedef struct rigid_regressor {
    rigid_force column[10]; /* m, hx, hy, hz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz */
} rigid_regressor;

/* Which Coriolis factor B stands in Slotine-Li's  M a_r + B(M, v) v_r.
   REFERENCE: v×̄*M - M v×. Right where v_r = v; not passive anywhere else.
   CHRISTOFFEL: ½(v×̄*M - M v× + (Mv)×̄), passive. BODY: v×̄*M, passive.
   Admissible (passive) factors have B v = v×̄*M v and B + Bᵀ = v×̄*M - M v×, the rate of M. */
typedef enum rigid_factor { RIGID_FACTOR_REFERENCE, RIGID_FACTOR_CHRISTOFFEL, RIGID_FACTOR_BODY } rigid_factor;

/* Why no body can have an inertia. */
typedef enum rigid_flaw {
    RIGID_SOUND,
    RIGID_FLAW_NOT_FINITE, /* a NaN or an infinity among the ten numbers, or overflow on the way */
    RIGID_FLAW_NEGATIVE_MASS,
    RIGID_FLAW_MASSLESS, /* mass zero, but not all else */
    RIGID_FLAW_NEGATIVE_SPREAD
} rigid_flaw;

/* The judgement of an inertia, with Σ_c = ½ tr(I_c) 1 - I_c = ∫ρ x xᵀ about the centre of mass. */
typedef struct rigid_verdict {
    rigid_flaw flaw;
    double tolerance;   /* how far below zero rounding alone may take a spread */
    rigid_vec3 spread;  /* eigenvalues of Σ_c, ascending, kg m² */
    rigid_mat3 axes;    /* their axes, columns */
    rigid_vec3 moments; /* principal moments about the com, ascending */
    rigid_sym3 nearest; /* I_c with the negative spreads clipped to zero */
    double change;      /* how much that changes I_c, relative (Frobenius) */
} rigid_verdict;

/* A triangle of a mesh: 0-based vertex numbers, counter-clockwise seen from outside. */
typedef struct rigid_face {
    int a, b, c;
} rigid_face;

typedef struct rigid_edge {
    int from, to, face;
} rigid_edge;

/* ---- exponentials of motions ------------------------------------------------------------------------------------------ */

/* exp of a motion (u, ω): R = exp(ω×), p = V u. Exact near zero, at π and beyond. */
rigid_transform rigid_motion_exp(rigid_motion v);
/* The motion of smallest angle, in [0, π], with exp(log X) = X. */
rigid_motion rigid_transform_log(rigid_transform X);
/* The right Jacobians, 6x6 linear first: exp(v + δ) = exp(v) exp(J δ) and log(X exp(δ)) = log X + J δ, to first order in δ. */
void rigid_motion_exp_jacobian(rigid_motion v, double out[36]);
void rigid_transform_log_jacobian(rigid_transform X, double out[36]);

/* ---- inertias --------------------------------------------------------------------------------------------------------- */

/* From mass, centre of mass and rotational inertia about the centre of mass (central) or about the origin. */
rigid_inertia rigid_inertia_from_central(double mass, rigid_vec3 com, rigid_sym3 I_central);
rigid_inertia rigid_inertia_from_origin(double mass, rigid_vec3 com, rigid_sym3 I_origin);
/* c = h / m; zero for a massless body. */
rigid_vec3 rigid_inertia_com(const rigid_inertia *M);
/* I_c = I - m (c·c 1 - c cᵀ) */
rigid_sym3 rigid_inertia_central(const rigid_inertia *M);
/* The motion v with M v = f. RIGID_SINGULAR where M moves some direction without effort; that direction (the motion of
   least inertia) is then in *slack when it is not null, and *v is not written. */
rigid_status rigid_inertia_solve(const rigid_inertia *M, rigid_force f, rigid_motion *v, rigid_motion *slack);

/* Half-lengths, longest first, and pose (of the shape's centre and axes in the frame of M) of a shape of the same
   inertia. The square of each half-length is `factor` times the spread of mass along that axis over the mass: 5 for a
   solid ellipsoid, 3 for a solid box, 1 for eight equal particles at the corners of a box. NaN where M has no shape. */
enum { RIGID_ELLIPSOID = 5, RIGID_BOX = 3, RIGID_CORNERS = 1 };
rigid_status rigid_inertia_equivalent(const rigid_inertia *M, int factor, rigid_vec3 *half_lengths, rigid_transform *X);

/* ---- articulated inertias --------------------------------------------------------------------------------------------- */

rigid_abi rigid_abi_from_inertia(const rigid_inertia *M);
rigid_abi rigid_abi_add(const rigid_abi *P, const rigid_abi *Q);
rigid_abi rigid_abi_sub(const rigid_abi *P, const rigid_abi *Q);
/* About the point Q, p_PQ from the old point P, same axes: Φ P Φᵀ. */
rigid_abi rigid_abi_shift(const rigid_abi *P, rigid_vec3 p_PQ);
rigid_abi rigid_abi_re_express(const rigid_abi *P, rigid_mat3 R_AE);
rigid_abi rigid_transform_abi(rigid_transform X, const rigid_abi *P);
/* What P looks like through a joint that moves freely along the k columns of S (1 <= k <= 6):
   P - P S (SᵀPS)⁻¹ SᵀP. RIGID_SINGULAR where the joint can move without effort. [RBDA §7.2] */
rigid_status rigid_abi_across_joint(const rigid_abi *P, const rigid_motion *S, int k, rigid_abi *out);
/* The acceleration a with P a = f; as rigid_inertia_solve. */
rigid_status rigid_abi_solve(const rigid_abi *P, rigid_force f, rigid_motion *a, rigid_motion *slack);
/* The least eigenvalue of P, its direction, and the largest magnitude of an eigenvalue (lengths scaled so that
   they compare); RIGID_NOT_FINITE for NaN or infinity. */
rigid_status rigid_abi_least(const rigid_abi *P, double *least, double *scale, rigid_motion *direction);
/* Positive semi-definite, to 20 eps of its largest eigenvalue, as the reference has it. */
bool rigid_abi_is_valid(const rigid_abi *P);

/* ---- shapes: uniform density, by mass; about their centre unless the name says otherwise ------------------------------ */

/* Lengths and masses must be positive and finite, axes unit vectors: the caller checks. */
rigid_inertia rigid_point_mass(double mass, rigid_vec3 position);
rigid_inertia rigid_solid_box(double mass, double lx, double ly, double lz);
rigid_inertia rigid_solid_ellipsoid(double mass, double a, double b, double c);
rigid_inertia rigid_solid_cylinder(double mass, double radius, double length, rigid_vec3 axis);
/* Two half balls at the ends of a cylinder of that length. */
rigid_inertia rigid_solid_capsule(double mass, double radius, double length, rigid_vec3 axis);
/* From its base, of that radius, to its tip along the axis; about its centre of mass, a quarter of the length above the base. */
rigid_inertia rigid_solid_cone(double mass, double radius, double length, rigid_vec3 axis);
rigid_inertia rigid_hollow_sphere(double mass, double radius);
rigid_inertia rigid_thin_rod(double mass, double length, rigid_vec3 axis);

double rigid_box_volume(double lx, double ly, double lz);
double rigid_ellipsoid_volume(double a, double b, double c);
double rigid_cylinder_volume(double radius, double length);
double rigid_capsule_volume(double radius, double length);
double rigid_cone_volume(double radius, double length);
double rigid_sphere_area(double radius);

/* ---- meshes: closed, of triangles, of uniform density ----------------------------------------------------------------- */

/* Of density one (mass is the signed volume): the tetrahedron (0, p, q, r), about the origin. */
rigid_inertia rigid_tetrahedron(rigid_vec3 p, rigid_vec3 q, rigid_vec3 r);
/* The same for any four vertices; RIGID_ZERO_VOLUME or RIGID_INWARD where it is flat or turned inside out. */
rigid_status rigid_solid_tetrahedron(double density, const rigid_vec3 vertices[4], rigid_inertia *M);

/* Every edge of every face must be matched by its reverse exactly once. edges: scratch of 3 * face_count. On failure
   *culprit is the offending edge (or face, in .face). */
rigid_status rigid_mesh_check(const rigid_face *faces, int face_count, int vertex_count, rigid_edge *edges,
                              rigid_edge *culprit);
/* About the frame's origin, density one. The mesh must have passed rigid_mesh_check. RIGID_ZERO_VOLUME, RIGID_INWARD
   (and then *volume is the signed volume, as always). */
rigid_status rigid_mesh_inertia(const rigid_vec3 *vertices, int vertex_count, const rigid_face *faces, int face_count,
                                rigid_inertia *M, double *volume);

/* ---- can a body have this inertia? ------------------------------------------------------------------------------------ */

/* Exactly when mass is positive and its second moment about the com has no negative eigenvalue: that one test says positive
   moments and the triangle inequality too. Tolerances are relative. [Traversaro et al. 2016; Wensing, Kim, Slotine 2018] */

/* How far below zero rounding alone may take an eigenvalue of Σ_c. */
double rigid_inertia_spread_tolerance(const rigid_inertia *M);

rigid_verdict rigid_inertia_judge(const rigid_inertia *M);
/* The same for a rotational inertia alone, taken as central. */
rigid_verdict rigid_rotational_inertia_judge(rigid_sym3 I);
/* mass >= 0; at zero mass only the zero inertia. */
bool rigid_inertia_is_valid(const rigid_inertia *M);
/* mass > 0 as well. */
bool rigid_inertia_is_consistent(const rigid_inertia *M);
bool rigid_inertia_is_nan(const rigid_inertia *M);
bool rigid_inertia_is_zero(const rigid_inertia *M);
bool rigid_inertia_is_finite(const rigid_inertia *M);

/* ---- regressors of one body ------------------------------------------------------------------------------------------- */

/* M v = Y π */
rigid_regressor rigid_momentum_regressor(rigid_motion v);
/* M a + v ×̄* M v = Y π: the net wrench on the body. */
rigid_regressor rigid_momentum_derivative_regressor(rigid_motion v, rigid_motion a);
/* M a_r + B(M, v) v_r = Y π; a_r is the absolute spatial reference acceleration. */
rigid_regressor rigid_slotine_li_regressor(rigid_motion v, rigid_motion v_ref, rigid_motion a_ref, rigid_factor factor);

/* Y π for the parameters of M. */
rigid_force rigid_regressor_mul(const rigid_regressor *Y, const rigid_inertia *M);

/* ---- coordinates of bodies, and distances between them ---------------------------------------------------------------- */

/* The pseudo-inertia of a body is J = [ Σ h ; hᵀ m ], Σ = ∫ρ x xᵀ: symmetric 4x4, positive definite where it has some bulk.
   [Wensing, Kim, Slotine 2018; Rucker, Wensing 2022] */

/* The ten coordinates α d1 d2 d3 s12 s23 s13 t1 t2 t3 with J = U Uᵀ,
   U = e^α [ e^d1 s12 s13 t1 ; 0 e^d2 s23 t2 ; 0 0 e^d3 t3 ; 0 0 0 1 ]; so m = e^2α and t is the com.
   RIGID_SINGULAR where J is not positive definite (a rod, a plate, a point, no body); theta is not written then. */
rigid_status rigid_log_cholesky(const rigid_inertia *M, double theta[10]);
/* The body with these coordinates: any ten finite numbers give one, unless the exponentials overflow. */
rigid_inertia rigid_inertia_from_log_cholesky(const double theta[10]);

/* The entropic divergence -ln(det P / det Q) + tr(Q⁻¹P) - 4 of the pseudo-inertias P of M and Q of N: zero only where
   they are equal, not symmetric. RIGID_SINGULAR where either is not positive definite; *out is not written then. */
rigid_status rigid_inertia_entropic(const rigid_inertia *M, const rigid_inertia *N, double *out);
/* The affine-invariant distance, the root of the sum of ln² of the eigenvalues of Q⁻¹P: a metric. Else as above. */
rigid_status rigid_inertia_affine_distance(const rigid_inertia *M, const rigid_inertia *N, double *out);

/* What is left of A when B, a part of it about the same point and in the same axes, is taken away. The verdict is on the
   rest, written to *rest, with the rounding of A and B allowed for: what only that makes impossible is lifted to zero. */
rigid_verdict rigid_inertia_subtract(const rigid_inertia *A, const rigid_inertia *B, rigid_inertia *rest);

/* ---- arrays: 6-vectors, 6x6 and 6x10 matrices, the ten parameters ----------------------------------------------------- */

void rigid_motion_to_array(rigid_motion v, rigid_order order, double out[6]);
rigid_motion rigid_motion_from_array(const double in[6], rigid_order order);
void rigid_force_to_array(rigid_force f, rigid_order order, double out[6]);
rigid_force rigid_force_from_array(const double in[6], rigid_order order);

/* 6x6, row after row. */
void rigid_inertia_to_matrix(const rigid_inertia *M, rigid_order order, double out[36]);
void rigid_abi_to_matrix(const rigid_abi *P, rigid_order order, double out[36]);
/* Only the lower triangle is read. */
rigid_abi rigid_abi_from_matrix(const double in[36], rigid_order order);
/* X acting on motions, and on forces; v× and v×̄*, all 6x6 linear first. */
void rigid_transform_adjoint(rigid_transform X, double out[36]);
void rigid_transform_adjoint_force(rigid_transform X, double out[36]);
void rigid_motion_cross_matrix(rigid_motion v, double out[36]);
void rigid_motion_cross_force_matrix(rigid_motion v, double out[36]);
/* ∂(v ×̄* M v)/∂v, 6x6 linear first. */
void rigid_inertia_bias_derivative(const rigid_inertia *M, rigid_motion v, double out[36]);

/* m, m cx, m cy, m cz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz */
void rigid_inertia_to_parameters(const rigid_inertia *M, double out[10]);
rigid_inertia rigid_inertia_from_parameters(const double in[10]);
/* 6x10, row after row, linear first. */
void rigid_regressor_to_matrix(const rigid_regressor *Y, double out[60]);

#ifdef __cplusplus
}
#endif

#endif
