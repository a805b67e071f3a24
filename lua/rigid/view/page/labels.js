/* Names over the links, on a canvas of their own, drawn as text so that they are crisp. Nearer ones come first; what would
   cover one that stands already is left out. With the names, outlines in place of meshes have theirs: the file that is not there. */

const overlay = byId("overlay");

/* {text, i, at: point in the link's frame} */
const outlines = [];
bodies.forEach((body, i) => {
    for (const shape of body.visuals || []) {
        if (shape.kind === "outline") outlines.push({text: shape.label, i, at: [3, 7, 11].map(k => shape.pose[k])});
    }
});

function labelled() {
    const list = [];
    const middle = i => {
        const points = corners[i].length > 1 ? corners[i] : [[0, 0, 0]];
        return [0, 1, 2].map(k => points.reduce((sum, p) => sum + p[k], 0) / points.length);
    };
    if (state.selected >= 0) list.push({text: bodies[state.selected].name, i: state.selected, at: middle(state.selected), first: true});
    if (hovered >= 0 && hovered !== state.selected) list.push({text: bodies[hovered].name, i: hovered, at: middle(hovered), first: true});
    if (layer.names) bodies.forEach((body, i) => {
        if (i !== state.selected && i !== hovered) list.push({text: body.name, i, at: middle(i)});
    });
    if (layer.visuals && layer.names) for (const label of outlines) list.push({...label, faint: true});
    return list;
}

function project(label) {
    const p = new THREE.Vector3(...pointInWorld(label.i, label.at)).project(camera());
    label.x = (p.x + 1) / 2 * stage.width;
    label.y = (1 - p.y) / 2 * stage.height;
    label.z = label.first ? -Infinity : p.z + (label.faint ? 1 : 0);
    return p.z < 1 && p.z > -1 && label.x > -50 && label.x < stage.width + 50 && label.y > 0 && label.y < stage.height;
}

let drawnLabels = 0;
function drawLabels() {
    const ratio = Math.min(window.devicePixelRatio || 1, 2), pen = overlay.getContext("2d");
    if (overlay.width !== Math.round(stage.width * ratio) || overlay.height !== Math.round(stage.height * ratio)) {
        overlay.width = Math.round(stage.width * ratio);
        overlay.height = Math.round(stage.height * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, stage.width, stage.height);
    const style = getComputedStyle(document.documentElement), taken = [];
    pen.textBaseline = "middle";
    for (const label of labelled().filter(project).sort((a, b) => a.z - b.z).slice(0, 300)) {
        pen.font = (label.faint ? "11px " : "12px ") + style.getPropertyValue("--font");
        const text = label.text.length > 40 ? label.text.slice(0, 39) + "\u2026" : label.text, width = pen.measureText(text).width;
        const box = [label.x - width / 2 - 5, label.y - 9, label.x + width / 2 + 5, label.y + 9];
        if (taken.some(b => box[0] < b[2] && b[0] < box[2] && box[1] < b[3] && b[1] < box[3])) continue;
        taken.push(box);
        pen.globalAlpha = label.first ? 0.85 : 0.6; /* the robot is seen behind it */
        pen.fillStyle = style.getPropertyValue("--panel");
        pen.beginPath();
        roundedBox(pen, box[0], box[1], box[2] - box[0], 18, 5);
        pen.fill();
        pen.globalAlpha = 1;
        pen.fillStyle = style.getPropertyValue(label.first ? "--accent" : label.faint ? "--muted" : "--ink");
        pen.fillText(text, label.x - width / 2, label.y + 0.5);
    }
    drawnLabels = taken.length;
}

function roundedBox(pen, x, y, width, height, r) {
    pen.moveTo(x + r, y);
    pen.arcTo(x + width, y, x + width, y + height, r);
    pen.arcTo(x + width, y + height, x, y + height, r);
    pen.arcTo(x, y + height, x, y, r);
    pen.arcTo(x, y, x + width, y, r);
}

/* ---- the pointer: a click selects, a drag turns the view ---- */

let hovered = -1, pressed = null, pointer = null;
const SLIP = 5; /* pixels that a finger may move in a click */

function inCanvas(event) {
    const box = stage.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
}
stage.canvas.addEventListener("pointerdown", event => {
    if (event.isPrimary && event.button === 0) pressed = inCanvas(event); else pressed = null;
    hovered = -1;
});
window.addEventListener("pointerup", event => {
    if (pressed && event.target === stage.canvas && event.button === 0) {
        const [x, y] = inCanvas(event);
        if (Math.hypot(x - pressed[0], y - pressed[1]) <= SLIP) select(pick(x, y));
    }
    pressed = null;
});
stage.canvas.addEventListener("pointermove", event => {
    if (event.pointerType === "touch" || event.buttons) return;
    pointer = inCanvas(event);
    requestFrame();
});
stage.canvas.addEventListener("pointerleave", () => { pointer = null; hovered = -1; requestFrame(); });
stage.canvas.addEventListener("dblclick", () => fitSelected());

function hover() {
    if (!pointer) return;
    const found = pick(...pointer);
    pointer = null;
    if (found === hovered) return;
    hovered = found;
    stage.canvas.style.cursor = found >= 0 ? "pointer" : "grab";
}

/* Look at what is selected, or at all. */
function fitSelected(at_once) {
    fit(state.selected < 0 ? pointsOf() : around(pointsOf(state.selected)), at_once);
}
/* With something of its surroundings. */
function around(points) {
    const box = new THREE.Box3().setFromPoints(points), size = Math.max(0.3 * box.min.distanceTo(box.max), 0.05 * stage.radius);
    return [...points, box.min.clone().subScalar(size), box.max.clone().addScalar(size)];
}
