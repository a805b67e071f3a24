-- lookfor "bias": the entries and topics of the reference in which every word stands, a line each, the best first: where it
-- is the name, then in the name, then in the first sentence, then anywhere.
local arguments = require "rigid.arguments"
local help = require "rigid.prompt.help"
local render = require "rigid.prompt.render"

local lookfor = {}

local MOST <const> = 40 -- lines

-- How far from the front a word is found; nil where it is nowhere.
local function rank(word, name, short, text)
    if short == word or name == word then return 1 end
    if short:sub(1, #word) == word then return 2 end
    if name:find(word, 1, true) then return 3 end
    local at = text:find(word, 1, true)
    return at and (at <= #(text:match "^(.-%.)%s" or text) and 4 or 5)
end

local function rank_all(words, name, short, text)
    local worst = 0
    name, short, text = name:lower(), short:lower(), text:lower()
    for _, word in ipairs(words) do
        local found = rank(word, name, short, text)
        if not found then return nil end
        worst = math.max(worst, found)
    end
    return worst
end

-- All that is written in an entry.
local function text_of(entry)
    local parts = {entry.text or "", entry.errors or "", entry.source or ""}
    for _, list in ipairs {entry.params, entry.returns, entry.fields} do
        for _, item in ipairs(list) do parts[#parts + 1] = item.name and item.name .. " " .. item.text or item.text end
    end
    return table.concat(parts, "\n")
end

-- What is found: a list of {name, text, rank}, the best first, in the order of the reference where it is as good.
function lookfor.find(wanted)
    local words, found = {}, {}
    for word in wanted:lower():gmatch "[^%s]+" do words[#words + 1] = word end
    if #words == 0 then return found end
    local function add(name, short, text, summary)
        local ranked = rank_all(words, name, short, text)
        if ranked then found[#found + 1] = {name = name, text = summary, rank = ranked, order = #found} end
    end
    for _, entry in ipairs(help.entries()) do add(entry.name, entry.short, text_of(entry), entry.text or "") end
    for _, topic in ipairs(help.topics()) do
        add(topic.name, topic.name, topic.title .. "\n" .. table.concat(topic.lines, "\n"), "topic: " .. topic.title)
    end
    table.sort(found, function(a, b)
        if a.rank ~= b.rank then return a.rank < b.rank end
        return a.order < b.order
    end)
    return found
end

-- What lookfor(text) prints.
function lookfor.text(wanted)
    local found = lookfor.find(wanted)
    if #found == 0 then
        local names = help.nearest(wanted)
        return ('Nothing speaks of "%s".'):format(wanted) .. (#names > 0 and " Near it: " .. table.concat(names, ", ") .. "." or "")
    end
    local shown = table.move(found, 1, math.min(MOST, #found), 1, {})
    local lines = {}
    render.list(lines, ('"%s"'):format(wanted), shown, function(item) return item.name end)
    if #found > MOST then lines[#lines + 1] = ("  and %d more; say more words"):format(#found - MOST) end
    return (table.concat(lines, "\n"):gsub("^\n", ""))
end

function lookfor.lookfor(wanted)
    help.print(lookfor.text(arguments.at("lookfor", 1):text(wanted, "text to look for")))
end

return lookfor
