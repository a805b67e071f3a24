/* The whole program under node, for the specs that run in WebAssembly: it sees the disk and the environment, and nobody stops it. */
delete globalThis.fetch; // node's takes no paths, and emscripten would use it
Module.preRun = [function () {
    Object.assign(ENV, process.env);
    const stream = FS.getStream; // those of node have no operations of their own, of which poll asks for one all the same
    FS.getStream = function (fd) {
        const found = stream(fd);
        if (found && found.stream_ops === undefined) found.stream_ops = false;
        if (found && fd <= 2) found.tty = require("tty").isatty(fd); // emscripten takes each for a terminal
        return found;
    };
}];
Module.rigidWanted = function () { return 0; };
Module.rigidReadMesh = function () { return "no mesh is read here"; };
