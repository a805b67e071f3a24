/* The log, played: time goes with the clock times the speed, and the pose between two samples is on the way from one to the
   other, straight for numbers, along the great circle for quaternions. Of two samples at one time (an event) the later counts. */

const player = {on: false, time: 0, speed: 1, playing: false, loop: true, t: [0], last: null};

/* Where the four numbers of a quaternion begin in q. */
function quaternionsOf(list) {
    return list.filter(({joint}) => data.types[joint.type].quaternion !== undefined).map(({joint}) => joint.q + data.types[joint.type].quaternion);
}
const quaternions = quaternionsOf(bodies);

function setupPlayer() {
    if (!data.log) return;
    const log = data.log;
    player.on = true;
    player.t = unpack(log.t, Float64Array);
    player.q = unpack(log.q, Float32Array);
    player.v = log.v && unpack(log.v, Float32Array);
    player.tau = log.tau && unpack(log.tau, Float32Array);
    player.momentum = log.momentum && unpack(log.momentum, Float32Array);
    player.contacts = log.contacts && {
        names: log.contacts.names, first: unpack(log.contacts.first, Uint32Array), which: unpack(log.contacts.which, Uint16Array),
        numbers: unpack(log.contacts.numbers, Float32Array),
    };
    player.energies = {kinetic: unpack(log.kinetic, Float64Array), potential: unpack(log.potential, Float64Array)};
    player.time = player.t[0];
    buildPlot();
    byId("timeline").hidden = false;
    const scrub = byId("scrub");
    scrub.min = player.t[0];
    scrub.max = player.t[player.t.length - 1];
    scrub.step = "any";
    if (player.wired) return;
    player.wired = true;
    scrub.addEventListener("input", () => { player.pause(); player.go(Number(scrub.value)); });
    byId("play").addEventListener("click", () => player.toggle());
    byId("speed").addEventListener("change", event => { player.speed = Number(event.target.value); });
    byId("loop").addEventListener("click", () => {
        player.loop = !player.loop;
        byId("loop").setAttribute("aria-pressed", player.loop);
    });
}

/* Samples i and j = i + 1 around a time, and how far it is on the way; at the ends twice the same. */
function samplesAround(t, time) {
    const n = t.length;
    let low = 0, high = n - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (t[middle] <= time) low = middle; else high = middle - 1;
    }
    const next = Math.min(low + 1, n - 1), h = t[next] - t[low];
    return {i: low, j: next, s: h > 0 ? Math.min(1, Math.max(0, (time - t[low]) / h)) : 0};
}
player.between = time => samplesAround(player.t, time);

function slerp(a, i, b, j, s, out, o) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += a[i + k] * b[j + k];
    const sign = dot < 0 ? -1 : 1, turn = Math.acos(Math.min(1, Math.abs(dot)));
    const [p, r] = turn < 1e-6 ? [1 - s, s] : [Math.sin((1 - s) * turn) / Math.sin(turn), Math.sin(s * turn) / Math.sin(turn)];
    for (let k = 0; k < 4; k++) out[o + k] = p * a[i + k] + sign * r * b[j + k];
}

function interpolated(t, q, nq, turns, time) {
    const {i, j, s} = samplesAround(t, time), out = new Float64Array(nq);
    for (let k = 0; k < nq; k++) out[k] = q[i * nq + k] + s * (q[j * nq + k] - q[i * nq + k]);
    for (const k of turns) slerp(q, i * nq + k, q, j * nq + k, s, out, k);
    return out;
}
player.configuration = time => interpolated(player.t, player.q, data.nq, quaternions, time);

player.go = function (time) {
    const before = totalCom().com;
    player.time = Math.min(player.t[player.t.length - 1], Math.max(player.t[0], time));
    setConfiguration(player.configuration(player.time));
    const after = stage.follow && before && totalCom().com;
    if (after) carryCamera(new THREE.Vector3(...after.map((x, k) => x - before[k])));
    byId("scrub").value = player.time;
    byId("clock").textContent = player.time.toFixed(2) + " s";
};
player.play = function () {
    if (!player.on) return;
    const end = player.t[player.t.length - 1];
    if (player.time >= end && !player.loop) player.go(player.t[0]);
    player.playing = true;
    player.last = null;
    sayPlaying();
    requestFrame();
};
player.pause = function () {
    const was = player.playing;
    player.playing = false;
    sayPlaying();
    if (was) tell("pause");
};
player.toggle = function () { if (player.playing) player.pause(); else player.play(); };

/* On by so many samples. */
player.step = function (count) {
    if (!player.on) return;
    player.pause();
    const {i, s} = player.between(player.time), n = player.t.length, from = count < 0 && s > 0 ? i + 1 : i;
    player.go(player.t[Math.min(n - 1, Math.max(0, from + count))]);
};

function sayPlaying() {
    byId("play").classList.toggle("playing", player.playing);
    byId("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
}

on("frame", now => {
    if (!player.playing) return;
    const elapsed = player.last === null ? 0 : Math.min(0.25, (now - player.last) / 1000);
    player.last = now;
    const first = player.t[0], end = player.t[player.t.length - 1];
    let time = player.time + elapsed * player.speed;
    if (time > end && player.loop) time = end > first ? first + (time - first) % (end - first) : first;
    player.go(time);
    if (time >= end && !player.loop) player.pause(); else requestFrame();
});
