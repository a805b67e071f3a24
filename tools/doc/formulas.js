// Formulas to HTML with MathML beside it, through KaTeX: a line "d LATEX" (displayed) or "i LATEX" (in a line) on standard
// input gives a line on standard output. What KaTeX cannot read ends it with an error that says which line.
// usage: node formulas.js katex.js
"use strict";
const katex = require(process.argv[2]);
const lines = require("fs").readFileSync(0, "utf8").split("\n").filter((line) => line !== "");
const out = lines.map((line) => {
    const options = {displayMode: line[0] === "d", throwOnError: true, strict: "ignore", output: "htmlAndMathml"};
    try {
        return katex.renderToString(line.slice(2), options).replace(/\n/g, " ");
    } catch (error) {
        process.stderr.write(`${line.slice(2)}\n${error.message}\n`);
        process.exit(1);
    }
});
process.stdout.write(out.join("\n") + "\n");
