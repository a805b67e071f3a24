/* For the program under node: os.clock is the processor's time, as everywhere else; emscripten's own counts milliseconds by the wall. */
mergeInto(LibraryManager.library, {
    clock: function () {
        var used = process.cpuUsage();
        return (used.user + used.system) | 0;
    },
});
