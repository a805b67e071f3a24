-- An arm that does not know its own weight learns to follow a path. The adaptive controller of Slotine and Li takes the
-- torques from a regressor, tau = Y p - K s, and corrects its parameters p as it goes, dp/dt = -G Y' s. What makes it
-- work is that the regressor's Coriolis factor leaves the energy of the error alone; beside it, the same run with the
-- factor of the reference page, which does not (see 06_slotine_li_trap.lua).

local rigid = require "rigid"
local Matrix, Model, Rotation, SpatialInertia = rigid.Matrix, rigid.Model, rigid.Rotation, rigid.SpatialInertia
local Transform, Vector = rigid.Transform, rigid.Vector

-- ---- the arm, as its maker publishes it -----------------------------------------------------------------------------

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local data = dofile(here .. "data/franka_fer.lua")

local function placement(t) return Transform(Rotation.rpy(table.unpack(t.rpy)), t.xyz) end

-- One of the published bodies cannot exist; it is taken as it is.
local function inertia(t)
  return SpatialInertia { mass = t.mass, com = t.com, inertia = t.inertia, skip_validity_check = true }
end

local arm = Model { name = data.name }
arm:add_body { name = "link0", inertia = inertia(data.links[1]) }
for i, joint in ipairs(data.joints) do
  arm:add_body {
    name = "link" .. i, parent = "link" .. i - 1, placement = placement(joint), inertia = inertia(data.links[i + 1]),
    joint = { type = "revolute", name = "joint" .. i },
  }
end
arm:add_body { name = "hand", parent = "link7", placement = placement(data.hand.placement), inertia = inertia(data.hand) }
for i, t in ipairs(data.finger.placements) do
  arm:add_body { name = "finger" .. i, parent = "hand", placement = placement(t), inertia = inertia(data.finger) }
end
print(arm)

-- ---- where it should go ---------------------------------------------------------------------------------------------

local n, ready = arm:nv(), Vector(data.ready)
local function desired(t)
  local q, v, a = Vector(n), Vector(n), Vector(n)
  for i = 1, n do
    local size, rate = i < 5 and 0.8 or 1.0, 4.2 + 0.9 * i -- rad, rad/s: far faster than the arm may, so that it shows
    q[i], v[i] = ready[i] + size * math.sin(rate * t), size * rate * math.cos(rate * t)
    a[i] = -size * rate ^ 2 * math.sin(rate * t)
  end
  return q, v, a
end

-- ---- the controller -------------------------------------------------------------------------------------------------

local truth = arm:parameters()
local period, pull = 0.00025, 2
local K = Matrix.diagonal { 2.8, 2.8, 2.1, 2.1, 0.42, 0.42, 0.105 }

-- How readily a parameter is changed: by the square of what is usual for it, on bodies 0.2 m across.
local usual, gains = { 1, 0.2, 0.2, 0.2, 0.04, 0.04, 0.04, 0.04, 0.04, 0.04 }, {}
for i = 1, #truth do gains[i] = usual[(i - 1) % 10 + 1] ^ 2 end
local G = Matrix.diagonal(gains)

-- The run under one factor: the root mean square of the error in each second, and what V ever rose by from one tick to
-- the next, V = s' H s / 2 + (p - truth)' G^-1 (p - truth) / 2.
local function run(factor)
  local p = truth * 0.7 -- what it believes at first
  local Y, H, squares, rises, before = Matrix(n, #truth), Matrix(n, n), {}, 0, nil
  local function controller(t, q, v)
    local q_d, v_d, a_d = desired(t)
    local e, e_rate = q - q_d, v - v_d
    local v_ref, a_ref = v_d - e * pull, a_d - e_rate * pull
    local s = v - v_ref
    arm:slotine_li_regressor(q, v, v_ref, a_ref, { factor = factor }, Y)
    local tau = Y * p - K * s

    local V = s:dot(arm:mass_matrix(q, H) * s) / 2
    for i = 1, #p do V = V + (p[i] - truth[i]) ^ 2 / gains[i] / 2 end
    if before and V > before then rises = rises + V - before end
    before = V
    local second = 1 + math.floor(t + 1e-9)
    squares[second] = (squares[second] or 0) + e:dot(e) * period

    p = p - G * (Y:transpose() * s) * period
    return tau
  end
  arm:simulate { q = ready, duration = 6, dt = period, method = "semi_implicit_euler", controller = controller }
  return squares, rises, p
end

local passive, passive_rises, learned = run "christoffel"
local other, other_rises = run "reference"

print "\nerror in each second, rad\n  second   passive factor   reference factor"
for second = 1, #passive do
  print(("%8d %16.3f %18.3f"):format(second, math.sqrt(passive[second]), math.sqrt(other[second])))
end
print(("\nV rose, altogether:  passive factor %.2f,  reference factor %.2f"):format(passive_rises, other_rises))

-- Following a path does not take the true parameters, only ones that give the same torques along it.
print(("mass of link 7 with the hand: %.3f kg in truth, %.3f at first, %.3f learned"):format(truth[61], 0.7 * truth[61],
  learned[61]))
