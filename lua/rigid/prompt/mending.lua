-- When the prompt itself fails: what happened is said as a fault of rigid's, in words that need no method of any value; and
-- what a session cannot do without, the methods of strings and of files, is put back where it was changed.
local mending = {}

local standard = require "rigid.environment"

local concat, traceback, format, gsub = table.concat, debug.traceback, string.format, string.gsub

-- ---- what is put back -----------------------------------------------------------------------------------------------

-- A table as it is now.
local function picture(t)
    local fields = {}
    for key, value in next, t do fields[key] = value end
    return {table = t, fields = fields}
end

local strings, files = debug.getmetatable "", debug.getmetatable(io.stdout)
local kept = {picture(strings), picture(files), picture(files.__index)}
if type(strings.__index) == "table" then kept[4] = {table = strings.__index, fields = standard.string} end

-- Put a table's fields back; whether any was another.
local function restore(what)
    local changed = false
    for key, value in next, what.fields do
        if not rawequal(rawget(what.table, key), value) then
            rawset(what.table, key, value)
            changed = true
        end
    end
    return changed
end

-- Put back what was changed; whether anything was.
function mending.mend()
    local changed = debug.getmetatable "" ~= strings
    debug.setmetatable("", strings)
    for _, what in ipairs(kept) do changed = restore(what) or changed end
    return changed
end

-- ---- what is said ---------------------------------------------------------------------------------------------------

local LEVELS <const> = 12 -- lines of a trace

-- A message handler: what was thrown, and where.
function mending.trace(err)
    local words = type(err) == "string" and err or format("(error object is a %s value)", type(err))
    return traceback(words, 2)
end

local function shortened(trace)
    local lines, count = {}, 0
    for line in string.gmatch(trace, "[^\n]+") do
        count = count + 1
        if count <= LEVELS then lines[count] = "  " .. gsub(line, "^%s+", "") end
    end
    return concat(lines, "\n")
end

-- Say that the prompt failed; trace as mending.trace gives it.
function mending.say(console, trace)
    console.say(concat({
        "rigid: a fault of the prompt's own; the session and its values go on. Please report it, with what was typed:",
        shortened(gsub(trace, "\nstack traceback:", "")),
        mending.mend() and "  The methods of strings or of files had been changed; they are as they were." or nil,
    }, "\n") .. "\n")
end

return mending
