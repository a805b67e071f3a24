-- Inertial and MassMatrix3 follow gz-math, number for number. One of its matrices is not what its name promises: the
-- 6x6 "body matrix" takes the moments about the centre of mass into a frame where they do not belong.

local rigid = require "rigid"
local MassMatrix3, Inertial, Transform, Rotation = rigid.MassMatrix3, rigid.Inertial, rigid.Transform, rigid.Rotation

-- A rotor blade: 1.5 kg, its centre of mass 0.6 m out along x, turned a little about its length.
local blade = MassMatrix3 { mass = 1.5, diagonal = { 0.002, 0.065, 0.066 }, off_diagonal = { 0.001, 0, 0 } }
local inertial = Inertial { mass_matrix = blade, pose = Transform(Rotation.rpy(math.rad(8), 0, 0), { 0.6, 0, 0.02 }) }
print(("valid: %s"):format(blade:is_valid()))
local m = blade:principal_moments()
print(("principal moments %.5f, %.5f, %.5f kg m²"):format(m.x, m.y, m.z))
local size = blade:equivalent_box()
print(("a solid box of %.3f x %.3f x %.3f m has the same"):format(size.x, size.y, size.z))

-- Every true inertia matrix is positive definite: half vᵀMv is a kinetic energy.
local function report(label, M)
  local least = M:eigen_symmetric()[1]
  print(("%-27s least eigenvalue %9.6f: %s"):format(label, least,
    least > 0 and "every motion takes energy" or "some motion has negative energy"))
end
print ""
report("body_matrix(), as gz has it", inertial:body_matrix())
report('body_matrix{about="origin"}', inertial:body_matrix { about = "origin" })

-- The motion that tells: turning about the blade's own centre.
local v = rigid.Twist({ 0, 0, 0 }, { 0, 0, 1 }):shift { -0.6, 0, 0 } -- of the frame's origin
local function energy(M) return (rigid.Vector(v:table()) * 0.5):dot(M * rigid.Vector(v:table())) end
print(("\nturning at 1 rad/s about its centre of mass: true energy %.5f J"):format(
  energy(inertial:body_matrix { about = "origin" })))
print(("by the documented figure                                %.5f J"):format(energy(inertial:body_matrix())))

-- spatial_inertia() is always the true one, and from there on all of rigid applies.
local M = inertial:spatial_inertia()
print(("spatial_inertia() says                                   %.5f J"):format(v:dot(M * v) / 2))

-- Two blades make a rotor.
local half_turn = Transform(Rotation.rpy(0, 0, math.pi), { 0, 0, 0 })
local other = Inertial { mass_matrix = blade, pose = half_turn * inertial:pose() }
local rotor = inertial + other
print(("\nrotor: %.1f kg, centre of mass %.1f mm off the shaft, %.4f kg m² about it"):format(
  rotor:mass_matrix():mass(), 1e3 * math.abs(rotor:pose():position().x),
  rotor:spatial_inertia():rotational_inertia():moments().z))
