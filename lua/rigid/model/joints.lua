-- Joint types, one table: what their numbers are, what may be said of each, and its pose at a given q. All that Lua and the
-- page of the view know of a type stands here: headings of logs, sliders, signs. The frame of a joint is that of its link at
-- rest; axes are in its axes. What the core makes of each stands in its own table of types (include/rigid/model.h).
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

-- What a type's numbers are:
--   numbers   of q, one after the other: {name, what it is, how the page's sliders call it where that is not its name}; an
--             "angle", a "length", or a "quaternion", which is four of them. `tangent` says those of v and `forces` those of
--             tau where they are not simply their rates and what drives them: {name, unit}.
--   pieces    the pose across the joint, as the product of these; `by` is a place in q, and a direction is a field of the
--             joint, or "x" or "y" across its axis:
--               {turn = direction, by =}, {slide = direction, by =, times = a field, or nothing},
--               {shift = a field that is a point, back = whether the other way}, {position =}, {quaternion =}, by their first
--   sign      how the page draws its axis (the signs in view/page/geometry.js)
--   takes     what may be said of it; `default` what a field is where it is not said, which else has to be
local ONE <const> = "axis lower upper effort velocity damping friction armature stiffness springref mimic "
local SEVERAL <const> = "effort velocity damping friction armature "
local QUATERNION <const> = {"q", "quaternion"}
local TURNING <const> = {{"wx", "rad/s"}, {"wy", "rad/s"}, {"wz", "rad/s"}}
local ABOUT <const>, ALONG_AXIS <const> = {turn = "axis", by = 1}, {slide = "axis", by = 1, times = "pitch"}
local AT_X <const>, AT_Y <const>, AT_Z <const> = {"x", "length"}, {"y", "length"}, {"z", "length"}

local TYPES = {
    revolute = {takes = ONE, numbers = {{"", "angle"}}, pieces = {ABOUT}, sign = "turn"},
    continuous = {
        takes = "axis effort velocity damping friction armature stiffness springref mimic", numbers = {{"", "angle"}}, pieces = {ABOUT}, sign = "turn",
    },
    prismatic = {takes = ONE, numbers = {{"", "length"}}, pieces = {{slide = "axis", by = 1}}, sign = "slide"},
    helical = {takes = ONE .. "pitch", numbers = {{"", "angle"}}, pieces = {ALONG_AXIS, ABOUT}, sign = "screw"},
    screw = { -- S = (pitch axis + point x axis, axis), and its pose is exp(q S)
        takes = ONE .. "point pitch", default = {pitch = 0, point = Vec3(0, 0, 0)}, numbers = {{"", "angle"}},
        pieces = {{shift = "point"}, ALONG_AXIS, ABOUT, {shift = "point", back = true}}, sign = "screw",
    },
    universal = {
        takes = "axis axis2 lower upper stiffness springref " .. SEVERAL, numbers = {{"1", "angle", "first"}, {"2", "angle", "second"}},
        pieces = {ABOUT, {turn = "axis2", by = 2}}, sign = "turn",
    },
    cardan = { -- the same, which the core takes as one body
        takes = "axis axis2 lower upper stiffness springref " .. SEVERAL, numbers = {{"1", "angle", "first"}, {"2", "angle", "second"}},
        pieces = {ABOUT, {turn = "axis2", by = 2}}, sign = "turn",
    },
    gimbal = { -- Euler angles: X(q) = Rx Ry Rz, with z along the axis
        takes = "axis lower upper stiffness springref " .. SEVERAL,
        numbers = {{"x", "angle"}, {"y", "angle"}, {"z", "angle"}},
        pieces = {{turn = "x", by = 1}, {turn = "y", by = 2}, {turn = "axis", by = 3}}, sign = "ball",
    },
    cylindrical = {
        takes = "axis lower upper stiffness springref " .. SEVERAL, numbers = {{"angle", "angle"}, {"length", "length"}},
        pieces = {ABOUT, {slide = "axis", by = 2}}, sign = "both",
    },
    spherical = {
        takes = SEVERAL .. "stiffness", numbers = {QUATERNION}, tangent = TURNING, forces = {{"x", "N m"}, {"y", "N m"}, {"z", "N m"}},
        pieces = {{quaternion = 1}}, sign = "ball",
    },
    planar = {
        takes = "axis lower upper stiffness springref " .. SEVERAL, numbers = {AT_X, AT_Y, {"angle", "angle"}},
        pieces = {{slide = "x", by = 1}, {slide = "y", by = 2}, {turn = "axis", by = 3}}, sign = "plane",
    },
    floating = {
        takes = SEVERAL, numbers = {AT_X, AT_Y, AT_Z, QUATERNION},
        tangent = {{"vx", "m/s"}, {"vy", "m/s"}, {"vz", "m/s"}, table.unpack(TURNING)},
        forces = {{"fx", "N"}, {"fy", "N"}, {"fz", "N"}, {"nx", "N m"}, {"ny", "N m"}, {"nz", "N m"}},
        pieces = {{position = 1}, {quaternion = 4}},
    },
    -- What is said of a joint that does not move is kept, so that it can be saved again, and means nothing.
    fixed = {
        takes = "axis axis2 point pitch lower upper effort velocity damping friction armature stiffness springref", numbers = {}, pieces = {},
    },
}

-- How a number of each kind is written in q, in v and in tau: what follows its name, and the unit.
local WRITTEN = {
    angle = {{{"", "rad"}}, {{"", "rad/s"}}, {{"", "N m"}}},
    length = {{{"", "m"}}, {{"", "m/s"}}, {{"", "N"}}},
    quaternion = {{{"w"}, {"x"}, {"y"}, {"z"}}, {}, {}},
}

-- The numbers of q, v and tau: {what follows the name of the joint, unit} each.
local function written(kind, part)
    local list = {}
    local function add(name, unit) list[#list + 1] = {name ~= "" and "." .. name or "", unit} end
    local said = part == 2 and kind.tangent or part == 3 and kind.forces
    for _, number in ipairs(said or {}) do add(number[1], number[2]) end
    for _, number in ipairs(said and {} or kind.numbers) do
        for _, one in ipairs(WRITTEN[number[2]][part]) do add(number[1] .. one[1], one[2]) end
    end
    return list
end

for _, kind in pairs(TYPES) do
    kind.written = {written(kind, 1), written(kind, 2), written(kind, 3)}
    kind.nq, kind.nv = #kind.written[1], #kind.written[2]
    kind.default = kind.default or {}
end

-- ---- poses ----------------------------------------------------------------------------------------------------------

-- Its axis, axis2, or one of the two directions across the axis.
function joints.direction(joint, name)
    if name ~= "x" and name ~= "y" then return joint[name] end
    local R = joints.turn(joint.axis):table()
    local column = name == "x" and 1 or 2
    return Vec3(R[1][column], R[2][column], R[3][column])
end

local ORIGIN <const> = Vec3(0, 0, 0)

local PIECES = {
    turn = function(piece, joint, q, at)
        return Transform(Rotation.axis_angle(joints.direction(joint, piece.turn), q[at + piece.by - 1]), ORIGIN)
    end,
    slide = function(piece, joint, q, at)
        local distance = q[at + piece.by - 1] * (piece.times and joint[piece.times] or 1)
        return Transform(IDENTITY, joints.direction(joint, piece.slide) * distance)
    end,
    shift = function(piece, joint) return Transform(IDENTITY, joint[piece.shift] * (piece.back and -1 or 1)) end,
    position = function(piece, _, q, at)
        local k = at + piece.position - 1
        return Transform(IDENTITY, {q[k], q[k + 1], q[k + 2]})
    end,
    quaternion = function(piece, _, q, at)
        local k = at + piece.quaternion - 1
        return Transform(Rotation.quaternion(q[k], q[k + 1], q[k + 2], q[k + 3]), ORIGIN)
    end,
}

-- The pose across a joint, whose numbers begin at q[at].
function joints.pose(joint, q, at)
    local whole
    for _, piece in ipairs(TYPES[joint.type].pieces) do
        for name, pose in pairs(PIECES) do
            if piece[name] then
                local X = pose(piece, joint, q, at)
                whole = whole and whole * X or X
            end
        end
    end
    return whole
end

-- ---- names ----------------------------------------------------------------------------------------------------------

local NAMES = {
    "revolute", "prismatic", "continuous", "fixed", "helical", "screw", "universal", "cardan", "gimbal", "cylindrical", "spherical", "planar",
    "floating",
}
for i, name in ipairs(NAMES) do
    NAMES[name] = i
    local takes = {}
    for word in TYPES[name].takes:gmatch "%S+" do takes[word] = true end
    TYPES[name].takes = takes
end

function joints.type(joint) return TYPES[joint.type] end

-- How many turns its pose is made of; those of a quaternion are none.
function joints.turns(joint)
    local count = 0
    for _, piece in ipairs(TYPES[joint.type].pieces) do count = count + (piece.turn and 1 or 0) end
    return count
end

-- The entries of all types by name, and the names in order.
joints.types, joints.names = TYPES, NAMES

-- ---- reading what a person says of a joint --------------------------------------------------------------------------

local FIELDS = arguments.fields "type name axis axis2 point pitch limits damping friction armature stiffness springref mimic"
local LIMITS = arguments.fields "lower upper effort velocity"

-- What a joint has of its own in each of its freedoms, 0 where it is not said.
joints.resistances = {"damping", "friction", "armature", "stiffness", "springref"}

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

-- damping, friction, armature or stiffness; or springref, which may be any number.
function joints.read_resistance(place, joint, field, value)
    check_takes(place, joint, field)
    if value == nil then return 0 end
    return field == "springref" and place:finite(value) or place:not_negative(value)
end

local PARALLEL <const> = 1e-6 -- sine of the least angle between the axes of a universal joint

local function read_axes(place, joint, said)
    local two = TYPES[joint.type].takes.axis2 and joint.type ~= "fixed"
    if two and said.axis == nil and said.axis2 == nil then
        joint.axis, joint.axis2 = Vec3(1, 0, 0), Vec3(0, 1, 0)
    elseif said.axis ~= nil or TYPES[joint.type].takes.axis and joint.type ~= "fixed" then
        joint.axis = said.axis == nil and not two and Vec3(0, 0, 1) or place:field("axis"):axis(said.axis)
    end
    if said.axis2 ~= nil or two and not joint.axis2 then joint.axis2 = place:field("axis2"):axis(said.axis2) end
    if two and joint.axis:cross(joint.axis2):norm() < PARALLEL then
        place:field("axis2"):bad("the two axes of a %s joint must not be parallel", joint.type)
    end
end

local CONSTANTS = {
    pitch = function(place, value) return place:finite(value) end,
    point = function(place, value) return place:vec3(value) end,
}

-- What has to be said of a type that takes it, unless there is a default.
local function read_constant(place, joint, value, field)
    local kind = TYPES[joint.type]
    if value ~= nil then return CONSTANTS[field](place, value) end
    if kind.default[field] ~= nil or joint.type == "fixed" or not kind.takes[field] then return kind.default[field] end
    return CONSTANTS[field](place, value)
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
    for _, field in ipairs {"pitch", "point"} do
        joint[field] = read_constant(place:field(field), joint, said[field], field)
    end
    for _, field in ipairs(joints.resistances) do
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
