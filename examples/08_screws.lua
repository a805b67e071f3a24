-- Every change of pose is one turn about, and one slide along, a single line: a screw. `log` finds it as a motion of
-- one second, and `exp` carries it out; half the motion is half the way.

local rigid = require "rigid"
local Transform, Rotation, SpatialMotion = rigid.Transform, rigid.Rotation, rigid.SpatialMotion

local function show(label, X)
  local p, axis, angle = X:position(), X:rotation():axis_angle()
  print(("%-14s at (%7.4f, %7.4f, %7.4f) m, turned %8.4f° about (%.3f, %.3f, %.3f)"):format(label, p.x, p.y, p.z,
    math.deg(angle), axis.x, axis.y, axis.z))
end

-- A part on a bench, and where a robot has to put it.
local from = Transform(Rotation.axis_angle({ 0, 0, 1 }, math.rad(10)), { 0.40, -0.10, 0.02 })
local to = Transform(Rotation.axis_angle({ 2, -1, 4 }, math.rad(130)), { 0.25, 0.30, 0.35 })
show("from", from)
show("to", to)

-- The screw between them, in the part's own axes: direction, the point on the line nearest the part, pitch.
local screw = (from:inverse() * to):log()
local u, w = screw:linear(), screw:angular()
local pitch, point = w:dot(u) / w:dot(w), w:cross(u) / w:dot(w)
local axis = w:unit()
print(("\nturn %.3f° about (%.4f, %.4f, %.4f) through (%.4f, %.4f, %.4f) m"):format(math.deg(w:norm()), axis.x, axis.y,
  axis.z, point.x, point.y, point.z))
print(("slide along it %.4f m, %.4f m for a full turn"):format(pitch * w:norm(), 2 * math.pi * pitch))

-- On the way: the same twist all along, so the path is a piece of a helix.
print ""
for quarter = 0, 4 do show(("%d/4 of the way"):format(quarter), from * (screw * (quarter / 4)):exp()) end
print("the last is the goal", (from * screw:exp()):is_near(to, 1e-12))

-- exp and log undo each other from the smallest turn to half a turn, where the axis could as well be the other way.
for _, angle in ipairs { 0, 1e-9, 1e-3, 1, 3, math.pi - 1e-9 } do
  local motion = SpatialMotion({ 0.3, -0.2, 0.5 }, axis * angle)
  print(("turn %-14.10g log(exp(x)) is x to 1e-12: %s"):format(angle, motion:exp():log():is_near(motion, 1e-12)))
end
