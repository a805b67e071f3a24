-- Where the figures of each link's inertia stand in the text of a Lua model, where they are written out as numbers: in
-- the same form as urdf_text. The text is not run: it is cut into tokens, and table constructors are looked at. What is
-- computed by the script has no place here; what is read wrong is found by loading the edited text again.
local core = require "rigid.core"

local Vec3 = core.Vec3

local lua_text = {}

-- ---- tokens ---------------------------------------------------------------------------------------------------------

-- The end of the long bracket that opens at i; nil where none does.
local function long_bracket(text, i)
    local _, opened, level = text:find("^%[(=*)%[", i)
    if not opened then return nil end
    local _, closed = text:find("]" .. level .. "]", opened + 1, true)
    return closed or #text
end

local function string_end(text, i)
    local quote = text:sub(i, i)
    local at = i
    repeat
        at = text:find("[\\\n" .. quote .. "]", at + 1)
        if not at then return #text end
        local c = text:sub(at, at)
        if c == "\\" then at = at + 1 end
    until c ~= "\\"
    return at
end

-- Kind and end of the token at i, where no blank and no comment is.
local function token_at(text, i)
    local c = text:sub(i, i)
    if c == '"' or c == "'" then return "string", string_end(text, i) end
    if c == "[" then
        local closed = long_bracket(text, i)
        if closed then return "string", closed end
    end
    local _, last = text:find("^%.?%d[%w_.]*", i)
    if last then
        local _, far = text:find("^[+-]%d+", last + 1) -- 1e-3, but not 0xe - 3
        local exponent = text:sub(last, last):find(text:find("^0[xX]", i) and "[pP]" or "[eE]")
        return "number", exponent and far or last
    end
    _, last = text:find("^[%a_][%w_]*", i)
    if last then return "name", last end
    return c, i
end

-- What a string says, if it has no escapes.
local function string_value(text)
    local quoted = text:match "^[\"']([^\\]*)[\"']$"
    return quoted or text:match "^%[(=*)%[" and text:gsub("^%[=*%[\r?\n?", ""):gsub("%]=*%]$", "") or nil
end

-- Call take(kind, first, last, line) for each token.
local function tokens(text, take)
    local i, line, counted = 1, 1, 1
    if text:find "^\xEF\xBB\xBF" then i = 4 end
    if text:find("^#", i) then i = text:find("\n", i, true) or #text + 1 end
    while true do
        i = text:find("%S", i)
        if not i then return end
        if text:sub(i, i + 1) == "--" then
            i = (long_bracket(text, i + 2) or (text:find("\n", i, true) or #text + 1) - 1) + 1
        else
            for _ in text:sub(counted, i - 1):gmatch "\n" do line = line + 1 end
            counted = i
            local kind, last = token_at(text, i)
            take(kind, i, last, line)
            i = last + 1
        end
    end
end

-- ---- tables ---------------------------------------------------------------------------------------------------------

-- All table constructors of the text, each {line, fields}: a field by its name or number is {kind = "number" or "string",
-- value, first, last, line}, or such a table; what is computed is left out.
local function constructors(text)
    local all, stack = {}, {{fields = {}, count = 0, depth = 0}}
    local function finish(open) -- the field that is being read, if it is one value
        local value = open.value
        if open.parts == 1 and value then
            local key = open.key
            if not key then
                open.count = open.count + 1
                key = open.count
            end
            open.fields[key] = value
        elseif open.parts and open.parts > 0 and not open.key then
            open.count = open.count + 1
        end
        open.key, open.value, open.parts, open.minus, open.word = nil, nil, 0, nil, nil
    end
    local function part(open, value)
        open.parts = (open.parts or 0) + 1
        open.value = value
    end
    tokens(text, function(kind, first, last, line)
        local open = stack[#stack]
        if kind == "{" then
            stack[#stack + 1] = {fields = {}, count = 0, parts = 0, depth = 0, line = line}
        elseif kind == "}" and #stack > 1 then
            finish(open)
            stack[#stack] = nil
            all[#all + 1] = open
            part(stack[#stack], open)
        elseif kind == "(" or kind == ")" then
            open.depth = open.depth + (kind == "(" and 1 or -1)
            part(open, nil)
        elseif (kind == "," or kind == ";") and open.depth == 0 then
            finish(open)
        elseif kind == "=" and open.word and open.parts == 1 then
            open.key, open.parts, open.value, open.word = open.word, 0, nil, nil
        elseif kind == "name" then
            part(open, nil)
            open.word = text:sub(first, last)
        elseif kind == "-" and open.parts == 0 and not open.minus then
            open.minus = first
        elseif kind == "number" then
            local number = tonumber(text:sub(first, last))
            if open.minus then number, first = number and -number, open.minus end
            part(open, number and {kind = "number", value = number, first = first, last = last, line = line})
        elseif kind == "string" then
            local value = string_value(text:sub(first, last))
            part(open, value and {kind = "string", value = value, line = line})
        else
            part(open, nil)
        end
    end)
    return all
end

-- ---- inertias -------------------------------------------------------------------------------------------------------

local ENTRIES <const> = {ixx = {{1, 1}}, ixy = {{1, 2}, {2, 1}}, ixz = {{1, 3}, {3, 1}}, iyy = {{2, 2}}, iyz = {{2, 3}, {3, 2}}, izz = {{3, 3}}}
local LISTED <const> = require("rigid.doctor.figures").TENSOR

local function number(t, key)
    local field = t and t.fields and t.fields[key]
    return field and field.kind == "number" and field or nil
end

-- The places of a figure that stands in one or two of the fields.
local function figure(fields, text)
    local first, places = fields[1], {}
    for i, field in ipairs(fields) do
        if field.value ~= first.value then return nil end
        places[i] = {field.first, field.last}
    end
    return {line = first.line, number = first.value + 0.0, text = text:sub(first.first, first.last), places = places}
end

-- Add the figures of a tensor as rows, by names, or as a list of three or six.
local function take_tensor(figures, tensor, text)
    if not tensor or not tensor.fields then return end
    for name, entries in pairs(ENTRIES) do
        local fields = {}
        for i, at in ipairs(entries) do fields[i] = number(tensor.fields[at[1]], at[2]) end
        if #fields < #entries then fields = {number(tensor, name:sub(2))} end
        if #fields > 0 then figures[name] = figure(fields, text) end
    end
    for i, name in ipairs(LISTED) do
        local field = number(tensor, i)
        if field then figures[name] = figure({field}, text) end
    end
end

local function com_of(body, mass)
    local said = body.fields.com or body.fields.com_moment
    local x, y, z = number(said, 1), number(said, 2), number(said, 3)
    if not (x and y and z) then return {0, 0, 0} end
    local by = said == body.fields.com_moment and mass and mass.value or 1
    local c = Vec3(x.value, y.value, z.value) / by
    return {c.x, c.y, c.z}
end

local function read_body(body, text, line)
    local link = {line = line, figures = {}}
    local mass, about = number(body, "mass"), body.fields.about
    link.com = com_of(body, mass)
    if mass then link.figures.mass = figure({mass}, text) end
    link.about = about and about.value or "com"
    take_tensor(link.figures, body.fields.inertia, text)
    return link
end

-- By name of the link, as urdf_text.read, for links whose name is written out once.
function lua_text.read(text)
    local links, twice = {}, {}
    for _, open in ipairs(constructors(text)) do
        local name, body = open.fields.name, open.fields.body or open.fields.inertia
        if name and name.kind == "string" and (open.fields.parent or open.fields.joint or body) then
            if links[name.value] then twice[name.value] = true end
            local here = body and body.fields and body or nil
            links[name.value] = here and read_body(here, text, here.line) or {line = name.line, figures = {}, com = {0, 0, 0}}
        end
    end
    for name in pairs(twice) do links[name] = nil end
    return links
end

-- The text with other values at the places of the edits {first, last, text}, sorted by place.
function lua_text.edited(text, edits)
    local pieces, at = {}, 1
    for _, edit in ipairs(edits) do
        pieces[#pieces + 1] = text:sub(at, edit[1] - 1)
        pieces[#pieces + 1] = edit[3]
        at = edit[2] + 1
    end
    pieces[#pieces + 1] = text:sub(at)
    return table.concat(pieces)
end

return lua_text
