/* A link that is dragged moves the joint that carries it: each of its numbers gets the least change by which the point that was taken
   hold of follows the pointer. A drag of the ground, or with shift, turns the view; so does one of a link while there is a log, unless
   that link is selected, and one by a finger. */

let dragged = null; /* {i: the link, joint: of which link, at: point in the frame of i} */

/* The nearest joint towards the root that can be moved; what follows another moves that. */
function jointOf(i) {
    while (i >= 0 && bodies[i].joint.q === undefined) i = bodies[i].parent;
    return i < 0 ? -1 : bodies[i].joint.leader === undefined ? i : bodies[i].joint.leader;
}

/* Turn the quaternion at place k by a small angle about an axis of the link. */
function turnQuaternion(q, k, axis, angle_) {
    const half = [0, 0, 0];
    half[axis] = Math.sin(angle_ / 2);
    const [w, x, y, z] = q.subarray(k, k + 4), [a, b, c] = half, d = Math.cos(angle_ / 2);
    q.set([w * d - x * a - y * b - z * c, w * a + x * d + y * c - z * b, w * b - x * c + y * d + z * a, w * c + x * b - y * a + z * d], k);
}

/* Ways to change q across a joint: functions of a configuration and of how much. A floating one is moved, not turned. */
function waysOf(joint) {
    const type = data.types[joint.type];
    if (type.quaternion !== undefined && !type.numbers.length) {
        return [0, 1, 2].map(axis => (q, much) => turnQuaternion(q, joint.q + type.quaternion, axis, much));
    }
    return type.numbers.map(([, , k]) => {
        const [lower, upper] = limitsOf(joint, k);
        return (q, much) => {
            const now = q[joint.q + k];
            q[joint.q + k] = much > 0 ? Math.max(now, Math.min(upper, now + much)) : Math.min(now, Math.max(lower, now + much));
        };
    });
}

const trial = {rest: new Float64Array(12 * bodies.length), poses: new Float64Array(12 * bodies.length)};
/* Where on the canvas a point of a link would be at q. */
function seenAt(q, i, p) {
    computePoses(bodies, q, trial.rest, trial.poses);
    const X = trial.poses, o = 12 * i;
    const at = new THREE.Vector3(...[0, 4, 8].map(r => X[o + r] * p[0] + X[o + r + 1] * p[1] + X[o + r + 2] * p[2] + X[o + r + 3])).project(camera());
    return [(at.x + 1) / 2 * stage.width, (1 - at.y) / 2 * stage.height];
}

/* dq = J^T (J J^T + lambda)^-1 (pointer - point), with J by differences; as far as 0.2 rad, or a tenth of the robot, at once. */
function followPointer(x, y) {
    const {i, joint, at} = dragged, ways = waysOf(bodies[joint].joint), h = 1e-4;
    for (let round = 0; round < 3; round++) {
        const here = seenAt(state.q, i, at), wanted = [x - here[0], y - here[1]];
        const columns = ways.map(way => {
            const q = state.q.slice();
            let step = h;
            way(q, step);
            if (q.every((x, n) => x === state.q[n])) { step = -h; way(q, step); } /* at its limit */
            const moved = seenAt(q, i, at);
            return moved.map((value, r) => (value - here[r]) / step);
        });
        let [a, b, c] = [0, 0, 0];
        for (const [u, w] of columns) { a += u * u; b += u * w; c += w * w; }
        const damping = 1e-3 * (a + c) + 1e-9;
        a += damping; c += damping;
        const det = a * c - b * b, f = [(c * wanted[0] - b * wanted[1]) / det, (a * wanted[1] - b * wanted[0]) / det];
        const q = state.q.slice(), most = Math.max(0.2, 0.1 * stage.radius);
        ways.forEach((way, k) => way(q, Math.max(-most, Math.min(most, columns[k][0] * f[0] + columns[k][1] * f[1]))));
        setConfiguration(q);
    }
}

function takeHold(event) {
    if (event.button !== 0 || event.shiftKey || event.pointerType === "touch") return;
    const hit = pickPoint(...inCanvas(event));
    if (!hit || player.on && hit.i !== state.selected) return;
    const joint = jointOf(hit.i);
    if (joint < 0) return;
    const back = new THREE.Matrix4().getInverse(new THREE.Matrix4().set(...state.poses.subarray(12 * hit.i, 12 * hit.i + 12), 0, 0, 0, 1));
    dragged = {i: hit.i, joint, at: hit.point.clone().applyMatrix4(back).toArray(), moved: false};
    orbit.enabled = false;
}
function letGo() {
    dragged = null;
    orbit.enabled = true;
}
stage.canvas.addEventListener("pointerdown", takeHold, true);
window.addEventListener("pointermove", event => {
    if (!dragged) return;
    if (!event.buttons) { letGo(); return; }
    const [x, y] = inCanvas(event);
    if (!dragged.moved && pressed && Math.hypot(x - pressed[0], y - pressed[1]) <= SLIP) return;
    dragged.moved = true;
    player.pause();
    followPointer(x, y);
});
window.addEventListener("pointerup", letGo);
window.addEventListener("pointercancel", letGo);
