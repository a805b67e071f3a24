/* Putting it together: buttons, keys, first view, and window.rigid, by which a script (or a spec) drives the page. */

const TOGGLES = [
    ["visuals", "Bodies", "V"], ["collisions", "Collisions", "C"], ["sticks", "Sticks", "S"], ["axes", "Joint axes", "A"], ["frames", "Frames", "R"],
    ["coms", "Mass centres", "M"], ["inertia", "Inertia", "I"], ["names", "Names", "N"], ["ground", "Ground", "G"], ["clear", "See through", "T"],
    ["forces", "Forces", "X"], ["torques", "Torques", "Q"], ["momentum", "Momentum", "P"], ["trails", "Trails", "L"],
    ["ghost", "Ghost", "K"],
];
const ARROWS = ["forces", "torques", "momentum", "trails", "ghost"];
const VIEWS = [
    ["home", "Home", "H"], ["front", "Front", "1"], ["left", "Left", "2"], ["top", "Top", "3"], ["back", "Back", "4"], ["right", "Right", "5"],
    ["bottom", "Bottom", "6"],
];

function buildToolbar() {
    const addButton = (place, attributes, text, act) => byId(place).append(element("button", {...attributes, onclick: act}, text));
    for (const [name, text, key_] of TOGGLES) {
        if (ARROWS.includes(name) && !hasArrows(name)) continue;
        addButton("layers", {class: "chip", "data-layer": name, title: `${text} (${key_})`}, text, () => show(name, !layer[name]));
    }
    for (const [name, text, key_] of VIEWS) addButton("views", {title: `${text} view (${key_})`}, text, () => look(name));
    addButton("views", {id: "ortho", title: "Parallel projection (O)"}, "Ortho", () => setOrthographic(!stage.orthographic));
    if (data.log || data.live) addButton("views", {id: "follow", title: "Follow the centre of mass (B)"}, "Follow", () => setFollow(!stage.follow));
    addButton("views", {id: "picture", title: "Save a picture (PNG)"}, "Picture", savePicture);
    if ((data.log || data.live) && window.MediaRecorder && stage.canvas.captureStream) {
        addButton("views", {id: "film", title: "Save the log as a film (WebM), from its start to its end", "aria-pressed": "false"}, "Film", saveFilm);
    }
    byId("marks").addEventListener("input", event => sizeMarks(Math.pow(2, Number(event.target.value))));
    byId("help-button").addEventListener("click", () => toggleHelp());
    byId("left-button").addEventListener("click", () => { byId("left").classList.toggle("open"); resize(); });
    for (const tab of TABS) {
        byId(tab + "-tab").addEventListener("click", () => openTab(tab));
        byId(tab + "-tab").addEventListener("keydown", event => {
            const by = {ArrowLeft: -1, ArrowRight: 1, Home: -TABS.indexOf(tab), End: TABS.length - 1 - TABS.indexOf(tab)}[event.key];
            if (by === undefined) return;
            const next_ = TABS[(TABS.indexOf(tab) + by + TABS.length) % TABS.length];
            openTab(next_);
            byId(next_ + "-tab").focus();
            event.preventDefault();
            event.stopPropagation();
        });
    }
    byId("skip").addEventListener("click", event => { stage.canvas.focus(); event.preventDefault(); });
    byId("skip-to-joints").addEventListener("click", event => { openTab("joints"); byId("joints").focus(); event.preventDefault(); });
}

function setFollow(yes) {
    stage.follow = yes;
    tell("layers");
}

const TABS = ["joints", "links"];
function openTab(name) {
    for (const tab of TABS) {
        byId(tab + "-tab").tabIndex = tab === name ? 0 : -1;
        byId(tab).hidden = tab !== name;
        byId(tab + "-tab").setAttribute("aria-selected", tab === name);
    }
}

on("layers", () => {
    for (const button of document.querySelectorAll("#layers .chip")) {
        const name = button.dataset.layer;
        button.setAttribute("aria-pressed", name === "clear" ? isClear() : layer[name]);
    }
    byId("ortho").setAttribute("aria-pressed", stage.orthographic);
    if (byId("follow")) byId("follow").setAttribute("aria-pressed", stage.follow);
});

function toggleHelp(yes = byId("help").hidden) { byId("help").hidden = !yes; }

function toggleEnergy() {
    layerEnergy = !layerEnergy;
    byId("plot-box").hidden = !layerEnergy;
    byId("energy").setAttribute("aria-pressed", layerEnergy);
    resize();
}

/* ---- keys ---- */

const KEYS = {
    " ": () => player.toggle(), f: () => fitSelected(), o: () => setOrthographic(!stage.orthographic), e: () => { if (data.log) toggleEnergy(); },
    b: () => { if (data.log) setFollow(!stage.follow); }, "?": () => toggleHelp(), ArrowLeft: () => player.step(-1), ArrowRight: () => player.step(1),
    ",": () => player.step(-1), ".": () => player.step(1),
    Home: () => { if (player.on) { player.pause(); player.go(player.t[0]); } }, End: () => { if (player.on) { player.pause(); player.go(Infinity); } },
    Escape: () => { if (!byId("help").hidden) toggleHelp(false); else closePanel(); }, d: () => openDoctor(),
    "+": () => zoom(0.8), "=": () => zoom(0.8), "-": () => zoom(1.25),
};
for (const [name, , key_] of TOGGLES) {
    KEYS[key_.toLowerCase()] = () => { if (!ARROWS.includes(name) || hasArrows(name)) show(name, !layer[name]); };
}
for (const [name, , key_] of VIEWS) KEYS[key_.toLowerCase()] = () => look(name);

function zoom(factor) {
    const offset = camera().position.clone().sub(orbit.target);
    flyTo({target: orbit.target.clone(), position: orbit.target.clone().addScaledVector(offset, factor), half: halfHeight() * factor});
}

/* By the keyboard, on the picture: arrows turn it by so many degrees, with shift they move it by a share of its height. */
const TURNS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
function turnCamera([right, up]) {
    const offset = camera().position.clone().sub(orbit.target), r = offset.length(), step = 5 * Math.PI / 180;
    const around_ = Math.atan2(offset.y, offset.x) + right * step;
    const above = Math.min(Math.PI / 2 - 1e-4, Math.max(1e-4 - Math.PI / 2, Math.asin(offset.z / r) + up * step));
    offset.set(r * Math.cos(above) * Math.cos(around_), r * Math.cos(above) * Math.sin(around_), r * Math.sin(above));
    flight = null;
    stage.view = null;
    setCamera(orbit.target, offset.add(orbit.target), halfHeight());
    requestFrame();
}
function moveCamera([right, up]) {
    const e = camera().matrixWorld.elements, half = halfHeight(), position = camera().position;
    const by = [0, 1, 2].map(k => 0.1 * half * (right * e[k] + up * e[4 + k])), step = new THREE.Vector3(...by);
    flight = null;
    stage.view = null;
    orbit.target.add(step);
    setCamera(orbit.target, position.clone().add(step), half);
    requestFrame();
}
stage.canvas.addEventListener("keydown", event => {
    if (!TURNS[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    (event.shiftKey ? moveCamera : turnCamera)(TURNS[event.key]);
    event.preventDefault();
    event.stopPropagation();
});

function isTyping(target) { return target && (target.tagName === "INPUT" && target.type !== "range" || target.tagName === "SELECT"); }

window.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.target.type === "range" && /^(Arrow|Page|Home|End)/.test(event.key)) return;
    if (event.target.tagName === "BUTTON" && (event.key === " " || event.key === "Enter")) return;
    const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    act();
    event.preventDefault();
});

/* ---- the first look ---- */

function sayWhat() {
    const moving = bodies.filter(body => body.joint.type !== "fixed").length;
    const plural = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;
    const {mass} = totalCom();
    const words = [plural(bodies.length, "link"), plural(moving, "joint")];
    if (mass > 0) words.push(shown(mass, 4) + " kg moving");
    byId("size").textContent = words.join(" \u00b7 ");
    byId("generator").textContent = `Made by ${data.generator}. Drawn with three.js r${THREE.REVISION}.`;
    if (stage.ground !== 0) byId("ground-note").textContent = `The ground is drawn at z = ${shown(stage.ground, 3)} m, the lowest point of the robot at first.`;
}

/* Show what there is: bodies where they have visuals, else sticks and ellipsoids; what is impossible at any rate. */
function firstLayers() {
    const drawn = bodies.some(body => body.visuals);
    Object.assign(layer, {visuals: drawn, sticks: !drawn, inertia: !drawn, coms: false, axes: !drawn, ground: true, forces: true, ghost: true});
}

function start() {
    const box = buildRobot();
    buildGhost();
    dressStage(box, box.min.z);
    firstLayers();
    setupPlayer();
    giveArrows(data.arrows || []);
    buildToolbar();
    buildDoctor();
    buildLinks();
    sayWhat();
    paintTheme();
    resize();
    setConfiguration(data.start);
    buildSliders();
    byId("energy").addEventListener("click", toggleEnergy);
    if (player.on) {
        player.go(player.t[0]);
        surveyLog();
    }
    tell("layers");
    select(-1);
    resize();
    look("home", true);
    startAddress();
    startLive();
    sayWhatIsSeen();
}

/* Where the log takes the robot: into the first look, or, where that is too far, the camera follows. */
function surveyLog() {
    const from = totalCom().com, first = player.t[0], last = player.t[player.t.length - 1];
    let far = 0;
    const points = [], looks = bodies.length > 100 ? 4 : 20;
    for (let k = 0; k <= looks; k++) {
        setConfiguration(player.configuration(first + (last - first) * k / looks));
        points.push(...pointsOf());
        const to = totalCom().com;
        if (from && to) far = Math.max(far, Math.hypot(...to.map((x, r) => x - from[r])));
    }
    stage.follow = far > 1.5 * stage.radius;
    stage.reached = stage.follow ? [] : points;
    if (!stage.follow) dressStage(new THREE.Box3().setFromPoints(points), stage.ground);
    player.go(first);
}

on("frame", (now, stands) => {
    continueFlight(now);
    hover();
    draw(!stands);
    drawLabels();
    drawPlot();
});
new ResizeObserver(resize).observe(stage.canvas.parentElement);
on("theme", requestFrame);

/* ---- for scripts ---- */

function ofName(name) {
    if (!byName.has(name)) throw new Error(`there is no link named '${name}'`);
    return byName.get(name);
}

/* Draw now, and tell how many of the pixels differ from the one in the corner, and a sum by which two pictures differ. */
function pixels(canvas) {
    tell("frame", performance.now(), true);
    const copy = document.createElement("canvas");
    copy.width = canvas.width; copy.height = canvas.height;
    const pen = copy.getContext("2d");
    pen.drawImage(canvas, 0, 0);
    const values = pen.getImageData(0, 0, copy.width, copy.height).data;
    let ink_ = 0, sum = 0;
    for (let i = 0; i < values.length; i += 4) {
        if (values[i] !== values[0] || values[i + 1] !== values[1] || values[i + 2] !== values[2] || values[i + 3] !== values[3]) ink_++;
        sum = (sum * 31 + values[i] + 7 * values[i + 1] + 17 * values[i + 2] + 3 * values[i + 3]) % 4294967291;
    }
    return {width: copy.width, height: copy.height, ink: ink_, sum};
}

window.rigid = {
    /* {rotation: nine numbers, rows first; position} of a link, at the configuration of the page or another */
    pose(name, q) {
        const i = ofName(name), rest = new Float64Array(state.rest.length), poses = new Float64Array(state.poses.length);
        computePoses(bodies, q || state.q, rest, poses);
        const X = Array.from(poses.subarray(12 * i, 12 * i + 12));
        return {rotation: [0, 1, 2, 4, 5, 6, 8, 9, 10].map(k => X[k]), position: [3, 7, 11].map(k => X[k])};
    },
    configuration: q => { if (q) { player.pause(); setConfiguration(q); } return Array.from(state.q); },
    com: () => totalCom().com,
    layer: (name, yes) => { if (yes !== undefined) show(name, yes); return layer[name]; },
    look: name => look(name, true),
    fit: name => fit(name ? around(pointsOf(ofName(name))) : pointsOf(), true),
    orthographic: yes => { setOrthographic(yes); return stage.orthographic; },
    select: name => { select(name ? ofName(name) : -1); return name; },
    selected: () => state.selected < 0 ? null : bodies[state.selected].name,
    doctor: openDoctor,
    play: () => player.play(), pause: () => player.pause(), time: t => { if (t !== undefined) player.go(t); return player.time; },
    speed: factor => { player.speed = factor; },
    /* where a point of a link (its origin unless given) is on the page, for pointing at it */
    screen(name, point) {
        const label = {i: ofName(name), at: point || [0, 0, 0]}, box = stage.canvas.getBoundingClientRect();
        project(label);
        return [box.left + label.x, box.top + label.y];
    },
    ground: () => stage.ground,
    shadow: how => { if (how !== undefined) setShadow(how); return key.castShadow; },
    batches: () => batches.length,
    /* of a sort (force, torque, momentum, spin, push, vector): {point, vector} in the world, as they are drawn now */
    arrows: sort => { if (stage.stale) { stage.stale = false; tell("stale"); stage.stale = true; } return layer[SORTS[sort].layer] ? SORTS[sort].arrows : []; },
    plotted: name => { if (name !== undefined) choosePlot(name); return plot.series.map(({name: curve, unit: unit_}) => [curve, unit_]); },
    /* take hold of a link's frame and move it by so many pixels: how far from there it was, and is; null where nothing carries it */
    drag(name, dx, dy) {
        const i = ofName(name), joint = jointOf(i), [x, y] = seenAt(state.q, i, [0, 0, 0.05]);
        if (joint < 0) return null;
        dragged = {i, joint, at: [0, 0, 0.05]};
        for (let k = 0; k < 20; k++) followPointer(x + dx, y + dy);
        dragged = null;
        const [u, v] = seenAt(state.q, i, [0, 0, 0.05]);
        return [Math.hypot(dx, dy), Math.hypot(u - x - dx, v - y - dy)];
    },
    /* the pose of a link of the ghost, as it is drawn now */
    ghost(name) {
        placeGhost();
        const i = ghost.bodies.findIndex(body => body.name === name), X = ghost.poses.subarray(12 * i, 12 * i + 12);
        return {rotation: [0, 1, 2, 4, 5, 6, 8, 9, 10].map(k => X[k]), position: [3, 7, 11].map(k => X[k])};
    },
    address: () => addressNow(),
    camera: () => [...camera().position.toArray(), ...orbit.target.toArray()],
    lua: () => configurationAsLua(), /* q, to be pasted */
    seen: () => seenInWords(),
    picture: () => pictureCanvas().toDataURL("image/png"),
    filmed: () => stage.filmed,
    labels: () => drawnLabels,
    pixels: which => pixels(which === "plot" ? plot.canvas : stage.canvas),
    hasWebGL: () => stage.renderer !== null,
};

start();
