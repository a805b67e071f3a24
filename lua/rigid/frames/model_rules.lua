-- What the results of a model are: it knows its frames, so its results are tagged whatever it is given. The world is W, the
-- frame of a link has the link's name, all that moves is the system S, whose centre of mass is Scm.
local core = require "rigid.core"
local handles = require "rigid.model.handles"
local tags = require "rigid.frames.tags"

local of, number, origin = tags.of, tags.number, tags.origin

local models = {}
local rules = {}

-- The frame of a body or frame given by its name or its handle.
local function name_of(body)
    body = handles.name_of(body)
    if type(body) ~= "string" or #body > 64 or body:find "[%c%s]" then return nil end
    return body == "world" and "W" or body
end

local function entry(t, name) return type(t) == "table" and rawget(t, name) or nil end

rules["Model:pose"] = function(_, _, body) return number(name_of(body), "W", nil, nil) end

-- A motion of a link as the option `frame` has it: in its own axes, in the world's at its own point, or at the world's.
local function motion(body, options)
    local B = name_of(body)
    local frame, point = entry(options, "frame"), entry(options, "point")
    local at, t = origin(B), of(point)
    if t.expressed and t.expressed ~= B or t.relative_to and t.relative_to ~= at then
        return ("%s is no position in %s: wanted %s"):format(tags.name("Vec3", t), B, tags.monogram("p", {at, t.of or "P"}, B))
    end
    if point ~= nil then at = t.of end
    if frame == "world" then return number(B, "W", "Wo", "W") end
    return number(B, "W", at, frame == "aligned" and "W" or B)
end

rules["Model:twist"] = function(_, _, _, body, options) return motion(body, options) end
rules["Model:acceleration"] = function(_, _, _, _, body, options) return motion(body, options) end
rules["Model:classical_acceleration"] = rules["Model:acceleration"]
rules["Model:jacobian"] = function(_, _, body, options) return motion(body, options) end
rules["Model:jacobian_derivative"] = function(_, _, _, body, options) return motion(body, options) end

rules["Model:com"] = function() return number("Scm", "Wo", nil, "W") end
rules["Model:com_velocity"] = function() return number(nil, nil, nil, "W") end
rules["Model:com_acceleration"] = rules["Model:com_velocity"]
rules["Model:com_jacobian"] = rules["Model:com_velocity"]
rules["Model:centroidal_momentum"] = function() return number("S", "W", "Scm", "W") end
rules["Model:centroidal_matrix"] = rules["Model:centroidal_momentum"]
rules["Model:momentum_regressor"] = function() return number("S", "W", "Wo", "W") end

-- External wrenches act on the body they are given for, at its origin, in its axes.
local function external(_, _, _, _, wrenches)
    if type(wrenches) ~= "table" then return nil end
    for body, wrench in next, wrenches do
        local t, B = of(wrench), name_of(body)
        if t.id ~= 0 and B and (t.expressed and t.expressed ~= B or t.about and t.about ~= origin(B)
            or t.of and not tags.same_body(t.of, B)) then
            return ("the wrench on %s is %s: wanted %s"):format(body, tags.name(core.type(wrench) or "Wrench", t),
                tags.monogram("F", {B, origin(B)}, B))
        end
    end
    return nil
end
rules["Model:inverse_dynamics"], rules["Model:forward_dynamics"] = external, external
rules["Model:constrained_dynamics"] = external

rules.untagged = {}
for key in pairs(rules) do
    if key ~= "untagged" then rules.untagged[key] = true end
end

-- The inertia of a link: about its origin, in its axes.
function models.mark(M, name)
    local B = name_of(name)
    tags.set(M, number(B, nil, origin(B), B))
end

models.rules, models.name_of = rules, name_of

return models
