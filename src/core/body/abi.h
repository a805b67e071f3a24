/* An articulated-body inertia: the symmetric 6x6 matrix P with f = P a + bias for a body that carries others on joints.
   Unlike a rigid body's inertia it needs all 21 numbers.  P = [ M  H ; Hᵀ  I ], linear half first.
   [Featherstone 2008 ch. 7; Jain 2010 §6.4] */
#ifndef RIGID_ABI_H
#define RIGID_ABI_H

#include "inertia.h"

typedef struct {
    sym3 M; /* force per linear acceleration, kg */
    m3 H;   /* force per angular acceleration, kg m */
    sym3 I; /* moment per angular acceleration, kg m² */
} rigid_abi;

rigid_abi rigid_abi_from_inertia(const rigid_inertia *M);
rigid_abi rigid_abi_add(const rigid_abi *P, const rigid_abi *Q);
rigid_abi rigid_abi_sub(const rigid_abi *P, const rigid_abi *Q);
/* About the point Q, p_PQ from the old point P, same axes: Φ P Φᵀ. */
rigid_abi rigid_abi_shift(const rigid_abi *P, v3 p_PQ);
rigid_abi rigid_abi_re_express(const rigid_abi *P, m3 R_AE);
rigid_abi rigid_transform_abi(rigid_transform X, const rigid_abi *P);

/* f = P a */
static inline rigid_force rigid_abi_mul(const rigid_abi *P, rigid_motion a) {
    return (rigid_force){v3_add(sym3_mul_v3(P->M, a.linear), m3_mul_v3(P->H, a.angular)),
                         v3_add(m3_tmul_v3(P->H, a.linear), sym3_mul_v3(P->I, a.angular))};
}

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

#endif
