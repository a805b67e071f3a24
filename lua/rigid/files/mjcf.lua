-- Reads MJCF: the text of a file becomes the table that rigid.Model takes, and what is kept beside it: the reference of joints (qpos - q),
-- keyframes, actuators, weights that are carried, springs and dampers that are no straight lines. MuJoCo 3.14 is what it follows. What
-- nothing here computes is noted by its element and line; what would be wrong without it is refused so.
local Reader = require "rigid.files.mjcf.reader"
require "rigid.files.mjcf.geoms" -- adds to it
require "rigid.files.mjcf.bodies"
require "rigid.files.mjcf.inertias"
require "rigid.files.mjcf.joints"
require "rigid.files.mjcf.links"
require "rigid.files.mjcf.actuators"
require "rigid.files.mjcf.rest"
require "rigid.files.mjcf.assemble"

local mjcf = {}

local function without_empty(kept)
    for name, value in pairs(kept) do
        if next(value) == nil then kept[name] = nil end
    end
    return next(kept) and kept or nil
end

-- assemble: whether <attach> and <replicate> are followed.
function mjcf.read(text, path, assemble)
    local r = setmetatable(Reader.new(path), Reader)
    r.assembling = assemble
    r.kept = {reference = {}, gravcomp = {}, polynomials = {}}
    r:open_document(text)
    local gravity = r:read_options()
    r:read_assets()
    r:read_bodies()
    r:read_inertias()
    local bodies = r:body_entries()
    r:read_equalities()
    r.kept.keys, r.kept.actuators = r:read_keyframes(), r:read_actuators()
    r:note_rest()
    table.sort(r.notes, function(a, b)
        if (a.line or 0) ~= (b.line or 0) then return (a.line or 0) < (b.line or 0) end
        return a.text < b.text
    end)
    return {
        name = r.name, gravity = gravity, bodies = bodies, loops = #r.loops > 0 and r.loops or nil, notes = r:finish_notes(),
    }, without_empty(r.kept)
end

return mjcf
