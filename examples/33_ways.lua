-- Ways from here to there: three profiles of speed, a way through points as fast as limits allow, and a turn through three attitudes.
local rigid = require "rigid"
local Rotation, trajectory = rigid.Rotation, rigid.trajectory

local function speeds(x, name)
  local samples = x:sample(81)
  return { x = samples.t, y = samples.v, name = name }
end

print "a metre in two seconds, three ways: how fast\n"
local trapezoid = trajectory.trapezoid { q0 = 0, q1 = 1, velocity = 0.75, acceleration = 1.2, duration = 2 }
local jerk = trajectory.minimum_jerk { q0 = 0, q1 = 1, duration = 2 }
local ending = trajectory.quintic { q0 = 0, q1 = 1, v1 = 0.4, duration = 2 }
print(rigid.plot({ speeds(trapezoid, "trapezoid"), speeds(jerk, "minimum jerk"), speeds(ending, "quintic, 0.4 m/s at the end") }, {
  x_label = "time [s]", y_label = "speed [m/s]", text = true, size = { 92, 20 },
}))

print "\nthrough four points, within 1 rad/s and 3 rad/s²\n"
local points = { { 0, 0 }, { 0.8, -0.3 }, { 0.9, 0.7 }, { -0.2, 0.4 } }
local through = trajectory.through { points = points, velocity = 1, acceleration = 3 }
local drawn = through:sample(101)
local first, second = {}, {}
for i = 1, 101 do first[i], second[i] = drawn.q[i][1], drawn.q[i][2] end
print(rigid.plot({ x = first, y = second }, { x_label = "joint 1 [rad]", y_label = "joint 2 [rad]", text = true, size = { 72, 18 } }))
local fastest, hardest = 0, 0
for k = 0, 5000 do
  local _, v, a = through(through.duration * k / 5000)
  fastest, hardest = math.max(fastest, v:max(), -v:min()), math.max(hardest, a:max(), -a:min())
end
print(("%.3f s; at most %.4f rad/s and %.4f rad/s²"):format(through.duration, fastest, hardest))
local half = trajectory.within(through, { velocity = 0.5 })
print(("the same way at half the speed: %.3f s"):format(half.duration))

print "\nthrough three attitudes: squad turns on through the second, slerp stops there\n"
local turns, times = { Rotation.identity(), Rotation.x(1), Rotation.x(1) * Rotation.z(1.2) }, { 0, 1, 2.5 }
local squad = trajectory.squad { rotations = turns, times = times }
local there = trajectory.slerp { from = turns[1], to = turns[2], duration = 1 }
local onward = trajectory.slerp { from = turns[2], to = turns[3], duration = 1.5 }
local at, smooth, stopping = {}, {}, {}
for k = 0, 100 do
  local t = 2.5 * k / 100
  local _, w = squad(t)
  local _, u = (t < 1 and there or onward)(t < 1 and t or t - 1)
  at[k + 1], smooth[k + 1], stopping[k + 1] = t, w:norm(), u:norm()
end
print(rigid.plot({ { x = at, y = smooth, name = "squad" }, { x = at, y = stopping, name = "slerp and slerp" } }, {
  x_label = "time [s]", y_label = "|w| [rad/s]", text = true, size = { 92, 18 },
}))
