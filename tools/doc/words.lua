-- What the search of the pages shares with lookfor: the rules of stems, the words that say nothing, and what things are called, as
-- a script that sets window.RIGID_WORDS.
local concepts = require "rigid.prompt.concepts"
local index = require "rigid.prompt.index"

local words = {}

local function json(value)
    if type(value) == "string" then
        return '"' .. value:gsub('[%c"\\<\127]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
    end
    if type(value) ~= "table" then return tostring(value) end
    local parts = {}
    if #value > 0 or next(value) == nil then
        for i, item in ipairs(value) do parts[i] = json(item) end
        return "[" .. table.concat(parts, ",") .. "]"
    end
    for _, key in ipairs {"rules", "stops", "concepts", "phrases", "names", "also", "absent"} do
        if value[key] ~= nil then parts[#parts + 1] = json(key) .. ":" .. json(value[key]) end
    end
    return "{" .. table.concat(parts, ",") .. "}"
end

local function listed(text)
    local list = {}
    for word in (text or ""):gmatch "%S+" do list[#list + 1] = word end
    return list
end

-- The script.
function words.text()
    local stops, list = {}, {}
    for word in pairs(index.STOPS) do stops[#stops + 1] = word end
    table.sort(stops)
    for i, concept in ipairs(concepts) do
        list[i] = {phrases = index.phrases_of(concept), names = listed(concept[2]), also = listed(concept.also), absent = concept.absent}
    end
    return "window.RIGID_WORDS=" .. json {rules = index.RULES, stops = stops, concepts = list} .. ";\n"
end

return words
