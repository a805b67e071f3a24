/* How large things are: of each link the corners of what is drawn of it, the size of its marks, and the bounds of the whole robot. */

const corners = []; /* of what is drawn of each link, in its frame */
const sizes = []; /* of each link's marks */

function boxCorners(matrix, low, high) {
    const list = [];
    for (let k = 0; k < 8; k++) {
        const p = new THREE.Vector3(k & 1 ? high[0] : low[0], k & 2 ? high[1] : low[1], k & 4 ? high[2] : low[2]);
        list.push(p.applyMatrix4(matrix).toArray());
    }
    return list;
}
function shapeCorners(shape) {
    if (shape.kind === "mesh") return boxCorners(matrixOf(shape.pose), data.meshes[shape.mesh].low, data.meshes[shape.mesh].high);
    const r = shape.radius, half = shape.size ? shape.size.map(x => x / 2) : shape.kind === "sphere" ? [r, r, r]
        : shape.kind === "outline" ? [0, 0, 0] : [r, r, shape.length / 2 + (shape.kind === "capsule" ? r : 0)];
    return boxCorners(matrixOf(shape.pose), half.map(x => -x), half);
}

/* The ellipsoid counts where there is nothing else to see, if it is not absurd. */
function measure(i, reach) {
    const body = bodies[i], list = [[0, 0, 0], ...children[i].map(placeOf)], M = body.inertia;
    for (const shape of body.visuals || []) list.push(...shapeCorners(shape));
    if (M && M.com.every(Number.isFinite) && Math.hypot(...M.com) < reach) list.push(M.com);
    if (!body.visuals && M && M.ellipsoid && M.verdict === "sound" && M.ellipsoid.semi_axes[0] < reach) {
        const a = M.ellipsoid.semi_axes.map(x => 0.8 * x);
        list.push(...boxCorners(matrixOf(M.ellipsoid.pose), a.map(x => -x), a));
    }
    return list;
}

/* What is drawn of a link, or of all of them, as points where they are now. */
function pointsOf(i) {
    const list = [];
    (i === undefined ? bodies.map((body, k) => k) : [i]).forEach(k => {
        for (const p of corners[k]) {
            const at = pointInWorld(k, p);
            if (at.every(Number.isFinite)) list.push(new THREE.Vector3(...at));
        }
    });
    return list.length ? list : [new THREE.Vector3(-0.5, -0.5, -0.5), new THREE.Vector3(0.5, 0.5, 0.5)];
}
function bounds() {
    const box = new THREE.Box3().setFromPoints(pointsOf());
    return box.expandByScalar(1e-3 * (box.max.distanceTo(box.min) || 1000));
}

/* How far the frames are from each other, so that what is absurdly larger does not decide the view. */
function span() {
    const box = new THREE.Box3();
    bodies.forEach((body, i) => box.expandByPoint(new THREE.Vector3(...pointInWorld(i, [0, 0, 0]))));
    let drawn = 0;
    for (const body of bodies) for (const shape of body.visuals || []) drawn += Math.max(0, ...shapeCorners(shape).map(p => Math.hypot(...p)));
    box.expandByScalar(0.1 * drawn / Math.max(1, bodies.length));
    return box.isEmpty() ? 0 : box.max.distanceTo(box.min);
}

function measureAll() {
    const length = span(), reach = length > 0 ? 1.2 * length : Infinity;
    bodies.forEach((body, i) => { corners[i] = measure(i, reach); });
    const box = bounds(), r = box.getBoundingSphere(new THREE.Sphere()).radius;
    bodies.forEach((body, i) => {
        const own = Math.max(...corners[i].map(p => Math.hypot(...p)), 0.7 * Math.hypot(...placeOf(i)));
        sizes[i] = Math.min(0.16 * r, Math.max(0.03 * r, 0.55 * own));
    });
    return box;
}
