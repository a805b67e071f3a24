// Search over the index (find.js), the theme, and the list of pages on narrow screens. The index is a list of
// [title, page, address, kind, text]; nothing is asked of any network.
"use strict";
(() => {
    const top = document.body.dataset.top;
    const box = document.getElementById("ui:search"), list = document.getElementById("ui:results");
    const fold = RigidFind.fold;
    const made = RigidFind.make(window.RIGID_INDEX || [], window.RIGID_WORDS || {rules: [], stops: [], concepts: []});

    function marked(text, words) {
        const parts = document.createDocumentFragment();
        const low = fold(text);
        let at = 0;
        while (at < text.length) {
            let first = -1, length = 0;
            for (const word of low.length === text.length ? words : []) {
                const k = low.indexOf(word, at);
                if (k >= 0 && (first < 0 || k < first)) { first = k; length = word.length; }
            }
            if (first < 0) break;
            parts.append(text.slice(at, first));
            const mark = document.createElement("mark");
            mark.textContent = text.slice(first, first + length);
            parts.append(mark);
            at = first + length;
        }
        parts.append(text.slice(at));
        return parts;
    }

    // The piece of a text around the first of the words.
    function excerpt(text, words) {
        const low = fold(text);
        const hits = words.map((word) => low.indexOf(word)).filter((k) => k >= 0);
        const from = hits.length ? Math.max(0, Math.min(...hits) - 50) : 0;
        const cut = from > 0 ? text.indexOf(" ", from) + 1 : 0;
        return (cut > 0 ? "… " : "") + text.slice(cut, cut + 140);
    }

    let chosen = -1;

    function choose(number) {
        const items = list.querySelectorAll("li a");
        if (!items.length) return;
        chosen = (number + items.length) % items.length;
        items.forEach((item, k) => item.classList.toggle("chosen", k === chosen));
        items[chosen].scrollIntoView({block: "nearest"});
    }

    function show() {
        const query = box.value.trim(), words = fold(query).split(/\s+/).filter(Boolean);
        list.replaceChildren();
        chosen = -1;
        list.hidden = !query;
        if (!query) return;
        const {list: found, absent, whole, mistyped} = RigidFind.find(made, query);
        const say = (text) => {
            const item = document.createElement("li");
            item.className = "none";
            item.textContent = text;
            list.append(item);
        };
        absent.forEach(say);
        if (mistyped.length) say("Taking " + mistyped.map(([typed, taken]) => typed + " for " + taken).join(", ") + ".");
        if (found.length && !whole) say("Nothing has all of these words; these have some.");
        for (const entry of found) {
            const item = document.createElement("li"), link = document.createElement("a");
            const title = document.createElement("b"), kind = document.createElement("i"), text = document.createElement("span");
            link.href = top + entry.address;
            title.append(marked(entry.title, words));
            kind.textContent = entry.page || entry.kind;
            text.append(marked(excerpt(entry.text, words), words));
            link.append(title, kind, text);
            item.append(link);
            list.append(item);
        }
        if (found.length) choose(0);
        else if (!absent.length) say("Nothing speaks of this.");
    }

    box.addEventListener("input", show);
    box.addEventListener("focus", () => { if (box.value) show(); });
    box.addEventListener("keydown", (event) => {
        if (event.key === "ArrowDown") { choose(chosen + 1); event.preventDefault(); }
        else if (event.key === "ArrowUp") { choose(chosen - 1); event.preventDefault(); }
        else if (event.key === "Enter") {
            const item = list.querySelectorAll("li a")[Math.max(chosen, 0)];
            if (item) { list.hidden = true; window.location.href = item.href; }
        } else if (event.key === "Escape") { list.hidden = true; box.blur(); }
    });
    document.addEventListener("click", (event) => {
        if (!event.target.closest(".search")) list.hidden = true;
        else if (list.contains(event.target)) list.hidden = true;
    });
    document.addEventListener("keydown", (event) => {
        const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
        if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey && (event.key === "/" || event.key === "s")) {
            box.focus();
            box.select();
            event.preventDefault();
        }
    });

    const asked = new URLSearchParams(window.location.search).get("q");
    if (asked) { box.value = asked; box.focus(); show(); }

    const root = document.documentElement;
    document.getElementById("ui:theme").addEventListener("click", () => {
        const dark = root.dataset.theme ? root.dataset.theme === "dark" : window.matchMedia("(prefers-color-scheme: dark)").matches;
        root.dataset.theme = dark ? "light" : "dark";
        try { localStorage.setItem("rigid-theme", root.dataset.theme); } catch (error) { /* private windows keep nothing */ }
    });
    const menu = document.getElementById("ui:menu"), pages = document.getElementById("ui:pages");
    menu.addEventListener("click", () => menu.setAttribute("aria-expanded", String(pages.classList.toggle("open"))));
    const current = pages.querySelector("[aria-current]");
    if (current && window.innerWidth > 900) pages.scrollTop = current.offsetTop - pages.clientHeight / 2;

    // Where we are, in the list of what is on the page.
    const links = new Map([...document.querySelectorAll(".contents a")].map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
    if (links.size && "IntersectionObserver" in window) {
        const observer = new IntersectionObserver((seen) => {
            for (const entry of seen) {
                if (!entry.isIntersecting) continue;
                links.forEach((a) => a.classList.remove("here"));
                const here = links.get(entry.target.id);
                if (!here) continue;
                here.classList.add("here");
                const nav = here.closest(".contents");
                if (here.offsetTop < nav.scrollTop || here.offsetTop > nav.scrollTop + nav.clientHeight - 40) {
                    nav.scrollTop = here.offsetTop - nav.clientHeight / 2;
                }
            }
        }, {rootMargin: "-70px 0px -75% 0px"});
        links.forEach((a, id) => {
            const target = document.getElementById(id);
            if (target) observer.observe(target);
        });
    }
})();
