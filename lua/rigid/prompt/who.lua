-- who(): the names that the user made, globals and locals of the session, a line each: name, kind, size, and as much of the
-- value as fits. What Lua, the module and the program put there is left out, unless the user put something else in its
-- place. Nothing is called but tostring.
local display = require "rigid.display"
local letters = require "rigid.display.letters"
local settings = require "rigid.display.settings"
local rigid = require("rigid.registry").public
local standard = require "rigid.environment"

local who = {}

-- Whether a global is there from the beginning.
local function is_given(name, value)
    return name == "_" or name == "arg" or name == "_G" and type(value) == "table"
        or rawequal(standard[name], value) or rawequal(package.loaded[name], value) or rawequal(rigid[name], value)
        or rawequal(value, rigid) or rawequal(value, display.fitted_print)
        or name == "require" and type(value) == "function" and debug.getinfo(value, "S").what == "C"
end

local function parameters(f)
    local names, info = {}, debug.getinfo(f, "u")
    for i = 1, info.nparams do names[i] = debug.getlocal(f, i) end
    if info.isvararg then names[#names + 1] = "..." end
    return "(" .. table.concat(names, ", ") .. ")"
end

local SIZES <const> = {
    Matrix = function(m) return ("%dx%d"):format(m:rows(), m:cols()) end,
    Vector = function(v) return tostring(#v) end,
    Model = function(m) return ("nv %d"):format(m:nv()) end,
    Log = function(log) return tostring(#log) end,
}

local function count(t)
    local n = 0
    for _ in next, t do n = n + 1 end
    return n
end

-- The kind of a value, its size, and its text.
local function describe(value)
    local class = rigid.type(value)
    if class then return class, SIZES[class] and SIZES[class](value) or "" end
    if type(value) == "function" then
        return "function", debug.getinfo(value, "S").what == "C" and "" or parameters(value)
    end
    if type(value) == "string" then return "string", tostring(#value) end
    if type(value) == "table" then
        local metatable = debug.getmetatable(value)
        local name = type(metatable) == "table" and rawget(metatable, "__name")
        return type(name) == "string" and name or "table", tostring(count(value))
    end
    return math.type(value) or type(value), ""
end

-- A value on one line, without the name of its kind and its size in front.
local function short(value, kind, size)
    if type(value) == "function" then return "" end
    local ok, text = pcall(display.value, value)
    if not ok then return "its tostring fails" end
    text = type(value) == "string" and ("%q"):format(text) or text
    text = text:gsub("^" .. kind .. "%f[^%w]", ""):gsub("^%s*[:,]%s*", ""):gsub("%s*\n%s*", "; "):gsub("%s+", " ")
    text = text:gsub("^[%s;]+", "")
    if size ~= "" and text:sub(1, #size) == size and text:find("^[;:] ", #size + 1) then text = text:sub(#size + 3) end
    return display.printable(text)
end

-- The user's names: a list of {name, kind, size, value}, sorted by name. locals: those of the session, which hide globals.
function who.list(env, locals)
    local list, all = {}, {}
    for name, value in next, env do all[name] = value end
    for name, value in next, locals or {} do all[name] = value end
    for name, value in next, all do
        if type(name) == "string" and not is_given(name, value) then
            local kind, size = describe(value)
            list[#list + 1] = {name = name, kind = kind, size = size, value = value}
        end
    end
    table.sort(list, function(a, b) return a.name < b.name end)
    return list
end

-- As much of the text as has room, up to where a part of it ends.
local function fitting(text, room)
    if letters.length(text) <= room then return text end
    local best
    for at in text:gmatch "();" do
        if letters.length(text:sub(1, at - 1)) <= room then best = text:sub(1, at - 1) end
    end
    return best or letters.cut(text, room, "..."):gsub("%s+%S*%.%.%.$", " ...")
end

-- What who() prints.
function who.text(env, locals)
    local list, widths = who.list(env, locals), {4, 4, 4}
    if #list == 0 then return "No variables yet." end
    for i, item in ipairs(list) do
        list[i] = {display.printable(item.name), item.kind, item.size, short(item.value, item.kind, item.size)}
        for column = 1, 3 do widths[column] = math.min(30, math.max(widths[column], letters.length(list[i][column]))) end
    end
    table.insert(list, 1, {"name", "kind", "size", "value"})
    local lines = {}
    for i, row in ipairs(list) do
        local cells = {}
        for column = 1, 3 do
            cells[column] = row[column] .. (" "):rep(widths[column] - letters.length(row[column]))
        end
        local line = "  " .. table.concat(cells, "  ") .. "  "
        lines[i] = (line .. fitting(row[4], settings.columns() - letters.length(line))):gsub("%s+$", "")
    end
    return table.concat(lines, "\n")
end

function who.who() require("rigid.prompt.pager").print(who.text(_G, require("rigid.prompt.scope").seen())) end

return who
