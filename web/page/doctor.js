/* The doctor's page: robot files in, what is wrong with them out, and the mended file to take. It runs `rigid check` as the
   program does; its report comes as JSON, and every text in it is put in as text. */
"use strict";

const byId = id => document.getElementById(id);
const ROBOT = /\.(urdf|xacro|sdf|world|xml|mjcf|lua)$/i;
const robots = new Map(); // name -> text
let scene = null, mended = null, turn = 0;

const EXAMPLE = {{example}};

const hears = {
    scene(message) {
        scene = message.data;
        byId("view-hint").hidden = true;
        byId("view").hidden = false;
        byId("view").src = "view.html";
    },
    rest() {
        byId("state").textContent = "ready";
        byId("stop").disabled = true;
        document.body.dataset.ready ??= String(Math.round(performance.now()));
    },
    note: message => { byId("state").textContent = message.text; },
    dead: message => { byId("state").textContent = "the engine does not run here: " + message.text; },
};
const session = new Session(message => hears[message.kind]?.(message));

addEventListener("message", event => {
    const view = byId("view");
    if (event.source !== view.contentWindow || !event.data) return;
    if (event.data.kind === "loaded" && scene) view.contentWindow.postMessage({kind: "scene", data: scene}, "*");
});

/* `rigid check` with these words before the name of the file; {out, err}, null where it was ended. */
function check(name, ...words) {
    const list = words.map(luaString).join(", ");
    return session.run(`local console, name = ...\nrequire "rigid.commands.check"(console, ${list}${list ? ", " : ""}"--", name)`, name);
}

const SAID = {error: "cannot exist", warning: "doubtful", suspicion: "suspicious"};

function showFinding(finding, lines) {
    const box = element("article", "finding " + finding.severity), head = element("h2");
    head.append(element("span", "badge", SAID[finding.severity] || finding.severity), " ", finding.link || finding.file || "");
    box.append(head, element("p", "", finding.sentence));
    if (finding.line && lines[finding.line - 1] !== undefined) {
        const source = element("pre", "source");
        source.append(element("span", "muted", String(finding.line).padStart(5) + "  "), lines[finding.line - 1].slice(0, 400));
        box.append(source);
    }
    const figures = Object.entries(finding.fix || {}).map(([name, value]) => `${name}="${value}"`).join(" ");
    if (figures) box.append(element("p", "muted", `It may be meant as ${figures}${finding.certain ? "" : " (not certain)"}`));
    return box;
}

function showReport(report, text) {
    const file = report.files[0], lines = text.split("\n");
    const count = severity => new Set(file.findings.filter(f => f.severity === severity).map(f => f.link)).size;
    const words = Object.keys(SAID).filter(count).map(severity => `${count(severity)} ${SAID[severity]}`);
    byId("verdict").textContent = file.status === "unreadable" ? `${file.file} cannot be read` :
        `${file.robot || file.file}: ${words.length ? words.join(", ") : "every inertia is sound"}`;
    const told = file.findings.filter(finding => finding.consequence !== true); // what follows from another is in the report
    byId("findings").replaceChildren(...told.slice(0, 300).map(finding => showFinding(finding, lines)));
    if (file.reason) byId("findings").prepend(element("p", "notice", (file.line ? `line ${file.line}: ` : "") + file.reason));
}

async function examine(name) {
    const mine = ++turn;
    byId("first").hidden = true;
    byId("found").hidden = false;
    byId("verdict").textContent = `${name} is looked at`;
    byId("findings").replaceChildren();
    byId("take").hidden = byId("changes").hidden = true;
    byId("state").textContent = "running";
    byId("stop").disabled = false;
    byId("view").hidden = true;
    byId("view-hint").hidden = false;
    const told = await check(name, "--json");
    if (mine !== turn) return;
    if (!told || !told.out.startsWith("{")) {
        byId("verdict").textContent = `${name} was not judged to the end`;
        byId("findings").append(element("pre", "", told ? told.err : "It was stopped."));
        return;
    }
    showReport(JSON.parse(told.out), robots.get(name));
    session.run("local _, name = ...\nlocal rigid = require 'rigid'\nrigid.view(rigid.load(name))", name);
    byId("text").textContent = (await check(name))?.out.replace(/\x1b\[[\d;]*m/g, "") ?? "";
    await mend(name, mine);
}

async function mend(name, mine) {
    const words = byId("unsure").checked ? ["--unsafe-fixes"] : [];
    byId("take").hidden = byId("changes").hidden = true;
    const changes = await check(name, "--diff", ...words);
    if (mine !== turn || !changes || !changes.out.trim()) return;
    byId("diff").textContent = changes.out;
    byId("changes").hidden = false;
    const out = "mended/" + name.split("/").pop();
    if (!await check(name, "--fix", out, ...words) || mine !== turn) return;
    mended = await session.get(out);
    byId("take").hidden = !mended;
    byId("take").onclick = () => download(out, mended);
}

async function drop(list) {
    const taken = await takeFiles(session, list, text => { byId("state").textContent = text; });
    const named = taken.filter(name => ROBOT.test(name));
    for (const name of named) robots.set(name, new TextDecoder().decode(session.shelf.get(name)));
    const choice = byId("robots");
    choice.replaceChildren(...[...robots.keys()].map(name => element("option", "", name)));
    byId("which").hidden = robots.size < 2;
    if (named.length) {
        choice.value = named[0];
        await examine(named[0]);
    } else if (taken.length) {
        byId("state").textContent = "a robot file is wanted: URDF, SDF or MJCF";
    }
}

byId("unsure").addEventListener("change", () => mend(byId("robots").value, turn));
byId("robots").addEventListener("change", event => examine(event.target.value));
byId("choose").addEventListener("change", event => drop([...event.target.files].map(file => ({path: file.name, file}))));
byId("example").addEventListener("click", () => drop([{path: "two_arms.urdf", file: new File([EXAMPLE], "two_arms.urdf")}]));
byId("stop").addEventListener("click", () => session.stop());
takeDrops(drop);
if (new URLSearchParams(location.search).has("embed")) document.body.classList.add("embed-page");
