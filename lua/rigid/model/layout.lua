-- The records of a model, and what the core says of where they are: which numbers of q and v are whose, which link carries
-- which, where a welded link lies in the link that carries it, and what each carries altogether. The core computes it
-- (src/core/tree/description.c); here it is given the records' names, and kept until an edit.
--
-- A description is what a person said: {name, gravity = Vec3, bodies = list of records, parents first, names = records
-- by name, joints = records by the name of their joint, loops = list or nil (see loops.lua), touch = what may touch or nil (see
-- contacts.lua), notes = list, lumps = true once some record is lumped}.
-- A record is one link, frame or payload: {number = its place in the list, name, parent = record (nil: the world), joint
-- = {type, name, axis, ..., mimic = {joint = record, multiplier, offset}}, placement = Transform of the joint in the parent
-- link, rpy = the three angles that were said for it, where it was said so, inertia = SpatialInertia or nil, frame = true for a mere
-- frame, payload = true for what was attached, borne = true
-- for a payload and what is welded to one, lumped = the SpatialInertia that was set for it together with all that is welded
-- to it, payloads apart; visuals, collisions, source: as given}. src/bind/model_records.c reads them, by these names.
local core = require "rigid.core"
local joints = require "rigid.model.joints"
local Vec3 = core.Vec3
local inner = debug.getmetatable(core).inner

local layout = {}

-- The record whose numbers a joint takes.
function layout.leader(record)
    while record.joint.mimic do record = record.joint.mimic.joint end
    return record
end

-- Whether a record is a payload, or welded to one: true or nil, as a record has it.
function layout.is_borne(record)
    return record.payload or record.joint.type == "fixed" and record.parent and record.parent.borne or nil
end

-- The angles of a placement that a table says by angles: a list of three; nil of any other.
function layout.typed_angles(placement)
    local rpy = type(placement) == "table" and rawget(placement, "rpy")
    return rpy and Vec3(rpy):table() or nil
end

-- nq, nv; links: the moving links in the order of their columns; lists: those made of all this once, by what asked for
-- them; by the number of a record, q, v (its first numbers, a leader's where it follows one), ratio, offset (its joint
-- stands at ratio q + offset), column, owner (the moving link that carries it, nil where it is welded to the world) and
-- within (its pose in that link, or in the world; nil where it moves).
function layout.of(m)
    local d = inner.model.description(m)
    if d.layout then return d.layout end
    local edits, at = d.edits, inner.model.places(m)
    at.links, at.lists = {}, {}
    for i, record in ipairs(d.bodies) do
        at.owner[i] = at.owner[i] and d.bodies[at.owner[i]]
        if at.column[i] then at.links[at.column[i]] = record end
    end
    if d.edits == edits then d.layout = at end -- else a finalizer has changed the model
    return at
end

-- The inertia of each moving link, with all that is welded to it, about its frame, in its axes; by column.
function layout.carried(m)
    local lists = layout.of(m).lists
    lists.carried = lists.carried or inner.model.carried(m)
    return lists.carried
end

-- The record of the joint that number i of v belongs to.
function layout.joint_at(m, i)
    local at = layout.of(m)
    if not at.mover then
        local mover = {}
        for _, record in ipairs(at.links) do
            local first = at.v[record.number]
            for k = first, first + (record.joint.mimic and 0 or joints.type(record.joint).nv) - 1 do mover[k] = record end
        end
        at.mover = mover
    end
    return at.mover[i]
end

-- To be called before a change, of "structure", "inertia", "resistance" or "gravity", in one record or from one to another:
-- what is known here and in the core is no longer true. Nothing may be allocated between that and the change.
function layout.edit(m, what, first, last)
    local d = inner.model.description(m)
    d.edits = (d.edits or 0) + 1
    if what == "structure" then d.layout = nil elseif d.layout then d.layout.lists = {} end
    inner.model.changed(m, what, first, last)
end

return layout
