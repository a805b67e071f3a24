/* The energies of a log over time: kinetic, potential, total. A line is drawn through every sample; the cursor stands at the
   time of the pose, and a press or a drag puts it elsewhere. */

const plot = {canvas: byId("plot"), series: [], left: 58, right: 12, top: 8, bottom: 20};

function setupPlot(log) {
    const total = log.kinetic.map((x, i) => x + log.potential[i]);
    plot.series = [
        {name: "kinetic", color: "--kinetic", values: log.kinetic}, {name: "potential", color: "--potential", values: log.potential},
        {name: "total", color: "--total", values: total},
    ];
    let low = Infinity, high = -Infinity;
    for (const {values} of plot.series) for (const x of values) if (Number.isFinite(x)) { low = Math.min(low, x); high = Math.max(high, x); }
    if (!(low <= high)) { low = 0; high = 1; }
    const least = Math.max(1e-9 * Math.max(Math.abs(low), Math.abs(high)), 1e-12);
    if (high - low < least) { low -= least; high += least; }
    plot.low = low - 0.06 * (high - low);
    plot.high = high + 0.06 * (high - low);
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
    for (const t of ticks(times[0], times[times.length - 1], plot.width / 90)) pen.fillText(shown(t) + " s", plotX(t), plot.height - plot.bottom + 5);
    pen.save();
    pen.translate(10, (plot.height - plot.bottom) / 2);
    pen.rotate(-Math.PI / 2);
    pen.textBaseline = "middle";
    pen.fillText("J", 0, 0);
    pen.restore();
}

function drawSeries(pen, values, color) {
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
    for (const {values, color: name} of plot.series) drawSeries(pen, values, color(name));
    const x = plotX(player.time), share = player.between(player.time);
    pen.strokeStyle = color("--ink");
    pen.lineWidth = 1;
    pen.beginPath(); pen.moveTo(x, plot.top); pen.lineTo(x, plot.height - plot.bottom); pen.stroke();
    for (const {name, values, color: ink_} of plot.series) {
        const value = values[share.i] + share.s * (values[share.j] - values[share.i]);
        byId("energy-" + name).textContent = shown(value, 5) + " J";
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
