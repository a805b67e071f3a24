/* The engine in a worker, which the page makes of a Blob. Nothing can be told to a worker that is busy; so what runs long is left
   every now and then, to hear whether it is to stop. */
const LOOK = 50; // ms between two looks
let bench = null, stopping = false, left = false, began = 0, started = null;

const say = message => {
    if (message.kind === "left") left = true;
    else postMessage(message);
};
const tellShelf = () => say({kind: "shelf", files: bench.list()});

function wanted() {
    if (stopping) {
        stopping = false;
        return 1;
    }
    return performance.now() - began > LOOK ? 2 : 0;
}

/* A moment in which messages are heard. */
const moment = (() => {
    const channel = new MessageChannel();
    let go = null;
    channel.port1.onmessage = () => go();
    return () => new Promise(resolve => { go = resolve; channel.port2.postMessage(0); });
})();

async function take(message) {
    for (let next = message; next; next = left ? {kind: "on"} : null) {
        if (left) {
            await moment();
            say({kind: "beat"});
        }
        left = false;
        began = performance.now();
        bench.take(next);
    }
    tellShelf();
    say({kind: "idle"});
}

const handlers = {
    async start({wasm, files}) {
        const at = performance.now();
        started = makeBench({factory: RigidEngine, wasm, files, say, wanted});
        bench = await started;
        say({kind: "ready", ms: performance.now() - at});
    },
    put({name, bytes}) { bench.write(name, bytes); tellShelf(); },
    remove({name}) { bench.remove(name); tellShelf(); },
    get({name, id}) { const bytes = bench.read(name); postMessage({kind: "got", name, id, bytes}, [bytes.buffer]); },
    stop() { stopping = true; },
    take({message}) {
        stopping = false; // what was said before it was about what ran before
        return take(message);
    },
};

onmessage = async ({data}) => {
    try {
        if (!bench) await started; // what comes before it is there waits
        await handlers[data.kind](data);
    } catch (problem) {
        say({kind: "broken", text: String(problem && problem.message || problem), of: data.kind, id: data.id, name: data.name});
    }
};
