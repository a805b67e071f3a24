-- Arrows that a script asks for: {point =, force = | torque = | momentum = | vector =, body =, label =}, in the axes of the world, or of
-- the body's frame where one is named. What m:contact_forces returns is such a list.
local core = require "rigid.core"
local arguments = require "rigid.arguments"

local arrows = {}

local FIELDS = arguments.fields "point force torque momentum vector body label contact other"
local KINDS <const> = {"force", "torque", "momentum", "vector"}

local function triple(v) return {v.x, v.y, v.z} end

local function body_number(place, m, name)
    if name == nil then return -1 end
    place:text(name, "name of a body")
    for i, body in ipairs(debug.getmetatable(core).inner.model.description(m).bodies) do
        if body.name == name then return i - 1 end
    end
    return place:bad("model '%s' has no body named '%s'", m:name(), name)
end

-- One arrow that stands at a place, as the page is told of it.
function arrows.one(place, m, said)
    said = place:options(said, FIELDS)
    local shown = {body = body_number(place:field "body", m, said.body), point = triple(place:field "point":vec3(said.point or {0, 0, 0}))}
    for _, kind in ipairs(KINDS) do
        if said[kind] ~= nil then
            if shown.sort then place:bad("one of force, torque, momentum, vector expected, got '%s' and '%s'", shown.sort, kind) end
            shown.sort, shown.vector = kind, triple(place:field(kind):vec3(said[kind]))
        end
    end
    if not shown.sort then place:bad "one of force, torque, momentum, vector expected, got none" end
    local label = said.label or said.contact
    if label ~= nil then shown.label = place:field "label":text(label) end
    return shown
end

function arrows.list(place, m, said)
    local list = {}
    for i = 1, place:list(said, "list of arrows") do list[i] = arrows.one(place:entry(i), m, said[i]) end
    return list
end

return arrows
