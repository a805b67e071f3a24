-- The 3D view: an arm made of capsules and cylinders falls, and the file that this writes shows it in any browser, with its
-- energies, a slider for every joint and the numbers of each link. One of its links is a body that cannot be: it is red.

local rigid = require "rigid"
local SpatialInertia, Transform, Rotation = rigid.SpatialInertia, rigid.Transform, rigid.Rotation

local ORANGE, STEEL, DARK = {0.93, 0.45, 0.13, 1}, {0.78, 0.81, 0.85, 1}, {0.22, 0.25, 0.30, 1}

-- A body that is what it looks like: a shape of aluminium, seen and weighed alike, standing on its frame along z.
local function solid(kind, size, color)
    local middle = Transform {position = {0, 0, size.length / 2}}
    local M = SpatialInertia["solid_" .. kind] {density = 2700 * size.filled, radius = size.radius, length = size.length}
    local shape = {type = kind, radius = size.radius, length = size.length}
    return middle * M, {{shape = shape, placement = middle, material = {color = color}}}
end

local arm = rigid.Model {name = "six-axis arm"}
local LINKS = {
    -- kind, radius, length, colour, axis of its joint, where that is in the link before
    {"cylinder", 0.110, 0.16, DARK, {0, 0, 1}, {0, 0, 0.05}},
    {"capsule", 0.062, 0.42, ORANGE, {0, 1, 0}, {0, 0, 0.22}},
    {"capsule", 0.050, 0.34, STEEL, {0, 1, 0}, {0, 0, 0.42}},
    {"cylinder", 0.046, 0.12, DARK, {0, 0, 1}, {0, 0, 0.40}},
    {"capsule", 0.036, 0.10, ORANGE, {0, 1, 0}, {0, 0, 0.14}},
    {"cylinder", 0.040, 0.03, STEEL, {0, 0, 1}, {0, 0, 0.15}},
}

local pillar, seen = solid("cylinder", {radius = 0.09, length = 0.8, filled = 0.1}, STEEL)
arm:add_body {name = "pillar", inertia = pillar, visuals = seen}
local base, plate = solid("cylinder", {radius = 0.15, length = 0.05, filled = 1}, STEEL)
local parent = arm:add_body {name = "base", parent = "pillar", inertia = base, visuals = plate, placement = {position = {0, 0, 0.8}}}
for i, link in ipairs(LINKS) do
    local inertia, visuals = solid(link[1], {radius = link[2], length = link[3], filled = 0.4}, link[4])
    parent = arm:add_body {
        name = "link" .. i, parent = parent, inertia = inertia, visuals = visuals, placement = {position = link[6]},
        joint = {type = "revolute", name = "joint" .. i, axis = link[5], limits = {lower = -2.9, upper = 2.9}, damping = 0.02},
    }
end
arm:add_frame {name = "tool", body = parent, placement = {position = {0, 0, 0.03}}}

-- Somebody has typed a tensor for the gripper whose greatest moment is more than the two others together.
arm:add_body {
    name = "gripper", parent = "tool", placement = Transform(Rotation.rpy(0, 0, 0.6), {0, 0, 0.02}),
    inertia = SpatialInertia {mass = 0.4, com = {0, 0, 0.03}, inertia = {4e-4, 5e-4, 1.6e-3}, skip_validity_check = true},
    visuals = {
        {shape = {type = "box", size = {0.03, 0.12, 0.03}}, placement = {position = {0, 0, 0.01}}, material = {color = DARK}},
        {shape = {type = "box", size = {0.02, 0.015, 0.07}}, placement = {position = {0, 0.05, 0.05}}, material = {color = STEEL}},
        {shape = {type = "box", size = {0.02, 0.015, 0.07}}, placement = {position = {0, -0.05, 0.05}}, material = {color = STEEL}},
    },
}

local q = {0.4, 0.5, 1.1, 0.3, 0.6, 0}
local log = arm:simulate {q = q, v = {1.5, 0, 0, 0, 0, 3}, duration = 4, dt = 1 / 100}
local kept = arg and arg[1] -- ./rigid examples/21_view.lua arm.html
local path = kept or os.tmpname()
local view = rigid.view(arm, log, {path = path, title = "An arm that falls"})

print(("%d links, %d joints, %d samples from %g to %g s"):format(view.bodies, arm:nv(), view.samples, log.t[1], log.t[#log]))
print(("one file of less than 1.5 MB: %s"):format(view.bytes < 1.5e6))
print(("the energies go from %.1f J to %.1f J: damping and the limits take the rest"):format(log:energy()[1], log:energy()[#log]))
local moments = arm:body("gripper").inertia:central_inertia():moments()
print(("the gripper is red: %g kg m² is more than %g and %g together"):format(moments.z, moments.x, moments.y))

if not kept then os.remove(path) end
