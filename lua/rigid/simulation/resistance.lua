-- What holds the joints of a model in a run: dry friction, and their limits, a number for each of v. What begins beyond its limit
-- goes no farther out, and a note says so.
local core = require "rigid.core"
local joints = require "rigid.model.joints"

local Vector = core.Vector

local resistance = {}

local HUGE <const> = math.huge

local function narrow(lower, upper, k, low, high)
    if low > lower[k] then lower[k] = low end
    if high < upper[k] then upper[k] = high end
end

-- The limits of what follows bind its leader: lower <= multiplier q + offset <= upper.
local function of_leader(mimic, low, high)
    local a, b = (low - mimic.offset) / mimic.multiplier, (high - mimic.offset) / mimic.multiplier
    return math.min(a, b), math.max(a, b)
end

local function leader_of(joint)
    local multiplier, offset = 1.0, 0.0
    while joint.mimic do
        multiplier, offset = multiplier * joint.mimic.multiplier, offset + multiplier * joint.mimic.offset
        joint = joint.model:joint(joint.mimic.joint)
    end
    return joint, multiplier, offset
end

-- lower and upper of each number of v, where that is the rate of one of q, and what is to be noted of q; nil without any.
function resistance.limits(m, q)
    local nv, any = m:nv(), false
    local lower, upper, at_q, names = {}, {}, {}, {}
    for k = 1, nv do lower[k], upper[k] = -HUGE, HUGE end
    for _, name in ipairs(m:joint_names()) do
        local joint = m:joint(name)
        local kind = joints.type(joint)
        if (joint.lower or joint.upper) and kind.nq == kind.nv and kind.nv > 0 then
            local leader, multiplier, offset = leader_of(joint)
            for i = 1, kind.nv do
                local low, high, k = joints.each(joint.lower, i) or -HUGE, joints.each(joint.upper, i) or HUGE, leader.v + i - 1
                if leader ~= joint and multiplier ~= 0 then low, high = of_leader({multiplier = multiplier, offset = offset}, low, high) end
                if low > -HUGE or high < HUGE then any = true end
                if leader == joint or multiplier ~= 0 then narrow(lower, upper, k, low, high) end
                at_q[k], names[k] = leader.q + i - 1, names[k] or name
            end
        end
    end
    if not any then return nil end
    local notes = {}
    for k = 1, nv do
        local x = at_q[k] and q[at_q[k]]
        if x and (x < lower[k] or x > upper[k]) then
            notes[#notes + 1] = ("joint '%s' begins at %.6g, beyond its limit %.6g, and goes no farther out"):format(names[k], x,
                x < lower[k] and lower[k] or upper[k])
        end
    end
    return Vector(lower), Vector(upper), notes
end

-- The dry friction of each number of v; nil where there is none.
function resistance.friction(m)
    local friction = m:friction()
    for k = 1, #friction do
        if friction[k] > 0 then return friction end
    end
end

return resistance
