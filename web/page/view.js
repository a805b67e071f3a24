/* The 3D view within another page, which gives it what is to be seen and where it is now. `bootView` is the view's own page. */
"use strict";

let booted = false;
addEventListener("message", ({data: message, source}) => {
    if (source !== parent || !message) return;
    if (message.kind === "scene" && !booted) {
        booted = true;
        document.getElementById("data").textContent = message.data;
        document.title = JSON.parse(message.data).title;
        document.querySelector("h1").textContent = document.title;
        bootView();
        parent.postMessage({kind: "shown"}, "*");
    } else if (message.kind === "pose" && booted) {
        window.rigid.configuration(message.q);
    }
});
parent.postMessage({kind: "loaded"}, "*");
