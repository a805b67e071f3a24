-- What may touch, said in Lua: shapes fixed to bodies, and grounds, which are half-spaces of the world. They stand in the description as
-- d.touch = {contacts = list, grounds = list}, nil without any, which is never changed: an edit makes another one, and another structure.
--
-- A contact is {name, body = record (nil: the world), shape = as said, placement = Transform, friction, restitution} and, for
-- src/bind/contact.c, which reads them, kind (its number in KINDS), radius, half = Vec3, corners = list of Vec3; a ground
-- {name, normal = unit Vec3, offset, friction, restitution}.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local layout = require "rigid.model.layout"
local records = require "rigid.model.records"

local Transform, Vec3 = core.Transform, core.Vec3
local open, resolve_parent = records.open, records.resolve_parent

local contacts = {}

-- ---- reading --------------------------------------------------------------------------------------------------------

local CONTACT = arguments.fields "name body shape placement friction restitution"
local GROUND = arguments.fields "name normal offset friction restitution"
local LONG = arguments.fields "radius length"
local KINDS = {"point", "sphere", "box", "capsule", "cylinder", "hull"}
for i, name in ipairs(KINDS) do KINDS[name] = i end
local SHAPES = arguments.fields "sphere box capsule cylinder hull"
local FRICTION <const>, RESTITUTION <const> = 1.0, 0.0 -- where nothing is said
local MOST_CORNERS <const> = 1 << 16

local function read_long(place, said, put)
    said = place:options(said, LONG)
    put.radius = place:field("radius"):positive(said.radius)
    put.half = Vec3(0, 0, 0.5 * place:field("length"):positive(said.length))
    return {radius = said.radius, length = said.length}
end

-- Each writes what the core needs, and returns what is kept as said.
local readers = {
    sphere = function(place, said, put)
        put.radius = place:positive(said)
        return said
    end,
    box = function(place, said, put)
        local size = place:vec3(said)
        for i, axis in ipairs {"x", "y", "z"} do
            if not (size[i] > 0) then place:bad("three positive lengths expected, and that along %s is %.14g", axis, size[i]) end
        end
        put.half = Vec3(0.5 * size.x, 0.5 * size.y, 0.5 * size.z)
        return size:table()
    end,
    capsule = read_long,
    cylinder = read_long,
    hull = function(place, said, put)
        local count = place:list(said, "list of points {{x, y, z}, ...}")
        if count < 1 or count > MOST_CORNERS then place:bad("list of 1 to %d points expected, got %d", MOST_CORNERS, count) end
        put.corners = {}
        for i = 1, count do put.corners[i] = place:entry(i):vec3(rawget(said, i)) end
        local kept = {}
        for i, corner in ipairs(put.corners) do kept[i] = corner:table() end
        return kept
    end,
}

local WANTED <const> = '"point", {sphere = radius}, {box = {lx, ly, lz}}, {capsule or cylinder = {radius =, length =}} or {hull = points}'

local function read_shape(place, said, put)
    put.kind, put.radius, put.half = 0, 0.0, Vec3(0, 0, 0)
    if said == nil or said == "point" then return "point" end
    if type(said) == "string" then place:bad("'%s' needs its sizes: {%s = ...}, as only a point has none", said, KINDS[said] and said or "sphere") end
    if type(said) ~= "table" then place:expected(WANTED, said) end
    said = place:options(said, SHAPES)
    local name = next(said)
    if not name then place:bad "a shape has a name and its sizes, as in {sphere = 0.1}" end
    if next(said, name) then place:bad "one shape expected, got several; add a contact for each" end
    put.kind = KINDS[name] - 1
    return {[name] = readers[name](place:field(name), said[name], put)}
end

local function read_friction(place, said)
    if said.friction == nil then return FRICTION end
    return place:field("friction"):not_negative(said.friction) + 0.0
end

local function read_restitution(place, said)
    if said.restitution == nil then return RESTITUTION end
    return place:field("restitution"):part(said.restitution)
end

local function lists_of(d) return d.touch or {contacts = {}, grounds = {}} end

local function named(d, name)
    for _, which in ipairs {"contacts", "grounds"} do
        for i, one in ipairs(lists_of(d)[which]) do
            if one.name == name then return which, i end
        end
    end
end

-- The name said, or one that is free.
local function read_name(place, d, said, what, fallback)
    if said.name ~= nil then
        local name = place:field("name"):text(said.name, "name of the " .. what)
        if named(d, name) then place:field("name"):bad("model '%s' has a %s named '%s' already", d.name, named(d, name):sub(1, -2), name) end
        return name
    end
    local name, number = fallback, 1
    while named(d, name) do
        number = number + 1
        name = ("%s %d"):format(fallback, number)
    end
    return name
end

-- Nothing stops what has no mass: the moving link with all that is welded to it.
local function check_mass(place, m, record)
    local at = record and layout.of(m)
    local owner = at and at.owner[record.number]
    local M = owner and layout.carried(m)[at.column[owner.number]]
    if M and not (M:mass() > 0) then
        place:bad("'%s' has no mass, and what has none is not stopped by anything; give it an inertia first", record.name)
    end
end

local function read_contact(place, m, d, said)
    said = place:options(said, CONTACT)
    local contact = {body = resolve_parent(place:field "body", m, d, said.body)}
    check_mass(place:field "body", m, contact.body)
    contact.name = read_name(place, d, said, "contact", contact.body and contact.body.name or "world")
    contact.shape = read_shape(place:field "shape", said.shape, contact)
    contact.placement = said.placement == nil and Transform.identity() or place:field("placement"):transform(said.placement)
    contact.friction, contact.restitution = read_friction(place, said), read_restitution(place, said)
    return contact
end

local UP = Vec3(0, 0, 1)

local function read_ground(place, d, said)
    said = said == nil and {} or place:options(said, GROUND)
    return {
        name = read_name(place, d, said, "ground", "ground"),
        normal = said.normal == nil and UP or place:field("normal"):axis(said.normal),
        offset = said.offset == nil and 0.0 or place:field("offset"):finite(said.offset) + 0.0,
        friction = read_friction(place, said), restitution = read_restitution(place, said),
    }
end

-- ---- edits ----------------------------------------------------------------------------------------------------------

local function set(m, d, which, list)
    local now = lists_of(d)
    local touch = {contacts = which == "contacts" and list or now.contacts, grounds = which == "grounds" and list or now.grounds}
    layout.edit(m, "structure")
    d.touch = (#touch.contacts > 0 or #touch.grounds > 0) and touch or nil
    return m
end

local function add(m, d, which, one)
    local now = lists_of(d)[which]
    local list = table.move(now, 1, #now, 1, {})
    list[#list + 1] = one
    return set(m, d, which, list)
end

local methods = getmetatable(core.Model).__instance.__methods

function methods.add_contact(m, said)
    local d = open(m, "add_contact")
    return add(m, d, "contacts", read_contact(arguments.at("add_contact", 1), m, d, said))
end

function methods.add_ground(m, said)
    local d = open(m, "add_ground")
    return add(m, d, "grounds", read_ground(arguments.at("add_ground", 1), d, said))
end

local function names_of(d)
    local list = {}
    for _, which in ipairs {"contacts", "grounds"} do
        for _, one in ipairs(lists_of(d)[which]) do list[#list + 1] = one.name end
    end
    return list
end

function methods.remove_contact(m, name)
    local d, place = open(m, "remove_contact"), arguments.at("remove_contact", 1)
    local which, at = named(d, place:text(name, "name of a contact or ground"))
    if not which then place:bad("model '%s' has no contact or ground named '%s'%s", d.name, name, arguments.hint(name, names_of(d))) end
    local list = table.move(d.touch[which], 1, #d.touch[which], 1, {})
    table.remove(list, at)
    return set(m, d, which, list)
end

-- The name of a contact that stands on a body; nil where none does.
function contacts.holder(d, record)
    for _, contact in ipairs(lists_of(d).contacts) do
        if contact.body == record then return contact.name end
    end
end

-- ---- said again -----------------------------------------------------------------------------------------------------

local function plain_shape(shape)
    if type(shape) ~= "table" then return shape end
    local twin = {}
    for key, value in next, shape do twin[key] = plain_shape(value) end
    return twin
end

local function entry_of_contact(contact)
    return {
        name = contact.name, body = contact.body and contact.body.name, shape = plain_shape(contact.shape), placement = contact.placement,
        friction = contact.friction, restitution = contact.restitution,
    }
end

local function entry_of_ground(ground)
    return {name = ground.name, normal = ground.normal, offset = ground.offset, friction = ground.friction, restitution = ground.restitution}
end

local function map(list, f)
    local out = {}
    for i, one in ipairs(list) do out[i] = f(one) end
    return out
end

function methods.contacts(m) return map(lists_of(open(m, "contacts")).contacts, entry_of_contact) end
function methods.grounds(m) return map(lists_of(open(m, "grounds")).grounds, entry_of_ground) end

-- Each as add_contact and add_ground take it; nil where there is none.
function contacts.entries(d)
    local lists = lists_of(d)
    return #lists.contacts > 0 and map(lists.contacts, entry_of_contact) or nil, #lists.grounds > 0 and map(lists.grounds, entry_of_ground) or nil
end

-- What the lists at the fields of a place say, read into a new model.
function contacts.read(place, m, d, said)
    for _, which in ipairs {"contacts", "grounds"} do
        local here = said[which] ~= nil and place:field(which)
        for i = 1, here and here:list(said[which], "list of " .. which) or 0 do
            local entry = rawget(said[which], i)
            add(m, d, which, which == "contacts" and read_contact(here:entry(i), m, d, entry) or read_ground(here:entry(i), d, entry))
        end
    end
end

-- The same of the records of a copy.
function contacts.copy(d, bodies)
    if not d.touch then return nil end
    local function twin(contact)
        local new = {}
        for key, value in next, contact do new[key] = value end
        new.body = contact.body and bodies[contact.body.number]
        return new
    end
    return {contacts = map(d.touch.contacts, twin), grounds = d.touch.grounds}
end

-- What there is at all: the number of contacts, of grounds.
function contacts.count(d)
    local lists = lists_of(d)
    return #lists.contacts, #lists.grounds
end

return contacts
