/* The robot on the stage: for each link a node at its pose, and in it what is drawn of it, in layers that can be shown or
   hidden: visuals, collisions, sticks, joint axes, frames, centres of mass, inertia ellipsoids. How large marks are says sizes.js. */

const LAYERS = [
    "visuals", "collisions", "sticks", "axes", "frames", "coms", "inertia", "names", "ground", "clear", "forces", "torques", "momentum", "trails", "ghost",
];
const layer = {};
const parts = {}; /* by layer: the objects that are shown with it */
for (const name of LAYERS) { layer[name] = false; parts[name] = []; }

const nodes = [], rests = [], pickable = [];
const robot = new THREE.Group();
stage.scene.add(robot);

/* ---- building ---- */

function matrixOf(pose) {
    return new THREE.Matrix4().set(...pose, 0, 0, 0, 1);
}
/* The columns of a pose scaled: a shape of size one gets its size and its place. */
function scaled(pose, x, y, z) { return matrixOf(pose).scale(new THREE.Vector3(x, y, z)); }

function add(i, layerName, object, matrix, home) {
    object.matrixAutoUpdate = false;
    if (matrix) object.matrix.copy(matrix);
    object.userData.body = i;
    parts[layerName].push(object);
    (home || nodes[i]).add(object);
    return object;
}
function addSolid(i, layerName, geometry, material, matrix) {
    const mesh = add(i, layerName, new THREE.Mesh(geometry, material), matrix);
    pickable.push(mesh);
    return mesh;
}

/* Of each kind of shape its matrix, and its geometries, each with the colour that a mesh file gives it. */
const SHAPES = {
    box: shape => [scaled(shape.pose, ...shape.size), [[unit.box]]],
    sphere: shape => [scaled(shape.pose, shape.radius, shape.radius, shape.radius), [[unit.sphere]]],
    cylinder: shape => [scaled(shape.pose, shape.radius, shape.radius, shape.length), [[unit.cylinder]]],
    capsule: shape => [matrixOf(shape.pose), [[capsule(shape.radius, shape.length)]]],
    mesh: shape => [matrixOf(shape.pose), partsOfMesh(shape.mesh, shape.color !== undefined)],
};

function addOutline(i, shape, size) {
    const whole = shape.size || [size, size, size], matrix = scaled(shape.pose, ...whole);
    add(i, "visuals", new THREE.LineSegments(unit.edges, ink.outline), matrix);
    addSolid(i, "visuals", unit.box, ink.pane, matrix).userData.fixed = true;
}

function addVisuals(i, depth) {
    for (const shape of bodies[i].visuals || []) {
        if (shape.kind === "outline") { addOutline(i, shape, 0.6 * sizes[i]); continue; }
        const [matrix, geometries] = SHAPES[shape.kind](shape);
        for (const [geometry, own] of geometries) {
            const said = shape.color || own;
            const mesh = addSolid(i, "visuals", geometry, surface((said || PLAIN[depth % 2]).slice(0, 3), said ? said[3] : 1), matrix);
            mesh.castShadow = mesh.receiveShadow = true;
        }
    }
    for (const shape of bodies[i].collisions || []) {
        const [matrix, geometries] = SHAPES[shape.kind](shape);
        for (const [geometry] of geometries) add(i, "collisions", new THREE.Mesh(geometry, ink.collision), matrix);
    }
}

/* From z to a direction, and that far. */
function towards(from, to, radius) {
    const way = new THREE.Vector3(...to).sub(new THREE.Vector3(...from)), length = way.length();
    const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), way.normalize());
    const middle = new THREE.Vector3(...from).add(new THREE.Vector3(...to)).multiplyScalar(0.5);
    return new THREE.Matrix4().compose(middle, turn, new THREE.Vector3(radius, radius, length));
}

/* A stick from the link's frame to each joint that it carries, and to its centre of mass where it carries none. */
function addSticks(i) {
    const body = bodies[i], thick = Math.min(0.012 * stage.radius, 0.12 * sizes[i]), ends = children[i].map(c => placeOf(c));
    if (!ends.length && body.inertia && body.inertia.com.every(Number.isFinite)) ends.push(body.inertia.com);
    for (const end of ends) {
        if (Math.hypot(...end) < 1e-9 * stage.radius) continue;
        const stick = addSolid(i, "sticks", unit.stick, ink.stick, towards([0, 0, 0], end, thick));
        stick.castShadow = true;
    }
    if (body.joint.type === "fixed" && !ends.length) return;
    const ball = 1.9 * thick;
    addSolid(i, "sticks", unit.ball, ink.stick, new THREE.Matrix4().makeScale(ball, ball, ball)).castShadow = true;
}

/* Where the joint of a link is in its parent. */
function placeOf(i) { return [3, 7, 11].map(k => bodies[i].placement[k]); }

const marks = []; /* what has the size of the marks: {object, at: matrix of size one, size} */
function addMark(i, layerName, geometry, material, matrix, size, home) {
    const mark = add(i, layerName, new THREE.Mesh(geometry, material), null, home);
    mark.renderOrder = 10;
    marks.push({object: mark, at: matrix, size});
    return mark;
}

const glyphs = {};
function hasTwoAxes(joint) { return data.types[joint.type].pieces.some(piece => piece.turn === "axis2"); }
function addAxes(i) {
    const joint = bodies[i].joint, kind = data.types[joint.type].sign;
    if (!kind) return;
    glyphs[kind] = glyphs[kind] || GLYPHS[kind]();
    const z = new THREE.Vector3(0, 0, 1), turn = axis => new THREE.Matrix4().makeRotationFromQuaternion(
        new THREE.Quaternion().setFromUnitVectors(z, new THREE.Vector3(...axis)));
    const size = 0.8 * sizes[i];
    if (hasTwoAxes(joint)) { /* the first axis does not turn with the second */
        addMark(i, "axes", glyphs[kind], ink[kind], turn(joint.axis), size, rests[i]);
        addMark(i, "axes", glyphs[kind], ink[kind], turn(joint.axis2), size);
    } else {
        addMark(i, "axes", glyphs[kind], ink[kind], turn(joint.axis || [0, 0, 1]), size);
    }
}

let heaviest = 0;
for (const body of bodies) if (body.inertia && Number.isFinite(body.inertia.mass)) heaviest = Math.max(heaviest, Math.abs(body.inertia.mass));

/* Balls of centres of mass have volumes as the masses. */
function addCom(i) {
    const M = bodies[i].inertia;
    if (!M || !M.com.every(Number.isFinite) || !(Math.abs(M.mass) > 0)) return;
    const size = 0.05 * stage.radius * Math.max(0.2, Math.cbrt(Math.abs(M.mass) / heaviest));
    const at = new THREE.Matrix4().makeTranslation(...M.com);
    const mark = addMark(i, "coms", unit.ball, ink.com, at, size);
    mark.renderOrder = 11;
    pickable.push(mark);
}

/* One that is flat is drawn a little thick; one without axes as a ball at the frame. */
function ellipsoidMatrix(M, i) {
    if (!M.ellipsoid) {
        const r = 0.3 * sizes[i];
        return new THREE.Matrix4().makeScale(r, r, r);
    }
    const a = M.ellipsoid.semi_axes, least = 0.004 * stage.radius;
    return scaled(M.ellipsoid.pose, ...a.map(x => Math.max(x, least)));
}
/* One that dwarfs the robot, as of a placeholder, is drawn smaller, as three rings, so that the rest can be seen. */
const LARGEST = {sound: 1.3, odd: 0.6, impossible: 0.8}; /* a rod's own reaches 1.3 times as far as it does */
function dwarfs(M) { return M.ellipsoid && Math.max(...M.ellipsoid.semi_axes) > LARGEST[M.verdict] * stage.radius; }

/* Where the rings of an inertia are: about its centre of mass, or, where that is nowhere near the robot, about the frame. */
function ringsPose(M) {
    const pose = M.ellipsoid ? M.ellipsoid.pose.slice() : IDENTITY.slice();
    if (!([3, 7, 11].every(k => Math.abs(pose[k]) < 1.5 * stage.radius))) for (const k of [3, 7, 11]) pose[k] = 0;
    return matrixOf(pose);
}
/* At most a quarter of the robot; what is impossible at least so large that it is found at first sight. */
function addRings(i, M) {
    const a = M.ellipsoid ? M.ellipsoid.semi_axes : [1, 1, 1], bad = M.verdict === "impossible", longest = Math.max(...a);
    const size = dwarfs(M) ? 0.25 * stage.radius : bad ? Math.max(longest, 0.07 * stage.radius) : longest;
    const axes = a.map(x => longest > 0 ? x / longest * size : size);
    const mesh = addSolid(i, "inertia", ellipses(axes, (bad ? 0.009 : 0.005) * stage.radius), RINGS[M.verdict], ringsPose(M));
    mesh.renderOrder = bad ? 9 : 5;
}
function addInertia(i) {
    const M = bodies[i].inertia;
    if (!M || M.verdict === "none") return;
    if (dwarfs(M) || M.verdict === "impossible") addRings(i, M);
    if (dwarfs(M)) return;
    const mesh = addSolid(i, "inertia", unit.sphere, VERDICT[M.verdict], ellipsoidMatrix(M, i));
    mesh.renderOrder = M.verdict === "impossible" ? 6 : 5;
}

/* ---- what is shown ---- */

/* See through the robot: by choice, or because what is inside of it is shown. */
function isClear() { return layer.clear || layer.inertia || layer.coms; }

/* Nothing is drawn of it but outlines: its sticks are shown with the bodies. */
const bare = bodies.map(body => !body.visuals || body.visuals.every(shape => shape.kind === "outline"));

/* Until it is put away, what is impossible is seen whatever is shown. */
let alarm = bodies.some(body => body.inertia && body.inertia.verdict === "impossible");

function applyLayers() {
    for (const name of LAYERS) for (const object of parts[name]) object.visible = layer[name];
    floor.visible = layer.ground;
    shade.visible = layer.ground && key.castShadow;
    for (const object of parts.inertia) object.visible = layer.inertia || alarm && bodies[object.userData.body].inertia.verdict === "impossible";
    for (const object of parts.sticks) object.visible = layer.sticks || layer.visuals && bare[object.userData.body];
    const clear = isClear();
    for (const material of materials.values()) {
        material.opacity = Math.min(material.userData.alpha, clear ? 0.28 : 1);
        material.transparent = material.opacity < 1;
        material.depthWrite = !material.transparent;
        material.needsUpdate = true;
        const twin = twins.get(material);
        if (twin) Object.assign(twin, {opacity: material.opacity, transparent: material.transparent, depthWrite: material.depthWrite, needsUpdate: true});
    }
    for (const object of parts.visuals) object.castShadow = object.isMesh && !object.userData.fixed;
    total.visible = drop.visible = layer.coms;
    stage.moved = stage.stale = true;
    requestFrame();
}
function show(name, yes) {
    layer[name] = yes;
    if (name === "inertia") alarm = false;
    tell("layers");
}
on("layers", applyLayers);

function sizeMarks(factor) {
    for (const mark of marks) mark.object.matrix.copy(mark.at).scale(new THREE.Vector3(1, 1, 1).multiplyScalar(mark.size * factor));
    stage.stale = true;
    requestFrame();
}

/* ---- the centre of mass of all ---- */

const total = new THREE.Mesh(unit.sphere, ink.total);
const drop = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({color: new THREE.Color(0xffb000).convertSRGBToLinear(), ...over}));
drop.geometry.setAttribute("position", new THREE.Float32BufferAttribute(6, 3));
drop.frustumCulled = false;
total.renderOrder = 12;
robot.add(total, drop);

function placeTotal() {
    const {com} = totalCom();
    total.scale.setScalar(com ? 0.035 * stage.radius : 1e-9);
    if (!com) return;
    total.position.set(...com);
    drop.geometry.attributes.position.array.set([...com, com[0], com[1], stage.ground]);
    drop.geometry.attributes.position.needsUpdate = true;
}

/* ---- rails: from where a sliding joint would be at zero to where it is ---- */

const sliding = [];
bodies.forEach((body, i) => { if (data.types[body.joint.type].pieces.some(piece => "slide" in piece)) sliding.push(i); });
const rails = new THREE.LineSegments(new THREE.BufferGeometry(), ink.rail);
rails.frustumCulled = false;
rails.geometry.setAttribute("position", new THREE.Float32BufferAttribute(Math.max(6, 6 * sliding.length), 3));
parts.axes.push(rails);
robot.add(rails);

function placeRails() {
    const at = rails.geometry.attributes.position;
    sliding.forEach((i, k) => {
        for (let r = 0; r < 3; r++) {
            at.array[6 * k + r] = state.rest[12 * i + 4 * r + 3];
            at.array[6 * k + 3 + r] = state.poses[12 * i + 4 * r + 3];
        }
    });
    at.needsUpdate = true;
}

/* ---- poses ---- */

function placeNodes() {
    bodies.forEach((body, i) => {
        nodes[i].matrix.set(...state.poses.subarray(12 * i, 12 * i + 12), 0, 0, 0, 1);
        if (rests[i]) rests[i].matrix.set(...state.rest.subarray(12 * i, 12 * i + 12), 0, 0, 0, 1);
    });
    placeRails();
    placeTotal();
    stage.moved = stage.stale = true;
}

/* ---- all of it ---- */

function buildRobot() {
    const depth = [];
    computePoses(bodies, state.q, state.rest, state.poses);
    const box = measureAll();
    stage.radius = box.getBoundingSphere(new THREE.Sphere()).radius;
    bodies.forEach((body, i) => {
        depth[i] = body.parent < 0 ? 0 : depth[body.parent] + (body.joint.type === "fixed" ? 0 : 1);
        nodes[i] = new THREE.Group();
        nodes[i].matrixAutoUpdate = false;
        robot.add(nodes[i]);
        if (hasTwoAxes(body.joint)) {
            rests[i] = new THREE.Group();
            rests[i].matrixAutoUpdate = false;
            robot.add(rests[i]);
        }
        addVisuals(i, depth[i]);
        addSticks(i);
        addAxes(i);
        addMark(i, "frames", frameGeometry, ink.frame, new THREE.Matrix4(), 0.6 * sizes[i]);
        addCom(i);
        addInertia(i);
    });
    sizeMarks(1);
    batchAll();
    return box;
}
const frameGeometry = triad();
on("pose", placeNodes);
