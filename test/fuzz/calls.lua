-- Calls every public function in random sequences: arguments by the types of the reference, results kept for later calls,
-- hostile tables and callbacks among them (hostile.lua), frames and provenance switched on and off. Whatever happens must be
-- a result or an error; the sanitized program and the limits of test/fuzz/run judge the rest. Each sequence is the work of
-- its seed alone, each step of seed and number: a step left out leaves the others what they were, so that a failure shrinks.
--   calls.lua DIRECTORY SECONDS SEED             sequences from that seed on, for so long of the processor
--   calls.lua DIRECTORY replay SEED [STEPS]      that sequence, or those of its steps ("1,5,9"), as told to stderr
-- DIRECTORY is private, and the current one, as test/fuzz/run has it: all files are written there, and `journal` in it names
-- the call at hand.
local rigid = require "rigid"
local draw = require "spec.support.draw"
local arguments = require "test.fuzz.arguments"
local hostile = require "test.fuzz.hostile"
local reference = require "rigid.prompt.reference"

local STEPS <const> = 40
local SECONDS <const> = 2 -- of one call, where it runs Lua; then it is stopped by an error
local BODIES <const> = 12 -- models with more are not kept
local KEPT <const> = 8 -- values of each class
local DEPTH <const> = 2 -- of calls made by callbacks

-- They talk to people, start programs, or take their time by their nature.
local LEFT_OUT = {}
for name in ([[rigid.view rigid.plot Log:plot rigid.lesson rigid.exercise rigid.check_answer rigid.solution rigid.quiz rigid.help
    rigid.lookfor rigid.who rigid.bench rigid.history rigid.save_session rigid.time rigid.load_mesh rigid.resolve_mesh Model:compile
    SpatialInertia.from_mesh_file]]):gmatch "%S+" do LEFT_OUT[name] = true end

local directory = assert(arg[1], "usage: calls.lua DIRECTORY SECONDS SEED | DIRECTORY replay SEED [STEPS]")
local journal = assert(io.open(directory .. "/journal", "w"))
local said = io.stdout
io.output("/dev/null")
_G.print = function() end

local counts = {calls = 0, done = 0, refused = 0, stopped = 0, sequences = 0}
local done = {} -- what succeeded at least once
local internal = {} -- errors of Lua's own that were raised by code of rigid: place -> the first step that had it

-- ---- what can be called ---------------------------------------------------------------------------------------------

local OPERATORS = {
    add = function(a, b) return a + b end, sub = function(a, b) return a - b end, mul = function(a, b) return a * b end,
    div = function(a, b) return a / b end, unm = function(a) return -a end, len = function(a) return #a end,
    call = function(a, b) return a(b, b) end, concat = function(a, b) return a .. b end,
}
local COMMON = {
    eq = function(a, b) return a == b end, tostring = function(a) return tostring(a) end, index = function(a, b) return a[b] end,
    newindex = function(a, b) a[b] = 1 end, lt = function(a, b) return a < b end,
}

-- {name, self = class or nil, params, find = function(self) that gives the function}: found anew each time, for the switches
-- of frames exchange it.
local function of_function(entry)
    local class, short, place = entry.class, entry.short, entry.class and rigid[entry.class] or rigid
    if entry.kind == "method" then
        return {name = entry.name, self = class, params = entry.params, find = function(x) return x[short] end}
    end
    return {name = entry.name, params = entry.params, find = function() return place[short] end}
end

local function of_class(entry, all)
    for i, overload in ipairs(entry.overloads) do
        local params = arguments.of_overload(overload)
        table.insert(all, {name = ("%s() %d"):format(entry.name, i), params = params, find = function() return rigid[entry.class] end})
    end
    for i, operator in ipairs(entry.operators) do
        local name, operand = arguments.of_operator(operator)
        local params = operand and {{name = "b", type = operand, text = ""}} or {}
        local f = assert(OPERATORS[name], name)
        table.insert(all, {name = ("%s %s %d"):format(entry.name, name, i), self = entry.class, params = params, find = function() return f end})
    end
    for _, name in ipairs {"eq", "tostring", "index", "newindex", "lt"} do
        local f = COMMON[name]
        local params = {{name = "b", type = name == "index" and "string" or entry.class, text = ""}}
        table.insert(all, {name = entry.name .. " " .. name, self = entry.class, params = params, find = function() return f end})
    end
end

local function callables()
    local all = {}
    for _, entry in ipairs(reference.read()) do
        if entry.kind == "method" and not arguments.fresh[entry.class] then
            error(("no method of %s is ever called: test/fuzz/arguments.lua does not know how to make one"):format(entry.class), 0)
        end
        if entry.kind == "class" and arguments.fresh[entry.class] then
            of_class(entry, all)
        elseif entry.kind ~= "class" and not LEFT_OUT[entry.name] and not LEFT_OUT["rigid." .. entry.name] then
            table.insert(all, of_function(entry))
        end
    end
    table.sort(all, function(a, b) return a.name < b.name end)
    return all
end

local all = callables()

-- What keeps a state is called more often, so that calls meet what earlier ones left.
local of_state = {}
for _, what in ipairs(all) do
    if what.self == "Model" or what.self == "Log" then table.insert(of_state, what) end
end

-- ---- one call -------------------------------------------------------------------------------------------------------

local function brief(x)
    local kind = type(x)
    if kind == "string" then return ("%q"):format(x:sub(1, 30)) end
    if kind == "number" or kind == "boolean" or kind == "nil" then return tostring(x) end
    if kind == "userdata" and not io.type(x) then return rigid.type(x) or kind end
    if kind ~= "table" then return kind end
    local parts = {}
    for k, v in next, x do table.insert(parts, ("%s=%s"):format(tostring(k), type(v) == "table" and "{}" or brief(v))) end
    table.sort(parts)
    return (debug.getmetatable(x) and "hostile" or "") .. "{" .. table.concat(parts, ",", 1, math.min(#parts, 6)) .. "}"
end

local function note(world, name, args)
    local parts = {}
    for i = 1, args.n do parts[i] = brief(args[i]) end
    journal:write(("%d.%d %s%s(%s)\n"):format(world.seed, world.step, ("  "):rep(world.depth), name, table.concat(parts, ", ")))
    journal:flush()
end

local function keep(world, x)
    local class = type(x) == "userdata" and not io.type(x) and rigid.type(x)
    if not class then return end
    if class == "Model" and #x:body_names() > BODIES then return end
    if (class == "Matrix" or class == "Vector") and (class == "Vector" and #x or x:rows() * x:cols()) > 4000 then return end
    local kept = world.pool[class] or {}
    world.pool[class] = kept
    kept[#kept < KEPT and #kept + 1 or world.d:integer(1, KEPT)] = x
end

local function inspect(world, problem)
    if type(problem) ~= "string" or world.exchanged then return end
    local place = problem:match "^[^\n]-(lua/rigid/[%w_/]+%.lua:%d+): attempt to" or problem:match "^[^\n]-(lua/rigid/[%w_/]+%.lua:%d+): bad argument"
    if place and not internal[place] then internal[place] = ("%d.%d %s"):format(world.seed, world.step, problem:match "[^\n]*") end
end

local deadline = math.huge
local function stop() if os.clock() > deadline then error("stopped: it takes too long", 0) end end

-- f(...), in a coroutine if that is drawn, resumed as often as it yields.
local function run(world, f, ...)
    if not arguments.chance(world.d, 0.1) then return pcall(f, ...) end
    local co = coroutine.create(f)
    debug.sethook(co, stop, "", 10000)
    local results = table.pack(coroutine.resume(co, ...))
    for _ = 1, 20 do
        if coroutine.status(co) == "dead" then break end
        results = table.pack(coroutine.resume(co, 1))
    end
    if arguments.chance(world.d, 0.5) then coroutine.close(co) end
    return table.unpack(results, 1, results.n)
end

local function judge(world, what, ok, ...)
    counts.calls = counts.calls + 1
    if ok then
        done[what] = true
        counts.done = counts.done + 1
        for i = 1, math.min(5, select("#", ...)) do keep(world, (select(i, ...))) end
        return
    end
    local problem = ...
    counts.refused = counts.refused + 1
    if type(problem) == "string" and problem:find("stopped: it takes too long", 1, true) then counts.stopped = counts.stopped + 1 end
    inspect(world, problem)
    keep(world, problem)
end

local function call(world)
    local d = world.d
    if world.depth >= DEPTH then return end
    local what = arguments.pick(d, arguments.chance(d, 0.4) and of_state or all)
    local self = what.self and arguments.value(d, world.pool, what.self)
    local found, f = pcall(what.find, self)
    if not found or f == nil then return end
    local model = what.self == "Model" and self or nil
    local n = model and model:nv() or 3
    local at = {
        d = d, pool = world.pool, model = model, directory = directory,
        callback = arguments.chance(d, 0.7) and hostile.controller(world, n) or hostile.callback(world),
    }
    local args = arguments.draw(what.params, at)
    if what.self then
        table.insert(args, 1, self)
        args.n = args.n + 1
    end
    local bad = arguments.chance(d, 0.25)
    if bad then for _ = 1, d:integer(1, 2) do hostile.twist(world, args) end end
    note(world, what.name, args)
    local i = arguments.chance(d, 0.06) and d:integer(1, math.max(1, args.n))
    local back, how = hostile.exchange(world, i and args[i])
    if how then
        journal:write(("  of argument %d, another's %s\n"):format(i, how))
        world.exchanged = true
    end
    world.depth = world.depth + 1
    judge(world, what, run(world, f, table.unpack(args, 1, args.n)))
    world.depth = world.depth - 1
    back()
end

-- ---- sequences ------------------------------------------------------------------------------------------------------

local function switch(d)
    if arguments.chance(d, 0.1) then rigid.frames(arguments.chance(d, 0.5)) end
    if arguments.chance(d, 0.1) then rigid.provenance(arguments.chance(d, 0.5)) end
    if arguments.chance(d, 0.05) then collectgarbage() end
    if arguments.chance(d, 0.02) then collectgarbage(arguments.pick(d, {"generational", "incremental"})) end
end

local function step(world)
    world.d = draw.stream(world.seed * 1000 + world.step)
    world.depth, world.exchanged = 0, false
    deadline = os.clock() + SECONDS
    switch(world.d)
    debug.sethook(stop, "", 10000)
    local ok, problem = pcall(call, world)
    debug.sethook()
    if not ok then inspect(world, problem) end
end

local function sequence(seed, wanted)
    arguments.restart()
    local world = {seed = seed, step = 0, depth = 0, pool = {}, call = call, d = draw.stream(seed)}
    for n = 1, STEPS do
        world.step = n
        if not wanted or wanted[n] then step(world) end
    end
    rigid.frames(false)
    rigid.provenance(false)
    world.pool = {}
    collectgarbage "incremental"
    collectgarbage()
    counts.sequences = counts.sequences + 1
end

local function report()
    said:write(("fuzz-calls: %d sequences, %d calls of %d functions, %d%% done, %d refused, %d stopped for their time\n"):format(
        counts.sequences, counts.calls, #all, counts.done * 100 // math.max(1, counts.calls), counts.refused, counts.stopped))
    local never = {}
    for _, what in ipairs(all) do
        if not done[what] and not what.name:find " lt$" then table.insert(never, what.name) end
    end
    if counts.sequences > 1000 and #never > 0 then said:write("  never done: ", table.concat(never, ", "), "\n") end
    local places = {}
    for place in pairs(internal) do table.insert(places, place) end
    table.sort(places)
    for _, place in ipairs(places) do said:write(("  an error of Lua's own, by %s\n"):format(internal[place])) end
end

if arg[2] == "replay" then
    local wanted = arg[4] and {}
    for n in (arg[4] or ""):gmatch "%d+" do wanted[tonumber(n)] = true end
    sequence(assert(math.tointeger(tonumber(arg[3])), "a seed is an integer"), wanted)
    report()
else
    local seconds, seed, started = tonumber(arg[2]) or 60, math.tointeger(tonumber(arg[3])) or 1, os.clock()
    while os.clock() - started < seconds do
        journal:close()
        journal = assert(io.open(directory .. "/journal", "w"))
        sequence(seed)
        seed = seed + 1
    end
    report()
    if counts.done < counts.calls * 0.3 then error("most calls were refused: these find nothing", 0) end
end
