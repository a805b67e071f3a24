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

/* Of each piece that the pose across a joint is made of (see the table of types in model/joints.lua): its pose, written over
   an identity. value(k) is the k-th number of the joint, from 1. */
const PIECES = {
    turn(piece, joint, value, out) { turnAbout(joint[piece.turn], value(piece.by), out); },
    slide(piece, joint, value, out) {
        slideAlong(joint[piece.slide], value(piece.by) * (piece.times ? joint[piece.times] : 1), out);
    },
    shift(piece, joint, value, out) { slideAlong(joint[piece.shift], piece.back ? -1 : 1, out); },
    position(piece, joint, value, out) {
        for (let k = 0; k < 3; k++) out[4 * k + 3] = value(piece.position + k);
    },
    quaternion(piece, joint, value, out) {
        const k = piece.quaternion;
        turnByQuaternion(value(k), value(k + 1), value(k + 2), value(k + 3), out);
    },
};
/* Of a type: [what poses it, piece] for each of its pieces, looked up once. */
const steps = new Map();
function stepsOf(type) {
    if (!steps.has(type)) {
        const kinds = Object.keys(PIECES);
        steps.set(type, data.types[type].pieces.map(piece => [PIECES[kinds.find(kind => kind in piece)], piece]));
    }
    return steps.get(type);
}

/* The pose across a joint: piece after piece, from the root on. */
const sofar = new Float64Array(12), next = new Float64Array(12);
function poseAcross(joint, value, out) {
    out.set(IDENTITY);
    stepsOf(joint.type).forEach(([pose, piece], i) => {
        if (i === 0) { pose(piece, joint, value, out); return; }
        sofar.set(out);
        next.set(IDENTITY);
        pose(piece, joint, value, next);
        compose(sofar, 0, next, 0, out, 0);
    });
}

/* The k-th number of a joint, from 1: its own in q, or what it follows, ratio q + offset. */
function jointValue(joint, q) {
    if (joint.ratio === undefined) return k => q[joint.q + k - 1];
    return () => joint.ratio * q[joint.q] + joint.offset;
}

/* rest: the frames of the joints, poses: those of the links, twelve numbers each. */
function computePoses(bodies, q, rest, poses) {
    const across = new Float64Array(12);
    bodies.forEach((body, i) => {
        if (body.parent < 0) rest.set(body.placement, 12 * i);
        else compose(poses, 12 * body.parent, body.placement, 0, rest, 12 * i);
        poseAcross(body.joint, jointValue(body.joint, q), across);
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
