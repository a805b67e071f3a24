/* What is seen, in the page's address: #q=...&view=...&t=...&layers=...&select=..., so that a link leads to it again. It is written a
   moment after the last change; what is as it was at first is left out. ?embed leaves header and panels away, ?play plays. */

const asked = new URLSearchParams(location.search);
if (asked.has("embed")) document.body.classList.add("embed");

const list_ = numbers => Array.from(numbers, x => Number(x.toPrecision(9))).join(",");
let firstLayer = "", addressAsked = 0, addressKept = null;

/* What there is nothing of is neither on nor off. */
function isOffered(name) { return !ARROWS.includes(name) || hasArrows(name); }
function layersOn() { return LAYERS.filter(name => layer[name] && isOffered(name)).join(","); }

function cameraSaid() {
    if (stage.view && !stage.orthographic) return stage.view === "home" ? null : stage.view;
    const p = camera().position, t = orbit.target;
    return list_([p.x, p.y, p.z, t.x, t.y, t.z]) + (stage.orthographic ? "," + list_([halfHeight()]) : "");
}

function addressNow() {
    const said = [], say = (name, value) => { if (value !== null && value !== "") said.push(`${name}=${value}`); };
    const differs = q => Array.from(state.q).some((x, k) => !(Math.abs(x - q[k]) < 1e-9));
    if (player.on && player.time > player.t[0]) say("t", list_([player.time]));
    if (differs(player.on ? player.configuration(player.time) : data.start)) say("q", list_(state.q));
    say("view", cameraSaid());
    if (layersOn() !== firstLayer) say("layers", layersOn() || "none");
    if (state.selected >= 0) say("select", encodeURIComponent(bodies[state.selected].name));
    return said.join("&");
}

function writeAddress() {
    addressAsked = 0;
    if (player.playing) return;
    const now = addressNow();
    if (now === addressKept) return;
    addressKept = now;
    try {
        history.replaceState(null, "", now ? "#" + now : location.pathname + location.search);
    } catch (problem) { /* a page within another may not */ }
}
function keepAddress() {
    if (!addressAsked) addressAsked = setTimeout(writeAddress, 400);
}

function numbersIn(text) { return text === null ? [] : text.split(",").map(Number); }

function readAddress() {
    const said = new URLSearchParams(location.hash.slice(1)), q = numbersIn(said.get("q")), view = said.get("view");
    if (said.has("layers")) {
        const names = said.get("layers").split(",");
        for (const name of LAYERS) if (isOffered(name)) layer[name] = names.includes(name);
        tell("layers");
    }
    if (player.on && said.has("t") && Number.isFinite(Number(said.get("t")))) player.go(Number(said.get("t")));
    if (q.length === data.nq && data.nq > 0 && q.every(Number.isFinite)) setConfiguration(q);
    if (said.has("select") && byName.has(said.get("select"))) select(byName.get(said.get("select")));
    if (view in DIRECTIONS) look(view, true);
    const six = numbersIn(view);
    if (six.length >= 6 && six.every(Number.isFinite)) {
        if (six.length === 7) setOrthographic(true);
        stage.view = null;
        orbit.target.set(...six.slice(3, 6));
        setCamera(orbit.target, new THREE.Vector3(...six.slice(0, 3)), six[6] || halfHeight());
    }
}
function startAddress() {
    firstLayer = layersOn();
    readAddress();
    addressKept = addressNow();
    for (const event of ["pose", "layers", "select"]) on(event, keepAddress);
    orbit.addEventListener("change", keepAddress);
    window.addEventListener("hashchange", () => { if (location.hash.slice(1) !== addressKept) readAddress(); });
    if (asked.has("play")) player.play();
}
