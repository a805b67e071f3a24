/* A page that a session serves: what the session shows comes as events, and what is moved here goes back to it. */

let following = false; /* what changes now was told by the session */

function tellSession() {
    const sender = {busy: false, again: false};
    const send = () => {
        if (sender.busy) { sender.again = true; return; }
        sender.busy = true;
        fetch("q", {method: "POST", body: JSON.stringify(Array.from(state.q))}).catch(() => null).then(() => {
            sender.busy = false;
            if (sender.again) { sender.again = false; send(); }
        });
    };
    on("pose", () => { if (!following && !player.playing) send(); });
}

/* Another log, in place of the one before. */
function playLog(log) {
    data.log = log;
    setupPlayer();
    scaleArrows();
    player.go(player.t[0]);
    surveyLog();
    tell("layers");
    resize();
    player.play();
}

function startLive() {
    if (!data.live) return;
    const badge = byId("live"), events = new EventSource("events");
    const say = (text, kind) => { badge.hidden = false; badge.textContent = text; badge.className = "badge " + kind; };
    const told = f => event => {
        following = true;
        try { f(JSON.parse(event.data)); } finally { following = false; }
    };
    events.onopen = () => say("live", "sound");
    events.onerror = () => say("the session does not answer", "odd");
    events.addEventListener("q", told(q => { player.pause(); setConfiguration(q); }));
    events.addEventListener("log", told(playLog));
    events.addEventListener("arrows", told(giveArrows));
    events.addEventListener("end", () => { events.close(); say("the session has ended", "odd"); });
    tellSession();
}
