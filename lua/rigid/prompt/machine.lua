-- The prompt for a program, `rigid --machine IN OUT`: a notebook's kernel, an editor. Requests come from the descriptor IN,
-- answers go to the descriptor OUT, a JSON document a line; what the user's code prints goes to standard output as ever, and is
-- written out before the answer that ends a request. Ctrl-C (SIGINT) stops what runs.
--
-- A request has do and id; every answer has the request's id.
--   {do = "run", text}         any number of {value = text, html, latex, svg} and {complaint = text}, then {done = true, ok}
--   {do = "complete", text}    {names, keep}: what may follow the text; each name goes after its first keep bytes
--   {do = "inspect", text}     {found, text}: what the reference says of the name that the text ends in
--   {do = "complete?", text}   {is = "complete" | "incomplete" | "invalid"}
--   {do = "end"}               nothing more
-- What is no such request gets {complaint, done = true, ok = false}.
local complete = require "rigid.prompt.complete"
local disk = require "rigid.files.disk"
local entry = require "rigid.prompt.entry"
local letters = require "rigid.display.letters"
local registry = require "rigid.registry"
local repl = require "rigid.prompt.repl"
local rich = require "rigid.display.rich"
local scope = require "rigid.prompt.scope"

local WIDTH <const> = 100 -- columns of a text that is shown
local MOST <const> = 64 -- MB of a page
local LONGEST <const> = 300 -- letters of a name that may be asked for: a pattern that ends a text begins at each of its letters

local function list(t) return setmetatable(t, {__jsontype = "array"}) end

-- The page of a 3D view, in a frame that may run its script and reach nothing else; nil of any other value.
local function frame_of(value)
    local metatable = type(value) == "table" and debug.getmetatable(value)
    local path = metatable and rawget(metatable, "__name") == "View" and rawget(value, "path")
    local text = type(path) == "string" and disk.read(path, MOST)
    return text and ('<iframe sandbox="allow-scripts" style="width:100%%;height:30em;border:0" srcdoc="%s"></iframe>'):format(rich.escaped(text))
end

-- What is shown of a value beside its text.
local function shown(value)
    local frame = frame_of(value)
    if frame then return frame end
    return rich.of(value)
end

-- ---- the requests ---------------------------------------------------------------------------------------------------

local takes = {}

function takes.run(machine, request)
    local ok = machine.run(request.text)
    io.stdout:flush()
    io.stderr:flush()
    machine.answer {done = true, ok = ok}
end

takes["complete"] = function(machine, request)
    local ok, names, start = machine.console.call(complete.names, request.text, scope.seen(), machine.console.files)
    if not ok then names, start = {}, #request.text + 1 end
    machine.answer {names = list(names), keep = start - 1}
end

function takes.inspect(machine, request)
    local name = request.text:sub(-LONGEST):match "([%a_][%w_.:]*)%s*%(?%s*$"
    local ok, text = machine.console.call(function() return name and require("rigid.prompt.help").answer(name) end)
    text = ok and text or nil
    machine.answer {found = text ~= nil, text = text}
end

takes["complete?"] = function(machine, request)
    local entries, rest = entry.split((entry.without_prompts(request.text)))
    local is = rest and "incomplete" or "complete"
    for _, item in ipairs(entries) do
        if item.wrong and not load(request.text, "=", "t") then is = "invalid" end
    end
    machine.answer {is = is}
end

-- ---- the session ----------------------------------------------------------------------------------------------------

-- A line of requests; nil at their end. Ctrl-C while none is served is no news.
local function next_line(machine)
    repeat
        local line = machine.requests:read "l"
        if line then return line end
    until not machine.console.interrupted()
end

local function serve(machine, json, line)
    local read, request, _, problem = pcall(json.decode, line)
    if not read then request, problem = nil, "brackets within brackets, too many of them" end
    if type(request) ~= "table" or type(request["do"]) ~= "string" then
        machine.id = nil
        machine.answer {complaint = "no request: " .. tostring(problem or line), done = true, ok = false}
        return true
    end
    machine.id = request.id
    if request["do"] == "end" then return false end
    local take = takes[request["do"]]
    if take and type(request.text) == "string" then
        take(machine, request)
    else
        local complaint = ("a request is one of run, complete, complete?, inspect, with a text; got '%s'"):format(request["do"])
        machine.answer {complaint = complaint, done = true, ok = false}
    end
    return true
end

-- A descriptor as a file; nil and what is wrong.
local function open(descriptor, mode)
    local file = descriptor:find "^%d+$" and io.open("/dev/fd/" .. descriptor, mode)
    if file then return file end
    return nil, ("rigid --machine: descriptor '%s' is not open for that"):format(descriptor)
end

-- Take requests until they end. Returns the exit code.
return function(console, from, to)
    local found, json = pcall(require, "dkjson")
    if not found then
        io.stderr:write "rigid --machine needs dkjson (Debian: lua-dkjson; LuaRocks: dkjson)\n"
        return 1
    end
    local requests, problem = open(from, "r")
    local answers, trouble = open(to, "w")
    if not (requests and answers) then
        io.stderr:write(problem or trouble, "\n")
        return 2
    end
    local machine = {console = console, requests = requests}
    console.width = function() return WIDTH end
    function machine.answer(said)
        said.id = machine.id
        answers:write(letters.sound(json.encode(said)), "\n") -- JSON is UTF-8, whatever bytes a value has
        answers:flush()
    end
    registry.show_picture = function(svg, title)
        io.stdout:flush()
        machine.answer {value = title or "a picture", svg = svg}
    end
    machine.run = repl.session(console, function(text, value)
        io.stdout:flush()
        local html, latex = shown(value)
        machine.answer {value = text, html = html, latex = latex}
        return true
    end, function(text)
        io.stdout:flush()
        machine.answer {complaint = text}
    end)
    while true do
        local line = next_line(machine)
        if not line or not serve(machine, json, line) then return 0 end
    end
end
