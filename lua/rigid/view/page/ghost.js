/* A second robot, seen faintly beside the first: another model (before and after a repair), another log, or the same at another
   configuration. It plays its log at the time of the first, else follows the sliders where it has as many numbers, else stands still.
   Its inertias are rings. It is not picked, and moves no joint. */

const ghost = data.ghost || null;
const ghostInk = new THREE.MeshStandardMaterial({color: 0x00857c, roughness: 0.8, transparent: true, opacity: 0.3, depthWrite: false});
const ghostRings = new THREE.MeshBasicMaterial({color: 0x00857c, ...over});
for (const material of [ghostInk, ghostRings]) material.color.convertSRGBToLinear();

function buildGhost() {
    if (!ghost) return;
    Object.assign(ghost, {nodes: [], q: Float64Array.from(ghost.start), rest: new Float64Array(12 * ghost.bodies.length)});
    ghost.poses = new Float64Array(12 * ghost.bodies.length);
    if (ghost.log) Object.assign(ghost, {t: unpack(ghost.log.t, Float64Array), numbers: unpack(ghost.log.q, Float32Array)});
    ghost.quaternions = quaternionsOf(ghost.bodies);
    ghost.bodies.forEach((body, i) => {
        const node = new THREE.Group();
        node.matrixAutoUpdate = false;
        ghost.nodes[i] = node;
        robot.add(node);
        addGhost(node, body, "visuals", ghostShapes(body));
        addGhost(node, body, "inertia", ghostInertia(body.inertia));
    });
}
function addGhost(node, body, layerName, list) {
    for (const [geometry, matrix, material, order] of list) {
        const mesh = new THREE.Mesh(geometry, material);
        mesh.matrixAutoUpdate = false;
        mesh.matrix.copy(matrix);
        mesh.renderOrder = order;
        mesh.userData.layer = layerName;
        node.add(mesh);
    }
}
/* Its shapes; where it has none, a stick from each joint. */
function ghostShapes(body) {
    const drawn = (body.visuals || []).filter(shape => shape.kind !== "outline");
    if (drawn.length) {
        return drawn.flatMap(shape => {
            const [matrix, geometries] = SHAPES[shape.kind](shape);
            return geometries.map(([geometry]) => [geometry, matrix, ghostInk, 4]);
        });
    }
    const com = body.inertia && body.inertia.com.every(Number.isFinite) ? body.inertia.com : [0, 0, 0], thick = 0.012 * stage.radius;
    const far = Math.hypot(...com);
    return far > 1e-6 * stage.radius && far < 2 * stage.radius ? [[unit.stick, towards([0, 0, 0], com, thick), ghostInk, 4]] : [];
}
function ghostInertia(M) {
    if (!M || !M.ellipsoid || M.verdict === "none") return [];
    const a = M.ellipsoid.semi_axes, longest = Math.max(...a), share = Math.min(1, 0.8 * stage.radius / (longest || 1));
    return [[ellipses(a.map(x => x * share), 0.004 * stage.radius), matrixOf(M.ellipsoid.pose), ghostRings, 8]];
}

/* Where it is when the first is at q, or its log at a time. */
function placeGhost() {
    if (!ghost) return;
    if (ghost.log && player.on) ghost.q = interpolated(ghost.t, ghost.numbers, ghost.nq, ghost.quaternions, player.time);
    else if (!ghost.fixed && !ghost.log && ghost.nq === data.nq) ghost.q.set(state.q);
    computePoses(ghost.bodies, ghost.q, ghost.rest, ghost.poses);
    ghost.nodes.forEach((node, i) => {
        node.matrix.set(...ghost.poses.subarray(12 * i, 12 * i + 12), 0, 0, 0, 1);
        for (const mesh of node.children) mesh.visible = layer.ghost && layer[mesh.userData.layer];
    });
    stage.moved = true;
}
on("stale", placeGhost);
