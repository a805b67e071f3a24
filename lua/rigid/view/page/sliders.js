/* A row for each joint, with a slider and a number for each of its freedoms: angles and lengths as they are, an attitude as
   roll, pitch and yaw. A joint that follows another shows what it follows, and moves with it. */

const rows = []; /* {joint, slider, field, read, write, unit} */
const TURN = Math.PI;

/* The limits of a freedom, infinite where it has none; and the ends of its slider: the limits, or what covers what the joint
   is likely to do, and where it is. */
function limitsOf(joint, k) {
    const lower = joint.lower && joint.lower[k], upper = joint.upper && joint.upper[k];
    return [typeof lower === "number" ? lower : -Infinity, typeof upper === "number" ? upper : Infinity];
}
function rangeOf(kind, [lower, upper], value) {
    const wide = kind === "angle" ? TURN : Math.max(1, Math.pow(10, Math.ceil(Math.log10(stage.radius))));
    const low = lower > -Infinity ? lower : Math.min(-wide, upper < Infinity ? upper - wide : -wide);
    const high = upper < Infinity ? upper : Math.max(wide, low + wide);
    return [Math.min(low, high, value), Math.max(low, high, value)];
}

/* A bar below the slider, as far as the limits go. */
function markLimits(row) {
    const [low, high] = row.range, at = x => 100 * (Math.min(high, Math.max(low, x)) - low) / (high - low || 1);
    const [from, to] = row.limits.map(at);
    row.bar.hidden = row.limits.every(x => !Number.isFinite(x));
    row.bar.style.left = `${Math.min(from, to)}%`;
    row.bar.style.right = `${100 - Math.max(from, to)}%`;
}

function unitOf(kind) { return kind === "length" ? "m" : state.degrees ? "\u00b0" : "rad"; }
function scaleOf(kind) { return kind === "angle" && state.degrees ? 180 / Math.PI : 1; }

function makeRow(i, name, kind, range, limits, read, write) {
    const whole = name ? `${jointName(i)} ${name}` : jointName(i);
    const slider = element("input", {type: "range", min: range[0], max: range[1], step: "any", "aria-label": whole});
    const field = element("input", {type: "text", inputmode: "decimal", class: "number", "aria-label": whole + " value"});
    const unit_ = element("span", {class: "unit"});
    const bar = element("span", {class: "limits", title: limitsSaid(kind, limits)});
    const row = {i, slider, field, unit: unit_, bar, kind, range, limits, read, write, beyond: false};
    if (write) {
        slider.addEventListener("input", () => { player.pause(); write(Number(slider.value)); });
        slider.addEventListener("keydown", event => stepSlider(event, row));
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
    markLimits(row);
    return element("div", {class: "freedom"}, name ? element("span", {class: "freedom-name"}, name) : null,
        element("span", {class: "track"}, slider, bar), field, unit_);
}

/* By keys: about a 500th of the range, rounded (0.01 rad of a turn); with shift a tenth of that, by pages ten times as much. */
function stepSlider(event, row) {
    const [low, high] = row.range, raw = (high - low) * scaleOf(row.kind) / 500, power = Math.pow(10, Math.floor(Math.log10(raw)));
    const step = [5, 2, 1].map(k => k * power).find(x => x <= raw) / scaleOf(row.kind) * (event.shiftKey ? 0.1 : 1);
    const by = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10}[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey || !(step > 0)) return;
    event.preventDefault();
    player.pause();
    row.write(Math.min(high, Math.max(low, row.read() + by * step)));
    row.slider.value = row.read();
}

function limitsSaid(kind, [lower, upper]) {
    const say = (x, none) => Number.isFinite(x) ? (kind === "angle" ? angle(x) : shown(x) + " m") : none;
    return `limits: ${say(lower, "\u2212\u221e")} to ${say(upper, "\u221e")}`;
}

function jointName(i) { return bodies[i].joint.name || bodies[i].name; }

function refreshRow(row, force) {
    const value = row.read(), factor = scaleOf(row.kind);
    if (value < row.range[0] || value > row.range[1]) {
        row.range = [Math.min(row.range[0], value), Math.max(row.range[1], value)];
        row.slider.min = row.range[0];
        row.slider.max = row.range[1];
        markLimits(row);
    }
    if (document.activeElement !== row.slider || player.playing) row.slider.value = value;
    const [lower, upper] = row.limits, slack = 1e-6 * (1 + Math.abs(value));
    row.beyond = value < lower - slack || value > upper + slack;
    for (const part of [row.field, row.slider, row.bar]) part.classList.toggle("beyond", row.beyond);
    const beyond = row.beyond ? ", beyond its " + limitsSaid(row.kind, row.limits) : "";
    row.slider.setAttribute("aria-valuetext", `${shown(value * factor, 4)} ${unitOf(row.kind)}${beyond}`);
    const digits = row.kind === "angle" && state.degrees ? 1 : 3;
    if (force || document.activeElement !== row.field) row.field.value = (value * factor).toFixed(digits).replace(/^-(?=[0.]*$)/, "").replace("-", "\u2212");
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
    return ["roll", "pitch", "yaw"].map((name, k) => makeRow(i, name, "angle", [-TURN, TURN], [-Infinity, Infinity], () => read()[k], value => {
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
        const limits = limitsOf(joint, k);
        return makeRow(i, name, kind, rangeOf(kind, limits, read()), limits, read, follows ? null : value => setConfiguration([value], joint.q + k));
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
    byId("copy").addEventListener("click", copyConfiguration);
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
    sayOutside();
}

/* The joints that stand outside of their limits, by a badge that leads to them one by one. */
function sayOutside() {
    const outside = [...new Set(rows.filter(row => row.beyond).map(row => row.i))], badge = byId("outside");
    badge.hidden = !outside.length;
    badge.textContent = `${outside.length} outside limits`;
    badge.title = `Outside of their limits: ${outside.slice(0, 12).map(jointName).join(", ")}${outside.length > 12 ? ", \u2026" : ""}`;
    badge.onclick = () => {
        openTab("joints");
        select(outside[(outside.indexOf(state.selected) + 1) % outside.length]);
    };
}
on("pose", () => refreshSliders(false));
on("select", i => {
    for (const item of document.querySelectorAll("#joints .joint")) item.classList.toggle("chosen", Number(item.dataset.body) === i);
    const chosen = document.querySelector("#joints .joint.chosen");
    if (chosen) chosen.scrollIntoView({block: "nearest"});
});
