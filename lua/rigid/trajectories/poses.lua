-- Trajectories on SO(3) and SE(3). Each gives the rotation or pose, its velocity in its own axes (ω; the body twist) and how that
-- changes. Along them s = s(t) is a minimum jerk, from rest to rest, unless timing = "linear".
local core = require "rigid.core"
local arguments = require "rigid.arguments"
local made = require "rigid.trajectories.trajectory"

local Quaternion, Rotation, SpatialAcc, Twist, Vec3 = core.Quaternion, core.Rotation, core.SpatialAcc, core.Twist, core.Vec3

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

-- The right Jacobian of the exponential, applied to y, and how that changes as x does, by x' = rate, with y as it is:
--   J(x) y = y − α x×y + β x×(x×y),  α = (1 − cos θ)/θ², β = (θ − sin θ)/θ³, θ = |x| < 2π,
-- by their series, of which TERMS are enough: Σ (−1)^k θ^2k/(2k + 2)!, Σ (−1)^k θ^2k/(2k + 3)!. [Barfoot 2017 §7.1]
local TERMS <const> = 20

local function jexp_times(x, y, rate)
    local square, power, factorial = x:dot(x), 1.0, 2.0 -- (−1)^k θ^2k, (2k + 2)!
    local alpha, beta, more_alpha, more_beta, before = 0.0, 0.0, 0.0, 0.0, 0.0 -- the slopes by θ²/2
    for k = 0, TERMS do
        alpha, beta = alpha + power / factorial, beta + power / (factorial * (2 * k + 3))
        more_alpha, more_beta = more_alpha + 2 * k * before / factorial, more_beta + 2 * k * before / (factorial * (2 * k + 3))
        before, power, factorial = -power, -power * square, factorial * (2 * k + 3) * (2 * k + 4)
    end
    local once = x:cross(y)
    local twice, turned, going = x:cross(once), rate:cross(y), x:dot(rate)
    local change = twice * (more_beta * going) - once * (more_alpha * going) - turned * alpha + (rate:cross(once) + x:cross(turned)) * beta
    return y - once * alpha + twice * beta, change
end

-- J(x)⁻¹ y = y + ½ x×y + γ x×(x×y), γ = (1 − ½θ cot ½θ)/θ², by its series where θ is small.
local function jexp_undone(x, y)
    local square = x:dot(x)
    local gamma = 1 / 12 + square * (1 / 720 + square * (1 / 30240 + square * (1 / 1209600 + square / 47900160)))
    if square > 0.09 then
        local half = math.sqrt(square) / 2
        gamma = (1 - half / math.tan(half)) / square
    end
    local once = x:cross(y)
    return y + once / 2 + x:cross(once) * gamma
end

-- The rotation vector of a quaternion, of angle up to 2π: q and −q are told apart, and nothing leaps where the angle passes π.
local function long_log(q)
    local v = Vec3(q.x, q.y, q.z)
    local size = v:norm()
    return v * (size > 1e-8 and 2 * math.atan(size, q.w) / size or 2 / q.w)
end

-- Between R_0 and R_1, led aside towards S_0 and S_1: A exp(s w) with A = R_0 exp(u a), B = S_0 exp(u b), w = log(Aᵀ B), s = 2u(1 − u).
-- Its velocity is Eᵀ a + J(x) x', with x = s w and E = exp(x), and w' follows from J(w) w' = b − Dᵀ a, the velocity of D = Aᵀ B.
local function squad(piece, u)
    local a, b, turn = piece.a, piece.b, Quaternion.exp
    local D = turn(a * -u) * piece.apart * turn(b * u)
    local w, carried = long_log(D), D:conjugate() * a
    local turning = b - carried
    local dw = jexp_undone(w, turning)
    local _, bent = jexp_times(w, dw, dw)
    local ddw = jexp_undone(w, turning:cross(carried) - bent)
    local s, ds, dds = 2 * u * (1 - u), 2 - 4 * u, -4.0
    local x, dx, ddx = w * s, w * ds + dw * s, w * dds + dw * (2 * ds) + ddw * s
    local own, change = jexp_times(x, dx, dx)
    local back = turn(-x) * a
    return piece.from * Rotation.exp(a * u) * Rotation.exp(x), back + own, jexp_times(x, ddx, dx) + change - own:cross(back)
end

local MOST <const> = 2 * math.pi -- rad, that the velocity at a rotation may turn in an interval beside it

-- The angular velocity at each rotation: that of the parabola through it and its neighbours, at the ends that of the way to the next.
local function velocities(list, times)
    local ways, out, last = {}, {}, #list
    for i = 1, last - 1 do ways[i] = (list[i]:inverse() * list[i + 1]):log() / (times[i + 1] - times[i]) end
    out[1], out[last] = ways[1], ways[last - 1]
    for i = 2, last - 1 do
        local before, after = times[i] - times[i - 1], times[i + 1] - times[i]
        local w = (ways[i - 1] * after + ways[i] * before) / (before + after)
        out[i] = w * math.min(1, MOST / (w:norm() * math.max(before, after) + 1e-300))
    end
    return out
end

-- The inner points of a piece lie so that it begins and ends at those velocities: R_0 exp((h ω_0 − log(R_0ᵀ R_1))/2), and from the other
-- end likewise; of even times these are Shoemake's. As quaternions, R_0ᵀ S_0 and S_0ᵀ S_1 are of the sign by which the first leads to the last.
local function pieces(list, times)
    local speeds, out, turn = velocities(list, times), {}, Quaternion.exp
    for i = 1, #list - 1 do
        local h, a = times[i + 1] - times[i], (list[i]:inverse() * list[i + 1]):log()
        local first, last = turn((speeds[i] * h - a) / 2), turn((a - speeds[i + 1] * h) / 2)
        out[i] = {from = list[i], a = a, apart = first, b = long_log(first:conjugate() * turn(a) * last)}
    end
    return out
end

function poses.squad(said)
    local place = arguments.at("squad", 1)
    said = place:options(said, arguments.fields "rotations times")
    local here = place:field "rotations"
    local count = here:list(said.rotations, "list of Rotations")
    if count < 2 then here:bad("at least 2 rotations expected, got %d", count) end
    local list = {}
    for i = 1, count do list[i] = read_rotation(here:entry(i), said.rotations[i]) end
    local times = made.list(place:field "times", said.times, count, "times")
    for i = 1, count do
        if i == 1 and times[1] ~= 0 then place:field("times"):bad("a first time of 0 expected, got %.9g", times[1]) end
        if i > 1 and not (times[i] > times[i - 1]) then place:field("times"):bad("times that grow expected, but [%d] is %.9g", i, times[i]) end
    end
    local parts = pieces(list, times)
    return made.new("squad", times[count], function(t)
        local i = 1
        while i < count - 1 and t >= times[i + 1] do i = i + 1 end
        local h = times[i + 1] - times[i]
        local R, w, dw = squad(parts[i], (t - times[i]) / h)
        return R, w / h, dw / (h * h)
    end, {corners = times})
end

return poses
