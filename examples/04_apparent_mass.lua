-- How heavy is a thing that carries others on joints? It depends on the push: what can swing out of the way does not
-- push back in full. An articulated-body inertia (ABI) is the 6x6 answer to every such question.

local rigid = require "rigid"
local SpatialInertia, ABI, SpatialMotion, Wrench = rigid.SpatialInertia, rigid.ABI, rigid.SpatialMotion, rigid.Wrench

-- A crane's trolley of 5 kg, and under it a 2 kg rod, 1 m long, on a pin along y through the trolley's origin.
local trolley = SpatialInertia.solid_box { mass = 5, size = { 0.4, 0.2, 0.1 } }
local pin = SpatialMotion({ 0, 0, 0 }, { 0, 1, 0 })

-- The trolley with the rod as it is felt through the pin, the rod at an angle from hanging straight down: the rod's
-- inertia, less what the pin lets go.
local function assembly(angle)
  local axis = { math.sin(angle), 0, -math.cos(angle) }
  return ABI(SpatialInertia.thin_rod_about_end { mass = 2, length = 1, axis = axis }):across_joint(pin) + trolley
end

-- On rails the trolley moves one way only: what force does 1 m/s² that way take?
local x, y, z = SpatialMotion { 1, 0, 0, 0, 0, 0 }, SpatialMotion { 0, 1, 0, 0, 0, 0 }, SpatialMotion { 0, 0, 1, 0, 0, 0 }
local function on_rails(P, way) return way:dot(P * way) end

print "apparent mass of the trolley on rails, kg; all together it weighs 7"
print "rod at   rails across the pin (x)   5 + 2(1 - ¾ cos²)   rails upright (z)   rails along the pin (y)"
for degrees = 0, 90, 15 do
  local P = assembly(math.rad(degrees))
  print(("%4d°  %19.4f %22.4f %19.4f %20.4f"):format(degrees, on_rails(P, x),
    5 + 2 * (1 - 3 / 4 * math.cos(math.rad(degrees)) ^ 2), on_rails(P, z), on_rails(P, y)))
end

-- Off the rails it gives way in every direction it can, and so it feels lighter still.
local P = assembly(math.rad(45))
local a = P:solve(Wrench { linear = { 1, 0, 0 } })
print(("\nrod at 45°, no rails, 1 N along x: it moves by %.4f m/s² along x and %.4f along z,"):format(a[1], a[3]))
print(("so it feels like %.4f kg instead of %.4f"):format(1 / a[1], on_rails(P, x)))

-- Through a free joint no moment about it can be felt.
local rod = ABI(SpatialInertia.thin_rod_about_end { mass = 2, length = 1, axis = { 0.6, 0, -0.8 } })
print(("\nmoment to turn the rod about the pin at 1 rad/s²: %.4f N m; felt through the pin: %.4f N m"):format(
  pin:dot(rod * pin), math.abs(pin:dot(rod:across_joint(pin) * pin))))
