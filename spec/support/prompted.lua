-- An arm of two links for the specs of the prompt, and whether a list has what is wanted.
local rigid = require "rigid"

local function has(list, wanted)
    for _, name in ipairs(list) do
        if name == wanted then return true end
    end
    return false
end

local function arm()
    local m = rigid.Model {name = "arm"}
    local M = rigid.SpatialInertia.unitary()
    m:add_body {name = "upper", inertia = M, joint = {type = "revolute", name = "shoulder"}}
    m:add_body {name = "lower arm", parent = "upper", inertia = M, joint = {type = "revolute", name = "elbow"}}
    m:add_frame {name = "front", body = "lower arm"}
    return m
end

return {has = has, arm = arm}
