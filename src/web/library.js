/* What the engine asks of the page, for emscripten's linker; whoever makes the engine gives Module these functions. */
mergeInto(LibraryManager.library, {
    rigid_web_post: function (text, length) { Module.rigidPost(HEAPU8.slice(text, text + length)); },
    rigid_web_wanted: function () { return Module.rigidWanted(); },
    rigid_web_read_mesh__deps: ["malloc"],
    rigid_web_read_mesh: function (name, bytes, size, reason, room) {
        const mesh = Module.rigidReadMesh(UTF8ToString(name), HEAPU8.slice(bytes, bytes + size));
        const at = typeof mesh === "string" ? 0 : _malloc(mesh.length);
        if (at) HEAPU8.set(mesh, at);
        else stringToUTF8(typeof mesh === "string" ? mesh : "not enough memory", reason, room);
        return at;
    },
});
