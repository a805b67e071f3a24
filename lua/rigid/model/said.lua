-- What a model says: as plain tables, in a copy, compared with what another says, and its notes. Loaded when one of these is
-- first asked for.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local contacts = require "rigid.model.contacts"
local handles = require "rigid.model.handles"
local joints = require "rigid.model.joints"
local loops = require "rigid.model.loops"
local records = require "rigid.model.records"
local inner = debug.getmetatable(core).inner

local open = records.open

local said = {}

-- The notes as texts; or as tables with what else is known of them.
local function notes_of(d, with_fields)
    local list = handles.deep_copy(d.notes)
    for i, note in ipairs(list) do
        local says = type(note) == "table" and type(note.text) == "string"
        if with_fields then list[i] = says and note or {text = note} else list[i] = says and note.text or note end
    end
    return list
end

local NOTES = arguments.fields "fields"

function said.notes(m, options)
    local d, place = open(m, "notes"), arguments.at("notes", 1)
    local wanted = options ~= nil and place:options(options, NOTES).fields
    return notes_of(d, wanted and place:field("fields"):boolean(wanted))
end

-- Plain tables all the way down; of our own values, theirs.
local function plain(value)
    if core.type(value) then return value:table() end
    if type(value) ~= "table" then return value end
    local t = {}
    for key, entry in next, value do t[key] = plain(entry) end
    return t
end

local function joint_table(joint)
    local limits = {lower = joint.lower, upper = joint.upper, effort = joint.effort, velocity = joint.velocity}
    local mimic = joint.mimic
    local t = plain {
        type = joint.type, name = joint.name, axis = joint.axis, axis2 = joint.axis2, point = joint.point, pitch = joint.pitch,
        limits = next(limits) and limits or nil,
        mimic = mimic and {joint = mimic.joint.joint.name, multiplier = mimic.multiplier, offset = mimic.offset},
    }
    for _, field in ipairs(joints.resistances) do t[field] = joint[field] ~= 0 and joint[field] or nil end
    return t
end

function said.table(m)
    local d, bodies = open(m, "table"), {}
    for i, record in ipairs(d.bodies) do
        bodies[i] = plain {
            name = record.name, parent = record.parent and record.parent.name, placement = record.placement,
            inertia = record.inertia, visuals = record.visuals, collisions = record.collisions, source = record.source,
            frame = record.frame, payload = record.payload,
        }
        bodies[i].joint = joint_table(record.joint)
    end
    local touching, grounds = contacts.entries(d)
    return {
        name = d.name, gravity = d.gravity:table(), bodies = bodies, loops = plain(loops.entries(d)), contacts = plain(touching),
        grounds = plain(grounds),
        notes = #d.notes > 0 and plain(notes_of(d)) or nil,
    }
end

function said.copy(m)
    local d = open(m, "copy")
    local new = {name = d.name, gravity = d.gravity, bodies = {}, names = {}, joints = {}, notes = handles.deep_copy(d.notes), lumps = d.lumps}
    for i, record in ipairs(d.bodies) do
        local twin = {}
        for key, value in pairs(record) do twin[key] = value end
        for _, field in ipairs {"inertia", "lumped", "visuals", "collisions", "source"} do
            twin[field] = handles.deep_copy(record[field])
        end
        twin.parent = record.parent and new.bodies[record.parent.number]
        twin.joint = {}
        for key, value in pairs(record.joint) do twin.joint[key] = value end
        new.bodies[i], new.names[twin.name] = twin, twin
        if twin.joint.name then new.joints[twin.joint.name] = twin end
    end
    for _, twin in ipairs(new.bodies) do
        local mimic = twin.joint.mimic
        if mimic then
            local leader = new.bodies[mimic.joint.number]
            twin.joint.mimic = {joint = leader, multiplier = mimic.multiplier, offset = mimic.offset}
        end
    end
    new.touch = contacts.copy(d, new.bodies)
    new.loops = loops.copy(d, new.bodies)
    new.kept = handles.deep_copy(d.kept)
    return inner.model.new(new)
end

-- The same names and the same structure, and numbers that differ by at most tol?
local function is_same(a, b, tol)
    if type(a) == "number" and type(b) == "number" then
        return a == b or math.abs(a - b) <= tol or a ~= a and b ~= b
    elseif type(a) ~= "table" or type(b) ~= "table" then
        return rawequal(a, b)
    end
    for key, value in next, a do
        if not is_same(value, b[key], tol) then return false end
    end
    for key in next, b do
        if a[key] == nil then return false end
    end
    return true
end

-- Whether an entry of m:table().bodies is no more than a name for the world, as URDF needs one.
local function is_world(body) return body.name == "world" and not (body.inertia or body.visuals or body.collisions) end

-- Whether an inertia in plain tables is none: what a file says of a link without a mass that must have one.
local function is_none(M)
    for _, x in next, M.inertia do
        if x ~= 0 then return false end
    end
    return M.mass == 0 and M.com_moment[1] == 0 and M.com_moment[2] == 0 and M.com_moment[3] == 0
end

-- What a model says; not where it was read, what was noted then, and whether the world has an entry.
local function said_by(m)
    local t, bodies = said.table(m), {}
    local named = false
    for _, body in ipairs(t.bodies) do
        body.source = nil
        if body.inertia and is_none(body.inertia) then body.inertia = nil end
        if is_world(body) then named = true else bodies[#bodies + 1] = body end
    end
    for _, body in ipairs(bodies) do
        if named and body.parent == "world" then body.parent = nil end
    end
    for _, contact in ipairs(named and t.contacts or {}) do
        if contact.body == "world" then contact.body = nil end
    end
    for _, loop in ipairs(named and t.loops or {}) do
        for _, side in ipairs {"body_a", "body_b"} do
            if loop[side] == "world" then loop[side] = nil end
        end
    end
    t.notes, t.bodies = nil, bodies
    return t
end

function said.is_near(m, other, tol)
    open(m, "is_near")
    if core.type(other) ~= "Model" then arguments.at("is_near", 1):expected("Model", other) end
    if tol ~= nil then arguments.at("is_near", 2):not_negative(tol) end
    return is_same(said_by(m), said_by(other), tol or 1e-9)
end

function said.is_equal(a, b)
    return core.type(a) == "Model" and core.type(b) == "Model" and is_same(said_by(a), said_by(b), 0)
end

return said
