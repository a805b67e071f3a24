-- The inertia of any closed triangle mesh is exact: each face makes a tetrahedron with a point, and tetrahedra add.

local rigid = require "rigid"
local SpatialInertia = rigid.SpatialInertia

-- A tetrahedron given as one, and as a mesh of its four faces, each counter-clockwise seen from outside.
local vertices = { { 0, 0, 0 }, { 0.3, 0, 0 }, { 0, 0.2, 0 }, { 0, 0, 0.4 } }
local faces = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } }
local solid = SpatialInertia.solid_tetrahedron { density = 1000, vertices = vertices }
local mesh = SpatialInertia.mesh { density = 1000, vertices = vertices, faces = faces }
print(("tetrahedron %.3f kg, mesh of its faces %.3f kg, same body: %s"):format(solid:mass(), mesh:mass(),
  mesh:is_near(solid, 1e-12)))
print(("volume by hand %.3f dm³; centre at a quarter of the corners' sum: %.3f %.3f %.3f m"):format(
  1e3 * 0.3 * 0.2 * 0.4 / 6, mesh:com():table()[1], mesh:com():table()[2], mesh:com():table()[3]))

-- A ball of finer and finer faces: an octahedron, each face cut in four again and again, the corners on the sphere.
local function refine(points, triangles)
  local middle = {} -- by edge, so that neighbours share their new corner and the mesh stays closed
  local function midpoint(i, j)
    local key = math.min(i, j) .. " " .. math.max(i, j)
    if not middle[key] then
      points[#points + 1] = (rigid.Vec3(points[i]) + rigid.Vec3(points[j])):unit():table()
      middle[key] = #points
    end
    return middle[key]
  end
  local finer = {}
  for _, t in ipairs(triangles) do
    local a, b, c = midpoint(t[1], t[2]), midpoint(t[2], t[3]), midpoint(t[3], t[1])
    for _, small in ipairs { { t[1], a, c }, { t[2], b, a }, { t[3], c, b }, { a, b, c } } do
      finer[#finer + 1] = small
    end
  end
  return finer
end

local points = { { 1, 0, 0 }, { 0, 1, 0 }, { -1, 0, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 } }
local triangles = {
  { 1, 2, 5 }, { 2, 3, 5 }, { 3, 4, 5 }, { 4, 1, 5 }, { 2, 1, 6 }, { 3, 2, 6 }, { 4, 3, 6 }, { 1, 4, 6 },
}
local octahedron = triangles
local ball = SpatialInertia.solid_sphere { density = 1000, radius = 1 }
print "\n faces     mass kg    short of the ball     Ixx kg m²   short of the ball"
for _ = 0, 4 do
  local M = SpatialInertia.mesh { density = 1000, vertices = points, faces = triangles }
  local I, I_ball = M:rotational_inertia():moments().x, ball:rotational_inertia():moments().x
  print(("%6d  %10.2f  %18.3f %%  %12.2f  %17.3f %%"):format(#triangles, M:mass(),
    100 * (1 - M:mass() / ball:mass()), I, 100 * (1 - I / I_ball)))
  triangles = refine(points, triangles)
end
print((" ball   %10.2f  %20s  %12.2f"):format(ball:mass(), "", ball:rotational_inertia():moments().x))

-- A mesh with a hole, or wound inside out, encloses nothing. It is refused, and told apart.
local function try(corners, some_faces)
  local _, err = pcall(SpatialInertia.mesh, { density = 1000, vertices = corners, faces = some_faces })
  print((err:gsub("field 'faces': ", "field 'faces':\n  ")))
end
print ""
try(points, { table.unpack(octahedron, 2) })
try(vertices, { { 1, 2, 3 }, { 1, 4, 2 }, { 1, 3, 4 }, { 2, 4, 3 } })
