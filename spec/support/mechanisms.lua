-- Small robots to simulate, and what specs of simulations ask of runs.
local rigid = require "rigid"
local draw = require "spec.support.draw"
local trees = require "spec.support.trees"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

-- ---- models ---------------------------------------------------------------------------------------------------------

local function wheel(options)
    options = options or {}
    local m = Model { name = "wheel", gravity = { 0, 0, 0 } }
    m:add_body {
        name = "wheel", inertia = SpatialInertia { mass = 3, inertia = { 1, 1, options.moment or 0.5 } },
        joint = { type = "revolute", name = "axle", damping = options.damping, friction = options.friction },
    }
    return m
end

local function double_pendulum()
    local rod = SpatialInertia.thin_rod { mass = 1, length = 1, axis = { 0, 0, 1 } }:shift { 0, 0, 0.5 }
    local m = Model { name = "double pendulum" }
    m:add_body { name = "upper", joint = { type = "revolute", axis = { 0, 1, 0 }, name = "shoulder" }, inertia = rod }
    m:add_body {
        name = "lower", parent = "upper", joint = { type = "revolute", axis = { 0, 1, 0 }, name = "elbow" },
        placement = { position = { 0, 0, -1 } }, inertia = rod,
    }
    return m
end

-- A body with three different moments, its com off the joint, on a spherical joint; nothing pulls at it.
local function top()
    local m = Model { name = "top", gravity = { 0, 0, 0 } }
    m:add_body {
        name = "top", joint = { type = "spherical", name = "ball" },
        inertia = SpatialInertia { mass = 2, com = { 0.1, -0.2, 0.3 }, inertia = { 0.5, 0.7, 0.9, 0.05, -0.1, 0.02 } },
    }
    return m
end

-- A ball on a vertical rail.
local function ball()
    local m = Model { name = "ball" }
    m:add_body {
        name = "ball", joint = { type = "prismatic", name = "rail" },
        inertia = SpatialInertia.solid_sphere { mass = 2, radius = 0.1 },
    }
    return m
end

local function floating_tree(seed, options)
    options = options or {}
    options.first = "floating"
    local d = draw.stream(seed)
    local m = trees.random(d, 6, options)
    return m, trees.configuration(d, m), trees.velocity(d, m)
end

-- How far apart two states are.
local function distance(m, q1, v1, q2, v2)
    return math.max(m:difference(q1, q2):norm(), (v1 - v2):norm())
end

local function last(log) return log.q[#log], log.v[#log] end

local function merged(a, b)
    local t = {}
    for key, value in pairs(a) do t[key] = value end
    for key, value in pairs(b) do t[key] = value end
    return t
end

return {
    wheel = wheel,
    double_pendulum = double_pendulum,
    top = top,
    ball = ball,
    floating_tree = floating_tree,
    distance = distance,
    last = last,
    merged = merged,
}
