-- A robot assembled by a loop: a hanging chain of n rods. The more rods, the more it is a rope, and the slowest swing of
-- a rope is known since Daniel Bernoulli: half the first zero of the Bessel function J0, times the root of g / L.

local rigid = require "rigid"
local Matrix, Model, SpatialInertia = rigid.Matrix, rigid.Model, rigid.SpatialInertia

local LENGTH, MASS = 2.0, 1.5 -- of the whole, whatever its number of rods

local function chain(n)
  local l = LENGTH / n
  local rod = SpatialInertia.thin_rod { mass = MASS / n, length = l, axis = { 0, 0, 1 } }:shift { 0, 0, l / 2 }
  local m, above = Model { name = ("chain of %d"):format(n) }, nil
  for i = 1, n do
    above = m:add_body {
      name = "rod" .. i, parent = above, placement = above and { position = { 0, 0, -l } }, inertia = rod,
      joint = { type = "revolute", name = "joint" .. i, axis = { 0, 1, 0 } },
    }
  end
  return m
end

print(chain(5))

-- Small swings about hanging straight: H a + K q = 0, with K how the torques that hold it change with q. In coordinates
-- y = D^(1/2) V' q, where H = V D V', that is a + A y = 0 with A symmetric: the least eigenvalue is the slowest swing.
local function slowest_swing(m)
  local n = m:nv()
  local K, _, H = m:inverse_dynamics_derivatives(m:neutral())
  local moments, V = H:eigen_symmetric()
  local scale = {}
  for i = 1, n do scale[i] = 1 / math.sqrt(moments[i]) end
  local W = V * Matrix.diagonal(scale)
  local squares, modes = (W:transpose() * K * W):eigen_symmetric()
  return math.sqrt(squares[1]), W * modes:block(1, 1, n, 1)
end

local unit = math.sqrt(9.81 / LENGTH)
local rope = 2.404825557695773 / 2
print "\n  rods   slowest swing, √(g/L)   above that of a rope"
for _, n in ipairs { 1, 2, 4, 8, 16, 32, 64 } do
  local ratio = slowest_swing(chain(n)) / unit
  print(("%6d %18.7f %22.7f"):format(n, ratio, ratio - rope))
end
print(("  rope %18.7f"):format(rope))

-- The same, by letting a chain of 16 swing: bent a little as in its slowest swing and let go, it is straight after a
-- quarter of a period, and again after each half.
local m = chain(16)
local rate, mode = slowest_swing(m)
local q = {}
for i = 1, 16 do q[i] = 1e-3 * mode(i, 1) / mode(1, 1) end
local log = m:simulate {
  q = q, duration = 20 / rate, dt = 0.01, method = "rkmk45", tolerance = 1e-10,
  events = { { name = "straight", watch = function(_, now) return now[1] end } },
}
local first, last = log.events[1], log.events[#log.events]
local measured = math.pi * (#log.events - 1) / (last.t - first.t)
print(("\n16 rods let go: straight %d times, %.5f rad/s; from the matrices %.5f rad/s"):format(#log.events, measured, rate))
