/* What things are drawn with: the surfaces of the robot, one for each colour that it says, and the inks of what is drawn to explain
   it. All are shared, so that what is changed of one is changed wherever it is seen. */

const materials = new Map();
function surface(color, alpha) {
    const name = [...color, alpha].join(" ");
    if (!materials.has(name)) {
        const made = new THREE.MeshStandardMaterial({roughness: 0.62, metalness: 0.06, side: THREE.DoubleSide});
        made.color.setRGB(...color).convertSRGBToLinear();
        made.userData.alpha = alpha;
        materials.set(name, made);
    }
    return materials.get(name);
}
const PLAIN = [[0.88, 0.895, 0.915], [0.62, 0.66, 0.72]]; /* where a robot says no colours: by turns, down the tree */
const over = {depthTest: false, depthWrite: false, transparent: true};
const ink = {
    turn: new THREE.MeshBasicMaterial({color: 0xc77700, ...over}),
    slide: new THREE.MeshBasicMaterial({color: 0x00857c, ...over}),
    screw: new THREE.MeshBasicMaterial({color: 0x8d4fd1, ...over}),
    both: new THREE.MeshBasicMaterial({color: 0x8d4fd1, ...over}),
    ball: new THREE.MeshBasicMaterial({color: 0xc77700, ...over}),
    plane: new THREE.MeshBasicMaterial({color: 0x00857c, ...over, opacity: 0.75}),
    frame: new THREE.MeshBasicMaterial({vertexColors: THREE.VertexColors, ...over}),
    stick: new THREE.MeshStandardMaterial({color: 0x5b86c4, roughness: 0.6}),
    rail: new THREE.LineBasicMaterial({color: 0x00857c}),
    outline: new THREE.LineBasicMaterial({color: 0x7d8796}),
    pane: new THREE.MeshStandardMaterial({color: 0x9aa5b5, transparent: true, opacity: 0.16, depthWrite: false}),
    collision: new THREE.MeshBasicMaterial({color: 0xd9417a, wireframe: true, transparent: true, opacity: 0.45}),
    com: new THREE.MeshBasicMaterial({map: quarters([20, 24, 30], [250, 250, 250]), ...over}),
    total: new THREE.MeshBasicMaterial({map: quarters([20, 24, 30], [255, 196, 0]), ...over}),
};
function bulk(color, opacity, more) {
    return new THREE.MeshStandardMaterial({color, roughness: 0.85, transparent: true, opacity, depthWrite: false, ...more});
}
/* What is impossible shows through everything. */
const VERDICT = {sound: bulk(0x2f73e0, 0.42), odd: bulk(0xd98e00, 0.5), impossible: bulk(0xe0141e, 0.6, {depthTest: false})};
const RINGS = {
    sound: new THREE.MeshBasicMaterial({color: 0x2f73e0}), odd: new THREE.MeshBasicMaterial({color: 0xd98e00}),
    impossible: new THREE.MeshBasicMaterial({color: 0xe0141e, ...over}),
};
/* Colours are said as they are seen; light is computed with what they are. */
for (const material of [...Object.values(ink), ...Object.values(VERDICT), ...Object.values(RINGS)]) material.color.convertSRGBToLinear();
/* The sign of a centre of mass: a ball in four quarters of two colours. */
function quarters(a, b) {
    const texels = [];
    for (let row = 0; row < 2; row++) for (let k = 0; k < 4; k++) texels.push(...((row + k) % 2 ? a : b), 255);
    const made = new THREE.DataTexture(new Uint8Array(texels), 4, 2, THREE.RGBAFormat);
    made.encoding = THREE.sRGBEncoding;
    made.magFilter = made.minFilter = THREE.NearestFilter;
    made.needsUpdate = true;
    return made;
}
