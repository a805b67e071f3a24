/* What the page knows: the data, the configuration, the poses that follow from it, what is selected and what is shown.
   Parts that must follow a change are called when it happens; what is to be drawn is drawn once, at the next frame. */

const data = JSON.parse(document.getElementById("data").textContent);
const bodies = data.bodies;
const byName = new Map(bodies.map((body, i) => [body.name, i]));
const children = bodies.map(() => []);
bodies.forEach((body, i) => { if (body.parent >= 0) children[body.parent].push(i); });

/* Welded to the world, by fixed joints all the way: what does not move, and does not count in the model's com. */
const welded = [];
bodies.forEach((body, i) => { welded[i] = body.joint.type === "fixed" && (body.parent < 0 || welded[body.parent]); });

const state = {
    q: Float64Array.from(data.start),
    rest: new Float64Array(12 * bodies.length),
    poses: new Float64Array(12 * bodies.length),
    selected: -1,
    degrees: false,
};

const listeners = {pose: [], select: [], layers: [], theme: [], frame: [], late: [], stale: [], pause: []};
function on(event, f) { listeners[event].push(f); }
function tell(event, ...rest) { for (const f of listeners[event]) f(...rest); }

let frameAsked = false;
function requestFrame() {
    if (frameAsked) return;
    frameAsked = true;
    const asked = performance.now(), seen = !document.hidden;
    requestAnimationFrame(now => {
        frameAsked = false;
        if (seen && !document.hidden) tell("late", performance.now() - asked); /* it comes when the last one is drawn */
        tell("frame", now);
    });
}

/* Take the numbers into q, from place `first` on; everything follows. */
function setConfiguration(numbers, first = 0) {
    for (let k = 0; k < numbers.length; k++) state.q[first + k] = numbers[k];
    computePoses(bodies, state.q, state.rest, state.poses);
    tell("pose");
    requestFrame();
}

function select(i) {
    state.selected = i;
    tell("select", i);
    requestFrame();
}

/* The point of a link's frame in the world. */
function pointInWorld(i, p) {
    const X = state.poses, o = 12 * i;
    return [0, 4, 8].map(r => X[o + r] * p[0] + X[o + r + 1] * p[1] + X[o + r + 2] * p[2] + X[o + r + 3]);
}

/* Of all that moves: {mass, com}; com is null where there is no mass. */
function totalCom() {
    let mass = 0;
    const moment = [0, 0, 0];
    bodies.forEach((body, i) => {
        const M = body.inertia;
        if (welded[i] || !M || !Number.isFinite(M.mass) || !M.com.every(Number.isFinite)) return;
        mass += M.mass;
        pointInWorld(i, M.com).forEach((x, k) => { moment[k] += M.mass * x; });
    });
    return {mass, com: mass > 0 ? moment.map(x => x / mass) : null};
}

/* ---- text ---- */

function shown(x, digits = 4) {
    if (x === null || x === undefined || !Number.isFinite(x)) return "nan";
    const text = String(Number(x.toPrecision(digits)));
    return text.replace("-", "\u2212");
}
/* A sentence of the doctor's with its numbers at six digits; a number within a name stays. */
function inWords(text) {
    return text.replace(/(?<![\w./\-])-?\d+(?:\.\d+)?(?:e[-+]?\d+)?(?![\w/]|\.\w)/g, number => {
        const digits = number.replace(/e.*/, "").replace(/^-?0*\.?0*/, "").replace(/\D/g, "");
        return (digits.length > 6 ? String(Number(Number(number).toPrecision(6))) : number).replace(/-/g, "\u2212");
    });
}
function angle(x, digits) { return state.degrees ? shown(x * 180 / Math.PI, digits) + "\u00b0" : shown(x, digits) + " rad"; }

function element(tag, attributes, ...contents) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
        if (name === "class") made.className = value;
        else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
        else if (value !== undefined && value !== null) made.setAttribute(name, value);
    }
    made.append(...contents.filter(x => x !== null && x !== undefined));
    return made;
}
function byId(id) { return document.getElementById(id); }
