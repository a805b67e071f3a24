-- The prompt: reads entries, runs them, shows what each expression gives. What it needs of the system comes in one table, the
-- console (src/rigid.c): call(f, ...) is pcall that Ctrl-C interrupts; it says so in a third result, and in a fourth which
-- functions were active. interrupted() tells of Ctrl-C while nothing ran; the rest is said where it is used.
local repl = {}

local display = require "rigid.display"
local entry = require "rigid.prompt.entry"
local errors = require "rigid.prompt.errors"

local GREETING = [[
rigid %s, rigid-body dynamics in %s: ? helps, Tab completes, Ctrl-D ends.
Try  M = SpatialInertia.solid_box{mass = 2, size = {0.4, 0.3, 0.2}}
and  M:shift{0, 0, 1}  and  ?M.shift
]]

-- ---- running one entry ----------------------------------------------------------------------------------------------

-- Run a compiled entry and show what it gives. It runs inside console.call. keep: called with the text of each value.
local function evaluate(chunk, silent, keep)
    local function take(...)
        local count = select("#", ...)
        if count == 0 then return end
        rawset(_G, "_", (...)) -- the last value, for the next entry
        if silent or count == 1 and (... == io.stdout or ... == io.stderr) then return end -- what io.write gives is no news
        for i = 1, count do
            local value = select(i, ...)
            local text = display.value(value)
            keep(text, value)
            io.stdout:write(text, "\n")
        end
    end
    take(chunk())
end

local function complain(message)
    io.stdout:flush()
    io.stderr:write(message, "\n")
end

-- ---- the session ----------------------------------------------------------------------------------------------------

-- People type exit or quit to leave, where those are no variables of theirs,
local function leaves(line)
    local word = line:match "^%s*(%a+)%s*$"
    return (word == "exit" or word == "quit") and rawget(_G, word) == nil
end

-- and help to be helped.
local function asks_help(line)
    return line:find "^%s*help%s*$" and rawequal(rawget(_G, "help"), require("rigid").help)
end

-- A prompt that is open: {console, source, remember, terminal = a person sits there, hinted = of locals it has spoken}.
local Prompt = {}
Prompt.__index = Prompt

function Prompt:width() return self.console.width(2) or 80 end

-- What the compiler said of a text.
function Prompt:refuse(text, message, prefix)
    if self.terminal then return complain(errors.of_compiler(text, message, prefix, self:width())) end
    complain(errors.message(message, "stdin", not text:find "\n"))
end

-- What an entry threw. A value that carries the log of a simulation that was stopped leaves it in _.
function Prompt:report(record, err, interrupted, frames)
    if interrupted and self.terminal then io.stderr:write "\n" end -- the terminal has shown ^C
    local log = type(err) == "table" and require("rigid").type(rawget(err, "log")) == "Log" and rawget(err, "log") or nil
    if log then rawset(_G, "_", log) end
    if interrupted then
        complain(log and ("interrupted; the log so far, %d samples, is in _"):format(#log) or "interrupted")
    elseif self.terminal then
        local session = require "rigid.prompt.session"
        complain(errors.of_run(err, frames, session.texts, record.name, self:width()))
        if log then complain "  the log so far is in _" end
    else
        complain(errors.message(err, "stdin", not record.text:find "\n"))
    end
end

-- `local x = 1` alone is over at once: said, once, to whom did not mean it.
function Prompt:hint(text)
    local name = not self.hinted and self.terminal and text:match "^%s*local%s+([%a_][%w_]*)%s*[=,<]"
    if not name or text:find "[;\n]" or text:find "%f[%w_]end%f[^%w_]" then return end
    self.hinted = true
    complain(("(a local ends with its entry: without 'local', %s stays)"):format(name))
end

-- Run a text that compiles.
function Prompt:run(text)
    local session = require "rigid.prompt.session"
    local record = session.begin(text)
    local chunk = assert(entry.compile(text, self.terminal and "=" .. record.name or "=stdin"))
    local shown = {}
    local ok, err, interrupted, frames = self.console.call(evaluate, chunk, entry.is_silent(text), function(shown_text, value)
        shown[#shown + 1] = shown_text
        shown.has_table = shown.has_table or not display.prints(value)
    end)
    record.ok, record.shown = ok, shown
    if ok then self:hint(text) else self:report(record, err, interrupted, frames) end
    return ok
end

-- ?name and its kin: answered at once, and no entry.
function Prompt:answer(wanted, how)
    local help = require "rigid.prompt.help"
    local ok, err, interrupted = self.console.call(how == "lookfor" and require("rigid").lookfor or help.ask, wanted)
    if not ok then complain(interrupted and "\ninterrupted" or errors.message(err, "", false)) end
end

-- Whether a line is for the prompt itself; done, if so.
function Prompt:serves(line)
    local wanted, how = entry.question(line)
    if asks_help(line) then wanted, how = "", "help" end
    if not wanted then return false end
    self.remember(line)
    self:answer(wanted, how)
    return true
end

-- Several lines that came at once, by pasting: run as the entries they are, or as one where they hang together.
function Prompt:take_many(text)
    local entries = entry.split(text)
    if not entries or #entries < 2 then return false end
    self.remember(text)
    for _, item in ipairs(entries) do
        if item.text:find "%S" and not self:run(item.text) then break end
    end
    return true
end

-- Read one entry and run it; false where the session is to end.
function Prompt:turn()
    local line, why = self.source("> ")
    if not line then return why == "interrupted" end
    if leaves(line) then
        self.remember(line)
        return false
    end
    local text = entry.without_prompts(line)
    if self:serves(text) or text:find "\n" and self:take_many(text) then return true end
    while true do
        local chunk, message, incomplete, prefix = entry.compile(text, "=stdin")
        local more
        if not chunk and incomplete then
            more, why = self.source(".. ", text)
            if not more and why == "interrupted" then return true end
        end
        if more then
            text = text .. "\n" .. entry.without_prompts(more)
        else
            self.remember(text)
            if chunk then self:run(text) else self:refuse(text, message, prefix) end
            return true
        end
    end
end

-- ---- opening --------------------------------------------------------------------------------------------------------

-- The user's own start: $XDG_CONFIG_HOME/rigid/init.lua, or ~/.config/rigid/init.lua.
local function start_file(getenv)
    local config, home = getenv "XDG_CONFIG_HOME", getenv "HOME"
    if config and config:find "^/" then return config .. "/rigid/init.lua" end
    return home and home:find "^/" and home .. "/.config/rigid/init.lua" or nil
end

function Prompt:start()
    local path = not self.console.isolated and start_file(os.getenv)
    local file = path and io.open(path, "r")
    if not file then return end
    file:close()
    local chunk, message = loadfile(path, "t")
    local ok, err, interrupted, frames = chunk ~= nil, message, false, nil
    if chunk then ok, err, interrupted, frames = self.console.call(chunk) end
    if not ok then complain(interrupted and "\ninterrupted" or errors.of_run(err, frames, {}, "", self:width())) end
end

-- The prompt, until the input ends. Returns the exit code.
function repl.run(console)
    local source, remember = require("rigid.prompt.lines").open(console)
    local prompt = setmetatable({console = console, source = source, remember = remember, terminal = console.is_terminal()}, Prompt)
    if prompt.terminal then
        if debug.getinfo(print, "S").what == "C" then print = display.fitted_print end -- luacheck: ignore 121
        io.stdout:write(GREETING:format(require("rigid").version, _VERSION))
        prompt:start()
    end
    while prompt:turn() do end -- luacheck: ignore 542
    return 0
end

-- ---- text through a pipe --------------------------------------------------------------------------------------------

-- Text that came through a pipe, taken as if it were typed; the first error ends it. Returns the exit code, or nil
-- for what is to be run as one script.
function repl.piped(console, text)
    local entries = entry.split(text)
    if not entries then return nil end
    for _, item in ipairs(entries) do
        local ok, err, interrupted = console.call(evaluate, item.chunk, entry.is_silent(item.text), function() end)
        if not ok then
            complain("rigid: " .. errors.message(err, "stdin", false))
            return interrupted and 130 or 1
        end
    end
    return 0
end

return repl
