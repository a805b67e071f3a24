// What a query finds in the index of the pages. The rules of stems, the words that say nothing and what things are called come with the
// index (window.RIGID_WORDS, from lua/rigid/prompt/index.lua), so that the pages find what lookfor finds at the prompt. Pure:
// no page is needed. An entry is {title, page, address, kind, text}.
"use strict";
globalThis.RigidFind = (() => {
    const RANK = {class: 6, function: 5, static: 4, method: 4, topic: 4, guide: 3, lesson: 3, example: 1, house: 0};
    const fold = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
    const wordsOf = (text) => fold(text).match(/[\p{L}\p{N}_]+/gu) || [];

    function stem(word, rules) {
        for (const group of rules) {
            for (const [ending, by, before] of group) {
                if (word.length >= ending.length + before && word.endsWith(ending)) {
                    word = word.slice(0, word.length - ending.length) + by;
                    break;
                }
            }
        }
        return word;
    }

    // Letters to put in, take out, change or swap with their neighbour to make one word the other.
    function distance(a, b) {
        const rows = [Array.from({length: b.length + 1}, (_, j) => j)];
        for (let i = 1; i <= a.length; i++) {
            rows[i] = [i];
            for (let j = 1; j <= b.length; j++) {
                const same = a[i - 1] === b[j - 1] ? 0 : 1;
                rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
                if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
            }
        }
        return rows[a.length][b.length];
    }

    function make(list, said) {
        const vocabulary = new Map(); // in how many texts a stem is
        const stems = (text) => new Set(wordsOf(text).flatMap((word) => [word, ...word.split("_")]).map((word) => stem(word, said.rules)));
        const entries = list.map(([title, page, address, kind, text]) => {
            const low = fold(title);
            const named = stems(title.replace(/([a-z])([A-Z])/g, "$1 $2")), all = stems(page + " " + text);
            for (const set of [named, all]) for (const word of set) vocabulary.set(word, (vocabulary.get(word) || 0) + 1);
            return {title, page, address, kind, text, low, short: low.replace(/^.*[.:]/, ""), words: fold(page + " " + text), named, all};
        });
        const commonest = [...vocabulary.keys()].sort((a, b) => vocabulary.get(b) - vocabulary.get(a) || (a < b ? -1 : 1));
        const called = new Set(said.concepts.flatMap((concept) => concept.phrases.flat())); // the stems of what things are called
        return {entries, vocabulary: commonest, said, known: vocabulary, called, stops: new Set(said.stops)};
    }

    // How well an entry answers one word: nothing for not at all.
    function weigh(entry, term) {
        const word = term.word, bare = word.replace(/^.*[.:]/, "");
        if (entry.low === word || entry.low === "rigid." + word) return 120;
        if (entry.short === word || (bare !== word && entry.low.endsWith(word))) return 100;
        if (entry.short.startsWith(word)) return 70;
        const own = entry.low.length - entry.short.length;
        const at = entry.low.indexOf(word, own);
        if (at > own) {
            const before = entry.title[at - 1] || " ", first = entry.title[at] || "";
            if (/[\s_(]/.test(before) || first !== first.toLowerCase()) return 60;
            if (word.length >= 4) return 40;
        }
        if (entry.named.has(term.stem)) return 50;
        if (word.length >= 4 && entry.low.indexOf(word) >= 0) return /[.:]/.test(word) ? 65 : 18; // in the name of the class
        if (entry.all.has(term.stem)) return 14;
        return word.length >= 4 && entry.words.indexOf(word) >= 0 ? 6 : 0;
    }

    const isKnown = (made, term) => made.known.has(term.stem) || made.called.has(term.stem) || made.entries.some((entry) => weigh(entry, term));

    // A query with the names of other libraries parted, centerOfMass as center Of Mass; classes of ours stay as they are.
    function parted(made, query) {
        return query.replace(/[A-Za-z][A-Za-z0-9]*/g, (word) => {
            const low = word.toLowerCase(), apart = word.replace(/([a-z])([A-Z])/g, "$1 $2");
            const isName = apart === word || (!/^[a-z]/.test(word) && isKnown(made, {word: low, stem: stem(low, made.said.rules)}));
            return isName ? word : apart;
        });
    }

    function termOf(made, word) {
        const term = {word, stem: stem(word, made.said.rules)};
        if (isKnown(made, term)) return term;
        let best = null, least = word.length >= 7 ? 3 : word.length >= 4 ? 2 : 0;
        for (const known of made.vocabulary) {
            if (known.length < 4 || Math.abs(known.length - term.stem.length) >= least) continue;
            const off = distance(term.stem, known);
            if (off < least) { best = known; least = off; }
        }
        return best && best[0] === word[0] ? {word: best, stem: best, instead: word} : term;
    }

    function termsOf(made, query) {
        const words = fold(parted(made, query)).split(/[\s,;!?()"']+/).filter((word) => /[\p{L}\p{N}_*+]/u.test(word));
        const telling = words.filter((word) => !made.stops.has(word));
        const parts = (telling.length ? telling : words).flatMap((word) => /[.:]/.test(word) ? [word] : word.split("-").filter(Boolean));
        return parts.map((word) => termOf(made, word));
    }

    // The concepts that a query names, those of the longest phrases first.
    function namedBy(made, terms) {
        const there = new Set(terms.flatMap((term) => [term.stem, ...term.word.split("_").map((part) => stem(part, made.said.rules)),
            ...(term.instead ? [stem(term.instead, made.said.rules)] : [])]));
        const found = [];
        made.said.concepts.forEach((concept, order) => {
            const length = Math.max(0, ...concept.phrases.filter((phrase) => phrase.every((word) => there.has(word))).map((phrase) => phrase.length));
            if (length) found.push({concept, length, order});
        });
        return found.sort((a, b) => b.length - a.length || a.order - b.order);
    }

    // What a query finds: {list of entries, absent = sentences of what there is not, whole = all have all words, mistyped}.
    function find(made, query) {
        const terms = termsOf(made, query), absent = [], list = [], seen = new Set();
        if (!terms.length) return {list, absent, whole: true, mistyped: []};
        const add = (entry) => { if (entry && !seen.has(entry)) { seen.add(entry); list.push(entry); } };
        let ranked = made.entries.map((entry) => {
            const weights = terms.map((term) => weigh(entry, term));
            return {entry, count: weights.filter(Boolean).length, sum: weights.reduce((a, b) => a + b, 0), least: Math.min(...weights)};
        }).filter((item) => item.count);
        const most = Math.max(0, ...ranked.map((item) => item.count)), whole = most === terms.length;
        const score = (item) => item.sum / terms.length + (RANK[item.entry.kind] || 0) - item.entry.title.length / 100;
        ranked = ranked.filter((item) => item.count >= (whole ? terms.length : Math.max(1, Math.ceil(terms.length / 2))));
        ranked.sort((a, b) => b.count - a.count || score(b) - score(a) || (a.entry.address < b.entry.address ? -1 : 1));
        if (whole) ranked.filter((item) => item.least >= 100).forEach((item) => add(item.entry));
        const concepts = namedBy(made, terms);
        const longest = concepts[0] ? concepts[0].length : 0;
        if (whole && terms.length > 1 && longest < terms.length) ranked.filter((item) => item.least >= 50).forEach((item) => add(item.entry));
        for (const {concept} of concepts) {
            const titled = (name) => made.entries.find((entry) => entry.title === name || entry.title === "rigid." + name);
            const entries = concept.names.map(titled).filter(Boolean);
            if (!entries.length && concept.absent) absent.push(concept.absent);
            (entries.length ? entries : (concept.also || []).map(titled)).slice(0, 3).forEach(add);
        }
        ranked.forEach((item) => add(item.entry));
        const mistyped = terms.filter((term) => term.instead).map((term) => [term.instead, term.word]);
        return {list: list.slice(0, 30), absent, whole: whole || !ranked.length, mistyped};
    }

    return {make, find, stem, fold};
})();
