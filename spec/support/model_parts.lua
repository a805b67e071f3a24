-- Bodies and a small arm of which models are assembled.
local rigid = require "rigid"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia
local box = SpatialInertia.solid_box { mass = 2, size = { 0.1, 0.2, 0.3 } }
local function at(x, y, z) return { position = { x, y, z } } end

-- A two-link arm with a tool: shoulder and elbow, about y.
local function arm()
    local m = Model { name = "arm" }
    m:add_body { name = "base", inertia = box }
    m:add_body {
        name = "upper_arm", parent = "base", inertia = box,
        joint = { type = "revolute", name = "shoulder", axis = { 0, 1, 0 } },
    }
    m:add_body {
        name = "forearm", parent = "upper_arm", placement = at(0, 0, 0.4), inertia = box,
        joint = {
            type = "revolute", name = "elbow", axis = { 0, 1, 0 }, damping = 0.1,
            limits = { lower = -1, upper = 2, effort = 30, velocity = 0.5 },
        },
    }
    local tip = SpatialInertia.point_mass { mass = 0.5, position = { 0, 0, 0.05 } }
    m:add_body { name = "tool", parent = "forearm", placement = at(0, 0.1, 0.3), inertia = tip }
    return m
end

local function one_joint(joint, placement)
    local m = Model {}
    m:add_body { name = "link", joint = joint, placement = placement, inertia = box }
    return m
end

return {
    box = box,
    at = at,
    arm = arm,
    one_joint = one_joint,
}
