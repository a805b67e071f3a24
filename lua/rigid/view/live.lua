-- A view that follows the session, and that the session follows: the page is served on the loopback (http.lua), the sliders set view.q, and
-- what the session shows is told to the page. It is served whenever somebody has time: while the prompt waits for a key, while a
-- simulation runs, in every call of the view's, and in view:wait().
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local registry = require "rigid.registry"
local arrows = require "rigid.view.arrows"
local browser = require "rigid.view.browser"
local disk = require "rigid.files.disk"
local http = require "rigid.view.http"
local motion = require "rigid.view.motion"
local page = require "rigid.view.page"

local PACE <const> = 0.03 -- s between two pictures of a simulation
local AWAY <const> = 2 -- s: a page that is loaded anew is back by then

local live = {}
local open = {} -- the views that are served, in the order of their making
local inside = setmetatable({}, {__mode = "k"}) -- of each view: model, data, server, readers of arguments

local methods = {}
local View = {__name = "LiveView"}

-- ---- serving --------------------------------------------------------------------------------------------------------

-- The user's q follows, where it is none of the user's own.
local function follow(view, own, q)
    local globals <const> = _G
    view.q = q
    if own.names_q and (rawget(globals, "q") == nil or rawequal(rawget(globals, "q"), own.named)) then
        rawset(globals, "q", q)
        own.named = q
    end
end

-- What the user has put into view.q, or written over in it, since it was told last: the page is told.
local function heed(view, own)
    local q, start = view.q, own.data.start
    if core.type(q) ~= "Vector" or #q ~= #start then return end
    local changed = false
    for i = 1, #q do
        if q[i] - q[i] ~= 0 then return end
        changed = changed or q[i] ~= start[i]
    end
    if not changed then return end
    own.data.start = q:table()
    own.server:tell("q", page.encode(own.data.start), true)
end

-- What the page says of its sliders: false where it is no configuration.
local function take_configuration(view, own, text)
    local list = require "dkjson".decode(text)
    if type(list) ~= "table" or #list ~= own.data.nq then return false end
    for i = 1, #list do
        if type(list[i]) ~= "number" or list[i] - list[i] ~= 0 then return false end
        list[i] = list[i] + 0.0
    end
    own.data.start = list
    follow(view, own, core.Vector(list))
    return true
end

local function answer_for(view, own)
    return function(method, path, body)
        if method == "GET" and path == "" then return 200, "text/html; charset=utf-8", page.render(own.data) end
        if method == "GET" and path == "events" then return "stream" end
        if method == "POST" and path == "q" then
            if take_configuration(view, own, body) then return 204 end
            return 400, "text/plain", "a configuration is expected\n"
        end
        return 404, "text/plain", "there is nothing here\n"
    end
end

-- Returns whether somebody is being served, who would wait.
local function poll_all()
    local hurried = false
    for _, view in ipairs(open) do
        local own = inside[view]
        pcall(heed, view, own)
        pcall(own.server.poll, own.server)
        hurried = hurried or own.server:is_busy()
    end
    return hurried
end

-- A run of a model like this one, at t: read(q, v) fills in where it is. What is last is shown in any case.
local function watch(m, _, read, last)
    for _, view in ipairs(open) do
        local own = inside[view]
        local now = own.server:now()
        if (last or now - own.shown >= PACE) and m:nq() == own.data.nq and m:nv() == own.data.nv then
            local q = core.Vector(own.data.nq)
            read(q, core.Vector(own.data.nv))
            own.shown = now
            view.q, own.data.start = q, q:table() -- so that the view is where the page is, also when that is loaded anew
            pcall(own.server.tell, own.server, "q", page.encode(q:table()), true) -- what a page asks for meanwhile ends no run
        end
    end
end

local function close_all()
    while open[1] do open[1]:close() end
end

local function serve_on()
    local any = #open > 0
    registry.idle, registry.running, registry.leaving = any and poll_all or nil, any and watch or nil, any and close_all or nil
end

-- ---- the methods ----------------------------------------------------------------------------------------------------

local function served(view, name)
    local own = type(view) == "table" and inside[view]
    if not own then arguments.at(name, 0):expected("live view (as rigid.view(m, {live = true}) returns it)", view) end
    if not own.server.listener then arguments.no_answer(name, "the view is closed; rigid.view(m, {live = true}) makes another") end
    return own
end

local function must_fit(own, place)
    if own.model:nq() ~= own.data.nq then
        place:bad("the model has nq = %d now, and the view shows it with %d; make another", own.model:nq(), own.data.nq)
    end
end

function methods.show(view, q)
    local own, place = served(view, "show"), arguments.at("show", 1)
    must_fit(own, place)
    own.data.start = own.read_start(place, own.model, q)
    view.q = core.Vector(own.data.start)
    own.server:tell("q", page.encode(own.data.start), true)
    return view
end

function methods.play(view, log)
    local own = served(view, "play")
    must_fit(own, arguments.at("play", 1))
    if log == nil then arguments.at("play", 1):expected("Log", log) end
    own.data.log = motion.describe(own.read_log("play", 1, own.model, log))
    own.server:tell("log", page.encode(own.data.log))
    return view
end

function methods.arrow(view, said)
    local own = served(view, "arrow")
    local list = said == nil and {} or table.move(own.data.arrows or {}, 1, #(own.data.arrows or {}), 1, {})
    if said ~= nil then list[#list + 1] = arrows.one(arguments.at("arrow", 1), own.model, said) end
    own.data.arrows = list
    own.server:tell("arrows", page.encode(list))
    return view
end

-- How many pages look on.
function methods.watchers(view) return (served(view, "watchers").server:watchers()) end

-- Serve for so many seconds, or, without, until nobody looks on any more.
function methods.wait(view, seconds)
    local own = served(view, "wait")
    if seconds ~= nil then arguments.at("wait", 1):not_negative(seconds) end
    heed(view, own)
    local began, seen = own.server:now(), nil -- seen: when somebody looked on last
    while own.server.listener and (not seconds or own.server:now() - began < seconds) do
        own.server:sleep(seconds and math.min(0.05, math.max(0, seconds - (own.server:now() - began))) or 0.05)
        if own.server:watchers() > 0 then seen = own.server:now() end
        if not seconds and seen and own.server:now() - seen > AWAY then break end
    end
    return view
end

function methods.close(view)
    local own = type(view) == "table" and inside[view]
    if not own then served(view, "close") end
    own.server:close()
    for k = #open, 1, -1 do
        if open[k] == view then table.remove(open, k) end
    end
    serve_on()
    return view
end

-- ---- the value ------------------------------------------------------------------------------------------------------

View.__index = methods
View.__close = methods.close
View.__tostring = arguments.printer("a live view", function(view)
    local own = inside[view]
    local name = require("rigid.display").printable(view.name)
    if not own.server.listener then return ("live view of '%s', closed"):format(name) end
    local lines = {("live view of '%s': %s"):format(name, view.url), "  the sliders set view.q; view:show(q), view:play(log), view:arrow{...}, view:close()"}
    if not own.names_q then lines[#lines + 1] = "  it answers while view:wait() goes on, or a simulation runs" end
    if view.opened then lines[1] = lines[1] .. ", opened in the browser" elseif view.reason then lines[#lines + 1] = "  not opened: " .. view.reason end
    return table.concat(lines, "\n")
end)

-- A page that leads to the address: what a browser is started with can be read by others on this machine, a file of ours not.
local function doorstep(name, url)
    local text = '<!DOCTYPE html><meta charset="utf-8"><title>rigid</title><meta http-equiv="refresh" content="0; url=%s">\n'
    return (disk.page(name, ".html", text:format(url)))
end

-- tools: what rigid.view reads its arguments with, read_start and read_log.
function live.view(m, data, options, tools)
    page.require()
    local view = {name = m:name(), q = core.Vector(data.start)}
    local own = {model = m, data = data, shown = 0, read_start = tools.read_start, read_log = tools.read_log}
    own.names_q, own.named = registry.prompted, view.q
    data.live = true
    own.server = http.open(answer_for(view, own))
    view.url = own.server:url()
    inside[view] = own
    open[#open + 1] = setmetatable(view, View)
    serve_on()
    local wanted = options.open
    if wanted == nil then wanted = browser.is_attended() end
    if wanted then
        local path = doorstep(view.name, view.url)
        if path then view.opened, view.reason = browser.open(path) end
    end
    return view
end

return live
