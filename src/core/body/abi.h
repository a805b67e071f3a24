/* An articulated-body inertia: the symmetric 6x6 matrix P with f = P a + bias for a body that carries others on joints.
   Unlike a rigid body's inertia it needs all 21 numbers.  P = [ M  H ; Hᵀ  I ], linear half first.
   [Featherstone 2008 ch. 7; Jain 2010 §6.4] */
#ifndef RIGID_ABI_H
#define RIGID_ABI_H

#include "inertia.h"

/* f = P a */
RIGID_INLINE rigid_force rigid_abi_mul(const rigid_abi *P, rigid_motion a) {
    return (rigid_force){v3_add(sym3_mul_v3(P->M, a.linear), m3_mul_v3(P->H, a.angular)),
                         v3_add(m3_tmul_v3(P->H, a.linear), sym3_mul_v3(P->I, a.angular))};
}

#endif
