-- Frames that check themselves: a drill in the hand of an arm. Each value says once what it is; then the classic mistakes
-- are errors that name the call which mends them, and the right way names its result.

local rigid = require "rigid"
local Rotation, SpatialInertia, Transform, Twist = rigid.Rotation, rigid.SpatialInertia, rigid.Transform, rigid.Twist
local Vec3, Wrench = rigid.Vec3, rigid.Wrench

rigid.frames(true)

-- Long lines are broken, for the eye.
local function say(text)
  local line = "  "
  for word in text:gmatch "%S+" do
    if #line + #word > 92 then
      print(line)
      line = "    "
    end
    line = line .. (line:match "^ *$" and "" or " ") .. word
  end
  print(line)
end

local function try(what, f)
  print(what)
  local ok, result = pcall(f)
  say(ok and tostring(result):match "[^\n]*" or result:gsub("^.-:%d+: ", ""))
end

-- The drill D about its own origin Do. The flange is B; W is the world. The drill sits on the flange.
local M = SpatialInertia.solid_cylinder { mass = 1.4, radius = 0.03, length = 0.22 }:tag "M_DDo_D"
local X_BD = Transform(Rotation.rpy(0, 0.4, 0), { 0, 0, 0.09 }):tag "X_BD"
local X_WB = Transform(Rotation.rpy(0.2, -0.6, 1.1), { 0.5, 0.2, 0.8 }):tag "X_WB"

-- The flange moves so, seen from the world, in the world's axes; the drill, being fixed to it, turns as it does.
local V = Twist { 0.3, -0.1, 0.2, 0.5, 0.9, -0.4 }:tag { of = "D", relative_to = "W", about = "Bo", expressed = "W" }
local F = Wrench { 4, 0, -20, 0, 0.3, 0 }:tag "F_DDo_D" -- the wall pushes back

print "== what goes wrong"
try("the momentum, without a thought", function() return M * V end)
try("the pose of the drill, the wrong way round", function() return X_BD * X_WB end)
try("the drill in the world, from the flange's pose", function() return X_WB * M end)
try("the power of the wall", function() return F:dot(V) end)
try("to the tip, from the wrong end", function() return M:shift(Vec3(0, 0, -0.15):tag "p_TDo_D") end)

print "\n== what is right"
local X_WD = X_WB * X_BD
local M_W = X_WD * M
local V_Wo = V:shift(-X_WB:position()) -- from Bo back to Wo
try("the pose of the drill", function() return X_WD end)
try("its inertia in the world", function() return M_W end)
try("its twist, as seen at the world's origin", function() return V_Wo end)
try("its momentum", function() return M_W * V_Wo end)
try("where its centre of mass is", function() return X_WD * M:com() end)
local power = (X_WD * F):dot(V_Wo)
print(("the power of the wall\n  %.4f W"):format(power))

-- The robot's own results say what they are.
print "\n== an arm says it by itself"
local arm = rigid.Model { name = "arm" }
local link = SpatialInertia.thin_rod_about_end { mass = 2, length = 0.5 }
arm:add_body { name = "L1", joint = { type = "revolute", axis = { 0, 1, 0 } }, inertia = link }
arm:add_body {
  name = "L2", parent = "L1", joint = { type = "revolute", axis = { 0, 1, 0 } }, inertia = link,
  placement = { position = { 0, 0, 0.5 } },
}
local q, v = { 0.3, -0.8 }, { 1, 2 }
try("m:pose", function() return arm:pose(q, "L2") end)
try("m:twist", function() return arm:twist(q, v, "L2") end)
try("its momentum", function() return arm:body("L2").inertia * arm:twist(q, v, "L2") end)
try("with a twist in other axes", function()
  return arm:body("L2").inertia * arm:twist(q, v, "L2", { frame = "aligned" })
end)

-- Off again: the same numbers to the last bit, and nothing looks at a tag any more.
rigid.frames(false)
print(("\noff, the power is the same to the last bit: %s"):format((X_WD * F):dot(V_Wo) == power))
print(("and M * V, which is nonsense, passes: %s"):format(pcall(function() return M * V end)))
