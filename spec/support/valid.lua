-- Robots drawn at random whose links are right: solids, tubes and shells of their own shapes, unions, bodies whose shapes only stand
-- in for them, bodies without shapes. For the spec of the doctor and its bench.
local rigid = require "rigid"
local solids = require "spec.support.solids"

local Model, Rotation, SpatialInertia, Transform = rigid.Model, rigid.Rotation, rigid.SpatialInertia, rigid.Transform

local valid = {}

local function log_between(d, low, high) return low * (high / low) ^ d:unit_interval() end
local function any(d, list) return list[d:integer(1, #list)] end

local function solid(d)
    local density = log_between(d, 300, 8000)
    local kind = any(d, {"box", "cylinder", "sphere", "capsule"})
    if kind == "box" then
        local size = {log_between(d, 0.02, 0.4), log_between(d, 0.02, 0.4), log_between(d, 0.02, 0.4)}
        return {type = "box", size = size}, SpatialInertia.solid_box {density = density, size = size}
    end
    local r, l = log_between(d, 0.01, 0.15), log_between(d, 0.03, 0.5)
    if kind == "sphere" then return {type = "sphere", radius = r}, SpatialInertia.solid_sphere {density = density, radius = r} end
    if kind == "cylinder" then return {type = "cylinder", radius = r, length = l}, SpatialInertia.solid_cylinder {density = density, radius = r, length = l} end
    return {type = "capsule", radius = r, length = l}, SpatialInertia.solid_capsule {density = density, radius = r, length = l}
end

local function pose(d, reach)
    local R = d:unit_interval() < 0.5 and Rotation.identity() or Rotation.matrix(d:rotation())
    return Transform(R, {d:between(-reach, reach), d:between(-reach, reach), d:between(-reach, reach)})
end

local MAKERS = {}

function MAKERS.solid(d)
    local shape, M = solid(d)
    local X = pose(d, 0.2)
    return X * M, {{shape = shape, placement = X}}
end

-- A tube of the cylinder's size, with thin walls, its inertia rounded as files have it.
function MAKERS.tube(d)
    local r, l = log_between(d, 0.02, 0.15), log_between(d, 0.05, 0.5)
    local mass = log_between(d, 0.1, 1) * 3000 * math.pi * r * r * l
    local across, along = mass * (r * r / 2 + l * l / 12), mass * r * r
    local X = pose(d, 0.2)
    return X * SpatialInertia {mass = mass, inertia = {across, across, along}}, {{shape = {type = "cylinder", radius = r, length = l}, placement = X}}
end

function MAKERS.union(d)
    local sum, list = nil, {}
    for i = 1, d:integer(2, 4) do
        local shape, M = solid(d)
        local X = pose(d, 0.1)
        list[i], sum = {shape = shape, placement = X}, sum and sum + X * M or X * M
    end
    return sum, list
end

-- What a drawing program has of the real part, of which the shape is the box around it.
function MAKERS.stand_in(d)
    local M, _ = MAKERS.union(d)
    local half, X = M:equivalent_box()
    local s = d:between(1, 1.2)
    return M, {{shape = {type = "box", size = {2 * s * half.x, 2 * s * half.y, 2 * s * half.z}}, placement = X}}
end

function MAKERS.bare(d) return SpatialInertia.random {seed = d:integer(1, 1000000000)}, nil end

-- A part that is drawn by its own triangles, in metres or in millimetres, solid or as a thin shell of another part's box.
local function mesh_part(d, path)
    local kind = any(d, {"box", "ball", "ring"})
    local mesh = kind == "box" and solids.box(log_between(d, 0.03, 0.4), log_between(d, 0.03, 0.4), log_between(d, 0.03, 0.4))
        or kind == "ball" and solids.ball(log_between(d, 0.02, 0.2), 2) or solids.ring(log_between(d, 0.06, 0.2), log_between(d, 0.01, 0.04), 12)
    local R = Rotation.matrix(d:rotation())
    local stretch = {d:between(0.5, 1.5), d:between(0.5, 1.5), d:between(0.5, 1.5)}
    for i, p in ipairs(mesh.vertices) do mesh.vertices[i] = (R * rigid.Vec3(p[1] * stretch[1], p[2] * stretch[2], p[3] * stretch[3])):table() end
    mesh = solids.moved(mesh, {d:between(-0.2, 0.2), d:between(-0.2, 0.2), d:between(-0.2, 0.2)})
    local in_mm = d:unit_interval() < 0.5
    mesh = solids.single(in_mm and solids.scaled(mesh, 1000) or mesh)
    local file <close> = assert(io.open(path, "wb"))
    file:write(solids.text.binary_stl(mesh))
    local true_one = in_mm and solids.scaled(mesh, 0.001) or mesh
    return SpatialInertia.mesh {density = log_between(d, 300, 8000), vertices = true_one.vertices, faces = true_one.faces},
        {{shape = {type = "mesh", filename = path, scale = in_mm and {0.001, 0.001, 0.001} or nil}}}
end

valid.kinds = {"solid", "tube", "union", "stand_in", "bare"}

-- A figure of so many digits.
local function rounded(x, digits) return tonumber(("%%.%dg"):format(digits):format(x)) end

-- The body as a file has it, each figure in so many digits.
local function as_typed(M, digits)
    local I, c = M:central_inertia():table(), M:com()
    for name, x in pairs(I) do I[name] = math.abs(x) < 1e-14 and 0 or rounded(x, digits) end
    local typed = SpatialInertia {mass = rounded(M:mass(), digits), com = {rounded(c.x, digits), rounded(c.y, digits), rounded(c.z, digits)}, inertia = I, skip_validity_check = true}
    return typed:is_physically_valid() and typed or M
end

-- A model of ten links, and by name of the link of which kind it is. directory: where meshes are written, over those of the robot before;
-- nil: there are none.
function valid.robot(d, directory)
    local m, kinds, parent = Model {name = "drawn"}, {}, nil
    for i = 1, 10 do
        local name = "link" .. i
        local kind = directory and d:unit_interval() < 0.25 and "mesh" or any(d, valid.kinds)
        local M, shapes
        if kind == "mesh" then M, shapes = mesh_part(d, ("%s/%s.stl"):format(directory, name)) else M, shapes = MAKERS[kind](d) end
        m:add_body {
            name = name, parent = parent, joint = {type = "revolute", axis = {0, 0, 1}}, inertia = as_typed(M, d:integer(5, 12)), collisions = shapes,
            placement = {position = {d:between(-0.1, 0.1), d:between(-0.1, 0.1), d:between(0.05, 0.3)}},
        }
        parent, kinds[name] = name, kind
    end
    return m, kinds
end

return valid
