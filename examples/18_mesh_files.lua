-- A part as a mesh file: its inertia, and what the answer is worth. A bracket with a bore is written as a CAD program would,
-- then spoilt in the ways in which files are: each has its grade, and an estimate never passes for more.

local rigid = require "rigid"
local SpatialInertia = rigid.SpatialInertia

-- A round plate with a bore: n corners inside and outside, in millimetres, every wall of two triangles.
local function flange(outer, inner, thickness, n)
  local vertices, faces = {}, {}
  for i = 0, n - 1 do
    local angle = 2 * math.pi * i / n
    for _, corner in ipairs { { outer, 0 }, { outer, thickness }, { inner, thickness }, { inner, 0 } } do
      vertices[#vertices + 1] = { corner[1] * math.cos(angle), corner[1] * math.sin(angle), corner[2] }
    end
  end
  for i = 0, n - 1 do
    local here, there = 4 * i, 4 * ((i + 1) % n)
    for k = 1, 4 do
      local l = k % 4 + 1
      faces[#faces + 1] = { here + k, there + k, there + l }
      faces[#faces + 1] = { here + k, there + l, here + l }
    end
  end
  return vertices, faces
end

local path = os.tmpname() .. ".stl"

local function write(vertices, faces)
  local file = assert(io.open(path, "w"))
  file:write "solid flange\n"
  for _, face in ipairs(faces) do
    file:write "facet normal 0 0 0\nouter loop\n"
    for _, i in ipairs(face) do
      file:write(("vertex %.9g %.9g %.9g\n"):format(table.unpack(vertices[i])))
    end
    file:write "endloop\nendfacet\n"
  end
  file:write "endsolid flange\n"
  file:close()
end

local function show(what, options)
  options.scale = 0.001 -- the file is in millimetres
  local M, report = SpatialInertia.from_mesh_file(path, options)
  print(("%-28s %-9s %7.4f kg  Izz %.4e kg m²"):format(what, report.grade, M:mass(), M:rotational_inertia():moments().z))
  for _, finding in ipairs(report.findings) do
    print(("   %s: %s"):format(finding.severity, finding.code))
  end
  return M, report
end

local vertices, faces = flange(40, 15, 8, 60)
write(vertices, faces)
local aluminium = { density = 2700 }
local M = show("as it should be", aluminium)
local outer = SpatialInertia.solid_cylinder { density = 2700, radius = 0.040, length = 0.008 }
local bore = SpatialInertia.solid_cylinder { density = 2700, radius = 0.015, length = 0.008 }
print(("%-28s %-9s %7.4f kg  Izz %.4e kg m²"):format("a cylinder less its bore", "", (outer - bore):mass(),
  (outer - bore):rotational_inertia():moments().z))

local inward = {}
for i, f in ipairs(faces) do
  inward[i] = { f[1], f[3], f[2] }
end
write(vertices, inward)
show("inside out", aluminium)

local mixed = {}
for i, f in ipairs(faces) do
  mixed[i] = i % 7 == 0 and inward[i] or f
end
write(vertices, mixed)
show("some faces turned", aluminium)

write(vertices, { table.unpack(faces, 2) })
show("one face missing", aluminium)
show("the same as sheet of 1 mm", { density = 2700, shell = 0.001 })
local ok, problem = pcall(show, "", { density = 2700, require = "re-wound" })
print("\nan estimate that will not do:", ok)
print((problem:gsub("'/[^']*'", "'flange.stl'"):gsub("^.-%(field", "(field"):gsub(" %(the mesh", "\n  (the mesh")
  :gsub("; the sum", ";\n  the sum")))

-- The mass may be known instead of the density.
write(vertices, faces)
local _, report = SpatialInertia.from_mesh_file(path, { mass = M:mass(), scale = 0.001 })
print(("\nby mass instead: density %.1f kg/m³, volume %.3f cm³"):format(report.density, report.volume * 1e6))
os.remove(path)
os.remove((path:gsub("%.stl$", "")))
