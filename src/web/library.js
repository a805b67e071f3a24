/* What the engine asks of the page, for emscripten's linker; whoever makes the engine gives Module these two functions. */
mergeInto(LibraryManager.library, {
    rigid_web_post: function (text, length) { Module.rigidPost(HEAPU8.slice(text, text + length)); },
    rigid_web_wanted: function () { return Module.rigidWanted(); },
});
