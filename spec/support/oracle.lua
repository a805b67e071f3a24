-- Figures recorded of other systems that are too many to be kept here: where RIGID_ORACLE names a directory, toolbox/NAME.lua in it is a
-- table of them, and models are tables of bodies. Without it the specs that ask are passed over with a word.
local rigid = require "rigid"

local directory = os.getenv "RIGID_ORACLE"

local oracle = {absent = "RIGID_ORACLE is not set: it would name a directory with toolbox/*.lua in it"}

-- The table of that name, or nil.
function oracle.toolbox(name)
    local file = directory and directory .. "/toolbox/" .. name .. ".lua"
    local there = file and io.open(file)
    if not there then return nil end
    there:close()
    return dofile(file)
end

function oracle.model(said)
    local m = rigid.Model {name = said.name, gravity = said.gravity}
    for _, body in ipairs(said.bodies) do
        m:add_body {
            name = body.name, parent = body.parent, joint = body.joint, inertia = rigid.SpatialInertia.from_parameters(body.inertia),
            placement = rigid.Transform(rigid.Rotation.matrix(body.placement.rotation), body.placement.position),
        }
    end
    return m
end

return oracle
