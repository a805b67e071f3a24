-- A model whose file is in other units than metres and kilograms, in those: every figure by its dimension, also moments, efforts, dampers. What
-- has no one dimension, so that nobody can say what it would be, is refused by name.
local core = require "rigid.core"
local joints = require "rigid.model.joints"
local remade = require "rigid.files.remade"

local inner <const> = debug.getmetatable(core).inner

local units = {}

local LENGTHS <const> = {m = 1.0, cm = 0.01, mm = 0.001, ["in"] = 0.0254, ft = 0.3048}
local MASSES <const> = {kg = 1.0, g = 0.001, t = 1000.0, lb = 0.45359237}
units.WORDS = "m, cm, mm, in, ft; kg, g, t, lb"

-- Metres and kilograms of the units that "mm,g" names; nil where it names none.
function units.read(text)
    local length, mass
    for word in (text .. ","):gmatch "([^,]*)," do
        if LENGTHS[word] and not length then length = LENGTHS[word] elseif MASSES[word] and not mass then mass = MASSES[word] else return nil end
    end
    return {length = length or 1.0, mass = mass or 1.0}
end

-- A number, or each of a list, times a factor (or a list of one for each).
local function times(value, factor)
    if type(value) ~= "table" then return value and value * joints.each(factor, 1) end
    local list = {}
    for i, x in ipairs(value) do list[i] = x * joints.each(factor, i) end
    return list
end

local function move(placement, u)
    if placement and placement.position then placement.position = times(placement.position, u.length) end
end

-- ---- joints ---------------------------------------------------------------------------------------------------------

-- What a freedom of a field has: of one that slides, and of one that turns.
local function factors_of(u)
    local force, torque = u.mass * u.length, u.mass * u.length ^ 2
    return {
        lower = {u.length, 1}, upper = {u.length, 1}, velocity = {u.length, 1}, springref = {u.length, 1}, effort = {force, torque},
        friction = {force, torque}, damping = {u.mass, torque}, stiffness = {u.mass, torque}, armature = {u.mass, torque},
    }
end

-- By freedom: 1 where it slides, 2 where it turns; and whether all are alike.
local function freedoms(joint)
    local kind, list, alike = joints.type(joint), {}, true
    for i, one in ipairs(kind.written[2]) do
        list[i] = one[2] == "m/s" and 1 or 2
        alike = alike and list[i] == list[1]
    end
    return list, alike
end

local function scale_joint(joint, u)
    local factors, kinds, alike = factors_of(u), freedoms(joint)
    if #kinds == 0 then return end
    if joint.pitch then joint.pitch = joint.pitch * u.length end
    if joint.point then joint.point = times(joint.point, u.length) end
    for field, value in pairs(joint.limits or {}) do
        local each, given = {}, {}
        for i, kind in ipairs(kinds) do each[i], given[i] = factors[field][kind], joints.each(value, i) end
        joint.limits[field] = times(alike and value or given, each)
    end
    for _, field in ipairs(joints.resistances) do
        if not alike and (joint[field] or 0) ~= 0 then
            error(("joint '%s' turns and slides, and its one %s has no one unit: give it in metres and kilograms"):format(joint.name, field), 0)
        end
        joint[field] = times(joint[field], factors[field][kinds[1]])
    end
end

-- What a value of a joint's one number is multiplied with.
local function of_number(joint, u) return freedoms(joint)[1] == 1 and u.length or 1 end

local function scale_joints(t, u)
    local by_name = {}
    for _, body in ipairs(t.bodies) do
        scale_joint(body.joint, u)
        if body.joint.name then by_name[body.joint.name] = body.joint end
    end
    for _, joint in pairs(by_name) do
        local mimic = joint.mimic
        if mimic then
            local own, leader = of_number(joint, u), of_number(by_name[mimic.joint], u)
            mimic.multiplier, mimic.offset = times(mimic.multiplier or 1, own / leader), times(mimic.offset, own)
        end
    end
    for _, loop in ipairs(t.loops or {}) do
        move(loop.placement_a, u)
        move(loop.placement_b, u)
        if loop.coefficients then
            local own, of = of_number(by_name[loop.joint], u), of_number(by_name[loop.of], u)
            for k, c in ipairs(loop.coefficients) do loop.coefficients[k] = c * own / of ^ (k - 1) end
        elseif loop.joint.pitch then
            loop.joint.pitch = loop.joint.pitch * u.length
        end
    end
    return by_name
end

-- ---- the rest -------------------------------------------------------------------------------------------------------

local function scale_body(body, u)
    move(body.placement, u)
    if body.inertia then
        body.inertia.skip_validity_check = true
        local list = core.SpatialInertia(body.inertia):parameters():table()
        for i, x in ipairs(list) do list[i] = x * u.mass * u.length ^ (i == 1 and 0 or i < 5 and 1 or 2) end
        body.inertia = core.SpatialInertia.from_parameters(list)
    end
    for _, kind in ipairs {"visuals", "collisions"} do
        for _, one in ipairs(body[kind] or {}) do
            local shape = one.shape or {}
            move(one.placement, u)
            for _, field in ipairs {"size", "radii", "radius", "length"} do shape[field] = times(shape[field], u.length) end
            if shape.type == "mesh" then shape.scale = times(shape.scale or {1, 1, 1}, u.length) end
        end
    end
end

local UNKNOWN <const> = {keys = "keyframes", actuators = "actuators", polynomials = "springs or dampers that are no straight lines", markers = "markers"}

local function refuse_what_has_none(t, kept)
    local found
    for field, words in pairs(UNKNOWN) do found = found or kept[field] and words end
    if found or (t.contacts or {})[1] or (t.grounds or {})[1] then
        error(("it has %s, of whose figures nobody can say what units they are in: give it in metres and kilograms"):format(found or "contacts"), 0)
    end
end

local USUAL <const> = {[0] = true, [9.81] = true, [9.8] = true} -- gravity that nobody said, or in metres

-- The model in metres and kilograms.
function units.convert(m, u)
    local t, kept = m:table(), inner.model.description(m).kept or {}
    refuse_what_has_none(t, kept)
    for _, body in ipairs(t.bodies) do scale_body(body, u) end
    local by_name, reference = scale_joints(t, u), {}
    for name, x in pairs(kept.reference or {}) do reference[name] = x * of_number(by_name[name], u) end
    local g = core.Vec3(t.gravity)
    if not USUAL[g:norm()] then t.gravity = times(t.gravity, u.length) end
    return remade(t, {reference = next(reference) and reference or nil, gravcomp = kept.gravcomp})
end

return units
