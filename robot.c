/* Written by rigid; see robot.h. */
#include "robot.h"

#include <math.h>

typedef robot_real T;
#define R(x) ((T)(x))
#ifdef ROBOT_FLOAT
#define SIN sinf
#define COS cosf
#else
#define SIN sin
#define COS cos
#endif

typedef T TURNS;
static void turn(const T *angle, T *sine, T *cosine, int count) {
    int k;
    for (k = 0; k < count; k++)
        sine[k] = SIN(angle[k]), cosine[k] = COS(angle[k]);
}

/* 46 operations */
void robot_inverse_dynamics(const robot_real q[2], const robot_real v[2], const robot_real a[2], robot_real tau[2]) {
    (void)q, (void)v, (void)a;
    const TURNS angle[2] = {q[0], q[1]};
    TURNS sine[2], cosine[2];
    turn(angle, sine, cosine, 2);
    const T t1 = sine[0];
    const T t2 = cosine[0];
    const T t3 = sine[1];
    const T t4 = cosine[1];
    const T t5 = R(9.81) * t1;
    const T t6 = R(9.81) * t2;
    const T t7 = v[0] * v[0];
    const T t20 = R(0.1075) * a[0];
    const T t21 = R(0.047500000000000007) * a[0];
    const T t22 = t20 + t21;
    const T t23 = R(0.4) * t6;
    const T t24 = R(0.2) * t5;
    const T t25 = t23 + t24;
    const T t26 = t22 - t25;
    const T t27 = R(0.3) * t7;
    const T t28 = R(0.3) * a[0];
    const T t29 = t27 + t5;
    const T t30 = t28 - t6;
    const T t31 = t29 * t4;
    const T t32 = t3 * t30;
    const T t33 = t32 - t31;
    const T t34 = t29 * t3;
    const T t35 = t30 * t4;
    const T t36 = t34 + t35;
    const T t39 = a[0] + a[1];
    const T t40 = v[0] + v[1];
    const T t41 = t40 * t40;
    const T t42 = R(0.1) * t41;
    const T t43 = R(0.2) * t39;
    const T t44 = t43 - t42;
    const T t45 = R(0.1) * t39;
    const T t46 = R(0.2) * t41;
    const T t47 = t45 + t46;
    const T t54 = R(0.0175) * t39;
    const T t55 = R(0.047500000000000007) * t39;
    const T t56 = t54 + t55;
    const T t57 = R(0.1) * t36;
    const T t58 = R(0.2) * t33;
    const T t59 = t57 + t58;
    const T t60 = t56 + t59;
    const T t64 = t3 * t44;
    const T t65 = t4 * t47;
    const T t66 = t64 + t65;
    const T t75 = R(0.3) * t66;
    const T t76 = t60 + t75;
    const T t79 = t26 + t76;
    tau[0] = t79;
    tau[1] = t60;
}

/* 84 operations */
void robot_forward_dynamics(const robot_real q[2], const robot_real v[2], const robot_real tau[2], robot_real a[2]) {
    (void)q, (void)v, (void)tau;
    const TURNS angle[2] = {q[0], q[1]};
    TURNS sine[2], cosine[2];
    turn(angle, sine, cosine, 2);
    const T t1 = sine[0];
    const T t2 = cosine[0];
    const T t3 = sine[1];
    const T t4 = cosine[1];
    const T t33 = R(0.1) * t2;
    const T t34 = R(0.2) * t1;
    const T t35 = t33 + t34;
    const T t39 = R(0.3) * t2;
    const T t40 = R(0.3) * t1;
    const T t41 = t2 * t4;
    const T t42 = t1 * t3;
    const T t43 = t41 - t42;
    const T t44 = t2 * t3;
    const T t45 = t1 * t4;
    const T t46 = t44 + t45;
    const T t47 = t42 - t41;
    const T t77 = R(0.1) * t43;
    const T t78 = R(0.2) * t46;
    const T t79 = t77 + t78;
    const T t80 = R(0.1) * t46;
    const T t81 = R(0.2) * t47;
    const T t82 = t80 + t81;
    const T t83 = v[0] * v[0];
    const T t92 = R(9.81) * t35;
    const T t94 = t39 * t83;
    const T t95 = t40 * t83;
    const T t96 = t95 + R(9.81);
    const T t97 = v[0] + v[1];
    const T t99 = t97 * t97;
    const T t100 = t79 * t99;
    const T t101 = t82 * t99;
    const T t102 = t100 + t94;
    const T t103 = t101 + t96;
    const T t110 = t82 * t94;
    const T t111 = t79 * t96;
    const T t112 = t110 - t111;
    const T t116 = tau[1] - t112;
    const T t117 = R(15.384615384615383) * t116;
    const T t118 = R(15.384615384615383) * t82;
    const T t119 = R(15.384615384615383) * t79;
    const T t122 = t118 * t82;
    const T t123 = t119 * t82;
    const T t125 = t119 * t79;
    const T t126 = R(1.0) - t122;
    const T t127 = R(1.0) - t125;
    const T t132 = t82 - t82;
    const T t135 = t79 - t79;
    const T t150 = t117 * t82;
    const T t151 = t117 * t79;
    const T t152 = t102 + t150;
    const T t153 = t103 - t151;
    const T t155 = R(0.065) * t117;
    const T t158 = t112 + t155;
    const T t160 = t126 * t40;
    const T t161 = t123 * t39;
    const T t162 = t160 - t161;
    const T t163 = t123 * t40;
    const T t164 = t127 * t39;
    const T t165 = t164 - t163;
    const T t166 = t132 - t162;
    const T t169 = t135 - t165;
    const T t175 = t132 * t40;
    const T t176 = t135 * t39;
    const T t177 = t175 + t176;
    const T t191 = t166 * t40;
    const T t192 = t169 * t39;
    const T t193 = t191 + t192;
    const T t199 = t177 + t193;
    const T t203 = t152 * t40;
    const T t204 = t153 * t39;
    const T t205 = t203 - t204;
    const T t206 = t158 + t205;
    const T t218 = R(0.065) - t199;
    const T t224 = t206 - t92;
    const T t226 = R(1.0) / t218;
    const T t227 = tau[0] - t224;
    const T t228 = t226 * t227;
    const T t282 = t228 * t40;
    const T t283 = t228 * t39;
    const T t284 = t118 * t282;
    const T t285 = t119 * t283;
    const T t286 = t284 + t285;
    const T t287 = t228 + t286;
    const T t288 = t117 - t287;
    a[0] = t228;
    a[1] = t288;
}

/* 31 operations */
void robot_bias_forces(const robot_real q[2], const robot_real v[2], robot_real tau[2]) {
    (void)q, (void)v;
    const TURNS angle[2] = {q[0], q[1]};
    TURNS sine[2], cosine[2];
    turn(angle, sine, cosine, 2);
    const T t1 = sine[0];
    const T t2 = cosine[0];
    const T t3 = sine[1];
    const T t4 = cosine[1];
    const T t5 = R(9.81) * t1;
    const T t6 = R(9.81) * t2;
    const T t7 = v[0] * v[0];
    const T t12 = R(0.4) * t6;
    const T t13 = R(0.2) * t5;
    const T t14 = t12 + t13;
    const T t15 = R(0.3) * t7;
    const T t16 = t15 + t5;
    const T t17 = t16 * t4;
    const T t18 = t3 * t6;
    const T t19 = t17 + t18;
    const T t20 = t16 * t3;
    const T t21 = t4 * t6;
    const T t22 = t20 - t21;
    const T t25 = v[0] + v[1];
    const T t26 = t25 * t25;
    const T t27 = R(0.1) * t26;
    const T t28 = R(0.2) * t26;
    const T t31 = R(0.1) * t22;
    const T t32 = R(0.2) * t19;
    const T t33 = t31 - t32;
    const T t37 = t27 * t3;
    const T t38 = t28 * t4;
    const T t39 = t38 - t37;
    const T t48 = R(0.3) * t39;
    const T t49 = t33 + t48;
    const T t52 = t49 - t14;
    tau[0] = t52;
    tau[1] = t33;
}

/* 19 operations */
void robot_gravity_forces(const robot_real q[2], robot_real tau[2]) {
    (void)q;
    const TURNS angle[2] = {q[0], q[1]};
    TURNS sine[2], cosine[2];
    turn(angle, sine, cosine, 2);
    const T t1 = sine[0];
    const T t2 = cosine[0];
    const T t3 = sine[1];
    const T t4 = cosine[1];
    const T t5 = R(9.81) * t1;
    const T t6 = R(9.81) * t2;
    const T t7 = R(0.4) * t6;
    const T t8 = R(0.2) * t5;
    const T t9 = t7 + t8;
    const T t10 = t4 * t5;
    const T t11 = t3 * t6;
    const T t12 = t10 + t11;
    const T t13 = t3 * t5;
    const T t14 = t4 * t6;
    const T t15 = t13 - t14;
    const T t16 = R(0.1) * t15;
    const T t17 = R(0.2) * t12;
    const T t18 = t16 - t17;
    const T t19 = t18 - t9;
    tau[0] = t19;
    tau[1] = t18;
}

/* 11 operations */
void robot_mass_matrix(const robot_real q[2], robot_real H[4]) {
    (void)q;
    const TURNS angle[1] = {q[1]};
    TURNS sine[1], cosine[1];
    turn(angle, sine, cosine, 1);
    const T t3 = sine[0];
    const T t4 = cosine[0];
    const T t33 = R(0.1) * t4;
    const T t34 = R(0.2) * t3;
    const T t35 = t33 + t34;
    const T t39 = R(0.3) * t35;
    const T t40 = t39 + R(0.065);
    const T t41 = t35 + R(0.3);
    const T t46 = R(0.3) * t41;
    const T t48 = t40 + t46;
    const T t54 = t48 + R(0.065);
    H[0] = t54;
    H[1] = t40;
    H[2] = t40;
    H[3] = R(0.065);
}
