-- The doctor: three links as one meets them in files. One has lost a decimal point, one is off by a little, and one is a
-- body, but not the one that was meant.

local rigid = require "rigid"
local SpatialInertia = rigid.SpatialInertia

-- What rigid says can be long; this breaks it into lines.
local function say(text)
  local line = ""
  for word in text:gmatch "%S+" do
    if utf8.len(line) + utf8.len(word) > 94 then
      print(line)
      line = " "
    end
    line = line == "" and word or line .. " " .. word
  end
  print(line)
end

-- The findings and the first few repairs of a link.
local function examine(name, M, options)
  print("== " .. name)
  local findings = M:diagnose(options)
  for _, finding in ipairs(findings) do
    print(("%s, %s"):format(finding.severity, finding.code))
    print(("  %s = %.6g %s, limit %.6g"):format(finding.quantity, finding.value, finding.unit, finding.limit))
  end
  local repairs = M:repairs()
  say(repairs.sentence)
  if #repairs > 0 then print "how much of the tensor each repair changes:" end
  for i, repair in ipairs(repairs) do
    if i <= 3 or not repair.rank then
      print(("%3d. %5.2f %%  %s"):format(i, 100 * repair.change, repair.edit))
    end
  end
  print ""
  return repairs
end

-- izz has lost its decimal point. Of all single slips only that one, undone, leaves a body.
local lost = SpatialInertia {
  mass = 1.559, skip_validity_check = true,
  inertia = { xx = 2661.9e-6, xy = -31.029e-6, xz = 9.34e-6, yy = 2302.5e-6, yz = 151.466e-6, zz = 1676359e-6 },
}
local repairs = examine("a lost decimal point", lost)
print("write instead: izz = " .. repairs[1].values.izz .. "\n")

-- The TALOS gripper link (github.com/Gepetto/example-robot-data/issues/130): a change of 1.4 % makes it a body.
examine("off by a little", SpatialInertia {
  mass = 0.02, skip_validity_check = true,
  inertia = { xx = 1.15e-4, xy = 5.2e-5, xz = 2.5e-5, yy = 1.53e-4, yz = 3.4e-5, zz = 1.9e-4 },
})

-- A strut whose tensor about its end was written where the one about its com belongs: possible, and wrong. What gives it
-- away is the parallel-axis term that is still in it, and its geometry.
local strut = SpatialInertia.solid_cylinder_about_end { mass = 1.2, radius = 0.03, length = 0.4 }
local mistaken = SpatialInertia { mass = 1.2, com = strut:com(), inertia = strut:rotational_inertia() }
examine("about the wrong point", mistaken, {
  geometry = { box = { 0.06, 0.06, 0.4 }, placement = { position = { 0, 0, 0.2 } } },
})

-- Bodies that are subtracted must leave a body.
local block = SpatialInertia.solid_box { density = 2700, size = { 0.1, 0.1, 0.1 } }
local bore = SpatialInertia.solid_cylinder { density = 2700, radius = 0.02, length = 0.1 }
print(("a block of %.3f kg, bored: %.3f kg"):format(block:mass(), (block - bore):mass()))
local ok, message = pcall(function() return block - bore:scale { length = 3 } end)
say(("%s: %s"):format(ok, message:match "cannot subtract[^;]*"))

-- A left arm of the right one, and ten drawn around it, all of them bodies.
local right = SpatialInertia.random { seed = 16 }
print(("mirrored: com y %.4f and %.4f"):format(right:com().y, right:mirror("xz"):com().y))
local farthest, possible = 0, true
for seed = 1, 10 do
  local drawn = SpatialInertia.random { around = right, spread = 0.05, seed = seed }
  farthest, possible = math.max(farthest, right:distance(drawn, "affine")), possible and drawn:is_physically_valid()
end
print(("ten drawn around it: all bodies %s, none farther than %.3f"):format(possible, farthest))
