/* The engine as a page has it: a worker of its own, whose messages go to tell(message). What is told to it waits its turn.
   stop() ends what runs: by asking, and where nobody listens (a long call of C) by ending the worker; then another takes its
   place, has the same files, and runs the entries before once more, so that the session's values are there again. */
"use strict";

const PATIENCE = 400; // ms for what runs to end by itself, once asked
const REPLAY = 10000; // ms for the entries before to run once more

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
        const address = URL.createObjectURL(new Blob([RIGID.worker], {type: "text/javascript"}));
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
            for (const [name, bytes] of this.shelf) this.worker.postMessage({kind: "put", name, bytes});
            this.send({kind: "open", columns: this.columns, history: this.history});
        } else if (message.kind === "idle") {
            this.rest();
        } else if (message.kind === "got") {
            this.answer(message.id, message.bytes);
        } else if (message.kind === "broken") {
            if (message.id !== undefined) this.answer(message.id, null);
            else this.fail(message.text);
        } else if (message.kind === "completions") {
            this.answer(message.id, message);
        } else if (this.current && this.current.resolve && (message.kind === "out" || message.kind === "err")) {
            this.current.said[message.kind] += message.text;
        } else if (!this.quiet || message.kind === "shelf") {
            this.tell(message);
        }
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
        clearTimeout(this.deadline);
        if (this.current && this.current.kind === "line" && !this.current.stopped) this.entries.push(this.current.text);
        if (this.current && this.current.resolve) this.current.resolve(this.current.said);
        this.busy = false;
        this.current = null;
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

    put(name, bytes) {
        this.shelf.set(name, bytes);
        this.worker.postMessage({kind: "put", name, bytes});
    }

    remove(name) {
        this.shelf.delete(name);
        this.worker.postMessage({kind: "remove", name});
    }

    widen(columns) {
        if (columns === this.columns) return;
        this.columns = columns;
        this.give({kind: "columns", columns});
    }

    /* Stop what runs, and what waits behind it. */
    stop() {
        if (!this.busy || !this.current) return;
        this.waiting = [];
        this.replaying = null;
        this.quiet = false;
        this.current.stopped = true; // it is not run once more
        this.worker.postMessage({kind: "stop"});
        clearTimeout(this.deadline);
        this.deadline = setTimeout(() => this.renew("What ran did not end by itself, so its engine was ended."), PATIENCE);
    }

    renew(reason) {
        clearTimeout(this.deadline);
        this.worker.terminate();
        for (const id of [...this.asked.keys()]) this.answer(id, null);
        const entries = this.entries;
        this.entries = [];
        if (this.current && this.current.resolve) this.current.resolve(null);
        this.current = null;
        this.quiet = true;
        this.replaying = {reason, count: entries.length};
        this.start();
        for (const text of entries) this.waiting.push({kind: "line", text});
        this.deadline = setTimeout(() => {
            this.waiting = [];
            this.replaying = null;
            this.quiet = false;
            this.entries = [];
            this.worker.terminate();
            this.start();
            this.tell({kind: "note", text: reason + " Running the entries before once more took too long: the session begins anew."});
        }, REPLAY);
    }

    finishReplay() {
        const {reason, count} = this.replaying;
        this.replaying = null;
        this.quiet = false;
        const again = count ? ` The ${count === 1 ? "entry" : count + " entries"} before ${count === 1 ? "was" : "were"} run once more,` +
            " so their values are here; files that the session had made are not." : " The session begins anew.";
        this.tell({kind: "note", text: reason + again});
        this.tell({kind: "prompt", text: "> "});
        this.tell({kind: "rest"});
    }
}
