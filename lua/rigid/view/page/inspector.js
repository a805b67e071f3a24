/* What is known of a link that is selected, the doctor's findings of all links, and the notes: text beside the stage. */

const SAID = {sound: "a body can have this inertia", odd: "possible, but odd", impossible: "no body can have this inertia", none: "massless"};
const VERDICT_WORD = {sound: "sound", odd: "odd", impossible: "impossible", none: "massless"};

function vector(list, digits = 4) { return list.map(x => shown(x, digits)).join(", "); }

function fact(name, value, unit_) {
    return value === null ? null : element("div", {class: "fact"}, element("dt", {}, name),
        element("dd", {}, value, unit_ ? element("span", {class: "unit"}, "\u00a0" + unit_.replace(/ /g, "\u00a0")) : null));
}
function linkTo(i) { return element("button", {class: "link", onclick: () => select(i)}, bodies[i].name); }

function closePanel() {
    doctorOpen = false;
    select(-1);
}
function closer() { return element("button", {class: "plain", "aria-label": "Close", onclick: closePanel}, "\u00d7"); }

function mark(verdict) { return element("span", {class: "mark " + verdict}, VERDICT_WORD[verdict]); }

function limitsText(joint) {
    if (!joint.lower && !joint.upper) return null;
    const count = Math.max(joint.lower ? joint.lower.length : 0, joint.upper ? joint.upper.length : 0), list = [];
    const kinds = data.types[joint.type].numbers;
    for (let k = 0; k < count; k++) {
        const say = (bound, none) => bound && typeof bound[k] === "number" ? (kinds[k][1] === "angle" ? angle(bound[k]) : shown(bound[k]) + " m") : none;
        list.push(`${say(joint.lower, "\u2212\u221e")} to ${say(joint.upper, "\u221e")}`);
    }
    return list.join("; ");
}

function inertiaFacts(M) {
    const e = M.ellipsoid;
    return [
        fact("mass", shown(M.mass), "kg"), fact("com", vector(M.com), "m"),
        M.moments ? fact("principal moments", vector(M.moments), "kg m\u00b2") : null,
        M.inertia ? fact("about the com: xx, yy, zz", vector([M.inertia[0], M.inertia[3], M.inertia[5]]), "kg m\u00b2") : null,
        M.inertia ? fact("xy, xz, yz", vector([M.inertia[1], M.inertia[2], M.inertia[4]]), "kg m\u00b2") : null,
        e && M.verdict !== "impossible" ? fact("ellipsoid, semi-axes", vector(e.semi_axes, 3), "m") : null,
        dwarfs(M) ? fact("", "(its ellipsoid dwarfs the robot, and is drawn smaller)") : null,
        M.density ? fact("its density", shown(M.density, 3), "kg/m\u00b3") : null,
    ];
}

function inertiaBlock(title, M) {
    return element("section", {}, element("h3", {}, title, mark(M.verdict)), element("dl", {}, ...inertiaFacts(M)),
        M.verdict === "sound" || M.verdict === "none" ? element("p", {class: "said"}, SAID[M.verdict]) : null,
        ...sayings(M));
}

/* What is said of an inertia: the first sentence, and the others folded away. */
function sayings(M) {
    const say = text => element("p", {class: "said " + M.verdict}, inWords(text)), [first, ...others] = M.sentences;
    if (first === undefined) return [];
    if (!others.length) return [say(first)];
    return [say(first), element("details", {}, element("summary", {}, `${others.length} more of it`), ...others.map(say))];
}

function poseFacts(i) {
    const X = state.poses, o = 12 * i;
    return element("dl", {}, fact("position", vector([3, 7, 11].map(k => X[o + k]), 5), "m"),
        fact("roll, pitch, yaw", rpyOfPose(X, o).map(a => angle(a, 4)).join(", ")));
}

const WHAT = {mesh: "mesh", outline: "outline of a mesh that is not there", box: "box", sphere: "sphere", cylinder: "cylinder", capsule: "capsule"};

function visualFacts(body) {
    if (!body.visuals) return null;
    const list = body.visuals.map(shape => shape.label || (shape.stands_in ? `${WHAT[shape.kind]}, for ${shape.stands_in}`
        : shape.kind === "mesh" ? data.meshes[shape.mesh].name : WHAT[shape.kind]));
    return fact("drawn as", list.slice(0, 12).join(", ") + (list.length > 12 ? ` and ${list.length - 12} more` : ""));
}

function jointFacts(i) {
    const {joint} = bodies[i];
    return [
        fact("joint", (joint.name ? joint.name + ", " : "") + joint.type), joint.axis && joint.type !== "fixed" ? fact("axis", vector(joint.axis)) : null,
        joint.axis2 ? fact("second axis", vector(joint.axis2)) : null, joint.pitch !== undefined ? fact("pitch", shown(joint.pitch), "m/rad") : null,
        limitsText(joint) ? fact("limits", limitsText(joint)) : null, joint.leader !== undefined ? fact("follows", lawOf(joint)) : null,
    ];
}

function inspect(i) {
    const panel = byId("inspector");
    panel.replaceChildren();
    byId("right").hidden = i < 0 && !doctorOpen;
    byId("findings").hidden = i >= 0;
    panel.hidden = i < 0;
    if (i < 0) return;
    const body = bodies[i];
    const list = children[i].slice(0, 20).flatMap(c => [linkTo(c), " "]);
    panel.append(
        element("header", {}, element("h2", {}, body.name), closer()),
        element("dl", {}, fact("kind", body.kind), fact("parent", body.parent >= 0 ? linkTo(body.parent) : "world"),
            ...jointFacts(i), list.length ? fact("carries", element("span", {}, ...list)) : null, visualFacts(body),
            body.source ? fact("from", body.source) : null),
        element("section", {}, element("h3", {}, "Pose now, in the world"), element("div", {id: "pose"}, poseFacts(i))));
    if (body.inertia) panel.append(inertiaBlock("Inertia", body.inertia));
    else panel.append(element("p", {class: "muted"}, "It says no inertia of its own."));
    if (body.carried) panel.append(inertiaBlock("With what is welded to it", body.carried));
}
on("select", i => {
    inspect(i);
    for (const item of document.querySelectorAll("#links .row")) item.classList.toggle("chosen", Number(item.dataset.body) === i);
});
on("pose", () => {
    if (state.selected >= 0 && byId("pose")) byId("pose").replaceChildren(poseFacts(state.selected));
});

/* ---- the doctor ---- */

let doctorOpen = false;
const patients = [];
bodies.forEach((body, i) => { if (body.inertia && ["impossible", "odd"].includes(body.inertia.verdict)) patients.push(i); });
patients.sort((a, b) => (bodies[a].inertia.verdict === "odd") - (bodies[b].inertia.verdict === "odd"));
const impossible = patients.filter(i => bodies[i].inertia.verdict === "impossible").length;

function openDoctor() {
    doctorOpen = true;
    if (patients.length) show("inertia", true);
    select(-1);
}

/* The meshes that are not there, folded: a badge at the top tells how many. */
function missingMeshes() {
    const {list, count} = data.missing, badge = byId("missing");
    badge.textContent = `${count} ${count === 1 ? "mesh" : "meshes"} missing`;
    badge.hidden = false;
    const fold = element("details", {id: "missing-list"}, element("summary", {}, badge.textContent),
        element("p", {class: "said"}, data.missing.hint), ...list.map(one => element("p", {class: "said"}, `${one.links.join(", ")}: ${one.problem}`)));
    if (count > list.length) fold.append(element("p", {class: "said"}, `and ${count - list.length} more`));
    badge.addEventListener("click", () => {
        doctorOpen = true;
        select(-1);
        fold.open = true;
        fold.scrollIntoView();
    });
    return fold;
}

function buildDoctor() {
    const badge = byId("doctor"), odd = patients.length - impossible, words = [];
    if (impossible) words.push(`${impossible} impossible`);
    if (odd) words.push(`${odd} odd`);
    badge.textContent = words.length ? words.join(", ") : "inertias sound";
    badge.classList.add(impossible ? "impossible" : odd ? "odd" : "sound");
    badge.addEventListener("click", () => { if (doctorOpen && state.selected < 0) closePanel(); else openDoctor(); });
    const list = byId("findings");
    list.append(element("header", {}, element("h2", {}, "The doctor"), closer()));
    if (!patients.length) list.append(element("p", {class: "said"}, "Nothing found: bodies can have all of these inertias."));
    for (const i of patients) {
        const M = bodies[i].inertia;
        list.append(element("article", {}, element("h3", {}, linkTo(i), mark(M.verdict)),
            ...sayings(M)));
    }
    if (data.missing) list.append(missingMeshes());
    if (data.notes.length) list.append(element("h3", {}, "Notes"), ...data.notes.map(text => element("p", {class: "said"}, inWords(text))));
}

/* ---- the tree of links ---- */

function buildLinks() {
    const list = byId("links"), stack = bodies.map((body, i) => i).filter(i => bodies[i].parent < 0).reverse().map(i => [i, 0]);
    while (stack.length) {
        const [i, depth] = stack.pop(), M = bodies[i].inertia;
        const row = element("div", {class: "row", "data-name": bodies[i].name.toLowerCase(), style: `padding-left: ${Math.min(depth, 14) * 10 + 6}px`},
            element("button", {class: "link", onclick: () => select(i)}, bodies[i].name),
            M ? element("span", {class: "muted" + (M.verdict === "impossible" ? " impossible" : "")}, shown(M.mass, 3) + " kg") : null);
        row.dataset.body = i;
        list.append(row);
        for (const c of children[i].slice().reverse()) stack.push([c, depth + 1]);
    }
}
