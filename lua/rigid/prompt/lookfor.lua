-- lookfor "bias": the entries and topics of the reference that a text finds (rigid.prompt.index), a line each, the best first.
local arguments = require "rigid.arguments"
local help = require "rigid.prompt.help"
local index = require "rigid.prompt.index"
local render = require "rigid.prompt.render"

local lookfor = {}

local MOST <const> = 16 -- lines: the screen of 24 shows them

-- All that is written in an entry.
local function text_of(entry)
    local parts = {entry.text or "", entry.errors or "", entry.source or ""}
    for _, list in ipairs {entry.params, entry.returns, entry.fields} do
        for _, item in ipairs(list) do parts[#parts + 1] = item.name and item.name .. " " .. item.text or item.text end
    end
    return table.concat(parts, "\n")
end

local made -- the index, at the first question

local function load_index()
    if made then return made end
    local documents = {}
    for _, entry in ipairs(help.entries()) do
        documents[#documents + 1] = {name = entry.name, short = entry.short, text = text_of(entry), summary = entry.text or ""}
    end
    for _, topic in ipairs(help.topics()) do
        local aliases = {}
        for _, name in ipairs(topic.names) do aliases[name] = true end
        documents[#documents + 1] = {name = topic.name, short = topic.name, summary = "topic: " .. topic.title, aliases = aliases,
            text = topic.title .. "\n" .. table.concat(topic.names, " ") .. "\n" .. table.concat(topic.lines, "\n")}
    end
    made = index.make(documents)
    return made
end

-- What is found, as index.find.
function lookfor.find(wanted) return index.find(load_index(), wanted) end

-- What is said of a thing that rigid does not have; nil where nothing is known.
function lookfor.absent(name) return index.absent(load_index(), name) end

-- What lookfor(text) prints.
function lookfor.text(wanted)
    local found, whole, mistyped = lookfor.find(wanted)
    if #found == 0 then
        local names = help.nearest(wanted)
        return ('Nothing speaks of "%s".'):format(wanted) .. (#names > 0 and " Near it: " .. table.concat(names, ", ") .. "." or "")
    end
    local lines, title = {}, ('"%s"'):format(wanted)
    for _, pair in ipairs(mistyped) do title = title .. (", taking %s for %s"):format(pair[1], pair[2]) end
    if not whole then title = title .. ", not all words" end
    local shown = {}
    for _, item in ipairs(found) do
        if item.absent then
            lines[#lines + 1] = render.fill(item.text, "", "")
        elseif #shown < MOST then
            shown[#shown + 1] = item
        end
    end
    render.list(lines, title, shown, function(item) return item.name end)
    if #found > MOST then lines[#lines + 1] = ("  and %d more; say more words"):format(#found - MOST) end
    return (table.concat(lines, "\n"):gsub("^\n", ""))
end

function lookfor.lookfor(wanted)
    help.print(lookfor.text(arguments.at("lookfor", 1):text(wanted, "text to look for")))
end

return lookfor
