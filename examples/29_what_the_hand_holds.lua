-- What does the hand hold? The arm is known, so what it does not explain of the torques is the load's: ten numbers, how far each
-- may be off, and a sentence on what such a thing can be. An empty hand is told apart from one that was measured badly.

local rigid = require "rigid"
local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

local arm, parent = Model { name = "arm" }, nil
local axes = { { 0, 0, 1 }, { 0, 1, 0 }, { 0, 1, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 0, 0 } }
for i, axis in ipairs(axes) do
  arm:add_body {
    name = "link" .. i, parent = parent, placement = { position = { i > 1 and 0.25 or 0, 0, i < 3 and 0.15 or 0 } },
    joint = { type = "revolute", name = "joint" .. i, axis = axis },
    inertia = SpatialInertia.solid_box { mass = 6 / i, size = { 0.25, 0.1, 0.1 } }:shift { -0.12, 0.01, 0 },
  }
  parent = "link" .. i
end

local limits = { lower = -1.2, upper = 1.2, acceleration = 10 }
local motion = rigid.excitation { model = arm, duration = 4, harmonics = 3, limits = limits, starts = 4, steps = 0 }

-- What is measured of the arm with that in its hand, to so many N m.
local function measured(load, deviation)
  local robot, noise, log = arm:copy(), rigid.random(3), motion:log(0.01)
  if load then robot:attach { name = "load", body = "link6", inertia = load } end
  for i = 1, #log do
    local tau = robot:inverse_dynamics(motion(log.t[i]))
    for j = 1, 6 do tau:set(j, tau[j] + noise:normal(0, deviation)) end
    log.tau[i] = tau
  end
  return log
end

local box = SpatialInertia.solid_box { mass = 1.5, size = { 0.2, 0.1, 0.08 } }:shift { -0.15, 0, -0.02 }
for _, case in ipairs { { "a box of 1.5 kg", box, 0.02 }, { "the same, measured badly", box, 0.5 }, { "nothing", nil, 0.02 } } do
  local E = rigid.identify { model = arm, log = measured(case[2], case[3]), payload = "link6", gamma = case[2] and 1e-7 or 0 }
  local p, deviation = E:parameters(), E:deviation()
  print(("%s: %.3f ± %.3f kg"):format(case[1], p[1], deviation[1]))
  print("  " .. E:verdict())
  if case[2] then print(("  its centre of mass lies %.3f m before the hand, %.3f m above"):format(p[2] / p[1], p[4] / p[1])) end
end
