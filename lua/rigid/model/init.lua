-- Models assembled in Lua: rigid.Model{..}, and the methods of a model that are better written here than in C: adding
-- links, frames and payloads, editing, names, parameters, random states, tables, printing. What a person said is kept as
-- the model's description (see layout.lua); every edit is checked before anything is changed, and says what it changes, so
-- that the next computation has the core read that again.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local configuration = require "rigid.model.configuration"
local handles = require "rigid.model.handles"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local orders = require "rigid.model.parameter_orders"
local registry = require "rigid.registry"
local inner = debug.getmetatable(core).inner

local SpatialInertia, Transform, Vec3, Vector = core.SpatialInertia, core.Transform, core.Vec3, core.Vector

local LINES <const> = 60 -- of the tree that print shows
local STANDARD_GRAVITY = Vec3(0, 0, -9.81)

local instance = getmetatable(core.Model).__instance
local methods = instance.__methods

-- ---- descriptions ---------------------------------------------------------------------------------------------------

-- The description of self, which must be a model.
local function open(m, name)
    if core.type(m) ~= "Model" then arguments.at(name, 0):expected("Model", m) end
    return inner.model.description(m)
end

-- A record is part of the model when it is in the list: the tables by name may know more, if memory ran out in an edit.
local function is_part(d, record) return record ~= nil and d.bodies[record.number] == record end
local function record_named(d, name) return is_part(d, d.names[name]) and d.names[name] or nil end
local function joint_named(d, name)
    local record = d.joints[name]
    return is_part(d, record) and record.joint.name == name and record or nil
end

local function names_of(d)
    local list = {}
    for i, record in ipairs(d.bodies) do list[i] = record.name end
    return list
end

local function joint_names_of(d)
    local list = {}
    for _, record in ipairs(d.bodies) do list[#list + 1] = record.joint.name end
    return list
end

-- The record named (or meant by a handle) at a place.
local function resolve(place, m, d, value, class, what)
    if type(value) ~= "string" then
        local record, is_handle = handles.record(value, class, m)
        if is_part(d, record) then return record end
        if is_handle then place:bad("'%s' is not part of model '%s'", value.name, d.name) end
        place:expected("name of a " .. what, value)
    end
    local record
    if class == "Body" then record = record_named(d, value) else record = joint_named(d, value) end
    if record then return record end
    if class == "Body" and value == "world" then place:bad("the world is not a body of the model") end
    local hint = arguments.hint(value, class == "Body" and names_of(d) or joint_names_of(d))
    return place:bad("model '%s' has no %s named '%s'%s", d.name, what, value, hint)
end

local function resolve_body(place, m, d, value) return resolve(place, m, d, value, "Body", "body or frame") end
local function resolve_joint(place, m, d, value) return resolve(place, m, d, value, "Joint", "joint") end

-- The parent at a place: nil is the world, and so is its name unless a link has it.
local function resolve_parent(place, m, d, value)
    if value == nil or value == "world" and not record_named(d, "world") then return nil end
    return resolve_body(place, m, d, value)
end

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
    local welded = record.joint.type == "fixed"
    record.borne = record.payload or welded and record.parent and record.parent.borne or nil
    if welded and record.inertia then weigh(m, record) end
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

local MODEL = arguments.fields "name gravity bodies notes"

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
    return m
end

inner.model.make = make
getmetatable(core.Model).__call = arguments.counted("Model", 1, function(_, said) return make(arguments.at("Model", 1), said) end)

handles.connect {mimic = read_mimic, weigh = weigh}

-- ---- names ----------------------------------------------------------------------------------------------------------

function methods.name(m) return open(m, "name").name end

function methods.body(m, name)
    local d = open(m, "body")
    return handles.body(m, resolve_body(arguments.at("body", 1), m, d, name))
end

function methods.joint(m, name)
    local d = open(m, "joint")
    return handles.joint(m, resolve_joint(arguments.at("joint", 1), m, d, name))
end

function methods.body_names(m)
    open(m, "body_names")
    local list = {}
    for i, record in ipairs(layout.of(m).links) do list[i] = record.name end
    return list
end

function methods.joint_names(m)
    open(m, "joint_names")
    local list = {}
    for _, record in ipairs(layout.of(m).links) do
        if not record.joint.mimic then list[#list + 1] = record.joint.name end
    end
    return list
end

function methods.frame_names(m)
    local list = {}
    for _, record in ipairs(open(m, "frame_names").bodies) do
        if record.joint.type == "fixed" then list[#list + 1] = record.name end
    end
    return list
end

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

function methods.notes(m, options)
    local d, place = open(m, "notes"), arguments.at("notes", 1)
    local said = options ~= nil and place:options(options, NOTES).fields
    return notes_of(d, said and place:field("fields"):boolean(said))
end

-- ---- gravity, and what belongs to joints ----------------------------------------------------------------------------

function methods.gravity(m) return open(m, "gravity").gravity end

function methods.set_gravity(m, g)
    local d = open(m, "set_gravity")
    local gravity = arguments.at("set_gravity", 1):vec3(g)
    layout.edit(m, "gravity")
    d.gravity = gravity
    return m
end

-- For each freedom the sum over the joints that move with it: one that follows at `ratio` resists a torque of its leader by
-- ratio^2 for what grows with speed, by |ratio| for friction.
for _, name in ipairs {"damping", "armature", "friction"} do
    methods[name] = function(m, out)
        open(m, name)
        local lists = layout.of(m).lists
        lists[name] = lists[name] or inner.model.resistance(m, name)
        return arguments.fill(name, 1, out, lists[name])
    end
end

-- Numbers of what is said of the joints themselves, with `none` where nothing is.
local function limit_list(at, size, field, none, first, count)
    local list = {}
    for i = 1, size do list[i] = none end
    for _, record in ipairs(at.links) do
        local joint = record.joint
        if not joint.mimic and joint[field] then
            for k = 1, joints.type(joint)[count] do
                list[at[first][record.number] + k - 1] = joints.each(joint[field], k)
            end
        end
    end
    return Vector(list)
end

function methods.limits(m)
    open(m, "limits")
    local at <const>, HUGE <const> = layout.of(m), math.huge
    return {
        lower = limit_list(at, at.nq, "lower", -HUGE, "q", "nq"), upper = limit_list(at, at.nq, "upper", HUGE, "q", "nq"),
        effort = limit_list(at, at.nv, "effort", HUGE, "v", "nv"),
        velocity = limit_list(at, at.nv, "velocity", HUGE, "v", "nv"),
    }
end

-- ---- parameters -----------------------------------------------------------------------------------------------------

local function parameters(m, order)
    local list = {}
    for _, M in ipairs(layout.carried(m)) do orders.append(list, M, order) end
    return list
end

function methods.parameters(m, order, out)
    open(m, "parameters")
    local place = 2
    if core.type(order) == "Vector" and out == nil then order, out, place = nil, order, 1 end
    if order ~= nil then arguments.at("parameters", 1):word(order, orders.names) end
    local lists = layout.of(m).lists
    order = order or "rigid"
    lists[order] = lists[order] or parameters(m, order)
    return arguments.fill("parameters", place, out, lists[order])
end

local function minus(A, B) return B and SpatialInertia.from_parameters(A:parameters() - B:parameters()) or A end

-- What is welded to each moving link, about its frame: payloads, and the rest; by column.
local function burdens(d, at)
    local payloads, welded = {}, {}
    for i, record in ipairs(d.bodies) do
        local owner = at.owner[i]
        if owner and owner ~= record and record.inertia then
            local sums, column = record.borne and payloads or welded, at.column[owner.number]
            local M = at.within[i] * record.inertia
            sums[column] = sums[column] and sums[column] + M or M
        end
    end
    return payloads, welded
end

function methods.set_parameters(m, p, order, body)
    local d, at = open(m, "set_parameters"), layout.of(m)
    if order ~= nil then arguments.at("set_parameters", 2):word(order, orders.names) end
    local links, columns = at.links, {}
    if body ~= nil then
        local place = arguments.at("set_parameters", 3)
        local record = resolve_body(place, m, d, body)
        local column, owner = at.column[record.number], at.owner[record.number]
        if not column then
            place:bad("'%s' is welded to %s and has no parameters of its own", record.name, owner and "'" .. owner.name .. "'" or "the world")
        end
        columns[1] = column
    else
        for column = 1, #links do columns[column] = column end
    end
    local list = arguments.at("set_parameters", 1):numbers(p, 10 * #columns, "parameters")
    local payloads, welded = burdens(d, at)
    local own, lumped = {}, {}
    for i, column in ipairs(columns) do
        local whole = orders.inertia(list, 10 * (i - 1), order or "rigid")
        local bare = minus(whole, payloads[column])
        lumped[i] = welded[column] and bare or nil
        own[i] = minus(bare, welded[column])
        if own[i]:is_zero() then own[i] = nil end
    end
    local single = #columns == 1 and links[columns[1]].number
    layout.edit(m, "inertia", single or 1, single or #d.bodies)
    d.lumps = true
    for i = 1, #columns do
        local record = links[columns[i]]
        record.lumped, record.inertia = lumped[i], own[i]
    end
    return m
end

-- ---- states and subtrees --------------------------------------------------------------------------------------------

function methods.random_state(m, seed)
    local d = open(m, "random_state")
    if seed == nil then
        seed = math.random(0)
    else
        seed = arguments.at("random_state", 1):integer(seed, math.mininteger, math.maxinteger)
    end
    local q, v = configuration.random(d.bodies, layout.of(m), seed)
    return Vector(q), Vector(v)
end

function methods.subtree_inertia(m, body, q)
    local d, at = open(m, "subtree_inertia"), layout.of(m)
    local record = resolve_body(arguments.at("subtree_inertia", 1), m, d, body)
    if q == nil then
        q = methods.neutral(m):table()
    else
        local place = arguments.at("subtree_inertia", 2)
        q = place:numbers(q, at.nq, "q")
        configuration.check(place, at, q)
    end
    return configuration.subtree_inertia(d.bodies, at, record, q)
end

-- ---- tables, copies, comparison, printing ---------------------------------------------------------------------------

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
    return plain {
        type = joint.type, name = joint.name, axis = joint.axis, axis2 = joint.axis2, point = joint.point, pitch = joint.pitch,
        limits = next(limits) and limits or nil,
        damping = joint.damping ~= 0 and joint.damping or nil, friction = joint.friction ~= 0 and joint.friction or nil,
        armature = joint.armature ~= 0 and joint.armature or nil,
        mimic = mimic and {joint = mimic.joint.joint.name, multiplier = mimic.multiplier, offset = mimic.offset},
    }
end

function methods.table(m)
    local d, bodies = open(m, "table"), {}
    for i, record in ipairs(d.bodies) do
        bodies[i] = plain {
            name = record.name, parent = record.parent and record.parent.name, placement = record.placement,
            inertia = record.inertia, visuals = record.visuals, collisions = record.collisions, source = record.source,
            frame = record.frame, payload = record.payload,
        }
        bodies[i].joint = joint_table(record.joint)
    end
    return {name = d.name, gravity = d.gravity:table(), bodies = bodies, notes = #d.notes > 0 and plain(notes_of(d)) or nil}
end

function methods.copy(m)
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

-- What a model says; not where it was read, what was noted then, and whether the world has an entry.
local function said_by(m)
    local t, bodies = methods.table(m), {}
    local named = false
    for _, body in ipairs(t.bodies) do
        body.source = nil
        if is_world(body) then named = true else bodies[#bodies + 1] = body end
    end
    for _, body in ipairs(bodies) do
        if named and body.parent == "world" then body.parent = nil end
    end
    t.notes, t.bodies = nil, bodies
    return t
end

function methods.is_near(m, other, tol)
    open(m, "is_near")
    if core.type(other) ~= "Model" then arguments.at("is_near", 1):expected("Model", other) end
    if tol ~= nil then arguments.at("is_near", 2):not_negative(tol) end
    return is_same(said_by(m), said_by(other), tol or 1e-9)
end

function instance.__eq(a, b)
    return core.type(a) == "Model" and core.type(b) == "Model" and is_same(said_by(a), said_by(b), 0)
end

function methods.tree(m, lines)
    local _ <close> = inner.locale.plain()
    local d = open(m, "tree")
    if lines ~= nil then lines = arguments.at("tree", 1):integer(lines, 1, math.maxinteger) end
    return require("rigid.model.tree_text").render(m, d, lines or LINES, math.huge)
end

local HEAD <const> = 9 -- lines of a model around its tree, and the prompt

function registry.fitted.Model(m, room)
    local lines = room.height < math.huge and math.max(5, room.height - HEAD) or LINES
    return require("rigid.model.tree_text").render(m, open(m, "tree"), lines, room.width)
end

function instance.__tostring(m) return methods.tree(m) end

arguments.count_all(methods, 1)

return core.Model
