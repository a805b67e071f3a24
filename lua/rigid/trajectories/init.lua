-- rigid.trajectory: motions between points in the space of joints. Each is made of one function a joint.
local arguments = require "rigid.arguments"
local made = require "rigid.trajectories.trajectory"
local poses = require "rigid.trajectories.poses"
local retime = require "rigid.trajectories.retime"
local splines = require "rigid.trajectories.splines"

local trajectories = {}

local function positive(place, value)
    if type(value) ~= "number" or not (value > 0 and value < math.huge) then place:expected("positive finite number", value) end
    return value + 0.0
end

local function needed(place, value)
    if value == nil then place:bad "number or list of numbers expected, got nil" end
    return value
end

-- The ends of a motion: q0, q1 of one length, and what else is named, zero where it is absent.
local function read_ends(place, said, names)
    local q0, scalar = made.numbers(place:field "q0", needed(place:field "q0", said.q0))
    local ends, n = {q0 = q0}, #q0
    if not scalar and type(said.q1) == "number" then place:field("q1"):expected(("list of %d numbers"):format(n), said.q1) end
    ends.q1 = made.numbers(place:field "q1", needed(place:field "q1", said.q1), n)
    for _, name in ipairs(names or {}) do ends[name] = made.numbers(place:field(name), said[name] == nil and 0 or said[name], n) end
    return ends, n, scalar
end

-- ---- polynomials ----------------------------------------------------------------------------------------------------

-- Σ c_k t^k and its two derivatives.
local function polynomial(c)
    return function(t)
        local q, v, a = 0.0, 0.0, 0.0
        for k = #c, 1, -1 do
            a = a * t + 2 * v
            v = v * t + q
            q = q * t + c[k]
        end
        return q, v, a
    end
end

-- c0 to c5 of the quintic through both ends; from the end of the way that is left, so that it ends where it is told to.
local function quintic(q0, v0, a0, q1, v1, a1, T)
    local way, speed, change = q1 - q0 - v0 * T - a0 * T * T / 2, (v1 - v0 - a0 * T) * T, (a1 - a0) * T * T
    return polynomial {
        q0, v0, a0 / 2, (10 * way - 4 * speed + change / 2) / T ^ 3, (-15 * way + 7 * speed - change) / T ^ 4,
        (6 * way - 3 * speed + change / 2) / T ^ 5,
    }
end

local function of_ends(kind, name, names, said, fields)
    local place = arguments.at(name, 1)
    said = place:options(said, fields)
    local ends, n, scalar = read_ends(place, said, names)
    local duration, list = positive(place:field "duration", said.duration), {}
    for i = 1, n do
        list[i] = quintic(ends.q0[i], ends.v0 and ends.v0[i] or 0, ends.a0 and ends.a0[i] or 0, ends.q1[i], ends.v1 and ends.v1[i] or 0,
            ends.a1 and ends.a1[i] or 0, duration)
    end
    return made.new(kind, duration, made.joined(list, scalar))
end

function trajectories.quintic(said)
    return of_ends("quintic", "quintic", {"v0", "v1", "a0", "a1"}, said, arguments.fields "q0 q1 v0 v1 a0 a1 duration")
end

-- 10 s³ − 15 s⁴ + 6 s⁵, the quintic from rest to rest. [Flash & Hogan 1985]
function trajectories.minimum_jerk(said)
    return of_ends("minimum jerk", "minimum_jerk", nil, said, arguments.fields "q0 q1 duration")
end

-- ---- trapezoids -----------------------------------------------------------------------------------------------------

-- The shortest time for a way under a velocity and an acceleration: up, along, down; a triangle where the way is short.
local function shortest(way, velocity, acceleration)
    if way == 0 then return 0.0 end
    if way * acceleration <= velocity * velocity then return 2 * math.sqrt(way / acceleration) end
    return velocity / acceleration + way / velocity
end

-- The speed at which the way takes time T at that acceleration: the lesser root of v² − aTv + a·way = 0.
local function cruising(way, acceleration, T)
    if way == 0 then return 0.0 end
    local half = acceleration * T / 2
    return way * acceleration / (half + math.sqrt(math.max(half * half - way * acceleration, 0)))
end

-- One joint, in time T; it accelerates as it may and then goes slower where others need longer. Near a triangle T says its speed to half
-- of the digits only, and the way hangs on it by its square: the limit is the last word.
local function trapezoid(q0, q1, velocity, acceleration, T)
    local sign, way = q1 >= q0 and 1 or -1, math.abs(q1 - q0)
    local speed = math.min(cruising(way, acceleration, T), velocity)
    local ramp = speed / acceleration
    return ramp, function(t)
        if way == 0 then return q0, 0.0, 0.0 end
        if t < ramp then return q0 + sign * acceleration * t * t / 2, sign * math.min(acceleration * t, speed), sign * acceleration end
        local left = T - t
        if left < ramp then return q1 - sign * acceleration * left * left / 2, sign * math.min(acceleration * left, speed), -sign * acceleration end
        return q0 + sign * speed * (t - ramp / 2), sign * speed, 0.0
    end
end

function trajectories.trapezoid(said)
    local place = arguments.at("trapezoid", 1)
    said = place:options(said, arguments.fields "q0 q1 velocity acceleration duration")
    local ends, n, scalar = read_ends(place, said)
    local limits = {}
    for _, name in ipairs {"velocity", "acceleration"} do
        limits[name] = made.numbers(place:field(name), needed(place:field(name), said[name]), n)
        for i = 1, n do positive(n > 1 and place:field(name):entry(i) or place:field(name), limits[name][i]) end
    end
    local T = 0.0
    for i = 1, n do T = math.max(T, shortest(math.abs(ends.q1[i] - ends.q0[i]), limits.velocity[i], limits.acceleration[i])) end
    if said.duration ~= nil then
        local wanted = positive(place:field "duration", said.duration)
        if wanted < T * (1 - 1e-12) then place:field("duration"):bad("%.6g s are too short: these limits need %.6g s", wanted, T) end
        T = math.max(T, wanted)
    end
    local list, corners = {}, {}
    for i = 1, n do
        local ramp
        ramp, list[i] = trapezoid(ends.q0[i], ends.q1[i], limits.velocity[i], limits.acceleration[i], T)
        corners[#corners + 1], corners[#corners + 2] = ramp, T - ramp
    end
    return made.new("trapezoid", T, made.joined(list, scalar), {corners = corners})
end

-- ---- through points -------------------------------------------------------------------------------------------------

-- Points as one list a joint: by the place, how many there are of them.
local function read_points(place, said, least)
    local count = place:list(said, "list of points")
    if count < least then place:bad("at least %d points expected, got %d", least, count) end
    local first, scalar = made.numbers(place:entry(1), said[1])
    local joints = {}
    for k = 1, #first do joints[k] = {} end
    for i = 1, count do
        if not scalar and type(said[i]) == "number" then place:entry(i):expected(("list of %d numbers"):format(#first), said[i]) end
        local point = made.numbers(place:entry(i), said[i], #first)
        for k = 1, #first do joints[k][i] = point[k] end
    end
    return joints, count, scalar
end

local function read_times(place, said, count)
    local times = made.list(place, said, count, "times")
    if times[1] < 0 then place:bad("a first time that is not negative expected, got %.9g", times[1]) end
    for i = 2, count do
        if not (times[i] > times[i - 1]) then place:bad("times that grow expected, but [%d] is %.9g after %.9g", i, times[i], times[i - 1]) end
    end
    return times
end

local ENDS <const> = {"natural", "clamped", natural = "natural", clamped = {0, 0}}

function trajectories.spline(said)
    local place = arguments.at("spline", 1)
    said = place:options(said, arguments.fields "times points ends")
    local joints, count, scalar = read_points(place:field "points", said.points, 2)
    local times = read_times(place:field "times", said.times, count)
    local ends = ENDS[said.ends == nil and "clamped" or place:field("ends"):word(said.ends, ENDS)]
    local list = {}
    for k, points in ipairs(joints) do list[k] = splines.cubic(times, points, ends) end
    local first, f = times[1], made.joined(list, scalar)
    return made.new("cubic spline", times[count], first == 0 and f or function(t)
        local q, v, a = f(math.max(t, first))
        if t < first then return q, v * 0, a * 0 end -- it rests until it begins
        return q, v, a
    end, {corners = times})
end

-- A clamped spline through points, as slow as the limits need.
function trajectories.through(said)
    local place = arguments.at("through", 1)
    said = place:options(said, arguments.fields "points velocity acceleration model effort")
    local joints, _, scalar = read_points(place:field "points", said.points, 2)
    local velocity = said.velocity
    made.check_model(place:field "model", said.model, #joints)
    if velocity == nil and said.model == nil then place:field("velocity"):bad "number or list of numbers expected, got nil" end
    velocity = velocity == nil and said.model:limits().velocity or velocity
    local speeds = made.limits(place:field "velocity", velocity, #joints)
    for i = 1, #joints do
        if not (speeds[i] > 0 and speeds[i] < math.huge) then place:field("velocity"):bad("positive finite limits expected, got %.6g", speeds[i]) end
    end
    local times, list = retime.times(joints, speeds), {}
    for k, points in ipairs(joints) do list[k] = splines.cubic(times, points, ENDS.clamped) end
    local x = made.new("cubic spline", times[#times], made.joined(list, scalar), {corners = times})
    -- as fast as one of the limits allows: made faster first, then slower as they need
    return (retime.within(x:slower(1e-3), {velocity = velocity, acceleration = said.acceleration, model = said.model, effort = said.effort}))
end

trajectories.within = retime.within

function trajectories.bspline(said)
    local place = arguments.at("bspline", 1)
    said = place:options(said, arguments.fields "points duration degree")
    local degree = said.degree == nil and 3 or place:field("degree"):integer(said.degree, 1, 9)
    local joints, _, scalar = read_points(place:field "points", said.points, degree + 1)
    local duration, list = positive(place:field "duration", said.duration), {}
    for k, points in ipairs(joints) do list[k] = splines.basis(points, degree, duration) end
    return made.new("B-spline", duration, made.joined(list, scalar), {corners = splines.knots(#joints[1], degree, duration)})
end

trajectories.slerp, trajectories.squad, trajectories.screw = poses.slerp, poses.squad, poses.screw

for name, f in pairs(trajectories) do trajectories[name] = arguments.counted(name, 0, f) end

return trajectories
