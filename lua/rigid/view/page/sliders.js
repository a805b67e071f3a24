/* A row for each joint, with a slider and a number for each of its freedoms: angles and lengths as they are, an attitude as
   roll, pitch and yaw. A joint that follows another shows what it follows, and moves with it. */

const rows = []; /* {joint, slider, field, read, write, unit} */
const TURN = Math.PI;

/* The ends of a slider: the limits, or what covers what the joint is likely to do. */
function rangeOf(joint, kind, k, value) {
    const wide = kind === "angle" ? TURN : Math.max(1, Math.pow(10, Math.ceil(Math.log10(stage.radius))));
    const lower = joint.lower && joint.lower[k], upper = joint.upper && joint.upper[k];
    const low = typeof lower === "number" ? lower : Math.min(-wide, typeof upper === "number" ? upper - wide : -wide);
    const high = typeof upper === "number" ? upper : Math.max(wide, low + wide);
    return [Math.min(low, value), Math.max(high, value)];
}

function unitOf(kind) { return kind === "length" ? "m" : state.degrees ? "\u00b0" : "rad"; }
function scaleOf(kind) { return kind === "angle" && state.degrees ? 180 / Math.PI : 1; }

function makeRow(i, name, kind, range, read, write) {
    const whole = name ? `${jointName(i)} ${name}` : jointName(i);
    const slider = element("input", {type: "range", min: range[0], max: range[1], step: "any", "aria-label": whole});
    const field = element("input", {type: "text", inputmode: "decimal", class: "number", "aria-label": whole + " value"});
    const unit_ = element("span", {class: "unit"});
    const row = {i, slider, field, unit: unit_, kind, range, read, write};
    if (write) {
        slider.addEventListener("input", () => { player.pause(); write(Number(slider.value)); });
        slider.addEventListener("dblclick", () => { player.pause(); write(0 >= range[0] && 0 <= range[1] ? 0 : range[0]); });
        const take = () => {
            const value = Number(field.value.replace("\u2212", "-").replace(",", ".")) / scaleOf(kind);
            if (field.value.trim() !== "" && Number.isFinite(value)) { player.pause(); write(value); }
            refreshRow(row, true);
        };
        field.addEventListener("change", take);
        field.addEventListener("keydown", event => { if (event.key === "Enter") field.blur(); });
    } else {
        slider.disabled = field.disabled = true;
    }
    rows.push(row);
    return element("div", {class: "freedom"}, name ? element("span", {class: "freedom-name"}, name) : null, slider, field, unit_);
}

function jointName(i) { return bodies[i].joint.name || bodies[i].name; }

function refreshRow(row, force) {
    const value = row.read(), factor = scaleOf(row.kind);
    if (document.activeElement !== row.slider || player.playing) row.slider.value = value;
    const slack = 1e-6 * (1 + row.range[1] - row.range[0]);
    row.field.classList.toggle("beyond", value < row.range[0] - slack || value > row.range[1] + slack);
    const digits = row.kind === "angle" && state.degrees ? 1 : 3;
    if (force || document.activeElement !== row.field) row.field.value = (value * factor).toFixed(digits).replace("-", "\u2212");
    row.unit.textContent = unitOf(row.kind);
}

/* Roll, pitch and yaw are kept as they were set: from a quaternion they could come back as others. */
function attitudeRows(i, joint, at) {
    let angles = null, seen = null;
    const own = () => Array.from(state.q.subarray(at, at + 4));
    const read = () => {
        const now = own();
        if (!seen || now.some((x, k) => Math.abs(x - seen[k]) > 1e-9)) { angles = rpyOfQuaternion(...now); seen = now; }
        return angles;
    };
    return ["roll", "pitch", "yaw"].map((name, k) => makeRow(i, name, "angle", [-TURN, TURN], () => read()[k], value => {
        angles = read().slice();
        angles[k] = value;
        seen = quaternionOfRpy(...angles);
        setConfiguration(seen, at);
    }));
}

function rowsOf(i) {
    const joint = bodies[i].joint, follows = joint.leader !== undefined;
    const type = data.types[joint.type];
    const made = type.numbers.map(([name, kind, k]) => {
        const read = () => jointValue(joint, state.q)(k + 1);
        return makeRow(i, name, kind, rangeOf(joint, kind, k, read()), read, follows ? null : value => setConfiguration([value], joint.q + k));
    });
    if (type.quaternion !== undefined) made.push(...attitudeRows(i, joint, joint.q + type.quaternion));
    return made;
}

function lawOf(joint) {
    const offset = joint.offset === 0 ? "" : (joint.offset < 0 ? " \u2212 " : " + ") + shown(Math.abs(joint.offset));
    return `= ${shown(joint.ratio)} \u00b7 ${jointName(joint.leader)}${offset}`;
}

function buildSliders() {
    const list = byId("joints");
    let count = 0;
    bodies.forEach((body, i) => {
        if (body.joint.type === "fixed") return;
        count++;
        const title = element("div", {class: "joint-title"},
            element("button", {class: "link", title: `${body.joint.type} joint of ${body.name}`, onclick: () => select(i)}, jointName(i)),
            element("span", {class: "muted"}, body.joint.leader === undefined ? body.joint.type : lawOf(body.joint)));
        const item = element("div", {class: "joint", "data-name": `${jointName(i)} ${body.name}`.toLowerCase()}, title, ...rowsOf(i));
        item.dataset.body = i;
        list.append(item);
    });
    if (!count) list.append(element("p", {class: "muted"}, "Nothing moves: all joints are fixed."));
    byId("neutral").addEventListener("click", () => { player.pause(); setConfiguration(data.start); });
    byId("units").addEventListener("click", () => {
        state.degrees = !state.degrees;
        byId("units").textContent = state.degrees ? "degrees" : "radians";
        refreshSliders(true);
        tell("select", state.selected);
    });
    byId("filter").addEventListener("input", event => filterLists(event.target.value));
    refreshSliders(true);
}

function filterLists(text) {
    const wanted = text.trim().toLowerCase();
    for (const item of document.querySelectorAll("#joints .joint, #links .row")) item.hidden = !item.dataset.name.includes(wanted);
}

let refreshed = 0;
function refreshSliders(force) {
    const now = performance.now();
    if (!force && player.playing && now - refreshed < (rows.length > 60 ? 250 : 60)) return;
    refreshed = now;
    for (const row of rows) refreshRow(row, force);
}
on("pose", () => refreshSliders(false));
on("select", i => {
    for (const item of document.querySelectorAll("#joints .joint")) item.classList.toggle("chosen", Number(item.dataset.body) === i);
    const chosen = document.querySelector("#joints .joint.chosen");
    if (chosen) chosen.scrollIntoView({block: "nearest"});
});
