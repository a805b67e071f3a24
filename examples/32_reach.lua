-- Where an arm can put its hand: inverse kinematics to a pose, to a point that is too far and to two wishes at once; which direction
-- is lost where it is stretched out; and the joints along a straight line of the hand.
local rigid = require "rigid"
local Model, SpatialInertia, Transform, Vec3, Vector = rigid.Model, rigid.SpatialInertia, rigid.Transform, rigid.Vec3, rigid.Vector

-- Six joints, as Denavit and Hartenberg write them (Craig's form): a, alpha, d.
local arm = Model { name = "arm" }
local rows = { { 0, 0, 0.4 }, { 0, -math.pi / 2, 0 }, { 0.4, 0, 0 }, { 0, -math.pi / 2, 0.4 }, { 0, math.pi / 2, 0 }, { 0, -math.pi / 2, 0 } }
for i, row in ipairs(rows) do
  arm:add_body {
    name = "link" .. i, parent = i > 1 and "link" .. i - 1 or nil, placement = Transform.mdh { a = row[1], alpha = row[2], d = row[3] },
    joint = { type = "revolute", name = "joint" .. i, limits = { lower = -2.8, upper = 2.8, velocity = 2, effort = 80 } },
    inertia = SpatialInertia.solid_sphere { mass = 2, radius = 0.08 },
  }
end
local start = Vector { 0.1, -1, 0.8, 0.2, 0.9, 0.3 }
local here = arm:pose(start, "link6")

-- ---- reach ----------------------------------------------------------------------------------------------------------

local goal = here * Transform { rpy = { 0, 0.3, 0 }, position = { 0.05, 0.2, -0.1 } }
local q, verdict = arm:inverse_kinematics { target = { link6 = goal }, q0 = start }
print("a pose:       " .. (verdict.success and "reached" or "not reached"))
print(("  the hand is %.0e from it"):format(math.max((arm:pose(q, "link6"):inverse() * goal):position():norm(), 1e-9)))
local _, far = arm:inverse_kinematics { target = { link6 = Vec3(2, 0, 0.4) }, q0 = start }
print("2 m away:     " .. far.sentence:match "out of reach by [%d.]+ m")
local _, both = arm:inverse_kinematics {
  target = { link6 = { axis = { 0, 0, 1 }, direction = { 0, 0, -1 } }, link3 = { position = { 0.2, 0.2, 0.6 }, weight = 0.1 } }, q0 = start,
}
print(("the hand down and the third link at a place: %s, the worse %.3f off"):format(both.success and "reached" or "a compromise", both.residual))

-- ---- what is lost -----------------------------------------------------------------------------------------------------

print "\nhow easily the hand goes: not at all outwards where the arm is straight"
local bends, least = {}, {}
for k = 0, 40 do
  bends[#bends + 1] = 1.4 * k / 40
  local answer = arm:manipulability({ 0.1, -1, math.pi / 2 - bends[#bends], 0.2, 0.9, 0.3 }, "link6", { part = "linear" })
  least[#least + 1] = answer.singular_values[#answer.singular_values]
end
print(rigid.plot({ x = bends, y = least }, {
  x_label = "bent by [rad]", y_label = "slowest direction [m per rad]", text = true, size = { 76, 16 },
}))
local v, told = arm:differential_ik { q = start, target = { link6 = { 0, 0.9, 0, 0, 0, 0 } } }
print(("0.9 m/s to the side: %s"):format(told.success and "as wanted" or told.sentence:gsub("^[%d.e-]+", function(x) return ("%.2f"):format(x) end)))
print(("  the fastest joint at %.2f rad/s"):format(math.max(v:max(), -v:min())))

-- ---- along a line -----------------------------------------------------------------------------------------------------

print "\nthe joints while the hand goes straight, and what that takes"
local way = arm:follow(rigid.trajectory.screw { from = here, to = goal, duration = 1 }, { body = "link6", q0 = start })
print(way:log(81):plot { "q", "tau", text = true, size = { 92, 32 } })
local most = 0
for k = 0, 100 do
  local at, line = arm:pose((way(k / 100)), "link6"):position(), (rigid.trajectory.screw { from = here, to = goal, duration = 1 }(k / 100)):position()
  most = math.max(most, (at - line):norm())
end
print("the hand stays within a micrometre of the line: " .. tostring(most < 1e-6))
