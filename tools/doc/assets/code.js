// Code that is copied by a button, and boxes that the keyboard reaches where they are wider than the page.
"use strict";
(() => {
    function copied(text) {
        if (navigator.clipboard) return navigator.clipboard.writeText(text).catch(() => byHand(text));
        return Promise.resolve(byHand(text));
    }
    function byHand(text) {
        const area = document.createElement("textarea");
        area.value = text;
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
    }
    for (const block of document.querySelectorAll("pre.code")) {
        const box = document.createElement("div"), button = document.createElement("button");
        box.className = "boxed";
        button.className = "copy";
        button.textContent = "Copy";
        button.addEventListener("click", () => copied(block.textContent).then(() => {
            button.textContent = "Copied";
            button.classList.add("done");
            setTimeout(() => { button.textContent = "Copy"; button.classList.remove("done"); }, 1500);
        }));
        block.replaceWith(box);
        box.append(block, button);
    }
    const boxes = document.querySelectorAll("pre.code, .table, .signatures, .formula");
    function reach() {
        for (const box of boxes) {
            if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
            else box.removeAttribute("tabindex");
        }
    }
    reach();
    addEventListener("resize", reach);
    if (document.fonts) document.fonts.ready.then(reach);
})();
