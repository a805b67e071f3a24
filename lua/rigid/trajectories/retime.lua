-- Trajectories made to keep limits by taking their time: the whole way slowed evenly by one factor. Speeds fall by it, accelerations by its
-- square; of torques the part of gravity and springs stays and that of dampers goes with the speed, so that the factor is looked for by
-- halving. The limits hold on a grid of a thousand samples and on both sides of every corner, and a ten-thousandth of the time is added
-- for what lies between.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local made = require "rigid.trajectories.trajectory"
local passive = require "rigid.passive"

local SAMPLES <const>, MARGIN <const> = 1001, 1 + 1e-4
local HUGE <const> = math.huge

local retime = {}

local function entry(x, i) return type(x) == "number" and x or x[i] end

-- The limit of each of n: a number for all, or a list; infinite where it is not given.
local function read_limit(place, value, n)
    if value == nil then return nil end
    local list = made.limits(place, value, n)
    for i = 1, n do
        if not (list[i] > 0) then place:bad("positive limits expected, got %.6g", list[i]) end
    end
    return list
end

-- The greatest share of its limit that a rate takes.
local function share_of(rates, list, n)
    local most = 0.0
    for _, rate in ipairs(rates) do
        for i = 1, n do most = math.max(most, math.abs(entry(rate, i)) / list[i]) end
    end
    return most
end

-- The least factor, at least `from`, at which the torques are within the effort; nil where even standing takes more.
local function by_effort(m, samples, effort, from)
    local n = #effort
    local still, drag, moving = {}, {}, {}
    for k, q in ipairs(samples.q) do
        local v, a, springs = samples.v[k], samples.a[k], passive.springs(m, q)
        local weight = m:inverse_dynamics(q, v * 0, a * 0)
        still[k], drag[k], moving[k] = weight - springs, springs - passive.forces(m, q, v), m:inverse_dynamics(q, v, a) - weight
    end
    local function holds(factor)
        for k = 1, #still do
            for i = 1, n do
                if math.abs(still[k][i] + drag[k][i] / factor + moving[k][i] / (factor * factor)) > effort[i] then return false end
            end
        end
        return true
    end
    if not holds(HUGE) then return nil end
    local low, high = from, from
    while not holds(high) do
        low, high = high, 2 * high
        if high > 1e9 then return nil end
    end
    if high == from then return from end
    while high - low > 1e-9 * high do
        local middle = 0.5 * (low + high)
        if holds(middle) then high = middle else low = middle end
    end
    return high
end

-- q, v, a on the grid and beside the corners.
local function sampled(x)
    local samples = x:sample(SAMPLES)
    for _, corner in ipairs(x.corners or {}) do
        for _, side in ipairs {1 - 1e-9, 1 + 1e-9} do
            local k = #samples.q + 1
            samples.q[k], samples.v[k], samples.a[k] = x.at(math.min(math.max(corner * side, 0.0), x.duration))
        end
    end
    return samples
end

-- Where the velocity leaps, beside a corner within, no acceleration is small enough and no torque great enough.
local function leap(x, n)
    for _, corner in ipairs(x.corners or {}) do
        local reach = 1e-9 * x.duration
        if corner > reach and corner < x.duration - reach then
            local _, before = x.at(corner - reach)
            local _, after, a = x.at(corner + reach)
            for i = 1, n do
                local way = math.abs(entry(after, i) - entry(before, i))
                if way > 1e-6 * (math.abs(entry(after, i)) + math.abs(entry(before, i))) + 4 * reach * math.abs(entry(a, i)) then return corner end
            end
        end
    end
end

local FIELDS <const> = arguments.fields "velocity acceleration model effort"

function retime.within(x, said)
    if not made.is(x) then arguments.at("within", 1):expected("a trajectory", x) end
    local place = arguments.at("within", 2)
    said = place:options(said, FIELDS)
    local q = x(0)
    if type(q) ~= "number" and core.type(q) ~= "Vector" then arguments.at("within", 1):bad "a trajectory of joints expected" end
    local n = type(q) == "number" and 1 or #q
    local m = made.check_model(place:field "model", said.model, n)
    local own = m and m:limits()
    local velocity = read_limit(place:field "velocity", said.velocity == nil and own and own.velocity or said.velocity, n)
    local acceleration = read_limit(place:field "acceleration", said.acceleration, n)
    local effort = read_limit(place:field "effort", said.effort == nil and own and own.effort or said.effort, n)
    if effort and not m then place:field("model"):bad "is missing: torques are a model's" end
    local corner = (acceleration or effort) and leap(x, n)
    if corner then arguments.no_answer("within", ("the velocity leaps at t = %.6g s, which takes more than any acceleration"):format(corner)) end
    local samples, factor = sampled(x), 1.0
    if velocity then factor = math.max(factor, share_of(samples.v, velocity, n)) end
    if acceleration then factor = math.max(factor, math.sqrt(share_of(samples.a, acceleration, n))) end
    if effort then
        if type(q) == "number" then
            for _, list in ipairs {samples.q, samples.v, samples.a} do
                for k = 1, #list do list[k] = core.Vector {list[k]} end
            end
        end
        factor = by_effort(m, samples, effort, factor)
        if not factor then arguments.no_answer("within", "to stand still on this way takes more than the effort, however slow it is") end
    end
    if factor == 1 then return x, 1.0 end
    return x:slower(factor * MARGIN), factor * MARGIN
end

-- Times that even speeds at the limits would take, then all of it slowed as it needs.
function retime.times(points, velocity)
    local times = {0.0}
    for k = 2, #points[1] do
        local most = 1e-3
        for i, joint in ipairs(points) do most = math.max(most, math.abs(joint[k] - joint[k - 1]) / velocity[i]) end
        times[k] = times[k - 1] + most
    end
    return times
end

return retime
