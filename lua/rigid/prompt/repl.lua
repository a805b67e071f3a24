-- The prompt: reads lines, runs them, shows what each expression gives. An entry is as many lines as it takes to be
-- complete. Lines come from lua-readline (with editing, history and completion) where it is installed and standard
-- input is a terminal, else plainly.
-- What it needs of the system comes in one table, the console: call(f, ...) is pcall that Ctrl-C interrupts and says so
-- in a third result; interrupted() and wait() tell of Ctrl-C while nothing runs; the rest is said where it is used.
local repl = {}

local display = require "rigid.display"

local GREETING = [[
rigid %s, rigid-body dynamics in %s. Tab completes, Ctrl-D leaves, help() helps.
Try  M = SpatialInertia.solid_box{mass = 2, size = {0.4, 0.3, 0.2}}
and  M:shift{0, 0, 1}  and  help "shift"
]]

-- ---- one entry ------------------------------------------------------------------------------------------------------

-- Compile what was typed: an expression, or else statements. Returns the function; or nil, the message, and whether
-- more lines could complete it.
function repl.compile(text, name)
    local chunk, expression_message = load("return " .. text, name, "t")
    if chunk then return chunk end
    local message
    chunk, message = load(text, name, "t")
    if chunk then return chunk end
    local incomplete = (message:find "<eof>$" or expression_message:find "<eof>$")
        and not expression_message:find "unfinished string" -- in quotes: no line can end it
    -- "unexpected symbol near '1'" is about what no statement begins with: then it was meant as an expression.
    local first = text:match "^%s*(%w+)" or text:match "^%s*(%p)"
    local meant = first and message:find("unexpected symbol near '" .. first, 1, true)
    return nil, meant and expression_message or message, incomplete and true or false
end

-- True where a semicolon at the end asks not to show the value.
function repl.is_silent(text)
    return text:find ";%s*$" ~= nil
end

-- What was thrown, in words.
local function describe(err)
    local metatable = debug.getmetatable(err)
    local speaks = type(metatable) == "table" and rawget(metatable, "__tostring") ~= nil
    if type(err) ~= "string" and type(err) ~= "number" and not speaks then
        return ("(error object is a %s value)"):format(type(err))
    end
    local ok, text = pcall(tostring, err)
    return ok and text or ("(error object is a %s value whose tostring fails)"):format(type(err))
end

-- An error as one readable line. Without a name in front where the entry has only one line to be wrong.
function repl.message(err, name, one_line)
    err = describe(err)
    if one_line and err:sub(1, #name + 4) == name .. ":1: " then err = err:sub(#name + 5) end
    err = err:gsub("\nstack traceback:.*", ""):gsub(":?%s*\n\t.*", "") -- nor the list of places that were searched
    return display.printable((err:gsub("%s*\n%s*", " ")))
end

-- Run a compiled entry and show what it gives. It runs inside console.call.
local function evaluate(chunk, silent)
    local function take(...)
        if select("#", ...) == 0 then return end
        rawset(_G, "_", (...)) -- the last value, for the next entry
        if not silent then display.print(...) end
    end
    take(chunk())
end

-- ---- where lines come from ------------------------------------------------------------------------------------------
-- A source is a function from a prompt to a line, or to nil and "interrupted" or "end", the cursor on a new line.

-- Lines as they come. The prompt is shown at a terminal only.
local function plain_source(console)
    local terminal = console.is_terminal()
    return function(prompt)
        if terminal then io.stdout:write(prompt) end
        io.stdout:flush()
        local line = io.stdin:read "l"
        if line then return line end
        if terminal then io.stdout:write "\n" end
        return nil, console.interrupted() and "interrupted" or "end"
    end
end

-- The completer that lua-readline calls with the line and the bounds of the word, the second one past its end. It gets
-- back whole words; what readline takes for one word may have more before the name, as in "2*M:sh".
local function completer(readline)
    local complete = require "rigid.prompt.complete"
    return function(line, from, past)
        readline.set_completion_append_character ""
        local ok, names, start = pcall(complete.names, line:sub(1, past - 1), _G)
        if not ok then return {} end
        local before = line:sub(from, start - 1)
        for i, name in ipairs(names) do names[i] = before .. name end
        return names
    end
end

-- Lines edited by lua-readline. Its callback interface lets us do the waiting, so that Ctrl-C drops the line and a
-- changed window size is seen.
local function readline_source(console, readline)
    readline.set_options {histfile = "", auto_add = false, completion = true}
    readline.set_complete_function(completer(readline))
    return function(prompt)
        local line, done
        local function install()
            readline.handler_install(prompt, function(text)
                line, done = text, true
                readline.handler_remove()
            end)
        end
        install()
        while not done do
            local what = console.wait()
            if what == "ready" then
                readline.read_char()
            else
                if what == "interrupted" then io.stdout:write "^C\n" end
                console.release_terminal()
                readline.handler_remove()
                if what == "interrupted" then return nil, what end
                install()
            end
        end
        return line, not line and "end" or nil
    end
end

-- The source, and what puts a line into the editor's own list.
local function open_source(console)
    local found, readline = false, nil
    if console.is_terminal() and os.getenv "TERM" ~= "dumb" then found, readline = pcall(require, "readline") end
    local path = found and package.searchpath("C-readline", package.cpath)
    if path and console.adopt_readline(path) then return readline_source(console, readline), readline.add_history end
    return plain_source(console), function() end
end

-- What remembers each line: in the editor's list, and in the file where there is one.
local function open_history(console, remember)
    local history = require "rigid.prompt.history"
    local path = console.is_terminal() and history.path(os.getenv)
    if not path or not console.make_directory(path:match "^(.*)/") then return remember end
    local last
    for _, line in ipairs(history.load(path)) do
        remember(line)
        last = line
    end
    return function(line)
        if line == last or not line:find "%S" or line:find "%z" then return end
        last = line
        remember(line)
        history.append(path, line)
    end
end

-- ---- the session ----------------------------------------------------------------------------------------------------

-- People type exit or quit to leave, where those are no variables of theirs,
local function leaves(line)
    local word = line:match "^%s*(%a+)%s*$"
    return (word == "exit" or word == "quit") and rawget(_G, word) == nil
end

-- and help to be helped.
local function meant(line)
    local asks = line:find "^%s*help%s*$" and rawequal(rawget(_G, "help"), require("rigid").help)
    return asks and "help()" or line
end

-- Read one entry: the text and its function; or nil and "interrupted" or "end"; or nil, "error" and the message.
local function read_entry(source, remember)
    local text
    while true do
        local line, why = source(text and ".. " or "> ")
        if not line and (why == "interrupted" or not text) then return nil, why end
        if line then
            remember(line)
            if not text and leaves(line) then return nil, "end" end
            text = text and text .. "\n" .. line or meant(line)
        end
        local chunk, message, incomplete = repl.compile(text, "=stdin")
        if chunk then return text, chunk end
        if not incomplete or not line then return nil, "error", repl.message(message, "stdin", not text:find "\n") end
    end
end

local function complain(message)
    io.stdout:flush()
    io.stderr:write(message, "\n")
end

-- Run one entry at the prompt.
local function run_entry(console, text, chunk)
    local ok, err, interrupted = console.call(evaluate, chunk, repl.is_silent(text))
    if ok then return end
    if interrupted and console.is_terminal() then io.stderr:write "\n" end -- the terminal has shown ^C
    complain(interrupted and "interrupted" or repl.message(err, "stdin", not text:find "\n"))
end

-- The prompt, until the input ends. Returns the exit code.
function repl.run(console)
    local source, remember = open_source(console)
    remember = open_history(console, remember)
    if console.is_terminal() then io.stdout:write(GREETING:format(require("rigid").version, _VERSION)) end
    while true do
        local text, chunk, message = read_entry(source, remember)
        if text then
            run_entry(console, text, chunk)
        elseif chunk == "error" then
            complain(message)
        elseif chunk == "end" then
            return 0
        end
    end
end

-- ---- text through a pipe --------------------------------------------------------------------------------------------

local LONGEST = 200 -- lines of an entry, and
local MOST = 2000 -- lines of the text: what is longer is a script

-- Whether an entry that begins with this line may make names that only the same chunk sees, or leave it.
local function declares(line)
    return line:find "%f[%w_]local%f[^%w_]" or line:find "^%s*return%f[^%w_]" or line:find "%f[%w_]goto%f[^%w_]"
        or line:find "^%s*::"
end

-- Split a text into entries as the prompt would: a list of {text =, line =, chunk =}; or nil where it is rather one
-- script: with locals of its own that later lines use, or with an entry that never ends.
function repl.split(text)
    local list, entry, count, number = {}, nil, 0, 0
    for line in (text:gsub("^#[^\n]*", "") .. "\n"):gmatch "(.-)\n" do
        number, count = number + 1, count + 1
        if not entry then
            entry, count = {text = "", line = number}, 1
            if declares(line) then return nil end
        end
        entry.text = entry.text .. (count > 1 and "\n" or "") .. line
        -- Empty lines in front keep the numbers of the lines in messages.
        local chunk, _, incomplete = repl.compile(entry.text, "=stdin")
        if chunk then
            entry.chunk = repl.compile(("\n"):rep(entry.line - 1) .. entry.text, "=stdin")
            list[#list + 1], entry = entry, nil
        elseif not incomplete or count > LONGEST then
            return nil
        end
        if number > MOST then return nil end
    end
    return not entry and list or nil
end

-- Text that came through a pipe, taken as if it were typed; the first error ends it. Returns the exit code, or nil
-- for what is to be run as one script.
function repl.piped(console, text)
    local entries = repl.split(text)
    if not entries then return nil end
    for _, entry in ipairs(entries) do
        local ok, err, interrupted = console.call(evaluate, entry.chunk, repl.is_silent(entry.text))
        if not ok then
            complain("rigid: " .. repl.message(err, "stdin", false))
            return interrupted and 130 or 1
        end
    end
    return 0
end

return repl
