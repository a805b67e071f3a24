-- The prompt: reads entries, runs them, shows what each expression gives. What it needs of the system comes in one table, the
-- console (src/program): call(f, ...) is pcall that Ctrl-C interrupts; it says so in a third result, and in a fourth which
-- functions were active. enter is the same for what the user entered, with the hook that the user may have set by debug.sethook.
-- interrupted() tells of Ctrl-C while nothing ran; the rest is said where it is used.
-- Whatever may run code of the user's, a __tostring say, is called so; and whatever fails in here, the session goes on.
local repl = {}

local display = require "rigid.display"
local entry = require "rigid.prompt.entry"
local errors = require "rigid.prompt.errors"
local evaluate = require "rigid.prompt.evaluate"
local globals = require "rigid.prompt.globals"
local mending = require "rigid.prompt.mending"
local rigid = require("rigid.registry").public

local FAILED <const> = {} -- what a turn that failed gives

local GREETING = [[
rigid %s, rigid-body dynamics in %s: ? helps, Tab completes, %s
Try  M = SpatialInertia.solid_box{mass = 2, size = {0.4, 0.3, 0.2}}
and  M:shift{0, 0, 1}  and  ?M.shift
]]

local complained = evaluate.complain
local function complain(message) complained(message) end -- where words of what is wrong go

-- ---- the session ----------------------------------------------------------------------------------------------------

-- People type exit or quit to leave, where those are no variables of theirs,
local function leaves(line)
    local word = line:match "^%s*(%a+)%s*$" or line:match "^%s*(%a+)%s*%(%s*%)%s*;?%s*$"
    return (word == "exit" or word == "quit") and rawget(_G, word) == nil and not require("rigid.prompt.scope").get(word)
end

-- and help to be helped.
local function asks_help(line)
    return line:find "^%s*help%s*$" and rawequal(globals.get "help", rigid.help)
end

-- A prompt that is open: {console, source, remember, terminal = a person sits there,
-- failures = how often reading a line failed, one time after another}.
local Prompt = {}
Prompt.__index = Prompt

function Prompt:width() return self.console.width(2) or 80 end

-- Print what make(...) says, which may have to ask values of the user's.
function Prompt:complain(make, ...)
    local ok, text, interrupted = self.console.call(make, ...)
    if ok then return complain(text) end
    if not interrupted then error(text, 0) end
    complain "interrupted while it was being told what went wrong"
end

-- What the compiler said of a text.
function Prompt:refuse(text, message, prefix)
    if self.terminal then return self:complain(errors.of_compiler, text, message, prefix, self:width()) end
    self:complain(errors.message, message, "stdin", not text:find "\n")
end

-- What an error carries of what was done before it, and what to call that: the log of a simulation, the result of a rollout; nil of any other.
local function done_before(err)
    local log, result = type(err) == "table" and rawget(err, "log"), type(err) == "table" and rawget(err, "result")
    if log and require("rigid.core").type(log) == "Log" then return log, "the log so far", ", %d samples,", #log end
    if type(result) == "table" and math.type(result.ticks) then return result, "what was done so far", ", %d ticks,", result.ticks end
end

-- Whether a hook was at work: the console takes off one that failed.
local function in_hook(frames)
    for _, frame in ipairs(frames or {}) do
        if frame.hook then return true end
    end
    return false
end

-- What an entry threw. A value that carries what was done leaves it in _.
function Prompt:report(record, err, interrupted, frames)
    if interrupted and self.terminal and not self.show then io.stderr:write "\n" end -- the terminal has shown ^C
    local done, name, extent, count = done_before(err)
    if done then rawset(_G, "_", done) end
    if interrupted then
        complain(done and ("interrupted; %s" .. extent .. " is in _"):format(name, count) or "interrupted")
    elseif self.terminal then
        local session = require "rigid.prompt.session"
        self:complain(errors.of_run, err, frames, session.texts, record.name, self:width())
        if done then complain(("  %s is in _"):format(name)) end
    else
        self:complain(errors.message, err, "stdin", not record.text:find "\n")
    end
    if in_hook(frames) then complain "  the hook of debug.sethook failed, and is off" end
end

-- Run a text that compiles. pasted: it is one of several, so that an error shows where it stands.
function Prompt:run(text, pasted)
    local session = require "rigid.prompt.session"
    text = require("rigid.prompt.words").called(text)
    local record = session.begin(text, pasted)
    local chunk, message = entry.compile(text, self.terminal and "=" .. record.name or "=stdin", true)
    if not chunk then
        self:refuse(text, message, "")
        return false
    end
    local shown = {}
    local ok, err, interrupted, frames = self.console.enter(evaluate.show, chunk, text, function(shown_text, value)
        shown[#shown + 1] = shown_text
        shown.has_table = shown.has_table or not display.prints(value)
        return self.show and self.show(shown_text, value)
    end)
    record.ok, record.shown = ok, shown
    if not ok then
        require("rigid.prompt.scope").failed(frames)
        self:report(record, err, interrupted, frames)
    elseif err and self.terminal then -- what there is to say of a value that is nil
        self:complain(errors.filled, "  " .. err, self:width())
    end
    return ok
end

-- ?name and its kin: answered at once, and no entry.
function Prompt:answer(wanted, how)
    local help = require "rigid.prompt.help"
    local ok, err, interrupted = self.console.call(how == "lookfor" and rigid.lookfor or help.ask, wanted)
    if interrupted then return complain "\ninterrupted" end
    if not ok then self:complain(errors.message, err, "", false) end
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

-- One of several entries; whether it ran. Empty lines in front keep the numbers of the lines.
function Prompt:take(item)
    if item.wanted then
        self:answer(item.wanted, item.how)
        return true
    end
    local text = ("\n"):rep(item.line - 1) .. item.text
    if not item.wrong then return self:run(text, true) end
    local _, message, _, prefix = entry.compile(text, "=stdin")
    self:refuse(text, message, prefix)
    return false
end

-- Several entries, and what is left of the text after them; whether all ran. The first that fails ends it, but for copied ones.
function Prompt:take_all(entries, rest, copied)
    for i, item in ipairs(entries) do
        if not self:take(item) and not copied then
            local left = #entries - i + (rest and 1 or 0)
            if left > 0 then complain(("  the %s after it %s not run"):format(left == 1 and "entry" or left .. " entries", left == 1 and "is" or "are")) end
            return false
        end
    end
    return true
end

-- The entries of a text, which are one where it only compiles so; and what is left at its end.
local function entries_of(text)
    local entries, rest = entry.split(text)
    for _, item in ipairs(entries) do
        if item.wrong and load(text, "=", "t") then return {{text = text, line = 1}}, rest end
    end
    return entries, rest
end

-- Several lines that came at once, by pasting: run as the entries they are. The first that fails ends it, unless they were
-- copied from a session (copied), where errors may stand as well. What is not complete at the end is given back.
function Prompt:take_many(text, copied)
    local entries, rest = entries_of(text)
    if #entries == 0 then return rest and rest.text end
    self.remember(rest and text:match("^(.*)\n" .. ("[^\n]*\n"):rep(select(2, rest.text:gsub("\n", ""))) .. "[^\n]*$") or text)
    if self:take_all(entries, rest, copied) then return rest and rest.text end
end

-- What there is to say of a text that ends in a method without its parentheses; nil of others.
function Prompt:unfinished(text)
    local ok, said = self.console.call(require("rigid.prompt.words").unfinished, text)
    return ok and said or nil
end

-- Read one entry and run it; false where the session is to end.
function Prompt:turn()
    local line, why = self.source("> ")
    self.failures = 0
    if not line then return why == "interrupted" end
    if leaves(line) then
        self.remember(line)
        return false
    end
    local text, copied = entry.without_prompts(line)
    if text:find "\n" then
        text = self:take_many(text, copied)
        if not text then return true end
    elseif self:serves(text) then
        return true
    end
    local empty = 0 -- lines in a row
    while true do
        local chunk, message, incomplete, prefix = entry.compile(text, "=stdin")
        local more
        if not chunk and incomplete then
            local said = self:unfinished(text)
            if said then
                self.remember(text)
                self:complain(errors.filled, said, self:width())
                return true
            end
            if empty == 2 and self.terminal then complain("  not complete: " .. errors.message(message, "stdin", true) .. "; Ctrl-C drops it") end
            more, why = self.source(".. ", text)
            if not more and why == "interrupted" then return true end
        end
        if more then
            empty = more:find "%S" and 0 or empty + 1
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
    local chunk, message = loadfile(path, "t", _G)
    local ok, err, interrupted, frames = chunk ~= nil, message, false, nil
    if chunk then ok, err, interrupted, frames = self.console.enter(chunk) end
    if interrupted then return complain "\ninterrupted" end
    if not ok then self:complain(errors.of_run, err, frames, {}, "", self:width()) end
end

-- After a script that failed: its locals, those of the function where it did first, become those of the session.
function Prompt:look_into(failure)
    local scope, names, seen = require "rigid.prompt.scope", {}, {}
    for _, frame in ipairs(failure) do
        for name, value in next, frame.locals do
            if not seen[name] then
                names[#names + 1], seen[name] = name, true
                scope.set(name, value)
            end
        end
    end
    local first = failure[1]
    if not first then return end
    table.sort(names)
    complain(("rigid: it stopped at %s:%d%s; %s"):format(first.source, first.line, first.name and " in " .. first.name or "",
        #names > 0 and "in reach: " .. table.concat(names, ", ") or "there were no locals"))
end

function Prompt:greet()
    if require("rigid.registry").taught then return end
    io.stdout:write(GREETING:format(rigid.version, _VERSION, self.console.leave or "Ctrl-D ends"))
end

-- ---- when the prompt itself fails -----------------------------------------------------------------------------------

local PATIENCE <const> = 3 -- failures to read a line, one after another, before something else is tried

-- Do a step of the prompt's own. Where it fails, say so and mend what can be mended; then the answer is `instead`.
function Prompt:try(step, instead)
    local ok, result = xpcall(step, mending.trace, self)
    if ok then return result end
    if not pcall(mending.say, self.console, result) then self.console.say "rigid: a fault of the prompt's own\n" end
    return instead
end

-- A turn that failed: true where there is sense in another.
function Prompt:bear()
    self.failures = self.failures + 1
    if self.failures == PATIENCE then self.source = require("rigid.prompt.lines").plain(self.console) end
    return self.failures < 2 * PATIENCE
end

-- The prompt, until the input ends. Returns the exit code.
function repl.run(console)
    local prompt = setmetatable({console = console, failures = 0, terminal = console.is_terminal()}, Prompt)
    prompt:try(function() prompt.source, prompt.remember = require("rigid.prompt.lines").open(console) end)
    if not prompt.source then prompt.source, prompt.remember = require("rigid.prompt.lines").plain(console), function() end end
    prompt:try(function() globals.open(prompt.terminal and display.fitted_print) end)
    if prompt.terminal then
        prompt:try(prompt.greet)
        prompt:try(prompt.start)
    end
    if console.failure then prompt:try(function() prompt:look_into(console.failure) end) end
    while true do
        local goes_on = prompt:try(prompt.turn, FAILED)
        local failed = goes_on == FAILED and not prompt:bear()
        if failed or not goes_on then
            local leaving = require("rigid.registry").leaving
            if leaving then prompt:try(leaving) end
            return failed and 1 or 0
        end
    end
end

-- A prompt for a program, which hands texts in and wants to be told: show(text, value) of each value, complain(text) of what
-- is wrong. Returns what runs a text of any number of entries, true where none failed.
function repl.session(console, show, complaint)
    complained = complaint
    local prompt = setmetatable({console = console, terminal = true, show = show, remember = function() end}, Prompt)
    prompt:try(function() globals.open() end)
    return function(text)
        local entries, rest = entries_of((entry.without_prompts(text)))
        if rest then table.insert(entries, {text = rest.text, line = rest.line, wrong = true}) end
        return prompt:try(function() return prompt:take_all(entries) end, false)
    end
end

-- Text that came through a pipe; see there.
function repl.piped(console, text) return require "rigid.prompt.piped"(console, text) end

-- `rigid --machine`: the descriptors that requests come from and answers go to, as texts.
function repl.machine(console, requests, answers) return require "rigid.prompt.machine"(console, requests, answers) end

return repl
