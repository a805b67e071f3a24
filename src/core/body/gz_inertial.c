/* What a body with a pose of its own amounts to in the frame of the object, and how such bodies are put together and
   taken apart. */
#include "gz_inertial.h"

#include "../numbers/eigen.h"
#include "../numbers/rotation.h"

#include <float.h>

rigid_inertial rigid_inertial_zero(void) {
    return (rigid_inertial){.mass_matrix = rigid_mass_matrix_zero(), .pose = rigid_transform_identity()};
}

sym3 rigid_inertial_moi(const rigid_inertial *B) { return sym3_re_express(B->mass_matrix.I, B->pose.R); }

rigid_inertia rigid_inertial_to_inertia(const rigid_inertial *B) {
    return rigid_inertia_from_central(B->mass_matrix.mass, B->pose.p, rigid_inertial_moi(B));
}

rigid_inertia rigid_inertial_documented(const rigid_inertial *B) {
    return rigid_inertia_from_origin(B->mass_matrix.mass, B->pose.p, rigid_inertial_moi(B));
}

/* ---- setters ---------------------------------------------------------------------------------------------------- */

bool rigid_inertial_set_mass_matrix(rigid_inertial *B, const rigid_mass_matrix *M, double tolerance) {
    if (!rigid_mass_matrix_is_valid(M, tolerance))
        return false;
    B->mass_matrix = *M;
    return true;
}

bool rigid_inertial_set_pose(rigid_inertial *B, rigid_transform X_FBi) {
    if (!rigid_mass_matrix_is_valid(&B->mass_matrix, RIGID_MASS_MATRIX_TOLERANCE))
        return false;
    B->pose = X_FBi;
    return true;
}

/* I_new = R_newᵀ (R I Rᵀ) R_new */
bool rigid_inertial_set_rotation(rigid_inertial *B, m3 R_FBi) {
    if (!rigid_mass_matrix_is_valid(&B->mass_matrix, RIGID_MASS_MATRIX_TOLERANCE))
        return false;
    B->mass_matrix.I = sym3_re_express(rigid_inertial_moi(B), m3_transpose(R_FBi));
    B->pose.R = R_FBi;
    return true;
}

/* With I = P L Pᵀ:  I_new = R L Rᵀ,  R_FBi_new = R_FBi P Rᵀ,  and R_FBi I R_FBiᵀ stays what it was. */
bool rigid_inertial_set_mass_matrix_rotation(rigid_inertial *B, m3 R) {
    v3 moments;
    m3 P;
    if (!rigid_mass_matrix_is_valid(&B->mass_matrix, RIGID_MASS_MATRIX_TOLERANCE) ||
        rigid_eigen_sym3(B->mass_matrix.I, &moments, &P) != RIGID_OK)
        return false;
    B->mass_matrix.I = sym3_re_express(sym3_diagonal(moments.x, moments.y, moments.z), R);
    B->pose.R = rigid_rotation_nearest(m3_mul(m3_mul(B->pose.R, P), m3_transpose(R)));
    return true;
}

static const double symmetry_tolerance = 1e-6;

bool rigid_inertial_set_added_mass(rigid_inertial *B, const double added_mass[36]) {
    for (int i = 0; i < 6; i++)
        for (int j = 0; j <= i; j++)
            if (!(fabs(added_mass[6 * i + j] - added_mass[6 * j + i]) <= symmetry_tolerance))
                return false;
    for (int i = 0; i < 36; i++)
        B->added_mass[i] = added_mass[i];
    B->has_added_mass = true;
    return true;
}

/* ---- sums and differences --------------------------------------------------------------------------------------- */

/* An absent added mass counts as zero. */
static void combine_added_mass(const rigid_inertial *A, const rigid_inertial *B, double sign, rigid_inertial *sum) {
    for (int i = 0; i < 36; i++)
        sum->added_mass[i] = A->added_mass[i] + sign * B->added_mass[i];
    sum->has_added_mass = A->has_added_mass || B->has_added_mass;
}

static bool is_finite(const rigid_inertial *B) {
    for (int i = 0; i < 36; i++)
        if (!isfinite(B->added_mass[i]))
            return false;
    return isfinite(B->mass_matrix.mass) && sym3_is_finite(B->mass_matrix.I) && v3_is_finite(B->pose.p);
}

/* σ = ½ tr(I) - I of ascending moments, itself descending. */
static v3 spread_of(v3 I) {
    double x = 0.5 * I.x, y = 0.5 * I.y, z = 0.5 * I.z;
    return (v3){y + z - x, x + z - y, x + y - z};
}

/* R diag(I) Rᵀ with the negative spreads made zero. */
static sym3 without_negative_spread(v3 I, m3 R) {
    v3 sigma = spread_of(I);
    return sym3_complement(sym3_re_express(sym3_diagonal(fmax(sigma.x, 0), fmax(sigma.y, 0), fmax(sigma.z, 0)), R));
}

/* Judge a sum or difference; rounding: how far below zero that of the operands alone may have taken a spread. */
static rigid_inertial_verdict settle(rigid_inertial *sum, double rounding) {
    rigid_mass_matrix *M = &sum->mass_matrix;
    rigid_inertial_verdict verdict = {.flaw = RIGID_SOUND, .mass = M->mass};
    m3 R;
    rigid_eigen_sym3(M->I, &verdict.moments, &R);
    if (!is_finite(sum) || !v3_is_finite(verdict.moments) || !isfinite(rounding))
        verdict.flaw = RIGID_FLAW_NOT_FINITE;
    else if (rigid_mass_matrix_is_valid(M, RIGID_MASS_MATRIX_TOLERANCE))
        verdict.flaw = RIGID_SOUND;
    else if (spread_of(verdict.moments).z < -rounding)
        verdict.flaw = RIGID_FLAW_NEGATIVE_SPREAD;
    else
        M->I = without_negative_spread(verdict.moments, R);
    return verdict;
}

/* How far below zero rounding alone may take a spread when A and B are combined into a body of mass m: that of the
   moments, of the positions (each to eps of itself, in the square of their distance), and of the masses, of which a small
   remainder has few digits. mu: the m_A m_B / m of the parallel axis theorem. */
static double rounding_of(const rigid_inertial *A, const rigid_inertial *B, double mu, double m) {
    double half_traces = 0.5 * (fabs(sym3_trace(A->mass_matrix.I)) + fabs(sym3_trace(B->mass_matrix.I)));
    double length = v3_norm(v3_sub(B->pose.p, A->pose.p)), reach = v3_norm(A->pose.p) + v3_norm(B->pose.p);
    double weight = (fabs(A->mass_matrix.mass) + fabs(B->mass_matrix.mass)) / m;
    return 16 * DBL_EPSILON * (half_traces + fabs(mu) * length * (reach + weight * length));
}

/* The body of mass m that A becomes when B joins it (sign 1) or leaves it (sign -1), d from A's centre of mass to B's:
   c = c_A ± (m_B / m) d,  I = I_A ± I_B ± (m_A m_B / m) (d·d 1 - d dᵀ), for a joining or a leaving mass alike. */
static rigid_inertial_verdict combine(const rigid_inertial *A, const rigid_inertial *B, double sign,
                                      rigid_inertial *out) {
    double m_A = A->mass_matrix.mass, m_B = B->mass_matrix.mass, m = m_A + sign * m_B;
    if (m <= 0)
        return (rigid_inertial_verdict){.flaw = RIGID_FLAW_NEGATIVE_MASS, .mass = m};
    sym3 I_A = rigid_inertial_moi(A), I_B = rigid_inertial_moi(B);
    v3 d = v3_sub(B->pose.p, A->pose.p);
    double share = sign * (m_B / m);
    rigid_inertial sum = rigid_inertial_zero();
    sum.pose.p = v3_add_scaled(A->pose.p, share, d);
    sum.mass_matrix.mass = m;
    sum.mass_matrix.I = sym3_add(sym3_add(I_A, sym3_scale(sign, I_B)), sym3_complement(sym3_outer(share * m_A, d)));
    combine_added_mass(A, B, sign, &sum);
    rigid_inertial_verdict verdict = settle(&sum, rounding_of(A, B, share * m_A, m));
    if (verdict.flaw == RIGID_SOUND)
        *out = sum;
    return verdict;
}

rigid_inertial_verdict rigid_inertial_add(const rigid_inertial *A, const rigid_inertial *B, rigid_inertial *out) {
    return combine(A, B, 1, out);
}

rigid_inertial_verdict rigid_inertial_subtract(const rigid_inertial *A, const rigid_inertial *B, rigid_inertial *out) {
    return combine(A, B, -1, out);
}

/* ---- comparison ------------------------------------------------------------------------------------------------- */

static bool v3_near(v3 a, v3 b, double tolerance) {
    v3 d = v3_sub(a, b);
    return fabs(d.x) <= tolerance && fabs(d.y) <= tolerance && fabs(d.z) <= tolerance;
}

/* q and -q are one rotation. */
static bool rotation_near(m3 a, m3 b, double tolerance) {
    rigid_quaternion p = rigid_rotation_to_quaternion(a), q = rigid_rotation_to_quaternion(b);
    v3 u = {p.x, p.y, p.z}, v = {q.x, q.y, q.z};
    return (fabs(p.w - q.w) <= tolerance && v3_near(u, v, tolerance)) ||
           (fabs(p.w + q.w) <= tolerance && v3_near(u, v3_neg(v), tolerance));
}

bool rigid_inertial_near(const rigid_inertial *A, const rigid_inertial *B, double tolerance) {
    for (int i = 0; i < 36; i++)
        if (!(fabs(A->added_mass[i] - B->added_mass[i]) <= tolerance))
            return false;
    return A->has_added_mass == B->has_added_mass &&
           rigid_mass_matrix_near(&A->mass_matrix, &B->mass_matrix, tolerance) &&
           v3_near(A->pose.p, B->pose.p, tolerance) && rotation_near(A->pose.R, B->pose.R, tolerance);
}
