-- The tour: what rigid can say about a robot that exists.
-- The bodies of a Franka Emika Panda and its hand, as published, are judged, placed, brought to one frame, added up,
-- given shapes, folded across their joints and turned into regressors. No result is typed in by hand, and where two
-- roads lead to one number both are walked and compared.

local rigid = require "rigid"
local Rotation, Transform, SpatialMotion, Twist = rigid.Rotation, rigid.Transform, rigid.SpatialMotion, rigid.Twist
local SpatialAcc, SpatialForce, Wrench = rigid.SpatialAcc, rigid.SpatialForce, rigid.Wrench
local SpatialInertia, RotationalInertia = rigid.SpatialInertia, rigid.RotationalInertia
local ABI, Matrix = rigid.ABI, rigid.Matrix

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local arm = dofile(here .. "data/franka_fer.lua")

-- ---- how it prints --------------------------------------------------------------------------------------------------

local function say(format, ...) print(format:format(...)) end

local function heading(text) say("\n%s\n%s", text, ("-"):rep(96)) end

-- A number in a column; what rounds to zero has no sign.
local function num(x, width, digits)
  local text = ("%" .. width .. "." .. digits .. "f"):format(x)
  return tonumber(text) == 0 and (text:gsub("%-", " ")) or text
end

local function nums(v, scale, width, digits)
  return num(scale * v[1], width, digits) .. num(scale * v[2], width, digits) .. num(scale * v[3], width, digits)
end

local function wrap(text, width)
  local line = ""
  for word in text:gmatch "%S+" do
    if #line + #word >= width then
      print(line)
      line = word
    else
      line = line == "" and word or line .. " " .. word
    end
  end
  print(line)
end

-- Two lists of numbers, compared on the scale of the second.
local function agreement(found, wanted)
  local difference, scale = 0, 0
  for i = 1, #wanted do
    difference = math.max(difference, math.abs(found[i] - wanted[i]))
    scale = math.max(scale, math.abs(wanted[i]))
  end
  return difference <= 1e-12 * scale and "agrees to 1e-12" or ("DIFFERS by %.1e"):format(difference / scale)
end

say("rigid: a tour of the %s\nfigures: %s", arm.name, arm.source)

-- ---- 1 --------------------------------------------------------------------------------------------------------------

heading "1  The bodies as published, each about its own centre of mass"

local function body(t)
  return SpatialInertia { mass = t.mass, com = t.com, inertia = t.inertia, about = "com", skip_validity_check = true }
end

local function pose(t) return Transform(Rotation.rpy(table.unpack(t.rpy)), t.xyz) end

local names, M = {}, {}
for i, link in ipairs(arm.links) do
  names[i], M[i] = link.name, body(link)
end

-- The hand is three bodies: its housing and two fingers, opened by 20 mm each.
local hand = body(arm.hand)
for _, rail in ipairs(arm.finger.placements) do
  hand = hand + pose(rail) * Transform(Rotation.identity(), { 0, 0.020, 0 }) * body(arm.finger)
end
names[9], M[9] = "hand", hand

-- The same body with every negative spread of mass lifted to zero: as flat as a body can be, and no flatter.
local function mended(M_B)
  local moments, axes = M_B:central_inertia():principal()
  local half = (moments.x + moments.y + moments.z) / 2
  local a, b, c = math.max(half - moments.x, 0), math.max(half - moments.y, 0), math.max(half - moments.z, 0)
  local inertia = RotationalInertia { b + c, a + c, a + b }:re_express(axes)
  return SpatialInertia { mass = M_B:mass(), com = M_B:com(), inertia = inertia }
end

say("%-7s%10s   %8s%8s%8s    %-31s%s", "body", "mass, kg", "com x", "y", "z, mm", "principal moments, g m²",
  "can it exist?")
local impossible = {}
for i, name in ipairs(names) do
  local moments, criticism = M[i]:central_inertia():principal(), M[i]:criticize()
  if criticism then impossible[#impossible + 1] = i end
  say("%-7s%s   %s    %s   %s", name, num(M[i]:mass(), 10, 3), nums(M[i]:com(), 1e3, 8, 1),
    nums(moments, 1e3, 9, 3), criticism and "NO" or "yes")
end

for _, i in ipairs(impossible) do
  print()
  wrap(names[i] .. ": " .. M[i]:criticize(), 96)
  if arm.links[i].known then say("(Reported at %s.)", arm.links[i].known) end
  local published = M[i]:central_inertia():matrix()
  M[i] = mended(M[i])
  local change = (M[i]:central_inertia():matrix() - published):norm() / published:norm()
  say("Here that spread is lifted to zero, which changes the tensor by %.2f %%; the tour goes on with it.", 100 * change)
end

-- ---- 2 --------------------------------------------------------------------------------------------------------------

heading "2  The posture its makers call ready: every frame seen from the base, frame 0"

local X = { Transform.identity() } -- X[i]: the pose of body i in 0
local S = {} -- S[j]: the motion that joint j allows, in 0; it carries body j + 1
for j, joint in ipairs(arm.joints) do
  X[j + 1] = X[j] * pose(joint) * Transform(Rotation.axis_angle({ 0, 0, 1 }, arm.ready[j]), { 0, 0, 0 })
  S[j] = X[j + 1] * SpatialMotion({ 0, 0, 0 }, { 0, 0, 1 })
end
X[9] = X[8] * pose(arm.hand.placement)
local tool = X[9] * arm.hand.tool

say("%-7s%11s  %8s%8s%8s  %7s%7s%7s  %8s%8s%8s", "body", "joint, °", "origin x", "y", "z, mm", "axis x", "y", "z",
  "com x", "y", "z, mm")
for i, name in ipairs(names) do
  local j = S[i - 1] and i - 1
  say("%-7s%s  %s  %s  %s", name, j and num(math.deg(arm.ready[j]), 10, 0) or (" "):rep(10),
    nums(X[i]:position(), 1e3, 8, 1), j and nums(S[j]:angular(), 1, 7, 2) or (" "):rep(21),
    nums(X[i] * M[i]:com(), 1e3, 8, 1))
end
say("between the fingertips %s", nums(tool, 1e3, 8, 1))

-- ---- 3 --------------------------------------------------------------------------------------------------------------

heading "3  Shifted and re-expressed to frame 0, and combined"

local whole = SpatialInertia.zero()
for i in ipairs(names) do
  M[i] = X[i] * M[i] -- from here on every inertia is about the origin of 0 and in its axes
  whole = whole + M[i]
end
say("mass %.3f kg, centre of mass at%s mm", whole:mass(), nums(whole:com(), 1e3, 8, 1))

say("%-18s%27s        %27s", "inertia, kg m²", "about the origin of 0", "about the centre of mass")
local about_origin, about_com = whole:rotational_inertia():matrix(), whole:central_inertia():matrix()
for row = 1, 3 do
  say("%17s%s        %s", "", nums(about_origin:table()[row], 1, 9, 4), nums(about_com:table()[row], 1, 9, 4))
end

local in_hand = X[9]:inverse() * whole
local back = in_hand:re_express(X[9]:rotation()):shift(-X[9]:position())
say("to the hand's frame in one transform, back by re_express and shift: %s",
  agreement(back:parameters():table(), whole:parameters():table()))
say("can it exist? %s", whole:criticize() or "yes")

-- ---- 4 --------------------------------------------------------------------------------------------------------------

heading "4  Equivalent ellipsoids: solids of the same mass that move the same way"

local function shape(name, M_0)
  local half, X_0E = M_0:equivalent_ellipsoid()
  local long = math.min(1, math.abs((X_0E:rotation() * { 1, 0, 0 }).z))
  local litres = 4 / 3 * math.pi * half.x * half.y * half.z * 1e3
  say("%-7s    %s  %s  %s", name, nums(half, 1e3, 8, 1), num(math.deg(math.acos(long)), 20, 0),
    litres > 1e-3 and num(M_0:mass() / litres, 25, 2) or ("%25s"):format "none: flat")
end

say("%-7s    %8s%8s%8s  %21s  %26s", "body", "a", "b", "c, mm", "a from vertical, °", "mean density, kg/dm³")
for i, name in ipairs(names) do shape(name, M[i]) end
shape("whole", whole)

-- ---- 5 --------------------------------------------------------------------------------------------------------------

heading "5  Articulated-body inertias, folded from the hand to the base across the seven joints"

names[8], M[8] = "link7 and hand", M[8] + M[9]
names[9], M[9] = nil, nil

-- P = M + what the outer part, seen through its joint, adds. Everything is in 0, so nothing has to be moved.
local P, locked_body, product, rows = ABI(M[8]), M[8], 1, {}
for j = 7, 1, -1 do
  local free, locked = S[j]:dot(P * S[j]), S[j]:dot(locked_body * S[j])
  rows[j] = ("joint%d %s%s%s"):format(j, num(locked, 24, 4), num(free, 24, 4), num(free / locked, 10, 2))
  product = product * free
  P, locked_body = P:across_joint(S[j]) + M[j], locked_body + M[j]
end
say("%-7s%24s%24s%10s   inertia about the axis, kg m²", "joint", "outer joints locked", "outer joints free", "ratio")
for _, row in ipairs(rows) do print(row) end

-- The dense road: H = Σ Jᵀ M J, with J the 6x7 Jacobian of each body; and seen from the base, with F = Σ M J,
-- the whole arm is M - F H⁻¹ Fᵀ.
local function jacobian(joints, point)
  local J = Matrix(6, 7)
  for j = 1, joints do
    local column = S[j]:shift(point)
    for row = 1, 6 do J:set(row, j, column[row]) end
  end
  return J
end

local H, F = Matrix(7, 7), Matrix(6, 7)
for i = 2, 8 do
  local J = jacobian(i - 1, { 0, 0, 0 })
  local MJ = M[i] * J
  H, F = H + J:transpose() * MJ, F + MJ
end
local dense = whole:matrix() - F * H:solve(F:transpose())

local function entries(matrix)
  local list = {}
  for _, row in ipairs(matrix:table()) do table.move(row, 1, #row, #list + 1, list) end
  return list
end
say("product of the seven free inertias, against the determinant of the mass matrix: %s",
  agreement({ product }, { H:determinant() }))
say("the fold at the base, against the dense M - F H⁻¹ Fᵀ: %s", agreement(entries(P:matrix()), entries(dense)))

-- Push with one newton and see how fast it gives way: mass is one over that.
local J_tool = jacobian(7, tool)
local give = J_tool * H:solve(J_tool:transpose())
local rigid_arm, loose_arm, at_tool = {}, {}, {}
for k = 1, 3 do
  local push = Wrench { linear = { k == 1 and 1 or 0, k == 2 and 1 or 0, k == 3 and 1 or 0 } }
  rigid_arm[k] = 1 / whole:apply_inverse(push)[k]
  loose_arm[k] = 1 / P:solve(push)[k]
  at_tool[k] = 1 / give(k, k)
end
say("%-51s%8s%8s%8s", "apparent mass, kg, to a push along", "x", "y", "z")
say("the base, afloat, all joints locked                 %s", nums(rigid_arm, 1, 8, 2))
say("the base, afloat, all joints free                   %s", nums(loose_arm, 1, 8, 2))
say("the fingertips, base bolted down, all joints free   %s", nums(at_tool, 1, 8, 2))

-- ---- 6 --------------------------------------------------------------------------------------------------------------

heading "6  Regressors: momenta and wrenches are linear in the ten parameters of a body"

-- Every body's twist and acceleration in 0 as the joints move, and those a controller might ask for (w, b).
local qd, qdd = { 1.2, -0.9, 0.8, 1.5, -1.8, 2.0, -2.2 }, { 2.0, 1.0, -1.6, 0.4, 1.8, -2.2, 0.8 } -- rad/s, rad/s²
local wanted_qd, wanted_qdd = { 0.6, -0.2, 1.5, 0.4, -0.8, 1.4, -1.2 }, { 1.4, 0.2, -0.4, 1.2, 0.6, -1.0, 1.6 }
local rest = { 0, 0, 0, 0, 0, 0 }
local v, a, w, b = { Twist(rest) }, { SpatialAcc(rest) }, { Twist(rest) }, { SpatialAcc(rest) }
for j = 1, 7 do
  v[j + 1] = v[j] + S[j] * qd[j]
  w[j + 1] = w[j] + S[j] * wanted_qd[j]
  local S_dot = v[j]:cross(S[j])
  a[j + 1] = a[j] + S[j] * qdd[j] + S_dot * qd[j]
  b[j + 1] = b[j] + S[j] * wanted_qdd[j] + S_dot * wanted_qd[j]
end

local momentum, wrench = M[8] * v[8], M[8] * a[8] + M[8]:bias_wrench(v[8])
say("%s   momentum %s kg m/s %s kg m²/s", names[8], nums(momentum:linear(), 1, 9, 4),
  nums(momentum:angular(), 1, 9, 4))
say("in frame 0     net wrench %s N      %s N m", nums(wrench:linear(), 1, 9, 4), nums(wrench:angular(), 1, 9, 4))

-- The Coriolis factors, as products: what each makes of w when the body moves with v.
local function reference(B, u, x) return u:cross(B * x) - B * u:cross(x) end
local function christoffel(B, u, x) return (reference(B, u, x) + x:cross(B * u)) * 0.5 end
local function by_body(B, u, x) return u:cross(B * x) end

local slotine_li = SpatialInertia.slotine_li_regressor
local laws = {
  { "momentum", "M v", function(i) return SpatialInertia.momentum_regressor(v[i]), M[i] * v[i] end },
  {
    "momentum derivative", "M a + v×*M v",
    function(i)
      return SpatialInertia.momentum_derivative_regressor(v[i], a[i]), M[i] * a[i] + M[i]:bias_wrench(v[i])
    end,
  },
  {
    "Slotine-Li, reference", "M a_r + (v×*M - M v×) v_r",
    function(i)
      return slotine_li(v[i], w[i], b[i], { factor = "reference" }), M[i] * b[i] + reference(M[i], v[i], w[i])
    end,
  },
  {
    "Slotine-Li, christoffel", "M a_r + ½(v×*M - M v× + (M v)×*) v_r",
    function(i)
      return slotine_li(v[i], w[i], b[i]), M[i] * b[i] + christoffel(M[i], v[i], w[i])
    end,
  },
  {
    "Slotine-Li, body", "M a_r + v×*M v_r",
    function(i) return slotine_li(v[i], w[i], b[i], { factor = "body" }), M[i] * b[i] + by_body(M[i], v[i], w[i]) end,
  },
}
say("%-36s%-39s%s", "regressor times parameters", "against", "on all moving bodies")
for _, law in ipairs(laws) do
  local found, wanted = {}, {}
  for i = 2, 8 do
    local Y, product_ = law[3](i)
    table.move((Y * M[i]:parameters()):table(), 1, 6, #found + 1, found)
    table.move(product_:table(), 1, 6, #wanted + 1, wanted)
  end
  say("%-36s%s%s%s", law[1], law[2], (" "):rep(39 - utf8.len(law[2])), agreement(found, wanted))
end

-- ---- 7 --------------------------------------------------------------------------------------------------------------

heading "7  Which Slotine-Li factor is passive?"

print "A controller that tracks v_r leaves an error s = v - v_r. It is safe only if its Coriolis term does"
print "not feed that error: the power sᵀ(½ dH/dt - C)s of the whole arm must be zero, whatever the motion."
local function power(factor)
  local fed, rate = 0, 0
  for i = 2, 8 do
    local s, pi = v[i] - w[i], M[i]:parameters()
    local M_dot_s = SpatialForce(slotine_li(v[i], s, rest, { factor = "reference" }) * pi) -- that factor is dM/dt itself
    local B_s = SpatialForce(slotine_li(v[i], s, rest, { factor = factor }) * pi)
    rate = rate + s:dot(M_dot_s) / 2
    fed = fed + s:dot(M_dot_s) / 2 - s:dot(B_s)
  end
  return fed, rate
end
say("Here ½ sᵀ(dH/dt)s is %.4f W, and C feeds the error", select(2, power "reference"))
for _, factor in ipairs { "reference", "christoffel", "body" } do
  local fed, rate = power(factor)
  local passive = math.abs(fed) <= 1e-12 * math.abs(rate)
  say("%s W with the %-11s factor: %s", num(fed, 9, 4), factor,
    passive and "passive" or "not passive, right only where v_r = v")
end
