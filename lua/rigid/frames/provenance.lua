-- How inertias were made. While rigid.provenance(true), every function that makes a SpatialInertia of others leaves a node:
-- what was done, and the nodes of what it was done to. Nodes are kept by weak keys, so that they go with their values, and
-- refer to each other but never to a value; a tree of more than a thousand is cut to one node that sums up its larger part.
-- Off, nothing runs and nothing is kept.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local link_names = require "rigid.frames.link_names"
local tags = require "rigid.frames.tags"
local watch = require "rigid.frames.watch"

local provenance = {}

local MOST <const> = 1000 -- nodes of one tree
local WAITING <const> = 64 -- functions that can be under way at once, each in a finalizer run by the one before

local methods = getmetatable(core.SpatialInertia).__instance.__methods
local copy = methods.copy

local on = false
local whole = true -- no switching was broken off, as by Ctrl-C
local nodes = setmetatable({}, {__mode = "k"}) -- inertia -> node

-- ---- nodes ----------------------------------------------------------------------------------------------------------

-- A node: op; parts, one or two; value, the inertia it came to; size, of its tree; count, of what it is made of; name; and
-- what the operation was given.
local function leaf(value, op)
    return {op = op, value = copy(value), size = 1, count = 1}
end

-- What stands for a tree that has become too large.
local function summary(node)
    return {op = "summary", value = node.value, size = 1, count = node.count, name = node.name}
end

-- The same node with another value or name, for what is the same but for its tag or its name; what was made of it before
-- keeps the one it has.
local function twin_of(node)
    local twin = {}
    for key, entry in pairs(node) do twin[key] = entry end
    return twin
end

-- The node of an inertia as it is now: a new one if nothing is known of it, or if it was changed unseen.
local function node_of(value)
    local node = nodes[value]
    if not node or node.value ~= value then
        node = leaf(value, "given")
    elseif tags.of(node.value) ~= tags.of(value) then
        node = twin_of(node)
        node.value = copy(value)
    end
    nodes[value] = node
    return node
end

local function join(op, first, second, extra)
    local node = extra or {}
    node.op, node.parts = op, {first, second}
    node.size, node.count = 1 + first.size + (second and second.size or 0), first.count + (second and second.count or 0)
    if node.size > MOST then
        local larger = second and second.size > first.size and 2 or 1
        node.size = node.size - node.parts[larger].size + 1
        node.parts[larger] = summary(node.parts[larger])
    end
    return node
end

-- ---- recorders ------------------------------------------------------------------------------------------------------

local waiting, last = {}, 0

local function is_inertia(x) return core.type(x) == "SpatialInertia" end

-- begin(arguments ...) gives the node of what will be made, without its value, or nil.
local function recorder(begin)
    return function(token, x, ...)
        if not token then
            local node = on and begin(x, ...) -- a script may have kept the function from when it was on
            if not node then return 0 end
            last = last + 1
            waiting[last % WAITING] = {token = last, node = node}
            return last
        end
        local entry = waiting[token % WAITING]
        if not entry or entry.token ~= token or not is_inertia(x) then return end
        waiting[token % WAITING] = nil
        entry.node.value = entry.node.value or copy(x)
        nodes[x] = entry.node
    end
end

local recorders = {}

local function both(op)
    return function(A, B)
        return is_inertia(A) and is_inertia(B) and join(op, node_of(A), node_of(B)) or nil
    end
end

local function given(class, x)
    local value = core.type(x) == class and x or class and core[class](x)
    return value
end

local function one(op, field, class)
    return function(M, x)
        if not is_inertia(M) then return nil end
        local ok, value = pcall(given, class, x)
        return ok and join(op, node_of(M), nil, {[field] = value}) or nil
    end
end

local add, subtract = recorder(both "add"), recorder(both "subtract")
local shift, re_express = recorder(one("shift", "by", "Vec3")), recorder(one("re_express", "by", "Rotation"))
recorders["SpatialInertia:__add"], recorders["SpatialInertia:__sub"] = add, subtract
recorders["SpatialInertia.combine"], recorders["SpatialInertia:add_in_place"] = add, add
recorders["SpatialInertia:shift"], recorders["SpatialInertia:shift_in_place"] = shift, shift
recorders["SpatialInertia:re_express"], recorders["SpatialInertia:re_express_in_place"] = re_express, re_express
recorders["Transform:__mul"] = recorder(function(X, M)
    if core.type(X) ~= "Transform" or not is_inertia(M) then return nil end
    return join("transform", node_of(M), nil, {by = X})
end)
recorders["SpatialInertia:scale"] = recorder(function(M, said)
    if not is_inertia(M) or type(said) ~= "table" then return nil end
    return join("scale", node_of(M), nil, {by = {mass = rawget(said, "mass"), length = rawget(said, "length")}})
end)
recorders["SpatialInertia:mirror"] = recorder(function(M, plane)
    if not is_inertia(M) then return nil end
    local ok, normal = pcall(given, "Vec3", plane)
    return join("mirror", node_of(M), nil, {by = type(plane) == "string" and plane or ok and normal or nil})
end)
recorders["SpatialInertia:copy"] = recorder(function(M) return is_inertia(M) and node_of(M) or nil end)

-- What makes an inertia of numbers: "solid_box", "from_parameters".
local function maker(name)
    return recorder(function() return {op = "made", how = name, size = 1, count = 1} end)
end
for name, f in pairs(core.SpatialInertia) do
    if type(f) == "function" and name ~= "combine" and not recorders["SpatialInertia." .. name] then
        recorders["SpatialInertia." .. name] = maker(name)
    end
end
recorders["SpatialInertia()"] = maker "SpatialInertia"

-- ---- on and off -----------------------------------------------------------------------------------------------------

-- Give M a name; what was made of it before, under another, keeps that.
local function rename(M, name)
    local node = node_of(M)
    if node.name == name then return end
    if node.parts or node.name then
        node = twin_of(node)
        nodes[M] = node
    end
    node.name = name
end

local function set(wanted)
    if wanted == on and whole then return end
    whole = false
    if wanted then watch.recorders(recorders) else watch.forget_recorders(recorders) end
    link_names.on_made_of(wanted and rename or nil)
    nodes, waiting = setmetatable({}, {__mode = "k"}), {}
    on, whole = wanted, true
end

function provenance.provenance(wanted)
    local before = on
    if wanted ~= nil then set(arguments.at("provenance", 1):boolean(wanted)) end
    return before
end

local function check_self(M, method)
    if not is_inertia(M) then arguments.at(method, 0):expected("SpatialInertia", M) end
end

function provenance.named(M, name)
    check_self(M, "named")
    local place = arguments.at("named", 1)
    place:text(name, "name")
    if #name > 64 or name:find "%c" then place:bad("name of at most 64 bytes, in one line, expected, got %q", name:sub(1, 64)) end
    if on then rename(M, name) end
    return M
end

function provenance.explain(M)
    check_self(M, "explain")
    return require("rigid.frames.explain").of(copy(M), on and node_of(M) or leaf(M, "given"), on)
end

-- How many inertias have a node, for the specs.
function provenance.count()
    local n = 0
    for _ in pairs(nodes) do n = n + 1 end
    return n
end

return provenance
