-- Trajectories made to keep limits by taking their time: the whole way slowed evenly by one factor. Speeds fall by it, accelerations by its
-- square; of torques the part of gravity and springs stays and that of dampers goes with the speed, so that the factor is looked for by
-- halving. The limits are asked for at samples, many in every piece between two corners, and at the peaks between these; and a
-- ten-thousandth of the time is added.
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local made = require "rigid.trajectories.trajectory"
local passive = require "rigid.passive"

local SAMPLES <const>, PIECE <const>, MARGIN <const> = 1000, 24, 1 + 1e-4 -- of the whole way; of a piece at least
local ASIDE <const> = 1e-9 -- of the time: how far beside a corner it is looked at
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
local function share_of(rate, list, n)
    local most = 0.0
    for i = 1, n do most = math.max(most, math.abs(entry(rate, i)) / list[i]) end
    return most
end

-- What the torques are made of at a sample: those that hold it still, what dampers take, which falls with the factor, and what moving takes,
-- which falls with its square.
local function parts_at(m, q, v, a)
    if type(q) == "number" then q, v, a = core.Vector {q}, core.Vector {v}, core.Vector {a} end
    local springs = passive.springs(m, q)
    local weight = m:inverse_dynamics(q, v * 0, a * 0)
    return {weight - springs, springs - passive.forces(m, q, v), m:inverse_dynamics(q, v, a) - weight}
end

-- The greatest share of the effort that is taken at a sample that so many times the time is given.
local function effort_share(parts, effort, factor)
    local most, still, drag, moving = 0.0, parts[1], parts[2], parts[3]
    for i = 1, #effort do
        most = math.max(most, math.abs(still[i] + drag[i] / factor + moving[i] / (factor * factor)) / effort[i])
    end
    return most
end

-- The least factor, at least `from`, at which the torques are within the effort, and still are with the margin; nil where even standing
-- takes more.
local function by_effort(parts, effort, from)
    local function holds(factor)
        for _, at in ipairs(parts) do
            if effort_share(at, effort, factor) > 1 or effort_share(at, effort, factor * MARGIN) > 1 then return false end
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

-- Times in order, from piece to piece: each begins and ends just inside of its corners.
local function sample_times(x)
    local ends, list, T = {0.0, x.duration}, {}, x.duration
    for _, t in ipairs(x.corners or {}) do
        if t > ASIDE * T and t < T - ASIDE * T then ends[#ends + 1] = t end
    end
    table.sort(ends)
    for k = 1, #ends - 1 do
        local first, last = ends[k] + (k > 1 and ASIDE * T or 0), ends[k + 1] - (k < #ends - 1 and ASIDE * T or 0)
        local count = math.max(PIECE, math.ceil(SAMPLES * (last - first) / math.max(T, 1e-300)))
        for j = 0, last > first and count or -1 do list[#list + 1] = j == count and last or first + (last - first) * j / count end
    end
    return #list > 0 and list or {0.0}
end

local GOLDEN <const>, NARROWINGS <const> = 0.5 * (math.sqrt(5) - 1), 24

-- Where between two times a function that has one peak there is greatest, by the golden section.
local function peak(f, low, high)
    local left, right = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
    local at_left, at_right = f(left), f(right)
    for _ = 1, NARROWINGS do
        if at_left > at_right then
            high, right, at_right = right, left, at_left
            left = high - GOLDEN * (high - low)
            at_left = f(left)
        else
            low, left, at_left = left, right, at_right
            right = low + GOLDEN * (high - low)
            at_right = f(right)
        end
    end
    return at_left > at_right and left or right
end

local NEAR <const> = 0.98 -- of the greatest sample: a higher peak may stand beside it

-- The times beside which a share is greatest: peaks between the samples, f(t), of which `shares` are those at `times`.
local function peaks(times, shares, f)
    local most, list = 0.0, {}
    for _, share in ipairs(shares) do most = math.max(most, share) end
    for k, share in ipairs(shares) do
        local before, after = shares[k - 1] or -1, shares[k + 1] or -1
        if share > NEAR * most and share >= before and share >= after and (share > before or share > after) then
            list[#list + 1] = peak(f, times[math.max(k - 1, 1)], times[math.min(k + 1, #times)])
        end
    end
    return list
end

-- The greatest share of a limit that a rate takes on the way, which(q, v, a).
local function greatest(x, times, which, list, n)
    local function share(t) return share_of(which(x.at(t)), list, n) end
    local shares, most = {}, 0.0
    for k, t in ipairs(times) do shares[k] = share(t) end
    for _, t in ipairs(peaks(times, shares, share)) do shares[#shares + 1] = share(t) end
    for _, taken in ipairs(shares) do most = math.max(most, taken) end
    return most
end

local ROUNDS <const> = 3 -- in which peaks of torque are looked for at the factor of the round before

-- by_effort of the whole way.
local function effort_factor(m, x, times, effort, from)
    local parts = {}
    for k, t in ipairs(times) do parts[k] = parts_at(m, x.at(t)) end
    local factor = by_effort(parts, effort, from)
    for _ = 1, factor and ROUNDS or 0 do
        local function share(t) return effort_share(parts_at(m, x.at(t)), effort, factor) end
        local shares = {}
        for k = 1, #times do shares[k] = effort_share(parts[k], effort, factor) end
        for _, t in ipairs(peaks(times, shares, share)) do parts[#parts + 1] = parts_at(m, x.at(t)) end
        local again = by_effort(parts, effort, from)
        if not again or again == factor then return again end
        factor = again
    end
    return factor
end

-- Where the velocity leaps, beside a corner within, no acceleration is small enough and no torque great enough.
local function leap(x, times, n)
    local reach, most = ASIDE * x.duration, {}
    for i = 1, n do most[i] = 0.0 end
    for _, t in ipairs(times) do
        local _, v = x.at(t)
        for i = 1, n do most[i] = math.max(most[i], math.abs(entry(v, i))) end
    end
    for _, corner in ipairs(x.corners or {}) do
        if corner > reach and corner < x.duration - reach then
            local _, before, a = x.at(corner - reach)
            local _, after, b = x.at(corner + reach)
            for i = 1, n do
                local way, curves = math.abs(entry(after, i) - entry(before, i)), math.abs(entry(a, i)) + math.abs(entry(b, i))
                if way > 1e-6 * most[i] + 4 * reach * curves then return corner end
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
    local times, factor = sample_times(x), 1.0
    local corner = (acceleration or effort) and leap(x, times, n)
    if corner then arguments.no_answer("within", ("the velocity leaps at t = %.6g s, which takes more than any acceleration"):format(corner)) end
    if velocity then factor = math.max(factor, greatest(x, times, function(_, v) return v end, velocity, n)) end
    if acceleration then factor = math.max(factor, math.sqrt(greatest(x, times, function(_, _, a) return a end, acceleration, n))) end
    if effort then
        factor = effort_factor(m, x, times, effort, factor)
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
