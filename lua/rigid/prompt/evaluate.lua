-- Entries that are compiled, run and shown; and where words of what is wrong with them go.
local evaluate = {}

local display = require "rigid.display"
local entry = require "rigid.prompt.entry"

-- A value as the entry shows it: a function by how it is called.
local function shown_value(value, text)
    return type(value) == "function" and require("rigid.prompt.words").of_function(value, text) or display.value(value)
end

-- Run a compiled entry and show what it gives. It runs inside console.call. keep: called with each value and its text; true
-- where that is shown already.
function evaluate.show(chunk, text, keep)
    local silent = entry.is_silent(text)
    local function take(...)
        local count = select("#", ...)
        if count == 0 then return require("rigid.prompt.habits").of_angles(text) end
        rawset(_G, "_", (...)) -- the last value, for the next entry
        if silent or count == 1 and (... == io.stdout or ... == io.stderr) then return end -- what io.write gives is no news
        for i = 1, count do
            local value = select(i, ...)
            local shown = shown_value(value, text)
            if not keep(shown, value) then io.stdout:write(shown, "\n") end
        end
        if (...) == nil and (count == 1 or text:find "^%s*load%f[^%w_]") then return require("rigid.prompt.hints").of_nil(text) end
        return require("rigid.prompt.habits").of_angles(text)
    end
    return take(chunk())
end

-- To stderr, in letters that the terminal has.
function evaluate.complain(message)
    local found, terminal = pcall(require, "rigid.terminal")
    if found and terminal.is_terminal(2) and terminal.mid_line() then io.stdout:write "\n" end
    io.stdout:flush()
    io.stderr:write(display.spelt(message), "\n")
end

return evaluate
