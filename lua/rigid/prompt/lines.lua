-- Where the lines of the prompt come from: a source is a function from a prompt to a line, or to nil and "interrupted" or
-- "end", the cursor on a new line. lua-readline edits them where it is installed and standard input is a terminal; else
-- they are read as they come. And where they go: into the history, of the editor and of the file.
local registry = require "rigid.registry"

local lines = {}

-- What was written without an end of its line ends here: a prompt has a line of its own.
local function end_line(console)
    if console.mid_line() then io.stdout:write "\n" end
    io.stdout:flush()
end

-- Lines as they come. The prompt is shown at a terminal only.
local function plain_source(console)
    local terminal = console.is_terminal()
    return function(prompt)
        end_line(console)
        if terminal then io.stdout:write(prompt) end
        io.stdout:flush()
        console.idle(registry.idle)
        local line
        if terminal then line = console.read_line() else line = io.stdin:read "l" end
        console.idle(nil)
        if line then return line end
        if terminal then io.stdout:write "\n" end
        return nil, console.interrupted() and "interrupted" or "end"
    end
end

-- The candidates for what stands in the line from `from` on, where the names begin at `start`: readline parts words in its
-- own way, also within the names of files and links.
local function fit(names, line, from, start)
    for i, name in ipairs(names) do
        names[i] = start <= from and name:sub(from - start + 1) or line:sub(from, start - 1) .. name
    end
    return names
end

-- The completer that lua-readline calls with the line and the bounds of the word, the second one past its end. It gets
-- back whole words. before(): what earlier lines of the entry were typed. Nothing is thrown through Readline, Ctrl-C neither.
local function completer(readline, console, before)
    local complete, scope = require "rigid.prompt.complete", require "rigid.prompt.scope"
    return function(line, from, past)
        readline.set_completion_append_character ""
        local earlier = before()
        local ok, names, start, quote = console.call(complete.names, earlier .. line:sub(1, past - 1), scope.seen(), console.files)
        if not ok or #names == 0 then return {} end
        start = start - #earlier
        if quote and #names == 1 and not names[1]:find "/$" and line:sub(past, past) ~= quote then names[1] = names[1] .. quote end
        return start >= 1 and fit(names, line, from, start) or {}
    end
end

-- Lines edited by lua-readline, which reads its keys through the console: Ctrl-C ends the line, and we see that it came.
local function readline_source(console, readline)
    local earlier = ""
    readline.set_options {histfile = "", auto_add = false, completion = true}
    registry.prompted = true
    readline.set_complete_function(completer(readline, console, function() return earlier end))
    return function(prompt, typed)
        earlier = typed and typed .. "\n" or ""
        end_line(console)
        console.idle(registry.idle)
        local line = readline.readline(prompt)
        console.idle(nil)
        local interrupted = console.interrupted()
        if interrupted then io.stdout:write "^C" end
        if interrupted or not line then io.stdout:write "\n" end
        if interrupted then return nil, "interrupted" end
        return line, not line and "end" or nil
    end
end

-- The source, and what puts an entry into the editor's own list. A page's console brings both.
local function open_source(console)
    if console.ask then return console.ask, console.remember end
    local found, readline = false, nil
    if console.is_terminal() and os.getenv "TERM" ~= "dumb" then found, readline = pcall(require, "readline") end
    local path = found and package.searchpath("C-readline", package.cpath)
    if path and console.adopt_readline(path) then return readline_source(console, readline), readline.add_history end
    return plain_source(console), function() end
end

-- Calls f while no other session writes the file.
local function guard_of(console, path)
    return function(f)
        if console.lock(path .. ".lock") then pcall(f) end
        console.unlock()
    end
end

-- What remembers each entry: in the editor's list, and in the file where there is one.
local function open_history(console, remember)
    local history = require "rigid.prompt.history"
    local path = console.is_terminal() and history.path(os.getenv)
    if not path or not console.make_directory(path:match "^(.*)/") then return remember end
    local guard, last = guard_of(console, path), nil
    for _, text in ipairs(history.load(path, guard)) do
        remember(text)
        last = text
    end
    return function(text)
        if text == last or not text:find "%S" or text:find "%z" then return end
        last = text
        remember(text)
        history.append(path, text, guard)
    end
end

-- Lines as they come, where the editor fails.
lines.plain = plain_source

local opened -- {source, remember, console} of this process: there is one terminal

-- The source of lines, and what remembers entries.
function lines.open(console)
    if not opened then
        local source, remember = open_source(console)
        opened = {source, open_history(console, remember), console}
    end
    return opened[1], opened[2]
end

-- The same, for what reads a line in the midst of an entry, as a lesson does, whom Ctrl-C costs that line alone; and what calls a
-- function that Ctrl-C ends, as pcall with a third result that says so. Nil where no prompt was opened.
function lines.opened()
    if not opened then return nil end
    local source, remember, console = table.unpack(opened)
    if console.ask then return source, remember, console.call end
    return function(...) return console.rest(source, ...) end, remember, console.call
end

return lines
