-- How well does an arm hold still when nobody knows quite what is in its hand? A thousand robots at once, each with a load of its own (its
-- mass, and where it lies), under the one controller that knows the empty arm; and what share of them keeps to 5 mm.
local rigid = require "rigid"
local Model, SpatialInertia, Matrix = rigid.Model, rigid.SpatialInertia, rigid.Matrix

local ROBOTS <const> = 1000

local m = Model {name = "arm"}
local link = SpatialInertia.solid_cylinder {mass = 2, radius = 0.04, length = 0.4, axis = {1, 0, 0}}:shift {-0.2, 0, 0}
m:add_body {name = "turret", joint = {type = "revolute", axis = {0, 0, 1}, damping = 0.5}, inertia = SpatialInertia.solid_cube {mass = 3, length = 0.2}}
m:add_body {name = "upper", parent = "turret", joint = {type = "revolute", axis = {0, 1, 0}, damping = 0.5}, inertia = link}
m:add_body {
    name = "lower", parent = "upper", placement = {position = {0.4, 0, 0}}, joint = {type = "revolute", axis = {0, 1, 0}, damping = 0.5}, inertia = link,
}
m:add_frame {name = "hand", body = "lower", placement = {position = {0.4, 0, 0}}}

math.randomseed(7)
local function between(a, b) return a + (b - a) * math.random() end

-- The ten parameters of each robot's links: the last one carries the load.
local loads, parameters = {}, {}
for i = 1, ROBOTS do
    loads[i] = between(0, 1)
    local load = SpatialInertia.solid_cube {mass = loads[i] + 1e-9, length = 0.08}:shift {between(-0.5, -0.4), between(-0.05, 0.05), 0}
    local own = m:parameters():table()
    table.move((link + load):parameters():table(), 1, 10, 21, own)
    parameters[i] = own
end

-- Each is held at one posture by proportional and derivative gains, with the gravity of the empty arm given besides.
local posture = {0.3, 0.4, -0.9}
local rows, gravity = {}, {}
for i = 1, ROBOTS do rows[i], gravity[i] = posture, m:gravity_forces(posture):table() end
local r = m:rollout {
    q = Matrix(rows), tau = Matrix(gravity), parameters = parameters, policy = {kp = {900, 900, 600}, kd = {40, 40, 12}, q = Matrix(rows)},
    duration = 1.5, dt = 2e-3, method = "rk4", threads = 2, progress = false,
}

local wanted = m:pose(posture, "hand"):position()
local X, sag = m:poses_batch(r.q, "hand"), {}
for i = 1, ROBOTS do sag[i] = (rigid.Vec3(X(i, 4), X(i, 8), X(i, 12)) - wanted):norm() end

local kept, heaviest = 0, 0
for i = 1, ROBOTS do
    if sag[i] <= 5e-3 then kept, heaviest = kept + 1, math.max(heaviest, loads[i]) end
end
table.sort(sag)
print(("%d robots, %d of them without an end"):format(ROBOTS, #r.refused))
print(("the hand sags, mm: %.1f in the median, %.1f at worst"):format(1e3 * sag[ROBOTS // 2], 1e3 * sag[ROBOTS]))
print(("%.0f %% keep to 5 mm; no load above %.2f kg does"):format(100 * kept / ROBOTS, heaviest))
