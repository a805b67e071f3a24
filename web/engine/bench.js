/* The engine with its files, as a worker has it and node as well: makeBench({factory, wasm, files, say, wanted}) is a promise of
   {take, write, read, remove, list, memory}. Those of the files that are below HOME are on the shelf from the beginning.
   say(message) is told what the engine posts and prints; wanted() says what is wanted of what runs: 0 nothing, 1 to stop, 2 to be
   left for a moment, by the message "left"; {kind: "on"} goes on with it. */
"use strict";

const HOME = "/home/you"; // the shelf: where scripts and dropped files are

/* Bytes that come one by one, told as text in pieces: at once where much has come, else when somebody looks. */
function outlet(kind, say) {
    const decoder = new TextDecoder();
    let bytes = new Uint8Array(1 << 15), count = 0;
    const flush = () => {
        if (!count) return;
        const text = decoder.decode(bytes.subarray(0, count), {stream: true});
        count = 0;
        if (text) say({kind, text});
    };
    const take = byte => {
        if (byte === null) return;
        bytes[count++] = byte;
        if (count === bytes.length) flush();
    };
    return {take, flush};
}

function unpackFiles(FS, files) {
    const made = new Set(["/"]);
    for (const [path, text] of Object.entries(files)) {
        const parts = path.split("/").slice(1, -1);
        let at = "";
        for (const part of parts) {
            at += "/" + part;
            if (!made.has(at) && !FS.analyzePath(at).exists) FS.mkdir(at);
            made.add(at);
        }
        FS.writeFile(path, text);
    }
}

async function makeBench({factory, wasm, files, say, wanted}) {
    const out = outlet("out", say), err = outlet("err", say);
    const flush = () => { out.flush(); err.flush(); };
    const coder = new TextEncoder(), decoder = new TextDecoder();
    const engine = await factory({
        wasmBinary: wasm, noInitialRun: true, noExitRuntime: true,
        stdin: () => null,
        stdout: byte => { err.flush(); out.take(byte); },
        stderr: byte => { out.flush(); err.take(byte); },
        preRun: [module => {
            Object.assign(module.ENV, {HOME, LANG: "C.UTF-8", LC_ALL: "C.UTF-8", TMPDIR: "/tmp"});
            unpackFiles(module.FS, files);
            module.FS.mkdirTree(HOME);
            module.FS.chdir(HOME);
        }],
        rigidPost: bytes => { flush(); say(JSON.parse(decoder.decode(bytes))); },
        rigidWanted: () => { flush(); return wanted(); },
        rigidReadMesh: readMesh,
    });
    const FS = engine.FS;
    const timeOf = path => Number(FS.stat(path).mtime);
    const given = new Map(Object.keys(files).filter(path => path.startsWith(HOME + "/")).map(path => [path, timeOf(path)]));
    if (engine._rigid_web_open() !== 0) {
        flush();
        throw new Error("the engine could not be opened");
    }
    return {
        take(message) {
            const bytes = coder.encode(JSON.stringify(message)), at = engine._malloc(bytes.length + 1);
            engine.HEAPU8.set(bytes, at);
            engine._rigid_web_take(at, bytes.length);
            engine._free(at);
            flush();
        },
        write(name, bytes) {
            const slash = name.lastIndexOf("/");
            if (slash > 0) FS.mkdirTree(HOME + "/" + name.slice(0, slash));
            FS.writeFile(HOME + "/" + name, bytes);
            given.delete(HOME + "/" + name);
        },
        read: name => FS.readFile(HOME + "/" + name),
        remove: name => FS.unlink(HOME + "/" + name),
        memory: () => engine.HEAPU8.length,
        /* [{name, size, given}] of what is on the shelf, in folders too, but nothing hidden; given is what was there from the beginning,
           and is as it was. */
        list() {
            const found = [];
            const look = folder => {
                for (const name of FS.readdir(HOME + folder)) {
                    if (name.startsWith(".")) continue;
                    const path = folder + "/" + name, node = FS.stat(HOME + path);
                    if (FS.isDir(node.mode)) look(path);
                    else found.push({name: path.slice(1), size: node.size, given: given.get(HOME + path) === timeOf(HOME + path)});
                }
            };
            look("");
            return found;
        },
    };
}
