-- One body, many descriptions. An inertia is always about some point and in some axes: `shift` changes the point,
-- `re_express` the axes, and a Transform does both. What the body does is the same in all of them.

local rigid = require "rigid"
local SpatialInertia, Transform, Rotation, Twist = rigid.SpatialInertia, rigid.Transform, rigid.Rotation, rigid.Twist

-- A wooden door, 40 mm thick, 900 mm wide (x), 2 m high (z): about its centre, then about a point on its hinges.
local door = SpatialInertia.solid_box { density = 650, size = { 0.900, 0.040, 2.000 } }
local to_hinge = { -0.450, 0, 0 } -- from the centre to the hinge line
local hung = door:shift(to_hinge)

print(("the door weighs %.2f kg"):format(door:mass()))
print(("about its centre    Izz = %.4f kg m²"):format(door:rotational_inertia():moments().z))
print(("about its hinges    Izz = %.4f kg m²"):format(hung:rotational_inertia():moments().z))
-- The parallel axis theorem says what the difference must be.
print(("m d²                      %.4f kg m²"):format(door:mass() * 0.450 ^ 2))
print(("its centre, seen from the hinges: x = %.3f m"):format(hung:com().x))

-- Swing it at 2 rad/s. Its momentum about the hinges, moved to the centre, is what the centre sees.
local swing = Twist { angular = { 0, 0, 2 } } -- of the point on the hinge line: it does not move
local momentum = hung * swing
local centre = { 0.450, 0, 0 }
local same = door * swing:shift(centre)
print(("\nswung at 2 rad/s: %.2f kg m/s through the centre, %.2f J"):format(momentum:linear():norm(),
  swing:dot(momentum) / 2))
print("M:shift(p) * v:shift(p) == (M * v):shift(p)", same:is_near(momentum:shift(centre), 1e-12))

-- Stand in the corner of the room, where the door is open by 60 degrees and its hinges are 3 m along x.
local X_room_hinge = Transform(Rotation.rpy(0, 0, math.rad(60)), { 3, 0, 1 })
local in_room = X_room_hinge * hung
local moments, products = in_room:rotational_inertia():moments(), in_room:rotational_inertia():products()
print(("\nfrom the corner of the room, kg m²:  Ixx %.3f  Iyy %.3f  Izz %.3f  Ixy %.3f"):format(moments.x, moments.y,
  moments.z, products.x))

-- The same by hand: first new axes, then from the hinges to the corner.
local by_hand = hung:re_express(X_room_hinge:rotation()):shift(-X_room_hinge:position())
print("re_express, then shift, gives the same", by_hand:is_near(in_room, 1e-12))
print("and the kinetic energy does not care",
  math.abs((X_room_hinge * swing):dot(in_room * (X_room_hinge * swing)) - swing:dot(momentum)) < 1e-12)
