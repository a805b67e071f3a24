-- A free body spun about its middle axis turns over, and back, for ever, while its energy and its angular momentum
-- stay what they were. The implicit midpoint rule keeps both to rounding, however long it runs.

local rigid = require "rigid"
local Rotation, SpatialInertia, Vec3 = rigid.Rotation, rigid.SpatialInertia, rigid.Vec3

-- A wing nut, spun as one spins it off its bolt: a stem along x, two wings along y.
local nut = SpatialInertia.solid_cylinder { mass = 0.010, radius = 0.004, length = 0.020, axis = { 1, 0, 0 } } +
  SpatialInertia.solid_box { mass = 0.012, size = { 0.006, 0.040, 0.003 } }
local I = nut:central_inertia()
local moments = I:moments() -- principal: the nut is symmetric about all three planes
print(("moments %.2f, %.2f, %.2f g cm²: the stem's is the middle one"):format(1e7 * moments.x, 1e7 * moments.y,
  1e7 * moments.z))

local function velocity(momentum) return Vec3(momentum.x / moments.x, momentum.y / moments.y, momentum.z / moments.z) end
local function energy(momentum) return momentum:dot(velocity(momentum)) / 2 end

-- One step of h seconds, from Euler's equations dΠ/dt = Π × ω in the nut's axes:
--   Π₁ - Π₀ = h Π̄ × ω̄,  Π̄ = ½(Π₀ + Π₁),  R₁ = R₀ cay(h ω̄)
local function step(R, momentum, h)
  local middle = momentum
  for _ = 1, 50 do
    local previous = middle
    middle = momentum + middle:cross(velocity(middle)) * (h / 2)
    if (middle - previous):norm() <= 1e-16 * momentum:norm() then break end
  end
  local turn = velocity(middle) * h
  return R * Rotation.quaternion(2, turn.x, turn.y, turn.z), middle * 2 - momentum
end

local R, momentum = Rotation.identity(), I * Vec3(12, 0.01, 0) -- 12 rad/s about the stem, and a hair off
local world, start = R * momentum, energy(momentum)
local direction = world:unit()

print "\n  t, s   stem's angle to the angular momentum, °     energy, µJ"
local h, overturns, side, worst_energy, worst_momentum = 0.002, 0, 1, 0, 0
for k = 0, 4000 do
  local stem = (R * Vec3(1, 0, 0)):dot(direction)
  if k % 200 == 0 then
    local angle = math.deg(math.acos(math.max(-1, math.min(1, stem))))
    print(("%6.1f %32.2f %23.4f"):format(k * h, angle, 1e6 * energy(momentum)))
  end
  if stem * side < 0 then overturns, side = overturns + 1, -side end
  worst_energy = math.max(worst_energy, math.abs(energy(momentum) / start - 1))
  worst_momentum = math.max(worst_momentum, (R * momentum - world):norm() / world:norm())
  R, momentum = step(R, momentum, h)
end
print(("\nturned over %d times in %g s"):format(overturns, 4000 * h))
print(("energy kept to 1e-12: %s;  angular momentum in space kept to 1e-12: %s"):format(worst_energy < 1e-12,
  worst_momentum < 1e-12))
