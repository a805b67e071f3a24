-- Reads URDF: the text of a file becomes the table that rigid.Model takes. What cannot be computed with is an error that
-- names file, line, link or joint; what can is taken, with a note. Bodies stand in the order of the joints in the file,
-- parents first. An inertia that no body can have is kept as it is, and noted: robots are not refused for their physics.
local Reader = require "rigid.files.urdf.reader"
require "rigid.files.urdf.elements" -- adds to it
require "rigid.files.urdf.tree"
require "rigid.files.urdf.entries"
require "rigid.files.urdf.extras"

local urdf = {}

local function read_all(text, path, recording)
    local r = setmetatable({
        path = path, links = {}, joints = {}, materials = {}, shapes = 0, unlimited = {}, included = {}, notes = {}, noted = 0, ignored = {}, kinds = 0,
        extras = {}, kept = {gravcomp = {}}, recording = recording,
    }, Reader)
    r:read(text)
    r:take_extras()
    if #r.links == 0 then r:bad(1, nil, "the robot has no links") end
    return r
end

-- The links alone, each hanging from the world, of a file whose joints make no tree: what rigid.Model takes.
function urdf.read_links(text, path, recording)
    local r, bodies = read_all(text, path, recording), {}
    for i, link in ipairs(r.links) do bodies[i] = r:entry(link) end
    return {name = r.name, bodies = bodies, notes = r:finish_notes()}
end

-- The table that rigid.Model takes, from the text of the file at path. recording: what keeps the elements for others (check/recording.lua), or nil.
function urdf.read(text, path, recording)
    local r = read_all(text, path, recording)
    local order, bodies = r:ordered(r:connect()), {}
    for i, link in ipairs(order) do bodies[i] = r:entry(link) end
    r:note_massless(order)
    r:note_unlimited()
    return {name = r.name, gravity = r.gravity, bodies = bodies, notes = r:finish_notes()}, next(r.kept.gravcomp) and r.kept or nil
end

return urdf
