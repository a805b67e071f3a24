/* The algebra of values: what is added, moved to another point (shift), seen in other axes (re_express), or both (transform).
   By value, total: NaN in gives NaN out. */
#ifndef RIGID_ALGEBRA_H
#define RIGID_ALGEBRA_H

#include "body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- motions ---------------------------------------------------------------------------------------------------------- */

rigid_motion rigid_motion_zero(void);
rigid_motion rigid_motion_add(rigid_motion a, rigid_motion b);
rigid_motion rigid_motion_sub(rigid_motion a, rigid_motion b);
rigid_motion rigid_motion_scale(double s, rigid_motion a);
/* v × u = (ω x u_l + v_l x u_ω, ω x u_ω) */
rigid_motion rigid_motion_cross(rigid_motion v, rigid_motion u);
/* The same motion at the point Q, p_PQ from the old point P: v_Q = v_P + ω x p_PQ */
rigid_motion rigid_motion_shift(rigid_motion v, rigid_vec3 p_PQ);
/* The acceleration of point Q of a body that turns with ω: a_Q = a_P + α x p + ω x (ω x p). With ω = 0 it is the
   shift of a spatial acceleration. */
rigid_motion rigid_acceleration_shift(rigid_motion a, rigid_vec3 p_PQ, rigid_vec3 omega);
rigid_motion rigid_motion_re_express(rigid_motion v, rigid_mat3 R);

/* ---- forces ----------------------------------------------------------------------------------------------------------- */

rigid_force rigid_force_zero(void);
rigid_force rigid_force_add(rigid_force a, rigid_force b);
rigid_force rigid_force_sub(rigid_force a, rigid_force b);
rigid_force rigid_force_scale(double s, rigid_force a);
/* Power: vᵀ f */
double rigid_motion_dot(rigid_motion v, rigid_force f);
/* v ×̄* f = (ω x f_l, v_l x f_l + ω x f_ω) = -(v×)ᵀ f */
rigid_force rigid_motion_cross_force(rigid_motion v, rigid_force f);
/* The same force about the point Q, p_PQ from the old point P: τ_Q = τ_P - p_PQ x f */
rigid_force rigid_force_shift(rigid_force f, rigid_vec3 p_PQ);
rigid_force rigid_force_re_express(rigid_force f, rigid_mat3 R);

/* ---- poses ------------------------------------------------------------------------------------------------------------ */

rigid_transform rigid_transform_identity(void);
rigid_vec3 rigid_transform_point(rigid_transform X, rigid_vec3 p);
rigid_transform rigid_transform_mul(rigid_transform X_AB, rigid_transform X_BC);
rigid_transform rigid_transform_inverse(rigid_transform X);
/* New axes, then from the origin of B to that of A, which is -p_AB away. */
rigid_motion rigid_transform_motion(rigid_transform X, rigid_motion v);
rigid_force rigid_transform_force(rigid_transform X, rigid_force f);

/* ---- inertias --------------------------------------------------------------------------------------------------------- */

rigid_inertia rigid_inertia_zero(void);
rigid_inertia rigid_inertia_add(rigid_inertia A, rigid_inertia B);
/* About the point Q, p_PQ from the old point P, same axes. */
rigid_inertia rigid_inertia_shift(rigid_inertia M, rigid_vec3 p_PQ);
/* In the axes of A, R_AE from the old axes E, same point. */
rigid_inertia rigid_inertia_re_express(rigid_inertia M, rigid_mat3 R_AE);
/* X_AB M_B: both, to the frame A. */
rigid_inertia rigid_transform_inertia(rigid_transform X, rigid_inertia M);
/* f = M v = (m u - h x ω, h x u + I ω) */
rigid_force rigid_inertia_mul(rigid_inertia M, rigid_motion v);
/* v ×̄* M v: the wrench that keeps a body turning as it turns. */
rigid_force rigid_inertia_bias(rigid_inertia M, rigid_motion v);

/* ---- articulated inertias --------------------------------------------------------------------------------------------- */

/* f = P a */
rigid_force rigid_abi_mul(const rigid_abi *P, rigid_motion a);

#ifdef __cplusplus
}
#endif

#endif
