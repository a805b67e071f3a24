-- Where everything of a model stands, made from its description in one pass without recursion: which numbers of q and v
-- are whose, which body of the core carries which link, where a welded link lies in the link that carries it, and what
-- each carries altogether. It is made anew after an edit, and what the core is compiled from comes out of it.
--
-- A description is what a person said: {name, gravity = Vec3, bodies = list of records, parents first, names = records
-- by name, joints = records by the name of their joint, notes = list, lumps = true once some record is lumped}.
-- A record is one link, frame or payload: {number = its place in the list, name, parent = record (nil: the world), joint
-- = {type, name, axis, ..., mimic = {joint = record, multiplier, offset}}, placement = Transform of the joint in the parent
-- link, inertia = SpatialInertia or nil, frame = true for a mere frame, payload = true for what was attached, borne = true
-- for a payload and what is welded to one, lumped = the SpatialInertia that was set for it together with all that is welded
-- to it, payloads apart; visuals, collisions, source: as given}.
local core = require "rigid.core"
local joints = require "rigid.model.joints"

local SpatialInertia, Transform = core.SpatialInertia, core.Transform

local layout = {}

local ORIGIN = core.Vec3(0, 0, 0)
local IDENTITY = Transform.identity()

-- The record whose numbers a joint takes, and ratio and offset: its angle is ratio q + offset.
function layout.leader(record)
    local ratio, offset = 1.0, 0.0
    while record.joint.mimic do
        local mimic = record.joint.mimic
        ratio, offset = ratio * mimic.multiplier, ratio * mimic.offset + offset
        record = mimic.joint
    end
    return record, ratio, offset
end

-- Numbers of q and v in the order in which bodies were added; what follows another has none of its own.
local function number_joints(at, bodies)
    local nq, nv = 0, 0
    for i, record in ipairs(bodies) do
        local kind = joints.type(record.joint)
        if kind.nv > 0 and not record.joint.mimic then
            at.q[i], at.v[i] = nq + 1, nv + 1
            for k = 1, kind.nv do at.dofs[nv + k] = record.joint.name end
            nq, nv = nq + kind.nq, nv + kind.nv
        end
    end
    at.nq, at.nv = nq, nv
    for i, record in ipairs(bodies) do
        if record.joint.mimic then
            local leader = layout.leader(record).number
            at.q[i], at.v[i] = at.q[leader], at.v[leader]
        end
    end
end

-- Which moving link carries the record, and where it lies in it (nil: at its frame).
local function place_record(at, i, record)
    local parent = record.parent
    if joints.type(record.joint).nv > 0 then
        table.insert(at.links, record)
        at.owner[i], at.column[i] = record, #at.links
    elseif not parent then
        at.within[i] = record.placement
    else
        local within = at.within[parent.number]
        at.owner[i] = at.owner[parent.number]
        at.within[i] = within and within * record.placement or record.placement
    end
end

local function sum(a, b)
    return a and a:add_in_place(b) or b:copy()
end

-- What each moving link carries, about its frame, in its axes: itself and what is welded to it, or what was set for all
-- of it, and then the payloads.
local function add_inertias(at, bodies)
    local payloads = {}
    for i, record in ipairs(bodies) do
        local owner = at.owner[i]
        local column = owner and at.column[owner.number]
        if column and record.inertia then
            local M = at.within[i] and at.within[i] * record.inertia or record.inertia
            if record.borne then
                payloads[column] = sum(payloads[column], M)
            elseif not owner.lumped then
                at.carried[column] = sum(at.carried[column], M)
            end
        end
    end
    for column, record in ipairs(at.links) do
        at.carried[column] = record.lumped and record.lumped:copy() or at.carried[column] or SpatialInertia.zero()
        if payloads[column] then at.carried[column]:add_in_place(payloads[column]) end
    end
end

-- nq, nv, dofs; links: the moving links in the order of their columns; carried: the inertia of each; lists: those made of
-- all this once, by what asked for them; by the number of a record, q, v (its first numbers), column, owner (the moving
-- link that carries it, nil where it is welded to the world) and within (its pose in that link, or in the world; nil: its
-- frame).
function layout.build(description)
    local at = {dofs = {}, links = {}, carried = {}, lists = {}, q = {}, v = {}, column = {}, owner = {}, within = {}}
    number_joints(at, description.bodies)
    for i, record in ipairs(description.bodies) do place_record(at, i, record) end
    add_inertias(at, description.bodies)
    return at
end

-- ---- what the core is compiled from ---------------------------------------------------------------------------------

local function turned(R, X)
    return R == joints.identity and X or Transform(R, ORIGIN) * X
end

local function turned_back(R, X)
    return R == joints.identity and X or X * Transform(R, ORIGIN)
end

-- Add the bodies of one joint: a chain, massless but for the last. turn[i] holds the axes of the link in its body.
local function add_chain(spec, at, record, number, turn)
    local i, parent, joint = record.number, record.parent, record.joint
    local leader, ratio, offset = layout.leader(record)
    local q, v = at.q[leader.number], at.v[leader.number]
    local carrier = parent and at.owner[parent.number]
    local X = parent and at.within[parent.number]
    X = X and X * record.placement or record.placement
    if carrier then X = turned(turn[carrier.number], X) end
    local below, before = carrier and number[carrier.number] or 0, nil
    for _, link in ipairs(joints.type(joint).chain(joint)) do
        if before then X = before == link.turn and IDENTITY or Transform(before:inverse() * link.turn, ORIGIN)
        else X = turned_back(link.turn, X) end
        table.insert(spec.bodies, {
            parent = below, kind = link.kind, q = q + link.q, v = v + link.v, follows = joint.mimic ~= nil,
            ratio = ratio, offset = offset, pitch = joint.pitch, armature = joint.armature, tree = X,
            inertia = SpatialInertia.zero(), link = joints.identity,
        })
        below, before = #spec.bodies, link.turn
    end
    local last = spec.bodies[below]
    last.link = before == joints.identity and before or before:inverse()
    last.column = at.column[i]
    local M = at.carried[last.column]
    last.inertia = before == joints.identity and M or M:re_express(last.link)
    number[i], turn[i] = below, last.link
end

-- The moving links depth first, each followed by all that it carries, as the core wants them.
local function depth_first(links, owner)
    local children, waiting, ordered = {}, {}, {}
    for _, record in ipairs(links) do
        local carrier = record.parent and owner[record.parent.number]
        local key = carrier and carrier.number or 0
        children[key] = children[key] or {}
        table.insert(children[key], record)
    end
    local function push(list)
        for i = #(list or {}), 1, -1 do table.insert(waiting, list[i]) end
    end
    push(children[0])
    while #waiting > 0 do
        local record = table.remove(waiting)
        table.insert(ordered, record)
        push(children[record.number])
    end
    return ordered
end

-- The table that inner.model.compile takes.
function layout.specification(description, at)
    local spec = {
        gravity = description.gravity, nq = at.nq, nv = at.nv, bodies = {}, links = {}, dofs = at.dofs,
        frames = {world = {body = 0, placement = IDENTITY}},
    }
    local number, turn = {}, {}
    for _, record in ipairs(depth_first(at.links, at.owner)) do
        add_chain(spec, at, record, number, turn)
        spec.links[at.column[record.number]] = record.name
    end
    for i, record in ipairs(description.bodies) do
        local owner, X = at.owner[i], at.within[i] or IDENTITY
        if owner then X = turned(turn[owner.number], X) end
        spec.frames[record.name] = {body = owner and number[owner.number] or 0, placement = X}
    end
    return spec
end

-- Whether something moves, and nothing that moves has an inertia.
function layout.is_massless(at)
    for _, M in ipairs(at.carried) do
        if not M:is_zero() then return false end
    end
    return #at.links > 0
end

return layout
