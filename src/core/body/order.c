/* Structs to arrays and back, in the order asked for. Blocks are placed by the offset of their half. */
#include "order.h"

static int linear_at(rigid_order order) { return order == RIGID_LINEAR_FIRST ? 0 : 3; }
static int angular_at(rigid_order order) { return order == RIGID_LINEAR_FIRST ? 3 : 0; }

static void put_v3(double *out, v3 a) { out[0] = a.x, out[1] = a.y, out[2] = a.z; }
static v3 get_v3(const double *in) { return (v3){in[0], in[1], in[2]}; }
static void put_block(double out[36], int row, int col, m3 a) {
    put_v3(out + 6 * row + col, a.x);
    put_v3(out + 6 * (row + 1) + col, a.y);
    put_v3(out + 6 * (row + 2) + col, a.z);
}
static m3 get_block(const double in[36], int row, int col) {
    return (m3){get_v3(in + 6 * row + col), get_v3(in + 6 * (row + 1) + col), get_v3(in + 6 * (row + 2) + col)};
}
/* The symmetric block on the diagonal, from its lower triangle. */
static sym3 get_lower(const double in[36], int at) {
    m3 a = get_block(in, at, at);
    return (sym3){a.x.x, a.y.x, a.z.x, a.y.y, a.z.y, a.z.z};
}

void rigid_motion_to_array(rigid_motion v, rigid_order order, double out[6]) {
    put_v3(out + linear_at(order), v.linear);
    put_v3(out + angular_at(order), v.angular);
}
rigid_motion rigid_motion_from_array(const double in[6], rigid_order order) {
    return (rigid_motion){get_v3(in + linear_at(order)), get_v3(in + angular_at(order))};
}
void rigid_force_to_array(rigid_force f, rigid_order order, double out[6]) {
    put_v3(out + linear_at(order), f.linear);
    put_v3(out + angular_at(order), f.angular);
}
rigid_force rigid_force_from_array(const double in[6], rigid_order order) {
    return (rigid_force){get_v3(in + linear_at(order)), get_v3(in + angular_at(order))};
}

/* [ M  H ; Hᵀ  I ] */
void rigid_abi_to_matrix(const rigid_abi *P, rigid_order order, double out[36]) {
    int l = linear_at(order), a = angular_at(order);
    put_block(out, l, l, m3_from_sym3(P->M));
    put_block(out, l, a, P->H);
    put_block(out, a, l, m3_transpose(P->H));
    put_block(out, a, a, m3_from_sym3(P->I));
}
rigid_abi rigid_abi_from_matrix(const double in[36], rigid_order order) {
    int l = linear_at(order), a = angular_at(order);
    m3 H = order == RIGID_LINEAR_FIRST ? m3_transpose(get_block(in, a, l)) : get_block(in, l, a);
    return (rigid_abi){get_lower(in, l), H, get_lower(in, a)};
}
void rigid_inertia_to_matrix(const rigid_inertia *M, rigid_order order, double out[36]) {
    rigid_abi P = rigid_abi_from_inertia(M);
    rigid_abi_to_matrix(&P, order, out);
}

/* [ R  p×R ; 0  R ] */
void rigid_transform_adjoint(rigid_transform X, double out[36]) {
    put_block(out, 0, 0, X.R);
    put_block(out, 0, 3, m3_mul(m3_skew(X.p), X.R));
    put_block(out, 3, 0, m3_zero());
    put_block(out, 3, 3, X.R);
}
/* [ R  0 ; p×R  R ] */
void rigid_transform_adjoint_force(rigid_transform X, double out[36]) {
    put_block(out, 0, 0, X.R);
    put_block(out, 0, 3, m3_zero());
    put_block(out, 3, 0, m3_mul(m3_skew(X.p), X.R));
    put_block(out, 3, 3, X.R);
}
/* [ ω×  v× ; 0  ω× ] */
void rigid_motion_cross_matrix(rigid_motion v, double out[36]) {
    put_block(out, 0, 0, m3_skew(v.angular));
    put_block(out, 0, 3, m3_skew(v.linear));
    put_block(out, 3, 0, m3_zero());
    put_block(out, 3, 3, m3_skew(v.angular));
}
/* [ ω×  0 ; v×  ω× ] */
void rigid_motion_cross_force_matrix(rigid_motion v, double out[36]) {
    put_block(out, 0, 0, m3_skew(v.angular));
    put_block(out, 0, 3, m3_zero());
    put_block(out, 3, 0, m3_skew(v.linear));
    put_block(out, 3, 3, m3_skew(v.angular));
}

/* [ m ω×   -m u× + (h x ω)× - ω× h× ; h× ω×   -h× u× + ω× I - (I ω)× ]   [iDynTree biasWrenchDerivative] */
void rigid_inertia_bias_derivative(const rigid_inertia *M, rigid_motion v, double out[36]) {
    m3 wx = m3_skew(v.angular), ux = m3_skew(v.linear), hx = m3_skew(M->h), I = m3_from_sym3(M->I);
    m3 linear_angular = m3_sub(m3_sub(m3_skew(v3_cross(M->h, v.angular)), m3_scale(M->m, ux)), m3_mul(wx, hx));
    m3 angular_angular = m3_sub(m3_sub(m3_mul(wx, I), m3_mul(hx, ux)), m3_skew(sym3_mul_v3(M->I, v.angular)));
    put_block(out, 0, 0, m3_scale(M->m, wx));
    put_block(out, 0, 3, linear_angular);
    put_block(out, 3, 0, m3_mul(hx, wx));
    put_block(out, 3, 3, angular_angular);
}

void rigid_inertia_to_parameters(const rigid_inertia *M, double out[10]) {
    out[0] = M->m;
    put_v3(out + 1, M->h);
    out[4] = M->I.xx, out[5] = M->I.xy, out[6] = M->I.xz, out[7] = M->I.yy, out[8] = M->I.yz, out[9] = M->I.zz;
}
rigid_inertia rigid_inertia_from_parameters(const double in[10]) {
    return (rigid_inertia){in[0], get_v3(in + 1), {in[4], in[5], in[6], in[7], in[8], in[9]}};
}

void rigid_regressor_to_matrix(const rigid_regressor *Y, double out[60]) {
    for (int j = 0; j < 10; j++) {
        double column[6];
        rigid_force_to_array(Y->column[j], RIGID_LINEAR_FIRST, column);
        for (int i = 0; i < 6; i++)
            out[10 * i + j] = column[i];
    }
}
