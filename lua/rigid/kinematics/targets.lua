-- What inverse kinematics is to reach: a target is a body with a point to bring to a place, axes to bring into place, or a direction to
-- point along; also the com, and the loops of the model. As src/bind/reach.c reads them: {name =, position =, rotation = or axis = and
-- direction =, point =, place_weight =, turn_weight =}, with com or loops true where no body is meant.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local inner = debug.getmetatable(core).inner

local asked = inner.asked

local targets = {}

local FIELDS <const> = arguments.fields "position rotation rpy axis direction point weight"

local WEIGHTS <const> = arguments.fields "position rotation"

-- A number for both, or {position =, rotation =}.
local function read_weight(place, said, target)
    if said == nil then return end
    local both = type(said) ~= "table" and place:positive(said)
    local each = both and {position = both, rotation = both} or place:options(said, WEIGHTS)
    for field, of in pairs {place_weight = "position", turn_weight = "rotation"} do
        target[field] = (target[field] or 1.0) * (each[of] == nil and 1.0 or place:field(of):positive(each[of]))
    end
end

-- A Transform, a point, or what has fields.
local function read_target(place, said)
    if core.type(said) == "Transform" then
        local X = place:transform(said)
        return {position = X:position(), rotation = X:rotation()}
    end
    local fields = type(said) == "table" and rawlen(said) == 0
    if not fields then return {position = place:vec3(said)} end
    said = place:options(said, FIELDS)
    local target = {}
    read_weight(place:field "weight", said.weight, target)
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

-- The names that a table is by, sorted, so that the same table gives the same answer.
local function names_of(place, said)
    local names = {}
    for name in next, said do
        if type(name) ~= "string" then place:bad("names of bodies expected, got an entry [%s]", arguments.describe_key(name)) end
        names[#names + 1] = name
    end
    table.sort(names)
    return names
end

local function read_bodies(place, m, said, list)
    if type(said) ~= "table" then place:expected("table from a body to where it is to be", said) end
    for _, name in ipairs(names_of(place, said)) do
        local here = place:field(name)
        local _, problem = arguments.try(asked.pose, m, asked.neutral(m), name)
        if problem then here:relay(problem) end
        local target = read_target(here, rawget(said, name))
        target.name = name
        list[#list + 1], list[name] = target, target
    end
end

local function read_com(place, m, said, list)
    local target = {com = true, name = "the com", position = place:vec3(said)}
    local _, problem = arguments.try(asked.com, m, asked.neutral(m))
    if problem then arguments.no_answer("inverse_kinematics", problem.what) end
    list[#list + 1], list.com = target, list.com or target
end

-- Of targets by name; "com" is the com's, where no target has that name.
local function read_weights(place, said, list)
    if type(said) ~= "table" then place:expected("table from a target to its weight", said) end
    for _, name in ipairs(names_of(place, said)) do
        if not list[name] then place:bad("no target is named '%s'", name) end
        read_weight(place:field(name), rawget(said, name), list[name])
    end
end

-- The list of targets, also by name; place: of the table that has the fields target, com and weights.
function targets.read(place, m, said)
    local list = {}
    if said.target == nil and said.com == nil then place:field("target"):bad "table from a body to where it is to be expected, got nil" end
    if said.target ~= nil then read_bodies(place:field "target", m, said.target, list) end
    if said.com ~= nil then read_com(place:field "com", m, said.com, list) end
    if said.weights ~= nil then read_weights(place:field "weights", said.weights, list) end
    if #list == 0 then place:field("target"):bad "at least one target expected, got none" end
    if #asked.loops(m) > 0 then list[#list + 1] = {loops = true, name = "the loops"} end
    return list
end

return targets
