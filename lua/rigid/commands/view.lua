-- rigid view FILE: writes a robot, and the motion that a script makes of it, as an HTML file that a browser shows, or serves it. What was
-- made goes to standard output, what is wrong to standard error; see view/manual.lua for all of it.
local settings = require "rigid.display.settings"
local FAILED <const>, MISUSED <const> = 1, 2

local function complain(code, text, ...)
    io.stderr:write(settings.folded("rigid view: " .. (select("#", ...) > 0 and text:format(...) or text), 2), "\n")
    return code
end

-- ---- the command line -----------------------------------------------------------------------------------------------

local function gravity_number(word)
    local x = tonumber(word)
    if not x then return nil, ("--gravity: number expected, got '%s'"):format(word) end
    return x
end

local function parser()
    local found, argparse = pcall(require, "argparse")
    if not found then return nil end
    local p = argparse "rigid view":add_help(false)
    p:argument "file":args "?"
    p:option "--run":argname "SCRIPT"
    p:mutex(p:option "-o --output":argname "OUT", p:flag "--live")
    p:mutex(p:flag "--open", p:flag "--no-open")
    p:flag "--floating"
    p:option "--gravity":args(3):convert(gravity_number)
    p:option "--q":argname "NUMBERS"
    p:option "--title":argname "TEXT"
    p:flag "-h --help"
    return p
end

-- A minus sign begins an option to argparse, and a number to a person: "--gravity 0 0 -9.81".
local function guarded(words)
    local list, numbers = {}, 0
    for i, word in ipairs(words) do
        numbers = word == "--gravity" and 4 or word == "--q" and 2 or numbers
        numbers = numbers - 1
        list[i] = numbers >= 0 and word:find "^%-%.?%d" and " " .. word or word
    end
    return list
end

local function numbers_in(text)
    local list = {}
    for word in text:gmatch "[^%s,]+" do
        local x = tonumber(word)
        if not x then return nil, word end
        list[#list + 1] = x
    end
    return list
end

-- What the words of the command line say; nil and an exit code where they say nothing that can be done.
local function read_options(words)
    local p = parser()
    if not p then return nil, complain(FAILED, "the command line needs argparse; on Debian, apt-get install lua-argparse") end
    local ok, said = p:pparse(guarded(words))
    if not ok then return nil, complain(MISUSED, "%s\nTry 'rigid view --help'.", said) end
    if said.help then return said end
    if not said.file then return nil, complain(MISUSED, "no file is named\nTry 'rigid view --help'.") end
    if said.q then
        local list, wrong = numbers_in(said.q)
        if not list then return nil, complain(MISUSED, "--q: numbers expected, got '%s'", wrong) end
        said.q = list
    end
    return said
end

-- ---- the motion -----------------------------------------------------------------------------------------------------

-- The log that a script makes of the model; nil and what is wrong where it makes none.
local function run_script(path, model)
    local rigid = require "rigid"
    local chunk, problem = loadfile(path, "t")
    if not chunk then return nil, problem end
    local globals <const> = _G
    globals.model, globals.log = model, nil
    local ok, result = xpcall(chunk, function(e) return type(e) == "string" and debug.traceback(e, 2) or e end)
    if not ok then return nil, (tostring(result):gsub("\n%s*%[C%]: in function 'xpcall'.*$", "")) end
    local log = result == nil and globals.log or result
    if rigid.type(log) ~= "Log" then
        return nil, ("%s: a log is expected, as model:simulate{...} gives it: return it, or leave it in the global 'log'"):format(path)
    end
    return log
end

-- ---- the command ----------------------------------------------------------------------------------------------------

-- f(...), or nil and its message; what is neither text nor an error value of ours goes on.
local function try(f, ...)
    local errors = require "rigid.errors"
    local ok, result = errors.try(f, ...)
    if ok then return result end
    if type(result) ~= "string" and not errors.is(result) then error(result, 0) end
    return nil, tostring(result)
end

-- Write the file, with the motion of the script in it.
local function write(said, model, options)
    local log, view, problem
    if said.run then
        log, problem = run_script(said.run, model)
        if not log then return complain(FAILED, "%s", problem) end
    end
    view, problem = try(require "rigid".view, model, log, options)
    if not view then return complain(FAILED, "%s", problem) end
    print(settings.folded(tostring(view), 1))
    return 0
end

-- Serve the view until nobody looks on any more. The script runs meanwhile: its simulations are seen as they go on, and what it
-- makes is played.
local function serve(said, model, options)
    options.live = true
    local made, problem = try(require "rigid".view, model, options)
    if not made then return complain(FAILED, "%s", problem) end
    local view <close> = made
    print(("live view of '%s': %s%s\n  it ends when its page is closed, or by Ctrl-C"):format(require("rigid.display").printable(view.name), view.url,
        view.opened and ", opened in the browser" or view.reason and "\n  not opened: " .. view.reason or ""))
    io.stdout:flush()
    if said.run then
        local log, wrong = run_script(said.run, model)
        if not log then return complain(FAILED, "%s", wrong) end
        view:play(log)
    end
    view:wait()
    return 0
end

return function(_, ...)
    local said, code = read_options {...}
    if not said then return code end
    if said.help then
        io.stdout:write((require("rigid.view.manual"):gsub("%s*$", "\n")))
        return 0
    end
    local rigid = require "rigid"
    local model, problem = try(rigid.load, said.file, {floating = said.floating, gravity = said.gravity})
    if not model then return complain(FAILED, "%s", problem) end
    if said.q and #said.q ~= model:nq() then return complain(FAILED, "--q: %d numbers expected, got %d", model:nq(), #said.q) end
    local open = said.open
    if said.no_open or open == nil and said.output then open = false end
    return (said.live and serve or write)(said, model, {path = said.output, open = open, q = said.q, title = said.title})
end
