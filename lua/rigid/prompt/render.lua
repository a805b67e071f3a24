-- Entries of the reference as text, filled into lines as wide as the terminal, but not wider than reads well.
local letters = require "rigid.display.letters"
local settings = require "rigid.display.settings"
local signatures = require "rigid.prompt.signatures"

local render = {}

local WIDEST <const> = 88

function render.width() return math.min(WIDEST, settings.columns()) end

-- ---- text -----------------------------------------------------------------------------------------------------------

-- The lines that words fill: the first begins with `first`, the others with `indent`.
local function fill_lines(lines, text, first, indent)
    local line, has_words = first, false
    for word in text:gmatch "%S+" do
        if has_words and letters.length(line) + 1 + letters.length(word) > render.width() then
            table.insert(lines, line)
            line, has_words = indent, false
        end
        line, has_words = line .. (has_words and " " or "") .. word, true
    end
    table.insert(lines, has_words and line or nil)
end

-- Paragraphs filled into lines, each item of a list ("- `name`: ..", on a line of its own) hanging from its first word; the quotes of code are for pages.
function render.fill(text, first, indent)
    local lines, listed = {}, false
    for paragraph in (text:gsub("`", "") .. "\n"):gmatch "(.-)\n" do
        local item = paragraph:match "^%- (.*)$"
        if listed and not item and paragraph:find "%S" then table.insert(lines, "") end
        if paragraph:find "%S" then listed = item ~= nil end
        fill_lines(lines, item or paragraph, item and indent .. "- " or first, item and indent .. "    " or indent)
        if paragraph:find "%S" then first = indent end
    end
    return table.concat(lines, "\n")
end

-- The first sentence of a text.
local function summary(text)
    return text:match "^(.-%.)%s" or text
end

local PARTS <const> = {"[;:]%s", ",%s", "%s[(–]", " which ", " that ", " where ", " whose ", " as ", " with ", " for ", " from ", " by ", " and ",
    " or ", " in ", " of ", " at ", " to ", " about ", " on "}

local DANGLING <const> = {} -- what a phrase does not end with
for word in ("a an the of to from by with and or that which whose at in on about as where for is are be"):gmatch "%a+" do DANGLING[word] = true end

-- A sentence that ends within the room: the whole, or its beginning up to where a part of it ends.
function render.short(text, room)
    local sentence = summary(text)
    if letters.length(sentence) <= room then return sentence end
    for _, part in ipairs(PARTS) do
        local best, from = nil, 1
        while true do
            local at = sentence:find(part, from)
            if not at or letters.length(sentence:sub(1, at - 1)) >= room then break end
            local before = sentence:sub(1, at - 1)
            local _, opened = before:gsub("%(", "")
            local _, closed = before:gsub("%)", "")
            if opened == closed and not DANGLING[before:match "(%a+)$"] then best = before end
            from = at + 1
        end
        if best and letters.length(best) >= room // 3 then return best .. "." end
    end
    return sentence:sub(1, utf8.offset(sentence, room - 2) - 1):gsub("%s+%S*$", "") .. " ..."
end

-- "  name   the first sentence of its text", as far as it fits; below the name where that is too long for its column.
local function listed(name, text, column)
    local space = letters.length(name) <= column and (" "):rep(column - letters.length(name)) or "\n" .. (" "):rep(column + 2)
    return "  " .. name .. space .. "  " .. render.short(text, render.width() - column - 4)
end

local NARROW <const> = 50 -- columns with no room for what stands beside a name

function render.list(lines, title, list, called)
    if #list == 0 then return end
    if render.width() < NARROW then
        table.insert(lines, "\n" .. title)
        for _, entry in ipairs(list) do table.insert(lines, letters.cut("  " .. called(entry), render.width() - 1, "...")) end
        return
    end
    local column, widest = 0, render.width() < WIDEST and 28 or 38
    for _, entry in ipairs(list) do column = math.max(column, math.min(widest, letters.length(called(entry)))) end
    table.insert(lines, "\n" .. title)
    for _, entry in ipairs(list) do table.insert(lines, listed(called(entry), entry.text or "", column)) end
end

-- ---- entries as text ------------------------------------------------------------------------------------------------

-- How an entry is called, in lines for the terminal.
function render.signatures(entry)
    local lines = signatures.ways(entry)
    if #lines == 0 then lines[1] = entry.name end
    for i, line in ipairs(lines) do lines[i] = render.fill(line, "", "    ") end
    return table.concat(lines, "\n")
end

-- A parameter, a result or a field.
local function describe(item, label)
    local text = label .. " (" .. item.type .. (item.optional and ", optional" or "") .. ")"
    return render.fill(text .. (item.text ~= "" and ": " .. item.text or ""), "  ", "      ")
end

-- Lines of code, indented; those that are too wide are broken between words that are in no string.
local function code_lines(text)
    local lines, width = {}, render.width()
    for given in (text .. "\n"):gmatch "(.-)\n" do
        local lead, line = "  " .. given:match "^%s*", "  " .. given
        while letters.length(line) > width do
            local cut, quoted
            for at = #lead + 1, math.min(#line, width) do
                local c = line:sub(at, at)
                if c == '"' then quoted = not quoted end
                if c == " " and not quoted and at > #lead + 6 then cut = at end
            end
            local comment = cut and line:sub(1, cut):find "%-%-"
            if not cut then break end
            lines[#lines + 1] = line:sub(1, cut - 1)
            line = lead .. (comment and "-- " or "    ") .. line:sub(cut + 1)
        end
        lines[#lines + 1] = line
    end
    return table.concat(lines, "\n")
end

-- One entry, whole.
function render.entry(entry)
    local lines = {render.signatures(entry), ""}
    local function add(text) table.insert(lines, text) end
    if entry.text then add(render.fill(entry.text, "  ", "  ")) end
    if #entry.params + #entry.returns + #entry.fields > 0 then add "" end
    for _, item in ipairs(entry.params) do add(describe(item, item.name)) end
    for _, item in ipairs(entry.returns) do add(describe(item, "returns" .. (item.name and " " .. item.name or ""))) end
    for _, item in ipairs(entry.fields) do add(describe(item, item.name)) end
    if #entry.operators > 0 then add "\nOperators" end
    for _, operator in ipairs(entry.operators) do add("  " .. signatures.operation(operator, entry.name)) end
    if entry.errors then add("\nErrors\n" .. render.fill(entry.errors, "  ", "  ")) end
    if entry.example then add("\nExample\n" .. code_lines(entry.example)) end
    if entry.source then add("\nSource\n" .. render.fill(entry.source, "  ", "  ")) end
    return table.concat(lines, "\n")
end

-- A topic, whole: its title, its prose filled, its lists as they are.
function render.topic(topic)
    local lines, prose = {topic.name .. ": " .. topic.title, ""}, {}
    local function flush()
        if #prose > 0 then lines[#lines + 1] = render.fill(table.concat(prose, " "), "  ", "  ") end
        prose = {}
    end
    for _, line in ipairs(topic.lines) do
        if line:find "^  " then
            flush()
            local column = line:match "^%s+%S.-%s%s+()" or line:match "^%s*()"
            lines[#lines + 1] = letters.fill("  " .. line, render.width(), (" "):rep(math.min(column + 1, 30)))
        else
            prose[#prose + 1] = line
        end
    end
    flush()
    return table.concat(lines, "\n")
end

return render
