-- What holds the joints of a model in a run: dry friction, and their limits, a number for each of v. What begins beyond its limit
-- goes no farther out, and a note says so.
local core = require "rigid.core"
local joints = require "rigid.model.joints"
local layout = require "rigid.model.layout"
local inner = debug.getmetatable(core).inner

local Vector = core.Vector

local resistance = {}

local HUGE <const> = math.huge

local function narrow(lower, upper, k, low, high)
    if low > lower[k] then lower[k] = low end
    if high < upper[k] then upper[k] = high end
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
local function limits(m, q)
    local at, any, lower, upper, notes = layout.of(m), false, {}, {}, {}
    for k = 1, at.nv do lower[k], upper[k] = -HUGE, HUGE end
    for _, record in ipairs(at.links) do
        local joint, kind = record.joint, joints.type(record.joint)
        local number = record.number
        local multiplier, offset = at.ratio[number], at.offset[number]
        for i = 1, (joint.lower or joint.upper) and kind.nq == kind.nv and multiplier ~= 0 and kind.nv or 0 do
            local low, high = bounds(joint, i, multiplier, offset)
            narrow(lower, upper, at.v[number] + i - 1, low, high)
            any = any or low > -HUGE or high < HUGE
            local x = q[at.q[number] + i - 1]
            notes[#notes + 1] = x and beyond(multiplier * x + offset, joints.each(joint.lower, i) or -HUGE, joints.each(joint.upper, i) or HUGE,
                joint.name)
        end
    end
    if any then return Vector(lower), Vector(upper), notes end
end

-- The dry friction of each number of v; nil where there is none.
local function frictions(m)
    local friction = m:friction()
    for k = 1, #friction do
        if friction[k] > 0 then return friction end
    end
end

-- ---- what is asked for, and the stepper of it ---------------------------------------------------------------------------

function resistance.switch(place, said, name, fallback)
    if said[name] == nil then return fallback end
    return place:field(name):boolean(said[name])
end

local switch <const> = resistance.switch

-- Which of damping, friction and limits count, and the restitution of limits, of options at a place.
function resistance.read(place, said)
    local damping = switch(place, said, "damping", true)
    return {
        damping = damping, friction = switch(place, said, "friction", damping), limits = switch(place, said, "limits", true),
        restitution = said.restitution ~= nil and place:field("restitution"):part(said.restitution) or 0.0,
    }
end

-- The numbers of that in a model, where q is known with notes on it: {damping, restitution, friction, lower, upper, notes}.
function resistance.of(m, asked, q)
    local of = {damping = asked.damping, restitution = asked.restitution, friction = asked.friction and frictions(m) or nil}
    if asked.limits then of.lower, of.upper, of.notes = limits(m, q or {}) end
    return of
end

-- Have a stepper resist so.
function resistance.configure(s, of)
    inner.stepper.configure(s, of.damping, of.friction, of.lower, of.upper, of.restitution)
end

function resistance.stepper(m, method, of)
    local s = inner.stepper.new(m, method, of.friction ~= nil or of.lower ~= nil)
    resistance.configure(s, of)
    return s
end

return resistance
