-- What holds the joints of a model in a run: dry friction, and their limits, a number for each of v. What begins beyond its limit
-- goes no farther out, and a note says so.
local core = require "rigid.core"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"

local Vector = core.Vector

local resistance = {}

local HUGE <const> = math.huge

local function narrow(lower, upper, k, low, high)
    if low > lower[k] then lower[k] = low end
    if high < upper[k] then upper[k] = high end
end

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

-- The limits of one number of a joint bind its leader's: lower <= multiplier q + offset <= upper.
local function bounds(joint, i, multiplier, offset)
    local low, high = joints.each(joint.lower, i) or -HUGE, joints.each(joint.upper, i) or HUGE
    local a, b = (low - offset) / multiplier, (high - offset) / multiplier
    return math.min(a, b), math.max(a, b)
end

local function beyond(x, lower, upper, name)
    if x >= lower and x <= upper then return nil end
    return ("joint '%s' begins at %.6g, beyond its limit %.6g, and goes no farther out"):format(name, x, x < lower and lower or upper)
end

-- lower and upper of each number of v, where that is the rate of one of q, and what is to be noted of q; nil without any.
function resistance.limits(m, q)
    local at, any, lower, upper, notes = layout.of(m), false, {}, {}, {}
    for k = 1, at.nv do lower[k], upper[k] = -HUGE, HUGE end
    for _, record in ipairs(at.links) do
        local joint, kind = record.joint, joints.type(record.joint)
        local leader, multiplier, offset = leader_of(record)
        for i = 1, (joint.lower or joint.upper) and kind.nq == kind.nv and multiplier ~= 0 and kind.nv or 0 do
            local low, high = bounds(joint, i, multiplier, offset)
            narrow(lower, upper, at.v[leader.number] + i - 1, low, high)
            any = any or low > -HUGE or high < HUGE
            local x = q[at.q[leader.number] + i - 1]
            notes[#notes + 1] = x and beyond(multiplier * x + offset, joints.each(joint.lower, i) or -HUGE, joints.each(joint.upper, i) or HUGE,
                joint.name)
        end
    end
    if any then return Vector(lower), Vector(upper), notes end
end

-- The dry friction of each number of v; nil where there is none.
function resistance.friction(m)
    local friction = m:friction()
    for k = 1, #friction do
        if friction[k] > 0 then return friction end
    end
end

return resistance
