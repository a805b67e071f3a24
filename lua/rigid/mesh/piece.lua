-- A mesh as a piece of the geometry of a link, for the doctor: its convex hull bounds what can be inside of it, and its
-- volume is what it bounds, or else what its hull does.
local core = require "rigid.core"
local load = require "rigid.mesh.load"

local SpatialInertia, Vec3 = core.SpatialInertia, core.Vec3

local piece = {}

local EFFORT <const> = 1e6 -- solid angles: a model has many meshes

local function unpacked(points)
    local list, at = {}, 1
    for i = 1, #points // 24 do
        local x, y, z
        x, y, z, at = ("ddd"):unpack(points, at)
        list[i] = Vec3(x, y, z)
    end
    return list
end

local function corners_of_box(low, high)
    local list = {}
    for i = 0, 7 do list[i + 1] = Vec3(i & 1 == 0 and low.x or high.x, i & 2 == 0 and low.y or high.y, i & 4 == 0 and low.z or high.z) end
    return list
end

local function farthest_of(points)
    return function(d)
        local best, most = points[1], d:dot(points[1])
        for i = 2, #points do
            local far = d:dot(points[i])
            if far > most then best, most = points[i], far end
        end
        return best
    end
end

-- The body that the sums of a mesh make at density one, of its volume or of its surface; nil where they make none.
local function body(sums, kind)
    if not (sums[kind][1] > 0) then return nil end
    local x, y, z = ("ddd"):unpack(sums.centre)
    return SpatialInertia.from_parameters(sums[kind]):shift(Vec3(-x, -y, -z))
end

local function make(shape, options)
    local place = {scale = shape.scale and Vec3(shape.scale) or Vec3(1, 1, 1), directory = options.directory}
    local mesh, problem, short = load.try(shape.filename, place)
    if not mesh then return {problem = short or problem} end
    local native, examine = require "rigid.mesh.native", require "rigid.mesh.examine"
    local e = examine(mesh, EFFORT)
    local points, corners = native.hull(e.surface.points, e.surface.corners)
    local made = {name = "mesh of " .. mesh.path, mesh = true, at_most = e.grade ~= "exact" and e.grade ~= "re-wound"}
    made.farthest = farthest_of(points and unpacked(points) or corners_of_box(mesh.low, mesh.high))
    made.inertia = e.grade and body(native.sums(e.surface.points, e.corners), "solid") or points and body(native.sums(points, corners), "solid") or nil
    made.shell = body(native.sums(e.surface.points, e.surface.corners), "surface")
    made.by_hull = not e.grade
    return made
end

-- The piece of a shape {filename=, scale=}, or nil and why there is none. options: directory, meshes (a table that keeps
-- what was made).
function piece.make(shape, options)
    if type(shape.filename) ~= "string" or shape.filename == "" then return nil, "a mesh without a file" end
    local kept = options.meshes or {}
    local key = ("%s\n%s\n%s"):format(shape.filename, options.directory or "", shape.scale and tostring(Vec3(shape.scale)) or "")
    kept[key] = kept[key] or make(shape, options)
    if kept[key].problem then return nil, kept[key].problem end
    return kept[key]
end

return piece
