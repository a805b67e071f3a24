-- A four-bar turned once around by its crank: where its rocker stands, what the crank's motor has to do, what its last pin bears.
-- Grashof's rule lets the crank turn: the shortest and the longest side together are no longer than the other two.
local rigid = require "rigid"
local Model, SpatialInertia, Vector = rigid.Model, rigid.SpatialInertia, rigid.Vector

local CRANK <const>, COUPLER <const>, ROCKER <const>, GROUND <const> = 0.2, 0.7, 0.5, 0.8

local m = Model { name = "four-bar" }
local parent, from = nil, 0
for i, length in ipairs { CRANK, COUPLER, ROCKER } do
  m:add_body {
    name = ({ "crank", "coupler", "rocker" })[i], parent = parent, placement = { position = { from, 0, 0 } },
    joint = { type = "revolute", name = ({ "motor", "knee", "elbow" })[i], axis = { 0, -1, 0 } },
    inertia = SpatialInertia.thin_rod { mass = 2 * length, length = length, axis = { 1, 0, 0 } }:shift { -length / 2, 0, 0 },
  }
  parent, from = ({ "crank", "coupler", "rocker" })[i], length
end
m:add_loop {
  name = "pin", placement_a = { position = { GROUND, 0, 0 } }, body_b = "rocker", placement_b = { position = { ROCKER, 0, 0 } },
  joint = { type = "revolute", axis = { 0, 1, 0 } },
}
print(m)
local q = assert(m:assemble { 0, 1, -2 })
print("\n'pin': " .. m:loops(q)[1].sentence)

-- The singular vectors of the constraint Jacobian: of its five rows two are independent, so the third is the motion that is left.
local function vectors(at)
  local U, s, V = m:constraint_jacobian(at):svd()
  return U, s, { Vector { V(1, 1), V(2, 1), V(3, 1) }, Vector { V(1, 2), V(2, 2), V(3, 2) }, Vector { V(1, 3), V(2, 3), V(3, 3) } }
end

-- The velocity for one of the crank, J v = 0; and the acceleration that leaves the crank at its speed, J a + drift = 0.
local function velocity(at, crank)
  local _, _, V = vectors(at)
  return V[3] * (crank / V[3][1])
end
local function acceleration(at, v)
  local U, s, V = vectors(at)
  local push, a = U:transpose() * m:constraint_drift(at, v), Vector(3)
  for i = 1, 2 do a = a - V[i] * (push[i] / s[i]) end
  return a - V[3] * (a[1] / V[3][1])
end

-- On from there until the crank stands at an angle.
local function turn(at, angle)
  for _ = 1, 8 do at = assert(m:assemble(m:integrate(at, velocity(at, angle - at[1])))) end
  return at
end

local SPEED <const> = 2 * math.pi -- once a second
print "\n crank   rocker      motor   what the pin bears, N"
print "     °        °        N m      along     upwards"
q = turn(q, 0)
local sum = 0
for degree = 5, 360, 5 do
  q = turn(q, math.rad(degree))
  local v = velocity(q, SPEED)
  local tau, wrenches = m:constrained_inverse_dynamics(q, v, acceleration(q, v), { driven = { "motor" } })
  sum = sum + tau[1]
  if degree % 30 == 0 then
    local R = m:pose(q, "rocker"):rotation()
    local force, along = R * wrenches.pin:linear(), R * rigid.Vec3(-1, 0, 0)
    print(("%6d %8.3f %10.4f %10.4f  %10.4f"):format(degree, math.deg(math.atan(along.z, along.x)), tau[1], force.x, force.z))
  end
end
print(("\nmean torque over the turn: %.4f N m, for what gravity and inertia take they give back"):format(math.abs(sum) / 72))
