/* Pseudo-inertias as 4x4 matrices: how they hold the ten parameters, their dual, inverse and metric. */
#include "entropy.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Σ = ½ tr(I) 1 - I, in the corner; h beside it; m at the end. */
void rigid_pseudo_of(const double p[10], double J[16]) {
    const double half = 0.5 * (p[4] + p[7] + p[9]);
    const double all[16] = {half - p[4], -p[5], -p[6], p[1], -p[5], half - p[7], -p[8], p[2], -p[6], -p[8], half - p[9], p[3], p[1], p[2], p[3], p[0]};
    memcpy(J, all, sizeof all);
}

/* I = tr(Σ) 1 - Σ. */
void rigid_pseudo_parameters(const double J[16], double p[10]) {
    const double all[10] = {J[15], J[3], J[7], J[11], J[5] + J[10], -J[1], -J[2], J[0] + J[10], -J[6], J[0] + J[5]};
    memcpy(p, all, sizeof all);
}

void rigid_pseudo_traces(const double B[16], double t[10]) {
    const double half = 0.5 * (B[0] + B[5] + B[10]);
    const double all[10] = {B[15], 2 * B[3], 2 * B[7], 2 * B[11], half - B[0], -2 * B[1], -2 * B[2], half - B[5], -2 * B[6], half - B[10]};
    memcpy(t, all, sizeof all);
}

/* From t_xx = ½ (-B_xx + B_yy + B_zz) and its kin: B_xx = t_yy + t_zz. */
void rigid_pseudo_dual(const double b[10], double B[16]) {
    const double x = 0.5 * b[1], y = 0.5 * b[2], z = 0.5 * b[3], xy = -0.5 * b[5], xz = -0.5 * b[6], yz = -0.5 * b[8];
    const double all[16] = {b[7] + b[9], xy, xz, x, xy, b[4] + b[9], yz, y, xz, yz, b[4] + b[7], z, x, y, z, b[0]};
    memcpy(B, all, sizeof all);
}

/* L Lᵀ = J; false where a pivot is lost in rounding. */
static bool factor(const double J[16], double L[16]) {
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++) {
            double sum = J[4 * i + j];
            for (int k = 0; k < j; k++)
                sum -= L[4 * i + k] * L[4 * j + k];
            if (i == j && !(sum > 4 * DBL_EPSILON * fabs(J[5 * i]) && sum < INFINITY))
                return false;
            L[4 * i + j] = i == j ? sqrt(sum) : sum / L[5 * j];
        }
    return true;
}

bool rigid_pseudo_inverse(const double J[16], double inverse[16], double *log_det) {
    double L[16] = {0}, M[16] = {0}; /* M = L⁻¹, lower */
    if (!factor(J, L))
        return false;
    *log_det = 2 * (log(L[0]) + log(L[5]) + log(L[10]) + log(L[15]));
    for (int j = 0; j < 4; j++)
        for (int i = j; i < 4; i++) {
            double sum = i == j;
            for (int k = j; k < i; k++)
                sum -= L[4 * i + k] * M[4 * k + j];
            M[4 * i + j] = sum / L[5 * i];
        }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            for (int k = i; k < 4; k++)
                sum += M[4 * k + i] * M[4 * k + j];
            inverse[4 * i + j] = inverse[4 * j + i] = sum;
        }
    return true;
}

static void product(const double A[16], const double B[16], double C[16]) {
    for (int i = 0; i < 16; i++) {
        C[i] = 0;
        for (int j = 0; j < 4; j++)
            C[i] += A[i / 4 * 4 + j] * B[4 * j + i % 4];
    }
}

void rigid_pseudo_between(const double P[16], const double E[16], const double Q[16], double S[16]) {
    double PE[16], PEQ[16];
    product(P, E, PE);
    product(PE, Q, PEQ);
    for (int i = 0; i < 16; i++)
        S[i] = 0.5 * (PEQ[i] + PEQ[i % 4 * 4 + i / 4]);
}

void rigid_pseudo_metric(const double P[16], const double Q[16], double H[100]) {
    for (int k = 0; k < 10; k++) {
        double unit[10] = {0}, E[16], S[16];
        unit[k] = 1;
        rigid_pseudo_of(unit, E);
        rigid_pseudo_between(P, E, Q, S);
        rigid_pseudo_traces(S, H + 10 * k);
    }
}
