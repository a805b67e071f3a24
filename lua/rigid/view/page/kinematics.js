/* Where the links are: the same formulas as lua/rigid/model/joints.lua, in double precision. A pose is twelve numbers, the
   first three rows of its 4x4 matrix: R | p. Links come parents first, so one pass over them is enough. */

/* out[o..] = a[i..] b[j..], which must not be out */
function compose(a, i, b, j, out, o) {
    for (let row = 0; row < 12; row += 4) {
        const x = a[i + row], y = a[i + row + 1], z = a[i + row + 2];
        for (let k = 0; k < 4; k++) out[o + row + k] = x * b[j + k] + y * b[j + 4 + k] + z * b[j + 8 + k];
        out[o + row + 3] += a[i + row + 3];
    }
}

/* R = cos I + sin [a]x + (1 - cos) a aT, about a unit axis */
function turnAbout(axis, angle, out) {
    const [x, y, z] = axis, c = Math.cos(angle), s = Math.sin(angle), d = 1 - c;
    out[0] = c + d * x * x;     out[1] = d * x * y - s * z; out[2] = d * x * z + s * y;
    out[4] = d * x * y + s * z; out[5] = c + d * y * y;     out[6] = d * y * z - s * x;
    out[8] = d * x * z - s * y; out[9] = d * y * z + s * x; out[10] = c + d * z * z;
}

function turnByQuaternion(w, x, y, z, out) {
    const n = Math.hypot(w, x, y, z) || 1;
    w /= n; x /= n; y /= n; z /= n;
    out[0] = 1 - 2 * (y * y + z * z); out[1] = 2 * (x * y - w * z);     out[2] = 2 * (x * z + w * y);
    out[4] = 2 * (x * y + w * z);     out[5] = 1 - 2 * (x * x + z * z); out[6] = 2 * (y * z - w * x);
    out[8] = 2 * (x * z - w * y);     out[9] = 2 * (y * z + w * x);     out[10] = 1 - 2 * (x * x + y * y);
}

function slideAlong(axis, distance, out) {
    out[3] = axis[0] * distance; out[7] = axis[1] * distance; out[11] = axis[2] * distance;
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

/* Of each type: the pose across the joint, written over an identity. value(k) is its k-th number. */
const JOINTS = {
    fixed() {},
    revolute(joint, value, out) { turnAbout(joint.axis, value(0), out); },
    prismatic(joint, value, out) { slideAlong(joint.axis, value(0), out); },
    helical(joint, value, out) {
        turnAbout(joint.axis, value(0), out);
        slideAlong(joint.axis, joint.pitch * value(0), out);
    },
    screw(joint, value, out) {
        const turned = IDENTITY.slice(), p = joint.point;
        turnAbout(joint.axis, value(0), turned);
        for (let k = 0; k < 3; k++)
            turned[4 * k + 3] = p[k] + joint.pitch * value(0) * joint.axis[k]
                - turned[4 * k] * p[0] - turned[4 * k + 1] * p[1] - turned[4 * k + 2] * p[2];
        for (let k = 0; k < 12; k++) out[k] = turned[k];
    },
    universal(joint, value, out) {
        const first = IDENTITY.slice(), second = IDENTITY.slice();
        turnAbout(joint.axis, value(0), first);
        turnAbout(joint.axis2, value(1), second);
        compose(first, 0, second, 0, out, 0);
    },
    cylindrical(joint, value, out) {
        turnAbout(joint.axis, value(0), out);
        slideAlong(joint.axis, value(1), out);
    },
    spherical(joint, value, out) { turnByQuaternion(value(0), value(1), value(2), value(3), out); },
    planar(joint, value, out) {
        turnAbout(joint.axis, value(2), out);
        for (let k = 0; k < 3; k++) out[4 * k + 3] = joint.x[k] * value(0) + joint.y[k] * value(1);
    },
    floating(joint, value, out) {
        turnByQuaternion(value(3), value(4), value(5), value(6), out);
        slideAlong([1, 0, 0], value(0), out);
        out[7] = value(1); out[11] = value(2);
    },
};
JOINTS.continuous = JOINTS.revolute;

/* The number of q that a joint takes: its own, or what it follows, ratio q + offset. */
function jointValue(joint, q) {
    if (joint.ratio === undefined) return k => q[joint.q + k];
    return () => joint.ratio * q[joint.q] + joint.offset;
}

/* rest: the frames of the joints, poses: those of the links, twelve numbers each. */
function computePoses(bodies, q, rest, poses) {
    const across = new Float64Array(12);
    bodies.forEach((body, i) => {
        if (body.parent < 0) rest.set(body.placement, 12 * i);
        else compose(poses, 12 * body.parent, body.placement, 0, rest, 12 * i);
        across.set(IDENTITY);
        JOINTS[body.joint.type](body.joint, jointValue(body.joint, q), across);
        compose(rest, 12 * i, across, 0, poses, 12 * i);
    });
}

/* Roll, pitch, yaw of a quaternion, R = Rz(yaw) Ry(pitch) Rx(roll), and back. */
function rpyOfQuaternion(w, x, y, z) {
    const R = new Float64Array(12);
    turnByQuaternion(w, x, y, z, R);
    return rpyOfPose(R, 0);
}

function rpyOfPose(X, i) {
    const pitch = Math.atan2(-X[i + 8], Math.hypot(X[i], X[i + 4]));
    if (Math.abs(X[i + 8]) > 1 - 1e-12) return [Math.atan2(-X[i + 6], X[i + 5]), pitch, 0];
    return [Math.atan2(X[i + 9], X[i + 10]), pitch, Math.atan2(X[i + 4], X[i])];
}

function quaternionOfRpy(roll, pitch, yaw) {
    const a = Math.cos(roll / 2), b = Math.sin(roll / 2), c = Math.cos(pitch / 2), d = Math.sin(pitch / 2);
    const e = Math.cos(yaw / 2), f = Math.sin(yaw / 2);
    return [e * c * a + f * d * b, e * c * b - f * d * a, e * d * a + f * c * b, f * c * a - e * d * b];
}
