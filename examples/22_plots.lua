-- Curves, through gnuplot: a log draws itself, in the terminal or into a file; so do plain numbers, and whatever a function
-- makes of a motion. Here as text of a fixed size, so that it is the same everywhere.

local rigid = require "rigid"

-- A pendulum of a kilogram on a cart of two, let go.
local m = rigid.Model { name = "crane" }
m:add_body {
  name = "cart", inertia = rigid.SpatialInertia.solid_box { mass = 2, size = { 0.4, 0.2, 0.1 } },
  joint = { type = "prismatic", name = "rail", axis = { 1, 0, 0 } },
}
m:add_body {
  name = "load", parent = "cart", joint = { type = "revolute", name = "hinge", axis = { 0, 1, 0 } },
  inertia = rigid.SpatialInertia.solid_sphere { mass = 1, radius = 0.05 }:shift { 0, 0, 1 }, -- a metre below the hinge
}
local log = m:simulate { q = { 0, 1.2 }, duration = 4, dt = 0.01 }

print "where it is, and where its energy is\n"
print(log:plot { "q hinge", "q rail", "energy", text = true, size = { 92, 44 } })

-- The load's own place is a function of the state; against the cart's it makes a curve that is no function of time.
local cart, hook = {}, {}
for i = 1, #log do
  cart[i] = log.q[i][1]
  hook[i] = (m:pose(log.q[i], "load") * rigid.Vec3(0, 0, -1)).x
end
print "\nthe load against the cart: no force from outside along the rail, and the centre of mass stays\n"
print(rigid.plot({ x = cart, y = hook }, {
  x_label = "cart [m]", y_label = "load [m]", style = "points", text = true, size = { 72, 18 },
}))

print "\nhow far the energy is off, for two steps of the method\n"
local function drift(dt)
  local run = m:simulate { q = { 0, 1.2 }, duration = 4, dt = dt, method = "semi_implicit_euler" }
  local energy, off = run:energy(), {}
  for i = 1, #energy do off[i] = energy[i] - energy[1] end
  return { x = run.t, y = off, name = ("dt %g s"):format(dt) }
end
print(rigid.plot({ drift(0.02), drift(0.01) }, {
  title = "semi-implicit Euler", x_label = "time [s]", y_label = "drift [J]", text = true, size = { 92, 20 },
}))

-- Into files, by their endings: SVG and PNG for pages, txt for letters. The same motion draws the same bytes.
local path = os.tmpname()
print("drawn into a file: " .. tostring(log:plot { "q", "v", "position load", title = "crane", path = path .. ".svg" } == path .. ".svg"))
print("what is missing is named:\n  " .. select(2, pcall(log.plot, log, "q hnige")))
os.remove(path)
os.remove(path .. ".svg")
