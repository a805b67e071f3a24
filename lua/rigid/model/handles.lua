-- What m:body(name) and m:joint(name) give: small tables that stand for a body or a joint of a model. Their fields are
-- looked up in the model when they are read, so that they are never out of date, and those that can be changed are
-- checked when they are written. Wherever the name of a body is asked for, its handle will do.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local inner = debug.getmetatable(core).inner

local handles = {}

local MODEL, NAME = {}, {} -- keys that no script can spell: the model, and how the part is called
local record_of = setmetatable({}, {__mode = "k"}) -- handle -> record, where no script finds it

inner.model.handle_keys(MODEL, NAME) -- for methods in C, which take the name of a handle, but not of another model's

local Body, Joint = {__name = "Body"}, {__name = "Joint"}

-- mimic(place, m, record, said): reads what a joint follows; weigh(m, record): called before the inertia or the place of a
-- record changes. Both given by assembly.lua.
local hooks

function handles.connect(given) hooks = given end

-- handles.mark(M, name): called with the inertia of a link before it is given out, where someone wants to know.

local function make(class, model, record, name)
    local handle = setmetatable({[NAME] = name, [MODEL] = model}, class)
    record_of[handle] = record
    return handle
end

function handles.body(model, record) return record and make(Body, model, record, record.name) end
function handles.joint(model, record) return record and make(Joint, model, record, record.joint.name) end

-- The record that a handle stands for, if it is a handle of that class ("Body", "Joint") and of that model.
function handles.record(value, class, model)
    local metatable = type(value) == "table" and getmetatable(value)
    if metatable ~= (class == "Body" and Body or Joint) then return nil end
    return rawget(value, MODEL) == model and record_of[value] or nil, true
end

-- The name that a table says, one of a handle or its own; what is no table as it is.
function handles.name_of(value)
    if type(value) ~= "table" then return value end
    return rawget(value, NAME) or rawget(value, "name")
end

-- The model and the record of a handle; a payload that was detached has none.
local function open(handle)
    local model, record = rawget(handle, MODEL), record_of[handle]
    if not record or core.type(model) ~= "Model" then
        arguments.raise "a body or joint as m:body and m:joint give it expected, got what a script has changed"
    end
    local description = inner.model.description(model)
    if description.bodies[record.number] ~= record then
        arguments.raise(arguments.format("'%s' is no longer part of model '%s'", record.name, description.name))
    end
    return model, record, description
end

-- Plain tables, copied to the bottom; values of ours are shared, but for an inertia, which can be changed in place.
local function copy(value)
    local kind = type(value)
    if kind == "userdata" and core.type(value) == "SpatialInertia" then return value:copy() end
    if kind ~= "table" then return value end
    local twin = {}
    for key, entry in next, value do twin[key] = copy(entry) end
    return twin
end
handles.deep_copy = copy

-- ---- bodies ---------------------------------------------------------------------------------------------------------

local body_fields = {
    model = function(model) return model end,
    parent = function(model, record) return handles.body(model, record.parent) end,
    joint = function(model, record) return handles.joint(model, record) end,
    placement = function(_, record) return record.placement end,
    inertia = function(_, record)
        local M = copy(record.inertia)
        if M and handles.mark then handles.mark(M, record.name) end
        return M
    end,
    visuals = function(_, record) return copy(record.visuals) end,
    collisions = function(_, record) return copy(record.collisions) end,
    source = function(_, record) return copy(record.source) end,
    moves = function(_, record) return joints.type(record.joint).nv > 0 end,
    carrier = function(model, record)
        return handles.body(model, layout.of(model).owner[record.number])
    end,
    children = function(model, record, description)
        local list = {}
        for _, other in ipairs(description.bodies) do
            if other.parent == record then list[#list + 1] = handles.body(model, other) end
        end
        return list
    end,
}

local body_setters = {
    placement = function(place, model, record, value)
        local X, rpy = place:transform(value), layout.typed_angles(value)
        if record.name == "world" then place:bad "the world stays where it is" end
        if record.joint.type == "fixed" then hooks.weigh(model, record) end
        layout.edit(model, "structure", record.number)
        record.placement, record.rpy = X, rpy
    end,
    inertia = function(place, model, record, value)
        local M = value ~= nil and place:inertia(value) or nil
        if M and record.frame then place:bad("'%s' is a frame and has no inertia; add a body there instead", record.name) end
        hooks.weigh(model, record)
        record.inertia = M
    end,
    visuals = function(place, _, record, value) record.visuals = value ~= nil and place:data(value) or nil end,
    collisions = function(place, _, record, value)
        record.collisions = value ~= nil and place:data(value) or nil
    end,
}

-- ---- joints ---------------------------------------------------------------------------------------------------------

local joint_fields = {
    model = function(model) return model end,
    body = function(model, record) return handles.body(model, record) end,
    nq = function(_, record) return record.joint.mimic and 0 or joints.type(record.joint).nq end,
    nv = function(_, record) return record.joint.mimic and 0 or joints.type(record.joint).nv end,
    q = function(model, record) return layout.of(model).q[record.number] end,
    v = function(model, record) return layout.of(model).v[record.number] end,
    mimic = function(_, record)
        local mimic = record.joint.mimic
        return mimic and {joint = mimic.joint.joint.name, multiplier = mimic.multiplier, offset = mimic.offset}
    end,
}
for field in ("type axis axis2 point pitch lower upper effort velocity " .. table.concat(joints.resistances, " ")):gmatch "%g+" do
    joint_fields[field] = function(_, record) return copy(record.joint[field]) end
end

local joint_setters = {
    mimic = function(place, model, record, value)
        local mimic = value ~= nil and hooks.mimic(place, model, record, value) or nil
        layout.edit(model, "structure", record.number)
        record.joint.mimic = mimic
    end,
}
for _, field in ipairs {"lower", "upper", "effort", "velocity"} do
    joint_setters[field] = function(place, model, record, value)
        local limit = joints.read_limit(place, record.joint, field, value)
        layout.edit(model, "resistance", record.number) -- so that whoever has read it looks again
        record.joint[field] = limit
    end
end
for _, field in ipairs(joints.resistances) do
    joint_setters[field] = function(place, model, record, value)
        local number = joints.read_resistance(place, record.joint, field, value)
        layout.edit(model, "resistance", record.number)
        record.joint[field] = number
    end
end

-- ---- both -----------------------------------------------------------------------------------------------------------

local function finish(class, fields, setters, what)
    local settable = {}
    fields.name = handles.name_of
    for field in pairs(setters) do settable[#settable + 1] = field end
    table.sort(settable)
    function class.__index(handle, field)
        if field == "name" then return rawget(handle, NAME) end -- also of what was detached
        return fields[field] and fields[field](open(handle))
    end
    function class.__newindex(handle, field, value)
        local model, record = open(handle)
        if not setters[field] then
            local problem = fields[field] and "cannot be changed" or "is not one of its fields"
            arguments.raise(arguments.format("%s '%s': %s %s; what can be set is %s", what, handle.name, tostring(field), problem,
                table.concat(settable, ", ")))
        end
        setters[field](arguments.assigned(arguments.format("%s '%s'", what, handle.name), field), model, record, value)
    end
    function class.__eq(a, b)
        return record_of[a] == record_of[b]
    end
    class.__methods = {} -- what the prompt completes after a dot
    for field in pairs(fields) do class.__methods[field] = true end
end

finish(Body, body_fields, body_setters, "body")
finish(Joint, joint_fields, joint_setters, "joint")

function Body.__tostring(handle)
    local _ <close> = inner.locale.plain()
    local _, record, description = open(handle)
    local joint = record.joint
    local where = record.parent and ("'%s'"):format(record.parent.name) or "the world"
    local how = joint.type == "fixed" and "welded to " .. where
        or ("on %s by %s joint '%s'"):format(where, joint.type, joint.name)
    local mass = record.inertia and (", %.6g kg"):format(record.inertia:mass()) or ""
    return ("body '%s' of model '%s', %s%s"):format(record.name, description.name, how, mass)
end

function Joint.__tostring(handle)
    local _, record, description = open(handle)
    local parent = record.parent and record.parent.name or "world"
    return ("%s joint '%s' of model '%s', from '%s' to '%s'"):format(record.joint.type, record.joint.name or "",
        description.name, parent, record.name)
end

return handles
