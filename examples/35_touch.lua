-- An arm at the bench, led by its hand: an impedance that yields in one direction and holds in the other, an operational space in which the
-- hand goes its way as if it were free of the arm, and the same with motors that have gears, rotors, and an end to what they can do.
local rigid = require "rigid"
local Model, SpatialInertia, Transform, Vec3, Vector, Wrench = rigid.Model, rigid.SpatialInertia, rigid.Transform, rigid.Vec3, rigid.Vector, rigid.Wrench

-- Three links of half a metre in the plane of x and z, and a hand at the end.
local arm = Model { name = "arm" }
local link = SpatialInertia.thin_rod_about_end { mass = 2, length = 0.5, axis = { 1, 0, 0 } }
for i, name in ipairs { "shoulder", "elbow", "wrist" } do
  arm:add_body {
    name = name, parent = ({ nil, "shoulder", "elbow" })[i], placement = { position = { i > 1 and 0.5 or 0, 0, 0 } }, inertia = link,
    joint = { type = "revolute", axis = { 0, -1, 0 } },
  }
end
arm:add_body {
  name = "hand", parent = "wrist", joint = "fixed", placement = { position = { 0.5, 0, 0 } },
  inertia = SpatialInertia.solid_sphere { mass = 0.5, radius = 0.05 },
}

local start = Vector { 1.2, -1.6, -0.4 }
local here = arm:pose(start, "hand")
local function place(q) return arm:pose(q, "hand"):position() end

-- ---- yielding one way ---------------------------------------------------------------------------------------------------------

-- From 0.5 s on, 20 N along x and 20 N down push at the hand, in its own axes.
local function push(t, q)
  if t < 0.5 then return nil end
  return { hand = Wrench(arm:pose(q, "hand"):rotation():inverse() * Vec3(20, 0, -20), { 0, 0, 0 }) }
end

-- Stiffnesses are in the axes of the hand: they are wanted along x and z of the bench, so the hand is held as it would lie there.
local level = Transform { position = here:position() }
local flat = arm:inverse_kinematics { target = { hand = level }, q0 = start }
local soft = arm:impedance { body = "hand", reference = level, stiffness = { 200, 200, 4000, 40, 40, 40 }, damping = { 60, 60, 300, 4, 4, 4 } }
local yielded = arm:simulate { q = flat, duration = 3, dt = 0.005, controller = soft, external = push }
local moved = place(yielded.q[#yielded.q]) - level:position()
print(("pushed by 20 N each way, springs of 200 N/m along x and 4000 N/m along z: %.1f mm and %.1f mm"):format(1000 * moved.x, 1000 * moved.z))

local firm = arm:operational_space { body = "hand", reference = level, kp = 100 }
local held = arm:simulate { q = flat, duration = 3, dt = 0.005, controller = firm, external = push }
local off = place(held.q[#held.q]) - level:position()
print(("led as if it were free, by 100/s² each way, a spring by what it weighs there: %.1f mm, %.1f mm\n"):format(1000 * off.x, 1000 * off.z))

local function along(log, axis)
  local list = {}
  for i, q in ipairs(log.q) do list[i] = 1000 * (place(q) - level:position())[axis] end
  return list
end
print(rigid.plot({
  { x = yielded.t, y = along(yielded, "x"), name = "impedance, x" }, { x = yielded.t, y = along(yielded, "z"), name = "impedance, z" },
  { x = held.t, y = along(held, "x"), name = "operational, x" }, { x = held.t, y = along(held, "z"), name = "operational, z" },
}, { x_label = "time [s]", y_label = "the hand is off [mm]", text = true, size = { 96, 20 } }))

-- ---- a circle, led and driven ---------------------------------------------------------------------------------------------------

-- A circle of 15 cm radius in two seconds: the pose of the hand, its twist and how that changes, in its own axes, which stay level.
local turn = math.pi
local centre = level:position() - Vec3(0.15, 0, 0)
local function circle(t)
  local c, s = math.cos(turn * t), math.sin(turn * t)
  return Transform { position = centre + Vec3(c, 0, s) * 0.15 }, { -0.15 * turn * s, 0, 0.15 * turn * c, 0, 0, 0 },
    { -0.15 * turn ^ 2 * c, 0, -0.15 * turn ^ 2 * s, 0, 0, 0 }
end
local v0 = arm:differential_ik { q = flat, target = { hand = { 0, 0, 0.15 * turn, 0, 0, 0 } } }
local led = arm:operational_space { body = "hand", reference = circle, kp = 100 }
local spring = arm:impedance { body = "hand", reference = circle, stiffness = { 400, 400, 400, 40, 40, 40 }, damping = { 40, 40, 40, 4, 4, 4 } }
local motors = {
  shoulder = { gear = 50, torque = 0.9, speed = 120, rotor_inertia = 1e-4 }, elbow = { gear = 50, torque = 0.6, speed = 120, rotor_inertia = 1e-4 },
  wrist = { gear = 30, torque = 0.4, speed = 100, rotor_inertia = 3e-5 },
}
local weak, armature = arm:actuate { controller = led, joints = motors }
print(("the rotors add %s kg m² to the joints"):format(tostring(armature):match "%(.*%)"))

-- The arm with rotors is another model; the controller knows of the bare one.
local geared = arm:copy()
for i, name in ipairs { "shoulder", "elbow", "wrist" } do geared:joint(name).armature = armature[i] end
local runs = {
  { "led, any torque", arm, led }, { "impedance", arm, spring }, { "led, by motors", geared, weak },
}
local curves = {}
for i, run in ipairs(runs) do
  local name, m, controller = table.unpack(run)
  local log = m:simulate { q = flat, v = v0, duration = 2, dt = 0.005, controller = controller }
  local x, z, most = {}, {}, 0
  for k, q in ipairs(log.q) do
    local p = place(q)
    x[k], z[k], most = p.x, p.z, math.max(most, (p - (circle(log.t[k])):position()):norm())
  end
  curves[i] = { x = x, y = z, name = name }
  print(("%-16s at most %5.1f mm off the circle"):format(name, 1000 * most))
end
print(rigid.plot(curves, { x_label = "x [m]", y_label = "z [m]", equal = true, text = true, size = { 84, 30 } }))
