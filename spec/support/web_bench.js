/* The engine of build/web under node, for specs: node web_bench.js FOLDER < MESSAGES. Each line of the input is a message as the
   page would send it, {"kind": "line", "text": ...}, or {"kind": "put", "name", "text"}, {"kind": "memory"}; each line of the output is one that the
   page would be told. {"kind": "line", "stop": true} is stopped as soon as it looks up; "leave": true, it is left then, and stopped
   when it goes on. */
"use strict";
const fs = require("fs"), vm = require("vm");
const context = vm.createContext({console, performance, TextDecoder, TextEncoder, MessageChannel, WebAssembly, process, require, URL, __dirname, setTimeout});
const folder = process.argv[2];
vm.runInContext(fs.readFileSync(folder + "/engine.js", "utf8") + "\nglobalThis.RIGID = RIGID;", context);
const RIGID = context.RIGID;
vm.runInContext(RIGID.worker.join("\n").replace(/const LOOK = [\s\S]*$/, "") + "\nglobalThis.made = {makeBench, RigidEngine};", context);
const say = message => fs.writeSync(1, JSON.stringify(message) + "\n");

async function main() {
    let stopping = false, leaving = false, left = false;
    const hear = message => { left = left || message.kind === "left"; say(message); };
    const began = performance.now();
    const bench = await context.made.makeBench({
        factory: context.made.RigidEngine, wasm: Buffer.from(RIGID.wasm, "base64"), files: RIGID.files, say: hear,
        wanted: () => {
            if (leaving) return 2;
            const now = stopping;
            stopping = false;
            return now ? 1 : 0;
        },
    });
    say({kind: "ready", ms: performance.now() - began});
    for (const line of fs.readFileSync(0, "utf8").split("\n")) {
        if (!line) continue;
        const message = JSON.parse(line);
        stopping = message.stop === true;
        leaving = message.leave === true;
        left = false;
        if (message.kind === "put") bench.write(message.name, new TextEncoder().encode(message.text));
        else if (message.kind === "get") say({kind: "got", name: message.name, text: new TextDecoder().decode(bench.read(message.name))});
        else if (message.kind === "memory") say({kind: "memory", bytes: bench.memory()});
        else if (message.kind === "list") say({kind: "shelf", files: bench.list()});
        else bench.take(message);
        if (left) {
            leaving = false;
            stopping = true;
            bench.take({kind: "on"});
        }
    }
}
main().catch(problem => { console.error(problem); process.exit(1); });
