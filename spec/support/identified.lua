-- A body for each number, and the arm of three joints that parameters are found of.
local rigid = require "rigid"

local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

local function body(k) return SpatialInertia.solid_box {mass = 2 / k, size = {0.1, 0.2, 0.3}}:shift {-0.1, 0.05, -0.1} end

local function arm()
    local m = Model {name = "arm"}
    m:add_body {name = "a", joint = {type = "revolute", name = "j1", axis = {0, 0, 1}}, inertia = body(1)}
    m:add_body {name = "b", parent = "a", joint = {type = "revolute", name = "j2", axis = {0, 1, 0}}, placement = {position = {0, 0, 0.4}}, inertia = body(2)}
    m:add_body {name = "c", parent = "b", joint = {type = "revolute", name = "j3", axis = {0, 1, 0}}, placement = {position = {0, 0, 0.4}}, inertia = body(3)}
    return m
end

return {body = body, arm = arm}
