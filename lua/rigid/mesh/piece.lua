-- A mesh as a piece of the geometry of a link, for the doctor.
local core = require "rigid.core"
local load = require "rigid.mesh.load"

local Vec3 = core.Vec3

local piece = {}

-- The piece of a shape {filename=, scale=}, or nil and why there is none. options: directory, meshes (a table that keeps
-- what was made).
function piece.make(shape, options)
    local scale = shape.scale and Vec3(shape.scale) or Vec3(1, 1, 1)
    local mesh, problem = load.try(shape.filename, {directory = options.directory, scale = scale})
    if not mesh then return nil, (problem:gsub(";.*", "")) end
    return {name = mesh.path}
end

return piece
