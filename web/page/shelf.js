/* The shelf: files that were dropped onto the page or made by the session. They stay in the memory of this page. */
"use strict";

const LARGEST = 256 * 1024 * 1024; // bytes of one file
const MOST_FILES = 2000;

/* A long name by its beginning and its end, which says what it is. */
function shortened(name) { return name.length > 120 ? name.slice(0, 100) + name.slice(-20) : name; }

/* A path that stays on the shelf: without ways up, without what no file may be called. */
function safePath(path) {
    const parts = path.normalize("NFC").split(/[\\/]+/).filter(part => part && part !== "." && part !== "..");
    return parts.map(part => part.replace(/[\u0000-\u001f\u007f]/g, "_").replace(/^\.+/, "_")).map(shortened).slice(-12).join("/") || "unnamed";
}

/* What was dropped, folders too: a list of {path, file}. */
async function droppedFiles(transfer) {
    const entries = [...transfer.items || []].map(item => item.webkitGetAsEntry && item.webkitGetAsEntry()).filter(Boolean);
    if (!entries.length) return [...transfer.files].map(file => ({path: file.name, file}));
    const found = [];
    async function look(entry, folder) {
        if (found.length >= MOST_FILES) return;
        if (entry.isFile) {
            found.push({path: folder + entry.name, file: await new Promise((resolve, reject) => entry.file(resolve, reject))});
        } else {
            const reader = entry.createReader();
            for (;;) {
                const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
                if (!some.length) break;
                for (const inner of some) await look(inner, folder + entry.name + "/");
            }
        }
    }
    for (const entry of entries) await look(entry, "");
    return found;
}

function sizeOf(bytes) {
    return bytes < 1000 ? bytes + " B" : bytes < 1e6 ? (bytes / 1e3).toFixed(0) + " kB" : (bytes / 1e6).toFixed(1) + " MB";
}

function download(name, bytes, type = "application/octet-stream") {
    const address = URL.createObjectURL(new Blob([bytes], {type}));
    const link = element("a");
    link.href = address;
    link.download = name.split("/").pop();
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/* Put files on the session's shelf; returns the paths, and says what was not taken. */
async function takeFiles(session, list, say) {
    const taken = [];
    for (const {path, file} of list.slice(0, MOST_FILES)) {
        if (file.size > LARGEST) {
            say(`${path} is too large: ${sizeOf(file.size)}, at most ${sizeOf(LARGEST)}`);
            continue;
        }
        const name = safePath(path);
        session.put(name, new Uint8Array(await file.arrayBuffer()));
        taken.push(name);
    }
    if (list.length > MOST_FILES) say(`only the first ${MOST_FILES} files were taken`);
    return taken;
}

/* Files may be dropped anywhere on the page. */
function takeDrops(whenDropped) {
    addEventListener("dragover", event => { event.preventDefault(); document.body.classList.add("dropping"); });
    addEventListener("dragleave", event => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
    addEventListener("drop", async event => {
        event.preventDefault();
        document.body.classList.remove("dropping");
        whenDropped(await droppedFiles(event.dataTransfer));
    });
}

/* A text as a string of Lua. */
function luaString(text) {
    return '"' + text.replace(/[\\"]/g, "\\$&").replace(/[\u0000-\u001f\u007f]/g, c => "\\" + String(c.charCodeAt(0)).padStart(3, "0")) + '"';
}
