/* The engine as a page has it: a worker of its own, whose messages go to tell(message). What is told to it waits its turn.
   stop() ends what runs: by asking, and where nobody listens (a long call of C) by ending the worker; then another takes its
   place, is given the same files and runs the entries before once more, in the order in which they came, so that the session's
   values are there again. */
"use strict";

const LOOK_AFTER = 100; // ms between two looks at what was asked to stop
const SILENT = 4; // looks without a sign of life, after which it is ended
const PATIENT = 30; // looks after which it is ended in any case
const REPLAY = 10000; // ms for the entries before to run once more
const ENDED = "What ran did not end by itself, so its engine was ended.";
const STOPPED = " Running the entries before once more was stopped: the values of the rest are gone.";

function bytesOf(base64) {
    const text = atob(base64), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
}

class Session {
    constructor(tell, {columns = 80, history = []} = {}) {
        Object.assign(this, {tell, columns, history, entries: [], shelf: new Map(), waiting: [], asked: new Map(), count: 0});
        this.quiet = false;
        this.start();
    }

    start() {
        const address = URL.createObjectURL(new Blob(RIGID.worker.map(part => part + "\n"), {type: "text/javascript"}));
        const worker = new Worker(address);
        URL.revokeObjectURL(address);
        this.worker = worker;
        this.busy = true;
        this.waiting = [];
        worker.onmessage = ({data}) => { if (worker === this.worker) this.hear(data); };
        worker.onerror = event => { event.preventDefault(); if (worker === this.worker) this.fail(event.message); };
        const wasm = bytesOf(RIGID.wasm);
        worker.postMessage({kind: "start", wasm, files: RIGID.files}, [wasm.buffer]);
    }

    hear(message) {
        if (message.kind === "ready") {
            this.send({kind: "open", columns: this.columns, history: this.history});
        } else if (message.kind === "idle") {
            this.rest();
        } else if (message.kind === "beat") {
            this.silent = 0;
        } else if (message.kind === "got") {
            this.answer(message.id, message.bytes);
        } else if (message.kind === "broken") {
            if (message.id !== undefined) this.answer(message.id, null);
            else if (message.of === "put") this.refuse(message);
            else if (message.of !== "remove") this.fail(message.text);
        } else if (message.kind === "completions") {
            this.answer(message.id, message);
        } else if (this.current && this.current.resolve && (message.kind === "out" || message.kind === "err")) {
            this.current.said[message.kind] += message.text;
        } else if (!this.quiet || message.kind === "shelf") {
            this.tell(message);
        }
    }

    /* A file that the shelf has no place for, as below one that is no folder. */
    refuse({name}) {
        this.shelf.delete(name);
        this.entries = this.entries.filter(entry => entry.kind !== "put" || entry.name !== name);
        this.tell({kind: "note", text: `${name} was not taken: there is something else by that name, or by that of its folder.`});
    }

    /* The engine itself has failed: out of memory, say. */
    fail(text) {
        if (this.restarts > 2) return this.tell({kind: "dead", text});
        this.restarts = (this.restarts || 0) + 1;
        this.renew(`The engine failed: ${text}.`);
    }

    answer(id, value) {
        const resolve = this.asked.get(id);
        this.asked.delete(id);
        if (resolve) resolve(value);
    }

    /* Give a message to the session in Lua; its turn comes when what is before it has ended. */
    send(message) {
        this.busy = true;
        this.current = message;
        const {resolve: _, said: __, ...told} = message; // what is the page's own cannot be told
        this.worker.postMessage({kind: "take", message: told});
        if (message.kind === "line" && !this.quiet) this.tell({kind: "busy"});
    }

    rest() {
        clearInterval(this.watching);
        const {current} = this;
        if (current && current.kind === "line" && !current.stopped) this.entries.push({kind: "line", text: current.text});
        if (current && current.kind === "line" && !this.replaying) this.restarts = 0;
        if (current && current.resolve) current.resolve(current.said);
        this.busy = false;
        this.current = null;
        while (this.waiting.length && ["put", "remove"].includes(this.waiting[0].kind)) this.hand(this.waiting.shift());
        const next = this.waiting.shift();
        if (next) return this.send(next);
        if (this.replaying) this.finishReplay();
        else this.tell({kind: "rest"});
    }

    give(message) {
        if (this.busy) this.waiting.push(message);
        else this.send(message);
    }

    line(text) { this.give({kind: "line", text}); }

    /* Lua of the page's own (takes.run of lua/rigid/web): a promise of what it printed, {out, err}. */
    run(text, name) {
        return new Promise(resolve => this.give({kind: "run", text, name, resolve, said: {out: "", err: ""}}));
    }

    ask(message) {
        return new Promise(resolve => {
            const id = ++this.count;
            this.asked.set(id, resolve);
            message.id = id;
            if (message.kind === "complete") this.give(message);
            else this.worker.postMessage(message);
        });
    }

    complete(text) { return this.busy ? Promise.resolve(null) : this.ask({kind: "complete", text}); }
    get(name) { return this.ask({kind: "get", name}); }

    /* What the shelf is told, now. */
    hand(message) {
        this.entries.push(message);
        this.worker.postMessage(message);
    }

    put(name, bytes) {
        this.shelf.set(name, bytes);
        this.hand({kind: "put", name, bytes});
    }

    /* The sliders stand at q: only the newest that waits is told. */
    slide(q) {
        const before = this.waiting.find(message => message.kind === "q");
        if (before) before.q = q;
        else this.give({kind: "q", q});
    }

    remove(name) {
        this.shelf.delete(name);
        this.hand({kind: "remove", name});
    }

    widen(columns) {
        if (columns === this.columns) return;
        this.columns = columns;
        this.give({kind: "columns", columns});
    }

    /* Stop what runs, and what waits behind it. */
    stop() {
        if (!this.busy || !this.current) return;
        const files = this.filesToCome();
        this.forget();
        this.waiting = files;
        if (this.replaying) this.tell({kind: "note", text: this.replaying.reason + STOPPED});
        this.endReplay();
        this.current.stopped = true; // it is not run once more
        this.worker.postMessage({kind: "stop"});
        let looks = 0;
        this.silent = 0;
        clearInterval(this.watching);
        this.watching = setInterval(() => {
            if (++this.silent >= SILENT || ++looks >= PATIENT) this.renew(ENDED);
        }, LOOK_AFTER);
    }

    /* Of what waits what is of the shelf: while entries run once more, files come between them. */
    filesToCome() { return this.waiting.filter(message => ["put", "remove"].includes(message.kind)); }

    /* What waits for its turn has none any more. */
    forget() {
        for (const message of this.waiting) message.resolve?.(null);
        this.waiting = [];
        for (const id of [...this.asked.keys()]) this.answer(id, null);
    }

    /* Another engine in place of this one, which is to begin with what is in the list. */
    begin(list) {
        clearInterval(this.watching);
        this.worker.terminate();
        this.forget();
        this.current?.resolve?.(null);
        this.current = null;
        this.entries = [];
        this.start();
        this.waiting = list;
    }

    renew(reason) {
        const entries = [...this.entries, ...this.filesToCome()];
        this.begin(entries);
        this.quiet = true;
        this.replaying = {reason, count: entries.filter(entry => entry.kind === "line").length};
        clearTimeout(this.deadline);
        this.deadline = setTimeout(() => {
            this.endReplay();
            this.begin([...this.shelf].map(([name, bytes]) => ({kind: "put", name, bytes})));
            this.tell({kind: "note", text: reason + " Running the entries before once more took too long: the session begins anew."});
        }, REPLAY);
    }

    endReplay() {
        clearTimeout(this.deadline);
        this.replaying = null;
        this.quiet = false;
    }

    finishReplay() {
        const {reason, count} = this.replaying;
        this.endReplay();
        const again = count ? ` The ${count === 1 ? "entry" : count + " entries"} before ${count === 1 ? "was" : "were"} run once more,` +
            " so their values are here." : " The session begins anew.";
        this.tell({kind: "note", text: reason + again});
        this.tell({kind: "prompt", text: "> "});
        this.tell({kind: "rest"});
    }
}
