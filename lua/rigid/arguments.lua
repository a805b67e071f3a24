-- Arguments of the functions that are written in Lua, checked and refused in the words of those written in C:
--   bad argument #1 to 'add_body' (field 'joint.axis': unit vector expected, got (0, 0, 2) of length 2)
-- A place is where a value stands: the function, the number of the argument, and in it perhaps a field. Its methods
-- return what they were given, made into what was asked for, or raise an error at the caller's line, outside of these
-- files. Tables are read raw: nothing of the caller's runs while we look.
local core = require "rigid.core"
local errors = require "rigid.errors"
local nearest = require "rigid.nearest"
local inner = debug.getmetatable(core).inner

local arguments = {hint = nearest.hint}

local HUGE <const> = math.huge
local plain <const> = inner.locale.plain

-- The level of the innermost line that is not of these files, as seen from our caller; nil where there is none.
local function outside()
    local level = 3
    local info = debug.getinfo(level, "S")
    while info and info.source:find(errors.here, 1, true) do
        level = level + 1
        info = debug.getinfo(level, "S")
    end
    return info and level - 1
end

-- Raise the message at that line.
function arguments.raise(message)
    local level = outside()
    error(message, level or 0)
end

-- Raise as a value, at that line, that the function of that name has no answer, and why.
function arguments.no_answer(name, what, fields)
    local level = outside()
    local info = level and debug.getinfo(level, "Sl")
    fields = fields or {}
    fields.place = info and info.currentline > 0 and ("%s:%d"):format(info.short_src, info.currentline) or nil
    fields["function"], fields.what = name, what
    fields.message = ("%s'%s' has no answer: %s"):format(fields.place and fields.place .. ": " or "", name, what)
    error(errors.new(fields), 0)
end

-- What a function of inner.asked (or another that raises error values) gives, or nil and what is wrong with what it was
-- given, as an error value. Any other error says nothing about that, and is passed on.
function arguments.try(f, ...)
    local ok, result = pcall(f, ...)
    if ok then return result end
    if not errors.is(result) then error(result, 0) end
    return nil, result
end

-- The pose that a table says, or nil.
function arguments.pose(said) return (arguments.try(inner.asked.Transform, nil, said)) end

-- What a value is called in a message: a number by itself, the rest by kind.
function arguments.describe(value)
    local _ <close> = plain()
    if math.type(value) == "integer" then return tostring(value) end
    if type(value) == "number" then return value ~= value and "nan" or ("%.14g"):format(value) end
    if type(value) == "table" then return ("a table of %d"):format(rawlen(value)) end
    return core.type(value) or type(value)
end

-- A key as a message shows it.
function arguments.describe_key(key)
    if type(key) == "string" then return ("%q"):format(key:sub(1, 64)) end
    return arguments.describe(key)
end

local LONGEST <const> = 64 -- letters of a name that a message shows, where it is cut

-- ---- places ---------------------------------------------------------------------------------------------------------

local Place = {}
Place.__index = Place

-- Argument number of the function of that name; 0 is self.
function arguments.at(name, number)
    return setmetatable({name = name, number = number}, Place)
end

-- A field that is assigned to: joint 'elbow' (field 'damping': ...).
function arguments.assigned(subject, field)
    return setmetatable({subject = subject, path = field}, Place)
end

-- The same as arguments.at, but that what is wrong is raised as an error value, with `keys`: the way from the argument to
-- what is wrong in it.
function arguments.asked(name, number)
    return setmetatable({name = name, number = number, asked = true}, Place)
end

local function inside(place, path, key)
    return setmetatable({
        name = place.name, number = place.number, subject = place.subject, path = path, asked = place.asked, outer = place, key = key,
    }, Place)
end

-- The field of that name in the table that stands here.
function Place:field(name) return inside(self, self.path and self.path .. "." .. name or name, name) end

-- The entry of that number in the list that stands here.
function Place:entry(i) return inside(self, ("%s[%d]"):format(self.path or "", i), i) end

local function keys_to(place)
    if not place.outer then return {} end
    local keys = keys_to(place.outer)
    keys[#keys + 1] = place.key
    return keys
end

-- format:format(...), with names that would fill a screen cut short.
function arguments.format(format, ...)
    local _ <close> = plain()
    local words = table.pack(...)
    for i = 1, words.n do
        local word = words[i]
        if type(word) == "string" and #word > 4 * LONGEST then words[i] = word:sub(1, LONGEST) .. "..." end
    end
    return format:format(table.unpack(words, 1, words.n))
end

function Place:bad(format, ...) return self:refuse(arguments.format(format, ...)) end

-- Raise: what stands here has that problem.
function Place:refuse(problem)
    if self.asked then
        error(errors.new {["function"] = self.name, argument = self.number, field = self.path, keys = keys_to(self), what = problem}, 0)
    end
    if self.number == 0 then return arguments.no_answer(self.name, problem) end
    if self.path then problem = ("field '%s': %s"):format(self.path, problem) end
    if self.subject then return arguments.raise(("%s (%s)"):format(self.subject, problem)) end
    return arguments.raise(("bad argument #%d to '%s' (%s)"):format(self.number, self.name, problem))
end

function Place:expected(what, value)
    if self.number == 0 then
        return arguments.raise(arguments.format("calling '%s' on %s: it is a method of %s, called as x:%s(...)", self.name,
            arguments.describe(value), what, self.name))
    end
    return self:bad("%s expected, got %s", what, arguments.describe(value))
end

-- Raise what an error value of a function of the core says is wrong with a value that stands here.
function Place:relay(problem)
    if problem.field then return self:field(problem.field):refuse(problem.what) end
    local named = problem.parameter and not self.path
    return self:refuse(named and problem.parameter .. ": " .. problem.what or problem.what)
end

-- ---- how many there may be ------------------------------------------------------------------------------------------

-- Raise where one of what comes after the arguments that a function takes, so many without self, is not nil.
function arguments.no_more(name, takes, ...)
    for i = 1, select("#", ...) do
        local value = select(i, ...)
        if value ~= nil then
            local place = arguments.at(name, takes + i)
            if takes == 0 then place:expected("no argument", value) end
            place:bad("nothing more expected after %d argument%s, got %s", takes, takes == 1 and "" or "s", arguments.describe(value))
        end
    end
end

-- f, which refuses arguments beyond its own as the functions of C do; surplus nils are dropped. What it takes is read from
-- its parameters, unless it is told; a function of any number of arguments is left as it is. `own` is 1 for a method.
function arguments.counted(name, own, f, takes)
    local info = debug.getinfo(f, "Su")
    if not takes and (info.what == "C" or info.isvararg) then return f end
    takes = takes or info.nparams
    return function(...)
        if select("#", ...) <= takes then return f(...) end
        arguments.no_more(name, takes - own, select(takes + 1, ...))
        return f(table.unpack({...}, 1, takes))
    end
end

-- The same of all functions in a table.
function arguments.count_all(functions, own)
    for name, f in pairs(functions) do
        if type(f) == "function" then functions[name] = arguments.counted(name, own, f) end
    end
end

-- The function of that field, or the function that a module is, loaded when it is first called; where the module is
-- loaded anew, its new function.
function arguments.lazy(name, own, module, field, takes)
    local f, counted
    return function(...)
        local loaded = require(module)
        local now = field and loaded[field] or loaded
        if now ~= f then f, counted = now, arguments.counted(name, own, now, takes) end
        return counted(...)
    end
end

-- The same function, while which numbers are written with a point, whatever the locale.
function arguments.plainly(f)
    return function(...)
        local _ <close> = plain()
        return f(...)
    end
end

-- What prints a record, a table whose fields a script may have written anything into: then it says that.
function arguments.printer(what, f)
    return function(record)
        local ok, text = errors.try(f, record)
        if ok and type(text) == "string" then return text end
        if not ok and type(text) ~= "string" then error(text, 0) end -- Ctrl-C, or what a script's own __tostring raises
        return what .. " that cannot be shown: a script has changed its fields"
    end
end

-- ---- what may stand there -------------------------------------------------------------------------------------------

function Place:text(value, what)
    if type(value) ~= "string" then self:expected(what or "string", value) end
    if value == "" then self:bad("%s expected, got an empty string", what or "string") end
    return value
end

-- The name of a file; the system would take it to end at a zero byte.
function Place:file_path(value, what)
    what = what or "path of a file"
    self:text(value, what)
    if value:find("\0", 1, true) then self:bad("%s expected, got one with a zero byte", what) end
    return value
end

function Place:finite(value)
    if type(value) ~= "number" or value - value ~= 0 then self:expected("finite number", value) end
    return value
end

function Place:not_negative(value)
    if type(value) ~= "number" or not (value >= 0 and value < HUGE) then
        self:expected("finite number that is not negative", value)
    end
    return value
end

function Place:part(value)
    if type(value) ~= "number" or not (value >= 0 and value <= 1) then self:expected("number from 0 to 1", value) end
    return value + 0.0
end

function Place:positive(value)
    if type(value) ~= "number" or not (value > 0 and value < HUGE) then self:expected("positive finite number", value) end
    return value + 0.0
end

function Place:integer(value, lowest, highest)
    local number = type(value) == "number" and math.tointeger(value)
    if not number or number < lowest or number > highest then
        self:expected(("integer from %d to %d"):format(lowest, highest), value)
    end
    return number
end

function Place:boolean(value)
    if type(value) ~= "boolean" then self:expected("true or false", value) end
    return value
end

local DEEPEST <const> = 100

-- A table to be kept as it is: copied to the bottom, so that it must have one.
function Place:data(value)
    if type(value) ~= "table" then self:expected("table", value) end
    local function copy(t, depth)
        if type(t) ~= "table" then return t end
        if depth > DEEPEST then self:bad("a table that contains itself, or is nested more than %d deep", DEEPEST) end
        local twin = {}
        for key, entry in next, t do twin[copy(key, depth + 1)] = copy(entry, depth + 1) end
        return twin
    end
    return copy(value, 1)
end

-- A table with the entries 1 to n and no other; returns n.
function Place:list(value, what)
    if type(value) ~= "table" then self:expected(what, value) end
    local n, count = rawlen(value), 0
    for key in next, value do
        count = count + 1
        if math.type(key) ~= "integer" or key < 1 or key > n then
            self:bad("%s expected, got a table with an entry [%s]", what, arguments.describe_key(key))
        end
    end
    if count < n then self:bad("%s expected, got one with holes", what) end
    return n
end

-- The names of the fields of a table of options, for Place:options.
function arguments.fields(words)
    local fields = {}
    for word in words:gmatch "%S+" do
        fields[#fields + 1], fields[word] = word, true
    end
    return fields
end

-- The field that was meant, one that begins so or is near; else all that there are.
local function near_or_all(word, fields)
    for _, field in ipairs(fields) do
        if word ~= "" and field:sub(1, #word) == word then return ("; did you mean '%s'?"):format(field) end
    end
    local hint = arguments.hint(word, fields)
    if hint ~= "" then return hint end
    return (fields[2] and "; the fields are %s" or "; the only field is %s"):format(table.concat(fields, ", "))
end

-- A table with no other fields than those, copied.
function Place:options(value, fields)
    if type(value) ~= "table" then
        self:expected(("table with named fields (such as {%s = ...})"):format(fields[1]), value)
    end
    local options = {}
    for key, entry in next, value do
        if type(key) ~= "string" then
            self:bad("named fields expected (such as %s = ...), got an entry without a name", fields[1])
        elseif not fields[key] then
            self:bad("unknown field '%s'%s", key:sub(1, LONGEST), near_or_all(key, fields))
        end
        options[key] = entry
    end
    return options
end

-- One of a list of words.
function Place:word(value, words)
    if type(value) == "string" and words[value] then return value end
    local list = '"' .. table.concat(words, '", "', 1, #words - 1) .. '" or "' .. words[#words] .. '"'
    if type(value) ~= "string" then self:expected(list, value) end
    return self:bad('%s expected, got "%s"%s', list, value:sub(1, LONGEST), arguments.hint(value, words))
end

require "rigid.physical_arguments" (arguments, Place)

return arguments
