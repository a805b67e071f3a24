-- Reads SDF, versions 1.4 to 1.12: the text of a file becomes the table that rigid.Model takes. Poses, axes and names are as
-- libsdformat resolves them. In a world the names are model::link; in a file of one model its own. A model that no joint
-- holds to the world is free, and q = 0 is the pose of the file.
local Reader = require "rigid.files.sdf.scopes"
require "rigid.files.sdf.elements" -- adds to it
require "rigid.files.sdf.shapes"
require "rigid.files.sdf.inertias"
require "rigid.files.sdf.joints"
require "rigid.files.sdf.links"

local sdf = {}

local STANDARD <const>, OF_WORLDS <const> = {0, 0, -9.81}, {0, 0, -9.8} -- the second is SDF's default

local function gravity_of(r)
    local world = r.world_element
    local model = not world and r.models[1]
    if model then return r:vector_of_child(model.element, "rigid:gravity", 3) or STANDARD end
    local physics = r.child(world, "physics")
    return r:vector_of_child(world, "gravity", 3) or physics and r:vector_of_child(physics, "gravity", 3) or OF_WORLDS
end

function sdf.read(text, path)
    local r = setmetatable(Reader.new(path), Reader)
    r.links, r.joints, r.frames, r.models, r.closing, r.open_files, r.kept = {}, {}, {}, {}, {}, {[path] = true}, {gravcomp = {}}
    r.renamed = {} -- elements that go by another name
    local root = r:parse(text, path)
    if root.name ~= "sdf" then r:bad(root, "an SDF file begins with <sdf>") end
    r:read_root(root)
    local bodies, loops = r:entries()
    table.sort(r.notes, function(a, b)
        if (a.line or 0) ~= (b.line or 0) then return (a.line or 0) < (b.line or 0) end
        return a.text < b.text
    end)
    local first = r.models[1]
    local name = r.world_element and r.world_element.attributes.name or first and (first.element.attributes["rigid:name"] or first.name)
    return {name = name ~= "" and name or nil, gravity = gravity_of(r), bodies = bodies, loops = loops, notes = r:finish_notes()},
        next(r.kept.gravcomp) and r.kept or nil
end

return sdf
