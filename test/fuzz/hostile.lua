-- What a script can hand to a function besides arguments: tables whose metamethods lie, throw, yield, collect, recurse and
-- change the models at hand; the same value twice; values whose metatables and user values are another's.
-- A world is {d, pool, call}: the draws, the values so far, and a function that calls one at random.
local arguments = require "test.fuzz.arguments"

local pick, chance = arguments.pick, arguments.chance

local hostile = {}

local ANSWERS = {0, 1, -1, 3, 0.5, 2 ^ 53, math.maxinteger, math.huge, 0 / 0, "3", "", true, false, type}

-- In the same order each time, as pairs is not.
local function sorted_keys(t)
    local keys = {}
    for k in next, t do table.insert(keys, k) end
    table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
    return keys
end

local function some_model(world)
    local models = world.pool.Model
    return models and #models > 0 and pick(world.d, models) or nil
end

-- What a callback may do besides answering.
local deeds = {
    function() collectgarbage() end,
    function() error({}) end,
    function() error("thrown", 0) end,
    function() error() end,
    function(world)
        local m = some_model(world)
        if m then pcall(m.add_body, m, {name = tostring(world.d:integer(1, 99)), joint = pick(world.d, {"revolute", "floating", "fixed"})}) end
    end,
    function(world)
        local m = some_model(world)
        if m then pcall(m.set_gravity, m, world.d:vec3()) end
    end,
    function(world)
        local kept = world.pool[pick(world.d, {"Vector", "Matrix"})]
        local x = kept and kept[1]
        if x then pcall(x.set, x, 1, 1) end
    end,
    function() if coroutine.isyieldable() then coroutine.yield(1) end end,
    function(world) world.call(world) end,
    function(world) world.call(world) end,
    function(world) world.pool[pick(world.d, {"Model", "Vector", "Matrix", "SpatialInertia"})] = {} end, -- no longer anchored
}

local function answer(world, ...)
    local d = world.d
    if chance(d, 0.5) then return (select(d:integer(1, math.max(1, select("#", ...))), ...)) end
    if chance(d, 0.3) then return d:list(d:integer(0, 7)) end
    return pick(d, ANSWERS)
end

-- A function for controllers, forces, events and metamethods: mostly it answers, at times it does worse.
function hostile.callback(world)
    return function(...)
        if chance(world.d, 0.3) then pick(world.d, deeds)(world) end
        return answer(world, ...)
    end
end

-- One that does what it is asked, for a model of n freedoms: torques.
function hostile.controller(world, n)
    local bad = hostile.callback(world)
    return function(...)
        if chance(world.d, 0.1) then return bad(...) end
        return world.d:list(n)
    end
end

local EVENTS = {
    "__index", "__newindex", "__len", "__call", "__gc", "__close", "__pairs", "__tostring", "__eq", "__lt", "__le", "__add",
    "__mul", "__unm", "__concat", "__name", "__metatable", "__mode",
}

function hostile.metatable(world)
    local mt = {}
    for _, event in ipairs(EVENTS) do
        if chance(world.d, 0.5) then mt[event] = hostile.callback(world) end
    end
    if chance(world.d, 0.3) then mt.__index = mt end
    if chance(world.d, 0.2) then mt.__name = pick(world.d, {"Vec3", "Model", "SpatialInertia"}) end
    return mt
end

-- The same entries, behind a metatable: some in it, some answered by __index.
local function veil(world, t)
    local copy, behind = {}, {}
    for _, k in ipairs(sorted_keys(t)) do
        local place = chance(world.d, 0.7) and copy or behind
        place[k] = rawget(t, k)
    end
    local mt = hostile.metatable(world)
    local ask = mt.__index
    mt.__index = function(...)
        local _, k = ...
        if behind[k] ~= nil and chance(world.d, 0.8) then return behind[k] end
        if type(ask) == "function" then return ask(...) end
    end
    return setmetatable(copy, mt)
end

-- A list that holds itself, or one that is far too deep.
local function knot(world)
    local t = {}
    for _, key in ipairs {1, 2, "mass", "bodies", "joint"} do t[key] = t end
    if chance(world.d, 0.5) then return t end
    local deep = {}
    for _ = 1, 500 do deep = {deep, parent = deep} end
    return deep
end

local twists = {
    function(world, args, i) args[i] = setmetatable({}, hostile.metatable(world)) end,
    function(world, args, i) if type(args[i]) == "table" then args[i] = veil(world, args[i]) end end,
    function(world, args, i)
        if type(args[i]) ~= "table" then return end
        local key = sorted_keys(args[i])[1]
        if key ~= nil and type(rawget(args[i], key)) == "table" then rawset(args[i], key, veil(world, rawget(args[i], key))) end
    end,
    function(world, args, i) args[i] = args[world.d:integer(1, args.n)] end,
    function(world, args, i) args[i] = args[world.d:integer(1, args.n)] end,
    function(world, args, i) args[i] = pick(world.d, ANSWERS) end,
    function(_, args, i) args[i] = nil end,
    function(world, args, i) args[i] = knot(world) end,
    function(world, args) args.n = args.n + 1 args[args.n] = pick(world.d, ANSWERS) end,
    function(_, args) args.n = args.n - 1 end,
    function(_, args, i) args[i] = coroutine.create(function() end) end,
    function(_, args, i) args[i] = io.stdout end,
    function(world, args, i)
        local kept = world.pool[pick(world.d, {"Vec3", "Matrix", "Model", "Vector", "Transform", "Log"})]
        args[i] = kept and kept[1]
    end,
}

-- Make one of the arguments worse.
function hostile.twist(world, args)
    if args.n == 0 then return end
    pick(world.d, twists)(world, args, world.d:integer(1, args.n))
end

-- Exchange what hangs on a value for the time of a call; returns what puts it back, and what it was.
function hostile.exchange(world, x)
    if type(x) ~= "userdata" or io.type(x) then return function() end end
    local kept = world.pool[pick(world.d, {"Vec3", "Matrix", "Model", "SpatialInertia"})]
    local mt = debug.getmetatable(x)
    if chance(world.d, 0.3) then
        debug.setuservalue(x, kept and kept[1] or {}, world.d:integer(1, 3))
        collectgarbage() -- what it held is gone
        return function() end, "user value"
    end
    local other = chance(world.d, 0.5) and kept and kept[1] and debug.getmetatable(kept[1]) or hostile.metatable(world)
    debug.setmetatable(x, chance(world.d, 0.8) and other or nil)
    return function() debug.setmetatable(x, mt) end, "metatable"
end

return hostile
