-- Runs a model file that is a Lua script, without trusting it: in a Lua state of its own, in C (src/bind/script_account.h). The script
-- sees only what describes a model: no files, no processes, no loading of code, no metatables, nothing that catches errors. It
-- is stopped after so many instructions, so much time of the processor or so much memory. Only tables, strings, numbers and
-- booleans come back. Here are the limits, and the words for what goes wrong.
local core = require "rigid.core"
local errors = require "rigid.errors"

local run = debug.getmetatable(core).inner.script.run

local sandbox = {}

local MEGABYTE <const> = 1024 * 1024

-- Bytes of its state, bytes of a string that it builds, instructions, seconds of the processor. `where` is for tests: "here" or
-- "apart" (in a process of its own) instead of where it is needed.
local LIMITS <const> = {memory = 256 * MEGABYTE, string = MEGABYTE, instructions = 100000000, seconds = 10}

local OUT_OF_MEMORY <const> = "not enough memory" -- of the machine, which says nothing about the script
local ONLY <const> = "the script %s; a model file is only to describe a model"

-- By how it ended, what to say: of the limits, of what it raised, and what type that had.
local words = {
    memory = function(most) return ONLY:format(("needs more than %g MB of memory"):format(most.memory / MEGABYTE)) end,
    instructions = function(most) return ONLY:format(("ran for more than %g million instructions"):format(most.instructions / 1e6)) end,
    seconds = function(most) return ONLY:format(("ran for more than %g seconds"):format(most.seconds)) end,
    string = function(most) return ("a string of more than %d bytes"):format(most.string) end,
    depth = function() return "the tables are nested more than 40 deep, or one holds itself" end,
    many = function() return "more than 3000000 entries in all tables" end,
    long = function() return "more than 64 MB of text in all tables" end,
    broken = function(_, how) return ("the process that ran the script broke down (%s)"):format(how) end,
    error = function(_, what, kind)
        -- What it says may not steer the terminal that shows it.
        return what and what:gsub("[^%C\n\t]", "?") or ("the script raised an error that is a %s"):format(kind)
    end,
}

-- Run text, found at path. Returns what went wrong, an error value; or nil, what the script returned, its type, whether it
-- printed, and how many entries of its tables were none of what comes back.
function sandbox.run(text, path, limits)
    local most = limits and setmetatable(limits, {__index = LIMITS}) or LIMITS
    local fine, a, b, c, d = run(text, most.memory, most.string, most.instructions, most.seconds, most.where)
    if fine then return nil, a, b, c, d end
    local ending <const>, line <const> = a, b
    if ending == "machine" then error(OUT_OF_MEMORY, 0) end
    return errors.of_file(path, line, words[ending](most, c, d))
end

return sandbox
