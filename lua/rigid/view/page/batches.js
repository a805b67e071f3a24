/* Where there are many links, what has the same shape and the same material is drawn in one go. The meshes of single links stay
   where they are, to be picked and to be shown or not, but on a layer that no camera sees. */
const MANY = 24, UNSEEN = 1;
const batches = []; /* {mesh: of all, singles} */
const twins = new Map(); /* a material cannot be of single and of many meshes */

function batchAll() {
    if (bodies.length < MANY) return;
    const groups = new Map();
    for (const name of LAYERS) for (const object of parts[name]) {
        if (!object.isMesh) continue;
        const kind = [name, object.geometry.uuid, object.material.uuid, object.renderOrder].join();
        if (!groups.has(kind)) groups.set(kind, []);
        groups.get(kind).push(object);
    }
    for (const singles of groups.values()) if (singles.length >= 4) batches.push({mesh: batchOf(singles), singles});
}
function batchOf(singles) {
    const {geometry, material, renderOrder, castShadow, receiveShadow} = singles[0];
    if (!twins.has(material)) twins.set(material, material.clone());
    const mesh = Object.assign(new THREE.InstancedMesh(geometry, twins.get(material), singles.length), {
        renderOrder, castShadow, receiveShadow, frustumCulled: false, matrixAutoUpdate: false,
    });
    for (const object of singles) object.layers.set(UNSEEN);
    for (const object of singles) object.userData.batched = true;
    robot.add(mesh);
    return mesh;
}

/* The places of what is shown of each batch; a single that glows is drawn by itself. */
function fillBatches() {
    if (!stage.stale) return;
    stage.stale = false;
    tell("stale");
    if (batches.length) robot.updateMatrixWorld(true);
    for (const {mesh, singles} of batches) {
        let count = 0;
        for (const object of singles) {
            if (!object.visible || glowing.includes(object)) continue;
            mesh.instanceMatrix.array.set(object.matrixWorld.elements, 16 * count++);
        }
        mesh.count = count;
        mesh.visible = count > 0;
        mesh.instanceMatrix.needsUpdate = true;
    }
}
