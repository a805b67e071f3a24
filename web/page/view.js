/* The 3D view within another page, which gives it what is to be seen and where it is now, and is told where the sliders are moved.
   `bootView(moved)` is the view's own page. */
"use strict";

let booted = false, following = false;
addEventListener("message", ({data: message, source}) => {
    if (source !== parent || !message) return;
    if (message.kind === "scene" && !booted) {
        booted = true;
        document.getElementById("data").textContent = message.data;
        document.title = JSON.parse(message.data).title;
        document.querySelector("h1").textContent = document.title;
        bootView(q => { if (!following) parent.postMessage({kind: "moved", q}, "*"); });
        parent.postMessage({kind: "shown"}, "*");
    } else if (message.kind === "pose" && booted) {
        following = true;
        window.rigid.configuration(message.q);
        following = false;
        requestAnimationFrame(() => parent.postMessage({kind: "drawn"}, "*"));
    }
});
parent.postMessage({kind: "loaded"}, "*");
