// What a query finds in the index of the pages. The rules of stems, the words that say nothing and what things are called come with the
// index (window.RIGID_WORDS, from lua/rigid/prompt/index.lua), so that the pages find what lookfor finds at the prompt. Pure:
// no page is needed. An entry is {title, page, address, kind, text}.
"use strict";
globalThis.RigidFind = (() => {
    const RANK = {class: 6, function: 5, static: 4, method: 4, topic: 4, guide: 3, lesson: 3, example: 1, house: 0};
    const LONGEST = 200; // letters of a first sentence
    const LEAST = 3; // letters of a word that a name may only begin with
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
            return {title, page, address, kind, text, low, short: low.replace(/^.*[.:]/, ""), words: fold(page + " " + text), named, all,
                parts: title.replace(/^.*[.:]/, "").replace(/([a-z])([A-Z])/g, "$1 $2").split(/[\s_]+/).length,
                first: stems(text.match(/^[^]*?\.(?=\s)/)?.[0] || text.slice(0, LONGEST))};
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
        if (word.length >= LEAST && entry.short.startsWith(word)) return 70;
        const own = entry.low.length - entry.short.length;
        const at = entry.low.indexOf(word, own);
        if (at > own) {
            const before = entry.title[at - 1] || " ", first = entry.title[at] || "";
            if (/[\s_(]/.test(before) || first !== first.toLowerCase()) return 60;
            if (word.length >= 4) return 40;
        }
        if (entry.named.has(term.stem)) return 50;
        if (word.length >= 4 && entry.low.indexOf(word) >= 0) return /[.:]/.test(word) ? 65 : 18; // in the name of the class
        if (entry.first.has(term.stem)) return 30;
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
        const parts = (telling.length ? telling : words).flatMap((word) => {
            const named = /[.:]/.test(word) && made.entries.some((entry) => weigh(entry, {word, stem: word}));
            return named ? [word] : word.split(/[-.:]/).filter(Boolean);
        });
        return parts.map((word) => termOf(made, word));
    }

    const partsOf = (made, word) => [stem(word, made.said.rules), ...word.split("_").map((part) => stem(part, made.said.rules))];
    const stemsOfTerm = (made, term) => [term.stem, ...partsOf(made, term.word), ...(term.instead ? [stem(term.instead, made.said.rules)] : [])];

    // The concepts that a query names, {concept, phrase}, those of the longest phrases first. A phrase that is a part of a longer one that is
    // named says nothing more.
    function namedBy(made, terms) {
        const there = new Set(terms.flatMap((term) => stemsOfTerm(made, term)));
        const found = [], covered = new Map();
        made.said.concepts.forEach((concept, order) => concept.phrases.forEach((phrase) => {
            if (phrase.length && phrase.every((word) => there.has(word))) found.push({concept, phrase, order});
        }));
        found.sort((a, b) => b.phrase.length - a.phrase.length || a.order - b.order);
        return found.filter(({phrase}) => {
            const news = phrase.some((word) => !covered.has(word) || covered.get(word) === phrase.length);
            if (news) phrase.forEach((word) => { if (!covered.has(word)) covered.set(word, phrase.length); });
            return news;
        });
    }

    const BY_PLACE = [1, 0.95, 0.9]; // what an answer of a concept is worth for each word of its phrase

    // What concepts credit: by entry a list of numbers, one for each term; and the sentences of what there is not.
    function creditsOf(made, terms) {
        const credits = new Map(), absent = [];
        for (const {concept, phrase} of namedBy(made, terms)) {
            const titled = (name) => made.entries.find((entry) => entry.title === name || entry.title === "rigid." + name);
            let entries = concept.names.map(titled).filter(Boolean);
            if (!entries.length && concept.absent) {
                if (!absent.includes(concept.absent)) absent.push(concept.absent);
                entries = (concept.also || []).map(titled).filter(Boolean);
            }
            entries.slice(0, 3).forEach((entry, place) => {
                if (!credits.has(entry)) credits.set(entry, terms.map(() => 0));
                const own = credits.get(entry);
                terms.forEach((term, i) => {
                    if (stemsOfTerm(made, term).some((word) => phrase.includes(word))) own[i] = Math.max(own[i], BY_PLACE[place]);
                });
            });
        }
        return {credits, absent};
    }

    // What a query finds: {list of entries, absent = sentences of what there is not, whole = some have all words, mistyped}.
    function find(made, query) {
        const terms = termsOf(made, query);
        if (!terms.length) return {list: [], absent: [], whole: true, mistyped: []};
        const {credits, absent} = creditsOf(made, terms);
        const tells = terms.map((term) => 1 + Math.log(made.entries.length / Math.max(1, made.known.get(term.stem) || 1)) / 2);
        let ranked = made.entries.map((entry) => {
            const own = credits.get(entry) || [];
            const weights = terms.map((term) => weigh(entry, term));
            let sum = 0, count = 0;
            weights.forEach((weight, i) => {
                sum += tells[i] * Math.max(Math.min(1.2, weight / 85), own[i] || 0);
                if (weight || own[i]) count++;
            });
            const least = Math.min(...weights);
            if (terms.length > 1 && least >= 50) sum *= terms.length === entry.parts ? 1.7 : 1.4; // its name has all the words, and no others
            else if (terms.length > 1 && least >= 30) sum *= 1.1; // its first sentence has them
            return {entry, count, sum: sum + ((RANK[entry.kind] || 0) - entry.title.length / 100) / 100, credited: credits.has(entry)};
        }).filter((item) => item.count);
        ranked.sort((a, b) => b.sum - a.sum || (a.entry.address < b.entry.address ? -1 : 1));
        const whole = ranked.some((item) => item.count === terms.length);
        const least = whole ? terms.length : Math.max(1, Math.ceil(terms.length / 2));
        const list = ranked.filter((item) => item.count >= least || item.credited || item.sum >= 0.8 * ranked[0].sum).map((item) => item.entry);
        const mistyped = terms.filter((term) => term.instead).map((term) => [term.instead, term.word]);
        return {list: list.slice(0, 30), absent, whole: whole || !ranked.length, mistyped};
    }

    return {make, find, stem, fold};
})();
