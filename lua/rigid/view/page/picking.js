/* Which link is under a point of the canvas, and the glow of the one that is selected. */

/* What is selected glows: its materials are exchanged for lit copies. */
let glowing = [];
function glow(i) {
    for (const mesh of glowing) {
        mesh.material = mesh.userData.own;
        if (mesh.userData.batched) mesh.layers.set(UNSEEN);
    }
    glowing = [];
    stage.stale = true;
    if (i < 0) return;
    for (const mesh of nodes[i].children) {
        if (!mesh.isMesh || !mesh.material.emissive || parts.inertia.includes(mesh)) continue;
        mesh.userData.own = mesh.material;
        const twin = mesh.material.clone();
        twin.emissive.set(0x2b6fe4);
        twin.emissiveIntensity = 0.3;
        twin.color.lerp(new THREE.Color(0x2b6fe4).convertSRGBToLinear(), 0.45);
        mesh.material = twin;
        mesh.layers.set(0);
        glowing.push(mesh);
    }
}
on("select", glow);
on("layers", () => glow(state.selected));

const ray = new THREE.Raycaster();
function visibleNow(object) { return object.visible; }

/* The link under a point of the canvas, in its own pixels, and where it is hit: {i, point}, null for none. What is inside of a
   clear body comes first. */
function pickPoint(x, y) {
    ray.setFromCamera(new THREE.Vector2(2 * x / stage.width - 1, 1 - 2 * y / stage.height), camera());
    const hits = ray.intersectObjects(pickable.filter(visibleNow), false);
    if (!hits.length) return null;
    const inner = (isClear() || alarm) && hits.find(hit => parts.inertia.includes(hit.object) || parts.coms.includes(hit.object));
    const {object, point} = inner || hits[0];
    return {i: object.userData.body, point};
}
function pick(x, y) {
    const hit = pickPoint(x, y);
    return hit ? hit.i : -1;
}
