/* What the files of joints have to begin with: turning the axes of a joint at rest, and single freedoms one after the other. */
#ifndef RIGID_JOINT_SHARED_H
#define RIGID_JOINT_SHARED_H

#include "../../numbers/sincos.h"
#include "../workspace.h"

/* R Rz of an angle by its sine and cosine, rows of R turned one by one. */
static inline m3 rigid_turn_z(m3 R, rigid_sine_cosine turn) {
    double c = turn.c, s = turn.s;
    return (m3){{c * R.x.x + s * R.x.y, c * R.x.y - s * R.x.x, R.x.z},
                {c * R.y.x + s * R.y.y, c * R.y.y - s * R.y.x, R.y.z},
                {c * R.z.x + s * R.z.y, c * R.z.y - s * R.z.x, R.z.z}};
}

/* R R(q) of a quaternion, w first. */
static inline m3 rigid_turn_quaternion(m3 R, const double *q) {
    return m3_mul(R, rigid_rotation_quaternion((rigid_quaternion){q[0], q[1], q[2], q[3]}));
}

/* Where n freedoms follow each other, X(q) = exp(q1 s1) exp(q2 s2) ..., each is moved by those after it: seen from the moving
   frame, ∂S_k/∂q_l = -S_l × S_k for l > k. What changes S_k is W = Σ S_l q̇_l over those:
   S' = -W × S,  S'' = -W' × S - W × S' */
static inline void rigid_chain_rates(int n, const rigid_motion *S, const double *v, rigid_motion *dS) {
    rigid_motion W = rigid_motion_zero();
    for (int k = n - 1; k >= 0; k--) {
        dS[k] = rigid_motion_cross(S[k], W);
        W = rigid_motion_add(W, rigid_motion_scale(v[k], S[k]));
    }
}
static inline void rigid_chain_seconds(int n, const rigid_motion *S, const rigid_motion *dS, const double *v, const double *a,
                                       rigid_motion *ddS) {
    rigid_motion W = rigid_motion_zero(), dW = W;
    for (int k = n - 1; k >= 0; k--) {
        ddS[k] = rigid_motion_add(rigid_motion_cross(S[k], dW), rigid_motion_cross(dS[k], W));
        W = rigid_motion_add(W, rigid_motion_scale(v[k], S[k]));
        dW = rigid_motion_add(dW, rigid_motion_add(rigid_motion_scale(a[k], S[k]), rigid_motion_scale(v[k], dS[k])));
    }
}

#endif
