/* The playground: the prompt, and beside it the 3D view, an editor for scripts, pictures and the shelf. */
"use strict";

const byId = id => document.getElementById(id);
const terminal = new Terminal(byId("terminal"), {
    enter: text => session.line(text),
    complete: text => session.complete(text),
    stop: () => session.stop(),
});
const view = byId("view"), editor = byId("editor");
let scene = null; // what the view shows, or will once it is loaded
let pose = null, drawing = null; // where it stands since, and what it has been told of that and not drawn

/* ---- the panel beside the prompt ---- */

const tabs = [...document.querySelectorAll("[role=tab]")];

function openTab(name) {
    for (const tab of tabs) {
        const on = tab.id === "tab-" + name;
        tab.setAttribute("aria-selected", on);
        tab.tabIndex = on ? 0 : -1;
        byId(tab.getAttribute("aria-controls")).hidden = !on;
    }
}
tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => openTab(tab.id.slice(4)));
    tab.addEventListener("keydown", event => {
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (!step) return;
        const next = tabs[(i + step + tabs.length) % tabs.length];
        openTab(next.id.slice(4));
        next.focus();
    });
});

/* ---- what the engine says ---- */

function showPicture(svg) {
    const figure = element("figure"), picture = element("img"), bar = element("figcaption");
    picture.src = URL.createObjectURL(new Blob([svg], {type: "image/svg+xml"}));
    picture.alt = "A plot; its numbers are those of what was plotted";
    const save = element("button", "plain", "download this picture");
    save.addEventListener("click", () => download("plot.svg", svg, "image/svg+xml"));
    bar.append(save);
    figure.append(picture, bar);
    picture.addEventListener("load", () => { terminal.log.scrollTop = terminal.log.scrollHeight; });
    terminal.show(figure);
}

function showScene(data) {
    scene = data;
    pose = null;
    drawing = []; // nothing, before it is shown
    document.body.classList.add("with-view");
    openTab("view");
    byId("view-hint").hidden = true;
    view.hidden = false;
    view.src = "view.html";
}

/* One at a time: the newest follows once the last is drawn. */
function showPose(q) {
    pose = q;
    if (drawing) return;
    drawing = q;
    view.contentWindow?.postMessage({kind: "pose", q}, "*");
}

addEventListener("message", event => {
    if (event.source !== view.contentWindow || !event.data) return;
    if (event.data.kind === "loaded" && scene) view.contentWindow.postMessage({kind: "scene", data: scene}, "*");
    if (event.data.kind === "shown" || event.data.kind === "drawn") {
        const seen = drawing;
        drawing = null;
        if (pose && pose !== seen) showPose(pose);
    }
    if (event.data.kind === "moved") session.slide(event.data.q);
});

/* A file of the shelf: its name, which is put into the entry, and what may be done with it. */
function shelfItem({name, size, given}) {
    const item = element("li"), use = element("button", "link", name);
    use.title = "put its name into the entry";
    use.addEventListener("click", () => useFile(name));
    const save = element("button", "plain", "download");
    save.setAttribute("aria-label", "download " + name);
    save.addEventListener("click", async () => {
        const bytes = await session.get(name);
        if (bytes) download(name, bytes);
    });
    item.append(use, element("span", "muted", sizeOf(size)), save);
    if (given) return item;
    const away = element("button", "plain", "remove");
    away.setAttribute("aria-label", "remove " + name);
    away.addEventListener("click", () => session.remove(name));
    item.append(away);
    return item;
}

/* What was put there or made, and below it what came with the page. */
function showShelf(files) {
    const own = files.filter(file => !file.given);
    byId("no-files").hidden = own.length > 0;
    byId("files").replaceChildren(...own.slice(0, 500).map(shelfItem));
    byId("given").replaceChildren(...files.filter(file => file.given).map(shelfItem));
}

/* What a person most likely wants of a file. */
function callFor(name) {
    const ending = (name.match(/\.(\w+)$/) || [])[1]?.toLowerCase();
    if (ending === "csv") return `data = rigid.read_csv(${luaString(name)})`;
    if (ending === "lua") return `dofile(${luaString(name)})`;
    if (["stl", "obj", "dae", "ply"].includes(ending)) return `mesh = rigid.load_mesh(${luaString(name)})`;
    return `m = rigid.load(${luaString(name)})`;
}

function useFile(name) {
    terminal.set(callFor(name));
    terminal.field.focus();
}

const hears = {
    out: message => terminal.say("out", message.text),
    err: message => terminal.say("err", message.text),
    prompt: message => terminal.ask(message.text),
    remember: message => terminal.remember(message.text),
    picture: message => showPicture(message.svg),
    scene: message => showScene(message.data),
    pose: message => showPose(message.q),
    shelf: message => showShelf(message.files),
    note: message => terminal.note(message.text),
    busy() { document.body.classList.add("busy"); byId("stop").disabled = false; byId("state").textContent = "running"; },
    rest() {
        document.body.classList.remove("busy");
        byId("stop").disabled = true;
        byId("state").textContent = "ready";
        document.body.dataset.ready ??= String(Math.round(performance.now()));
    },
    closed() { terminal.note("The session is over: reload the page for another."); },
    dead(message) { terminal.note("The engine does not run here: " + message.text); byId("state").textContent = "broken"; },
};

const session = new Session(message => hears[message.kind]?.(message), {columns: terminal.columns, history: terminal.history});
new ResizeObserver(() => session.widen(terminal.columns)).observe(terminal.log);

/* ---- the editor, and sharing ---- */

const FIRST = `-- A pendulum that falls for five seconds
m = rigid.Model{name = "pendulum"}
m:add_body{name = "bob", joint = {type = "revolute", name = "hinge", axis = {0, 1, 0}},
           inertia = SpatialInertia.solid_sphere{mass = 1, radius = 0.1}:shift{0, 0, 1}}
log = m:simulate{q = {2}, duration = 5, dt = 0.01}
log:plot{"q", "energy"}
rigid.view(m, log)
`;

function runScript() {
    const text = editor.value;
    kept.set("script", text);
    session.put("script.lua", new TextEncoder().encode(text));
    terminal.submit('dofile "script.lua"');
}

function encodeScript(text) {
    const bytes = new TextEncoder().encode(text);
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function decodeScript(text) {
    return new TextDecoder("utf-8", {fatal: true}).decode(bytesOf(text.replace(/-/g, "+").replace(/_/g, "/")));
}

async function share() {
    const address = location.href.split("#")[0] + "#script=" + encodeScript(editor.value);
    byId("shared").hidden = false;
    const field = byId("address");
    field.value = address;
    field.select();
    const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
    byId("share-said").textContent = copied ? "copied" : "copy it from here";
}

function openAddress() {
    const given = (location.hash.match(/^#script=([\w-]*)$/) || [])[1];
    if (given === undefined) return;
    try {
        editor.value = decodeScript(given);
        openTab("script");
        byId("came").hidden = false;
    } catch (wrong) {
        terminal.note("The address holds a script that cannot be read: it was cut, perhaps.");
    }
}

editor.value = kept.get("script", FIRST);
editor.addEventListener("input", () => kept.set("script", editor.value));
editor.addEventListener("keydown", event => {
    if (event.key === "Enter" && event.ctrlKey) { runScript(); event.preventDefault(); }
});
byId("run").addEventListener("click", () => { byId("came").hidden = true; runScript(); });
byId("stop").addEventListener("click", () => session.stop());
byId("share").addEventListener("click", share);
byId("save-script").addEventListener("click", () => download("script.lua", editor.value, "text/plain"));
byId("choose").addEventListener("change", async event => {
    await drop([...event.target.files].map(file => ({path: file.name, file})));
    event.target.value = "";
});

async function drop(list) {
    const taken = await takeFiles(session, list, text => terminal.note(text));
    if (!taken.length) return;
    openTab("shelf");
    const robot = taken.find(name => /\.(urdf|sdf|xml|mjcf|world)$/i.test(name));
    terminal.note(`${taken.length === 1 ? taken[0] + " is" : taken.length + " files are"} on the shelf; nothing leaves this machine.`);
    if (robot || taken.length === 1) useFile(robot || taken[0]);
}
takeDrops(drop);

const asked = new URLSearchParams(location.search);
if (asked.has("embed")) document.body.classList.add("embed");
openTab("view");
openAddress();
addEventListener("hashchange", openAddress);
terminal.set(asked.get("entry") || "");
if (parent === window) terminal.field.focus(); // in another page the reader is there, not here
