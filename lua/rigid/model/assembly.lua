-- Models assembled: rigid.Model{..}, and adding links, frames and payloads. Every edit is checked before anything is changed,
-- and says what it changes, so that the next computation has the core read that again.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local contacts = require "rigid.model.contacts" -- adds to the methods
local handles = require "rigid.model.handles"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local loops = require "rigid.model.loops" -- adds to the methods
local records = require "rigid.model.records"
local inner = debug.getmetatable(core).inner

local Transform, Vec3 = core.Transform, core.Vec3
local open, record_named, joint_named, joint_names_of = records.open, records.record_named, records.joint_named, records.joint_names_of
local resolve, resolve_body, resolve_joint, resolve_parent = records.resolve, records.resolve_body, records.resolve_joint, records.resolve_parent

local STANDARD_GRAVITY = Vec3(0, 0, -9.81)

local methods = getmetatable(core.Model).__instance.__methods

-- ---- adding links ---------------------------------------------------------------------------------------------------

local BODY = arguments.fields "name parent joint placement inertia visuals collisions source"
local FRAME = arguments.fields "name body placement source"
local PAYLOAD = arguments.fields "name body placement inertia visuals collisions source"
local ENTRY = arguments.fields "name parent joint placement inertia visuals collisions source frame payload"
local MIMIC = arguments.fields "joint multiplier offset"

-- What the joint of a record follows.
local function read_mimic(place, m, record, said)
    local d, own = inner.model.description(m), record.joint
    if not joints.type(own).takes.mimic then
        place:bad("a %s joint cannot follow another: only one with a single freedom can", own.type)
    end
    said = place:options(said, MIMIC)
    local here = place:field "joint"
    if said.joint == own.name then here:bad("joint '%s' cannot follow itself", own.name) end
    if type(said.joint) == "string" and not joint_named(d, said.joint) then
        here:bad("there is no joint named '%s' so far%s; where it comes later, set m:joint('%s').mimic then", said.joint,
            arguments.hint(said.joint, joint_names_of(d)), own.name)
    end
    local leader = resolve_joint(here, m, d, said.joint)
    local kind = joints.type(leader.joint)
    if kind.nv ~= 1 then
        here:bad("joint '%s' is %s, with %d freedoms: only a joint with one can be followed", leader.joint.name,
            leader.joint.type, kind.nv)
    end
    local above = leader
    while above do
        if above == record then here:bad("'%s' follows '%s' already: the two would go round in a circle", leader.joint.name, own.name) end
        above = above.joint.mimic and above.joint.mimic.joint
    end
    return {
        joint = leader,
        multiplier = said.multiplier ~= nil and place:field("multiplier"):finite(said.multiplier) or 1.0,
        offset = said.offset ~= nil and place:field("offset"):finite(said.offset) or 0.0,
    }
end

local function read_name(place, d, said)
    local name = place:field("name"):text(said.name, "name of the link")
    local taken = record_named(d, name)
    if taken then place:field("name"):bad("model '%s' has a %s named '%s' already", d.name, taken.frame and "frame" or "body", name) end
    return name
end

-- The joint of a new record, its name settled.
local function read_joint(place, d, said, name)
    if said == nil then said = "fixed" end
    local joint = joints.read(place, said)
    local given = type(said) == "table" and rawget(said, "name") or nil
    if given ~= nil then joint.name = place:field("name"):text(given, "name of the joint") end
    if not joint.name and joint.type ~= "fixed" then joint.name = name end
    if joint.name and joint_named(d, joint.name) then
        place:field("name"):bad("model '%s' has a joint named '%s' already", d.name, joint.name)
    end
    return joint
end

local IDENTITY = Transform.identity()

-- The name of the world is free only for what is the world: a root link welded there, at its origin.
local function check_world(place, record)
    if record.name ~= "world" then return end
    if record.parent or record.joint.type ~= "fixed" or record.placement ~= IDENTITY then
        place:field("name"):bad "'world' is the name of the world itself: only a link welded to it, at its origin, can have it"
    end
end

-- The record that a table says, not yet part of the model.
local function read_record(place, m, d, said, parent)
    local record = {number = #d.bodies + 1, name = read_name(place, d, said), parent = parent}
    record.joint = read_joint(place:field "joint", d, said.joint, record.name)
    record.placement = said.placement == nil and IDENTITY or place:field("placement"):transform(said.placement)
    record.rpy = layout.typed_angles(said.placement)
    record.inertia = said.inertia ~= nil and place:field("inertia"):inertia(said.inertia) or nil
    for _, field in ipairs {"visuals", "collisions", "source"} do
        record[field] = said[field] ~= nil and place:field(field):data(said[field]) or nil
    end
    check_world(place, record)
    local mimic = type(said.joint) == "table" and rawget(said.joint, "mimic") or nil
    if mimic ~= nil then record.joint.mimic = read_mimic(place:field "joint.mimic", m, record, mimic) end
    return record
end

-- To be called before the inertia or the place of a record changes: what was set for a moving link together with all that
-- is welded to it is no longer what the parts say. Payloads were never counted in that.
local function weigh(m, record)
    local owner = not record.borne and inner.model.description(m).lumps and record or nil
    while owner and owner.joint.type == "fixed" do owner = owner.parent end
    if owner and owner.lumped then
        layout.edit(m, "inertia", owner.number)
        owner.lumped = nil
    end
    layout.edit(m, "inertia", record.number)
end

local function insert(m, d, record)
    record.borne = layout.is_borne(record)
    if record.joint.type == "fixed" and record.inertia then weigh(m, record) end
    layout.edit(m, "structure", record.number)
    if record.joint.name then d.joints[record.joint.name] = record end
    d.names[record.name] = record
    d.bodies[record.number] = record
    return record
end

function methods.add_body(m, said)
    local d, place = open(m, "add_body"), arguments.at("add_body", 1)
    said = place:options(said, BODY)
    local parent = resolve_parent(place:field "parent", m, d, said.parent)
    return handles.body(m, insert(m, d, read_record(place, m, d, said, parent)))
end

function methods.add_frame(m, said)
    local d, place = open(m, "add_frame"), arguments.at("add_frame", 1)
    said = place:options(said, FRAME)
    local parent = resolve_parent(place:field "body", m, d, said.body)
    local record = read_record(place, m, d, said, parent)
    record.frame = true
    return handles.body(m, insert(m, d, record))
end

function methods.attach(m, said)
    local d, place = open(m, "attach"), arguments.at("attach", 1)
    said = place:options(said, PAYLOAD)
    local parent = resolve_body(place:field "body", m, d, said.body)
    if said.inertia == nil then place:field("inertia"):expected("SpatialInertia", nil) end
    said.name = said.name == nil and "payload" or said.name
    local record = read_record(place, m, d, said, parent)
    record.payload = true
    return handles.body(m, insert(m, d, record))
end

function methods.detach(m, name)
    local d, place = open(m, "detach"), arguments.at("detach", 1)
    local record = resolve(place, m, d, name, "Body", "payload")
    if not record.payload then place:bad("'%s' was not attached: it is a %s of the model", record.name, record.frame and "frame" or "body") end
    for _, other in ipairs(d.bodies) do
        if other.parent == record then place:bad("'%s' still carries '%s'", record.name, other.name) end
    end
    local touching = contacts.holder(d, record)
    if touching then place:bad("'%s' may touch something, by contact '%s'; take that away first: m:remove_contact('%s')", record.name, touching, touching) end
    local holder = loops.holder(d, record)
    if holder then place:bad("'%s' is held by loop '%s'; take that away first: m:remove_loop('%s')", record.name, holder, holder) end
    local bodies = d.bodies
    layout.edit(m, "structure", 1, #bodies)
    for i = record.number, #bodies do
        bodies[i] = bodies[i + 1]
        if bodies[i] then bodies[i].number = i end
    end
    d.names[record.name] = nil
    return m
end

-- ---- making a model -------------------------------------------------------------------------------------------------

local MODEL = arguments.fields "name gravity bodies loops contacts grounds notes"

-- An entry of m:table().bodies; what its joint follows is returned, to be read when all joints are there.
local function add_entry(place, m, d, said)
    said = place:options(said, ENTRY)
    local frame = said.frame ~= nil and place:field("frame"):boolean(said.frame)
    local payload = said.payload ~= nil and place:field("payload"):boolean(said.payload)
    local mimic
    if type(said.joint) == "table" then
        local joint = {}
        for key, value in next, said.joint do joint[key] = value end
        said.joint, mimic, joint.mimic = joint, joint.mimic, nil
    end
    local parent = resolve_parent(place:field "parent", m, d, said.parent)
    local record = read_record(place, m, d, said, parent)
    if (frame or payload) and record.joint.type ~= "fixed" then place:field("joint"):bad("a frame or payload does not move") end
    if frame and record.inertia then place:field("inertia"):bad("a frame has no inertia") end
    record.frame, record.payload = frame or nil, payload or nil
    insert(m, d, record)
    return mimic
end

-- The model that the table at a place says.
local function make(place, said)
    said = said == nil and {} or place:options(said, MODEL)
    local d = {bodies = {}, names = {}, joints = {}, notes = {}}
    d.name = said.name == nil and "model" or place:field("name"):text(said.name, "name of the model")
    d.gravity = said.gravity == nil and STANDARD_GRAVITY or place:field("gravity"):vec3(said.gravity)
    if said.notes ~= nil then d.notes = place:field("notes"):data(said.notes) end
    local m, mimics = inner.model.new(d), {}
    for i = 1, said.bodies ~= nil and place:field("bodies"):list(said.bodies, "list of bodies") or 0 do
        mimics[i] = add_entry(place:field("bodies"):entry(i), m, d, rawget(said.bodies, i))
    end
    for i, record in ipairs(d.bodies) do
        local here = mimics[i] ~= nil and place:field("bodies"):entry(i):field "joint.mimic"
        if here then record.joint.mimic = read_mimic(here, m, record, mimics[i]) end
    end
    contacts.read(place, m, d, said)
    if said.loops ~= nil then loops.read(place:field "loops", m, d, said.loops) end
    return m
end

inner.model.make = make
getmetatable(core.Model).__call = arguments.counted("Model", 1, function(_, said) return make(arguments.at("Model", 1), said) end)

handles.connect {mimic = read_mimic, weigh = weigh}
