/* The engine in a worker, which the page makes of a Blob. Nothing can be told to a worker that is busy, but it can look whether
   an address is still there: the page takes back the one of a Blob where it wants to stop. That is the only thing that is ever
   asked for, and it leads nowhere but into the page's own memory. */
const LOOK = 60; // ms between two looks
let bench = null, flag = null, looked = 0;

function isStopped() {
    const now = performance.now();
    if (!flag || now - looked < LOOK) return false;
    looked = now;
    try {
        const request = new XMLHttpRequest();
        request.open("GET", flag, false);
        request.send();
        return false;
    } catch (gone) {
        flag = null;
        return true;
    }
}

const say = message => postMessage(message);
const tellShelf = () => say({kind: "shelf", files: bench.list()});

const handlers = {
    async start({wasm, files}) {
        const began = performance.now();
        bench = await makeBench({factory: RigidEngine, wasm, files, say, stopped: isStopped});
        say({kind: "ready", ms: performance.now() - began});
    },
    put({name, bytes}) { bench.write(name, bytes); tellShelf(); },
    remove({name}) { bench.remove(name); tellShelf(); },
    get({name, id}) { const bytes = bench.read(name); postMessage({kind: "got", name, id, bytes}, [bytes.buffer]); },
    take({message, flag: address}) {
        flag = address || null;
        bench.take(message);
        flag = null;
        tellShelf();
        say({kind: "idle"});
    },
};

onmessage = async ({data}) => {
    try {
        await handlers[data.kind](data);
    } catch (problem) {
        say({kind: "broken", text: String(problem && problem.message || problem), of: data.kind, id: data.id});
    }
};
