/* What leaves the page: q as Lua, a picture (PNG), the log as a film (WebM), and what is seen in words. */

function configurationAsLua() { return `q = {${Array.from(state.q, x => Number.isFinite(x) ? String(x) : "0/0").join(", ")}}`; }

/* To the clipboard, by the old way where the new one is not given to files. */
function copyConfiguration() {
    const text = configurationAsLua(), said = yes => { flash("copy", yes ? "copied" : "no clipboard"); };
    const old = () => {
        const area = element("textarea", {"aria-hidden": "true"});
        area.value = text;
        document.body.append(area);
        area.select();
        said(document.execCommand("copy"));
        area.remove();
    };
    if (navigator.clipboard) navigator.clipboard.writeText(text).then(() => said(true), old); else old();
}
function flash(id, text) {
    const button = byId(id), before = button.dataset.text || button.textContent;
    button.dataset.text = before;
    button.textContent = text;
    setTimeout(() => { button.textContent = before; }, 1200);
}

/* The stage with its names, on a canvas of its own. */
function pictureCanvas() {
    tell("frame", performance.now(), true);
    const copy = element("canvas", {width: stage.canvas.width, height: stage.canvas.height}), pen = copy.getContext("2d");
    const style = getComputedStyle(document.documentElement), shade_ = pen.createLinearGradient(0, 0, 0, copy.height);
    shade_.addColorStop(0, style.getPropertyValue("--back-high").trim());
    shade_.addColorStop(1, style.getPropertyValue("--back-low").trim());
    pen.fillStyle = shade_;
    pen.fillRect(0, 0, copy.width, copy.height);
    pen.drawImage(stage.canvas, 0, 0);
    if (overlay.width) pen.drawImage(overlay, 0, 0, copy.width, copy.height);
    return copy;
}
function saveAs(blob, ending) {
    const link = element("a", {href: URL.createObjectURL(blob), download: (data.name.replace(/[^\w.\-]+/g, "_") || "view") + ending});
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
function savePicture() { pictureCanvas().toBlob(blob => saveAs(blob, ".png")); }

/* The log from its start to its end at the speed that is set, as it is drawn. */
let recorder = null;
function saveFilm() {
    if (recorder) { recorder.stop(); return; }
    if (!player.on) return;
    const parts_ = [], loop = player.loop;
    draw(false);
    stage.filming = true;
    recorder = new MediaRecorder(stage.canvas.captureStream(30), {mimeType: "video/webm", videoBitsPerSecond: 8e6});
    recorder.ondataavailable = event => parts_.push(event.data);
    recorder.onstop = () => {
        recorder = null;
        stage.filming = false;
        player.loop = loop;
        player.pause();
        byId("film").setAttribute("aria-pressed", false);
        const film = new Blob(parts_, {type: "video/webm"});
        stage.filmed = film.size;
        saveAs(film, ".webm");
    };
    byId("film").setAttribute("aria-pressed", true);
    player.loop = false;
    player.go(player.t[0]);
    recorder.start();
    player.play();
}
on("pause", () => { if (recorder && recorder.state === "recording") recorder.stop(); });

/* ---- in words ---- */

const CALLED = {force: "forces", torque: "torques", momentum: "linear momenta", spin: "angular momenta", push: "forces of joints", vector: "vectors"};

/* What is seen, for who does not see it: from where, what stands out, what is selected, what pushes. */
function seenInWords() {
    const words = [`${data.title}, seen from ${stage.view === "home" ? "the front and the left, above" : stage.view || "where the camera was turned to"}.`];
    const shownLayers = TOGGLES.filter(([name]) => layer[name] && isOffered(name)).map(([, text]) => text.toLowerCase());
    words.push(`Shown: ${shownLayers.join(", ") || "nothing"}.`);
    const box = bounds(), span_ = box.max.clone().sub(box.min);
    words.push(`It is ${shown(span_.x, 3)} m long, ${shown(span_.y, 3)} m wide and ${shown(span_.z, 3)} m high, its lowest point at ${shown(box.min.z, 3)} m.`);
    if (player.on) words.push(`Time ${shown(player.time, 4)} s of ${shown(player.t[player.t.length - 1], 4)} s.`);
    const bad = patients.slice(0, impossible).slice(0, 6).map(i => bodies[i].name);
    if (impossible) words.push(`${impossible} of its inertias cannot exist, and are red: ${bad.join(", ")}.`);
    const outside = [...new Set(rows.filter(row => row.beyond).map(row => jointName(row.i)))];
    if (outside.length) words.push(`Outside of their limits: ${outside.slice(0, 8).join(", ")}.`);
    for (const [name, sort] of Object.entries(SORTS)) {
        const list = layer[sort.layer] ? sort.arrows.map(({vector}) => size(vector)).filter(x => x > 1e-6 * sort.most) : [];
        if (list.length) words.push(`${list.length} ${CALLED[name]}, the largest ${shown(Math.max(...list), 3)} ${sort.unit}.`);
    }
    if (state.selected >= 0) {
        const at = pointInWorld(state.selected, [0, 0, 0]);
        words.push(`Selected: ${bodies[state.selected].name}, its frame at ${vector(at, 3)} m.`);
    }
    return words.join(" ");
}
let saidAt = 0;
function sayWhatIsSeen() {
    if (saidAt || player.playing) return;
    saidAt = setTimeout(() => { saidAt = 0; byId("seen").textContent = seenInWords(); }, 700);
}
for (const event of ["pose", "layers", "select", "pause"]) on(event, sayWhatIsSeen);
orbit.addEventListener("change", sayWhatIsSeen);
