-- The globals of a person at the prompt. They are Lua's own, _G, so that load, dofile, require, a script before -i and the
-- prompt all mean the same by a name; nothing of ours looks there (rigid.environment). What is given by Lua and rigid is
-- inherited besides: assigning nil to such a name brings the given value back, as in t.name where t inherits name.
-- The tables of the standard library are the person's own copies, for the true string table is also where the methods of all
-- strings are found, ours too. A function added to a copy is a method of strings as ever; one that is put in the place of a
-- standard function, or taken away, is so for string.format(s) and not for s:format(). What of it may work for long without an
-- instruction of Lua, where Ctrl-C is heard, is there in a form that hears it (src/bind/patient.c).
local globals = {}

local rigid = require("rigid.registry").public
local standard = require "rigid.environment"
local patient = debug.getmetatable(require "rigid.core").inner.patient

local COPIED <const> = {"coroutine", "debug", "io", "math", "os", "string", "table", "utf8"}

local given -- what _G inherits, once it is open

-- A copy that takes what it lacks from the original, raw: the original of string looks into the copy for what it lacks.
local function copy_of(original)
    local copy = {}
    for key, value in next, original do copy[key] = value end
    return setmetatable(copy, {__index = function(_, key) return rawget(original, key) end})
end

-- Make the standard library whole where it is looked at through a value, and give the person copies of it as it was.
local function part(name)
    local original = package.loaded[name]
    if type(original) ~= "table" then original = standard[name] end
    local whole = {}
    for key, value in next, standard[name] do
        whole[key] = type(value) == "function" and patient.of(name, key, value) or value
    end
    local copy = copy_of(original)
    for key, value in next, whole do
        if rawequal(copy[key], standard[name][key]) then copy[key] = value end
        original[key] = value
    end
    if name == "string" then setmetatable(original, {__index = copy}) end
    package.loaded[name] = copy
    if rawequal(rawget(_G, name), original) then rawset(_G, name, copy) end
    return copy
end

-- What Lua and the program put into the globals, by its name.
local function given_by_program()
    local list = {}
    for name, value in next, standard do
        if name ~= "require" then list[name] = value end
    end
    for name, value in next, rigid do
        if rawequal(rawget(_G, name), value) then list[name] = value end
    end
    list.rigid, list.package, list.require = rigid, package.loaded.package, rawget(_G, "require")
    return list
end

-- Make _G the globals of a prompt. shown_print: what print is there, unless it is the person's own.
function globals.open(shown_print)
    if given then return end
    given = given_by_program()
    for _, name in ipairs(COPIED) do given[name] = part(name) end
    if rawequal(rawget(_G, "print"), standard.print) and shown_print then rawset(_G, "print", shown_print) end
    given.print = shown_print or standard.print
    if debug.getmetatable(_G) == nil then setmetatable(_G, {__index = given}) end
end

-- The value of a name as the person has it, raw.
function globals.get(name)
    local value = rawget(_G, name)
    if value == nil and given then return given[name] end
    return value
end

-- All names that have a value, in no order.
function globals.names()
    local names, seen = {}, {}
    for _, list in ipairs {_G, given} do
        for name in next, list do
            if type(name) == "string" and not seen[name] then names[#names + 1], seen[name] = name, true end
        end
    end
    return names
end

return globals
