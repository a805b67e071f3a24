/* A pose X_AB: the axes of B in those of A (R_AB) and the origin of B in A (p_AB_A). Applied to what is given in B it
   gives the same thing in A; neighbours cancel, X_AC = X_AB X_BC. */
#ifndef RIGID_TRANSFORM_H
#define RIGID_TRANSFORM_H

#include "force.h"

RIGID_INLINE rigid_transform rigid_transform_identity(void) {
    return (rigid_transform){m3_identity(), v3_zero()};
}
RIGID_INLINE v3 rigid_transform_point(rigid_transform X, v3 p) { return v3_add(X.p, m3_mul_v3(X.R, p)); }
RIGID_INLINE rigid_transform rigid_transform_mul(rigid_transform X_AB, rigid_transform X_BC) {
    return (rigid_transform){m3_mul(X_AB.R, X_BC.R), rigid_transform_point(X_AB, X_BC.p)};
}
RIGID_INLINE rigid_transform rigid_transform_inverse(rigid_transform X) {
    return (rigid_transform){m3_transpose(X.R), v3_neg(m3_tmul_v3(X.R, X.p))};
}
/* New axes, then from the origin of B to that of A, which is -p_AB away. */
RIGID_INLINE rigid_motion rigid_transform_motion(rigid_transform X, rigid_motion v) {
    return rigid_motion_shift(rigid_motion_re_express(v, X.R), v3_neg(X.p));
}
RIGID_INLINE rigid_force rigid_transform_force(rigid_transform X, rigid_force f) {
    return rigid_force_shift(rigid_force_re_express(f, X.R), v3_neg(X.p));
}
/* The position of rigid_motion_exp(v) alone. */
v3 rigid_motion_exp_position(rigid_motion v);

#endif
