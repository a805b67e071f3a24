/* The list of lessons, with what was done of each: live.js notes it where a lesson is taken. */
"use strict";

function done() {
    try { return JSON.parse(localStorage.getItem("rigid.lessons")) || {}; } catch (none) { return {}; }
}

function show() {
    const {blocks = {}, exercises = []} = done();
    for (const item of document.querySelectorAll("#lessons li")) {
        const ran = (blocks[item.dataset.page.split("/").pop()] || []).length, all = Number(item.dataset.blocks);
        const names = item.dataset.exercises.split(" ").filter(Boolean), solved = names.filter(name => exercises.includes(name)).length;
        const words = [ran ? `${Math.min(ran, all)} of ${all} steps` : `${all} steps`];
        if (names.length) words.push(solved ? `${solved} of ${names.length} exercises` : `${names.length} exercise${names.length === 1 ? "" : "s"}`);
        item.querySelector("span").textContent = words.join(", ");
        item.classList.toggle("done", ran >= all && solved === names.length);
    }
}

document.getElementById("forget").addEventListener("click", () => {
    try { localStorage.removeItem("rigid.lessons"); } catch (none) { /* nothing was kept */ }
    show();
});
show();
