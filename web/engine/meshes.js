/* Mesh files, by the loaders of three.js, as src/web/meshes.c takes them: readMesh(name, bytes) is one block of int32 vertices, faces,
   parts and bytes of names; points (three floats each), corners (three uint32 each), parts (first face, count, bytes of its name), names.
   Or a string that says why there is none. */
"use strict";

console.time = console.timeEnd = () => {}; // OBJLoader tells how long it took

/* {name, positions, corners} of each piece that has triangles */
function piecesOf(format, bytes) {
    const whole = geometry => ({name: "", positions: geometry.attributes.position.array, corners: geometry.index && geometry.index.array});
    if (format === "stl") return [whole(new THREE.STLLoader().parse(bytes.buffer))];
    if (format === "ply") return [whole(new THREE.PLYLoader().parse(bytes.buffer))].filter(piece => piece.corners);
    if (format !== "obj") throw new Error("a page reads STL, OBJ and PLY; export it as one of these");
    const pieces = [];
    new THREE.OBJLoader().parse(new TextDecoder().decode(bytes)).traverse(object => {
        if (object.isMesh) pieces.push({...whole(object.geometry), name: object.name || ""});
    });
    return pieces;
}

function packPieces(pieces) {
    const names = pieces.map(piece => new TextEncoder().encode(piece.name));
    const sum = count => pieces.reduce((all, piece, i) => all + count(piece, i), 0);
    const facesOf = piece => Math.floor((piece.corners || piece.positions).length / (piece.corners ? 3 : 9));
    const vertices = sum(piece => piece.positions.length / 3), faces = sum(facesOf), letters = sum((piece, i) => names[i].length);
    const words = 4 + 3 * vertices + 3 * faces + 3 * pieces.length, block = new ArrayBuffer(4 * words + letters);
    const ints = new Int32Array(block, 0, words), floats = new Float32Array(block, 0, words), bytes = new Uint8Array(block);
    ints.set([vertices, faces, pieces.length, letters]);
    let point = 0, face = 0, letter = 4 * words;
    pieces.forEach((piece, i) => {
        const count = facesOf(piece), corner = 4 + 3 * vertices + 3 * face;
        floats.set(piece.positions, 4 + 3 * point);
        for (let k = 0; k < 3 * count; k++) ints[corner + k] = point + (piece.corners ? piece.corners[k] : k);
        ints.set([face, count, names[i].length], 4 + 3 * vertices + 3 * faces + 3 * i);
        bytes.set(names[i], letter);
        [point, face, letter] = [point + piece.positions.length / 3, face + count, letter + names[i].length];
    });
    return bytes;
}

function readMesh(name, bytes) {
    try {
        return packPieces(piecesOf(name.split(".").pop(), bytes));
    } catch (problem) {
        return problem instanceof RangeError ? "it says it has more than it has bytes" : String(problem && problem.message || problem);
    }
}
