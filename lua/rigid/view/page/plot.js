/* A quantity of the log over time: energies, q, v, tau (of the joint of the selected link, or of all), momentum, forces of contacts,
   the centre of mass. A line is drawn through every sample; the cursor stands at the time of the pose, and a press or a drag puts it
   elsewhere. */

const plot = {canvas: byId("plot"), series: [], left: 58, right: 12, top: 8, bottom: 20, quantity: "energy", unit: "J"};
const COLORS = ["--curve-1", "--curve-2", "--curve-3", "--curve-4", "--curve-5", "--curve-6", "--curve-7", "--curve-8"];
const DASHES = [[], [6, 4], [2, 3], [8, 3, 2, 3], [12, 4]];
const NAMED = 9; /* curves whose numbers are told beside their names */

/* Every stride-th of packed numbers from a place on. */
function column(numbers, first, stride) {
    const list = new Float64Array(Math.floor(numbers.length / stride));
    for (let k = 0; k < list.length; k++) list[k] = numbers[k * stride + first];
    return list;
}

/* One curve for each number of q, v or tau: of the joint that is selected, else of all. */
function jointSeries(letter) {
    const part = {q: 0, v: 1, tau: 2}[letter], numbers = player[letter], all = [], stride = letter === "q" ? data.nq : data.nv;
    const own = i => data.types[bodies[i].joint.type].written[part];
    firstOfV.forEach((first, i) => own(i).forEach(([suffix, unit_], k) => {
        all.push({i, name: jointName(i) + suffix, unit: unit_ || "", values: numbers ? column(numbers, (letter === "q" ? bodies[i].joint.q : first) + k, stride)
            : new Float64Array(player.t.length)});
    }));
    const chosen = all.filter(({i}) => i === state.selected);
    return chosen.length ? chosen : all;
}
function threeSeries(numbers, first, unit_) {
    return ["x", "y", "z"].map((name, k) => ({name, unit: unit_, values: column(numbers, first + k, 6)}));
}

/* The force on all contacts together. */
function contactSeries() {
    const sums = [0, 1, 2].map(() => new Float64Array(player.t.length)), {first, numbers} = player.contacts;
    for (let k = 0; k < player.t.length; k++) for (let n = first[k]; n < first[k + 1]; n++) {
        for (let r = 0; r < 3; r++) sums[r][k] += numbers[6 * n + 3 + r];
    }
    return ["x", "y", "z"].map((name, r) => ({name, unit: "N", values: sums[r]}));
}
function comSeries() {
    const sums = [0, 1, 2].map(() => new Float64Array(player.t.length)), q = state.q.slice();
    for (let k = 0; k < player.t.length; k++) {
        computePoses(bodies, player.configuration(player.t[k]), state.rest, state.poses);
        (totalCom().com || [NaN, NaN, NaN]).forEach((x, r) => { sums[r][k] = x; });
    }
    state.q.set(q);
    computePoses(bodies, state.q, state.rest, state.poses);
    return ["x", "y", "z"].map((name, r) => ({name, unit: "m", values: sums[r]}));
}
function energySeries() {
    const {kinetic, potential} = player.energies, total = kinetic.map((x, i) => x + potential[i]);
    return [["kinetic", kinetic], ["potential", potential], ["total", total]].map(([name, values]) => ({name, unit: "J", values}));
}

const QUANTITIES = {
    energy: ["Energy", () => true, energySeries], q: ["q", () => data.nq > 0, () => jointSeries("q")], v: ["v", () => data.nv > 0, () => jointSeries("v")],
    tau: ["\u03c4", () => player.tau, () => jointSeries("tau")], momentum: ["Momentum", () => player.momentum, () => threeSeries(player.momentum, 0, "kg m/s")],
    spin: ["Angular momentum", () => player.momentum, () => threeSeries(player.momentum, 3, "kg m\u00b2/s")],
    contact: ["Force of contacts", () => player.contacts, contactSeries], com: ["Centre of mass", () => totalCom().com, comSeries],
};

function buildPlot() {
    const choice = byId("quantity");
    choice.replaceChildren(...Object.entries(QUANTITIES).filter(([, [, there]]) => there())
        .map(([name, [text]]) => element("option", {value: name}, text)));
    choice.onchange = () => choosePlot(choice.value);
    choosePlot("energy");
}
on("select", () => { if (player.on && ["q", "v", "tau"].includes(plot.quantity)) choosePlot(plot.quantity); });

function choosePlot(name) {
    if (!QUANTITIES[name] || !QUANTITIES[name][1]()) return;
    plot.quantity = byId("quantity").value = name;
    plot.series = QUANTITIES[name][2]();
    plot.series.forEach((curve, k) => {
        curve.color = COLORS[k % COLORS.length];
        curve.dash = DASHES[Math.floor(k / COLORS.length) % DASHES.length];
    });
    plot.unit = [...new Set(plot.series.map(curve => curve.unit))].filter(Boolean).join(", ");
    let low = Infinity, high = -Infinity;
    for (const {values} of plot.series) for (const x of values) if (Number.isFinite(x)) { low = Math.min(low, x); high = Math.max(high, x); }
    if (!(low <= high)) { low = 0; high = 1; }
    const least = Math.max(1e-9 * Math.max(Math.abs(low), Math.abs(high)), 1e-12);
    if (high - low < least) { low -= least; high += least; }
    plot.low = low - 0.06 * (high - low);
    plot.high = high + 0.06 * (high - low);
    plot.canvas.setAttribute("aria-label", `${QUANTITIES[name][0]} over time`);
    buildLegend();
    requestFrame();
}

function buildLegend() {
    const legend = byId("legend"), few = plot.series.length <= NAMED;
    legend.replaceChildren(...plot.series.slice(0, NAMED).flatMap(curve => {
        curve.output = few ? element("output", {}) : null;
        return [element("span", {style: `--ink-of-curve: var(${curve.color})`}, curve.name), curve.output].filter(Boolean);
    }));
    if (!few) legend.append(element("span", {class: "rest"}, `and ${plot.series.length - NAMED} more; select a link for its own`));
}

/* Round numbers from low to high, about so many. */
function ticks(low, high, count) {
    const raw = (high - low) / Math.max(1, count), power = Math.pow(10, Math.floor(Math.log10(raw)));
    const step = [1, 2, 5, 10].map(k => k * power).find(s => s >= raw), list = [];
    for (let x = Math.ceil(low / step) * step; x <= high + 1e-9 * step; x += step) list.push(Math.abs(x) < 1e-9 * step ? 0 : x);
    return list;
}

function plotX(t) {
    const {t: times} = player, first = times[0], last = times[times.length - 1];
    return plot.left + (plot.width - plot.left - plot.right) * (last > first ? (t - first) / (last - first) : 0);
}
function plotY(energy) { return plot.top + (plot.height - plot.top - plot.bottom) * (plot.high - energy) / (plot.high - plot.low); }

function preparePlot() {
    const box = plot.canvas.getBoundingClientRect(), ratio = Math.min(window.devicePixelRatio || 1, 2);
    plot.width = box.width; plot.height = box.height;
    const width = Math.round(box.width * ratio), height = Math.round(box.height * ratio);
    if (plot.canvas.width !== width || plot.canvas.height !== height) { plot.canvas.width = width; plot.canvas.height = height; }
    const pen = plot.canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, plot.width, plot.height);
    return pen;
}

function drawAxes(pen, color) {
    const count = digits => new Intl.NumberFormat("en", {maximumSignificantDigits: digits, useGrouping: false});
    const levels = ticks(plot.low, plot.high, (plot.height - 30) / 26), times = player.t;
    const digits = Math.min(12, Math.max(4, Math.ceil(Math.log10(Math.max(Math.abs(plot.low), Math.abs(plot.high)) / (plot.high - plot.low))) + 3));
    pen.font = "11px " + color("--font");
    pen.lineWidth = 1;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const level of levels) {
        const y = Math.round(plotY(level)) + 0.5;
        pen.strokeStyle = color("--line");
        pen.beginPath(); pen.moveTo(plot.left, y); pen.lineTo(plot.width - plot.right, y); pen.stroke();
        pen.fillStyle = color("--muted");
        pen.fillText(count(digits).format(level).replace("-", "\u2212"), plot.left - 6, y);
    }
    pen.textAlign = "center";
    pen.textBaseline = "top";
    for (const t of ticks(times[0], times[times.length - 1], plot.width / 90)) {
        const text = shown(t) + " s", half = pen.measureText(text).width / 2;
        pen.fillText(text, Math.min(plotX(t), plot.width - half - 2), plot.height - plot.bottom + 5);
    }
    pen.save();
    pen.translate(10, (plot.height - plot.bottom) / 2);
    pen.rotate(-Math.PI / 2);
    pen.textBaseline = "middle";
    pen.fillText(plot.unit, 0, 0);
    pen.restore();
}

function drawSeries(pen, values, color, dash) {
    pen.setLineDash(dash);
    pen.strokeStyle = color;
    pen.lineWidth = 2;
    pen.lineJoin = "round";
    pen.beginPath();
    let down = false;
    for (let i = 0; i < values.length; i++) {
        if (!Number.isFinite(values[i])) { down = false; continue; }
        const x = plotX(player.t[i]), y = plotY(values[i]);
        if (down) pen.lineTo(x, y); else pen.moveTo(x, y);
        down = true;
    }
    pen.stroke();
    pen.setLineDash([]);
}

function drawPlot() {
    if (!player.on || !layerEnergy) return;
    const pen = preparePlot(), style = getComputedStyle(document.documentElement), color = name => style.getPropertyValue(name).trim();
    if (plot.width < 80 || plot.height < 40) return;
    drawAxes(pen, color);
    for (const event of data.log.events) {
        pen.strokeStyle = color("--muted");
        pen.setLineDash([3, 3]);
        pen.beginPath(); pen.moveTo(plotX(event.t), plot.top); pen.lineTo(plotX(event.t), plot.height - plot.bottom); pen.stroke();
        pen.setLineDash([]);
    }
    for (const {values, color: name, dash} of plot.series) drawSeries(pen, values, color(name), dash);
    const x = plotX(player.time), share = player.between(player.time);
    pen.strokeStyle = color("--ink");
    pen.lineWidth = 1;
    pen.beginPath(); pen.moveTo(x, plot.top); pen.lineTo(x, plot.height - plot.bottom); pen.stroke();
    for (const {values, color: ink_, output, unit: unit_} of plot.series) {
        const value = values[share.i] + share.s * (values[share.j] - values[share.i]);
        if (output) output.textContent = shown(value, 5) + " " + unit_;
        if (!Number.isFinite(value)) continue;
        pen.fillStyle = color(ink_);
        pen.strokeStyle = color("--panel");
        pen.lineWidth = 2;
        pen.beginPath(); pen.arc(x, plotY(value), 4.5, 0, 2 * Math.PI); pen.fill(); pen.stroke();
    }
}

let layerEnergy = true;

function scrubPlot(event) {
    const box = plot.canvas.getBoundingClientRect(), times = player.t;
    const share = (event.clientX - box.left - plot.left) / (plot.width - plot.left - plot.right);
    player.go(times[0] + Math.min(1, Math.max(0, share)) * (times[times.length - 1] - times[0]));
}
plot.canvas.addEventListener("pointerdown", event => {
    plot.canvas.setPointerCapture(event.pointerId);
    player.pause();
    scrubPlot(event);
});
plot.canvas.addEventListener("pointermove", event => { if (event.buttons) scrubPlot(event); });
