-- Joint types, one table. For each: how many numbers it has in q and in v, what may be said of it, and its pose at a given q,
-- said directly. The frame of a joint is that of its link at rest; axes are in its axes. What the core makes of each stands in
-- its own table of types (src/core/tree/description.h).
local core = require "rigid.core"
local arguments = require "rigid.arguments"

local Rotation, Transform, Vec3 = core.Rotation, core.Transform, core.Vec3

local joints = {}

-- ---- turning z into an axis -----------------------------------------------------------------------------------------

local IDENTITY = Rotation.identity()

-- The six directions along the axes of the frame, so that they are exact.
local ALONG = {
    {axis = Vec3(0, 0, 1), turn = IDENTITY},
    {axis = Vec3(0, 0, -1), turn = Rotation.matrix {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}},
    {axis = Vec3(1, 0, 0), turn = Rotation.matrix {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}},
    {axis = Vec3(-1, 0, 0), turn = Rotation.matrix {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}},
    {axis = Vec3(0, 1, 0), turn = Rotation.matrix {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}},
    {axis = Vec3(0, -1, 0), turn = Rotation.matrix {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}},
}

-- A rotation that takes z to the axis: its columns are x, y = axis cross x, and the axis.
function joints.turn(axis)
    for _, known in ipairs(ALONG) do
        if known.axis == axis then return known.turn end
    end
    local ax, ay = math.abs(axis.x), math.abs(axis.y)
    local least = (ax <= ay and ax <= math.abs(axis.z)) and Vec3(1, 0, 0) or ay <= math.abs(axis.z) and Vec3(0, 1, 0) or Vec3(0, 0, 1)
    local y = axis:cross(least):unit()
    local x = y:cross(axis)
    return Rotation.matrix {{x.x, y.x, axis.x}, {x.y, y.y, axis.y}, {x.z, y.z, axis.z}}
end

-- ---- the types ------------------------------------------------------------------------------------------------------

local function about(axis, angle) return Transform(Rotation.axis_angle(axis, angle), {0, 0, 0}) end
local function along(axis, distance) return Transform(IDENTITY, axis * distance) end

local ONE <const> = "axis lower upper effort velocity damping friction armature mimic "
local SEVERAL <const> = "effort velocity damping friction armature "

local TYPES = {
    revolute = {
        nq = 1, nv = 1, takes = ONE, ranges = {"angle"},
        pose = function(joint, q, at) return about(joint.axis, q[at]) end,
    },
    continuous = {
        nq = 1, nv = 1, takes = "axis effort velocity damping friction armature mimic", ranges = {"angle"},
        pose = function(joint, q, at) return about(joint.axis, q[at]) end,
    },
    prismatic = {
        nq = 1, nv = 1, takes = ONE, ranges = {"length"},
        pose = function(joint, q, at) return along(joint.axis, q[at]) end,
    },
    helical = {
        nq = 1, nv = 1, takes = ONE .. "pitch", ranges = {"angle"},
        pose = function(joint, q, at) return along(joint.axis, joint.pitch * q[at]) * about(joint.axis, q[at]) end,
    },
    screw = { -- S = (pitch axis + point x axis, axis), and its pose is exp(q S)
        nq = 1, nv = 1, takes = ONE .. "point pitch", ranges = {"angle"},
        pose = function(joint, q, at)
            return along(joint.point, 1) * along(joint.axis, joint.pitch * q[at]) * about(joint.axis, q[at]) * along(joint.point, -1)
        end,
    },
    universal = {
        nq = 2, nv = 2, takes = "axis axis2 lower upper " .. SEVERAL, ranges = {"angle", "angle"},
        pose = function(joint, q, at) return about(joint.axis, q[at]) * about(joint.axis2, q[at + 1]) end,
    },
    cylindrical = {
        nq = 2, nv = 2, takes = "axis lower upper " .. SEVERAL, ranges = {"angle", "length"},
        pose = function(joint, q, at) return about(joint.axis, q[at]) * along(joint.axis, q[at + 1]) end,
    },
    spherical = {
        nq = 4, nv = 3, takes = SEVERAL, ranges = {"quaternion"},
        pose = function(_, q, at)
            return Transform(Rotation.quaternion(q[at], q[at + 1], q[at + 2], q[at + 3]), {0, 0, 0})
        end,
    },
    planar = {
        nq = 3, nv = 3, takes = "axis lower upper " .. SEVERAL, ranges = {"length", "length", "angle"},
        pose = function(joint, q, at)
            local p = joints.turn(joint.axis) * Vec3(q[at], q[at + 1], 0)
            return Transform(Rotation.axis_angle(joint.axis, q[at + 2]), p)
        end,
    },
    floating = {
        nq = 7, nv = 6, takes = SEVERAL, ranges = {"length", "length", "length", "quaternion"},
        pose = function(_, q, at)
            local R = Rotation.quaternion(q[at + 3], q[at + 4], q[at + 5], q[at + 6])
            return Transform(R, {q[at], q[at + 1], q[at + 2]})
        end,
    },
    -- What is said of a joint that does not move is kept, so that it can be saved again, and means nothing.
    fixed = {nq = 0, nv = 0, takes = "axis axis2 point pitch lower upper effort velocity damping friction armature"},
}

local NAMES = {
    "revolute", "prismatic", "continuous", "fixed", "helical", "screw", "universal", "cylindrical", "spherical", "planar", "floating",
}
for i, name in ipairs(NAMES) do
    NAMES[name] = i
    local takes = {}
    for word in TYPES[name].takes:gmatch "%S+" do takes[word] = true end
    TYPES[name].takes = takes
end

function joints.type(joint) return TYPES[joint.type] end

-- ---- reading what a person says of a joint --------------------------------------------------------------------------

local FIELDS = arguments.fields "type name axis axis2 point pitch limits damping friction armature mimic"
local LIMITS = arguments.fields "lower upper effort velocity"

-- Refuse what means nothing for a joint of that type.
local function check_takes(place, joint, field)
    if TYPES[joint.type].takes[field] then return end
    if field == "mimic" then
        place:bad("a %s joint cannot follow another: only one with a single freedom can", joint.type)
    end
    local other = joint.type == "continuous" and TYPES.revolute.takes[field] and "; a revolute one has" or ""
    place:bad("a %s joint has no '%s'%s", joint.type, field, other)
end

-- One number for every freedom, or a list of one for each.
local function per_freedom(place, joint, value, check)
    local count = TYPES[joint.type].nv
    if type(value) ~= "table" then return check(place, value) end
    if count < 2 or rawlen(value) ~= count then
        place:expected(count < 2 and "number" or ("number, or list of %d numbers,"):format(count), value)
    end
    local list = {}
    for i = 1, count do list[i] = check(place:entry(i), rawget(value, i)) end
    return list
end

local function bound(place, value)
    if type(value) ~= "number" or value ~= value then place:expected("number", value) end
    return value
end

local function most(place, value)
    if type(value) ~= "number" or not (value >= 0) then place:expected("number that is not negative", value) end
    return value
end

local LIMIT = {lower = bound, upper = bound, effort = most, velocity = most}

-- The i-th number of what was said once or for each freedom; nil where nothing was.
function joints.each(value, i)
    if type(value) == "table" then return value[i] end
    return value
end

-- lower, upper, effort or velocity of a joint, checked; nil takes the limit away.
function joints.read_limit(place, joint, field, value)
    check_takes(place, joint, field)
    if value == nil then return nil end
    value = per_freedom(place, joint, value, LIMIT[field])
    local lower = field == "lower" and value or joint.lower
    local upper = field == "upper" and value or joint.upper
    if (field == "lower" or field == "upper") and lower and upper then
        for i = 1, math.max(1, TYPES[joint.type].nv) do
            local low, high = joints.each(lower, i), joints.each(upper, i)
            if low > high then place:bad("lower limit %.6g is above the upper limit %.6g", low, high) end
        end
    end
    return value
end

-- damping, friction or armature.
function joints.read_resistance(place, joint, field, value)
    check_takes(place, joint, field)
    return value ~= nil and place:not_negative(value) or 0
end

local PARALLEL <const> = 1e-6 -- sine of the least angle between the axes of a universal joint

local function read_axes(place, joint, said)
    local two = joint.type == "universal"
    if two and said.axis == nil and said.axis2 == nil then
        joint.axis, joint.axis2 = Vec3(1, 0, 0), Vec3(0, 1, 0)
    elseif said.axis ~= nil or TYPES[joint.type].takes.axis and joint.type ~= "fixed" then
        joint.axis = said.axis == nil and not two and Vec3(0, 0, 1) or place:field("axis"):axis(said.axis)
    end
    if said.axis2 ~= nil or two and not joint.axis2 then joint.axis2 = place:field("axis2"):axis(said.axis2) end
    if two and joint.axis:cross(joint.axis2):norm() < PARALLEL then
        place:field("axis2"):bad("the two axes of a universal joint must not be parallel")
    end
end

-- The joint that a table (or the name of a type) says, without its name and its mimic: those take a model to judge.
function joints.read(place, said)
    if type(said) == "string" then said = {type = said} end
    said = place:options(said, FIELDS)
    local joint = {type = place:field("type"):word(said.type, NAMES)}
    for _, field in ipairs(FIELDS) do
        if said[field] ~= nil and field ~= "type" and field ~= "name" and field ~= "limits" then
            check_takes(place:field(field), joint, field)
        end
    end
    read_axes(place, joint, said)
    if said.pitch ~= nil or joint.type == "helical" then
        joint.pitch = place:field("pitch"):finite(said.pitch)
    elseif joint.type == "screw" then
        joint.pitch = 0
    end
    if said.point ~= nil or joint.type == "screw" then
        joint.point = said.point == nil and Vec3(0, 0, 0) or place:field("point"):vec3(said.point)
    end
    for _, field in ipairs {"damping", "friction", "armature"} do
        joint[field] = said[field] ~= nil and joints.read_resistance(place:field(field), joint, field, said[field]) or 0
    end
    if said.limits ~= nil then
        local here = place:field "limits"
        local limits = here:options(said.limits, LIMITS)
        for _, field in ipairs(LIMITS) do
            joint[field] = limits[field] ~= nil and joints.read_limit(here:field(field), joint, field, limits[field]) or nil
        end
    end
    return joint
end

return joints
