-- Completion of names at the prompt: globals and keywords, fields of tables, methods of every value, and the names in
-- help "...". It is pure: nothing the user wrote is called, no __index function runs, so that a Tab changes nothing and
-- never fails. What a call would return is looked up in the reference, so that Vec3(1, 2, 3):no<Tab> and
-- M:shift(p):ma<Tab> work too.
local complete = {}

local keywords = require("rigid.display").keywords
local getmetatable, rawget, next, type = debug.getmetatable, rawget, next, type

local CHAIN = 100 -- an __index chain longer than this is a loop

-- ---- what is known of a value ---------------------------------------------------------------------------------------
-- A place is {value = v}, or {methods = t} for a value that is not there yet but whose class is known.

-- The tables in which v[name] is looked for, in order.
local function sources(place)
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
    for _, source in ipairs(sources(place)) do
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

-- What calling the place gives: an instance of the class, or what the reference says of the function.
local function result(place)
    local methods = instance_methods(place.value)
    if methods then return {methods = methods} end
    if type(place.value) ~= "function" then return nil end
    local entry = require("rigid.prompt.help").of_function(place.value)[1]
    local returned = entry and entry.returns[1]
    local name = returned and returned.type:match "^[%a_][%w_]*"
    methods = name and instance_methods(rawget(package.loaded.rigid or {}, name))
    return methods and {methods = methods}
end

-- ---- reading the line -----------------------------------------------------------------------------------------------

local OPENS = {[")"] = "(", ["]"] = "[", ["}"] = "{"}

-- For every bracket and quote that closes, where it was opened; and if the text ends within a string or a comment, its
-- quote (true for a comment or a long string) and where its contents begin.
local function scan(text)
    local open, partner, at = {}, {}, 1
    while at <= #text do
        local c = text:sub(at, at)
        local long = text:match("^%-%-%[(=*)%[", at) or text:match("^%[(=*)%[", at)
        if long then
            local _, close = text:find("]" .. long .. "]", at, true)
            if not close then return partner, true, at end
            at = close
        elseif text:find("^%-%-", at) then
            return partner, true, at
        elseif c == '"' or c == "'" then
            local close = at + 1
            while close <= #text and text:sub(close, close) ~= c do
                close = close + (text:sub(close, close) == "\\" and 2 or 1)
            end
            if close > #text then return partner, c, at + 1 end
            partner[close], at = at, close
        elseif c:find "[%(%[{]" then
            open[#open + 1] = at
        elseif OPENS[c] then
            partner[at] = table.remove(open)
        end
        at = at + 1
    end
    return partner, nil, nil
end

local locate

-- The value of a[1] or a["name"], whose bracket opens there.
local function locate_index(text, opening, env, partner)
    local place = locate(text:sub(1, opening - 1), env, partner)
    local key = text:match("^%[%s*(%d+)%s*%]$", opening)
    key = key and math.tointeger(tonumber(key)) or text:match("^%[%s*[\"']([^\\]*)[\"']%s*%]$", opening)
    return place and key and index(place, key) or nil
end

-- The value of what ends with a bracket or a quote: an index, a call, a string, a name or a string in parentheses.
local function locate_bracket(text, env, partner)
    local opening, last = partner[#text], text:sub(-1)
    if not opening then return nil end
    if last == "]" then return locate_index(text, opening, env, partner) end
    local before = text:sub(1, opening - 1):match "^(.-)%s*$"
    local called = before:match "[%w_]+$"
    if (called and not keywords[called]) or before:find "[%)%]]$" then
        local callee = locate(before, env, partner)
        return callee and result(callee)
    end
    if last == '"' or last == "'" then return {value = ""} end
    local path = last == ")" and text:match("^%(%s*([%a_][%w_.]*)%s*%)$", opening)
    if path then return locate(path, env, partner) end
    return last == ")" and text:find("^%(%s*[\"'][^\"']*[\"']%s*%)$", opening) and {value = ""} or nil
end

-- The value of the expression that ends the text, or nil.
function locate(text, env, partner)
    text = text:match "^(.-)%s*$"
    if text:find "[%)%]}\"']$" then return locate_bracket(text, env, partner) end
    local before, name = text:match "^(.-)([%a_][%w_]*)$"
    if not name or keywords[name] or before:find "[%w_]$" then return nil end
    before = before:match "^(.-)%s*$"
    if before:find "%.%.$" or not before:find "[.:]$" then return index({value = env}, name) end
    local place = locate(before:sub(1, -2), env, partner)
    return place and index(place, name)
end

-- ---- the candidates -------------------------------------------------------------------------------------------------

-- The names of a place that begin with the prefix; those that begin with _ only where it does.
local function names_in(place, prefix, only_callable, found)
    for _, source in ipairs(sources(place)) do
        for name, value in next, source do
            if type(name) == "string" and name:find "^[%a_][%w_]*$" and name:sub(1, #prefix) == prefix
                and (prefix ~= "" or name:sub(1, 1) ~= "_") and (not only_callable or type(value) == "function") then
                found[name] = true
            end
        end
    end
    return found
end

local function sorted(found)
    local list = {}
    for name in next, found do list[#list + 1] = name end
    table.sort(list)
    return list
end

-- help "Spat<Tab>
local function documented_names(prefix)
    local found = {}
    for _, name in ipairs(require("rigid.prompt.help").names()) do
        if name:sub(1, #prefix) == prefix then found[name] = true end
    end
    return sorted(found)
end

-- The names that could stand at the end of the text, sorted, and where in the text the name they replace begins.
-- env is the table of globals.
function complete.names(text, env)
    local partner, quote, from = scan(text)
    if quote then
        local asks_help = text:sub(1, from - 1):find "%f[%w_]help%s*%(?%s*[\"']$"
        return asks_help and documented_names(text:sub(from)) or {}, from
    end
    local start, prefix = text:match "()([%a_]?[%w_]*)$"
    local before = text:sub(1, start - 1):match "^(.-)%s*$"
    local separator = before:match "[.:]$"
    if before:find "%.%.$" then separator = nil end -- a concatenation
    if before:find "::$" or (before:find "%d%.$" and not before:find "[%a_][%w_]*%.$") then return {}, start end
    if not separator then
        local found = names_in({value = env}, prefix, false, {})
        for word in next, keywords do
            if word:sub(1, #prefix) == prefix then found[word] = true end
        end
        return sorted(found), start
    end
    local place = locate(before:sub(1, -2), env, partner)
    return place and sorted(names_in(place, prefix, separator == ":", {})) or {}, start
end

return complete
