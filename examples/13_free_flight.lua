-- A four-legged robot in free flight. Nothing outside pulls at it but gravity, so its centre of mass falls as a stone
-- does and its angular momentum stays, however it moves its legs. Yet it can turn, as a cat does: by moving its legs round
-- while the rest goes the other way.

local rigid = require "rigid"
local Model, SpatialInertia, Vector = rigid.Model, rigid.SpatialInertia, rigid.Vector

-- ---- the robot ------------------------------------------------------------------------------------------------------

local robot = Model { name = "quadruped" }
robot:add_body {
  name = "trunk", joint = "floating", inertia = SpatialInertia.solid_box { mass = 12, size = { 0.6, 0.25, 0.15 } },
}
-- A limb: a capsule that hangs down from its joint.
local function limb(mass, length)
  return SpatialInertia.solid_capsule { mass = mass, radius = 0.03, length = length }:shift { 0, 0, length / 2 }
end
for _, leg in ipairs { { "front left", 1, 1 }, { "front right", 1, -1 }, { "hind left", -1, 1 }, { "hind right", -1, -1 } } do
  local name, x, y = table.unpack(leg)
  robot:add_body {
    name = name .. " hip", parent = "trunk", placement = { position = { 0.25 * x, 0.12 * y, 0 } },
    joint = { type = "revolute", axis = { 1, 0, 0 } }, inertia = SpatialInertia.solid_sphere { mass = 0.8, radius = 0.04 },
  }
  robot:add_body {
    name = name .. " thigh", parent = name .. " hip", placement = { position = { 0, 0.05 * y, 0 } },
    joint = { type = "revolute", axis = { 0, 1, 0 } }, inertia = limb(1.5, 0.25),
  }
  robot:add_body {
    name = name .. " shank", parent = name .. " thigh", placement = { position = { 0, 0, -0.25 } },
    joint = { type = "revolute", axis = { 0, 1, 0 } }, inertia = limb(0.6, 0.25),
  }
end
print(robot)

-- The knees bent, the trunk level.
local q0 = robot:neutral()
for k = 0, 3 do
  q0[9 + 3 * k], q0[10 + 3 * k] = 0.6, -1.2
end

-- Motors that move the joints as wanted(t) says: a list of twelve angles off q0.
local function motors(wanted)
  return function(t, q, v)
    local tau, angles = Vector(18), wanted(t)
    for k = 1, 12 do tau[6 + k] = 60 * (q0[7 + k] + angles[k] - q[7 + k]) - 1.5 * v[6 + k] end
    return tau
  end
end

local function angle_of(q)
  local _, angle = robot:pose(q, "trunk"):rotation():axis_angle()
  return math.deg(angle)
end

-- ---- thrown ---------------------------------------------------------------------------------------------------------

local function paddle(t)
  local angles = {}
  for k = 0, 3 do
    angles[3 * k + 1] = 0.2 * math.sin(9 * t + k)
    angles[3 * k + 2] = 0.7 * math.sin(11 * t + 2 * k)
    angles[3 * k + 3] = 0.5 * math.cos(13 * t - k)
  end
  return angles
end

local v0 = Vector(18)
v0[1], v0[3], v0[4], v0[5], v0[6] = 2, 4, 0.8, -1.5, 2.5 -- forwards, upwards, tumbling
local log = robot:simulate { q = q0, v = v0, duration = 0.8, dt = 0.002, controller = motors(paddle) }

local momentum, energy = log:momentum(), log:energy()
print "\nthrown, paddling\n  t, s   com: height, m   linear momentum, N s          angular momentum, N m s      energy, J"
for i = 1, #log, 50 do
  local p, l = momentum[i]:linear(), momentum[i]:angular()
  print(("%6.2f %15.4f   %8.3f %7.3f %8.3f   %8.4f %8.4f %8.4f %12.3f"):format(log.t[i], robot:com(log.q[i]).z, p.x, p.y, p.z,
    l.x, l.y, l.z, energy[i]))
end

local worst_linear, worst_angular = 0, 0
for i = 1, #log do
  local fallen = robot:gravity() * (robot:total_mass() * log.t[i])
  worst_linear = math.max(worst_linear, (momentum[i]:linear() - momentum[1]:linear() - fallen):norm())
  worst_angular = math.max(worst_angular, (momentum[i]:angular() - momentum[1]:angular()):norm())
end
print(("\nlinear momentum follows m g t to 1e-6 of itself: %s"):format(worst_linear < 1e-6 * momentum[1]:linear():norm()))
print(("angular momentum stays to 1e-6 of itself: %s"):format(worst_angular < 1e-6 * momentum[1]:angular():norm()))
print(("while the motors did %.1f J of work"):format(energy[#energy] - energy[1]))

-- ---- dropped, and turning -------------------------------------------------------------------------------------------

-- All legs go round: out to the side, forwards, in, backwards.
local function round(t)
  local angles, swing = {}, math.min(1, 4 * t)
  for k = 0, 3 do
    angles[3 * k + 1] = 0.7 * swing * math.sin(12 * t)
    angles[3 * k + 2] = 0.9 * swing * math.cos(12 * t)
    angles[3 * k + 3] = 0
  end
  return angles
end

log = robot:simulate { q = q0, duration = 2, dt = 0.002, controller = motors(round) }
momentum = log:momentum()
print "\ndropped without a spin, legs going round\n  t, s   trunk turned by, °"
for i = 1, #log, 125 do print(("%6.2f %12.1f"):format(log.t[i], angle_of(log.q[i]))) end
local most = 0
for i = 1, #log do most = math.max(most, momentum[i]:angular():norm()) end
print(("\nangular momentum all the while below 1e-6 N m s: %s"):format(most < 1e-6))
