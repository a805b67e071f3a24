-- A double pendulum, let go: its energy goes back and forth between motion and height, and the sum stays, as well as the
-- method of integration keeps it. With a little damping it goes where the damping takes it.

local rigid = require "rigid"
local Model, SpatialInertia = rigid.Model, rigid.SpatialInertia

-- Two rods of a metre and a kilogram, hanging from one another; the joints turn about y.
local function pendulum(damping)
  local rod = SpatialInertia.thin_rod { mass = 1, length = 1, axis = { 0, 0, 1 } }:shift { 0, 0, 0.5 } -- about its upper end
  local m = Model { name = "double pendulum" }
  m:add_body {
    name = "upper", inertia = rod,
    joint = { type = "revolute", name = "shoulder", axis = { 0, 1, 0 }, damping = damping },
  }
  m:add_body {
    name = "lower", parent = "upper", placement = { position = { 0, 0, -1 } }, inertia = rod,
    joint = { type = "revolute", name = "elbow", axis = { 0, 1, 0 }, damping = damping },
  }
  return m
end

local m = pendulum()
print(m)

local start = { q = { 1.9, 0.8 }, duration = 5, dt = 0.005 }
local log = m:simulate(start)
print(log)

-- ---- a plot: time to the right, energy upwards ----------------------------------------------------------------------

-- marks: list of { mark, series }; later ones are drawn over earlier ones.
local function plot(times, marks, width, height)
  local low, high = math.huge, -math.huge
  for _, entry in ipairs(marks) do
    low, high = math.min(low, table.unpack(entry[2])), math.max(high, table.unpack(entry[2]))
  end
  local rows = {}
  for row = 0, height do
    rows[row] = {}
    for column = 1, width do rows[row][column] = " " end
  end
  for _, entry in ipairs(marks) do
    for column = 1, width do
      local sample = 1 + math.floor((#times - 1) * (column - 1) / (width - 1) + 0.5)
      rows[math.floor((entry[2][sample] - low) / (high - low) * height + 0.5)][column] = entry[1]
    end
  end
  for row = height, 0, -1 do
    print(("%7.2f |%s"):format(low + (high - low) * row / height, table.concat(rows[row])))
  end
  print(("%7s +%s"):format("J", ("-"):rep(width)))
  print(("%8s %-" .. width - 3 .. "g%g s"):format("", times[1], times[#times]))
end

local energy = log:energy()
print "\nkinetic energy k, potential p, and their sum ="
plot(log.t, { { "p", energy.potential }, { "k", energy.kinetic }, { "=", energy.total } }, 84, 20)

-- ---- how well the sum is kept ---------------------------------------------------------------------------------------

print "\nmethod                   steps   most that the energy was off, J"
for _, method in ipairs { "semi_implicit_euler", "rk4", "rkmk45" } do
  local dt = method == "rkmk45" and 0.1 or 0.005 -- rkmk45 chooses its own steps between ticks
  local run = m:simulate { q = start.q, duration = 5, dt = dt, method = method, tolerance = 1e-10 }
  local worst, sum = 0, run:energy()
  for i = 1, #sum do worst = math.max(worst, math.abs(sum[i] - sum[1])) end
  print(("%-22s %7d   %.0e"):format(method, run.steps, worst))
end

-- ---- with damping ---------------------------------------------------------------------------------------------------

-- The damping takes d v² of power from each joint; what is gone of the energy is the integral of that.
local d = 0.05
local damped = pendulum(d):simulate { q = start.q, duration = 30, dt = 0.005 }
local sum, taken = damped:energy(), 0
print "\nwith damping of 0.05 N m s/rad\n  t, s   energy, J   taken by the damping, J"
for i = 1, #damped do
  if (i - 1) % 1000 == 0 then print(("%6.1f %11.4f %11.4f"):format(damped.t[i], sum[i], taken)) end
  if i < #damped then
    local v0, v1 = damped.v[i], damped.v[i + 1]
    taken = taken + d * (v0:dot(v0) + v1:dot(v1)) / 2 * 0.005
  end
end
print(("accounted for to 1e-4 J: %s"):format(math.abs(sum[1] - sum[#sum] - taken) < 1e-4))
