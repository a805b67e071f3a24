-- Whose parameters are these? An arm of three joints is believed to be made of balls. A motion that shows its parameters is
-- found, its torques are measured with noise, and what made them comes back: as far as any torque can tell, and no farther.

local rigid = require "rigid"
local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

local function arm(inertias)
  local m, parent = Model { name = "arm" }, nil
  local axes, places = { { 0, 0, 1 }, { 0, 1, 0 }, { 0, 1, 0 } }, { { 0, 0, 0.2 }, { 0, 0, 0.1 }, { 0.4, 0, 0 } }
  for i, axis in ipairs(axes) do
    m:add_body {
      name = "link" .. i, parent = parent, placement = { position = places[i] }, inertia = inertias[i],
      joint = { type = "revolute", name = "joint" .. i, axis = axis },
    }
    parent = "link" .. i
  end
  return m
end

local function bar(mass) return SpatialInertia.solid_box { mass = mass, size = { 0.4, 0.08, 0.06 } }:shift { -0.2, 0.01, 0 } end
local ball = SpatialInertia.solid_sphere { mass = 3, radius = 0.1 }
local truth, believed = arm { bar(5), bar(4), bar(2) }, arm { ball, ball, ball }

-- ---- what can be known ----------------------------------------------------------------------------------------------

local base = believed:base_parameters()
print(("%d combinations of %d parameters move torques; the first:\n  %s"):format(base.count, base.of, base:names()[1]))
print((base:why("link1", "Ixx"):gsub(" %(", "\n  (", 1)))

-- ---- a motion that shows it, and what was measured ------------------------------------------------------------------

local limits = { lower = -2, upper = 2, velocity = 3, acceleration = 12 }
local motion = rigid.excitation { model = believed, duration = 6, harmonics = 4, limits = limits, starts = 4, steps = 15 }
local noise = rigid.random(7)
local log = motion:log(0.01)
for i = 1, #log do
  local q, v, a = motion(log.t[i])
  local tau = truth:inverse_dynamics(q, v, a)
  for j = 1, 3 do tau:set(j, tau[j] + 0.3 * v[j] + noise:normal(0, 0.05)) end -- 0.3 N m s/rad of damping that nobody told of
  log.tau[i] = tau
end

-- ---- the estimate ---------------------------------------------------------------------------------------------------

local E = rigid.identify { model = believed, log = log, damping = true }
print()
print(E)
print(("damping of joint2: %.2f N m s/rad"):format(E:resistance().damping.values[2]))
local nearest = 0
for i, one in ipairs(table.move(E:base_parameters(), 1, base.count, 1, {})) do -- the dampings come behind
  local known = 0
  for k = 1, base.of do known = known + (base:matrix()(i, k) * truth:parameters()[k]) end
  if math.abs(one.value - known) <= 3 * one.deviation then nearest = nearest + 1 end
end
print(("%d of %d combinations within three deviations of what made the torques"):format(nearest, base.count))
print(E:unobserved()[1].sentence)

-- E:report "arm.html" writes all of it as a page, E:save "arm.urdf" the robot.
