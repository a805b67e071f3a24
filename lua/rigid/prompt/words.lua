-- Words without their parentheses: who and its like, which need nothing, run; of a method or a function it is said how it is
-- called. What would be "function: 0x55d0c8a1b2f0" is never shown.
local core = require "rigid.core"
local display = require "rigid.display"
local globals = require "rigid.prompt.globals"
local places = require "rigid.prompt.places"
local scope = require "rigid.prompt.scope"
local signatures = require "rigid.prompt.signatures"
local standard = require "rigid.environment"
local module = require("rigid.registry").public

local OURS <const> = debug.getinfo(1, "S").source:match "^(.*)/[^/]*/[^/]*$" .. "/"

local words = {}

-- The entry of the reference of a function that is a field of rigid; nil where it is none.
local function word_entry(name)
    local value = globals.get(name)
    if scope.get(name) or type(value) ~= "function" or not rawequal(rawget(module, name), value) then return nil end
    return require("rigid.prompt.help").lookup("rigid." .. name)[1]
end

-- The text of an entry, called where it is a word that needs no argument: "who" is "who()".
function words.called(text)
    local name = text:match "^%s*([%a_][%w_]*)%s*;?%s*$"
    local entry = name and word_entry(name)
    if not entry then return text end
    for _, param in ipairs(entry.params) do
        if not param.optional and param.name ~= "..." then return text end
    end
    return name .. "()"
end

local function arrow(entry)
    local returned = {}
    for i, item in ipairs(entry.returns) do returned[i] = item.type end
    return #returned > 0 and " -> " .. table.concat(returned, ", ") or ""
end

local function told(entry, before)
    local call = before .. signatures.parameters(entry)
    return entry.name .. signatures.parameters(entry) .. arrow(entry) .. " — call it: " .. call
end

-- The method of that name of what stands before it in the text; nil where it has none.
local function method_of(object, name)
    local place = places.of(object, scope.seen())
    local class = place and (place.class or core.type(place.value))
    local entry = class and require("rigid.prompt.help").lookup(class .. ":" .. name)[1]
    return entry and entry.kind == "method" and entry.short == name and entry or nil, class, place
end

-- What is said of "m:total_mass" and "m:", which end where a call or a name belongs, and of "for i in range(3):", which more
-- lines would complete to something else than was meant; nil of any other text.
function words.unfinished(text)
    if text:find "\n" then return nil end
    local habits = require "rigid.prompt.habits"
    local habit = text:find ":%s*$" and habits.of_text(text) or habits.of_waiting(text)
    if habit then return "this is not Lua; " .. habit end
    local object, name = text:match "^(.*[%w_%)%]}\"'])%s*:%s*([%a_][%w_]*)%s*$"
    if not object then
        local mark = text:match "[%w_%)%]}\"']%s*([:.])%s*$"
        return mark and load("return " .. text .. "x()", "=", "t") and ("a name belongs after '%s'; Tab lists what there is"):format(mark) or nil
    end
    if not load("return " .. text .. "()", "=", "t") then return nil end
    local entry, class, place = method_of(object, name)
    if entry then return told(entry, object:match "^%s*(.-)$" .. ":" .. name) end
    if class then
        for _, field in ipairs(places.fields(place)) do
            if field.name == name then return ("%s is a field: %s.%s"):format(name, object:match "^%s*(.-)$", name) end
        end
        for _, source in ipairs(places.sources(place)) do
            if rawget(source, name) ~= nil then return ("a method is called with parentheses: %s()"):format(text:match "^%s*(.-)%s*$") end
        end
        return "attempt to call a nil value (method '" .. name .. "')"
            .. require("rigid.prompt.hints").of_run("attempt to call a nil value (method '" .. name .. "')", text)
    end
    return ("a method is called with parentheses: %s()"):format(text:match "^%s*(.-)%s*$")
end

-- A function as the prompt shows it, in one line; text: the entry whose value it is.
function words.of_function(f, text)
    local help = require "rigid.prompt.help"
    local object, name = (text or ""):match "^%s*(.*[%w_%)%]}\"'])%s*%.%s*([%a_][%w_]*)%s*$"
    local method = object and method_of(object, name)
    if method then return told(method, object .. ":" .. name) end
    local entry = help.of_function(f)[1]
    if entry then
        local path = (text or ""):match "^%s*([%a_][%w_.]*)%s*$"
        return told(entry, entry.kind == "method" and "x:" .. entry.short or path or entry.name)
    end
    local info = debug.getinfo(f, "S")
    local ours = info.source:find(OURS, 1, true) == 1
    if info.what == "C" or ours then return (help.text(ours and standard.print or f):match "^[^\n]*") end
    return ("%s, from %s, line %d"):format(display.value(f), info.source:sub(2), info.linedefined)
end

return words
