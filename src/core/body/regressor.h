/* Regressors of one body: 6x10 matrices Y with Y π equal to a wrench or momentum, π the ten inertial parameters.
   They hold because M(π) is linear in π.  Columns by parts: mass (one motion-like column), first moment (3), inertia (6).
   [iDynTree SpatialInertia; Garofalo, Ott, Albu-Schaeffer 2013; Wensing & Slotine 2023] */
#ifndef RIGID_REGRESSOR_H
#define RIGID_REGRESSOR_H

#include "inertia.h"

typedef struct {
    rigid_force column[10]; /* m, hx, hy, hz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz */
} rigid_regressor;

/* Which Coriolis factor B stands in Slotine-Li's  M a_r + B(M, v) v_r.
   REFERENCE: v×̄*M - M v×, the reference page's. Right where v_r = v; not passive anywhere else.
   CHRISTOFFEL: ½(v×̄*M - M v× + (Mv)×̄), passive. BODY: v×̄*M, passive.
   Admissible (passive) factors have B v = v×̄*M v and B + Bᵀ = v×̄*M - M v×, the rate of M. */
typedef enum { RIGID_FACTOR_REFERENCE, RIGID_FACTOR_CHRISTOFFEL, RIGID_FACTOR_BODY } rigid_factor;

/* M v = Y π */
rigid_regressor rigid_momentum_regressor(rigid_motion v);
/* M a + v ×̄* M v = Y π: the net wrench on the body. */
rigid_regressor rigid_momentum_derivative_regressor(rigid_motion v, rigid_motion a);
/* M a_r + B(M, v) v_r = Y π; a_r is the absolute spatial reference acceleration. */
rigid_regressor rigid_slotine_li_regressor(rigid_motion v, rigid_motion v_ref, rigid_motion a_ref, rigid_factor factor);

/* Y π for the parameters of M. */
rigid_force rigid_regressor_mul(const rigid_regressor *Y, const rigid_inertia *M);

#endif
