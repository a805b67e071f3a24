-- All mutants: those drawn (operators.lua) and those written down (by_hand.lua), each with its file, its line, what stood
-- there and what stands there now, and the whole text of the changed file.

local by_hand = require "test.mutate.by_hand"
local equivalent = require "test.mutate.equivalent"
local files = require "test.mutate.files"
local operators = require "test.mutate.operators"

local mutants = {}

local function read(path)
    local handle <close> = assert(io.open(path, "rb"))
    return handle:read "a"
end

local function line_of(text, place) return select(2, text:sub(1, place - 1):gsub("\n", "")) + 1 end

-- The first line in which two texts differ, as it was and as it is.
local function first_difference(old, new)
    local next_new = (new .. "\n"):gmatch "([^\n]*)\n"
    for line in (old .. "\n"):gmatch "([^\n]*)\n" do
        local other = next_new()
        if line ~= other then return line:match "^%s*(.-)%s*$", (other or ""):match "^%s*(.-)%s*$" end
    end
end

-- Which of the lines that read the same it is, from above.
local function place_among(text, line, number)
    local nth, at = 0, 0
    for other in (text .. "\n"):gmatch "([^\n]*)\n" do
        at = at + 1
        if at <= number and other:match "^%s*(.-)%s*$" == line then nth = nth + 1 end
    end
    return nth
end

local function mutant(path, text, first, last, put)
    local changed = text:sub(1, first - 1) .. put .. text:sub(last + 1)
    local before, after = first_difference(text, changed)
    local name, line = path:match "[^/]*$", line_of(text, first)
    return {
        path = path, name = name, line = line, place = place_among(text, before, line), before = before, after = after, text = changed,
        was = text, id = ("%s-%016x"):format(name, operators.hash(changed)),
    }
end

-- Whether a name, with as many folders before it as tell it from others, is that path's.
local function is_named(path, name) return path == name or path:sub(-#name - 1) == "/" .. name end

local function find_path(paths, name)
    for _, path in ipairs(paths) do
        if is_named(path, name) then return path end
    end
    local other <close> = io.open("lua/rigid/" .. name) -- one of which nothing is drawn
    return other and "lua/rigid/" .. name
end

-- One written down: the text must stand in its file, and once.
local function written(paths, entry)
    local name, old, new = table.unpack(entry)
    local path = find_path(paths, name)
    if not path then return nil, name .. ": no such file" end
    local text = read(path)
    local first, last = text:find(old, 1, true)
    if not first then return nil, ("%s: no longer has: %s"):format(name, old) end
    if text:find(old, first + 1, true) then return nil, ("%s: has more than once: %s"):format(name, old) end
    return mutant(path, text, first, last, new)
end

-- Why a mutant cannot be told from the program, or nil.
local function reason(one)
    for _, entry in ipairs(equivalent) do
        local same = is_named(one.path, entry[1]) and entry[2] == one.before and entry[3] == one.after
        if same and (not entry[5] or entry[5] == one.place) then
            entry.used = true
            return entry[4]
        end
    end
end

-- The list, and a list of complaints about what was written down and is true no more.
function mutants.all()
    local list, stale, paths, seen = {}, {}, files.list(), {}
    local function take(one)
        if seen[one.id] then return end
        seen[one.id] = true
        one.why = reason(one)
        list[#list + 1] = one
    end
    for _, entry in ipairs(by_hand) do
        local one, complaint = written(paths, entry)
        if one then take(one) else stale[#stale + 1] = complaint end
    end
    for _, path in ipairs(paths) do
        local text, name = read(path), path:match "[^/]*$"
        local count = files.share(#operators.sites(name, text))
        for _, site in ipairs(operators.drawn(name, text, count)) do
            take(mutant(path, text, site.first, site.last, site.put))
        end
    end
    for _, entry in ipairs(equivalent) do
        if not entry.used then stale[#stale + 1] = ("equivalent.lua, of %s: no such mutant: %s"):format(entry[1], entry[3]) end
    end
    return list, stale
end

-- Complaints about what is written down, without drawing anything: texts of by_hand.lua that do not stand in their file, or
-- not once; lines of equivalent.lua that are in none of that name; specs of files.lua that are not there; specs that have one name.
function mutants.stale()
    local list, paths, known = {}, files.list(), {}
    for _, two in ipairs(files.specs_alike()) do list[#list + 1] = ("%s has the name of %s: which of them is meant?"):format(two[2], two[1]) end
    for _, entry in ipairs(by_hand) do
        local one, complaint = written(paths, entry)
        if not one then list[#list + 1] = "by_hand.lua, of " .. complaint end
    end
    for _, entry in ipairs(equivalent) do
        local path = find_path(paths, entry[1])
        if not path or not read(path):find(entry[2], 1, true) then
            list[#list + 1] = ("equivalent.lua, of %s: no longer has: %s"):format(entry[1], entry[2])
        end
    end
    for _, path in ipairs(paths) do
        for _, name in ipairs(files.specs(path)) do
            if not known[name] and not files.spec_path(name) then list[#list + 1] = "files.lua: no such spec: " .. name end
            known[name] = true
        end
    end
    return list
end

return mutants
