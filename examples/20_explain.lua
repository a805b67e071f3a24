-- Explain: a flywheel with four holes and a counterweight. Which part makes which entry of its inertia, and why it is not
-- balanced; then the same question of an arm.

local rigid = require "rigid"
local Rotation, SpatialInertia, Transform = rigid.Rotation, rigid.SpatialInertia, rigid.Transform

rigid.provenance(true)

local STEEL <const> = 7850
local disc = SpatialInertia.solid_cylinder { density = STEEL, radius = 0.15, length = 0.02 }:named "disc"
local hole = SpatialInertia.solid_cylinder { density = STEEL, radius = 0.03, length = 0.02 }:named "hole"
local weight = SpatialInertia.solid_box { density = STEEL, size = { 0.03, 0.03, 0.01 } }:named "counterweight"

-- Four holes around, in a loop, and a weight on one face near the rim.
local wheel = disc
for i = 1, 4 do
  local turn = Rotation.rpy(0, 0, i * math.pi / 2)
  wheel = wheel - Transform(turn, turn * rigid.Vec3(0.09, 0, 0)) * hole
end
wheel = wheel + weight:shift { -0.12, 0, -0.015 } -- the weight stands at (0.12, 0, 0.015) from the hub

local explanation = wheel:explain()
print(explanation)

-- The explanation is data, too. Products of inertia are what shakes the bearings.
print "\nwho makes xz:"
for _, part in ipairs(explanation.parts) do
  local share = part.share.xz
  if share and math.abs(share) > 1e-6 then print(("  %-14s %5.1f %%"):format(part.name, 100 * share)) end
end
local sum = rigid.Vector(10)
for _, part in ipairs(explanation.parts) do sum = sum + part.sign * part.inertia:parameters() end
print(("the parts sum to the whole: %s"):format(sum:is_near(wheel:parameters(), 1e-12)))

-- What the shoulder of an arm turns, by link.
local arm = rigid.Model { name = "arm" }
local above = nil
for i, name in ipairs { "upper arm", "forearm", "hand" } do
  local length, mass = ({ 0.4, 0.35, 0.1 })[i], ({ 3, 2, 0.8 })[i]
  arm:add_body {
    name = name, parent = above, joint = { type = "revolute", axis = { 0, 1, 0 } },
    placement = above and { position = { 0, 0, i == 2 and 0.4 or 0.35 } },
    inertia = SpatialInertia.solid_cylinder_about_end { mass = mass, radius = 0.05, length = length },
  }
  above = name
end
for _, pose in ipairs { { "stretched", { 0, 0, 0 } }, { "folded", { 0, 2.6, 0 } } } do
  local turned = arm:subtree_inertia("upper arm", pose[2])
  print(("\n%s: %.4f kg m² about the shoulder"):format(pose[1], turned:rotational_inertia():table().yy))
  for _, part in ipairs(turned:explain().parts) do
    local own, term = part.central:table().yy, part.parallel_axis:table().yy
    print(("  %-9s own %.4f + parallel axis %.4f = %4.1f %%"):format(part.name, own, term, 100 * part.share.yy))
  end
end

rigid.provenance(false)
