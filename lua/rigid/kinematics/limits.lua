-- The limits of the joints as inverse kinematics keeps them: of each number of q whose rate is a number of v, the bounds within which it
-- and all that follow it by mimic are within theirs. Quaternions have none.
local core = require "rigid.core"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local asked, methods = inner.asked, getmetatable(core.Model).__instance.__methods

local limits = {}

local HUGE <const> = math.huge

-- Who leads in the end, and at what multiplier and offset.
local function leader_of(record)
    local multiplier, offset = 1.0, 0.0
    while record.joint.mimic do
        local mimic = record.joint.mimic
        multiplier, offset = multiplier * mimic.multiplier, offset + multiplier * mimic.offset
        record = mimic.joint
    end
    return record, multiplier, offset
end

-- By the index in v: {q = index in q, lower, upper, joint = name}; nil for those of quaternions.
function limits.of(m, kept)
    local at, bounds = layout.of(m), {n = asked.nv(m)}
    for _, record in ipairs(at.links) do
        local joint, kind = record.joint, joints.type(record.joint)
        local leader, multiplier, offset = leader_of(record)
        for i = 1, kind.nq == kind.nv and multiplier ~= 0 and kind.nv or 0 do
            local k = at.v[leader.number] + i - 1
            local bound = bounds[k] or {q = at.q[leader.number] + i - 1, lower = -HUGE, upper = HUGE, joint = leader.joint.name}
            local a = ((kept and joints.each(joint.lower, i) or -HUGE) - offset) / multiplier
            local b = ((kept and joints.each(joint.upper, i) or HUGE) - offset) / multiplier
            bound.lower, bound.upper = math.max(bound.lower, math.min(a, b)), math.min(bound.upper, math.max(a, b))
            bounds[k] = bound
        end
    end
    return bounds
end

-- q, a Vector of one's own, with each number within its bounds.
function limits.clamp(bounds, q)
    for k = 1, bounds.n do
        local b = bounds[k]
        if b then
            local x = q[b.q]
            if x < b.lower then q:set(b.q, b.lower) elseif x > b.upper then q:set(b.q, b.upper) end
        end
    end
    return q
end

-- Whether number k rests against a bound and `way` leads beyond it; then which.
function limits.holds(bounds, q, k, way)
    local b = bounds[k]
    if not b then return nil end
    local x = q[b.q]
    if way < 0 and x <= b.lower then return "lower" end
    if way > 0 and x >= b.upper then return "upper" end
end

-- A configuration drawn within the bounds; what has no bounds of its own is drawn about q0: a floating base stays where it is.
function limits.draw(m, bounds, q0, seed)
    local drawn = methods.random_state(m, seed)
    local q = Vector(q0)
    for k = 1, bounds.n do
        local b = bounds[k]
        if b then
            local whole = b.lower == -HUGE and b.upper == HUGE
            q:set(b.q, whole and q0[b.q] + math.pi * math.sin(1e3 * drawn[b.q] + k) or drawn[b.q])
        end
    end
    return limits.clamp(bounds, q)
end

return limits
