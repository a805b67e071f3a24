/* Shapes that several parts draw, in the axes of rigid: what is round stands along z. Those of size one are made once and
   scaled; many bodies share them. */

const fine = bodies.length > 120 ? 0.4 : bodies.length > 50 ? 0.7 : 1; /* fewer facets where there are many bodies */
const sides = Math.round(40 * fine);

function alongZ(geometry) { return geometry.rotateX(Math.PI / 2); }

const unit = {
    box: new THREE.BoxBufferGeometry(1, 1, 1),
    sphere: alongZ(new THREE.SphereBufferGeometry(1, sides, Math.round(28 * fine))),
    cylinder: alongZ(new THREE.CylinderBufferGeometry(1, 1, 1, sides)),
    ball: alongZ(new THREE.SphereBufferGeometry(1, Math.round(24 * fine), Math.round(16 * fine))), /* small ones */
    stick: alongZ(new THREE.CylinderBufferGeometry(1, 1, 1, Math.round(20 * fine))),
    edges: new THREE.EdgesGeometry(new THREE.BoxBufferGeometry(1, 1, 1)),
};

/* length is that of its straight part, as in SpatialInertia.solid_capsule */
const capsules = new Map();
function capsule(radius, length) {
    const name = `${radius} ${length}`;
    if (!capsules.has(name)) capsules.set(name, makeCapsule(radius, length));
    return capsules.get(name);
}
function makeCapsule(radius, length) {
    const points = [], steps = Math.round(12 * fine);
    for (let k = 0; k <= steps; k++) {
        const a = Math.PI / 2 * (k / steps - 1);
        points.push(new THREE.Vector2(radius * Math.cos(a), radius * Math.sin(a) - length / 2));
    }
    for (let k = 0; k <= steps; k++) {
        const a = Math.PI / 2 * k / steps;
        points.push(new THREE.Vector2(radius * Math.cos(a), radius * Math.sin(a) + length / 2));
    }
    points[0].x = points[points.length - 1].x = 0;
    return alongZ(new THREE.LatheBufferGeometry(points, sides));
}

/* One geometry of several, each with a colour for all of its vertices (or none for any). */
function merged(parts) {
    const position = [], normal = [], color = [];
    for (const [geometry, rgb] of parts) {
        const flat = geometry.index ? geometry.toNonIndexed() : geometry;
        position.push(...flat.attributes.position.array);
        normal.push(...flat.attributes.normal.array);
        if (rgb) for (let k = 0; k < flat.attributes.position.count; k++) color.push(...rgb);
    }
    const made = new THREE.BufferGeometry();
    made.setAttribute("position", new THREE.Float32BufferAttribute(position, 3));
    made.setAttribute("normal", new THREE.Float32BufferAttribute(normal, 3));
    if (color.length) made.setAttribute("color", new THREE.Float32BufferAttribute(color, 3));
    return made;
}

function rod(radius, from, to, count = Math.round(12 * fine)) {
    return alongZ(new THREE.CylinderBufferGeometry(radius, radius, to - from, count)).translate(0, 0, (from + to) / 2);
}
function cone(radius, from, to) {
    const made = alongZ(new THREE.ConeBufferGeometry(radius, Math.abs(to - from), Math.round(16 * fine)));
    if (to < from) made.rotateX(Math.PI);
    return made.translate(0, 0, (from + to) / 2);
}
/* An arc about z with a head that says which way is positive. */
function turningArc(radius, z) {
    const sweep = 1.6 * Math.PI, tip = alongZ(new THREE.ConeBufferGeometry(0.07, 0.16, Math.round(12 * fine)));
    tip.rotateX(-Math.PI / 2).translate(radius, 0.06, 0).rotateZ(sweep).translate(0, 0, z);
    return [new THREE.TorusBufferGeometry(radius, 0.022, Math.round(8 * fine), Math.round(40 * fine), sweep).translate(0, 0, z), tip];
}

/* The signs of joints, of size one, the axis along z. */
const GLYPHS = {
    turn: () => merged([rod(0.03, -0.7, 0.8), cone(0.08, 0.8, 1), ...turningArc(0.34, 0.45)].map(g => [g])),
    slide: () => merged([rod(0.03, -0.8, 0.8), cone(0.09, 0.8, 1.02), cone(0.09, -0.8, -1.02)].map(g => [g])),
    screw: () => merged([rod(0.03, -0.7, 0.8), cone(0.08, 0.8, 1), helix()].map(g => [g])),
    both: () => merged([rod(0.03, -0.8, 0.8), cone(0.09, 0.8, 1.02), cone(0.09, -0.8, -1.02), ...turningArc(0.34, 0)].map(g => [g])),
    ball: () => merged([0, 1, 2].map(k => {
        const ring = new THREE.TorusBufferGeometry(0.42, 0.022, Math.round(8 * fine), Math.round(48 * fine));
        return [k === 0 ? ring : k === 1 ? ring.rotateX(Math.PI / 2) : ring.rotateY(Math.PI / 2)];
    })),
    plane: () => merged([[rod(0.03, 0, 0.8)], [cone(0.08, 0.8, 1)], [new THREE.BoxBufferGeometry(1.2, 1.2, 0.02)]]),
};
function helix() {
    const path = new THREE.Curve();
    path.getPoint = t => new THREE.Vector3(0.2 * Math.cos(18 * t), 0.2 * Math.sin(18 * t), 1.1 * t - 0.5);
    return new THREE.TubeBufferGeometry(path, 80, 0.022, 6);
}

/* Three ellipses, one in each plane of the axes, with those semi-axes: tubes, for lines are a pixel wide on any screen. */
function ellipses(semiAxes, thick) {
    const a = semiAxes.map(x => Math.max(x, 2 * thick));
    return merged([[0, 1], [1, 2], [2, 0]].map(([x, y]) => {
        const path = new THREE.Curve();
        path.getPoint = t => {
            const p = [0, 0, 0];
            p[x] = a[x] * Math.cos(2 * Math.PI * t);
            p[y] = a[y] * Math.sin(2 * Math.PI * t);
            return new THREE.Vector3(...p);
        };
        return [new THREE.TubeBufferGeometry(path, Math.round(48 * fine), thick, 6, true)];
    }));
}

/* A triad of size one: x red, y green, z blue. */
function triad() {
    const arrow = () => merged([[rod(0.025, 0, 0.86, Math.round(8 * fine))], [cone(0.07, 0.82, 1)]]);
    return merged([
        [arrow().rotateY(Math.PI / 2), [0.76, 0.02, 0.02]],
        [arrow().rotateX(-Math.PI / 2), [0.01, 0.34, 0.02]],
        [arrow(), [0.02, 0.10, 0.90]],
    ]); /* linear */
}

/* ---- meshes ---- */

/* A vertex shared by faces that meet at less than so much is smooth there, else an edge. */
const CREASE = Math.cos(35 * Math.PI / 180);
const SMOOTHED = 400000; /* triangles: beyond, each has its own normal */

/* A normal for each corner of each face: the sum of those faces at its vertex that lean the same way as its own. Faces count
   by their areas. */
function cornerNormals(position, index) {
    const own = faceNormals(position, index), normal = new Float32Array(3 * index.length);
    const {first, faces} = facesAtVertices(position.length / 3, index);
    for (let corner = 0; corner < index.length; corner++) {
        const f = 3 * Math.floor(corner / 3), length = Math.hypot(own[f], own[f + 1], own[f + 2]) || 1, v = index[corner];
        let x = 0, y = 0, z = 0;
        for (let k = first[v]; k < first[v + 1]; k++) {
            const o = 3 * faces[k], other = Math.hypot(own[o], own[o + 1], own[o + 2]);
            const cosine = (own[f] * own[o] + own[f + 1] * own[o + 1] + own[f + 2] * own[o + 2]) / (length * other || 1);
            if (cosine > CREASE || o === f) { x += own[o]; y += own[o + 1]; z += own[o + 2]; }
        }
        const size = Math.hypot(x, y, z) || 1;
        normal[3 * corner] = x / size; normal[3 * corner + 1] = y / size; normal[3 * corner + 2] = z / size;
    }
    return normal;
}

/* (b - a) x (c - a) of each face */
function faceNormals(p, index) {
    const own = new Float32Array(index.length);
    for (let f = 0; f < index.length; f += 3) {
        const a = 3 * index[f], b = 3 * index[f + 1], c = 3 * index[f + 2];
        const ux = p[b] - p[a], uy = p[b + 1] - p[a + 1], uz = p[b + 2] - p[a + 2];
        const vx = p[c] - p[a], vy = p[c + 1] - p[a + 1], vz = p[c + 2] - p[a + 2];
        own[f] = uy * vz - uz * vy; own[f + 1] = uz * vx - ux * vz; own[f + 2] = ux * vy - uy * vx;
    }
    return own;
}

/* The faces at vertex v are faces[first[v]] to before faces[first[v + 1]]. */
function facesAtVertices(count, index) {
    const first = new Uint32Array(count + 1), faces = new Uint32Array(index.length);
    for (const v of index) first[v + 1]++;
    for (let v = 0; v < count; v++) first[v + 1] += first[v];
    const next = first.slice();
    index.forEach((v, corner) => { faces[next[v]++] = Math.floor(corner / 3); });
    return {first, faces};
}

/* The positions and the corners of a mesh as meshes.lua packs it. */
function unpackMesh(mesh) {
    const steps = unpack(mesh.positions, Uint16Array), position = new Float32Array(steps.length);
    for (let i = 0; i < steps.length; i++) {
        const k = i % 3;
        position[i] = mesh.low[k] + (mesh.high[k] - mesh.low[k]) * steps[i] / 65535;
    }
    return {position, index: unpack(mesh.indices, mesh.wide ? Uint32Array : Uint16Array), normal: mesh.normals && unpack(mesh.normals, Int8Array)};
}

/* Some of its faces, with the file's normals, or with our own. */
function meshGeometry({position, index, normal}, first, count) {
    const corners = index.slice(3 * first, 3 * (first + count)), indexed = new THREE.BufferGeometry();
    indexed.setAttribute("position", new THREE.BufferAttribute(position, 3));
    if (normal) indexed.setAttribute("normal", new THREE.BufferAttribute(normal, 3, true));
    indexed.setIndex(new THREE.BufferAttribute(corners, 1));
    if (normal) return indexed;
    const made = indexed.toNonIndexed();
    if (count <= SMOOTHED) made.setAttribute("normal", new THREE.BufferAttribute(cornerNormals(position, corners), 3));
    else made.computeVertexNormals();
    return made;
}

/* A mesh as a list of [geometry, colour or undefined], made once. */
const meshParts = [];
function partsOfMesh(number, whole) {
    const mesh = data.meshes[number], key = number + (whole ? 0.5 : 0);
    if (!meshParts[key]) {
        const arrays = unpackMesh(mesh), runs = whole || !mesh.parts.length ? [{first: 0, count: mesh.triangles}] : mesh.parts;
        meshParts[key] = runs.map(run => [meshGeometry(arrays, run.first, run.count), run.color]);
    }
    return meshParts[key];
}
