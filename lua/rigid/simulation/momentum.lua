-- How far the momentum of a run drifted: of what stands on nothing and is pushed by nobody, so that gravity alone changes it. Then
-- p' = m g and, about the world's origin, h' = c x m g, where the centre of mass falls: c = c0 + v0 t + g t^2 / 2.
local core = require "rigid.core"
local inner = debug.getmetatable(core).inner
local layout = require "rigid.model.layout"

local momentum = {}

-- The numbers of v by which the world could hold what floats; nil where something is held otherwise.
local function roots(at)
    local list = {}
    for _, record in ipairs(at.links) do
        if not (record.parent and at.owner[record.parent.number]) then
            if record.joint.type ~= "floating" then return nil end
            for k = 0, 5 do list[#list + 1] = at.v[record.number] + k end
        end
    end
    return #list > 0 and list or nil
end

-- Whether a loop or a contact joins the model to the world.
local function touches_world(d, at)
    local function moves(record) return record and at.owner[record.number] end
    for _, loop in ipairs(d.loops or {}) do
        if not loop.coefficients and not (moves(loop.a) and moves(loop.b)) then return true end
    end
    if not d.touch then return false end
    for _, contact in ipairs(d.touch.contacts) do
        if not moves(contact.body) then return true end
    end
    return #d.touch.grounds > 0
end

-- Whether the world resists in one of those numbers.
local function resists(m, list)
    for _, numbers in ipairs {m:damping(), m:friction(), m:stiffness(), m:armature()} do
        for _, k in ipairs(list) do
            if numbers[k] ~= 0 then return true end
        end
    end
    return false
end

-- Those numbers of v, where momentum can be followed; torques there are pushes from outside.
function momentum.free(m)
    local at = layout.of(m)
    local list = roots(at)
    if not list or touches_world(inner.model.description(m), at) or resists(m, list) or m:total_mass() == 0 then return nil end
    return list
end

-- At a state: what there is of it, and of what falls.
function momentum.at(m, q, v)
    local h, com = m:centroidal_momentum(q, v), m:com(q)
    return {linear = h:linear(), angular = h:angular() + com:cross(h:linear()), com = com}
end

-- What there is more after so long than gravity made.
function momentum.drift(m, first, last, time)
    local weight = m:gravity() * m:total_mass()
    local fallen = (first.com + first.linear * (0.5 * time / m:total_mass())) * time -- of c dt, but for what is along g
    return {linear = last.linear - first.linear - weight * time, angular = last.angular - first.angular - fallen:cross(weight)}
end

return momentum
