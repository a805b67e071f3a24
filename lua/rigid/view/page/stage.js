/* The stage: renderer, light, ground and cameras. z is up. It draws only when something has changed. Where there is no WebGL
   it says so, and the rest of the page works on. */

THREE.Object3D.DefaultUp.set(0, 0, 1);

const stage = {
    scene: new THREE.Scene(), center: new THREE.Vector3(), radius: 1, ground: 0, follow: false, orthographic: false,
    moved: true, /* shadows fall elsewhere now */
    stale: true, /* so are the batches */
    view: null, /* the name of the direction, until the camera is moved by hand */
    waits: [], /* how long frames were waited for lately, ms */
    filming: false, /* then its size stays */
    shadow: "auto", /* or whether there is one, as a script has asked for */
    coarse: false, standing: null, /* whether what moves is drawn with fewer points; what draws it whole then */
    reached: [], /* the corners of where a log takes it */
    canvas: byId("canvas"), renderer: null,
};
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");

try {
    stage.renderer = new THREE.WebGLRenderer({canvas: stage.canvas, antialias: true, alpha: true});
    stage.renderer.gammaOutput = true;
    stage.renderer.gammaFactor = 2.2;
    stage.renderer.shadowMap.enabled = true;
    stage.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    stage.renderer.shadowMap.autoUpdate = false;
} catch (problem) {
    byId("no-webgl").hidden = false;
}

/* ---- light and ground ---- */

const sky = new THREE.HemisphereLight(0xffffff, 0x8a8f99, 0.56);
const key = new THREE.DirectionalLight(0xfff6ea, 0.62);
const fill = new THREE.DirectionalLight(0xdfe9ff, 0.22);
key.castShadow = true;
key.shadow.mapSize.set(2048, 2048);
key.shadow.radius = 3;
stage.scene.add(sky, key, key.target, fill, fill.target);

/* Lines a pixel wide on an endless floor, which fade with the distance; every tenth is stronger, and so are x and y. */
const floor = new THREE.Mesh(new THREE.PlaneBufferGeometry(1, 1), new THREE.ShaderMaterial({
    transparent: true, depthWrite: false, side: THREE.DoubleSide, extensions: {derivatives: true},
    uniforms: {step: {value: 1}, reach: {value: 10}, ink: {value: new THREE.Color()}, origin: {value: new THREE.Vector2()}},
    vertexShader: `
        varying vec2 at;
        void main() {
            vec4 p = modelMatrix * vec4(position, 1.0);
            at = p.xy;
            gl_Position = projectionMatrix * viewMatrix * p;
        }`,
    fragmentShader: `
        varying vec2 at;
        uniform float step, reach;
        uniform vec3 ink;
        uniform vec2 origin;
        float lines(float size) {
            vec2 u = at / size, d = abs(fract(u - 0.5) - 0.5) / fwidth(u);
            return (1.0 - min(min(d.x, d.y), 1.0)) * clamp(0.6 - max(fwidth(u).x, fwidth(u).y), 0.0, 0.6) / 0.6;
        }
        void main() {
            vec2 w = fwidth(at);
            float fade = 1.0 - smoothstep(0.35, 1.0, length(at - origin) / reach);
            vec2 d = abs(at) / w;
            float x = 1.0 - min(d.y / 1.3, 1.0), y = 1.0 - min(d.x / 1.3, 1.0);
            float a = max(0.16 * lines(step), 0.30 * lines(10.0 * step));
            vec3 color = mix(mix(ink, vec3(0.85, 0.20, 0.20), x), vec3(0.13, 0.60, 0.20), y);
            a = max(a, 0.6 * max(x, y));
            if (a * fade < 0.004) discard;
            gl_FragColor = vec4(color, a * fade);
        }`,
}));
floor.renderOrder = -2;
const shade = new THREE.Mesh(new THREE.PlaneBufferGeometry(1, 1), new THREE.ShadowMaterial({opacity: 0.22, depthWrite: false}));
shade.receiveShadow = true;
shade.renderOrder = -1;
stage.scene.add(floor, shade);

/* Light and ground at the size of what is shown: box is a THREE.Box3 of it. */
function dressStage(box, lowest) {
    const sphere = box.getBoundingSphere(new THREE.Sphere()), r = Math.max(sphere.radius, 1e-6);
    stage.radius = r;
    stage.center.copy(sphere.center);
    stage.ground = typeof data.ground === "number" ? data.ground : lowest < -0.02 * r ? lowest : 0;
    floor.material.uniforms.step.value = Math.pow(10, Math.floor(Math.log10(r / 2.5)));
    floor.material.uniforms.reach.value = 9 * r;
    floor.scale.set(40 * r, 40 * r, 1);
    shade.scale.set(8 * r, 8 * r, 1); /* as far as shadows fall */
    key.shadow.bias = -0.0006;
    moveStage();
}

/* The light, its shadow and the middle of the floor go where the camera looks. */
function moveStage() {
    const r = stage.radius, c = stage.center, camera = key.shadow.camera;
    key.target.position.copy(c);
    key.position.set(c.x + 2.2 * r, c.y - 1.6 * r, c.z + 4.2 * r);
    fill.target.position.copy(c);
    fill.position.set(c.x - 3 * r, c.y + 2.5 * r, c.z + 1.2 * r);
    Object.assign(camera, {left: -1.9 * r, right: 1.9 * r, top: 1.9 * r, bottom: -1.9 * r, near: 0.5 * r, far: 10 * r});
    camera.updateProjectionMatrix();
    floor.position.set(c.x, c.y, stage.ground);
    shade.position.set(c.x, c.y, stage.ground - 1e-4 * r);
    floor.material.uniforms.origin.value.set(c.x, c.y);
    stage.moved = true;
}

function paintTheme() {
    floor.material.uniforms.ink.value.set(dark.matches ? 0xaeb7c6 : 0x4a5260);
    sky.color.set(dark.matches ? 0xe9efff : 0xffffff);
    sky.groundColor.set(dark.matches ? 0x4b5058 : 0xb0b3ba);
    shade.material.opacity = dark.matches ? 0.42 : 0.22;
    tell("theme");
    requestFrame();
}
(dark.addEventListener ? f => dark.addEventListener("change", f) : f => dark.addListener(f))(paintTheme);

/* ---- cameras ---- */

const perspective = new THREE.PerspectiveCamera(32, 1, 0.01, 100);
const parallel = new THREE.OrthographicCamera(-1, 1, 1, -1, -100, 100);
perspective.position.set(3, -4, 2);
const orbit = new THREE.OrbitControls(perspective, stage.canvas);
orbit.enableKeys = false;
orbit.rotateSpeed = 0.8;
orbit.screenSpacePanning = true;
orbit.addEventListener("change", requestFrame);
orbit.addEventListener("start", () => { stage.view = null; });

function camera() { return stage.orthographic ? parallel : perspective; }

/* Half the height of what is seen at the target. */
function halfHeight() {
    if (stage.orthographic) return parallel.top / parallel.zoom;
    return perspective.position.distanceTo(orbit.target) * Math.tan(perspective.fov * Math.PI / 360);
}

/* The nearest place from which all points are seen, looking along -direction. Of each point, x to the right, y up and z
   towards the camera from the target, the distance must be at least z + |x| / tan; once seen, they are put in the middle. */
function aim(direction, points) {
    const towards = direction.clone().normalize(), right = new THREE.Vector3(-towards.y, towards.x, 0);
    if (right.length() < 1e-3) right.set(0, 1, 0);
    right.normalize();
    const up = towards.clone().cross(right), tall = Math.tan(perspective.fov * Math.PI / 360) / 1.16, wide = tall * perspective.aspect;
    const target = new THREE.Box3().setFromPoints(points).getCenter(new THREE.Vector3()), p = new THREE.Vector3();
    let distance = 0;
    for (let round = 0; round < 4; round++) {
        distance = 1e-9;
        for (const point of points) {
            p.copy(point).sub(target);
            distance = Math.max(distance, p.dot(towards) + Math.max(Math.abs(p.dot(right)) / wide, Math.abs(p.dot(up)) / tall));
        }
        const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
        for (const point of points) {
            p.copy(point).sub(target);
            const depth = distance - p.dot(towards);
            [p.dot(right), p.dot(up)].forEach((x, k) => { low[k] = Math.min(low[k], x / depth); high[k] = Math.max(high[k], x / depth); });
        }
        target.addScaledVector(right, (low[0] + high[0]) / 2 * distance).addScaledVector(up, (low[1] + high[1]) / 2 * distance);
    }
    distance = Math.max(distance, 0.02 * stage.radius);
    return {target, position: target.clone().addScaledVector(towards, distance), half: distance * tall * 1.16};
}

let flight = null;
function place(view, share) {
    orbit.target.lerpVectors(flight.target, view.target, share);
    const from = flight.position.clone().sub(flight.target), to = view.position.clone().sub(view.target);
    const length = from.length() + share * (to.length() - from.length());
    const turned = from.normalize().lerp(to.normalize(), share);
    if (turned.length() < 1e-3 || share === 1) turned.copy(to);
    setCamera(orbit.target, turned.normalize().multiplyScalar(length).add(orbit.target), flight.half + share * (view.half - flight.half));
}
function setCamera(target, position, half) {
    for (const each of [perspective, parallel]) each.position.copy(position);
    parallel.zoom = 1;
    parallel.top = half; parallel.bottom = -half;
    parallel.left = -half * perspective.aspect; parallel.right = half * perspective.aspect;
    parallel.updateProjectionMatrix();
    camera().lookAt(target);
    orbit.update();
}
function flyTo(view, at_once) {
    stage.view = null;
    flight = {target: orbit.target.clone(), position: camera().position.clone(), half: halfHeight(), view, start: null};
    if (at_once || still.matches) { place(view, 1); flight = null; }
    requestFrame();
}
function continueFlight(now) {
    if (!flight) return;
    if (flight.start === null) flight.start = now;
    const u = Math.min(1, (now - flight.start) / 320), share = u * u * (3 - 2 * u);
    const view = flight.view;
    place(view, share);
    if (u === 1) flight = null; else requestFrame();
}
stage.canvas.addEventListener("pointerdown", () => { flight = null; });
stage.canvas.addEventListener("wheel", () => { flight = null; }, {passive: true});

const DIRECTIONS = {
    home: [0.62, -0.66, 0.42], front: [1, 0, 0], back: [-1, 0, 0], left: [0, 1, 0], right: [0, -1, 0],
    top: [0, -1e-4, 1], bottom: [0, -1e-4, -1],
};

/* Look at all of it, wherever it goes, from one of the directions by name. */
function look(name, at_once) {
    flyTo(aim(new THREE.Vector3(...DIRECTIONS[name]), [...pointsOf(), ...stage.reached]), at_once);
    stage.view = name;
}

/* Look at points from where we are. */
function fit(points, at_once) { flyTo(aim(camera().position.clone().sub(orbit.target), points), at_once); }

function setOrthographic(yes) {
    const half = halfHeight(), position = camera().position.clone();
    if (stage.orthographic && !yes) { /* as near as shows the same height */
        const distance = half / Math.tan(perspective.fov * Math.PI / 360);
        position.sub(orbit.target).setLength(distance).add(orbit.target);
    }
    stage.orthographic = yes;
    orbit.object = camera();
    setCamera(orbit.target, position, half);
    tell("layers");
    requestFrame();
}

/* Keep what the camera looks at in the middle while it moves. */
function carryCamera(shift) {
    for (const p of [orbit.target, perspective.position, parallel.position, stage.center]) p.add(shift);
    moveStage();
}

/* ---- drawing ---- */

/* Without a graphics card a shadow takes some 40 % of a frame: where most of the last frames took longer than this, there is none. Where
   that is not enough, what moves is drawn with a quarter of the points, and whole once it stands. */
const SLOW = 50, LATELY = 8; /* ms; frames */
on("late", waited => {
    if (stage.coarse || stage.shadow !== "auto") return;
    for (let k = 0; k < Math.max(1, Math.min(3, waited / SLOW)); k++) stage.waits.push(waited); /* what is very late counts for three */
    stage.waits = stage.waits.slice(-LATELY);
    if (stage.waits.filter(ms => ms > SLOW).length <= 0.7 * LATELY) return;
    stage.coarse = !key.castShadow;
    stage.waits = [];
    castShadow(false);
});

function castShadow(yes) {
    key.castShadow = yes;
    shade.visible = yes && layer.ground;
    byId("shadow-note").hidden = yes;
}

/* A shadow or none, however slow it is; "auto" begins anew, with one. */
function setShadow(how) {
    stage.shadow = how;
    stage.coarse = false;
    stage.waits = [];
    castShadow(how !== false);
    stage.moved = true;
    requestFrame();
}

/* Points of the picture for each of the page, across and down. */
const STANDS = 400; /* ms without a frame, after which it stands */
function setFineness(moves) {
    const fine = Math.min(window.devicePixelRatio || 1, 2), ratio = stage.coarse && moves && !stage.filming ? fine / 2 : fine;
    if (stage.renderer.getPixelRatio() !== ratio) stage.renderer.setPixelRatio(ratio);
    clearTimeout(stage.standing);
    if (ratio < fine) stage.standing = setTimeout(() => draw(false), STANDS);
}

function resize() {
    const box = stage.canvas.parentElement.getBoundingClientRect();
    const width = Math.max(1, Math.floor(box.width)), height = Math.max(1, Math.floor(box.height));
    perspective.aspect = width / height;
    perspective.updateProjectionMatrix();
    parallel.left = -parallel.top * perspective.aspect;
    parallel.right = parallel.top * perspective.aspect;
    parallel.updateProjectionMatrix();
    if (stage.renderer) {
        stage.renderer.setSize(width, height, false);
    }
    stage.width = width; stage.height = height;
    if (stage.view) look(stage.view, true);
    requestFrame();
}

function draw(moves = true) {
    const distance = camera().position.distanceTo(orbit.target), reach = 30 * stage.radius;
    perspective.near = Math.max(distance - reach, 0.002 * distance);
    perspective.far = distance + reach;
    perspective.updateProjectionMatrix();
    parallel.near = -reach; parallel.far = distance + reach;
    parallel.updateProjectionMatrix();
    if (!stage.renderer) return;
    setFineness(moves);
    fillBatches();
    stage.renderer.shadowMap.needsUpdate = stage.moved && key.castShadow;
    stage.moved = false;
    stage.renderer.render(stage.scene, camera());
}
