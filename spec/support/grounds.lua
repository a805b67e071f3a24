-- Bodies on a ground, for the specs of contact: one free body with a shape, runs, and what happened in them.
local rigid = require "rigid"

local Model, SpatialInertia, Vec3 = rigid.Model, rigid.SpatialInertia, rigid.Vec3
local GRAVITY <const> = 9.81

-- A single free body with a shape, on a ground.
local function body_on_ground(said)
    local m = Model {name = "one", gravity = said.gravity or {0, 0, -GRAVITY}}
    m:add_body {name = "body", joint = {type = "floating", name = "base"}, inertia = said.inertia}
    m:add_contact {name = "touch", body = "body", shape = said.shape, friction = said.friction, restitution = said.restitution}
    return m:add_ground {friction = said.friction, restitution = said.restitution}
end

local SIZE <const> = {0.4, 0.3, 0.1}

local function block(friction, gravity)
    return body_on_ground {inertia = SpatialInertia.solid_box {mass = 2.5, size = SIZE}, shape = {box = SIZE}, friction = friction, gravity = gravity}
end

local function at_height(z, v) return {q = {0, 0, z, 1, 0, 0, 0}, v = v or {0, 0, 0, 0, 0, 0}} end

local function run(m, start, more)
    local said = {q = start.q, v = start.v}
    for key, value in pairs(more) do said[key] = value end
    return m:simulate(said)
end

local function sum_of(list)
    local sum = Vec3(0, 0, 0)
    for _, one in ipairs(list) do sum = sum + one.force end
    return sum
end

local function impacts(log)
    local list = {}
    for _, event in ipairs(log.events) do
        if event.impulse then list[#list + 1] = event end
    end
    return list
end

return {body_on_ground = body_on_ground, SIZE = SIZE, block = block, at_height = at_height, run = run, sum_of = sum_of, impacts = impacts}
