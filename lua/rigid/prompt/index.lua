-- The search behind lookfor, ?? and the pages: an index of what texts there are, and what a query finds in it. A word finds
-- its other forms (by stems: simulate, simulation) and its other spelling (centre, center); what people call a thing finds it by
-- another name (concepts.lua); where no text has all words, those that have most of them; where a word is in no
-- text at all, the nearest that is, for whoever mistyped it.
-- Stems are made by rules that stand here as data, so that the pages follow the same ones.
local concepts = require "rigid.prompt.concepts"

local index = {}

-- ---- words ----------------------------------------------------------------------------------------------------------

-- In each group the first ending that fits is replaced: {ending, by, letters that must stand before it}.
index.RULES = {
    {{"centre", "center", 0}, {"metre", "meter", 0}, {"isation", "ization", 2}, {"ise", "ize", 4}, {"ising", "izing", 3}, {"ised", "ized", 3},
        {"elling", "eling", 2}, {"our", "or", 3}, {"ours", "or", 3}},
    {{"ies", "y", 2}, {"sses", "ss", 1}, {"xes", "x", 1}, {"ches", "ch", 1}, {"shes", "sh", 1}, {"ss", "ss", 0}, {"us", "us", 0}, {"is", "is", 0},
        {"s", "", 3}},
    {{"ization", "iz", 2}, {"ation", "at", 2}, {"ator", "at", 2}, {"ating", "at", 2}, {"ated", "at", 2}, {"ing", "", 3}, {"ed", "", 3},
        {"ion", "", 4}, {"ly", "", 4}},
    {{"e", "", 3}},
    {{"tt", "t", 2}, {"nn", "n", 2}, {"pp", "p", 2}, {"gg", "g", 2}},
}

-- Words that say nothing of what is looked for.
index.STOPS = {}
for word in ([[a an and are as at be by can do does for from get give have how i if in is it me my of on one or our the there this to use
    want what when where which who will with without you your compute calculate find make need should]]):gmatch "%S+" do
    index.STOPS[word] = true
end

function index.stem(word)
    for _, group in ipairs(index.RULES) do
        for _, rule in ipairs(group) do
            local ending, by, before = rule[1], rule[2], rule[3]
            if #word >= #ending + before and word:sub(-#ending) == ending then
                word = word:sub(1, #word - #ending) .. by
                break
            end
        end
    end
    return word
end

-- The words of a text in small letters; names with _ as such too.
local function words_of(text)
    local list = {}
    for word in text:lower():gsub("[\xCC\xCD][\x80-\xBF]", ""):gmatch "[%w_\x80-\xFF]+" do list[#list + 1] = word end
    return list
end

-- The stems of a text, as a set.
local function stems_of(text)
    local set = {}
    for _, word in ipairs(words_of(text)) do
        set[index.stem(word)] = true
        for part in word:gmatch "[^_]+" do set[index.stem(part)] = true end
    end
    return set
end

-- ---- the index ------------------------------------------------------------------------------------------------------

-- An index of documents {name, short, text, summary, aliases = other names, a set}: each with its stems, and all words that there are.
function index.make(documents)
    local vocabulary, by_name = {}, {}
    for _, document in ipairs(documents) do
        local sentence = document.text:match "^(.-%.)%s" or document.text
        document.low, document.low_short = document.name:lower(), document.short:lower()
        document.parts = select(2, document.short:gsub("(%l)(%u)", "%1 %2"):gsub("%w+", ""))
        document.named = stems_of(document.name:gsub("[.:]", " "):gsub("(%l)(%u)", "%1 %2"))
        document.first, document.all = stems_of(sentence), stems_of(document.text)
        document.low_text = document.text:lower()
        by_name[document.name] = document
        for _, set in ipairs {document.named, document.all} do
            for stem in next, set do vocabulary[stem] = (vocabulary[stem] or 0) + 1 end
        end
    end
    local words = {}
    for stem in next, vocabulary do
        if #stem >= 4 then words[#words + 1] = stem end
    end
    table.sort(words, function(a, b) -- of words as near the commoner is meant
        if vocabulary[a] ~= vocabulary[b] then return vocabulary[a] > vocabulary[b] end
        return a < b
    end)
    return {documents = documents, by_name = by_name, vocabulary = vocabulary, words = words}
end

local LEAST <const> = 3 -- letters of a word that a name may only begin with

-- How far from the front a word is found; nil where it is nowhere.
local function rank(document, term)
    local word, stem = term.word, term.stem
    if document.low_short == word or document.low == word or document.aliases and document.aliases[word] then return 1 end
    if #word >= LEAST and document.low_short:sub(1, #word) == word then return 2 end
    if document.named[stem] or #word >= 4 and document.low:find(word, 1, true) then return 3 end
    if document.first[stem] then return 4 end
    if document.all[stem] or #word >= 4 and document.low_text:find(word, 1, true) then return 5 end
end

local phrase_stems -- what the phrases of concepts are made of, a set

-- Whether some text, or a phrase of what things are called, has that word.
local function is_known(made, term)
    if made.vocabulary[term.stem] or phrase_stems()[term.stem] then return true end
    for _, document in ipairs(made.documents) do
        if rank(document, term) then return true end
    end
    return false
end

-- A word of a query, or where no text has it, the nearest that one has.
local function term_of(made, word)
    local stem = index.stem(word)
    local term = {word = word, stem = stem}
    if is_known(made, term) then return term end
    local close = #word >= 4 and require("rigid.nearest").word(stem, made.words, #word >= 7 and 2 or 1)
    close = close and close:sub(1, 1) == word:sub(1, 1) and close -- nobody mistypes the first letter and a second one
    return close and {word = close, stem = close, instead = word} or term
end

-- A query with the names of other libraries parted, centerOfMass as center Of Mass; classes of ours stay as they are.
local function parted(made, query)
    return (query:gsub("%a%w*", function(word)
        local low, apart = word:lower(), word:gsub("(%l)(%u)", "%1 %2")
        local is_name = apart == word or not word:find "^%l" and is_known(made, {word = low, stem = index.stem(low)})
        return not is_name and apart or nil
    end))
end

-- The terms of a query: without words that say nothing, unless there are no others.
local function terms_of(made, query)
    local terms, bare = {}, {}
    for _, word in ipairs(words_of(parted(made, query))) do
        bare[#bare + 1] = word
        if not index.STOPS[word] then terms[#terms + 1] = term_of(made, word) end
    end
    if #terms > 0 then return terms end
    for i, word in ipairs(bare) do terms[i] = term_of(made, word) end
    return terms
end

-- ---- what things are called -----------------------------------------------------------------------------------------

local phrases -- a list of {stems = {...}, concept}

-- The phrases of a concept, as lists of stems.
function index.phrases_of(concept)
    local list = {}
    for phrase in concept[1]:gmatch "[^|]+" do
        local stems = {}
        for _, word in ipairs(words_of(phrase)) do
            if not index.STOPS[word] then stems[#stems + 1] = index.stem(word) end
        end
        if #stems > 0 then list[#list + 1] = stems end
    end
    return list
end

local function load_phrases()
    if phrases then return phrases end
    local list = {}
    for _, concept in ipairs(concepts) do
        for _, stems in ipairs(index.phrases_of(concept)) do list[#list + 1] = {stems = stems, concept = concept} end
    end
    phrases = list
    return list
end

local in_phrases -- the set, made once

function phrase_stems()
    if in_phrases then return in_phrases end
    in_phrases = {}
    for _, phrase in ipairs(load_phrases()) do
        for _, stem in ipairs(phrase.stems) do in_phrases[stem] = true end
    end
    return in_phrases
end

-- Whether all stems are among the terms; of a word alone, also as it was typed.
local function has_all(stems, there)
    for _, stem in ipairs(stems) do
        if not there[stem] then return false end
    end
    return #stems > 0
end

-- The concepts that a query names, {concept, stems = of the phrase}, those of the longest phrases first. A phrase that is a part of a longer
-- one that is named says nothing more.
local function named_by(terms)
    local there, found = {}, {}
    for _, term in ipairs(terms) do
        there[term.stem] = true
        if term.instead then there[index.stem(term.instead)] = true end
        for part in term.word:gmatch "[^_]+" do there[index.stem(part)] = true end
    end
    for order, phrase in ipairs(load_phrases()) do
        if has_all(phrase.stems, there) then found[#found + 1] = {concept = phrase.concept, stems = phrase.stems, order = order} end
    end
    table.sort(found, function(a, b)
        if #a.stems ~= #b.stems then return #a.stems > #b.stems end
        return a.order < b.order
    end)
    local list, covered = {}, {}
    for _, item in ipairs(found) do
        local news = false
        for _, stem in ipairs(item.stems) do news = news or not covered[stem] or covered[stem] == #item.stems end
        if news then
            list[#list + 1] = item
            for _, stem in ipairs(item.stems) do covered[stem] = covered[stem] or #item.stems end
        end
    end
    return list
end

-- What is there of the names, as documents, up to `most`.
local function there_of(made, names, most)
    local list = {}
    for name in (names or ""):gmatch "%S+" do
        local document = made.by_name[name] or made.by_name["rigid." .. name]
        if document and #list < most then list[#list + 1] = document end
    end
    return list
end

-- What a concept is answered by: documents, the first of them the sentence of what there is not.
local function answers_of(made, concept)
    local names = there_of(made, concept[2], 3)
    if #names > 0 or not concept.absent then return names end
    local list = there_of(made, concept.also, 3)
    table.insert(list, 1, {name = concept[1]:match "^%s*([^|]-)%s*|" or concept[1], short = "", summary = concept.absent, absent = true})
    return list
end

-- ---- finding --------------------------------------------------------------------------------------------------------

-- What a word counts for that is found so near the front (rank), and for an answer of a concept that the word belongs to.
local BY_RANK <const> = {1.2, 0.8, 0.75, 0.4, 0.15}
local BY_PLACE <const> = {1, 0.95, 0.9}

-- How much more a text counts that has all the words so near the front, in its name or in its first sentence.
local ALL <const> = {1.4, 1.4, 1.4, 1.1}
local WHOLE <const> = 1.7 -- and where its name has no others

-- How much a word tells: the fewer texts have it, the more.
local function weight_of(made, term)
    return 1 + math.log(#made.documents / math.max(1, made.vocabulary[term.stem] or 1)) / 2
end

-- Whether a phrase has the term as one of its words.
local function has_term(phrase, term)
    for _, stem in ipairs(phrase) do
        if stem == term.stem or term.instead and stem == index.stem(term.instead) then return true end
        for part in term.word:gmatch "[^_]+" do
            if stem == index.stem(part) then return true end
        end
    end
    return false
end

-- What concepts credit: by document a list of numbers, one for each term; and the documents that only concepts know.
local function credits_of(made, terms, meant)
    local credits, extra = {}, {}
    for _, item in ipairs(meant) do
        local place = 0
        for _, document in ipairs(answers_of(made, item.concept)) do
            if document.absent then
                extra[#extra + 1] = document
            else
                place = place + 1
                local own = credits[document] or {}
                credits[document] = own
                for i, term in ipairs(terms) do
                    if has_term(item.stems, term) then own[i] = math.max(own[i] or 0, BY_PLACE[place]) end
                end
            end
        end
    end
    return credits, extra
end

-- Each document with what it scores, the best first: {document, count = terms that it has, rank = the farthest, score, credited}.
local function ranked(made, terms, meant)
    local credits, extra = credits_of(made, terms, meant)
    local list, weights = {}, {}
    for i, term in ipairs(terms) do weights[i] = weight_of(made, term) end
    for order, document in ipairs(made.documents) do
        local count, worst, score, own = 0, 0, 0, credits[document] or {}
        for i, term in ipairs(terms) do
            local found = rank(document, term)
            if found then worst = math.max(worst, found) end
            if found or own[i] then count = count + 1 end
            score = score + weights[i] * math.max(found and BY_RANK[found] or 0, own[i] or 0)
        end
        if count == #terms and count > 1 then score = (worst <= 3 and count == document.parts and WHOLE or ALL[worst] or 1) * score end
        if count > 0 then
            list[#list + 1] = {document = document, count = count, rank = worst, order = order, score = score, credited = credits[document] ~= nil}
        end
    end
    table.sort(list, function(x, y)
        if x.score ~= y.score then return x.score > y.score end
        if x.rank ~= y.rank then return x.rank < y.rank end
        return x.order < y.order
    end)
    return list, extra
end

-- What a query finds: a list of {name, text, rank = 0 for what it is called, 1 to 5, absent}, the best first; whether all
-- of them have all words; and the words that were mistyped, {as typed, as taken}.
function index.find(made, query)
    local terms, found, mistyped = terms_of(made, query), {}, {}
    for _, term in ipairs(terms) do
        if term.instead then mistyped[#mistyped + 1] = {term.instead, term.word} end
    end
    local list, absent = ranked(made, terms, named_by(terms))
    for _, document in ipairs(absent) do found[#found + 1] = {name = document.name, text = document.summary, rank = 0, absent = true} end
    local whole = false
    for _, item in ipairs(list) do whole = whole or item.count == #terms end
    local least = whole and #terms or math.max(1, (#terms + 1) // 2)
    for _, item in ipairs(list) do
        local counts = item.count >= least and (whole or #found < 12)
        if counts or item.credited or item.score >= 0.8 * list[1].score then
            found[#found + 1] = {name = item.document.name, text = item.document.summary, rank = item.credited and 0 or item.rank}
        end
    end
    return found, whole or list[1] == nil, mistyped
end

-- What is said of a thing that is not there; nil of any other.
function index.absent(made, query)
    for _, item in ipairs(named_by(terms_of(made, (query:gsub("_", " "))))) do
        local first = answers_of(made, item.concept)[1]
        if first and first.absent then return first.summary end
    end
end

return index
