/* Charts of rotations. The exponential goes through the angle where that is safe and through series below half a radian;
   the logarithm goes through the quaternion, which is well conditioned at every angle, π included.
   [Murray, Li, Sastry 1994 §2.2; Shepperd 1978] */
#include "quaternion.h"

m3 rigid_rotation_rpy(double roll, double pitch, double yaw) {
    double cr = cos(roll), sr = sin(roll), cp = cos(pitch), sp = sin(pitch), cy = cos(yaw), sy = sin(yaw);
    return (m3){{cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr},
                {sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr},
                {-sp, cp * sr, cp * cr}};
}

/* Yaw first; then roll from the second row of Rz(-yaw) R = Ry Rx, which is (0, cos r, -sin r): what rounding did to yaw
   is undone there, so that the three together give R even where pitch is ±π/2. */
v3 rigid_rotation_to_rpy(m3 R) {
    double pitch = atan2(-R.z.x, hypot(R.x.x, R.y.x));
    double yaw = atan2(R.y.x, R.x.x);
    double cy = cos(yaw), sy = sin(yaw);
    double roll = atan2(sy * R.x.z - cy * R.y.z, cy * R.y.y - sy * R.x.y);
    return (v3){roll, pitch, yaw};
}

m3 rigid_rotation_quaternion(rigid_quaternion q) {
    const double n = qt_norm(q);
    double w = q.w / n, x = q.x / n, y = q.y / n, z = q.z / n;
    return (m3){{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
}

/* Four times the square of each component stands in the diagonal; divide by the largest. */
static rigid_quaternion quaternion_unscaled(m3 R) {
    double t = m3_trace(R), x = R.x.x, y = R.y.y, z = R.z.z;
    if (t >= x && t >= y && t >= z)
        return (rigid_quaternion){1 + t, R.z.y - R.y.z, R.x.z - R.z.x, R.y.x - R.x.y};
    if (x >= y && x >= z)
        return (rigid_quaternion){R.z.y - R.y.z, 1 + x - y - z, R.y.x + R.x.y, R.x.z + R.z.x};
    if (y >= z)
        return (rigid_quaternion){R.x.z - R.z.x, R.y.x + R.x.y, 1 + y - x - z, R.z.y + R.y.z};
    return (rigid_quaternion){R.y.x - R.x.y, R.x.z + R.z.x, R.z.y + R.y.z, 1 + z - x - y};
}

rigid_quaternion rigid_rotation_to_quaternion(m3 R) {
    rigid_quaternion q = quaternion_unscaled(R);
    double n = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    n = q.w < 0 ? -n : n;
    return (rigid_quaternion){q.w / n, q.x / n, q.y / n, q.z / n};
}

static const double small_angle = 0.5;

/* sum of (-t)^k / (2k + n)!, k = 0..8: the tails of sine and cosine with their leading powers taken out. */
static double alternating_tail(double t, int n) {
    double sum = 0;
    for (int k = 8; k >= 0; k--)
        sum = 1 - t * sum / ((2 * k + n + 1) * (2 * k + n + 2));
    for (int j = 2; j <= n; j++)
        sum /= j;
    return sum;
}

rigid_exp_terms rigid_exp_terms_of(v3 omega) {
    double angle = v3_norm(omega);
    if (angle < small_angle) {
        /* sin θ/θ, (1 - cos θ)/θ², (θ - sin θ)/θ³ */
        double t = angle * angle;
        double a = alternating_tail(t, 1), b = alternating_tail(t, 2), c = alternating_tail(t, 3);
        return (rigid_exp_terms){omega, a, b, b, c};
    }
    double s = sin(angle), half = sin(0.5 * angle), versine = 2 * half * half;
    return (rigid_exp_terms){v3_div(omega, angle), s, versine, versine / angle, 1 - s / angle};
}

static const double series_up_to = 2; /* where the nine terms of the series are still below rounding */

double rigid_tail(double angle, int n) {
    double t = angle * angle;
    if (angle < series_up_to)
        return alternating_tail(t, n);
    if (n > 2) /* (1/(n-2)! - tail of n - 2) / θ² */
        return ((n == 5 ? 1.0 / 6 : n == 4 ? 0.5 : 1) - rigid_tail(angle, n - 2)) / t;
    double half = sin(0.5 * angle);
    return n == 1 ? sin(angle) / angle : 2 * half * half / t;
}

/* 1/12 at zero. */
double rigid_inverse_v_term(double angle) {
    double x = 0.5 * angle, t = x * x;
    if (angle >= 0.5)
        return (1 - x * cos(x) / sin(x)) / (angle * angle);
    return 1.0 / 12 +
           t * (1.0 / 180 +
                t * (1.0 / 1890 + t * (1.0 / 18900 + t * (1.0 / 187110 + t * (1382.0 / 2554051500.0 + t / 18243225)))));
}

/* 1 - tail₂ ω× + tail₃ ω×ω× */
m3 rigid_rotation_exp_jacobian(v3 omega) {
    double angle = v3_norm(omega);
    m3 W = m3_skew(omega), J = m3_sub(m3_identity(), m3_scale(rigid_tail(angle, 2), W));
    return m3_add(J, m3_scale(rigid_tail(angle, 3), m3_mul(W, W)));
}

/* 1 + ½ ω× + d ω×ω× */
m3 rigid_rotation_log_jacobian(m3 R) {
    v3 omega = rigid_rotation_log(R);
    m3 W = m3_skew(omega), J = m3_add(m3_identity(), m3_scale(0.5, W));
    return m3_add(J, m3_scale(rigid_inverse_v_term(v3_norm(omega)), m3_mul(W, W)));
}

/* 1 + r1 w× + r2 (w wᵀ - w·w 1) */
static m3 rodrigues(v3 w, double r1, double r2) {
    double xy = r2 * w.x * w.y, xz = r2 * w.x * w.z, yz = r2 * w.y * w.z;
    return (m3){{1 - r2 * (w.y * w.y + w.z * w.z), xy - r1 * w.z, xz + r1 * w.y},
                {xy + r1 * w.z, 1 - r2 * (w.x * w.x + w.z * w.z), yz - r1 * w.x},
                {xz - r1 * w.y, yz + r1 * w.x, 1 - r2 * (w.x * w.x + w.y * w.y)}};
}

m3 rigid_rotation_exp(v3 omega) {
    rigid_exp_terms e = rigid_exp_terms_of(omega);
    return rodrigues(e.w, e.r1, e.r2);
}

m3 rigid_rotation_axis_angle(v3 axis, double angle) {
    double half = sin(0.5 * angle);
    return rodrigues(axis, sin(angle), 2 * half * half);
}

v3 rigid_rotation_log(m3 R) { return qt_log(rigid_rotation_to_quaternion(R)); }

double rigid_rotation_error(m3 R) {
    if (!m3_is_finite(R) || m3_determinant(R) <= 0)
        return 2;
    return m3_max_abs(m3_sub(m3_mul(m3_transpose(R), R), m3_identity()));
}

/* R <- R (3 - RᵀR) / 2, which squares the error each time. [Newton-Schulz iteration for the polar factor] */
m3 rigid_rotation_nearest(m3 R) {
    for (int k = 0; k < 4; k++) {
        m3 correction = m3_sub(m3_scale(3, m3_identity()), m3_mul(m3_transpose(R), R));
        R = m3_mul(R, m3_scale(0.5, correction));
    }
    return R;
}
