-- What inverse kinematics is to reach, as rows: a target is a body with a point to bring to a place, axes to bring into place, or
-- a direction to point along; also the com, and the loops of the model. Each gives its error, which is the way that is left, and the
-- Jacobian of that way: towards it J δ = e. Of a rotation the error is log(R* Rᵀ), in world axes, whose gradient needs no Jacobian of the
-- logarithm, for that keeps e as it is.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inner = debug.getmetatable(core).inner

local Matrix, Vec3 = core.Matrix, core.Vec3
local asked = inner.asked

local targets = {}

local FIELDS <const> = arguments.fields "position rotation rpy axis direction point weight"

local function weight_of(place, said)
    if said == nil then return 1.0 end
    if type(said) ~= "number" or not (said > 0 and said < math.huge) then place:field("weight"):expected("positive finite number", said) end
    return said + 0.0
end

-- A Transform, a point, or what has fields.
local function read_target(place, said)
    if core.type(said) == "Transform" then
        local X = place:transform(said)
        return {position = X:position(), rotation = X:rotation(), weight = 1.0}
    end
    local fields = type(said) == "table" and rawlen(said) == 0
    if not fields then return {position = place:vec3(said), weight = 1.0} end
    said = place:options(said, FIELDS)
    local target = {weight = weight_of(place, said.weight)}
    if said.rotation ~= nil or said.rpy ~= nil then
        target.rotation = place:transform({rotation = said.rotation, rpy = said.rpy}):rotation()
    end
    if said.position ~= nil then target.position = place:field("position"):vec3(said.position) end
    if said.point ~= nil then target.point = place:field("point"):vec3(said.point) end
    if (said.axis == nil) ~= (said.direction == nil) then
        place:bad "axis, in the body, and direction, in the world, are given together"
    end
    if said.axis ~= nil then
        target.axis, target.direction = place:field("axis"):axis(said.axis), place:field("direction"):axis(said.direction)
        if target.rotation then place:bad "rotation and direction are both given; leave one out" end
    end
    if not (target.position or target.rotation or target.axis) then
        place:bad "a position, a rotation, or an axis with a direction expected, got none of these"
    end
    return target
end

-- A list of targets, by name so that the same table gives the same answer, and how many rows they have.
function targets.read(place, m, said, com)
    if said == nil and com == nil then place:bad "is missing: table from a body to where it is to be" end
    local list, rows, names = {}, 0, {}
    if said ~= nil then
        if type(said) ~= "table" then place:expected("table from a body to where it is to be", said) end
        for name in next, said do
            if type(name) ~= "string" then place:bad("names of bodies expected, got an entry [%s]", arguments.describe_key(name)) end
            names[#names + 1] = name
        end
        table.sort(names)
    end
    for _, name in ipairs(names) do
        local here = place:field(name)
        local _, problem = arguments.try(asked.pose, m, asked.neutral(m), name)
        if problem then here:relay(problem) end
        local target = read_target(here, rawget(said, name))
        target.name = name
        list[#list + 1] = target
        rows = rows + (target.position and 3 or 0) + ((target.rotation or target.axis) and 3 or 0)
    end
    if com ~= nil then
        local _, problem = arguments.try(asked.com, m, asked.neutral(m))
        if problem then arguments.no_answer("inverse_kinematics", problem.what) end
        list[#list + 1] = {com = true, name = "the com", position = com, weight = 1.0}
        rows = rows + 3
    end
    if #asked.loops(m) > 0 then
        local count = #asked.constraint_error(m, asked.neutral(m))
        list[#list + 1] = {loops = true, name = "the loops", count = count, weight = 1.0}
        rows = rows + count
    end
    if rows == 0 then place:bad "at least one target expected, got none" end
    return list, rows
end

-- ---- errors ---------------------------------------------------------------------------------------------------------

-- The shortest turn from u to d, both unit.
local function turn_between(u, d)
    local across = u:cross(d)
    local sine, cosine = across:norm(), u:dot(d)
    if sine > 1e-14 then return across * (math.atan(sine, cosine) / sine) end
    if cosine > 0 then return across end
    local other = math.abs(u.x) < 0.6 and Vec3(1, 0, 0) or Vec3(0, 1, 0)
    return u:cross(other):unit() * math.pi -- half a turn: about anything across
end

local VIEW <const> = {frame = "aligned"}

local function put(e, at, v, weight) e[at + 1], e[at + 2], e[at + 3] = weight * v.x, weight * v.y, weight * v.z end

-- The errors of all targets as a list; of each target its own, in target.off (m) and target.turned (rad).
function targets.errors(m, list, q)
    local e, at = {}, 0
    for _, t in ipairs(list) do
        if t.loops then
            local gap = asked.constraint_error(m, q)
            t.off = 0
            for i = 1, t.count do
                e[at + i] = -gap[i]
                t.off = math.max(t.off, math.abs(gap[i]))
            end
            at = at + t.count
        elseif t.com then
            local way = t.position - asked.com(m, q)
            t.off = way:norm()
            put(e, at, way, t.weight)
            at = at + 3
        else
            local X = asked.pose(m, q, t.name)
            local R = X:rotation()
            t.off, t.turned = nil, nil
            if t.position then
                local way = t.position - (t.point and X * t.point or X:position())
                t.off = way:norm()
                put(e, at, way, t.weight)
                at = at + 3
            end
            if t.rotation or t.axis then
                local turn = t.rotation and (t.rotation * R:inverse()):log() or turn_between(R * t.axis, t.direction)
                t.turned = turn:norm()
                put(e, at, turn, t.weight)
                at = at + 3
            end
        end
    end
    return e
end

-- The rows of their Jacobian, as a list of lists.
function targets.jacobian(m, list, q)
    local rows, n = {}, asked.nv(m)
    local function add(J, first, last, weight)
        for i = first, last do
            local row = {}
            for k = 1, n do row[k] = weight * J(i, k) end
            rows[#rows + 1] = row
        end
    end
    for _, t in ipairs(list) do
        if t.loops then
            add(asked.constraint_jacobian(m, q), 1, t.count, 1)
        elseif t.com then
            add(asked.com_jacobian(m, q), 1, 3, t.weight)
        else
            local J = asked.jacobian(m, q, t.name, t.point and {frame = "aligned", point = t.point} or VIEW)
            if t.position then add(J, 1, 3, t.weight) end
            if t.rotation then
                add(J, 4, 6, t.weight)
            elseif t.axis then
                local u = asked.pose(m, q, t.name):rotation() * t.axis
                local P = Matrix {{1 - u.x * u.x, -u.x * u.y, -u.x * u.z}, {-u.x * u.y, 1 - u.y * u.y, -u.y * u.z},
                    {-u.x * u.z, -u.y * u.z, 1 - u.z * u.z}}
                add(P * J:block(4, 1, 3, n), 1, 3, t.weight)
            end
        end
    end
    return Matrix(rows)
end

-- The worst that is left, m or rad; and the target that it is of.
function targets.residual(list)
    local worst, of = 0, nil
    for _, t in ipairs(list) do
        local off = math.max(t.off or 0, t.turned or 0)
        if off ~= off then off = math.huge end
        if off > worst then worst, of = off, t end
    end
    return worst, of
end

return targets
