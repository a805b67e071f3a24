-- Trajectories on SO(3) and SE(3). Each gives the rotation or pose, its velocity in its own axes (ω; the body twist) and how that
-- changes. Along them s = s(t) is a minimum jerk, from rest to rest, unless timing = "linear".
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local made = require "rigid.trajectories.trajectory"

local Rotation, SpatialAcc, Twist, Vec3 = core.Rotation, core.SpatialAcc, core.Twist, core.Vec3

local poses = {}

local TIMINGS <const> = {"minimum_jerk", "linear", minimum_jerk = true, linear = true}

local function read_timing(place, said)
    local T = said.duration
    if type(T) ~= "number" or not (T > 0 and T < math.huge) then place:field("duration"):expected("positive finite number", T) end
    local timing = said.timing == nil and "minimum_jerk" or place:field("timing"):word(said.timing, TIMINGS)
    if timing == "linear" then return T + 0.0, function(t) return t / T, 1 / T, 0.0 end end
    return T + 0.0, function(t)
        local x = t / T
        return x ^ 3 * (10 + x * (6 * x - 15)), 30 * x * x * (1 - x) ^ 2 / T, 60 * x * (1 - x) * (1 - 2 * x) / (T * T)
    end
end

local function read_rotation(place, value)
    local ok, R = pcall(Rotation.matrix, value)
    if not ok then place:expected("Rotation", value) end
    return place:turned(R)
end

-- R₀ exp(s w): ω = w s'.
function poses.slerp(said)
    local place = arguments.at("slerp", 1)
    said = place:options(said, arguments.fields "from to duration timing")
    local A, B = read_rotation(place:field "from", said.from), read_rotation(place:field "to", said.to)
    local T, timing = read_timing(place, said)
    local w = (A:inverse() * B):log()
    return made.new("slerp", T, function(t)
        local s, ds, dds = timing(t)
        return A * Rotation.exp(w * s), w * ds, w * dds
    end)
end

-- X₀ exp(s ξ): the body twist is ξ s'.
function poses.screw(said)
    local place = arguments.at("screw", 1)
    said = place:options(said, arguments.fields "from to duration timing")
    local X, Y = place:field("from"):transform(said.from), place:field("to"):transform(said.to)
    local T, timing = read_timing(place, said)
    local way = (X:inverse() * Y):log()
    local twist = Twist(way:linear(), way:angular())
    local acc = SpatialAcc(way:linear(), way:angular())
    return made.new("screw", T, function(t)
        local s, ds, dds = timing(t)
        return X * (way * s):exp(), twist * ds, acc * dds
    end)
end

-- ---- squad ----------------------------------------------------------------------------------------------------------

-- The inner points: R_i exp(−(log(R_iᵀ R_{i+1}) + log(R_iᵀ R_{i-1})) / 4). [Shoemake 1987]
local function inner_point(list, i)
    if i == 1 or i == #list then return list[i] end
    local back = list[i]:inverse()
    return list[i] * Rotation.exp(((back * list[i + 1]):log() + (back * list[i - 1]):log()) * -0.25)
end

local STEP <const> = 1e-4 -- of an interval, for differences of rotations

local function squad(list, inner, i, u)
    local along, beside = list[i]:slerp(list[i + 1], u), inner[i]:slerp(inner[i + 1], u)
    return along:slerp(beside, 2 * u * (1 - u))
end

function poses.squad(said)
    local place = arguments.at("squad", 1)
    said = place:options(said, arguments.fields "rotations times")
    local here = place:field "rotations"
    local count = here:list(said.rotations, "list of Rotations")
    if count < 2 then here:bad("at least 2 rotations expected, got %d", count) end
    local list, inner = {}, {}
    for i = 1, count do list[i] = read_rotation(here:entry(i), said.rotations[i]) end
    for i = 1, count do inner[i] = inner_point(list, i) end
    local times = made.list(place:field "times", said.times, count, "times")
    for i = 1, count do
        if i == 1 and times[1] ~= 0 then place:field("times"):bad("a first time of 0 expected, got %.9g", times[1]) end
        if i > 1 and not (times[i] > times[i - 1]) then place:field("times"):bad("times that grow expected, but [%d] is %.9g", i, times[i]) end
    end
    return made.new("squad", times[count], function(t)
        local i = 1
        while i < count - 1 and t >= times[i + 1] do i = i + 1 end
        local h = times[i + 1] - times[i]
        local u = (t - times[i]) / h
        local R = squad(list, inner, i, u)
        local back = R:inverse()
        local ahead, behind = (back * squad(list, inner, i, u + STEP)):log(), (back * squad(list, inner, i, u - STEP)):log()
        return R, (ahead - behind) / (2 * STEP * h), Vec3(ahead + behind) / (STEP * STEP * h * h)
    end)
end

return poses
