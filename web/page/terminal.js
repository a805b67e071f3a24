/* The prompt as a page shows it: what was said above, and below it a field for the next entry, with history (arrows) and
   completion (Tab). Everything that is shown is put in as text. */
"use strict";

const MOST = 400000; // letters that are kept on the page
const AT_ONCE = 200000; // letters of one entry
const HISTORY = 500;

function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
}

/* What is kept in this browser; nothing where it keeps nothing. */
const kept = {
    get(name, usual) {
        try { return JSON.parse(localStorage.getItem("rigid." + name)) ?? usual; } catch (none) { return usual; }
    },
    set(name, value) {
        try { localStorage.setItem("rigid." + name, JSON.stringify(value)); } catch (none) { /* then not */ }
    },
};

class Terminal {
    /* box: where it goes; enter(text), complete(text), stop(): what a person asks for. */
    constructor(box, {enter, complete, stop, label = "Prompt"}) {
        Object.assign(this, {box, enter, complete, stop, prompt: "> ", letters: 0, said: 0, at: null});
        box.classList.add("terminal");
        this.log = element("div", "log");
        this.log.setAttribute("role", "log");
        this.log.setAttribute("aria-label", "What was said");
        this.log.tabIndex = 0;
        this.offers = element("div", "offers");
        this.offers.setAttribute("aria-live", "polite");
        this.mark = element("span", "mark", "> ");
        this.mark.setAttribute("aria-hidden", "true");
        this.field = element("textarea", "entry");
        Object.assign(this.field, {rows: 1, spellcheck: false, autocapitalize: "off", autocomplete: "off"});
        this.field.setAttribute("aria-label", label);
        this.field.setAttribute("autocorrect", "off");
        const line = element("div", "line");
        line.append(this.mark, this.field, ...this.touchKeys());
        box.append(this.log, this.offers, line);
        this.history = kept.get("history", []);
        this.field.addEventListener("keydown", event => this.press(event));
        this.field.addEventListener("input", () => this.fit());
        line.addEventListener("click", () => this.field.focus());
    }

    /* For who has no such keys: shown where fingers point. */
    touchKeys() {
        const halves = () => [this.field.value.slice(0, this.field.selectionStart), this.field.value.slice(this.field.selectionEnd)];
        const keys = [
            ["\u2191", "The entry before", () => this.go(-1)],
            ["\u21e5", "Complete", () => this.offer(...halves())],
            ["\u21b5", "Run", () => this.submit()],
        ];
        return keys.map(([sign, meaning, act]) => {
            const button = element("button", "touch-key", sign);
            button.type = "button";
            button.setAttribute("aria-label", meaning);
            button.addEventListener("click", act);
            return button;
        });
    }

    get columns() {
        const ruler = element("span", "ruler", "0".repeat(50));
        this.log.append(ruler);
        const width = ruler.getBoundingClientRect().width / 50;
        ruler.remove();
        return Math.max(40, Math.min(200, Math.floor((this.log.clientWidth - 24) / (width || 8))));
    }

    fit() {
        this.field.style.height = "0";
        this.field.style.height = this.field.scrollHeight + "px";
        this.at = null;
    }

    set(text) {
        this.field.value = text;
        this.fit();
        this.field.selectionStart = this.field.selectionEnd = text.length;
    }

    /* ---- what is said ---- */

    add(node, letters) {
        const low = this.log.scrollTop + this.log.clientHeight > this.log.scrollHeight - 40;
        this.log.append(node);
        node.letters = letters;
        this.letters += letters;
        while (this.letters > MOST && this.log.firstChild !== node) {
            this.letters -= this.log.firstChild.letters || 0;
            this.drop(this.log.firstChild);
        }
        if (low) this.log.scrollTop = this.log.scrollHeight;
    }

    /* Away with what was said, and with the pictures in it. */
    drop(node) {
        for (const picture of [node, ...node.querySelectorAll("img")]) if (picture.src) URL.revokeObjectURL(picture.src);
        node.remove();
    }

    say(kind, text) {
        text = text.replace(/\x1b\[[\d;?]*[A-Za-z]/g, "");
        if (this.said > AT_ONCE) return;
        this.said += text.length;
        if (this.said > AT_ONCE) {
            text = text.slice(0, Math.max(0, text.length - (this.said - AT_ONCE))) + "\n\u2026 the rest of what this entry prints is not shown\n";
        }
        const last = this.log.lastChild;
        if (last && last.kind === kind && last.letters < 20000) {
            last.append(text);
            last.letters += text.length;
            this.letters += text.length;
            this.log.scrollTop = this.log.scrollHeight;
            return;
        }
        const node = element("pre", kind, text);
        node.kind = kind;
        this.add(node, text.length);
    }

    note(text) { this.add(element("p", "note", text), text.length); }

    show(node) { this.add(node, 1000); }

    echo(text) {
        const node = element("pre", "typed");
        text.split("\n").forEach((line, i) => {
            node.append(element("span", "mark", i ? ".. " : this.prompt), line + "\n");
        });
        this.said = 0;
        this.add(node, text.length);
        this.log.scrollTop = this.log.scrollHeight;
    }

    ask(prompt) {
        this.prompt = prompt;
        this.mark.textContent = prompt;
    }

    clear() {
        for (const node of [...this.log.children]) this.drop(node);
        this.letters = 0;
    }

    remember(text) {
        if (this.history[this.history.length - 1] !== text && text.trim()) this.history.push(text);
        this.history = this.history.slice(-HISTORY);
        kept.set("history", this.history);
    }

    /* ---- keys ---- */

    press(event) {
        const field = this.field, before = field.value.slice(0, field.selectionStart), after = field.value.slice(field.selectionEnd);
        if (event.isComposing) return;
        if (event.key === "Enter" && !event.shiftKey) {
            this.submit();
        } else if (event.key === "Tab" && !event.shiftKey && before.trim() && !this.leaving) {
            this.offer(before, after);
        } else if (event.key === "ArrowUp" && !before.includes("\n")) {
            this.go(-1);
        } else if (event.key === "ArrowDown" && !after.includes("\n")) {
            this.go(1);
        } else if (event.key === "c" && event.ctrlKey && field.selectionStart === field.selectionEnd) {
            this.stop();
        } else if (event.key === "l" && event.ctrlKey) {
            this.clear();
        } else {
            this.leaving = event.key === "Escape"; // then Tab leads on, as everywhere
            if (this.leaving) this.offers.replaceChildren();
            return;
        }
        this.leaving = false;
        event.preventDefault();
    }

    submit(text = this.field.value) {
        this.offers.replaceChildren();
        this.set("");
        this.at = null;
        this.echo(text);
        this.enter(text);
    }

    go(step) {
        const list = this.history;
        if (this.at === null) {
            if (step > 0 || !list.length) return;
            this.draft = this.field.value;
        }
        const at = (this.at ?? list.length) + step;
        if (at < 0 || at > list.length) return;
        this.set(at === list.length ? this.draft : list[at]);
        this.at = at === list.length ? null : at;
    }

    async offer(before, after) {
        const found = await this.complete(before);
        this.offers.replaceChildren();
        if (!found || !found.names.length || !this.field.value.startsWith(before)) return;
        const put = (name, ends) => {
            const text = found.before + name + (ends && found.quote && !name.endsWith("/") && !after.startsWith(found.quote) ? found.quote : "");
            this.field.value = text + after;
            this.fit();
            this.field.selectionStart = this.field.selectionEnd = text.length;
            this.field.focus();
        };
        if (found.names.length === 1) return put(found.names[0], true);
        let shared = found.names[0];
        for (const name of found.names) while (!name.startsWith(shared)) shared = shared.slice(0, -1);
        if ((found.before + shared).length >= before.length) put(shared, false);
        for (const name of found.names.slice(0, 200)) {
            const button = element("button", "offer", name);
            button.type = "button";
            button.addEventListener("click", () => { put(name, true); this.offers.replaceChildren(); });
            this.offers.append(button);
        }
        if (found.names.length > 200) this.offers.append(element("span", "note", `and ${found.names.length - 200} more`));
    }
}
