-- The prompt in a page. The engine (src/web) hands messages in and takes messages out, both JSON; nothing can be awaited in
-- between. So the prompt (prompt/repl.lua) runs in a coroutine, which waits for its lines by yielding; what it does between two
-- lines is as in the program, with the same console, but that this one says how wide the page is, and where lines come from.
-- What runs long is left in the same way now and then, by a hook (src/web/stop.c), so that the page can be listened to.
--
-- A message has a kind. In: open {columns, history}, line {text}, on, run {text, name}: Lua of the page's own, complete {text, id},
-- columns {columns}, q {q} of the sliders. Out: prompt {text}, finished {name} of an exercise, left (to be gone on with by `on`), remember {text},
-- completions {id, names, before, quote}, picture {svg}, scene {data},
-- pose {q}, closed.
local core = require "rigid.core"
local registry = require "rigid.registry"
local complete = require "rigid.prompt.complete"
local json = require "dkjson"

local HEIGHT <const> = math.maxinteger // 2 -- lines of the screen: a page scrolls, and needs no pager
local PACE <const> = 0.03 -- s between two poses of a run that is watched

local web = {}

local function clock() return os.clock() end

-- The console of the program, with what a page has in place of a terminal.
local function page_console(console, page)
    console.is_terminal = function(descriptor) return (descriptor or 0) <= 2 end
    console.width = function() return page.columns end
    console.height = function() return HEIGHT end
    console.isolated = true
    console.leave = "Ctrl-C stops" -- a page is left as any other
    console.ask = function(prompt, typed)
        io.stdout:flush()
        if not coroutine.isyieldable() then return nil, "end" end
        page.typed = typed and typed .. "\n" or ""
        page.tell {kind = "prompt", text = prompt}
        local line = coroutine.yield "line"
        console.interrupted() -- asked to stop while nothing ran
        return line
    end
    console.remember = function(text)
        if page.open then page.tell {kind = "remember", text = text} end
    end
    package.preload["rigid.terminal"] = function()
        local function no() return false end -- a page puts each prompt on a line of its own
        return {is_terminal = console.is_terminal, width = console.width, height = console.height, seconds = clock, mid_line = no}
    end
    return console
end

-- ---- the sliders are q ----------------------------------------------------------------------------------------------

-- The configuration that the user's q is, as a list; nil where it is none of what is shown.
local function configuration(page)
    local globals <const> = _G
    local q = rawget(globals, "q")
    if not page.shown or core.type(q) ~= "Vector" or #q ~= page.shown.nq then return nil end
    local list = q:table()
    for _, x in ipairs(list) do
        if x - x ~= 0 then return nil end
    end
    return list
end

local function same(a, b)
    for i = 1, #a do
        if not b or a[i] ~= b[i] then return false end
    end
    return true
end

-- What the user has made of q since it was seen last is shown.
local function heed(page)
    local list = configuration(page)
    if not list or same(list, page.shown.q) then return end
    page.shown.q = list
    page.tell {kind = "pose", q = list}
end

-- ---- what is shown --------------------------------------------------------------------------------------------------

-- What rooms below draw is shown beside the prompt.
local function take_pictures(page)
    registry.show_picture = function(svg, title) page.tell {kind = "picture", svg = svg, title = title or ""} end
    registry.show_scene = function(data, m)
        page.shown = {nq = m:nq(), nv = m:nv(), at = -math.huge}
        page.shown.q = configuration(page) -- where the user's q is already, it stays there till it changes
        page.tell {kind = "scene", data = data}
    end
    registry.finished = function(name) page.tell {kind = "finished", name = name} end
    registry.running = function(m, _, read)
        local shown, now = page.shown, clock()
        if not shown or m:nq() ~= shown.nq or m:nv() ~= shown.nv or now - shown.at < PACE then return end
        local q = core.Vector(shown.nq)
        read(q, core.Vector(shown.nv))
        shown.at = now
        page.tell {kind = "pose", q = q:table()}
    end
end

-- What may be said to a page.
local takes = {}

local function go_on(page, ...)
    local ok, what = page.resume(page.session, ...)
    if not ok then io.stderr:write(tostring(what), "\n") end
    if coroutine.status(page.session) == "dead" then
        page.tell {kind = "closed"}
    elseif what ~= "line" then
        page.tell {kind = "left"}
    else
        heed(page)
    end
end

function takes.open(page, message)
    page.columns = message.columns or page.columns
    local history = require "rigid.prompt.history"
    local path = history.path(os.getenv)
    if path and page.console.make_directory(path:match "^(.*)/") then
        for _, text in ipairs(message.history or {}) do history.append(path, text) end
    end
    page.session = coroutine.create(require("rigid.prompt.repl").run)
    go_on(page, page.console)
    page.open = true
end

function takes.line(page, message) go_on(page, message.text) end

function takes.on(page) go_on(page) end

-- The page's own Lua, beside the session: a function of the console and of what the message says.
function takes.run(page, message)
    local ok, problem = page.console.call(assert(load(message.text, "=page", "t")), page.console, message.name)
    if not ok then io.stderr:write(tostring(problem), "\n") end
end

-- Where the sliders stand: the user's q follows, where it is none or was such a one.
function takes.q(page, message)
    local globals <const> = _G
    local list, shown = message.q, page.shown
    if not shown or type(list) ~= "table" or #list ~= shown.nq then return end
    for i = 1, shown.nq do
        if math.type(list[i]) == nil then return end
        list[i] = list[i] + 0.0
    end
    if rawget(globals, "q") == nil or configuration(page) then
        shown.q = list
        rawset(globals, "q", core.Vector(list))
    end
end

function takes.columns(page, message) page.columns = message.columns end

-- Where in the text the names begin counts bytes; the page counts by what it gave: so the text before them is told.
function takes.complete(page, message)
    local earlier = page.typed or ""
    local seen = require("rigid.prompt.scope").seen()
    local ok, names, start, quote = page.console.call(complete.names, earlier .. message.text, seen, page.console.files)
    if not ok then names, start, quote = {}, #earlier + 1, nil end
    local before = message.text:sub(1, math.max(0, start - #earlier - 1))
    page.tell {kind = "completions", id = message.id, names = setmetatable(names, {__jsontype = "array"}), before = before, quote = quote}
end

-- Open it: console as the program offers it, post(text) for what the page is told, resume for the coroutine that may be left while it
-- runs, as coroutine.resume. Returns what takes a message, as text.
function web.open(console, post, resume)
    local page = {columns = 80, resume = resume}
    page.tell = function(message) post(json.encode(message)) end
    page.console = page_console(console, page)
    take_pictures(page)
    return function(text)
        local message = json.decode(text)
        takes[message.kind](page, message)
    end
end

return web.open
