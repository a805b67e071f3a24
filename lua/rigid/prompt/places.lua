-- What stands in a line that is being typed, found without running anything of the user's: values by their names, fields and
-- indices, read raw; what a call would return, by the reference; bodies and joints of a model, which are looked up.
-- A place is {value = v}, or {methods = t, class = name} for a value that is not there yet but whose class is known.
local places = {}

local core = require "rigid.core"
local keywords = require("rigid.display").keywords
local tokens = require "rigid.prompt.tokens"
local getmetatable, rawget, type = debug.getmetatable, rawget, type

local CHAIN = 100 -- an __index chain longer than this is a loop
local LONGEST <const> = 300 -- letters that are looked at for a name at the end of a text: a pattern that ends there begins at each of them

-- ---- what is known of a value ---------------------------------------------------------------------------------------

-- "Body" or "Joint" of a place that holds such a handle: its fields are looked up by code of ours, that changes nothing.
function places.handle(place)
    local value = place.value
    local metatable = type(value) == "table" and getmetatable(value)
    local name = type(metatable) == "table" and rawget(metatable, "__name")
    if name ~= "Body" and name ~= "Joint" then return nil end
    return select(2, require("rigid.model.handles").record(value, name)) and name or nil
end

-- The tables in which v[name] is looked for, in order.
function places.sources(place)
    if place.methods then return {place.methods} end
    local list, value = {}, place.value
    for _ = 1, CHAIN do
        if type(value) == "table" then list[#list + 1] = value end
        local metatable = getmetatable(value)
        if type(metatable) ~= "table" then break end
        local methods, index = rawget(metatable, "__methods"), rawget(metatable, "__index")
        if type(methods) == "table" then list[#list + 1] = methods end
        if type(index) ~= "table" then break end
        value = index
    end
    return list
end

local function index(place, key)
    if places.handle(place) then
        local found, value = pcall(function() return place.value[key] end)
        return found and value ~= nil and {value = value} or nil
    end
    for _, source in ipairs(places.sources(place)) do
        local value = rawget(source, key)
        if value ~= nil then return {value = value} end
    end
end

-- The methods of the instances of a class, by its table.
local function instance_methods(class)
    local metatable = type(class) == "table" and getmetatable(class)
    local instance = type(metatable) == "table" and rawget(metatable, "__instance")
    return type(instance) == "table" and rawget(instance, "__methods") or nil
end

-- The fields of an instance that the reference names, by the class of a place.
function places.fields(place)
    local class = place.class or core.type(place.value)
    local entry = class and require("rigid.prompt.help").lookup(class)[1]
    return entry and entry.kind == "class" and entry.fields or {}
end

-- What calling the place gives: an instance of the class, or what the reference says of the function.
local function result(place)
    local methods = instance_methods(place.value)
    if methods then
        for name, class in next, core do
            if rawequal(class, place.value) then return {methods = methods, class = name} end
        end
        return {methods = methods}
    end
    if type(place.value) ~= "function" then return nil end
    local entry = require("rigid.prompt.help").of_function(place.value)[1]
    local returned = entry and entry.returns[1]
    local name = returned and returned.type:match "^[%a_][%w_]*"
    methods = name and instance_methods(rawget(core, name))
    return methods and {methods = methods, class = name}
end

-- m:body "arm" and m:joint "elbow" of a model that is there.
local function looked_up(object, method, name)
    if (method ~= "body" and method ~= "joint") or not object or core.type(object.value) ~= "Model" then return nil end
    local found, handle = pcall(instance_methods(core.Model)[method], object.value, name)
    return found and {value = handle} or nil
end

-- ---- reading the line -----------------------------------------------------------------------------------------------

local OPENS <const> = {[")"] = "(", ["]"] = "[", ["}"] = "{"}

-- For every bracket and quote that closes, where it was opened: partner. The brackets that are open at the end, the
-- innermost last: open, a list of {at, commas = how many at that level}. And if the text ends within a string or a comment:
-- quote, true for a comment or a long string, and from, where its contents begin.
function places.scan(text)
    local open, partner, at = {}, {}, 1
    local function ended(quote, from) return {partner = partner, open = open, quote = quote, from = from, text = text} end
    while at <= #text do
        local c = text:sub(at, at)
        local long = text:match("^%-%-%[(=*)%[", at) or text:match("^%[(=*)%[", at)
        if long then
            local _, close = text:find("]" .. long .. "]", at, true)
            if not close then return ended(true, at) end
            at = close
        elseif text:find("^%-%-", at) then
            local close = text:find("\n", at, true)
            if not close then return ended(true, at) end
            at = close
        elseif c == '"' or c == "'" then
            local close = at + 1
            while close <= #text and text:sub(close, close) ~= c do
                close = close + (text:sub(close, close) == "\\" and 2 or 1)
            end
            if close > #text then return ended(c, at + 1) end
            partner[close], at = at, close
        elseif c:find "[%(%[{]" then
            open[#open + 1] = {at = at, commas = 0}
        elseif OPENS[c] then
            local opening = table.remove(open)
            partner[at] = opening and opening.at
        elseif (c == "," or c == ";") and #open > 0 then
            open[#open].commas = open[#open].commas + 1
        end
        at = at + 1
    end
    return ended(nil, nil)
end

local locate

-- The value of a[1] or a["name"], whose bracket opens there.
local function locate_index(text, opening, env, partner)
    local place = locate(text:sub(1, opening - 1), env, partner)
    local key = text:match("^%[%s*(%d+)%s*%]$", opening)
    key = key and math.tointeger(tonumber(key)) or text:match("^%[%s*[\"']([^\\]*)[\"']%s*%]$", opening)
    return place and key and index(place, key) or nil
end

-- What a call of `before` gives, with the argument as it is written.
local function locate_call(before, argument, env, partner)
    local name = argument:match "^%(?%s*[\"']([^\"'\\]*)[\"']%s*%)?$"
    local object, method = before:match "^(.*):%s*([%a_][%w_]*)$"
    local handle = name and object and looked_up(locate(object, env, partner), method, name)
    if handle then return handle end
    local callee = locate(before, env, partner)
    return callee and result(callee)
end

-- Whether a text ends with what can be called.
function places.ends_callable(text)
    local word = text:match("[%w_]+$", -LONGEST)
    return (word and not keywords[word] and not word:find "^%d" or text:find "[%)%]]$") and true or false
end

-- ---- what operators give --------------------------------------------------------------------------------------------

-- Binary operators by what they are called in the reference, and how they bind.
local OPERATORS <const> = {
    ["+"] = {"add", 1}, ["-"] = {"sub", 1}, ["*"] = {"mul", 2}, ["/"] = {"div", 2}, ["//"] = {"idiv", 2}, ["%"] = {"mod", 2}, ["^"] = {"pow", 3},
}

-- The operator that is done last in a list of words: its index; nil where there is none outside of brackets.
local function last_operator(list)
    local best, depth = nil, 0
    for i, word in ipairs(list) do
        local sign = word.kind == "sign" and word.text
        if sign and sign:find "^[%(%[{]$" then depth = depth + 1 end
        if sign and sign:find "^[%)%]}]$" then depth = depth - 1 end
        local before = list[i - 1]
        local operand = before and (before.kind ~= "sign" or before.text:find "^[%)%]}]$") and before.text ~= "not"
        if sign and depth == 0 and operand and OPERATORS[sign] then
            if not best or OPERATORS[sign][2] <= OPERATORS[list[best].text][2] then best = i end
        end
    end
    return best
end

-- What the operator of that name gives of two operands, by the reference; a number on the left is as one on the right.
local function operated(name, left, right)
    if left == "number" and right == "number" then return "number" end
    if left == "number" then left, right = right, left end
    local entry = require("rigid.prompt.help").lookup(left)[1]
    local any
    for _, operator in ipairs(entry and entry.operators or {}) do
        local known, operand, gives = operator:match "^(%a+)%(([^%)]*)%): ([%a_][%w_]*)"
        if known == name then
            if operand == right or (" | " .. operand .. " | "):find(" | " .. right .. " | ", 1, true) then return gives end
            any = not any and gives or any == gives and any or nil
        end
    end
    return right == nil and any or nil
end

-- The class of the value of an expression, "number" of numbers; nil where it cannot be told.
local function class_of(text, env)
    local list = tokens.of(text)
    local at = last_operator(list)
    if at then
        local left, right = class_of(text:sub(1, list[at].first - 1), env), class_of(text:sub(list[at].last + 1), env)
        return left and right and operated(OPERATORS[list[at].text][1], left, right)
    end
    text = text:match "^%s*%-?%s*(.-)%s*$"
    if tonumber(text) then return "number" end
    local place = places.of(text, env)
    if not place then return nil end
    return place.class or core.type(place.value) or type(place.value) == "number" and "number" or nil
end

local UNKNOWN <const> = {["and"] = true, ["or"] = true, ["not"] = true, ["=="] = true, ["~="] = true, ["<"] = true, [">"] = true, ["<="] = true,
    [">="] = true, [".."] = true, ["#"] = true, [","] = true, ["~"] = true, ["&"] = true, ["|"] = true}

-- What stands in parentheses, as a place: by its operators, else as a whole.
local function locate_inside(inside, env)
    local list, depth = tokens.of(inside), 0
    for _, word in ipairs(list) do
        if word.kind == "sign" and word.text:find "^[%(%[{]$" then depth = depth + 1 end
        if word.kind == "sign" and word.text:find "^[%)%]}]$" then depth = depth - 1 end
        if depth == 0 and word.kind ~= "string" and UNKNOWN[word.text] then return nil end
    end
    if not last_operator(list) then return places.of(inside:match "^%s*%-?(.-)$", env) end
    local class = class_of(inside, env)
    local methods = class and instance_methods(rawget(core, class))
    return methods and {methods = methods, class = class} or nil
end

-- The value of what ends with a bracket or a quote: an index, a call, a string, a name or a string in parentheses.
local function locate_bracket(text, env, partner)
    local opening, last = partner[#text], text:sub(-1)
    if not opening then return nil end
    if last == "]" then return locate_index(text, opening, env, partner) end
    local before = text:sub(1, opening - 1):match "^(.-)%s*$"
    if places.ends_callable(before) then return locate_call(before, text:sub(opening), env, partner) end
    if last == '"' or last == "'" then return {value = ""} end
    local path = last == ")" and text:match("^%(%s*([%a_][%w_.]*)%s*%)$", opening)
    if path then return locate(path, env, partner) end
    local inside = last == ")" and text:sub(opening + 1, -2)
    local place = inside and locate_inside(inside, env)
    if place then return place end
    return last == ")" and text:find("^%(%s*[\"'][^\"']*[\"']%s*%)$", opening) and {value = ""} or nil
end

-- The value of the expression that ends the text, or nil.
function locate(text, env, partner)
    text = text:match "^.*%S" or ""
    if text:find "[%)%]}\"']$" then return locate_bracket(text, env, partner) end
    local at, name = text:match("()([%a_][%w_]*)$", -LONGEST)
    local before = text:sub(1, (at or 1) - 1)
    if not name or keywords[name] or before:find "[%w_]$" then return nil end
    before = before:match "^.*%S" or ""
    if before:find "%.%.$" or not before:find "[.:]$" then return index({value = env}, name) end
    local place = locate(before:sub(1, -2), env, partner)
    return place and index(place, name)
end
places.locate = locate

-- The place of a whole text, such as M.shift; env is the table of globals.
function places.of(text, env) return locate(text, env, places.scan(text).partner) end

return places
