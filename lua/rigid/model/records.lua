-- The records of a model's description, found by name or by handle: what every method of a model begins with.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local handles = require "rigid.model.handles"
local inner = debug.getmetatable(core).inner

local records = {}

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

records.open, records.record_named, records.joint_named, records.joint_names_of = open, record_named, joint_named, joint_names_of
records.resolve, records.resolve_body, records.resolve_joint, records.resolve_parent = resolve, resolve_body, resolve_joint, resolve_parent

return records
