/* What pushes and turns: forces of contacts, torques of joints, momentum, arrows that a script asked for, and the trails of points.
   Each sort has a scale of its own, so that its largest arrow has about half the size of the robot. */

const SORTS = {
    force: {layer: "forces", unit: "N", color: 0xb0189b}, torque: {layer: "torques", unit: "N m", color: 0xc77700},
    momentum: {layer: "momentum", unit: "kg m/s", color: 0x2563c9}, spin: {layer: "momentum", unit: "kg m\u00b2/s", color: 0x2563c9},
    push: {layer: "torques", unit: "N", color: 0xc77700}, vector: {layer: "forces", unit: "", color: 0x00857c},
};
const TURNING = {torque: true, spin: true}; /* drawn as arcs about their direction */
for (const sort of Object.values(SORTS)) {
    Object.assign(sort, {arrows: [], given: [], most: 0, ink: new THREE.MeshBasicMaterial({color: sort.color, ...over})});
    sort.ink.color.convertSRGBToLinear();
}

const pieces = {
    shaft: rod(1, 0, 1, 10), head: cone(1, -1, 0), arc: merged(turningArc(0.34, 0).map(g => [g])), point: unit.ball,
};

/* Draws so many of one geometry as there are matrices; more than ever before take a new batch. */
function drawMany(sort, piece, matrices) {
    const name = piece + "s";
    if (!sort[name] || sort[name].room < matrices.length) {
        if (sort[name]) robot.remove(sort[name]);
        const room = Math.max(8, 2 * matrices.length), mesh = new THREE.InstancedMesh(pieces[piece], sort.ink, room);
        sort[name] = Object.assign(mesh, {room, frustumCulled: false, renderOrder: 14});
        robot.add(mesh);
    }
    const mesh = sort[name];
    matrices.forEach((matrix, k) => mesh.instanceMatrix.array.set(matrix.elements, 16 * k));
    mesh.count = matrices.length;
    mesh.visible = matrices.length > 0;
    mesh.instanceMatrix.needsUpdate = true;
}

const size = v => Math.hypot(...v);
function along(vector) { return new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), new THREE.Vector3(...vector).normalize()); }

function drawSort(name) {
    const sort = SORTS[name], r = stage.radius, matrices = {shaft: [], head: [], arc: [], point: []};
    for (const {point, vector} of layer[sort.layer] ? sort.arrows : []) {
        const much = size(vector);
        if (!(much > 1e-6 * sort.most) || ![...point, ...vector].every(Number.isFinite)) continue;
        const share = Math.min(1.5, much / sort.most), turn = along(vector), from = new THREE.Vector3(...point);
        if (TURNING[name]) {
            const wide = 0.5 * r * (0.25 + 0.75 * share);
            matrices.arc.push(new THREE.Matrix4().compose(from, turn, new THREE.Vector3(wide, wide, wide)));
            continue;
        }
        const length = 0.5 * r * share, head = Math.min(0.08 * r, 0.5 * length), thick = Math.min(0.009 * r, 0.15 * head);
        const tip = from.clone().add(new THREE.Vector3(...vector).setLength(length));
        matrices.shaft.push(new THREE.Matrix4().compose(from, turn, new THREE.Vector3(thick, thick, length - head)));
        matrices.head.push(new THREE.Matrix4().compose(tip, turn, new THREE.Vector3(3 * thick, 3 * thick, head)));
        matrices.point.push(new THREE.Matrix4().makeScale(1.8 * thick, 1.8 * thick, 1.8 * thick).setPosition(from));
    }
    for (const piece of Object.keys(matrices)) if (matrices[piece].length || sort[piece + "s"]) drawMany(sort, piece, matrices[piece]);
    sort.drawn = matrices.head.length + matrices.arc.length;
}

/* ---- what is known at a time ---- */

/* What touched in the step that ended at a sample holds from the sample before. */
function touchesAt(time) {
    const list = [], {contacts} = player;
    if (!contacts) return list;
    const {i, j, s} = player.between(time), k = s > 0 ? j : i;
    for (let n = contacts.first[k]; n < contacts.first[k + 1]; n++) {
        const six = Array.from(contacts.numbers.subarray(6 * n, 6 * n + 6));
        list.push({name: contacts.names[contacts.which[n]], point: six.slice(0, 3), vector: six.slice(3)});
    }
    return list;
}

/* A direction of a link's frame, or of its joint's at rest, in the world. */
function directionInWorld(i, d, from = state.poses) {
    return [0, 4, 8].map(r => from[12 * i + r] * d[0] + from[12 * i + r + 1] * d[1] + from[12 * i + r + 2] * d[2]);
}

/* Where the numbers of a joint begin in v and tau. */
const firstOfV = [];
bodies.map((body, i) => i).filter(i => bodies[i].joint.q !== undefined && bodies[i].joint.leader === undefined)
    .sort((a, b) => bodies[a].joint.q - bodies[b].joint.q)
    .reduce((sum, i) => { firstOfV[i] = sum; return sum + data.types[bodies[i].joint.type].nv; }, 0);

/* The torques and forces of a joint, as {sort, vector} in the world. */
function effortsOf(i, tau) {
    const {joint} = bodies[i], type = data.types[joint.type], own = k => tau[firstOfV[i] + k], list = [];
    if (type.quaternion !== undefined) { /* in the axes of the link: forces first, where it has them */
        const three = first => directionInWorld(i, [own(first), own(first + 1), own(first + 2)]);
        if (type.nv === 6) list.push({sort: "push", vector: three(0)}, {sort: "torque", vector: three(3)});
        else list.push({sort: "torque", vector: three(0)});
        return list;
    }
    for (const piece of type.pieces) {
        const name = piece.turn || piece.slide;
        if (!name || piece.times || !joint[name]) continue;
        const direction = directionInWorld(i, joint[name], name === "axis2" ? state.poses : state.rest);
        list.push({sort: piece.turn ? "torque" : "push", vector: direction.map(x => x * own(piece.by - 1))});
    }
    return list;
}

function placeArrows() {
    for (const sort of Object.values(SORTS)) {
        sort.arrows = sort.given.map(({body, point, vector}) => body < 0 ? {point, vector}
            : {point: pointInWorld(body, point), vector: directionInWorld(body, vector)});
    }
    if (player.on) {
        SORTS.force.arrows.push(...touchesAt(player.time));
        const {i} = player.between(player.time);
        if (player.tau && layer.torques) placeEfforts(player.tau.subarray(i * data.nv, (i + 1) * data.nv));
        const {com} = totalCom();
        if (player.momentum && com) {
            const h = Array.from(player.momentum.subarray(6 * i, 6 * i + 6));
            SORTS.momentum.arrows.push({point: com, vector: h.slice(0, 3)});
            SORTS.spin.arrows.push({point: com, vector: h.slice(3)});
        }
    }
    Object.keys(SORTS).forEach(drawSort);
}
function placeEfforts(tau) {
    firstOfV.forEach((first, i) => {
        const point = pointInWorld(i, [0, 0, 0]);
        for (const {sort, vector} of effortsOf(i, tau)) SORTS[sort].arrows.push({point, vector});
    });
}

/* ---- how large they become ---- */

/* The size that all but one in fifty stay below: a single impact does not make all others small. */
function usual(sizes) {
    const sorted = Float64Array.from(sizes).sort();
    return sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(0.98 * sorted.length))] : 0;
}
function sizesOf(numbers, first, stride) {
    const list = [];
    for (let k = first; k < numbers.length; k += stride) list.push(Math.hypot(numbers[k], numbers[k + 1], numbers[k + 2]));
    return list.filter(Number.isFinite);
}
function scaleArrows() {
    const given = name => Math.max(0, ...SORTS[name].given.map(({vector}) => size(vector)));
    for (const name of Object.keys(SORTS)) SORTS[name].most = given(name);
    const atLeast = (name, most) => { SORTS[name].most = Math.max(SORTS[name].most, most); };
    if (player.contacts) atLeast("force", usual(sizesOf(player.contacts.numbers, 3, 6)));
    if (player.momentum) {
        atLeast("momentum", usual(sizesOf(player.momentum, 0, 6)));
        atLeast("spin", usual(sizesOf(player.momentum, 3, 6)));
    }
    if (player.tau) for (const name of ["torque", "push"]) atLeast(name, usual(effortSizes(name)));
}
function effortSizes(wanted) {
    const list = [], step = Math.max(1, Math.floor(player.t.length / 200));
    for (let k = 0; k < player.t.length; k += step) {
        const tau = player.tau.subarray(k * data.nv, (k + 1) * data.nv);
        firstOfV.forEach((first, i) => {
            for (const {sort, vector} of effortsOf(i, tau)) if (sort === wanted && size(vector) > 0) list.push(size(vector));
        });
    }
    return list;
}

/* Arrows that a script wants, in place of those that it wanted before. */
function giveArrows(list) {
    for (const sort of Object.values(SORTS)) sort.given = [];
    for (const arrow of list) SORTS[arrow.sort].given.push(arrow);
    scaleArrows();
    stage.stale = true;
    requestFrame();
}

/* What there is to be shown, by layer. */
function hasArrows(name) {
    if (name === "ghost") return Boolean(ghost);
    if (name === "trails" || name === "momentum") return player.on || Boolean(data.live);
    if (name === "torques") return Boolean(player.tau || data.live) || SORTS.torque.given.length > 0;
    return Boolean(data.live) || Boolean(player.contacts) || SORTS.force.given.length + SORTS.vector.given.length > 0;
}

/* ---- trails ---- */

const TRAIL = 300; /* points */
const trailInk = [0x00857c, 0xc77700].map(color => new THREE.MeshBasicMaterial({color: new THREE.Color(color).convertSRGBToLinear(), ...over}));
let trails = [];

/* Where the log takes the centre of mass, and the frame of the link that is selected. */
function trailPoints(wanted) {
    const q = state.q.slice(), list = [[], []], n = player.t.length, count = Math.min(TRAIL, n);
    for (let k = 0; k < count; k++) {
        computePoses(bodies, player.configuration(player.t[Math.round(k * (n - 1) / Math.max(1, count - 1))]), state.rest, state.poses);
        const {com} = totalCom();
        if (com) list[0].push(com);
        if (wanted >= 0) list[1].push(pointInWorld(wanted, [0, 0, 0]));
    }
    state.q.set(q);
    computePoses(bodies, state.q, state.rest, state.poses);
    return list;
}
function tube(points) {
    const apart = [];
    for (const p of points) {
        const at = new THREE.Vector3(...p);
        if (!apart.length || at.distanceTo(apart[apart.length - 1]) > 2e-3 * stage.radius) apart.push(at);
    }
    return apart.length < 2 ? null : new THREE.TubeBufferGeometry(new THREE.CatmullRomCurve3(apart), 2 * apart.length, 0.004 * stage.radius, 5);
}
function drawTrails() {
    for (const mesh of trails) { robot.remove(mesh); mesh.geometry.dispose(); }
    trails = [];
    if (!layer.trails || !player.on) return;
    trailPoints(state.selected).forEach((points, k) => {
        const geometry = tube(points);
        if (!geometry) return;
        trails.push(Object.assign(new THREE.Mesh(geometry, trailInk[k]), {renderOrder: 13}));
        robot.add(trails[trails.length - 1]);
    });
}
on("layers", drawTrails);
on("select", () => { if (layer.trails) drawTrails(); });
on("stale", placeArrows);
on("layers", () => { stage.stale = true; });
