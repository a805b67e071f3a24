-- The limits of the joints as inverse kinematics keeps them: of each number of q whose rate is a number of v, the bounds within which it
-- and all that follow it by mimic are within theirs. Quaternions have none.
local core = require "rigid.core"
local configuration = require "rigid.model.configuration"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector
local asked = inner.asked

local limits = {}

local HUGE <const> = math.huge

-- By the index in v: {q = index in q, lower, upper, joint = name, kind = "angle" or "length"}; nil for those of quaternions. Where those
-- of one and of what follows it leave nothing, contrary = {at least, at most}, and both bounds are their middle.
function limits.of(m, kept)
    local at, bounds = layout.of(m), {n = asked.nv(m)}
    for _, record in ipairs(at.links) do
        local joint, leader = record.joint, layout.leader(record).joint
        local kind, ratio, offset = joints.type(leader), at.ratio[record.number], at.offset[record.number]
        for i = 1, kind.nq == kind.nv and ratio ~= 0 and kind.nv or 0 do
            local k = at.v[record.number] + i - 1
            local bound = bounds[k] or
                {q = at.q[record.number] + i - 1, lower = -HUGE, upper = HUGE, joint = leader.name, kind = kind.numbers[i][2]}
            local a = ((kept and joints.each(joint.lower, i) or -HUGE) - offset) / ratio
            local b = ((kept and joints.each(joint.upper, i) or HUGE) - offset) / ratio
            bound.lower, bound.upper = math.max(bound.lower, math.min(a, b)), math.min(bound.upper, math.max(a, b))
            bounds[k] = bound
        end
    end
    for k = 1, bounds.n do
        local b = bounds[k]
        if b and b.lower > b.upper then
            b.contrary = {b.lower, b.upper}
            b.lower = (b.lower + b.upper) / 2
            b.upper = b.lower
        end
    end
    return bounds
end

-- Which numbers of v are metres per second: of joints that slide, and the first three of what floats.
function limits.slides(m, bounds)
    local at, slides = layout.of(m), {}
    for k = 1, bounds.n do slides[k] = bounds[k] ~= nil and bounds[k].kind == "length" end
    for _, record in ipairs(at.links) do
        local units = joints.type(layout.leader(record).joint).tangent or {}
        for i, unit in ipairs(units) do slides[at.v[record.number] + i - 1] = unit[2] == "m/s" end
    end
    return slides
end

-- By the index in v: the most that it, and all that follow it, let it go.
function limits.speeds(m)
    local at, most = layout.of(m), {}
    for k = 1, asked.nv(m) do most[k] = HUGE end
    for _, record in ipairs(at.links) do
        local ratio = math.abs(at.ratio[record.number])
        for i = 1, ratio ~= 0 and joints.type(record.joint).nv or 0 do
            local k = at.v[record.number] + i - 1
            most[k] = math.min(most[k], (joints.each(record.joint.velocity, i) or HUGE) / ratio)
        end
    end
    return most
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

-- Where a number may be drawn from: all within its bounds; where it has none on a side, as far as `reach` from q0 (m), or a turn.
local function range(b, at, reach)
    local width = b.kind == "length" and reach or math.pi
    local low, high = b.lower, b.upper
    if low == -HUGE and high == HUGE then return at - width, at + width end
    if low == -HUGE then return math.min(at, high) - width, high end
    if high == HUGE then return low, math.max(at, low) + width end
    return low, high
end

-- A configuration drawn within the bounds, and of all turns where there are none; what floats stays where it is in q0.
function limits.draw(m, bounds, q0, seed, reach)
    local at, draw, q = layout.of(m), configuration.generator(seed), Vector(q0)
    for k = 1, bounds.n do
        local b = bounds[k]
        if b then q:set(b.q, draw(range(b, q0[b.q], reach))) end
    end
    for _, record in ipairs(at.links) do
        for i, number in ipairs(joints.type(record.joint).numbers) do
            if number[2] == "quaternion" then configuration.put_quaternion(q, at.q[record.number] + i - 1, draw) end
        end
    end
    return limits.clamp(bounds, q)
end

return limits
