-- What has the robot picked up? Torques are linear in the inertial parameters, so what the known arm does not explain
-- of them is the payload's: its ten numbers are read back from a motion by least squares on the regressor.

local rigid = require "rigid"
local Matrix, Model, Rotation, SpatialInertia = rigid.Matrix, rigid.Model, rigid.Rotation, rigid.SpatialInertia
local Transform, Vector = rigid.Transform, rigid.Vector

-- ---- an arm, of tubes on six joints ---------------------------------------------------------------------------------

local arm = Model { name = "arm" }
local axes = { { 0, 0, 1 }, { 0, 1, 0 }, { 0, 1, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 0, 0 } }
local lengths, masses = { 0.15, 0.40, 0.35, 0.12, 0.10, 0.08 }, { 4, 5, 3.5, 1.2, 1, 0.5 }
for i, axis in ipairs(axes) do
  local along = i <= 2 and { 0, 0, 1 } or { 1, 0, 0 }
  local function at(length) return { along[1] * length, along[2] * length, along[3] * length } end
  local before = i > 1 and lengths[i - 1] or 0
  arm:add_body {
    name = "link" .. i, parent = i > 1 and "link" .. i - 1 or nil, joint = { type = "revolute", name = "joint" .. i, axis = axis },
    placement = { position = (i == 2 or i == 3) and { 0, 0, before } or { before, 0, 0 } },
    inertia = Transform { position = at(lengths[i] / 2) } *
      SpatialInertia.solid_cylinder { mass = masses[i], radius = 0.04, length = lengths[i], axis = along },
  }
end
arm:add_frame { name = "tool", body = "link6", placement = { position = { 0.08, 0, 0 } } }

-- ---- the payload ----------------------------------------------------------------------------------------------------

local before = arm:copy()
local bare = arm:parameters()

local payload = SpatialInertia.solid_box { mass = 1.2, size = { 0.10, 0.06, 0.16 } } +
  SpatialInertia.point_mass { mass = 0.4, position = { 0.03, 0.01, -0.05 } }
local grip = Transform(Rotation.rpy(0.3, -0.2, 0.5), { 0.05, 0.01, -0.02 })
arm:attach { name = "parcel", body = "tool", placement = grip, inertia = payload }
print(arm)

-- ---- an experiment --------------------------------------------------------------------------------------------------

-- The arm is driven about; at every hundredth of a second position, speed, acceleration and torques are read.
math.randomseed(1805)
local stiffness, damping = { 60, 80, 50, 8, 6, 3 }, { 8, 10, 6, 0.8, 0.6, 0.3 }
local function drive(t, q, v)
  local tau = arm:gravity_forces(q)
  for i = 1, 6 do
    local wanted = 0.8 * math.sin((1.1 + 0.45 * i) * t + i)
    tau[i] = tau[i] + stiffness[i] * (wanted - q[i]) - damping[i] * v[i]
  end
  return tau
end
local log = arm:simulate {
  q = { 0.7, 0.7, 0.1, -0.6, -0.8, -0.2 }, duration = 10, dt = 0.002, log = { every = 5 }, controller = drive,
}

-- Y p = tau, with an error of up to noise, N m, in every torque. Of the columns the last ten are link 6's, which carries
-- the parcel; what the bare arm explains is taken off.
local function identify(samples, noise)
  local A, b = Matrix(6 * #samples, 10), Vector(6 * #samples)
  for k, i in ipairs(samples) do
    local q, v, tau = log.q[i], log.v[i], log.tau[i]
    local a = arm:forward_dynamics(q, v, tau) -- what an accelerometer would read
    local Y = arm:regressor(q, v, a)
    local rest = tau - Y * bare
    for row = 1, 6 do
      for column = 1, 10 do A:set(6 * (k - 1) + row, column, Y(row, 50 + column)) end
      b[6 * (k - 1) + row] = rest[row] + noise * (2 * math.random() - 1)
    end
  end
  return A:solve(b)
end

local function every(step)
  local list = {}
  for i = 1, #log - 1, step do list[#list + 1] = i end
  return list
end

local truth = (arm:parameters() - bare):table()
local found = Vector { table.unpack(truth, 51, 60) } -- in link 6's frame
local exact, noisy = identify(every(100), 0), identify(every(1), 0.5)
print "\nparameter    attached     from 10 exact samples     from 1000, torques off by up to 0.5 N m"
local names = { "m", "m cx", "m cy", "m cz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz" }
for i, name in ipairs(names) do print(("%-9s %11.6f %22.6f %26.4f"):format(name, found[i], exact[i], noisy[i])) end
print(("\nexact samples give it to 1e-9: %s"):format((exact - found):norm() < 1e-9))

-- Carried back to where it was gripped, the estimate is the parcel.
local estimate = (Transform { position = { 0.08, 0, 0 } } * grip):inverse() * SpatialInertia.from_parameters(noisy)
print(("the parcel weighs %.3f kg, by the noisy samples %.3f kg"):format(payload:mass(), estimate:mass()))
local c = estimate:com()
print(("its centre of mass is at (%.3f, %.3f, %.3f) m, by them (%.3f, %.3f, %.3f) m"):format(payload:com().x, payload:com().y,
  payload:com().z, c.x, c.y, c.z))

arm:detach "parcel"
print(("put down, the arm is what it was, to the last bit: %s"):format(arm == before and arm:parameters() == bare))
