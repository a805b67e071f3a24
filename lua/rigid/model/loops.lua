-- What a tree cannot have, said in Lua: loops that are closed by a joint or at a distance, and joints coupled by a polynomial. They
-- stand in the description as d.loops, a list of records that is never changed: an edit makes another list, and another structure.
--
-- A closure is {name, a = record of a body (nil: the world), b, placement_a = Transform of its loop frame in that body,
-- placement_b, joint = {type, axis, axis2, point, pitch, length}}, a coupling {name, follower = record of the body on that joint,
-- leader, coefficients = list}. Since both hold records, no name in them can go out of date. src/bind/loops.c reads them.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local records = require "rigid.model.records"

local Transform, Vec3 = core.Transform, core.Vec3
local open, resolve_joint, resolve_parent = records.open, records.resolve_joint, records.resolve_parent

local loops = {}

-- ---- reading --------------------------------------------------------------------------------------------------------

local CLOSURE = arguments.fields "name body_a placement_a body_b placement_b joint"
local COUPLING = arguments.fields "name joint of coefficients"
local CLOSING = arguments.fields "type axis axis2 point pitch length"
local OF_A_TREE = arguments.fields "name limits damping friction armature mimic stiffness springref"

local CLOSING_TYPES = {}
for _, name in ipairs(joints.names) do
    if name ~= "floating" then CLOSING_TYPES[#CLOSING_TYPES + 1], CLOSING_TYPES[name] = name, true end
end
for _, name in ipairs {"distance", "line", "plane"} do CLOSING_TYPES[#CLOSING_TYPES + 1], CLOSING_TYPES[name] = name, true end

local EQUATIONS = {distance = 1, line = 2, plane = 1}

local function loop_named(d, name)
    for i, loop in ipairs(d.loops or {}) do
        if loop.name == name then return loop, i end
    end
end

local function read_name(place, d, said)
    local name = place:field("name"):text(said.name, "name of the loop")
    if loop_named(d, name) then place:field("name"):bad("model '%s' has a loop named '%s' already", d.name, name) end
    return name
end

local function read_distance(place, said)
    for _, field in ipairs(CLOSING) do
        if said[field] ~= nil and field ~= "type" and field ~= "length" then place:field(field):bad "a distance has a 'length' and nothing else" end
    end
    local length = place:field("length"):finite(said.length)
    if length == 0 then place:field("length"):bad 'a distance of zero has no direction: two points that stay together are joint = "spherical"' end
    if length < 0 then place:field("length"):expected("positive length", length) end
    return {type = "distance", length = length}
end

-- b's origin on a line, or in a plane, through that of a.
local function read_place(place, said)
    for _, field in ipairs(CLOSING) do
        if said[field] ~= nil and field ~= "type" and field ~= "axis" then place:field(field):bad("a %s has an 'axis' and nothing else", said.type) end
    end
    return {type = said.type, axis = said.axis == nil and Vec3(0, 0, 1) or place:field("axis"):axis(said.axis)}
end

-- The joint that closes a loop.
local function read_closing(place, said)
    said = said == nil and "revolute" or said
    if type(said) == "string" then said = {type = said} end
    if type(said) ~= "table" then place:expected("type of a joint, or table with named fields (such as {type = ...})", said) end
    for _, field in ipairs(OF_A_TREE) do
        if rawget(said, field) ~= nil then place:field(field):bad("a joint that closes a loop has no '%s': only joints of the tree have", field) end
    end
    said = place:options(said, CLOSING)
    if said.type == "floating" then place:field("type"):bad "a floating joint closes nothing: it has no equations" end
    said.type = place:field("type"):word(said.type == nil and "revolute" or said.type, CLOSING_TYPES)
    if said.type == "distance" then return read_distance(place, said) end
    if EQUATIONS[said.type] then return read_place(place, said) end
    if said.length ~= nil then place:field("length"):bad('a %s joint has no length; {type = "distance", length = ...} has', said.type) end
    local joint = joints.read(place, said)
    return {type = joint.type, axis = joint.axis, axis2 = joint.axis2, point = joint.point, pitch = joint.pitch}
end

local function carrier(m, record) return record and layout.of(m).owner[record.number] or nil end

local function read_pose(place, said)
    if said == nil then return Transform.identity() end
    return place:transform(said)
end

local function name_of(record) return record and "'" .. record.name .. "'" or "the world" end

local function read_closure(place, m, d, said)
    said = place:options(said, CLOSURE)
    local loop = {
        name = read_name(place, d, said), a = resolve_parent(place:field "body_a", m, d, said.body_a),
        b = resolve_parent(place:field "body_b", m, d, said.body_b),
        placement_a = read_pose(place:field "placement_a", said.placement_a), placement_b = read_pose(place:field "placement_b", said.placement_b),
        joint = read_closing(place:field "joint", said.joint),
    }
    if carrier(m, loop.a) == carrier(m, loop.b) then
        local how = loop.a == loop.b and "are both on %s" or "are on %s and %s, which are welded together"
        place:field("body_b"):bad("the two frames " .. how .. ": nothing can move between them, and nothing is closed",
            name_of(loop.a), loop.a ~= loop.b and name_of(loop.b) or nil)
    end
    return loop
end

local MOST_TERMS <const> = 64

local function read_coefficients(place, said)
    local list = core.type(said) == "Vector" and said:table() or said
    local count = place:list(list, "list of numbers {c0, c1, ...}")
    if count < 1 or count > MOST_TERMS then place:bad("list of 1 to %d numbers {c0, c1, ...} expected, got %d", MOST_TERMS, count) end
    local numbers = {}
    for i = 1, count do numbers[i] = place:entry(i):finite(rawget(list, i)) end
    return numbers
end

-- A joint with a single freedom.
local function read_single(place, m, d, said)
    local record = resolve_joint(place, m, d, said)
    local nv = joints.type(record.joint).nv
    if nv ~= 1 then
        place:bad("joint '%s' is %s, with %s: only a joint with a single freedom can be coupled", record.joint.name, record.joint.type,
            nv == 0 and "none" or ("%d freedoms"):format(nv))
    end
    return record
end

local function read_coupling(place, m, d, said)
    said = place:options(said, COUPLING)
    local loop = {
        name = read_name(place, d, said), follower = read_single(place:field "joint", m, d, said.joint),
        leader = read_single(place:field "of", m, d, said.of), coefficients = read_coefficients(place:field "coefficients", said.coefficients),
    }
    if loop.follower == loop.leader then place:field("of"):bad("joint '%s' cannot be coupled to itself", loop.leader.joint.name) end
    local own, of = layout.leader(loop.follower), layout.leader(loop.leader)
    if own == of then
        place:field("of"):bad("joints '%s' and '%s' share one number already, by mimic: a coupling would fix it", loop.follower.joint.name,
            loop.leader.joint.name)
    end
    return loop
end

-- ---- edits ----------------------------------------------------------------------------------------------------------

local function set(m, d, list)
    layout.edit(m, "structure")
    d.loops = list
end

local function add(m, d, loop)
    local list = table.move(d.loops or {}, 1, #(d.loops or {}), 1, {})
    list[#list + 1] = loop
    set(m, d, list)
    return m
end

local methods = getmetatable(core.Model).__instance.__methods

function methods.add_loop(m, said)
    local d = open(m, "add_loop")
    return add(m, d, read_closure(arguments.at("add_loop", 1), m, d, said))
end

function methods.add_coupling(m, said)
    local d = open(m, "add_coupling")
    return add(m, d, read_coupling(arguments.at("add_coupling", 1), m, d, said))
end

local function loop_names(d)
    local list = {}
    for i, loop in ipairs(d.loops or {}) do list[i] = loop.name end
    return list
end

function methods.remove_loop(m, name)
    local d, place = open(m, "remove_loop"), arguments.at("remove_loop", 1)
    local _, at = loop_named(d, place:text(name, "name of a loop"))
    if not at then place:bad("model '%s' has no loop named '%s'%s", d.name, name, arguments.hint(name, loop_names(d))) end
    local list = table.move(d.loops, 1, #d.loops, 1, {})
    table.remove(list, at)
    set(m, d, list)
    return m
end

-- The name of a loop that holds a body; nil where none does.
function loops.holder(d, record)
    for _, loop in ipairs(d.loops or {}) do
        if loop.a == record or loop.b == record then return loop.name end
    end
end

-- ---- said again -----------------------------------------------------------------------------------------------------

-- The loops that the table at a place lists, read into a new model.
function loops.read(place, m, d, said)
    for i = 1, place:list(said, "list of loops") do
        local here, entry = place:entry(i), rawget(said, i)
        local coupled = type(entry) == "table" and (rawget(entry, "of") ~= nil or rawget(entry, "coefficients") ~= nil)
        add(m, d, (coupled and read_coupling or read_closure)(here, m, d, entry))
    end
end

-- Each as what add_loop and add_coupling take; nil where there is none.
function loops.entries(d)
    local list = {}
    for i, loop in ipairs(d.loops or {}) do
        list[i] = loop.coefficients and {
            name = loop.name, joint = loop.follower.joint.name, of = loop.leader.joint.name, coefficients = loop.coefficients,
        } or {
            name = loop.name, body_a = loop.a and loop.a.name, placement_a = loop.placement_a, body_b = loop.b and loop.b.name,
            placement_b = loop.placement_b, joint = loop.joint,
        }
    end
    return #list > 0 and list or nil
end

-- The same of the records of a copy.
function loops.copy(d, bodies)
    local list = {}
    local function twin(record) return record and bodies[record.number] end
    for i, loop in ipairs(d.loops or {}) do
        local new = {}
        for key, value in next, loop do new[key] = value end
        new.a, new.b, new.follower, new.leader = twin(loop.a), twin(loop.b), twin(loop.follower), twin(loop.leader)
        list[i] = new
    end
    return #list > 0 and list or nil
end

function loops.equations(loop)
    if loop.coefficients then return 1 end
    return EQUATIONS[loop.joint.type] or 6 - joints.types[loop.joint.type].nv
end

loops.name_of = name_of

for name, field in next, {loops = "loops", constrained_inverse_dynamics = "inverse_dynamics"} do
    loops.core = loops.core or {}
    loops.core[name] = methods[name]
    methods[name] = arguments.lazy(name, 1, "rigid.model.loop_words", field)
end

return loops
