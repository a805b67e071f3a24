-- Slotine and Li's adaptive control stands on one property: the Coriolis term must not do work on the tracking error.
-- The regressor as the reference page gives it lacks that property; two others have it. See it happen.

local rigid = require "rigid"
local SpatialInertia, SpatialForce, SpatialMotion = rigid.SpatialInertia, rigid.SpatialForce, rigid.SpatialMotion
local Twist, Wrench = rigid.Twist, rigid.Wrench

local M = SpatialInertia.solid_box { mass = 4, size = { 0.5, 0.3, 0.1 } }:shift { -0.2, -0.1, 0.05 }
local pi = M:parameters()

-- A body adrift is asked to move with a steady twist of its own. The control is the regressor, with the true parameters
-- and no damping at all: with a passive factor the energy of the error, ½ sᵀMs, can neither grow nor shrink.
local v_ref = Twist { 0.2, 0, -0.1, 0.5, 1.5, -1.0 }
local function acceleration(v, factor)
  local a_ref = v:cross(v_ref) -- v_ref is steady in the body's axes, which turn with v
  local f = SpatialForce(SpatialInertia.slotine_li_regressor(v, v_ref, a_ref, { factor = factor }) * pi)
  return SpatialMotion(M:apply_inverse(Wrench(f - M:bias_wrench(v)))) -- M a + v ×* M v = f
end

local function error_energy(v)
  local s = v - v_ref
  return s:dot(M * s) / 2
end

-- Four seconds by the classical Runge-Kutta rule, the energy noted every half second.
local function simulate(factor)
  local v, dt, energies = Twist { 0.5, -0.3, 0.2, 1.0, 0.6, -2.2 }, 1e-3, {}
  for step = 0, 4000 do
    if step % 500 == 0 then energies[#energies + 1] = error_energy(v) end
    local k1 = acceleration(v, factor)
    local k2 = acceleration(v + k1 * (dt / 2), factor)
    local k3 = acceleration(v + k2 * (dt / 2), factor)
    local k4 = acceleration(v + k3 * dt, factor)
    v = v + (k1 + (k2 + k3) * 2 + k4) * (dt / 6)
  end
  return energies
end

print "energy of the tracking error, J, by the factor in the regressor"
print "t, s    reference   christoffel     body"
local reference, christoffel, body = simulate "reference", simulate "christoffel", simulate "body"
for i = 1, #reference do
  print(("%4.1f  %11.5f  %11.5f  %11.5f"):format((i - 1) / 2, reference[i], christoffel[i], body[i]))
end

-- Where v_ref equals v there is no error, and all three give the wrench the body needs: that is why the trap is unseen.
local v = Twist { 0.5, -0.3, 0.2, 1.0, 0.6, -2.2 }
local wrenches = {}
for i, factor in ipairs { "reference", "christoffel", "body" } do
  wrenches[i] = SpatialInertia.slotine_li_regressor(v, v, { 0, 0, 0, 0, 0, 0 }, { factor = factor }) * pi
end
print("\nat v_ref = v the three agree",
  wrenches[1]:is_near(wrenches[2], 1e-12) and wrenches[1]:is_near(wrenches[3], 1e-12))
