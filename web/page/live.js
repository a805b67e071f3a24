/* In the pages of the guide: every block of Lua gets a button that runs it, at a prompt that opens below. What stands before it on the
   page is run first, once. The engine is loaded when it is first wanted. */
"use strict";

(() => {
const base = document.currentScript.src.replace(/[^/]*$/, "");
const page = location.pathname.split("/").pop();
const script = location.pathname.match(/\/(examples\/\d+_\w+)\.html$/)?.[1]; // this page is one, and is run as the program runs it
const blocks = [...document.querySelectorAll("pre.code.lua")];
const ran = new Set(); // blocks that this session has run
let opened = null, live = null;

const kept = {
    all() { try { return JSON.parse(localStorage.getItem("rigid.lessons")) || {}; } catch (none) { return {}; } },
    note(change) {
        const all = {blocks: {}, exercises: [], ...this.all()};
        change(all);
        try { localStorage.setItem("rigid.lessons", JSON.stringify(all)); } catch (none) { /* then not */ }
    },
};

function load(name) {
    return new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = base + name;
        script.onload = resolve;
        script.onerror = () => reject(new Error(name + " is not there"));
        document.head.append(script);
    });
}

async function openPrompt() {
    const dock = document.createElement("aside"), bar = document.createElement("div"), box = document.createElement("div");
    dock.id = "rigid_live"; // no heading is called so: their words are joined by "-"
    dock.setAttribute("aria-label", "Prompt");
    bar.className = "live-bar";
    const state = document.createElement("span"), stop = document.createElement("button"), close = document.createElement("button");
    state.textContent = "loading";
    state.setAttribute("role", "status");
    stop.textContent = "\u25a0 Stop";
    stop.disabled = true;
    close.textContent = "Close";
    bar.append("Prompt", state, stop, close);
    dock.append(bar, box);
    document.body.append(dock);
    for (const name of ["engine.js", "session.js", "terminal.js", "shelf.js"]) await load(name);
    const terminal = new Terminal(box, {enter: text => session.line(text), complete: text => session.complete(text), stop: () => session.stop()});
    let wake = [];
    const hears = {
        out: message => terminal.say("out", message.text),
        err: message => { live.failed = true; terminal.say("err", message.text); },
        prompt: message => terminal.ask(message.text),
        remember: message => terminal.remember(message.text),
        note: message => terminal.note(message.text),
        dead: message => terminal.note("The engine does not run here: " + message.text),
        finished: message => kept.note(all => { if (!all.exercises.includes(message.name)) all.exercises.push(message.name); }),
        picture(message) {
            const picture = document.createElement("img");
            picture.src = URL.createObjectURL(new Blob([message.svg], {type: "image/svg+xml"}));
            picture.alt = "A plot";
            terminal.show(picture);
        },
        scene: () => terminal.note("The playground shows models in three dimensions; this page does not."),
        busy() { state.textContent = "running"; stop.disabled = false; },
        rest() {
            state.textContent = "ready";
            stop.disabled = true;
            for (const resolve of wake) resolve();
            wake = [];
        },
    };
    const session = new Session(message => hears[message.kind]?.(message), {columns: terminal.columns, history: terminal.history});
    stop.addEventListener("click", () => session.stop());
    close.addEventListener("click", () => { dock.hidden = true; document.body.classList.remove("with-live"); });
    const rest = () => session.busy || session.waiting.length ? new Promise(resolve => wake.push(resolve)) : Promise.resolve();
    live = {dock, terminal, session, rest, failed: false};
    await rest();
    return live;
}

async function prompt() {
    opened ??= openPrompt();
    await opened;
    live.dock.hidden = false;
    document.body.classList.add("with-live");
    return live;
}

/* What is entered for a block: its code, as if it were pasted; of a script, that it be run. */
function entryFor(session, code) {
    if (!script) return code;
    session.put(script + ".lua", new TextEncoder().encode(code));
    return `dofile "${script}.lua"`;
}

/* Run a block, and before it those above that were not; ends at the first that fails. */
async function run(upTo) {
    const {terminal, session, rest} = await prompt();
    for (let i = 0; i <= upTo; i++) {
        if (ran.has(i) && i !== upTo) continue;
        await rest();
        live.failed = false;
        const entry = entryFor(session, blocks[i].dataset.code);
        terminal.echo(entry);
        session.line(entry);
        await rest();
        if (live.failed && i !== upTo) terminal.note("This was a step above, run first; the next go on.");
        ran.add(i);
        blocks[i].classList.add("ran");
        kept.note(all => { all.blocks[page] = [...new Set([...all.blocks[page] || [], i])]; });
    }
    blocks[upTo].scrollIntoView({block: "nearest"});
    terminal.field.focus({preventScroll: true});
}

const before = new Set(kept.all().blocks?.[page] || []);
blocks.forEach((block, i) => {
    block.dataset.code = block.textContent.replace(/\n+$/, "");
    if (before.has(i)) block.classList.add("ran");
    const button = document.createElement("button");
    button.className = "live-run";
    button.textContent = "\u25b6 Run";
    button.setAttribute("aria-label", "Run this block");
    button.addEventListener("click", () => run(i));
    block.before(button);
});
window.rigidLive = {run, prompt, ran, blocks: blocks.length};
})();
